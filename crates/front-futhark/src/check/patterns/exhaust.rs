//! Checks whether the cases of a `match` cover every value, with the matrix algorithm of Maranget, "Warnings for
//! pattern matching" (2007). The rows of the matrix are the cases' patterns; a column has the patterns for one
//! component of the value. A row of wildcards is useful after the cases exactly if some value is missing, and the proof
//! yields an example. Both this check and the check for unreachable cases split the matrix by a column that the first
//! row tests. Rows that do not match the tested value go on without the first row; the others soon need no other row. A
//! matrix that was examined before is not examined again.

use crate::ast::{Literal, Pat, PatKind};
use crate::check::expressions::literals::literal_value;
use crate::check::messages::report::{AMBIGUOUS, NOT_EXHAUSTIVE, is_brief};
use crate::check::types::{Bound, Type};
use crate::check::{Checker, Checking, Reported};
use base::{Diagnostic, Span, Symbol};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use value::ScalarType;

/// Patterns that together must match every value of their type.
pub struct Match {
    pub ty: Type,
    pub pats: Vec<Pat>,
    pub span: Span,
    /// Whether the pattern is the only one of a binding, instead of cases of a `match`.
    pub binding: bool,
}

/// A pattern without names and types: the tests that it makes.
#[derive(Clone)]
enum Shape {
    Any,
    Record(Vec<(Symbol, Shape)>),
    Variant(Symbol, Vec<Shape>),
    Bool(bool),
    /// A number or another value of a type with many values, by its text.
    Number(String),
}

/// Largest number of missing values that a message lists.
const MAX_MISSING: usize = 10;

/// Largest number of patterns examined for one `match`. Because some matches need exponentially many, this bounds the
/// time; it is enough for programs that people write. A `match` beyond it is accepted without warnings, and may fail at
/// run time.
const STEPS: usize = 2_000_000;

static ANY: Shape = Shape::Any;

impl Checker {
    /// Checks that the sum types of all constructors recorded from `first` on are known. Reports each unknown sum at
    /// its first constructor.
    pub fn sums_known(&mut self, first: usize) -> Checking<()> {
        let constructors: Vec<_> = self.constructors.drain(first..).collect();
        let mut result = Ok(());
        for (name, ty, span) in constructors {
            if let Type::Meta(meta) = self.unifier.shallow(&ty)
                && let Some(Bound::Constructors(known)) = self.unifier.bound(meta).cloned()
            {
                let sum = crate::check::types::unify::sum(known);
                let shown = self.show(&sum);
                let shown = if is_brief(&shown) { shown } else { format!("#{name} .. | ..") };
                let diagnostic = Diagnostic::error(AMBIGUOUS, format!("cannot infer the sum type of `#{name}`"))
                    .label(span, "nothing determines the other constructors of its type")
                    .help(format!("declare its type, such as `: {shown}`"));
                result = Err(self.report(diagnostic));
                self.unifier.settle(meta, sum);
            }
        }
        result
    }

    /// Checks the matches recorded from `first` on, whose types are known by now.
    pub fn check_matches(&mut self, first: usize) -> Checking<()> {
        let matches: Vec<_> = self.matches.drain(first..).collect();
        let mut result = Ok(());
        for Match { ty, pats, span, binding } in matches {
            let ty = self.unifier.resolve(&ty);
            let shapes: Vec<Shape> = pats.iter().map(shape).collect();
            if !binding && !self.in_prelude_place() {
                self.tell_never_reached(&shapes, &pats, &ty);
            }
            let missing = self.all_missing(shapes, &ty, if binding { 1 } else { MAX_MISSING + 1 });
            if !missing.is_empty() {
                result = Err(Reported);
                match binding {
                    true => self.refutable_here(span),
                    false => self.not_exhaustive(span, &missing),
                }
            }
        }
        result
    }

