//! The type checker. It resolves names, infers types and builds CORE. A definition is checked when some code first
//! needs it. While it is checked, types that are still unknown are numbered slots in the CORE under construction.
//! `finish` fills the slots at the end of the definition.

mod definitions;
mod expressions;
mod messages;
mod modules;
mod patterns;
mod sizes;
mod types;

use crate::ast;
use crate::imports::Program;
use base::{Diagnostic, Error, FileId, Name, SourceMap, Span, Symbol};
use core_ir::def as ir;
use expressions::locals::{BoundSizes, Locals};
use modules::scope::{Place, ScopeId, Scopes};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use types::type_exp::Anonymous;
use types::unify::Unifier;
use types::{Size, SizeMeta, Type};
use value::property::PropertyEntry;

pub use definitions::parts::{Answer, CheckedParts, check_expression, check_parts};
pub use messages::warn::ATTRIBUTES;

/// Largest number of errors that are reported in one run.
const MAX_ERRORS: usize = 50;

/// A checked program, its warnings, and the entry points that can be tested as properties.
pub struct Checked {
    pub program: ir::Program,
    pub warnings: Vec<Diagnostic>,
    pub properties: Vec<PropertyEntry>,
}

/// Checks a program and lowers it to CORE. Definitions of the prelude are part of the result only if entry points reach
/// them. All definitions in the program's own files are checked and part of the result. Only the file given to the
/// compiler has entry points.
pub fn check(sources: &SourceMap, prelude: &[ast::File], program: &Program) -> Result<Checked, Error> {
    let mut checker = Checker::new(sources.clone());
    let end = checker.check_files(prelude, program);
    if let (Some(end), Some((_, file))) = (end, program.files.last()) {
        checker.make_entries(end.scope, &file.decs);
    }
    checker.check_unapplied();
    checker.warn_at_end();
    checker.result(program.files.iter().map(|(file, _)| *file))
}

