//! Decision trees: matches with many cases on integers, also inside constructors, become binary searches and tables.
//! Otherwise a chain of comparisons takes linear time, and nests as deeply as there are cases, which slows all later
//! passes.
//!
//! ```text
//! match x with                     let number = if x < 40 then (if x == 7 then 0 else 3)
//! | 7 -> a                                      else if x < 900 then (if x == 40 then 1 else 3)
//! | 40 -> b                                     else (if x == 900 then 2 else 3)
//! | 900 -> c                       in if number < 2 then (if number < 1 then a else b)
//! | _ -> d                            else (if number < 3 then c else d)
//! ```
//!
//! The first search finds the number of the case, the second one its body, so that no body occurs twice. If integers
//! are dense, the number is a difference or a table element. So is the value of a match whose bodies are literals. The
//! fields of records are searched one after the other, with cases grouped by the tested field. Where cases test a
//! constructor, a match on constructors leads to the search of the payload. Cases that test floats stay a match, which
//! follows the cases before them; so does a match that tests one constructor only, which lowerings search. Cases that
//! no value reaches are removed (`decide/reached.rs`).
//!
//! CORE to CORE. Needs: types without parameters. Guarantees: every value selects the same case. Cost: O(n log n) for n
//! cases; at run time a match takes O(log n).

mod reached;

use crate::build;
use crate::def::{Case, DefId, Expr, ExprKind, Pat, Program, Size, TableId, Type};
use crate::walk::rewrite;
use base::entity::{EntityRef, PrimaryMap};
use base::{NameSource, Span, Symbol};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use value::{ArrayValue, BinOp, CmpOp, Scalar, ScalarType, UnOp};

/// Smallest number of cases that are searched. Fewer cases are a chain of comparisons.
const FEWEST: usize = 8;
/// Smallest number of integers for which a table is made.
const SMALLEST_TABLE: usize = 4;

/// Transforms a program so that no match compares many integers in sequence.
pub fn decide(mut program: Program) -> Program {
    for at in 0..program.defs.len() {
        let def = &mut program.defs[DefId::new(at)];
        let body = std::mem::replace(&mut def.body, build::unit());
        let (names, tables, datas) = (&mut program.names, &mut program.tables, &program.datas);
        def.body = rewrite(body, &mut |mut expr| {
            if let ExprKind::Match(_, cases) = &mut expr.kind {
                cases.truncate(reached::reached(cases, datas));
            }
            decided(expr, names, tables)
        });
    }
    program
}

/// Returns the expression, with a `match` of many cases replaced by a search.
fn decided(expr: Expr, names: &mut NameSource, tables: &mut PrimaryMap<TableId, ArrayValue>) -> Expr {
    let Expr { kind, ty, span, unchecked } = expr;
    match kind {
        ExprKind::Match(subject, cases) if cases.len() >= FEWEST => {
            let mut rows: Vec<Row> = cases.iter().map_while(|case| row(&case.pat)).collect();
            if let Some(last) = rows.iter().position(|row| row.tests.is_empty()) {
                rows.truncate(last + 1);
            }
            match rows.len() >= FEWEST && pays(&rows, &cases) {
                true => Search { names, tables, roots: Vec::new(), ty, span }.of(*subject, cases, rows),
                false => Expr { kind: ExprKind::Match(subject, cases), ty, span, unchecked },
            }
        }
        kind => Expr { kind, ty, span, unchecked },
    }
}

/// Whether a search is better than the match: the cases test numbers only, or they test constructors together with
/// something else and all of them can be searched.
fn pays(rows: &[Row], cases: &[Case]) -> bool {
    let tests = || rows.iter().flat_map(|row| &row.tests);
    let plain =
        |(_, test): &(Path, Test)| matches!(test, Test::Constructor(_, payload, _) if payload.iter().all(takes_all));
    let is_rest_free = cases.iter().all(|case| is_searchable(&case.pat));
    match tests().any(|(_, test)| matches!(test, Test::Constructor(..))) {
        true => is_rest_free && !rows.iter().all(|row| row.tests.len() <= 1 && row.tests.iter().all(plain)),
        false => true,
    }
}