    /// Warns of cases whose values earlier cases match.
    fn tell_never_reached(&mut self, shapes: &[Shape], pats: &[Pat], ty: &Type) {
        let rows: Vec<(usize, Row)> = shapes.iter().map(|shape| vec![shape]).enumerate().collect();
        let mut reached = vec![false; pats.len()];
        self.mark_reached(&rows, std::slice::from_ref(ty), &mut reached, &mut Search::default());
        for (pat, _) in pats.iter().zip(reached).filter(|(_, reached)| !reached) {
            self.never_reached(pat.span);
        }
    }

    /// Sets `reached` for each row that matches some value which no earlier row matches. If this takes too many steps,
    /// sets it for all rows. Each row comes with its index in `reached`.
    fn mark_reached(&self, rows: &[(usize, Row)], types: &[Type], reached: &mut [bool], search: &mut Search) {
        let is_open = |(index, _): &(usize, Row), reached: &[bool]| reached.get(*index) == Some(&false);
        let Some(last) = rows.iter().rposition(|row| is_open(row, reached)) else { return };
        let rows = rows.get(..=last).unwrap_or_default();
        let Some((index, first)) = rows.first() else { return };
        // No earlier row is left, so the first row matches some value.
        mark(reached, *index);
        match search.visit(rows.iter().map(|(index, row)| (*index, row)), types.len()) {
            Visit::First => {}
            Visit::Again => return,
            Visit::TooMany => return rows.iter().for_each(|(index, _)| mark(reached, *index)),
        }
        let Some((column, ty)) = deciding(first, types) else { return };
        let sorted = Sorted::by_column(rows.iter().map(|(_, row)| row), column);
        let mut seen_other = false;
        // The values that no row tests for leave the fewest rows. Their head is the last one, so it is examined first.
        for head in self.heads(&sorted, ty).into_iter().rev() {
            // All heads that no row tests for lead to the same rows.
            if !sorted.names(&head.kind) && std::mem::replace(&mut seen_other, true) {
                continue;
            }
            let matching: Vec<&(usize, Row)> = sorted.of(&head.kind).into_iter().filter_map(|i| rows.get(i)).collect();
            if !matching.iter().any(|row| is_open(row, reached)) {
                continue;
            }
            let inner: Vec<(usize, Row)> = matching
                .into_iter()
                .filter_map(|(index, row)| Some((*index, specialise(row, column, &head)?)))
                .collect();
            self.mark_reached(&inner, &specialised_types(types, column, &head), reached, search);
        }
    }

    /// Returns up to `most` values that no pattern matches, as the text of patterns.
    fn all_missing(&self, mut shapes: Vec<Shape>, ty: &Type, most: usize) -> Vec<String> {
        let (mut search, mut shown) = (Search::default(), Vec::new());
        while shown.len() < most {
            let rows: Vec<Row> = shapes.iter().map(|shape| vec![shape]).collect();
            let Some(missing) = self.missing(&rows, std::slice::from_ref(ty), &mut search) else { break };
            // The set of rows grows by one, so earlier results may no longer hold.
            search.seen.clear();
            shown.extend(missing.iter().map(|shape| show(shape, false)));
            shapes.extend(missing);
        }
        shown
    }

    fn not_exhaustive(&mut self, span: Span, missing: &[String]) {
        let mut cases: Vec<String> = missing.iter().take(MAX_MISSING).map(|case| format!("`{case}`")).collect();
        if missing.len() > MAX_MISSING {
            cases.push("and others".to_owned());
        }
        let label = match missing {
            [any] if any == "_" => "no case for any other value".to_owned(),
            _ => format!("no case for {}", cases.join(", ")),
        };
        let diagnostic = Diagnostic::error(NOT_EXHAUSTIVE, "the cases of this `match` do not cover all values")
            .label(span, label)
            .help("add the missing cases, or `case _ -> ..` for all other values");
        self.report(diagnostic);
    }