struct Checker {
    program: ir::Program,
    scopes: Scopes,
    unifier: Unifier,
    /// Types of the CORE nodes under construction. A type parameter of CORE with the hint `SLOT` stands for the entry
    /// that its number selects.
    slots: Vec<Type>,
    /// Size arguments of calls under construction: the size of each size slot, and the span of the call.
    size_slots: FxHashMap<Name, (Size, Span)>,
    /// For each size slot that is an argument for a size parameter: the parameter's name and the function's type, for
    /// messages.
    size_arguments: FxHashMap<Name, (Symbol, Type)>,
    context: Context,
    /// Entry points that take one value and return a boolean, so that they can be tested as properties.
    properties: Vec<PropertyEntry>,
    /// Definitions and modules of the user's files that are still to be checked, in order.
    pending: Vec<modules::declare::Pending>,
    /// Scopes whose code may use the compiler's intrinsic operations.
    prelude_scopes: FxHashSet<ScopeId>,
    /// For each import, by its span, the scope of the file that it names.
    imports: FxHashMap<Span, ScopeId>,
    /// Parametric modules of the user, which are also checked without being applied.
    functors: Vec<Rc<modules::functor::Functor>>,
    /// Module types of the user, which are also checked without being used.
    module_types: Vec<Rc<modules::signature::ModuleType>>,
    /// Pairs of a structure and a module type that have been matched, so that they are not matched again.
    matched: FxHashSet<(ScopeId, Place)>,
    module_work: modules::functor::ModuleWork,
    hidden: definitions::hidden::Hidden,
    /// Name of the module whose body is being checked.
    module_name: Option<Symbol>,
    diagnostics: Vec<Diagnostic>,
    /// Whether there are more errors than `MAX_ERRORS`.
    errors_left_out: bool,
    limitation: Option<Diagnostic>,
    /// Spans of the expressions that have unknown sizes, by the names of these sizes.
    size_origins: FxHashMap<Name, Span>,
    /// Spans of the binders of the user's sizes and variables.
    bound_at: FxHashMap<Name, Span>,
    /// Type parameters marked `~` or `^`, and inferred ones that may stand for any type.
    lifted: FxHashSet<Name>,
    /// Sizes that are expressions, each with the variable that holds its value.
    term_variables: Vec<(Size, Name)>,
    /// Unknown sizes that a function must not generalise.
    held_sizes: FxHashSet<SizeMeta>,
    /// Sizes inside of values that calls and branches do not return.
    sizes_lost: FxHashSet<Name>,
    /// Sizes that expressions return beside their values.
    sizes_beside: FxHashSet<Name>,
    /// For definitions that return a value alone, the definitions that return sizes beside it.
    sized_defs: FxHashMap<ir::DefId, sizes::beside::SizedDef>,
    /// Sizes that abstract types hide. Two values of one such type may differ in them.
    hidden_sizes: FxHashSet<Name>,
    /// Liftedness that the user declared for type parameters.
    declared_liftedness: FxHashMap<Name, ast::Liftedness>,
    /// For each `i64` variable, the expression that it was bound to. Types use it in place of the variable where the
    /// variable is out of scope.
    meanings: FxHashMap<Name, Size>,
    /// For unknown sizes that replace a size outside of a scope: that size, and a variable in it that is out of scope.
    left_scope: FxHashMap<Name, (Size, Name)>,
    /// Source texts, for messages of run-time failures.
    sources: SourceMap,
    /// Name of the accumulator type, which only intrinsics can take apart.
    accumulator: Option<Name>,
    /// Module of the intrinsic operations, after the first use of it.
    intrinsics: Option<ScopeId>,
    /// Holes with their types, which are reported once these are known.
    holes: Vec<(Type, Span)>,
    /// Variables that patterns and local definitions bind, by span. `used` has the spans of those that are used.
    variables: Vec<(Span, Symbol)>,
    used: FxHashSet<Span>,
    /// Types of functions that `let` binds, with the spans of their values.
    let_functions: Vec<(Type, Span)>,
    /// Unknown attributes that were reported, once for each file.
    unknown_attributes: FxHashSet<(Option<FileId>, Symbol)>,
    /// Matches whose completeness is checked once the types of their subjects are known.
    matches: Vec<patterns::exhaust::Match>,
    /// Spans of literals in patterns, since CORE's patterns have no spans.
    literal_places: Vec<Span>,
    /// Constructors in expressions and patterns. Their sum types must be known at the end of the definition.
    constructors: Vec<(Symbol, Type, Span)>,
}

/// Context of the definition that is being checked: its place in a scope, and the names bound in it.
struct Context {
    place: Place,
    locals: Locals,
    /// Sizes that are variables in scope of the CORE under construction.
    bound: BoundSizes,
    /// Names of the enclosing definitions, outermost first, each with whether it has parameters.
    defining: Vec<(Symbol, bool)>,
    /// The enclosing top-level definition.
    itself: Option<definitions::recursion::Itself>,
    /// For each loop checked before, by the address of its syntax tree, and for each size of its value: the first of
    /// the sizes that vary together with it, or `None` if the size does not vary.
    varying: FxHashMap<usize, Vec<Option<usize>>>,
    /// Treatment of sizes that parameters leave open, as in `[]t`.
    anonymous: Anonymous,
}

/// An expression of CORE with its type in the checker.
#[derive(Clone)]
struct Typed {
    expr: ir::Expr,
    ty: Type,
}

/// An error that has been reported. Code that depends on the result is not checked.
#[derive(Debug)]
struct Reported;

type Checking<T> = Result<T, Reported>;

impl Context {
    fn new(place: Place) -> Context {
        Context {
            place,
            locals: Locals::default(),
            bound: BoundSizes::default(),
            defining: Vec::new(),
            itself: None,
            varying: FxHashMap::default(),
            anonymous: Anonymous::Name,
        }
    }
}

