//! Who asks: the address, the cookie, the name of the server that was asked, the site that asks.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{CONTENT_LENGTH, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use session::texts::ServerText;

use crate::config::Config;
use crate::error::{ApiError, Kind};
use crate::lang::Lang;
use crate::server::Shared;

/// The name of the cookie that knows a browser again.
pub(crate) const COOKIE_NAME: &str = "tapis";
/// Letters of the tokens in cookies and of the names of games.
const TOKEN_LETTERS: usize = 32;

/// The address of a client: what limits count by. Addresses of version 6 count by their network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(pub(crate) IpAddr);

impl Address {
    /// The name of the address in the storage: not the address itself.
    pub(crate) fn name(self) -> String {
        blake3::hash(self.0.to_string().as_bytes()).to_hex()[..TOKEN_LETTERS].to_owned()
    }

    pub(crate) fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

/// A browser, by its cookie.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Browser {
    token: String,
    /// Was the token made for this request?
    is_new: bool,
}

impl Browser {
    /// The browser of a request; a new one if it brings no cookie that makes sense.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let token = pairs.find(|(name, token)| *name == COOKIE_NAME && is_token(token));
        match token {
            Some((_, token)) => Self { token: token.to_owned(), is_new: false },
            None => Self { token: random_token(), is_new: true },
        }
    }

    /// The name of the browser in the storage, from which the cookie cannot be made.
    pub(crate) fn name(&self) -> String {
        blake3::hash(self.token.as_bytes()).to_hex()[..TOKEN_LETTERS].to_owned()
    }

    /// The header that gives a new browser its cookie.
    pub(crate) fn set_cookie(&self) -> Option<String> {
        const YEAR: u32 = 365 * 24 * 3600;
        self.is_new.then(|| {
            format!("{COOKIE_NAME}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={YEAR}", self.token)
        })
    }
}

/// Is this a token as [`random_token`] makes them?
pub(crate) fn is_token(text: &str) -> bool {
    text.len() == TOKEN_LETTERS
        && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// 128 random bits in letters: nobody guesses them.
pub(crate) fn random_token() -> String {
    let mut bytes = [0; TOKEN_LETTERS / 2];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    format!("{:032x}", u128::from_le_bytes(bytes))
}

/// A random number that nobody chose.
pub(crate) fn random_number() -> u64 {
    getrandom::u64().expect("the system has random numbers")
}

/// Lets a request through if its host, its site and its rate allow it; notes its address.
pub(crate) async fn admit(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
    let language = Lang::of(request.uri().query(), request.headers()).0;
    let refuse = |kind, text| ApiError::text(kind, language, text).into_response();
    if let Some((kind, text)) = fault(&request, &app.config) {
        return refuse(kind, text);
    }
    let address = address(&request, app.config.forwarded);
    let is_of_api = request.uri().path().starts_with("/api");
    let rates = if is_of_api { &app.rates } else { &app.file_rates };
    if !rates.take(&address) {
        return refuse(Kind::TooMany, ServerText::TooManyRequests);
    }
    request.extensions_mut().insert(address);
    next.run(request).await
}

/// The fault of a request that is refused whoever sends it.
fn fault(request: &Request, config: &Config) -> Option<(Kind, ServerText)> {
    let headers = request.headers();
    let hosts = headers.get_all(HOST).iter().count();
    if hosts > 1 || (hosts == 0 && request.version() == Version::HTTP_11) {
        return Some((Kind::BadRequest, ServerText::TwoHosts));
    }
    if !is_for_host(request) || (config.is_local && !is_local_host(headers)) {
        return Some((Kind::Forbidden, ServerText::UnknownHost));
    }
    if !is_same_origin(headers) {
        return Some((Kind::Forbidden, ServerText::OtherOrigin));
    }
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let is_too_long = length.is_some_and(|length| length > config.limits.body as u64);
    is_too_long.then_some((Kind::TooLarge, ServerText::TooLarge))
}

/// Is a target that names a host, as requests to proxies do, for the host of the header?
fn is_for_host(request: &Request) -> bool {
    let Some(target) = request.uri().authority() else { return true };
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    host.is_some_and(|host| host.eq_ignore_ascii_case(target.as_str()))
}

/// The address of the client: that of the peer, or the entry of the proxy's header that is configured.
fn address(request: &Request, forwarded: Option<usize>) -> Address {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let entry = forwarded.and_then(|nth| forwarded_entry(request.headers(), nth));
    Address::of(entry.or(peer).unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED)))
}

