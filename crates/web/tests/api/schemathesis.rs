//! Schemathesis sends all kinds of requests and compares the answers with the description of the API.

use std::process::Command;
use std::time::Duration;

use serde_json::json;
use test_programs::{SCHEMATHESIS, found_or_skipped, python_environment};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use web::Limits;

use crate::site::Site;

/// The time that it may send requests for, in seconds.
const SECONDS: &str = "30";

#[tokio::test]
async fn answers_are_as_they_are_described() {
    let Some([_]) = found_or_skipped([SCHEMATHESIS]) else { return };
    let job_time = Duration::from_secs(1);
    let limits = Limits { rate: 100_000, burst: 100_000, games: 1_000_000, job_time, ..Limits::default() };
    let site = Site::with(limits);
    let state = site.begin(json!({"family": "patience", "deal": "FreeCell.11"})).await;
    let settings = format!("[parameters]\n\"path.id\" = {}\n", state["id"]);
    std::fs::write(site.folder.path().join("schemathesis.toml"), settings).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(web::serve(site.server.clone(), listener, async {
        // The other end is dropped when the test ends.
        let _ = stopped.await;
    }));
    let mut command = Command::new(python_environment().join("bin/schemathesis"));
    command.current_dir(site.folder.path()).arg("run").arg(format!("http://{address}/api/openapi.json"));
    command.args(["--workers", "1", "--max-time", SECONDS, "--seed", "7", "--no-color"]);
    command.args([
        "--phases",
        "examples,coverage,fuzzing",
        "--max-examples",
        "10",
        "--request-timeout",
        "30",
    ]);
    // The WebSocket is not a request and an answer, and the game must stay.
    command.args([
        "--checks",
        CHECKS,
        "--exclude-operation-id",
        "live",
        "--exclude-operation-id",
        "removeGame",
    ]);
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    stop.send(()).unwrap();
    serving.await.unwrap().unwrap();
}

/// Valid requests may still be refused: a deal that is not there, a game that is not known. The rest must hold.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance,unsupported_method";
