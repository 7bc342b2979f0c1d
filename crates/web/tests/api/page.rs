//! The page and its headers.

use axum::body::Body;
use axum::http::Request;
use web::Limits;

use crate::site::Site;

#[tokio::test]
async fn the_page_is_served_with_strict_headers() {
    let site = Site::new();
    let page = site.get("/").await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<!doctype html>"));
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"));
    let headers = ["x-content-type-options", "x-frame-options", "referrer-policy", "cache-control"];
    assert_eq!(headers.map(|name| page.header(name)), ["nosniff", "DENY", "no-referrer", "no-cache"]);
    for path in ["/api/about", "/nowhere.js", "/api/nowhere"] {
        let answer = site.get(path).await;
        assert_eq!(answer.header("content-security-policy"), policy, "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
    }
}

#[tokio::test]
async fn a_known_page_is_not_sent_again() {
    let site = Site::new();
    let tag = site.get("/").await.header("etag").to_owned();
    let again = |tag: String| Request::get("/index.html").header("if-none-match", tag).body(Body::empty());
    let same = site.send(again(format!("\"other\", W/{tag}")).unwrap()).await;
    assert_eq!((same.status.as_u16(), same.bytes.len(), same.header("etag")), (304, 0, tag.as_str()));
    assert_eq!(site.send(again("\"other\"".to_owned()).unwrap()).await.status, 200);
}

#[tokio::test]
async fn paths_that_are_not_files_of_the_page_are_not_found() {
    let site = Site::new();
    assert_eq!(
        site.get("/play/FreeCell").await.error(404),
        "not_found",
        "the page has its screens after the hash"
    );
    assert_eq!(site.get("/js/nowhere.js").await.error(404), "not_found");
    assert_eq!(site.get("/api/nowhere").await.error(404), "not_found");
    assert_eq!(site.post("/api/about", serde_json::Value::Null).await.error(405), "method_not_allowed");
}

#[tokio::test]
async fn a_folder_takes_the_place_of_the_page() {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("index.html"), "mine").unwrap();
    std::fs::write(folder.path().parent().unwrap().join("tapis-secret.txt"), "secret").unwrap();
    let page = folder.path().to_owned();
    let site = Site::configured(|config| config.page = Some(page), Limits::default());
    assert_eq!(site.get("/").await.text(), "mine");
    for path in
        ["/../tapis-secret.txt", "/%2e%2e/tapis-secret.txt", "//etc/passwd.txt", "/a/../../tapis-secret.txt"]
    {
        assert_eq!(site.get(path).await.status, 404, "{path}");
    }
}