/// Returns, for each constructor by number, the position of its case, so that lowerings can search for the constructor.
/// `None` if there are fewer than `FEWEST` cases, if a case also tests the payload, or if the constructors of one case
/// are not consecutive: then its body would occur twice.
pub fn by_constructor(cases: &[Case], count: usize, number: &dyn Fn(Symbol) -> Option<usize>) -> Option<Vec<usize>> {
    if cases.len() < FEWEST {
        return None;
    }
    let mut found: Vec<Option<usize>> = vec![None; count];
    for (at, case) in cases.iter().enumerate() {
        match &case.pat {
            Pat::Variant(name, payloads, _) if payloads.iter().all(takes_all) => {
                _ = found.get_mut(number(*name)?)?.get_or_insert(at);
            }
            pat if takes_all(pat) => found.iter_mut().for_each(|case| _ = case.get_or_insert(at)),
            _ => return None,
        }
    }
    let found = found.into_iter().collect::<Option<Vec<usize>>>()?;
    let mut taken = FxHashSet::default();
    let are_apart = found.chunk_by(|a, b| a == b).all(|side| taken.insert(side[0]));
    are_apart.then_some(found)
}

/// Whether the pattern matches all values.
fn takes_all(pat: &Pat) -> bool {
    match pat {
        Pat::Var(..) | Pat::Wildcard(_) => true,
        Pat::Record(fields) => fields.iter().all(|(_, field)| takes_all(field)),
        Pat::Variant(..) | Pat::Literal(_) => false,
    }
}

/// Returns the constructor number nearest the middle at which the result of `by_constructor` changes from one case to
/// another. `None` if there is only one case.
pub fn middle(by: &[usize]) -> Option<usize> {
    let ends: Vec<usize> = (1..by.len()).filter(|&at| by[at - 1] != by[at]).collect();
    ends.get(ends.len() / 2).copied()
}

/// A component of the matched value: the number of a root of the search, and the fields from there.
type Path = (usize, Vec<Symbol>);

/// A case as a row of tests, and the result of the search if all of them hold.
#[derive(Clone)]
struct Row {
    tests: Vec<(Path, Test)>,
    answer: Scalar,
}

#[derive(Clone)]
enum Test {
    /// The component equals this integer or Boolean.
    Number(Scalar),
    /// The component has this constructor, with patterns for its payload, and this type.
    Constructor(Symbol, Vec<Pat>, Type),
}

/// Returns the tests of a pattern; `None` if it tests floats.
fn row(pat: &Pat) -> Option<Row> {
    let mut tests = Vec::new();
    add_tests(pat, &mut (0, Vec::new()), &mut tests);
    is_searchable(pat).then_some(Row { tests, answer: Scalar::I64(0) })
}

fn is_searchable(pat: &Pat) -> bool {
    match pat {
        Pat::Var(..) | Pat::Wildcard(_) => true,
        Pat::Literal(scalar) => !scalar.scalar_type().is_float(),
        Pat::Record(fields) => fields.iter().all(|(_, field)| is_searchable(field)),
        Pat::Variant(_, payload, _) => payload.iter().all(is_searchable),
    }
}

/// Adds the tests of a pattern for the component at `path`.
fn add_tests(pat: &Pat, path: &mut Path, tests: &mut Vec<(Path, Test)>) {
    match pat {
        Pat::Var(..) | Pat::Wildcard(_) => {}
        Pat::Literal(scalar) => tests.push((path.clone(), Test::Number(*scalar))),
        Pat::Record(fields) => {
            for (name, field) in fields {
                path.1.push(*name);
                add_tests(field, path, tests);
                path.1.pop();
            }
        }
        Pat::Variant(name, payload, ty) => {
            tests.push((path.clone(), Test::Constructor(*name, payload.clone(), ty.clone())));
        }
    }
}

/// Returns a pattern that binds the same variables but does not test numbers.
fn binder(pat: Pat) -> Pat {
    match pat {
        Pat::Literal(scalar) => Pat::Wildcard(Type::Scalar(scalar.scalar_type())),
        Pat::Record(fields) => Pat::Record(fields.into_iter().map(|(name, field)| (name, binder(field))).collect()),
        Pat::Variant(name, payload, ty) => Pat::Variant(name, payload.into_iter().map(binder).collect(), ty),
        Pat::Var(..) | Pat::Wildcard(_) => pat,
    }
}

