//! The server as programs meet it: without a socket, and over real ones.

mod site;

mod ask;
mod exports;
mod french;
mod games;
mod limits;
mod long;
mod live;
mod openapi;
mod page;
mod play;
mod removal;
mod rummy;
mod schemathesis;
mod storage;