    /// Returns a value for each column such that no row matches these values; `None` if the rows match all values.
    fn missing(&self, rows: &[Row], types: &[Type], search: &mut Search) -> Option<Vec<Shape>> {
        let Some(first) = rows.first() else { return Some(vec![Shape::Any; types.len()]) };
        if rows.iter().any(|row| deciding(row, types).is_none()) {
            return None;
        }
        // The search ends with the first missing value. So rows that were visited before have none.
        if search.visit(rows.iter().map(|row| (0, row)), types.len()) != Visit::First {
            return None;
        }
        let (column, ty) = deciding(first, types)?;
        let sorted = Sorted::by_column(rows.iter(), column);
        let mut seen_other = false;
        for head in self.heads(&sorted, ty) {
            // All heads that no row tests for lead to the same rows.
            if !sorted.names(&head.kind) && std::mem::replace(&mut seen_other, true) {
                continue;
            }
            let named = sorted.said.get(&head.kind).into_iter().flatten().filter_map(|i| rows.get(*i));
            if named.into_iter().any(|row| matches_all_but(row, column)) {
                continue;
            }
            let types = specialised_types(types, column, &head);
            let matching = sorted.of(&head.kind).into_iter().filter_map(|i| rows.get(i));
            let inner: Vec<Row> = matching.filter_map(|row| specialise(row, column, &head)).collect();
            if let Some(found) = self.missing(&inner, &types, search) {
                return Some(head.rebuild(found, column));
            }
        }
        None
    }

    /// Returns the heads that values of the type can have. Values that no row tests for share the head `Other`.
    fn heads<'p>(&self, rows: &Sorted<'p>, ty: &Type) -> Vec<Head<'p>> {
        let empty = |kind: HeadKind<'p>| Head { kind, types: Vec::new() };
        match self.unifier.shallow(ty) {
            Type::Record(fields) => vec![Head {
                kind: HeadKind::Record(fields.iter().map(|(name, _)| *name).collect()),
                types: fields.iter().map(|(_, ty)| ty.clone()).collect(),
            }],
            Type::Sum(constructors) => constructors
                .iter()
                .map(|(name, payload)| Head { kind: HeadKind::Variant(*name), types: payload.clone() })
                .collect(),
            Type::Scalar(ScalarType::Bool) => [false, true].map(|b| empty(HeadKind::Bool(b))).into(),
            _ => rows.said.keys().cloned().chain([HeadKind::Other]).map(empty).collect(),
        }
    }
}

/// A row of the matrix: the shapes of a case's patterns, one for each column.
type Row<'p> = Vec<&'p Shape>;

/// Limit and cache of a search.
struct Search {
    steps: usize,
    /// Examined sets of rows: their indices, and their shapes in the columns in which some row has a test.
    seen: FxHashSet<(Vec<usize>, Vec<*const Shape>)>,
}

#[derive(PartialEq, Eq)]
enum Visit {
    First,
    Again,
    TooMany,
}

impl Default for Search {
    fn default() -> Search {
        Search { steps: STEPS, seen: FxHashSet::default() }
    }
}

impl Search {
    /// Records that these rows are examined. Returns whether they were examined before, or that the limit of steps is
    /// exceeded.
    fn visit<'r, 'p: 'r>(&mut self, rows: impl Iterator<Item = (usize, &'r Row<'p>)>, columns: usize) -> Visit {
        let (places, rows): (Vec<usize>, Vec<&Row>) = rows.unzip();
        let Some(left) = self.steps.checked_sub(1 + rows.len() * columns) else { return Visit::TooMany };
        self.steps = left;
        let decides = |column: usize| rows.iter().any(|row| !matches!(row.get(column), None | Some(Shape::Any)));
        let columns: Vec<usize> = (0..columns).filter(|column| decides(*column)).collect();
        let mut shapes = Vec::with_capacity(rows.len() * columns.len());
        for row in &rows {
            shapes.extend(columns.iter().filter_map(|column| row.get(*column)).map(|shape| match shape {
                Shape::Any => std::ptr::from_ref(&ANY),
                shape => std::ptr::from_ref(*shape),
            }));
        }
        if self.seen.insert((places, shapes)) { Visit::First } else { Visit::Again }
    }
}