impl Checker {
    fn new(sources: SourceMap) -> Checker {
        let mut scopes = Scopes::default();
        let scope: ScopeId = scopes.add_scope(None);
        let place = scopes.end(scope);
        Checker {
            program: ir::Program::default(),
            scopes,
            unifier: Unifier::default(),
            slots: Vec::new(),
            size_slots: FxHashMap::default(),
            size_arguments: FxHashMap::default(),
            context: Context::new(place),
            pending: Vec::new(),
            prelude_scopes: FxHashSet::default(),
            imports: FxHashMap::default(),
            functors: Vec::new(),
            module_types: Vec::new(),
            matched: FxHashSet::default(),
            module_work: modules::functor::ModuleWork::default(),
            hidden: definitions::hidden::Hidden::default(),
            module_name: None,
            diagnostics: Vec::new(),
            errors_left_out: false,
            limitation: None,
            size_origins: FxHashMap::default(),
            bound_at: FxHashMap::default(),
            term_variables: Vec::new(),
            held_sizes: FxHashSet::default(),
            sizes_lost: FxHashSet::default(),
            sizes_beside: FxHashSet::default(),
            sized_defs: FxHashMap::default(),
            hidden_sizes: FxHashSet::default(),
            declared_liftedness: FxHashMap::default(),
            meanings: FxHashMap::default(),
            left_scope: FxHashMap::default(),
            lifted: FxHashSet::default(),
            sources,
            accumulator: None,
            intrinsics: None,
            holes: Vec::new(),
            variables: Vec::new(),
            used: FxHashSet::default(),
            let_functions: Vec::new(),
            unknown_attributes: FxHashSet::default(),
            properties: Vec::new(),
            matches: Vec::new(),
            literal_places: Vec::new(),
            constructors: Vec::new(),
        }
    }

    /// Returns the checked program, or its errors. First makes the checks that need the whole program. `files` are the
    /// user's files.
    fn result(mut self, files: impl Iterator<Item = FileId>) -> Result<Checked, Error> {
        self.sort_diagnostics();
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == base::Severity::Error;
        if self.errors_left_out {
            syntax::errors::say_more_left_out(&mut self.diagnostics);
        }
        if self.diagnostics.iter().any(is_error) {
            return Err(Error::User(self.diagnostics));
        }
        if let Some(limitation) = self.limitation {
            return Err(Error::Limitation(Box::new(limitation)));
        }
        self.check_consumption(&files.collect())?;
        self.sort_diagnostics();
        self.program.names = self.unifier.names;
        Ok(Checked { program: self.program, warnings: self.diagnostics, properties: self.properties })
    }

    /// Sorts the diagnostics by span, because definitions are checked in the order of need.
    fn sort_diagnostics(&mut self) {
        let place =
            |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| (label.span.file(), label.span.start));
        self.diagnostics.sort_by_key(place);
    }

    /// Returns a node of CORE whose type is a slot, which `finish` replaces at the end of the definition.
    fn node(&mut self, kind: ir::ExprKind, ty: &Type, span: Span) -> ir::Expr {
        ir::Expr { kind, ty: self.slot(ty), span, unchecked: false }
    }

    fn typed(&mut self, kind: ir::ExprKind, ty: Type, span: Span) -> Typed {
        Typed { expr: self.node(kind, &ty, span), ty }
    }

    /// Returns a scalar type in CORE. For any other type, returns a slot, which `finish` replaces at the end of the
    /// definition.
    fn slot(&mut self, ty: &Type) -> ir::Type {
        if let Type::Scalar(scalar) = ty {
            return ir::Type::Scalar(*scalar);
        }
        self.slots.push(ty.clone());
        ir::Type::Param(Name { hint: definitions::finish::slot_hint(), id: self.slots.len() as u32 - 1 })
    }

    fn fresh_name(&mut self, hint: &str) -> Name {
        self.unifier.names.fresh(hint)
    }

    /// Returns a new size that equals only itself. `span` is the expression that has the size.
    fn unknown_size(&mut self, hint: &str, span: Span) -> Size {
        let name = self.fresh_name(hint);
        self.size_origins.insert(name, span);
        Size::Var(name)
    }

    /// Whether the size has no name in the program's text.
    fn is_nameless(&self, name: Name) -> bool {
        self.size_origins.contains_key(&name) || self.unifier.is_nameless(name)
    }

    fn is_bound(&self, size: &Size) -> bool {
        let mut bound = !matches!(size, Size::Meta(_));
        types::each_size_var(size, &mut |name| bound &= self.context.bound.contains(&name));
        bound || self.term_variable(size).is_some()
    }
}
