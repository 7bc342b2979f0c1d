//! The server as programs meet it: without a socket, and over real ones.

mod site;

mod ask;
mod exports;
mod games;
mod limits;
mod live;
mod openapi;
mod page;
mod play;
mod rummy;
mod schemathesis;
mod storage;
