//! `Object`: Rust values that programs pass around without looking inside.

use std::any::{Any, type_name};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::builder::Builder;
use super::convert::{FromTerm, IntoTerm};
use super::mismatch::Mismatch;
use super::view::{TermRef, TermView};
use crate::base::object::AnyObject;

/// A Rust value in a term. Programs pass it around, compare it and keep it in facts; predicates of the host read it.
///
/// ```
/// use ferz::{Engine, Object, Term};
/// use std::collections::HashMap;
///
/// struct Prices(HashMap<String, i64>);
///
/// let mut engine = Engine::new();
/// engine.consult_str("total(List, Items, Sum) :- maplist(price(List), Items, Prices), sum_list(Prices, Sum).")?;
/// engine.semidet("price", |list: Object<Prices>, item: String| Ok(list.0.get(&item).copied()))?;
///
/// let prices = Object::new(Prices(HashMap::from([("tea".into(), 3), ("milk".into(), 1)])));
/// let mut totals = engine.query_with("total(List, [tea, milk, tea], Sum)", [("List", &prices)])?;
/// assert_eq!(totals.next().expect("it has a solution")?.get::<i64>("Sum")?, 7);
/// drop(totals);
///
/// let error = engine.once("price(list, tea, P)").unwrap_err();
/// assert_eq!(error.formal().expect("an error term").to_string(), "type_error('Prices', list)");
/// # Ok::<(), ferz::Error>(())
/// ```
///
/// To a program an object is an atom: `atom/1` succeeds, `blob/2` gives its kind. It is written as `<Prices>(0x1)`, which
/// cannot be read back, so that a program has only the objects that it was given. An object is equal to itself only, in
/// an order of no meaning.
///
/// The value is dropped when nothing refers to it: no `Object`, no [`Term`](crate::Term), and no engine. An engine gives
/// up the objects that its program cannot reach when it collects atoms, which is now and then, and at once when
/// `garbage_collect_atoms/0` is called; all of them when it ends, and what came since its program was made when it is
/// [reset](crate::Engine::reset). Forks, and the engines of one [`Program`](crate::Program), share objects; those of the
/// program live as long as it does. A panic of the destructor is caught when an engine collects. What the value takes is
/// not counted by the limits on memory.
///
/// The value cannot be changed, unless its type allows it: a `Mutex<T>` does, which also makes an object of a value
/// that is only `Send`.
pub struct Object<T> {
    any: AnyObject,
    value: Arc<T>,
}

/// Returns the name of a type, without its path and parameters.
fn short_name<T>() -> &'static str {
    let full = type_name::<T>();
    let head = full.split('<').next().unwrap_or(full);
    head.rsplit("::").next().unwrap_or(head)
}

impl<T: Any + Send + Sync> Object<T> {
    /// Makes an object whose kind is the name of the type.
    pub fn new(value: T) -> Object<T> {
        Object::named(short_name::<T>(), value)
    }

    /// Makes an object of this kind; the kind is what programs see of it.
    pub fn named(kind: &str, value: T) -> Object<T> {
        let value = Arc::new(value);
        let any = AnyObject::new(kind, Arc::clone(&value) as Arc<dyn Any + Send + Sync>);
        Object { any, value }
    }

    /// Returns the object without its type.
    pub fn as_any(&self) -> &AnyObject {
        &self.any
    }
}

impl<T> Deref for Object<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> Clone for Object<T> {
    fn clone(&self) -> Object<T> {
        Object {
            any: self.any.clone(),
            value: Arc::clone(&self.value),
        }
    }
}

impl<T> fmt::Debug for Object<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.any.fmt(f)
    }
}

/// Objects are equal if they are the same.
impl<T> PartialEq for Object<T> {
    fn eq(&self, other: &Object<T>) -> bool {
        self.any == other.any
    }
}

impl<T> Eq for Object<T> {}

impl<T> IntoTerm for Object<T> {
    fn put(self, to: &mut Builder<'_>) {
        to.object(&self.any);
    }
}

/// Only objects of this type are converted.
impl<T: Any + Send + Sync> FromTerm for Object<T> {
    fn from_term(term: TermRef<'_>) -> Result<Object<T>, Mismatch> {
        let any = AnyObject::from_term(term).map_err(|_| Mismatch::new(short_name::<T>(), term))?;
        match any.value().downcast() {
            Ok(value) => Ok(Object { any, value }),
            Err(_) => Err(Mismatch::new(short_name::<T>(), term)),
        }
    }
}

impl IntoTerm for AnyObject {
    fn put(self, to: &mut Builder<'_>) {
        to.object(&self);
    }
}

impl FromTerm for AnyObject {
    fn from_term(term: TermRef<'_>) -> Result<AnyObject, Mismatch> {
        match term.view() {
            TermView::Object(object) => Ok(object.clone()),
            _ => Err(Mismatch::new("object", term)),
        }
    }
}

impl<'t> TermRef<'t> {
    /// Returns the value of an object of the host.
    ///
    /// ```
    /// use ferz::{Engine, Object};
    /// use std::sync::Mutex;
    ///
    /// let mut engine = Engine::new();
    /// engine.det("new_log", || Ok(Object::named("log", Mutex::new(Vec::<String>::new()))))?;
    /// engine.register("log", 2, |call| {
    ///     let log = call.arg(0).object::<Mutex<Vec<String>>>()?;
    ///     log.lock().expect("nobody panics with it").push(call.get(1)?);
    ///     Ok(true)
    /// })?;
    /// let answer = engine.once("new_log(L), log(L, hello), log(L, world), blob(L, Kind)")?.expect("a solution");
    /// let log = answer.get::<Object<Mutex<Vec<String>>>>("L")?;
    /// assert_eq!(*log.lock().expect("nobody panics with it"), ["hello", "world"]);
    /// assert_eq!(answer.get::<String>("Kind")?, "log");
    /// # Ok::<(), ferz::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the term is no object, or its value is of another type.
    pub fn object<T: Any>(self) -> Result<&'t T, Mismatch> {
        let found = match self.view() {
            TermView::Object(object) => object.get(),
            _ => None,
        };
        found.ok_or_else(|| Mismatch::new(short_name::<T>(), self))
    }
}
