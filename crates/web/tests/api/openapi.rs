//! The description of the API has every route and no other.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Request;
use serde_json::Value;
use web::Limits;

use crate::site::Site;

/// The paths of a description, each with its methods.
fn described(description: &Value) -> BTreeSet<(String, String)> {
    let paths = description["paths"].as_object().expect("a description has paths").iter();
    let methods = |(path, item): (&String, &Value)| {
        let names: Vec<String> = item.as_object().unwrap().keys().cloned().collect();
        let names = names
            .into_iter()
            .filter(|name| ["get", "post", "put", "delete", "patch"].contains(&name.as_str()));
        names.map(|name| (path.clone(), name.to_uppercase())).collect::<Vec<_>>()
    };
    paths.flat_map(methods).collect()
}

#[tokio::test]
async fn the_description_has_every_route_and_no_other() {
    let site = Site::with(Limits { burst: 4000, threads: 1, ..Limits::default() });
    let description = site.get("/api/openapi.json").await.with(200);
    assert_eq!(description["openapi"], "3.1.0");
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    let routes: BTreeSet<(String, String)> =
        web::ROUTES.iter().map(|(path, method)| ((*path).to_owned(), (*method).to_owned())).collect();
    assert_eq!(described(&description), routes);
}

/// Every route of the list is there, and takes the methods of the list alone.
#[tokio::test]
async fn the_list_of_routes_is_that_of_the_router() {
    let site = Site::with(Limits { burst: 4000, threads: 1, ..Limits::default() });
    let paths: BTreeSet<&str> = web::ROUTES.iter().map(|(path, _)| *path).collect();
    for path in paths {
        let concrete =
            path.replace("{id}", &"0".repeat(32)).replace("{move}", "0").replace("{kind}", "board");
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            let request = Request::builder().method(method).uri(&concrete).body(Body::empty()).unwrap();
            let answer = site.send(request).await;
            let is_listed = web::ROUTES.contains(&(path, method));
            let message = String::from_utf8_lossy(&answer.bytes).into_owned();
            assert_eq!(answer.status != 405, is_listed, "{method} {path}: {message}");
            assert!(!message.contains("There is nothing here"), "{method} {path}");
        }
    }
}

/// Every answer of an error is described where it can come.
#[tokio::test]
async fn every_operation_describes_its_errors() {
    let description = Site::new().get("/api/openapi.json").await.with(200);
    for (path, method) in described(&description) {
        let operation = &description["paths"][&path][method.to_lowercase()];
        assert!(operation["operationId"].is_string(), "{method} {path}");
        assert!(operation["summary"].as_str().is_some_and(|text| text.len() > 10), "{method} {path}");
        assert!(operation["responses"]["default"].is_object(), "{method} {path}");
    }
}