/// The nth entry of `X-Forwarded-For`, counted from the right: proxies add theirs there, clients can write the rest.
fn forwarded_entry(headers: &HeaderMap, nth: usize) -> Option<IpAddr> {
    let name = HeaderName::from_static("x-forwarded-for");
    let lines = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let entries: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    entries[entries.len().checked_sub(nth)?..].first()?.parse().ok()
}

/// Does the request name this machine? Another name that leads here is a trick of a hostile site.
fn is_local_host(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(HOST) else { return true };
    let host = host.to_str().unwrap_or_default().to_ascii_lowercase();
    let name = match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host.as_str(), |(name, _)| name),
    };
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Does the request come from a page of this server, or from a program that is not a browser?
pub(crate) fn is_same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let of_origin = origin.split_once("://").map(|(_, host)| host);
    host.zip(of_origin).is_some_and(|(host, origin)| host.eq_ignore_ascii_case(origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_names_of_this_machine_are_local() {
        for (host, is_local) in [
            ("127.0.0.1:8900", true),
            ("localhost:8900", true),
            ("[::1]:8900", true),
            ("127.0.0.1", true),
            ("tapis.localhost:1", true),
            ("LocalHost:8900", true),
            ("Tapis.LOCALHOST", true),
            ("evil.example:8900", false),
            ("192.168.1.7:8900", false),
            ("127.0.0.1.evil.example", false),
            ("", false),
        ] {
            assert_eq!(is_local_host(&headers(&[("host", host)])), is_local, "{host}");
        }
    }

    #[test]
    fn pages_of_other_sites_are_noticed() {
        let same = |origin| is_same_origin(&headers(&[("host", "127.0.0.1:1"), ("origin", origin)]));
        assert!(same("http://127.0.0.1:1"));
        let named = headers(&[("host", "Games.Example"), ("origin", "https://games.example")]);
        assert!(is_same_origin(&named), "names have no case");
        assert!(!same("http://127.0.0.1:2") && !same("https://evil.example") && !same("null"));
        assert!(is_same_origin(&headers(&[("host", "127.0.0.1:1")])));
        assert!(!is_same_origin(&headers(&[("origin", "http://a")])));
    }

    #[test]
    fn the_entry_of_the_proxy_is_counted_from_the_right() {
        let forged = headers(&[("x-forwarded-for", "6.6.6.6, 1.2.3.4, 10.0.0.1")]);
        let entry = |nth| forwarded_entry(&forged, nth).map(|ip| ip.to_string());
        assert_eq!(entry(1).as_deref(), Some("10.0.0.1"));
        assert_eq!(entry(2).as_deref(), Some("1.2.3.4"));
        assert_eq!((entry(4), entry(0)), (None, None));
    }

    #[test]
    fn networks_of_version_6_count_as_one() {
        let address = |text: &str| Address::of(text.parse().unwrap());
        assert_eq!(address("2001:db8:1:2:3::4"), address("2001:db8:1:2:ffff::1"));
        assert_ne!(address("2001:db8:1:2::"), address("2001:db8:1:3::"));
        assert_eq!(address("::ffff:1.2.3.4"), address("1.2.3.4"));
    }

    #[test]
    fn a_browser_is_known_again_by_its_cookie() {
        let new = Browser::of(&HeaderMap::new());
        let cookie = new.set_cookie().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
        let pair = cookie.split(';').next().unwrap();
        let again = Browser::of(&headers(&[("cookie", &format!("a=b; {pair}"))]));
        assert_eq!((again.name(), again.set_cookie()), (new.name(), None));
        assert!(Browser::of(&headers(&[("cookie", "tapis=../../etc")])).is_new);
    }
}