fn binds(pat: &Pat) -> bool {
    match pat {
        Pat::Var(..) => true,
        Pat::Wildcard(_) | Pat::Literal(_) => false,
        Pat::Record(fields) => fields.iter().any(|(_, field)| binds(field)),
        Pat::Variant(_, payloads, _) => payloads.iter().any(binds),
    }
}

/// Returns the integer or Boolean as a number, for ordering.
fn place(scalar: Scalar) -> i128 {
    scalar.as_i128().or_else(|| scalar.as_bool().map(i128::from)).unwrap_or_default()
}

fn literal_of(expr: &Expr) -> Option<Scalar> {
    if let ExprKind::Literal(scalar) = expr.kind { Some(scalar) } else { None }
}

/// Returns the bodies as literals, so that one search gives the match's value. `None` if a body is no literal, or if
/// the cases do not test just one number.
fn literals(bodies: &[Expr], rows: &[Row]) -> Option<Vec<Scalar>> {
    let tests = || rows.iter().flat_map(|row| &row.tests);
    let first = tests().next().map(|(path, _)| path);
    let looks_at_one = tests().all(|(path, test)| Some(path) == first && matches!(test, Test::Number(_)));
    bodies.iter().map(literal_of).collect::<Option<_>>().filter(|_| looks_at_one)
}

/// The rows of cases that test the same constructor.
struct Constructed {
    /// Pattern of the constructor that binds its payload to variables.
    pat: Pat,
    /// Number of the payload's first variable among the roots of the search.
    first: usize,
    rows: Vec<Row>,
}

/// State while a search is built that replaces a match.
struct Search<'a> {
    names: &'a mut NameSource,
    tables: &'a mut PrimaryMap<TableId, ArrayValue>,
    /// Variables from which paths start: the subject, and the payloads of matched constructors.
    roots: Vec<Expr>,
    /// Type of the match.
    ty: Type,
    span: Span,
}

