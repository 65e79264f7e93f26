//! Unit tests, for programs that run them. The functions of `library/utest.mc` count and print.
//!
//! ```text
//! utest a with b   ─►   let l = a let r = b in utestTest "place" (equal l r) (\() -> utestSides "" (show l) (show r))
//! ```
//!
//! `show` is generated for each type, as a definition for each data type.

use super::types::CHAR;
use super::{Bound, Lowered, Pass, string as text};
use crate::check::tree::{Decl, Definition, Utest};
use crate::library;
use base::{Code, Diagnostic, Error, Name, SourceMap, Span, Symbol};
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::Prim;
use rustc_hash::FxHashMap;
use value::ScalarType;

const NO_OPERATION: Code = Code("E0304");

/// State of the lowering of tests.
pub(super) struct Tests<'t> {
    pub sources: &'t SourceMap,
    /// For each data type, the definition that shows its values.
    shown: FxHashMap<ir::Type, ir::DefId>,
}

impl<'t> Tests<'t> {
    pub fn new(sources: &'t SourceMap) -> Tests<'t> {
        Tests { sources, shown: FxHashMap::default() }
    }

    /// Whether a place is in `utest.mc`.
    fn is_support(&self, span: Span) -> bool {
        let name = span.file().map(|file| self.sources.file(file).name.as_str());
        name.and_then(library::within) == Some(library::UNIT_TESTS)
    }
}

impl<'t> Pass<'t> {
    /// Returns the expression that performs a test, of type `()`; `None` if the program does not run its tests.
    pub(super) fn unit_test(&mut self, test: &'t Utest) -> Lowered<Option<ir::Expr>> {
        let Some(sources) = self.tests.as_ref().map(|tests| tests.sources) else { return Ok(None) };
        let span = test.left.span.to(test.right.span);
        let mut bindings = Vec::new();
        let (left, right) = (self.exp(&test.left)?, self.exp(&test.right)?);
        let (left, right) = (self.bound(left, "left", &mut bindings), self.bound(right, "right", &mut bindings));
        let passed = match &test.equal {
            Some(equal) => build::apply(self.exp(equal)?, vec![left.clone(), right.clone()]),
            None if left.ty.has_function() => {
                let diagnostic = Diagnostic::error(NO_OPERATION, "functions cannot be compared")
                    .label(test.left.span, "this is or contains a function")
                    .help("write `utest a with b using f`, where `f` compares the two sides");
                return Err(Error::User(vec![diagnostic]));
            }
            None => build::prim(Prim::Equal, vec![left.clone(), right.clone()]),
        };
        let details = match &test.show {
            Some(show) => build::apply(self.exp(show)?, vec![left, right]),
            None => {
                let using = test.equal.as_ref().map_or("", |equal| sources.text(equal.span));
                let sides = vec![text(using), self.shown(left)?, self.shown(right)?];
                self.support("utestSides", Vec::new(), sides, string())
            }
        };
        let details = build::lambda(vec![build::unit_param()], details);
        let place = text(&sources.place(span).unwrap_or_default());
        let test = self.support("utestTest", Vec::new(), vec![place, passed.at(span), details], ir::Type::unit());
        Ok(Some(build::block(bindings, test.at(span))))
    }

    /// Returns the body of a program that runs its tests: it ends with their result.
    pub(super) fn with_end_of_tests(&mut self, body: ir::Expr) -> ir::Expr {
        let body = build::binding(ir::Pat::Wildcard(body.ty.clone()), body);
        build::block(vec![body], self.end_of_tests())
    }

    /// Returns an expression that exits from the program. If the program runs its tests, their result comes first.
    pub(super) fn after_tests(&mut self, exit: ir::Expr, span: Span) -> ir::Expr {
        let runs_tests = self.tests.as_ref().is_some_and(|tests| !tests.is_support(span));
        let end = runs_tests.then(|| build::binding(ir::Pat::Wildcard(ir::Type::unit()), self.end_of_tests()));
        build::block(end.into_iter().collect(), exit)
    }

    fn end_of_tests(&self) -> ir::Expr {
        self.support("utestEnd", Vec::new(), vec![build::unit()], ir::Type::unit())
    }

    /// Returns an application of a function of `utest.mc`.
    fn support(&self, name: &str, types: Vec<ir::Type>, arguments: Vec<ir::Expr>, result: ir::Type) -> ir::Expr {
        let Some(tests) = &self.tests else { return build::unit() };
        let is_support = |definition: &&Definition| {
            definition.variable.name.as_str() == name && tests.is_support(definition.variable.span)
        };
        let definitions = self.checked.tops.iter().flat_map(|decl| match decl {
            Decl::Let(definition) => std::slice::from_ref(definition),
            Decl::Recursive(definitions) => definitions,
            Decl::External(_) | Decl::Utest(_) => &[],
        });
        let bound = definitions.filter(is_support).find_map(|one| self.variables.get(&one.variable.id));
        let Some(Bound::Global(global)) = bound else { return build::unit() };
        let ty = ir::Type::functions(arguments.iter().map(|argument| argument.ty.clone()), result);
        build::apply(build::def(global.id, types, ty), arguments)
    }