fn mark(reached: &mut [bool], index: usize) {
    if let Some(reached) = reached.get_mut(index) {
        *reached = true;
    }
}

/// Returns the first column in which the row has a test, and the type of this column.
fn deciding<'t>(row: &[&Shape], types: &'t [Type]) -> Option<(usize, &'t Type)> {
    let column = row.iter().position(|shape| !matches!(shape, Shape::Any))?;
    Some((column, types.get(column)?))
}

/// Whether the row matches every value that passes its test in this column.
fn matches_all_but(row: &[&Shape], column: usize) -> bool {
    row.iter().enumerate().all(|(i, shape)| match shape {
        Shape::Any => true,
        Shape::Bool(_) | Shape::Number(_) => i == column,
        Shape::Variant(_, payload) => i == column && payload.iter().all(|part| matches!(part, Shape::Any)),
        Shape::Record(_) => false,
    })
}

/// Indices of rows, grouped by the head for which they test in a column.
struct Sorted<'p> {
    count: usize,
    said: BTreeMap<HeadKind<'p>, Vec<usize>>,
    /// Indices of rows without a test in the column.
    open: Vec<usize>,
}

impl<'p> Sorted<'p> {
    /// Groups the rows by their tests in the column.
    fn by_column<'r>(rows: impl Iterator<Item = &'r Row<'p>>, column: usize) -> Sorted<'p>
    where
        'p: 'r,
    {
        let mut sorted = Sorted { count: 0, said: BTreeMap::new(), open: Vec::new() };
        for (i, row) in rows.enumerate() {
            sorted.count += 1;
            match row.get(column).and_then(|shape| shape.head()) {
                Some(head) => sorted.said.entry(head).or_default().push(i),
                None => sorted.open.push(i),
            }
        }
        sorted
    }

    /// Whether some row tests for this head. Records count as tested for.
    fn names(&self, head: &HeadKind) -> bool {
        matches!(head, HeadKind::Record(_)) || self.said.contains_key(head)
    }

    /// Returns the indices of rows that may match a value with this head, in ascending order.
    fn of(&self, head: &HeadKind) -> Vec<usize> {
        if matches!(head, HeadKind::Record(_)) {
            return (0..self.count).collect();
        }
        let mut places = self.said.get(head).cloned().unwrap_or_default();
        places.extend(&self.open);
        places.sort_unstable();
        places
    }
}

struct Head<'p> {
    kind: HeadKind<'p>,
    /// Types of the components of a value with this head.
    types: Vec<Type>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum HeadKind<'p> {
    /// A record with these fields. Patterns may omit some of them.
    Record(Vec<Symbol>),
    Variant(Symbol),
    Bool(bool),
    Number(&'p str),
    /// All values for which no row tests.
    Other,
}

impl Shape {
    /// Returns the head for which the shape tests; `None` if it matches all values.
    fn head(&self) -> Option<HeadKind<'_>> {
        match self {
            Shape::Any => None,
            Shape::Record(_) => Some(HeadKind::Record(Vec::new())),
            Shape::Variant(name, _) => Some(HeadKind::Variant(*name)),
            Shape::Bool(value) => Some(HeadKind::Bool(*value)),
            Shape::Number(text) => Some(HeadKind::Number(text)),
        }
    }
}

