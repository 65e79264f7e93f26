//! The checker. It resolves names, infers types, and returns a tree in which every expression has its type.
//!
//! ```text
//! (let (inc (lambda (x : 'a) : 'a (+ x 1))) in        inc : 'a -> 'a, for every 'a that is a number
//!   (map inc X))                                      map : (float -> float) -> vector float -> vector float
//! ```
//!
//! Types are inferred by the algorithm of Hindley and Milner (section 3.3). Unknown types are variables with classes; a
//! `let` that binds a value generalises them. Constraints of operators of variable arity wait in a list until enough is
//! known (`pending`). That is the loop of section 3.3.1, but it visits only constraints that may have changed.
//!
//! `lower` takes the tree to CORE.

mod annotations;
pub mod builtins;
mod definitions;
mod expressions;
mod messages;
mod pending;
pub mod show;
pub mod tree;
pub mod types;
pub mod unify;

use crate::ast;
use annotations::Declared;
use base::{Diagnostic, Error, Span, Symbol};
use pending::Demand;
use rustc_hash::FxHashMap;
use tree::VariableId;
use types::{Type, VariableNumber};
use unify::Unifier;

/// Largest number of errors reported in one run.
pub const MAX_ERRORS: usize = 20;

/// Meaning of a name in scope: a variable or a foreign function.
#[derive(Clone)]
enum Bound {
    /// A variable, with the type variables that each use may instantiate, and its type.
    Variable(VariableId, Vec<VariableNumber>, Type),
    Foreign(Type),
}

/// The type variables that annotations mention (`'a`), within one definition or outside of all.
#[derive(Default)]
struct Letters {
    level: u32,
    types: FxHashMap<Symbol, Type>,
}

struct Checker {
    unifier: Unifier,
    declared: Declared,
    scope: FxHashMap<Symbol, Vec<Bound>>,
    variables: u32,
    /// Number of definitions around the expression that is being checked.
    level: u32,
    outer_letters: Letters,
    /// Type variables in annotations of the outermost definition that is being checked.
    letters: Option<Letters>,
    pending: Vec<Demand>,
    /// For each use of `map` and `range`, by the variable of its type: the spans of the arguments in the first
    /// application of the use, or of a name that is bound to it.
    applications: FxHashMap<VariableNumber, Vec<Span>>,
    /// Applications of `map` to too few vectors, with their types.
    partial_maps: Vec<(Span, Type)>,
    /// Names whose definitions are being checked.
    defining: Vec<Symbol>,
    /// Types of the uses of built-ins and of polymorphic variables, for messages.
    uses: Vec<(Span, Type)>,
    diagnostics: Vec<Diagnostic>,
    errors_left_out: bool,
}

/// Checks a program.
///
/// # Errors
/// The user's errors, in the order of the text.
pub fn check(program: &ast::Program) -> Result<tree::Program, Error> {
    let mut checker = Checker::new();
    checker.declare_types(&program.types);
    checker.declare_inline(program);
    let inputs: Vec<tree::Param> = program.inputs.iter().map(|input| checker.input(input)).collect();
    let foreign: Vec<tree::Foreign> = program.foreign.iter().map(|foreign| checker.foreign(foreign)).collect();
    let body = checker.expression(&program.body);
    checker.finish(&body);
    checker.result(inputs, foreign, body)
}

impl Checker {
    fn new() -> Checker {
        Checker {
            unifier: Unifier::default(),
            declared: Declared::default(),
            scope: FxHashMap::default(),
            variables: 0,
            level: 0,
            outer_letters: Letters::default(),
            letters: None,
            pending: Vec::new(),
            applications: FxHashMap::default(),
            partial_maps: Vec::new(),
            defining: Vec::new(),
            uses: Vec::new(),
            diagnostics: Vec::new(),
            errors_left_out: false,
        }
    }

    fn input(&mut self, input: &ast::Param) -> tree::Param {
        let ty = self.annotation(&input.ty);
        if let Type::Function(..) = ty {
            self.function_in(&ty, input.ty.span, "an input");
        }
        if self.scope.contains_key(&input.name.name) {
            self.bound_twice(input.name, "input");
        }
        let variable = self.bind_variable(input.name.name, Vec::new(), ty.clone());
        tree::Param { variable, name: input.name.name, ty, span: input.span }
    }

    /// Declares a foreign function. Reports functions in its parameters or result.
    fn foreign(&mut self, foreign: &ast::Param) -> tree::Foreign {
        let name = foreign.name;
        let ty = self.annotation(&foreign.ty);
        let mut rest = &ty;
        while let Type::Function(param, result) = rest {
            if let Type::Function(..) = **param {
                self.function_in(param, foreign.ty.span, "a parameter of a foreign function");
            }
            rest = result;
        }
        if let Some(Bound::Foreign(_)) = self.bound(name.name) {
            self.bound_twice(name, "foreign function");
        }
        self.bind(name.name, Bound::Foreign(ty.clone()));
        tree::Foreign { name: name.name, ty, span: name.span }
    }

    /// Creates a variable and binds it to the name, until `unbind`. Each use may instantiate the type variables in
    /// `any`.
    fn bind_variable(&mut self, name: Symbol, any: Vec<VariableNumber>, ty: Type) -> VariableId {
        let id = VariableId(self.variables);
        self.variables += 1;
        self.bind(name, Bound::Variable(id, any, ty));
        id
    }

    fn bind(&mut self, name: Symbol, bound: Bound) {
        self.scope.entry(name).or_default().push(bound);
    }

    fn unbind(&mut self, name: Symbol) {
        if let Some(bound) = self.scope.get_mut(&name) {
            bound.pop();
        }
    }

    fn bound(&self, name: Symbol) -> Option<&Bound> {
        self.scope.get(&name)?.last()
    }

    fn fresh(&mut self, class: types::Class, span: Span) -> Type {
        self.unifier.fresh(class, self.level, span)
    }

    /// Solves the remaining constraints and gives unknown types their defaults. Reports those that stay unknown.
    fn finish(&mut self, body: &tree::Exp) {
        self.settle(0, true);
        self.default_ranks();
        let pending = std::mem::take(&mut self.pending);
        for demand in &pending {
            self.unsettled(demand);
        }
        if !self.diagnostics.is_empty() {
            return;
        }
        if let Type::Function(..) = self.unifier.head(&body.ty) {
            return self.not_applied(&body.ty, body.span, "the result of a program");
        }
        self.default_variables();
    }

    fn result(
        mut self,
        inputs: Vec<tree::Param>,
        foreign: Vec<tree::Foreign>,
        body: tree::Exp,
    ) -> Result<tree::Program, Error> {
        if self.diagnostics.is_empty() {
            let sums = self.declared.sums();
            return Ok(tree::Program { inputs, foreign, body, unifier: self.unifier, sums });
        }
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map_or(0, |label| label.span.start));
        if self.errors_left_out
            && let Some(last) = self.diagnostics.last_mut()
        {
            last.helps.push("correct these first: there are more errors, which are not shown".to_owned());
        }
        Err(Error::User(self.diagnostics))
    }
}