impl Search<'_> {
    /// Builds the search for the subject. `rows` are the tests of the first cases; the other cases stay a match.
    fn of(mut self, subject: Expr, cases: Vec<Case>, mut rows: Vec<Row>) -> Expr {
        let mut bindings = Vec::new();
        let subject = build::named("subject", subject, self.names, &mut bindings);
        self.roots.push(subject.clone());
        let searched = rows.len();
        let is_total = rows.last().is_some_and(|row| row.tests.is_empty());
        let mut cases = cases.into_iter();
        let mut bodies: Vec<Expr> = cases.by_ref().take(searched).map(|case| self.body(&subject, case)).collect();
        let rest: Vec<Case> = if is_total { Vec::new() } else { cases.collect() };
        if !rest.is_empty() {
            bodies.push(build::match_on(subject.clone(), rest, self.ty.clone()).at(self.span));
        }
        let literals = literals(&bodies, &rows);
        let answer = |number: usize| match &literals {
            Some(literals) => literals.get(number).copied(),
            None => (number < bodies.len()).then_some(Scalar::I64(number as i64)),
        };
        for (number, row) in rows.iter_mut().enumerate() {
            row.answer = answer(number).unwrap_or(row.answer);
        }
        let found = self.find(&rows, answer(searched));
        if literals.is_some() {
            return build::block(bindings, found).at(self.span);
        }
        let number = build::named("number", found, self.names, &mut bindings);
        let chosen = self.choose(&number, 0, bodies);
        build::block(bindings, chosen).at(self.span)
    }

    /// Returns the body of a case under the bindings of its pattern, for a subject that is known to match.
    fn body(&self, subject: &Expr, case: Case) -> Expr {
        let Case { pat, body } = case;
        let span = body.span;
        if !binds(&pat) {
            return body;
        }
        match binder(pat) {
            pat if takes_all(&pat) => build::block(vec![build::binding(pat, subject.clone())], body).at(span),
            pat => build::match_on(subject.clone(), vec![Case { pat, body }], self.ty.clone()).at(span),
        }
    }

    /// Returns an expression for the answer of the first row whose tests hold, or for `none`. If `none` is absent, some
    /// row is known to match.
    fn find(&mut self, rows: &[Row], none: Option<Scalar>) -> Expr {
        let Some(first) = rows.first() else { return build::literal(none.unwrap_or(Scalar::I64(0))) };
        let Some((path, _)) = first.tests.first() else { return build::literal(first.answer) };
        let looks = |row: &Row| row.tests.iter().any(|(other, _)| other == path);
        let (grouped, rest) = rows.split_at(rows.iter().position(|row| !looks(row)).unwrap_or(rows.len()));
        let after = (!rest.is_empty()).then(|| self.find(rest, none));
        let missed = match &after {
            Some(after) => Some(literal_of(after).unwrap_or(Scalar::I64(-1))),
            None => none,
        };
        let root = self.roots.get(path.0).cloned().unwrap_or_else(build::unit);
        let part = path.1.iter().fold(root, |record, field| build::field(record, *field)).at(self.span);
        let mut bindings = Vec::new();
        let part = build::named("part", part, self.names, &mut bindings);
        let found = self.group(&part, path, grouped, missed);
        let found = build::block(bindings, found).at(self.span);
        match after.filter(|after| literal_of(after).is_none()) {
            None => found,
            Some(after) => {
                let mut bindings = Vec::new();
                let found = build::named("found", found, self.names, &mut bindings);
                let is_missed = build::compare(CmpOp::Lt, found.clone(), build::i64(0));
                let either = self.if_(is_missed, after, found);
                build::block(bindings, either).at(self.span)
            }
        }
    }

    /// Like `find`, for rows that all test the component `part` at `path`.
    fn group(&mut self, part: &Expr, path: &Path, rows: &[Row], none: Option<Scalar>) -> Expr {
        let mut numbers: BTreeMap<i128, (Scalar, Vec<Row>)> = BTreeMap::new();
        let mut constructors: IndexMap<Symbol, Constructed> = IndexMap::new();
        for row in rows {
            let mut row = row.clone();
            let Some(at) = row.tests.iter().position(|(other, _)| other == path) else { continue };
            match row.tests.remove(at).1 {
                Test::Number(scalar) => {
                    numbers.entry(place(scalar)).or_insert_with(|| (scalar, Vec::new())).1.push(row);
                }
                Test::Constructor(name, payload, ty) => {
                    let group = constructors.entry(name).or_insert_with(|| self.constructed(name, &payload, ty));
                    let roots = group.first..;
                    payload
                        .iter()
                        .zip(roots)
                        .for_each(|(pat, root)| add_tests(pat, &mut (root, Vec::new()), &mut row.tests));
                    group.rows.push(row);
                }
            }
        }
        if constructors.is_empty() {
            let arms: Vec<(Scalar, Expr)> =
                numbers.into_values().map(|(scalar, rows)| (scalar, self.find(&rows, none))).collect();
            return self.among(part, &arms, none);
        }
        let arms = constructors.into_values().map(|group| Case { pat: group.pat, body: self.find(&group.rows, none) });
        let mut cases: Vec<Case> = arms.collect();
        let otherwise = none.map(|none| Case { pat: Pat::Wildcard(part.ty.clone()), body: build::literal(none) });
        cases.extend(otherwise);
        let ty = none.map_or(ScalarType::I64, Scalar::scalar_type);
        build::match_on(part.clone(), cases, Type::Scalar(ty)).at(self.span)
    }

    /// Returns a group for the constructor, without rows yet. Its payload is bound to new roots.
    fn constructed(&mut self, name: Symbol, payload: &[Pat], ty: Type) -> Constructed {
        let first = self.roots.len();
        let mut variables = Vec::new();
        for ty in payload.iter().map(Pat::ty) {
            let name = self.names.fresh("payload");
            self.roots.push(build::var(name, ty.clone()).at(self.span));
            variables.push(Pat::Var(name, ty));
        }
        Constructed { pat: Pat::Variant(name, variables, ty), first, rows: Vec::new() }
    }

    /// Returns a binary search for the arm whose integer equals `part`: the arm's answer, or `none`. The arms ascend by
    /// integer. If `none` is absent, some arm is known to match.
    fn among(&mut self, part: &Expr, arms: &[(Scalar, Expr)], none: Option<Scalar>) -> Expr {
        let (low, high) = match arms {
            [] => return build::literal(none.unwrap_or(Scalar::I64(0))),
            [(scalar, found)] => {
                let Some(none) = none else { return found.clone() };
                let is_equal = build::compare(CmpOp::Eq, part.clone(), build::literal(*scalar));
                return self.if_(is_equal, found.clone(), build::literal(none));
            }
            _ => arms.split_at(arms.len() / 2),
        };
        if let Some(found) = self.looked_up(part, arms, none) {
            return found;
        }
        let Some((first, _)) = high.first() else { return build::literal(none.unwrap_or(Scalar::I64(0))) };
        let is_low = match first.as_bool() {
            Some(_) => build::unary(UnOp::Not, part.clone()),
            None => build::compare(CmpOp::Lt, part.clone(), build::literal(*first)),
        };
        let (low, high) = (self.among(part, low, none), self.among(part, high, none));
        self.if_(is_low, low, high)
    }

    /// Like `among`, but computes the answer by arithmetic or reads it from a table. `None` unless the integers are
    /// dense and the answers are literals.
    fn looked_up(&mut self, part: &Expr, arms: &[(Scalar, Expr)], none: Option<Scalar>) -> Option<Expr> {
        let answers: Vec<Scalar> = arms.iter().map(|(_, found)| literal_of(found)).collect::<Option<_>>()?;
        let ((first, _), (last, _)) = (arms.first()?, arms.last()?);
        let (start, span) = (place(*first), usize::try_from(place(*last) - place(*first) + 1).ok()?);
        if first.as_bool().is_some() || arms.len() < SMALLEST_TABLE || span > 2 * arms.len() {
            return None;
        }
        let filler = none.or_else(|| answers.first().copied())?;
        let mut elements = vec![filler; span];
        for ((scalar, _), answer) in arms.iter().zip(&answers) {
            *elements.get_mut(usize::try_from(place(*scalar) - start).ok()?)? = *answer;
        }
        let offset = |from: i128| build::literal(Scalar::from_i128(ScalarType::I64, from));
        let position = build::convert(ScalarType::I64, part.clone());
        let begin = place(*elements.first()?);
        let counts_on =
            |(at, element): (usize, &Scalar)| matches!(element, Scalar::I64(n) if i128::from(*n) == begin + at as i128);
        let found = match elements.iter().enumerate().all(counts_on) {
            true if begin == start => position,
            true => build::binary(BinOp::Add, position, offset(begin - start)),
            false => {
                let elem = filler.scalar_type();
                let table = ArrayValue::from_scalars(elem, vec![span], &elements)?;
                let ty = Type::array(Type::Scalar(elem), Size::Const(span as i64));
                let table = build::expr(ExprKind::Table(self.tables.push(table)), ty).at(self.span);
                let position = build::binary(BinOp::Sub, position, offset(start));
                build::index(table, vec![position]).at(self.span)
            }
        };
        let Some(none) = none else { return Some(found) };
        let is_above = build::compare(CmpOp::Ge, part.clone(), build::literal(*first));
        let is_below = build::compare(CmpOp::Le, part.clone(), build::literal(*last));
        Some(self.if_(build::binary(BinOp::And, is_above, is_below), found, build::literal(none)))
    }

    /// Returns a binary search that selects the body with this number. The bodies are numbered from `first`.
    fn choose(&mut self, number: &Expr, first: i64, mut bodies: Vec<Expr>) -> Expr {
        if bodies.len() <= 1 {
            return bodies.pop().unwrap_or_else(build::unit);
        }
        let high = bodies.split_off(bodies.len() / 2);
        let middle = first + bodies.len() as i64;
        let is_low = build::compare(CmpOp::Lt, number.clone(), build::i64(middle));
        let (low, high) = (self.choose(number, first, bodies), self.choose(number, middle, high));
        let ty = self.ty.clone();
        self.if_(is_low, low, high).with_type(ty)
    }

    fn if_(&self, condition: Expr, yes: Expr, no: Expr) -> Expr {
        build::if_then_else(condition, yes, no).at(self.span)
    }
}
