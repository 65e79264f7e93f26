//! Shared parts of this crate's tests: random polynomials over a few variables, and random values of these.

use base::cursor::{Cursor, Parsed};
use base::{FileId, Name};
use proptest::collection::vec;
use proptest::prelude::*;
use rista_index::Poly;

/// Number of variables that random polynomials use.
pub const VARIABLES: u32 = 4;

pub fn name(id: u32) -> Name {
    Name::new("x", id)
}

fn poly_with(coefficient: BoxedStrategy<i64>) -> BoxedStrategy<Poly> {
    let term = (coefficient, vec(0..VARIABLES, 0..3)).prop_map(|(coefficient, ids)| {
        let factors: Vec<Poly> = ids.into_iter().map(|id| Poly::var(name(id))).collect();
        Poly::product(&factors).scale(coefficient)
    });
    vec(term, 0..5).prop_map(|terms| terms.iter().fold(Poly::zero(), |sum, term| &sum + term)).boxed()
}

/// A polynomial with small coefficients.
pub fn poly() -> BoxedStrategy<Poly> {
    poly_with((-4i64..=4).boxed())
}

/// A polynomial with any coefficients, so that sums and products wrap.
pub fn wild_poly() -> BoxedStrategy<Poly> {
    poly_with(prop_oneof![-4i64..=4, any::<i64>(), Just(i64::MIN), Just(i64::MAX)].boxed())
}

/// A value for each variable.
pub fn assignment(value: impl Strategy<Value = i64> + 'static) -> BoxedStrategy<Vec<i64>> {
    vec(value, VARIABLES as usize).boxed()
}

pub fn env(values: &[i64]) -> impl Fn(Name) -> Option<i64> + '_ {
    |name| values.get(name.id as usize).copied()
}

/// Parses all of `text`.
pub fn parse_text<T>(text: &str, parse: impl FnOnce(&mut Cursor) -> Parsed<T>) -> Parsed<T> {
    let mut cursor = Cursor::new(FileId(0), text)?;
    let result = parse(&mut cursor)?;
    if cursor.at_end() { Ok(result) } else { Err(cursor.expected("the end")) }
}
