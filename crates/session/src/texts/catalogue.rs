//! Lists of texts.

/// A text of a list, in every language.
pub trait Text: Copy {
    /// In English.
    fn english(self) -> &'static str;
    /// In French.
    fn french(self) -> &'static str;
}

/// A noun of a list, in every language: for one thing and for several.
pub trait Noun: Copy {
    /// In English.
    fn english(self) -> (&'static str, &'static str);
    /// In French.
    fn french(self) -> (&'static str, &'static str);
}

/// Makes a list of texts: a name, the text in English, the text in French.
macro_rules! texts {
    ($(#[$meta:meta])* $list:ident { $($name:ident: $english:literal, $french:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $list {
            $(
                #[doc = $english]
                $name,
            )*
        }

        impl $crate::texts::Text for $list {
            fn english(self) -> &'static str {
                match self {
                    $(Self::$name => $english,)*
                }
            }

            fn french(self) -> &'static str {
                match self {
                    $(Self::$name => $french,)*
                }
            }
        }

        impl $list {
            /// All texts of the list.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}

/// Makes a list of nouns: a name, one and several in English, one and several in French.
macro_rules! nouns {
    ($(#[$meta:meta])* $list:ident {
        $($name:ident: $one:literal / $many:literal, $un:literal / $plusieurs:literal;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $list {
            $(
                #[doc = $one]
                $name,
            )*
        }

        impl $crate::texts::Noun for $list {
            fn english(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$name => ($one, $many),)*
                }
            }

            fn french(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$name => ($un, $plusieurs),)*
                }
            }
        }
    };
}

pub(crate) use {nouns, texts};

/// Every text of a list has as many gaps in every language, and is not empty.
#[cfg(test)]
pub(crate) fn assert_complete<T: Text + std::fmt::Debug>(list: &[T]) {
    for &text in list {
        let (english, french) = (text.english(), text.french());
        assert!(!english.is_empty() && !french.is_empty(), "{text:?}");
        assert_eq!(english.matches("{}").count(), french.matches("{}").count(), "{text:?}");
    }
}
