//! A game of any family, shown and not played.

use session::{Session, View};

use crate::canvas::Canvas;
use crate::context::Context;

/// Shows a game below the title line.
pub(crate) fn show(canvas: &mut Canvas<'_>, session: &dyn Session, cx: &Context) {
    match session.view(None) {
        View::Patience(_) => crate::patience::draw_view(canvas, session, cx),
        View::Peg(_) => crate::peg::draw_view(canvas, session, cx),
        View::Rummy(_) => {}
    }
}
