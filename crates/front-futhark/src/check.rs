//! The checker: it resolves names, infers types, and builds CORE as it goes. A definition is checked when something
//! first needs it; what it does not know yet stands in the CORE under construction as a numbered slot, which
//! `finish` fills once the whole definition has been seen.

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
use types::type_exp::Unsaid;
use types::unify::Unifier;
use types::{Size, SizeMeta, Type};
use value::property::PropertyEntry;

pub use definitions::parts::{Answer, CheckedParts, check_expression, check_parts};

/// At most so many errors are reported in one run.
const MAX_ERRORS: usize = 50;

/// The checked program, what deserves a warning, and the entry points that can be tested as properties.
pub struct Checked {
    pub program: ir::Program,
    pub warnings: Vec<Diagnostic>,
    pub properties: Vec<PropertyEntry>,
}

/// Checks a program under the prelude's files and lowers it to CORE. Only what entry points reach of the prelude is in
/// the program; all definitions of the program's own files are checked, and in it. Entry points are those of the file
/// given to the compiler.
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
    /// The types of the nodes under construction; `ir::Type::Param` with the hint `SLOT` is a row here.
    slots: Vec<Type>,
    /// Size arguments of calls under construction.
    size_slots: FxHashMap<Name, (Size, Span)>,
    /// The ones among them for a size parameter: its name, and the type of what takes it.
    size_arguments: FxHashMap<Name, (Symbol, Type)>,
    context: Context,
    /// The entry points that take one value and give a boolean.
    properties: Vec<PropertyEntry>,
    /// The definitions and modules of the user's file that are still to be checked, in order.
    pending: Vec<modules::declare::Pending>,
    /// Scopes that may name the compiler's own operations.
    prelude_scopes: FxHashSet<ScopeId>,
    /// The file that each import names, by the import's place.
    imports: FxHashMap<Span, ScopeId>,
    /// Parametric modules of the user's, to be checked by themselves.
    functors: Vec<Rc<modules::functor::Functor>>,
    /// Module types of the user's, to be checked by themselves.
    module_types: Vec<Rc<modules::signature::ModuleType>>,
    /// Structures as they are seen after they were matched with a module type, by where that is.
    matched: FxHashSet<(ScopeId, Place)>,
    module_work: modules::functor::ModuleWork,
    hidden: definitions::hidden::Hidden,
    /// The module that is being made.
    module_name: Option<Symbol>,
    diagnostics: Vec<Diagnostic>,
    /// Whether there were more errors than are reported.
    errors_left_out: bool,
    limitation: Option<Diagnostic>,
    /// The sizes that are no variables of the user's, and what made them.
    size_origins: FxHashMap<Name, Span>,
    /// Where the sizes and variables of the user's are bound.
    bound_at: FxHashMap<Name, Span>,
    /// The type parameters marked `~` or `^`, and those that nothing demands anything of.
    lifted: FxHashSet<Name>,
    /// Variables for sizes that are expressions.
    term_variables: Vec<(Size, Name)>,
    /// Unknown sizes that no function may take for its own.
    held_sizes: FxHashSet<SizeMeta>,
    /// The sizes that abstract types hide: each value has others.
    hidden_sizes: FxHashSet<Name>,
    /// What the user lets type parameters stand for.
    declared_liftedness: FxHashMap<Name, ast::Liftedness>,
    /// What expression an `i64` variable was bound to: its size when it goes out of scope.
    meanings: FxHashMap<Name, Size>,
    /// What an unknown size was where all its variables were in scope, and one that is not any more.
    left_scope: FxHashMap<Name, (Size, Name)>,
    /// The texts, for messages of the running program.
    sources: SourceMap,
    /// The accumulator's type, which only the compiler takes apart.
    accumulator: Option<Name>,
    /// The module of the compiler's operations, once something needs it.
    intrinsics: Option<ScopeId>,
    /// Holes to be told of, once types are known.
    holes: Vec<(Type, Span)>,
    /// The variables that patterns and local definitions bind, by their places, and the places of those that are used.
    variables: Vec<(Span, Symbol)>,
    used: FxHashSet<Span>,
    /// The types of functions that `let` binds, with the places of what they are bound to.
    let_functions: Vec<(Type, Span)>,
    /// What has been told of: once for each file.
    unknown_attributes: FxHashSet<(Option<FileId>, Symbol)>,
    /// Matches to be checked for cases that are missing, once types are known.
    matches: Vec<patterns::exhaust::Match>,
    /// Where the literals in patterns stand, which patterns of CORE do not say.
    literal_places: Vec<Span>,
    /// Constructors in expressions and patterns, whose sums something has to say.
    constructors: Vec<(Symbol, Type, Span)>,
}

/// What is in scope while a definition is checked.
struct Context {
    place: Place,
    locals: Locals,
    /// Sizes that have a variable in the CORE under construction, here.
    bound: BoundSizes,
    /// The definitions that the place is inside of, and whether they have parameters.
    defining: Vec<(Symbol, bool)>,
    /// The top-level one among them.
    itself: Option<definitions::recursion::Itself>,
    /// The sizes that vary in loops, by where the loop is in the program's tree, as far as is known: for each size that
    /// does the first of those that vary together with it.
    varying: FxHashMap<usize, Vec<Option<usize>>>,
    /// What the sizes are that parameters leave unsaid.
    unsaid: Unsaid,
}

/// An expression of CORE with its type in the checker.
#[derive(Clone)]
struct Typed {
    expr: ir::Expr,
    ty: Type,
}

/// The error has been reported; what depends on it is skipped.
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
            unsaid: Unsaid::Name,
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

    /// What is checked last, and the program, if all is right. The files are the user's.
    fn result(mut self, files: impl Iterator<Item = FileId>) -> Result<Checked, Error> {
        // Definitions are checked when something needs them; messages come in the order of the text.
        let place =
            |diagnostic: &Diagnostic| diagnostic.labels.first().map(|label| (label.span.file(), label.span.start));
        self.diagnostics.sort_by_key(place);
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == base::Severity::Error;
        if self.errors_left_out {
            crate::parser::say_more_left_out(&mut self.diagnostics);
        }
        if self.diagnostics.iter().any(is_error) {
            return Err(Error::User(self.diagnostics));
        }
        if let Some(limitation) = self.limitation {
            return Err(Error::Limitation(Box::new(limitation)));
        }
        self.check_consumption(&files.collect())?;
        self.program.names = self.unifier.names;
        Ok(Checked { program: self.program, warnings: self.diagnostics, properties: self.properties })
    }

    /// A node of CORE whose type will be known at the end.
    fn node(&mut self, kind: ir::ExprKind, ty: &Type, span: Span) -> ir::Expr {
        ir::Expr { kind, ty: self.slot(ty), span }
    }

    fn typed(&mut self, kind: ir::ExprKind, ty: Type, span: Span) -> Typed {
        Typed { expr: self.node(kind, &ty, span), ty }
    }

    /// A type to be filled in at the end.
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

    /// A size that is only equal to itself.
    fn unknown_size(&mut self, hint: &str, span: Span) -> Size {
        let name = self.fresh_name(hint);
        self.size_origins.insert(name, span);
        Size::Var(name)
    }

    /// Whether the size has no name in the program.
    fn is_nameless(&self, name: Name) -> bool {
        self.size_origins.contains_key(&name) || self.unifier.is_nameless(name)
    }

    fn is_bound(&self, size: &Size) -> bool {
        let mut bound = !matches!(size, Size::Meta(_));
        types::each_size_var(size, &mut |name| bound &= self.context.bound.contains(&name));
        bound || self.term_variable(size).is_some()
    }
}
