//! Unit tests, for programs that run them. The functions of `library/utest.mc` count and print.
//!
//! ```text
//! utest a with b   ─►   let l = a let r = b in utestTest "place" (equal l r) (\() -> utestSides "" (show l) (show r))
//! ```
//!
//! `show` is that of `dprint`.

use super::show::string;
use super::{Bound, Lowered, Pass, string as text};
use crate::check::tree::{Decl, Definition, Utest};
use crate::library;
use base::{Code, Diagnostic, Error, SourceMap, Span};
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::Prim;

const NO_OPERATION: Code = Code("E0304");

/// State of the lowering of tests.
pub(super) struct Tests<'t> {
    pub sources: &'t SourceMap,
}

impl<'t> Tests<'t> {
    pub fn new(sources: &'t SourceMap) -> Tests<'t> {
        Tests { sources }
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
                let left = self.shown(left, &test.left.ty, test.left.span)?;
                let right = self.shown(right, &test.right.ty, test.right.span)?;
                self.support("utestSides", vec![text(using), left, right], string())
            }
        };
        let details = build::lambda(vec![build::unit_param()], details);
        let place = text(&sources.place(span).unwrap_or_default());
        let test = self.support("utestTest", vec![place, passed.at(span), details], ir::Type::unit());
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
        self.support("utestEnd", vec![build::unit()], ir::Type::unit())
    }

    /// Returns an application of a function of `utest.mc`.
    fn support(&self, name: &str, arguments: Vec<ir::Expr>, result: ir::Type) -> ir::Expr {
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
        build::apply(build::def(global.id, Vec::new(), ty), arguments)
    }
}
