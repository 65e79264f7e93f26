//! Whether the cases of a `match` cover every value (Maranget, "Warnings for pattern matching", 2007): a row of
//! wildcards is useful after the cases exactly when some value is missing, and then the example says which.

use crate::ast::{Literal, Pat, PatKind};
use crate::check::messages::report::{AMBIGUOUS, NOT_EXHAUSTIVE, is_brief};
use crate::check::types::{Bound, Type};
use crate::check::{Checker, Checking, Reported};
use base::{Diagnostic, Span, Symbol};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Patterns that together should match every value of a type.
pub struct Match {
    pub ty: Type,
    pub pats: Vec<Pat>,
    pub span: Span,
    /// One pattern that binds, rather than the cases of a `match`.
    pub binding: bool,
}

/// A pattern with everything taken away that does not decide.
#[derive(Clone)]
enum Shape {
    Any,
    Record(Vec<(Symbol, Shape)>),
    Variant(Symbol, Vec<Shape>),
    Bool(bool),
    /// One of endlessly many.
    Number(String),
}

/// A message lists so many missing cases.
const MAX_MISSING: usize = 10;

/// So many patterns looked at suffice for what people write; beyond, the match passes unexamined and fails when it is
/// run.
const STEPS: usize = 50_000_000;

/// So many for seeing which cases are never reached, which takes the square of their number.
const REACHED_STEPS: usize = 1_000_000;