    /// Returns the text of a value.
    fn shown(&mut self, value: ir::Expr) -> Lowered<ir::Expr> {
        let ty = value.ty.clone();
        let call = |pass: &Self, name, value| pass.support(name, Vec::new(), vec![value], string());
        Ok(match &ty {
            ir::Type::Scalar(ScalarType::Bool) => build::if_then_else(value, text("true"), text("false")),
            // Characters and numbers without sign of this width have one type.
            ir::Type::Scalar(ScalarType::U32) => call(self, "utestChar", value),
            ir::Type::Scalar(scalar) if scalar.is_float() => {
                call(self, "utestFloat", build::convert(ScalarType::F64, value))
            }
            ir::Type::Scalar(_) => call(self, "utestInt", build::convert(ScalarType::I64, value)),
            ir::Type::Seq(element) if **element == CHAR => call(self, "utestString", value),
            ir::Type::Seq(element) => {
                let name = self.fresh("element");
                let body = self.shown(build::var(name, (**element).clone()))?;
                let show = build::lambda(vec![build::param(name, (**element).clone())], body);
                self.support("utestSeq", vec![(**element).clone()], vec![show, value], string())
            }
            ir::Type::Record(fields) => {
                let mut bindings = Vec::new();
                let record = self.bound(value, "record", &mut bindings);
                let (open, close) = if ty.is_tuple() { ("(", ")") } else { ("{", "}") };
                let mut parts = vec![text(open)];
                for (at, (label, _)) in fields.iter().enumerate() {
                    let comma = if at == 0 { "" } else { ", " };
                    let name = if ty.is_tuple() { String::new() } else { format!("{label} = ") };
                    parts.push(text(&format!("{comma}{name}")));
                    parts.push(self.shown(build::field(record.clone(), *label))?);
                }
                parts.push(text(close));
                build::block(bindings, self.joined(parts))
            }
            ir::Type::Data(..) if !has_param(&ty) => {
                let id = self.shown_by(&ty)?;
                let function = ir::Type::functions([ty.clone()].into_iter(), string());
                build::apply(build::def(id, Vec::new(), function), vec![value])
            }
            // Values of other types have no text.
            _ => text("_"),
        })
    }

    /// Returns the definition that shows the values of a data type.
    fn shown_by(&mut self, ty: &ir::Type) -> Lowered<ir::DefId> {
        let known = self.tests.as_ref().and_then(|tests| tests.shown.get(ty));
        if let Some(id) = known {
            return Ok(*id);
        }
        let id = self.constant(Symbol::new("show"), Vec::new(), text(""));
        self.tests.as_mut().map(|tests| tests.shown.insert(ty.clone(), id));
        let param = self.fresh("x");
        let mut cases = Vec::new();
        let constructors = ty.constructors(&self.program.datas).unwrap_or_default().into_owned();
        for (name, payload) in constructors {
            let variables: Vec<(Name, ir::Type)> = payload.iter().map(|ty| (self.fresh("x"), ty.clone())).collect();
            let mut parts = vec![text(name.as_str())];
            for (variable, ty) in &variables {
                let shown = self.shown(build::var(*variable, ty.clone()))?;
                let is_nested = matches!(ty, ir::Type::Data(..));
                parts.extend([text(if is_nested { " (" } else { " " }), shown]);
                parts.extend(is_nested.then(|| text(")")));
            }
            let pats = variables.into_iter().map(|(name, ty)| ir::Pat::Var(name, ty)).collect();
            cases.push(ir::Case { pat: ir::Pat::Variant(name, pats, ty.clone()), body: self.joined(parts) });
        }
        let def = &mut self.program.defs[id];
        def.params.push(build::param(param, ty.clone()));
        def.body = match cases.is_empty() {
            true => text("_"),
            false => build::match_on(build::var(param, ty.clone()), cases, string()),
        };
        Ok(id)
    }

    fn joined(&self, parts: Vec<ir::Expr>) -> ir::Expr {
        self.support("utestJoin", Vec::new(), vec![super::sequence(parts, string())], string())
    }
}

fn string() -> ir::Type {
    ir::Type::Seq(CHAR.into())
}

fn has_param(ty: &ir::Type) -> bool {
    ty.any_part(&|part| matches!(part, ir::Type::Param(_)).then_some(true))
}
