//! The cases of a match that values reach. A case after which all values have matched is the last one.
//!
//! ```text
//! match (a, b) with                        match (a, b) with
//! | (#nil, _) -> x                         | (#nil, _) -> x
//! | (_, #nil) -> y                  ==>    | (_, #nil) -> y
//! | (#cons(..), #cons(..)) -> z            | (#cons(..), #cons(..)) -> z
//! | _ -> fail(..)
//! ```
//!
//! A matrix of patterns, with a row for each case, is split by the constructors of its last column until it has no
//! columns. Source: Maranget, "Warnings for pattern matching", JFP 2007, section 3.

use crate::def::{Case, Data, DataId, Pat, Type};
use base::Symbol;
use base::entity::PrimaryMap;
use value::Scalar;

/// Largest number of patterns that are visited for a match. Beyond it, all cases count as reached.
const MAX_VISITED: usize = 1000;

/// Returns the number of cases that values reach.
pub(super) fn reached(cases: &[Case], datas: &PrimaryMap<DataId, Data>) -> usize {
    let mut count = cases.len();
    while count > 1 {
        let rows = cases[..count - 1].iter().map(|case| vec![Some(&case.pat)]).collect();
        if !(Matrix { datas, left: MAX_VISITED }).covers(rows) {
            break;
        }
        count -= 1;
    }
    count
}

/// A pattern; `None` matches every value.
type Cell<'p> = Option<&'p Pat>;

struct Matrix<'p> {
    datas: &'p PrimaryMap<DataId, Data>,
    /// Number of patterns that may still be visited.
    left: usize,
}

impl<'p> Matrix<'p> {
    /// Whether each row of values matches a row of patterns. All rows have the same columns.
    fn covers(&mut self, mut rows: Vec<Vec<Cell<'p>>>) -> bool {
        let Some(left) = self.left.checked_sub(rows.len()) else { return false };
        self.left = left;
        let Some(first) = rows.first() else { return false };
        if first.is_empty() {
            return true;
        }
        let column: Vec<Cell> = rows.iter_mut().filter_map(Vec::pop).map(|cell| cell.filter(tests)).collect();
        let Some(test) = column.iter().find_map(|cell| *cell) else { return self.covers(rows) };
        let split = |matrix: &mut Self, count: usize, parts: &dyn Fn(&'p Pat) -> Option<Vec<Cell<'p>>>| {
            let of = |(row, cell): (&Vec<Cell<'p>>, &Cell<'p>)| {
                let parts = cell.map_or_else(|| Some(vec![None; count]), parts)?;
                Some([row.clone(), parts].concat())
            };
            matrix.covers(rows.iter().zip(&column).filter_map(of).collect())
        };
        match test {
            Pat::Record(fields) => split(self, fields.len(), &|pat| match pat {
                Pat::Record(fields) => Some(fields.iter().map(|(_, field)| Some(field)).collect()),
                _ => None,
            }),
            Pat::Variant(_, _, ty) => self.constructors(ty).into_iter().all(|(wanted, count)| {
                split(self, count, &|pat| match pat {
                    Pat::Variant(name, parts, _) if *name == wanted => Some(parts.iter().map(Some).collect()),
                    _ => None,
                })
            }),
            Pat::Literal(Scalar::Bool(_)) => [false, true]
                .into_iter()
                .all(|wanted| split(self, 0, &|pat| (*pat == Pat::Literal(Scalar::Bool(wanted))).then(Vec::new))),
            _ => split(self, 0, &|_| None),
        }
    }

    /// Returns the constructors of a type, each with the number of its payloads.
    fn constructors(&self, ty: &'p Type) -> Vec<(Symbol, usize)> {
        let all = match ty {
            Type::Data(id, _) => self.datas.get(*id).map_or(&[][..], |data| &data.constructors),
            Type::Sum(all) => all,
            _ => &[],
        };
        all.iter().map(|(name, payloads)| (*name, payloads.len())).collect()
    }
}

/// Whether the pattern does not match every value of its type.
fn tests(pat: &&Pat) -> bool {
    !matches!(pat, Pat::Var(..) | Pat::Wildcard(_))
}