impl Checker {
    /// Demands that something says which sums the constructors from `first` on are of. Each unknown sum is reported at
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
                let diagnostic = Diagnostic::error(AMBIGUOUS, format!("the sum type of `#{name}` is not known"))
                    .label(span, "nothing says which constructors there are")
                    .help(format!("say its type, such as with `: {shown}`"));
                result = Err(self.report(diagnostic));
                self.unifier.settle(meta, sum);
            }
        }
        result
    }

    /// Examines the matches from `first` on, now that their types are known.
    pub fn check_matches(&mut self, first: usize) -> Checking<()> {
        let matches: Vec<_> = self.matches.drain(first..).collect();
        let mut result = Ok(());
        for Match { ty, pats, span, binding } in matches {
            let ty = self.unifier.resolve(&ty);
            if !binding && !self.in_prelude_place() {
                let rows: Vec<Vec<Shape>> = pats.iter().map(|pat| vec![shape(pat)]).collect();
                self.tell_never_reached(&rows, &pats, std::slice::from_ref(&ty));
            }
            let missing = self.all_missing(&pats, &ty, if binding { 1 } else { MAX_MISSING + 1 });
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

    /// Tells of the cases whose values the cases before them match.
    fn tell_never_reached(&mut self, rows: &[Vec<Shape>], pats: &[Pat], types: &[Type]) {
        let mut steps = REACHED_STEPS;
        for (i, (row, pat)) in rows.iter().zip(pats).enumerate() {
            if !self.is_reached(rows.get(..i).unwrap_or_default(), row, types, &mut steps) {
                self.never_reached(pat.span);
            }
        }
    }

    /// Whether some value matches `row` and none of `rows`; also where that takes too long to see.
    fn is_reached(&self, rows: &[Vec<Shape>], row: &[Shape], types: &[Type], steps: &mut usize) -> bool {
        let Some(left) = steps.checked_sub(1 + rows.len() * types.len()) else { return true };
        *steps = left;
        let (Some((first, _)), Some((ty, rest))) = (row.split_first(), types.split_first()) else {
            return rows.is_empty();
        };
        if rows.is_empty() {
            return true;
        }
        let sorted = Rows::by_first(rows, 0);
        if matches!(first, Shape::Any) && sorted.open.len() == rows.len() {
            let inner: Vec<Vec<Shape>> = rows.iter().filter_map(|row| Some(row.split_first()?.1.to_vec())).collect();
            return self.is_reached(&inner, row.get(1..).unwrap_or_default(), rest, steps);
        }
        let heads = match first {
            Shape::Number(text) => vec![Head { kind: HeadKind::Number(text.clone()), types: Vec::new() }],
            Shape::Bool(value) => vec![Head { kind: HeadKind::Bool(*value), types: Vec::new() }],
            Shape::Any | Shape::Record(_) | Shape::Variant(..) => self.heads(&sorted, ty),
        };
        heads.iter().any(|head| {
            let Some(row) = specialise(row, head) else { return false };
            let columns: Vec<Type> = head.types.iter().chain(rest).cloned().collect();
            let inner: Vec<Vec<Shape>> = sorted.of(&head.kind).filter_map(|row| specialise(row, head)).collect();
            self.is_reached(&inner, &row, &columns, steps)
        })
    }

    /// The values that no pattern matches, as patterns, at most so many.
    fn all_missing(&self, pats: &[Pat], ty: &Type, most: usize) -> Vec<String> {
        let mut rows: Vec<Vec<Shape>> = pats.iter().map(|pat| vec![shape(pat)]).collect();
        let (mut steps, mut shown) = (STEPS, Vec::new());
        while shown.len() < most
            && let Some(missing) = self.missing(&rows, std::slice::from_ref(ty), &mut steps)
        {
            shown.extend(missing.iter().map(|shape| show(shape, false)));
            rows.push(missing);
        }
        shown
    }

    fn not_exhaustive(&mut self, span: Span, missing: &[String]) {
        let mut cases: Vec<String> = missing.iter().take(MAX_MISSING).map(|case| format!("`{case}`")).collect();
        if missing.len() > MAX_MISSING {
            cases.push("and others".to_owned());
        }
        let diagnostic = Diagnostic::error(NOT_EXHAUSTIVE, "a value may match none of the cases")
            .label(span, format!("no case for {}", cases.join(", ")));
        self.report(diagnostic);
    }

    /// Values, one for each column, that no row matches.
    fn missing(&self, rows: &[Vec<Shape>], types: &[Type], steps: &mut usize) -> Option<Vec<Shape>> {
        *steps = steps.checked_sub(1 + rows.len() * types.len())?;
        if rows.is_empty() {
            return Some(vec![Shape::Any; types.len()]);
        }
        let decides = |column: &usize| rows.iter().any(|row| !matches!(row.get(*column), None | Some(Shape::Any)));
        let column = (0..types.len()).find(decides)?;
        let (ty, rest) = types.get(column..)?.split_first()?;
        let rows = Rows::by_first(rows, column);
        for head in self.heads(&rows, ty) {
            let mut columns = head.types.clone();
            columns.extend(rest.iter().cloned());
            let inner: Vec<Vec<Shape>> = rows.of(&head.kind).filter_map(|row| specialise(row, &head)).collect();
            if let Some(found) = self.missing(&inner, &columns, steps) {
                return Some(std::iter::repeat_n(Shape::Any, column).chain(head.rebuild(found)).collect());
            }
        }
        None
    }

    /// The ways in which a value of the type can begin, as far as the rows tell them apart.
    fn heads(&self, rows: &Rows, ty: &Type) -> Vec<Head> {
        let empty = |kind: HeadKind| Head { kind, types: Vec::new() };
        match self.unifier.shallow(ty) {
            Type::Record(fields) => vec![Head {
                kind: HeadKind::Record(fields.iter().map(|(name, _)| *name).collect()),
                types: fields.iter().map(|(_, ty)| ty.clone()).collect(),
            }],
            Type::Sum(constructors) => constructors
                .iter()
                .map(|(name, payload)| Head { kind: HeadKind::Variant(*name), types: payload.clone() })
                .collect(),
            _ if rows.bools => [false, true].map(|b| empty(HeadKind::Bool(b))).into(),
            _ => {
                let numbers = rows.numbers.keys().map(|text| HeadKind::Number((*text).to_owned()));
                numbers.chain([HeadKind::Other]).map(empty).collect()
            }
        }
    }
}

/// The rows of a match from a column on, by what that column says.
struct Rows<'r> {
    all: Vec<&'r [Shape]>,
    /// Those that say nothing, by their places in `all`.
    open: Vec<usize>,
    variants: FxHashMap<Symbol, Vec<usize>>,
    numbers: BTreeMap<&'r str, Vec<usize>>,
    bools: bool,
}

