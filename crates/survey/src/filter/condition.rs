//! A condition that was read and fits the columns.

/// A condition on a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    Any(Vec<Condition>),
    All(Vec<Condition>),
    Not(Box<Condition>),
    /// A comparison of a column with a value of its kind.
    Compare(String, Comparison, Value),
    IsNull(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Equal,
    Unequal,
    AtLeast,
    More,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Whole(i64),
    Real(f64),
    Text(String),
}

impl Comparison {
    /// Does it hold between two values in this order?
    pub(super) fn holds(self, ordering: std::cmp::Ordering) -> bool {
        match self {
            Self::Less => ordering.is_lt(),
            Self::AtMost => ordering.is_le(),
            Self::Equal => ordering.is_eq(),
            Self::Unequal => ordering.is_ne(),
            Self::AtLeast => ordering.is_ge(),
            Self::More => ordering.is_gt(),
        }
    }
}