impl Head<'_> {
    /// Replaces the columns for the head's components by one column with the whole value.
    fn rebuild(&self, mut found: Vec<Shape>, column: usize) -> Vec<Shape> {
        let after = found.split_off((column + self.types.len()).min(found.len()));
        let parts = found.split_off(column.min(found.len()));
        found.push(match &self.kind {
            HeadKind::Record(names) => Shape::Record(names.iter().copied().zip(parts).collect()),
            HeadKind::Variant(name) => Shape::Variant(*name, parts),
            HeadKind::Bool(value) => Shape::Bool(*value),
            HeadKind::Number(text) => Shape::Number((*text).to_owned()),
            HeadKind::Other => Shape::Any,
        });
        found.extend(after);
        found
    }
}

/// Returns the row for values with this head: columns for the head's components replace the column. `None` if the row
/// has no such column.
fn specialise<'p>(row: &[&'p Shape], column: usize, head: &Head) -> Option<Row<'p>> {
    let (before, rest) = row.split_at_checked(column)?;
    let (shape, after) = rest.split_first()?;
    let parts: Row<'p> = match (*shape, &head.kind) {
        (Shape::Any, _) => vec![&ANY; head.types.len()],
        (Shape::Record(fields), HeadKind::Record(names)) => names
            .iter()
            .map(|name| fields.iter().find(|(other, _)| other == name).map_or(&ANY, |(_, shape)| shape))
            .collect(),
        (Shape::Variant(_, payload), HeadKind::Variant(_)) => payload.iter().collect(),
        _ => Vec::new(),
    };
    Some(before.iter().copied().chain(parts).chain(after.iter().copied()).collect())
}

fn specialised_types(types: &[Type], column: usize, head: &Head) -> Vec<Type> {
    let after = types.iter().skip(column + 1);
    types.iter().take(column).chain(&head.types).chain(after).cloned().collect()
}

/// Returns the tests of a pattern.
fn shape(pat: &Pat) -> Shape {
    match &pat.kind {
        PatKind::Name(_) | PatKind::Wildcard => Shape::Any,
        PatKind::Tuple(items) => {
            let fields = items.iter().enumerate().map(|(i, item)| (core_ir::def::tuple_field(i), shape(item)));
            Shape::Record(fields.collect())
        }
        PatKind::Record(fields) => Shape::Record(
            fields.iter().map(|(name, pat)| (name.name, pat.as_ref().map_or(Shape::Any, shape))).collect(),
        ),
        PatKind::Constructor(name, payload) => Shape::Variant(*name, payload.iter().map(shape).collect()),
        PatKind::Literal(Literal::Bool(value)) => Shape::Bool(*value),
        PatKind::Literal(literal @ Literal::Int { .. }) => {
            Shape::Number(literal_value(literal).as_i128().unwrap_or_default().to_string())
        }
        PatKind::Literal(Literal::Float { value, .. }) => Shape::Number(format!("{value:?}")),
        PatKind::Ascribe(inner, _) | PatKind::Attr(_, inner) => shape(inner),
    }
}

/// Returns the text of a pattern with these tests, in parentheses if necessary `inside` another one.
fn show(shape: &Shape, inside: bool) -> String {
    match shape {
        Shape::Any => "_".to_owned(),
        Shape::Bool(value) => value.to_string(),
        Shape::Number(text) => text.clone(),
        Shape::Variant(name, payload) if payload.is_empty() => format!("#{name}"),
        Shape::Variant(name, payload) => {
            let parts: Vec<String> = payload.iter().map(|part| show(part, true)).collect();
            let text = format!("#{name} {}", parts.join(" "));
            if inside { format!("({text})") } else { text }
        }
        Shape::Record(fields) => {
            let is_tuple = fields.iter().enumerate().all(|(i, (name, _))| *name == core_ir::def::tuple_field(i));
            let part = |(name, shape): &(Symbol, Shape)| {
                if is_tuple { show(shape, false) } else { format!("{name} = {}", show(shape, false)) }
            };
            let parts: Vec<String> = fields.iter().map(part).collect();
            if is_tuple { format!("({})", parts.join(", ")) } else { format!("{{{}}}", parts.join(", ")) }
        }
    }
}