impl<'r> Rows<'r> {
    fn by_first(rows: &'r [Vec<Shape>], column: usize) -> Rows<'r> {
        let all = rows.iter().map(|row| row.get(column..).unwrap_or_default()).collect();
        let mut sorted =
            Rows { all, open: Vec::new(), variants: FxHashMap::default(), numbers: BTreeMap::default(), bools: false };
        for (i, row) in sorted.all.iter().enumerate() {
            match row.first() {
                Some(Shape::Any) => sorted.open.push(i),
                Some(Shape::Variant(name, _)) => sorted.variants.entry(*name).or_default().push(i),
                Some(Shape::Number(text)) => sorted.numbers.entry(text).or_default().push(i),
                Some(Shape::Bool(_)) => sorted.bools = true,
                Some(Shape::Record(_)) | None => {}
            }
        }
        sorted
    }

    /// The rows that may match a value with this head, those that say so before those that say nothing.
    fn of(&self, head: &HeadKind) -> Box<dyn Iterator<Item = &'r [Shape]> + '_> {
        let said: &[usize] = match head {
            HeadKind::Record(_) | HeadKind::Bool(_) => return Box::new(self.all.iter().copied()),
            HeadKind::Variant(name) => self.variants.get(name).map_or(&[], Vec::as_slice),
            HeadKind::Number(text) => self.numbers.get(text.as_str()).map_or(&[], Vec::as_slice),
            HeadKind::Other => &[],
        };
        Box::new(said.iter().chain(&self.open).filter_map(|i| self.all.get(*i).copied()))
    }
}

struct Head {
    kind: HeadKind,
    /// The types of what is inside.
    types: Vec<Type>,
}

enum HeadKind {
    Record(Vec<Symbol>),
    Variant(Symbol),
    Bool(bool),
    Number(String),
    /// Any value that no row names.
    Other,
}

impl Head {
    /// The values of the first column from those of its parts.
    fn rebuild(&self, mut found: Vec<Shape>) -> Vec<Shape> {
        let rest = found.split_off(self.types.len().min(found.len()));
        let first = match &self.kind {
            HeadKind::Record(names) => Shape::Record(names.iter().copied().zip(found).collect()),
            HeadKind::Variant(name) => Shape::Variant(*name, found),
            HeadKind::Bool(value) => Shape::Bool(*value),
            HeadKind::Number(text) => Shape::Number(text.clone()),
            HeadKind::Other => Shape::Any,
        };
        std::iter::once(first).chain(rest).collect()
    }
}

/// What is left of a row for values that begin with `head`.
fn specialise(row: &[Shape], head: &Head) -> Option<Vec<Shape>> {
    let (first, rest) = row.split_first()?;
    let inner: Vec<Shape> = match (first, &head.kind) {
        (Shape::Any, _) => vec![Shape::Any; head.types.len()],
        (Shape::Record(fields), HeadKind::Record(names)) => names
            .iter()
            .map(|name| fields.iter().find(|(other, _)| other == name).map_or(Shape::Any, |(_, shape)| shape.clone()))
            .collect(),
        (Shape::Variant(name, payload), HeadKind::Variant(other)) if name == other => payload.clone(),
        (Shape::Bool(value), HeadKind::Bool(other)) if value == other => Vec::new(),
        (Shape::Number(text), HeadKind::Number(other)) if text == other => Vec::new(),
        _ => return None,
    };
    Some(inner.into_iter().chain(rest.iter().cloned()).collect())
}

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
        PatKind::Literal(Literal::Int { magnitude, negative, .. }) => {
            Shape::Number(format!("{}{magnitude}", if *negative { "-" } else { "" }))
        }
        PatKind::Literal(Literal::Float { value, .. }) => Shape::Number(format!("{value:?}")),
        PatKind::Ascribe(inner, _) | PatKind::Attr(_, inner) => shape(inner),
    }
}

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
