//! `term!`: terms written as in Prolog.

/// Makes a [`Term`](crate::Term) that is written as in Prolog; what stands in braces is a value of Rust.
///
/// A name is an atom, a name with arguments a compound, a literal a number or a string, `_` a new variable. Atoms that
/// are no names of Rust, and operators, are written with [`Term::atom`](crate::Term::atom) and
/// [`Term::compound`](crate::Term::compound).
///
/// ```
/// use ferz::term;
///
/// let (name, sizes) = ("ann", vec![3, 4]);
/// let order = term!(order(customer({name}), [item(tea, 2), item(cup, -1.5)], {sizes}, []));
/// assert_eq!(order.to_string(), r#"order(customer("ann"), [item(tea, 2), item(cup, -1.5)], [3, 4], [])"#);
/// assert_eq!(term!(first).to_string(), "first");
/// ```
#[macro_export]
macro_rules! term {
    (@all [$($done:expr,)*]) => { [$($done),*] as [$crate::Term; _] };
    (@all [$($done:expr,)*] $name:ident ( $($args:tt)* ) $(, $($rest:tt)*)?) => {
        $crate::term!(@all [$($done,)* $crate::term!($name($($args)*)),] $($($rest)*)?)
    };
    (@all [$($done:expr,)*] - $number:literal $(, $($rest:tt)*)?) => {
        $crate::term!(@all [$($done,)* $crate::term!(- $number),] $($($rest)*)?)
    };
    (@all [$($done:expr,)*] $one:tt $(, $($rest:tt)*)?) => {
        $crate::term!(@all [$($done,)* $crate::term!($one),] $($($rest)*)?)
    };
    (_) => { $crate::Term::var() };
    ($name:ident) => { $crate::Term::atom(stringify!($name)) };
    ($name:ident ( $($args:tt)+ )) => {
        $crate::Term::compound(stringify!($name), $crate::term!(@all [] $($args)+))
    };
    ([ $($items:tt)* ]) => { $crate::Term::list($crate::term!(@all [] $($items)*)) };
    ({ $value:expr }) => { $crate::IntoTerm::into_term($value) };
    ($literal:literal) => { $crate::IntoTerm::into_term($literal) };
    (- $number:literal) => { $crate::IntoTerm::into_term(-$number) };
}

#[cfg(test)]
mod tests {
    use crate::Engine;

    #[test]
    fn terms_are_written_as_in_prolog() {
        let mut engine = Engine::new();
        let term = term!(f(_, a, [], [1, -2, [b]], "a text", { 1_u8 + 1 }, g(h(-0.5,),), {
            term!(x(y))
        }));
        let wanted = "T = f(V, a, [], [1, -2, [b]], \"a text\", 2, g(h(-0.5)), x(y)), var(V)";
        let mut query = engine.query_with(wanted, [("T", term)]).expect("it is right");
        assert!(query.next().is_some_and(|answer| answer.is_ok()));
    }
}
