//! The lowering of the checked tree to CORE. Functions that are polymorphic or recursive become definitions of CORE with
//! the captured variables as their first parameters; other local functions stay lambdas. Top-level values are constants.
//!
//! ```text
//! let twice = lam f. lam x. f (f x)      def twice 'a (f : 'a -> 'a) (x : 'a) : 'a = f(f(x))
//! let f = lam k.
//!   recursive let g = lam n.       ─►    def g (k : i64) (n : i64) : i64 = if n < k then n else g(k, n - k)
//!     if lti n k then n else g (subi n k) in g
//!                                        def f (k : i64) : i64 -> i64 = g(k)
//! ```
//!
//! A constructor has one payload, and a tuple is a record.

mod builtins;
mod functions;
mod futhark;
mod parallel;
mod patterns;
mod poly;
mod sequences;
mod show;
mod specialise;
mod tensors;
mod tests;
mod types;

use crate::ast::Literal;
use crate::check::tree::{self, Decl, Definition, Exp, ExpKind, Stm, VariableId};
use crate::check::types::{ParamNumber, Type};
use crate::{Inline, NOT_SUPPORTED};
use base::cursor::MAX_DEPTH;
use base::{Bug, Code, Diagnostic, Error, Name, SourceMap, Span, Symbol};
use core_ir::build;
use core_ir::def as ir;
use core_ir::def::Prim;
use core_ir::library::Library;
use core_ir::outline::Device;
use core_ir::walk::{for_each_child, for_each_expr};
use rustc_hash::{FxHashMap, FxHashSet};
use specialise::{Copies, Specialised, restore};
use std::rc::Rc;
use syntax::errors::TOO_DEEP;
use tests::Tests;
use value::{Scalar, ScalarType};

/// Definitions of built-in functions in CORE.
const LIBRARY: &str = concat!(
    include_str!("../library/builtins.core"),
    include_str!("../library/show.core"),
    include_str!("../library/tensor.core"),
);

const TOO_MANY_COPIES: Code = Code("E0198");

/// Largest number of copies of polymorphic definitions in one program, except for those that CORE has.
const MAX_COPIES: usize = 10_000;

type Lowered<T> = Result<T, Error>;

/// Meaning of a variable.
#[derive(Clone)]
enum Bound<'t> {
    /// A local variable of CORE.
    Local(ir::Expr),
    /// A definition of CORE.
    Global(Global),
    /// A polymorphic value that is not a function. Each use has its own copy.
    Copied(&'t Definition),
    /// A function that depends on its types. Uses for the same types share a copy.
    Specialised(Rc<Specialised<'t>>),
    /// A built-in function, by its name.
    Builtin(Symbol),
}

/// A definition of CORE that stands for a variable.
#[derive(Clone)]
struct Global {
    id: ir::DefId,
    /// Type parameters of the code around it, and its own.
    outer: Vec<Name>,
    own: Vec<ParamNumber>,
    /// Variables that it captures, as its first arguments.
    captured: Vec<(Name, ir::Type)>,
}

struct Pass<'t> {
    checked: &'t tree::Program,
    sources: &'t SourceMap,
    inline: &'t Inline<'t>,
    /// Errors in inline Futhark.
    errors: Vec<Diagnostic>,
    program: ir::Program,
    /// For each data type of the program, that of CORE.
    datas: Vec<ir::DataId>,
    /// Types in place of type parameters.
    chosen: FxHashMap<ParamNumber, ir::Type>,
    /// Type parameters of the definitions around the code that is lowered.
    scope: Vec<Name>,
    variables: FxHashMap<VariableId, Bound<'t>>,
    /// Numbers of parameters of the functions that are written as `lam`.
    arities: FxHashMap<VariableId, usize>,
    /// Definitions for built-in functions, which are added when they are needed.
    library: Library,
    /// The constant with the arguments of the program, once it is needed.
    arguments: Option<ir::DefId>,
    /// The definitions that depend on the types for which they are used.
    dependent: FxHashSet<VariableId>,
    /// Types in place of the type parameters of functions that depend on them.
    exact: FxHashMap<ParamNumber, Type>,
    specials: Copies,
    /// For each data type, the definition that shows its values.
    shows: FxHashMap<Type, ir::DefId>,
    /// Number of copies of polymorphic definitions, and of those that are being made.
    copies: usize,
    nested: usize,
    /// Number of polymorphic types around the type that is being lowered.
    nested_types: usize,
    /// Present if the program runs its unit tests.
    tests: Option<Tests<'t>>,
}

/// Lowers a program to CORE. The expression after `mexpr` is the entry point `main`; in a file without one, a function
/// may be. Top-level functions on numbers, truth values, characters and records of them are entry points, too, unless
/// the program has input or output; with an annotation, also those on sequences, which are arrays outside. `inline` checks
/// the Futhark in the program.
///
/// # Errors
/// Limitations; a program that is nested too deeply; unit tests that compare functions.
pub fn lower(
    program: &tree::Program,
    sources: &SourceMap,
    runs_tests: bool,
    inline: &Inline<'_>,
) -> Lowered<ir::Program> {
    let lowered = lowered(program, sources, runs_tests, inline)?;
    match lowered.defs.iter().find_map(|(_, def)| too_deep(&def.body, def.span, MAX_DEPTH)) {
        Some(place) => Err(Error::User(vec![
            Diagnostic::error(TOO_DEEP, "nested too deeply")
                .label(place, format!("more than {MAX_DEPTH} levels here"))
                .note("each alternative, each element of a pattern, and each `match .. in` that may fail is nested")
                .help("move parts of the expression to separate definitions"),
        ])),
        None => Ok(lowered),
    }
}

/// Returns the place of an expression inside of more than `levels` levels, or the nearest place that is known.
fn too_deep(expr: &ir::Expr, around: Span, levels: usize) -> Option<Span> {
    let place = if expr.span.is_nowhere() { around } else { expr.span };
    let Some(levels) = levels.checked_sub(1) else { return Some(place) };
    let mut found = None;
    for_each_child(expr, &mut |child| found = found.or_else(|| too_deep(child, place, levels)));
    found
}

/// Whether an expression asks a service that acts on the world outside of the program.
fn asks_system(expr: &ir::Expr) -> bool {
    let mut found = false;
    for_each_expr(expr, &mut |expr| found |= matches!(expr.kind, ir::ExprKind::Prim(Prim::System(_), _)));
    found
}

fn has_sequences(ty: &ir::Type) -> bool {
    ty.any_part(&|ty| matches!(ty, ir::Type::Seq(_)).then_some(true))
}

fn lowered<'t>(
    program: &'t tree::Program,
    sources: &'t SourceMap,
    runs_tests: bool,
    inline: &'t Inline<'t>,
) -> Lowered<ir::Program> {
    let mut pass = Pass {
        checked: program,
        sources,
        inline,
        errors: Vec::new(),
        program: ir::Program { acceleration: ir::Acceleration::Explicit, ..ir::Program::default() },
        datas: Vec::new(),
        chosen: FxHashMap::default(),
        scope: Vec::new(),
        variables: FxHashMap::default(),
        arities: FxHashMap::default(),
        library: Library::parse(LIBRARY)?,
        arguments: None,
        dependent: specialise::dependent(program),
        exact: FxHashMap::default(),
        specials: FxHashMap::default(),
        shows: FxHashMap::default(),
        copies: 0,
        nested: 0,
        nested_types: 0,
        tests: runs_tests.then(|| Tests::new(sources)),
    };
    pass.declare_datas()?;
    for builtin in &program.builtins {
        pass.variables.insert(builtin.id, Bound::Builtin(builtin.name));
    }
    for decl in &program.tops {
        pass.top(decl)?;
    }
    let mut body = pass.exp(&program.body)?;
    if !pass.errors.is_empty() {
        return Err(Error::User(pass.errors));
    }
    if pass.tests.is_some() {
        body = pass.with_end_of_tests(body);
    }
    let main = Symbol::new("main");
    let has_function = pass.program.entries.iter().any(|entry| entry.name == main);
    let acts = asks_system(&body) || pass.program.defs.values().any(|def| asks_system(&def.body));
    if acts {
        // Programs with input or output have one entry point.
        pass.program.entries.clear();
    } else if has_function && program.body.span.is_nowhere() {
        return Ok(pass.program);
    }
    let is_shown = !acts && !has_sequences(&body.ty) && pass.entry_type(&program.body.ty).is_some();
    if !is_shown {
        let unused = build::binding(ir::Pat::Wildcard(body.ty.clone()), body);
        body = build::block(vec![unused], build::unit()).at(program.body.span);
    }
    let def = pass.constant(main, Vec::new(), body);
    let ty = if is_shown { &program.body.ty } else { &Type::unit() };
    pass.program.entries.retain(|entry| entry.name != main);
    pass.program.entries.extend(pass.entry(main, def, &[], ty));
    Ok(pass.program)
}

/// Declarations.
impl<'t> Pass<'t> {
    fn top(&mut self, decl: &'t Decl) -> Lowered<()> {
        // The definitions hide entry points of their names.
        let hidden: Vec<Symbol> = match decl {
            Decl::Let(definition) => vec![definition.variable.name],
            Decl::Recursive(definitions) => definitions.iter().map(|definition| definition.variable.name).collect(),
            Decl::External(variable) => vec![variable.name],
            Decl::Utest(_) => Vec::new(),
        };
        self.program.entries.retain(|entry| !hidden.contains(&entry.name));
        match decl {
            Decl::Let(definition) => self.top_group(&[definition])?,
            Decl::Recursive(definitions) => {
                functions::groups(definitions).iter().try_for_each(|group| self.top_group(group))?;
            }
            Decl::External(variable) => {
                self.variables.insert(variable.id, Bound::Builtin(variable.name));
            }
            Decl::Utest(test) => {
                if let Some(test) = self.unit_test(test)? {
                    self.constant(Symbol::new("utest"), Vec::new(), test);
                }
            }
        }
        Ok(())
    }

    /// Lowers top-level definitions that depend on each other.
    fn top_group(&mut self, group: &[&'t Definition]) -> Lowered<()> {
        if self.depends_on_types(group) {
            self.bind_dependent(group);
            return Ok(());
        }
        if let Some(definition) = functions::computed(group) {
            let (params, mut value) = self.with_params(&definition.params, |pass| pass.exp(&definition.value))?;
            core_ir::sides::settle_constant(&mut value);
            let id = self.constant(definition.variable.name, params, value);
            let global = Global { id, outer: Vec::new(), own: definition.params.clone(), captured: Vec::new() };
            self.variables.insert(definition.variable.id, Bound::Global(global));
            return Ok(());
        }
        self.functions(group)?;
        group.iter().for_each(|definition| self.export(definition));
        Ok(())
    }

    /// Makes a top-level function an entry point, if callers can name and call it.
    fn export(&mut self, definition: &Definition) {
        let ExpKind::Lambda(params, body) = &definition.value.kind else { return };
        let Some(Bound::Global(global)) = self.variables.get(&definition.variable.id) else { return };
        let is_plain = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_of_library = definition.variable.span.file().is_some_and(|file| self.checked.library.contains(&file));
        if is_of_library || !definition.params.is_empty() || !is_plain(definition.variable.name.as_str()) {
            return;
        }
        let (id, name) = (global.id, definition.variable.name);
        let Some(mut entry) = self.entry(name, id, params, &body.ty) else { return };
        let def = &self.program.defs[id];
        if def.params.iter().any(|param| has_sequences(&param.pat.ty())) || has_sequences(&def.result) {
            if !definition.annotated {
                return;
            }
            entry.def = self.on_arrays(id);
        }
        self.program.entries.push(entry);
    }

    /// Adds a definition that applies another one, with arrays for the sequences in its parameters and its result.
    fn on_arrays(&mut self, inner: ir::DefId) -> ir::DefId {
        let ir::Def { name, params, result, span, .. } = self.program.defs[inner].clone();
        let device = Device::new(&self.program.datas);
        let names = &mut self.program.names;
        let (mut outer, mut arguments) = (Vec::new(), Vec::new());
        let types: Vec<ir::Type> = params.iter().map(|param| param.pat.ty()).collect();
        for ty in &types {
            let (given, of_caller) = (names.fresh("given"), device.ty(ty));
            arguments.push(device.leave(build::var(given, of_caller.clone()).at(span), ty, names));
            outer.push(build::param(given, of_caller));
        }
        let whole = ir::Type::functions(types.into_iter(), result);
        let body = device.enter(build::apply(build::def(inner, Vec::new(), whole).at(span), arguments).at(span), names);
        let id = self.constant(name, Vec::new(), body);
        self.program.defs[id].params = outer;
        id
    }

    /// Adds a definition without parameters.
    fn constant(&mut self, name: Symbol, type_params: Vec<Name>, body: ir::Expr) -> ir::DefId {
        self.program.defs.push(ir::Def {
            name,
            type_params,
            params: Vec::new(),
            result: body.ty.clone(),
            unique_result: ir::Unique::No,
            unique_inferred: false,
            span: body.span,
            body,
            inline: ir::Inline::Auto,
            accelerated: false,
        })
    }

    /// Lowers code within a definition that has these type parameters. Returns their names in CORE, too.
    fn with_params<T>(
        &mut self,
        params: &[ParamNumber],
        part: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<(Vec<Name>, T)> {
        let names: Vec<Name> = params.iter().map(|_| self.fresh("t")).collect();
        let types = names.iter().map(|name| ir::Type::Param(*name)).collect();
        let depth = self.scope.len();
        self.scope.extend(&names);
        let result = self.with_types(params, types, part);
        self.scope.truncate(depth);
        Ok((names, result?))
    }

    /// Lowers code with these types in place of type parameters.
    fn with_types<T>(
        &mut self,
        params: &[ParamNumber],
        types: Vec<ir::Type>,
        part: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let outer: Vec<_> =
            params.iter().zip(types).map(|(param, ty)| (*param, self.chosen.insert(*param, ty))).collect();
        let result = part(self);
        outer.into_iter().for_each(|(param, ty)| restore(&mut self.chosen, param, ty));
        result
    }

    fn fresh(&mut self, hint: &str) -> Name {
        self.program.names.fresh(if hint.is_empty() { "unused" } else { hint })
    }

    fn unsupported<T>(&self, span: Span, what: &str, label: &str) -> Lowered<T> {
        let diagnostic = Diagnostic::error(NOT_SUPPORTED, format!("{what} not supported yet"));
        Err(Error::Limitation(Box::new(diagnostic.label(span, label))))
    }
}

/// Expressions.
impl<'t> Pass<'t> {
    fn exp(&mut self, exp: &'t Exp) -> Lowered<ir::Expr> {
        let lowered = match &exp.kind {
            ExpKind::Variable(id, types) => self.variable(*id, types, exp)?,
            ExpKind::Poly(value, params) => self.poly(value, params, exp)?,
            ExpKind::Instance(value, types) => self.instance(value, types, exp.span)?,
            ExpKind::Con(con, payload) => {
                let payload = self.exp(payload)?;
                build::variant(self.con_name(*con), vec![payload], self.ty(&exp.ty, exp.span)?)
            }
            ExpKind::Literal(Literal::Text(text)) => string(text),
            ExpKind::Literal(literal) => build::literal(self.scalar(literal, &exp.ty)?),
            ExpKind::Apply(function, arguments) => self.application(function, arguments)?,
            ExpKind::Lambda(params, body) => {
                let params = params.iter().map(|param| self.param(param)).collect::<Lowered<_>>()?;
                let body = self.exp(body)?;
                build::lambda(params, body)
            }
            ExpKind::Block(stms, last) => self.block(stms, last)?,
            ExpKind::If(condition, yes, no) => {
                let (condition, yes, no) = (self.exp(condition)?, self.exp(yes)?, self.exp(no)?);
                build::if_then_else(condition, yes, no)
            }
            ExpKind::Match(parts) => {
                let subject = self.exp(&parts.subject)?;
                self.branch(subject, &parts.pat, |pass| pass.exp(&parts.yes), |pass| pass.exp(&parts.no))?
            }
            ExpKind::Switch(subject, cases) => self.switch(subject, cases, exp)?,
            ExpKind::Record(fields) => self.record(fields)?,
            ExpKind::Update(record, fields) => self.update(record, fields)?,
            ExpKind::Select(record, label) => build::field(self.exp(record)?, *label),
            ExpKind::Seq(elements) => {
                let ty = self.ty(&exp.ty, exp.span)?;
                let ir::Type::Seq(element) = &ty else { return Err(bug("a sequence of no sequence type")) };
                let elements = elements.iter().map(|exp| self.exp(exp)).collect::<Lowered<_>>()?;
                sequence(elements, (**element).clone())
            }
            ExpKind::Never => self.failure("a `never` is reached", &exp.ty, exp.span)?,
            ExpKind::Error => return Err(bug("an error came through")),
        };
        Ok(lowered.at(exp.span))
    }

    /// Returns the value of a literal that is no string.
    fn scalar(&self, literal: &Literal, ty: &Type) -> Lowered<Scalar> {
        let number = if let Type::Number(number) = self.checked.unifier.head(ty) { number } else { ScalarType::I64 };
        literal.scalar(number).ok_or_else(|| bug("a literal that does not fit"))
    }

    fn param(&mut self, param: &tree::Variable) -> Lowered<ir::Param> {
        let (name, ty) = (self.fresh(param.name.as_str()), self.ty(&param.ty, param.span)?);
        self.variables.insert(param.id, Bound::Local(build::var(name, ty.clone())));
        Ok(ir::Param { pat: ir::Pat::Var(name, ty), consumed: ir::Unique::No, span: param.span })
    }

    fn variable(&mut self, id: VariableId, types: &[Type], exp: &'t Exp) -> Lowered<ir::Expr> {
        match self.variables.get(&id).cloned() {
            Some(Bound::Local(variable)) => Ok(variable),
            Some(Bound::Global(global)) => self.global(&global, types, exp),
            Some(Bound::Copied(definition)) => {
                self.copies += 1;
                if self.copies > MAX_COPIES {
                    return Err(too_many_copies(exp.span));
                }
                let lowered = types.iter().map(|ty| self.ty(ty, exp.span)).collect::<Lowered<_>>()?;
                let exact = types.iter().map(|ty| self.exact(ty)).collect();
                self.copy(&definition.value, &definition.params, exact, lowered, |pass| pass.exp(&definition.value))
            }
            Some(Bound::Specialised(group)) => self.specialised(&group, id, types, exp),
            Some(Bound::Builtin(name)) => self.builtin(name, exp, Vec::new()),
            None => Err(bug("a variable out of scope")),
        }
    }

    /// Lowers an application. With the arguments so far, the function may act before the next one is evaluated.
    fn application(&mut self, function: &'t Exp, arguments: &'t [Exp]) -> Lowered<ir::Expr> {
        let (mut applied, arity, rest) = match (&function.kind, self.builtin_of(function)) {
            (_, Some(name)) => {
                let (first, rest) = arguments.split_at(arguments.len().min(builtins::arity(name)));
                let first = first.iter().map(|exp| self.exp(exp)).collect::<Lowered<_>>()?;
                (self.builtin(name, function, first)?, 0, rest)
            }
            (ExpKind::Lambda(params, _), _) => (self.exp(function)?, params.len(), arguments),
            (ExpKind::Variable(id, _), _) => {
                (self.exp(function)?, self.arities.get(id).copied().unwrap_or(1), arguments)
            }
            _ => (self.exp(function)?, 1, arguments),
        };
        let mut given: Vec<ir::Expr> = Vec::new();
        for (at, argument) in rest.iter().enumerate() {
            let argument = self.exp(argument)?;
            if at >= arity && !is_total(&argument) {
                applied = build::apply(applied, std::mem::take(&mut given));
            }
            given.push(argument);
        }
        Ok(build::apply(applied, given))
    }

    /// Returns the name of the built-in function that an expression is.
    fn builtin_of(&self, function: &Exp) -> Option<Symbol> {
        let ExpKind::Variable(id, _) = &function.kind else { return None };
        if let Some(Bound::Builtin(name)) = self.variables.get(id) { Some(*name) } else { None }
    }

    /// Lowers statements and the expression in their scope.
    fn block(&mut self, stms: &'t [Stm], last: &'t Exp) -> Lowered<ir::Expr> {
        let mut bindings = Vec::new();
        for (at, stm) in stms.iter().enumerate() {
            match stm {
                Stm::Decl(decl) => bindings.extend(self.local(decl)?),
                Stm::Do(exp) => {
                    let value = self.exp(exp)?;
                    bindings.push(build::binding(ir::Pat::Wildcard(value.ty.clone()), value));
                }
                Stm::Match(subject, pat) => {
                    let value = self.exp(subject)?;
                    if patterns::is_irrefutable(pat) {
                        bindings.push(build::binding(self.pat(pat)?, value));
                        continue;
                    }
                    let ty = self.ty(&last.ty, last.span)?;
                    let failure = self.failure_of("the pattern of a `match` does not match", ty, pat.span);
                    let rest = stms.get(at + 1..).unwrap_or_default();
                    let branch = self.branch(value, pat, |pass| pass.block(rest, last), |_| Ok(failure))?;
                    return Ok(build::block(bindings, branch.at(last.span)));
                }
            }
        }
        Ok(build::block(bindings, self.exp(last)?))
    }

    /// Lowers a declaration of an expression. Returns the bindings of its local variables.
    fn local(&mut self, decl: &'t Decl) -> Lowered<Vec<ir::Binding>> {
        let mut bindings = Vec::new();
        match decl {
            Decl::Let(definition) if definition.params.is_empty() => bindings.push(self.local_value(definition)?),
            Decl::Let(definition) if self.depends_on_types(&[definition]) => self.bind_dependent(&[definition]),
            Decl::Let(definition) if matches!(definition.value.kind, ExpKind::Lambda(..)) => {
                self.functions(&[definition])?;
            }
            Decl::Let(definition) => {
                self.variables.insert(definition.variable.id, Bound::Copied(definition));
            }
            Decl::Recursive(definitions) => {
                for group in functions::groups(definitions) {
                    match functions::computed(&group) {
                        _ if self.depends_on_types(&group) => self.bind_dependent(&group),
                        Some(definition) => bindings.push(self.local_value(definition)?),
                        None => self.functions(&group)?,
                    }
                }
            }
            Decl::External(variable) => {
                self.variables.insert(variable.id, Bound::Builtin(variable.name));
            }
            Decl::Utest(test) => {
                let test = self.unit_test(test)?;
                bindings.extend(test.map(|test| build::binding(ir::Pat::Wildcard(test.ty.clone()), test)));
            }
        }
        Ok(bindings)
    }

    /// Lowers a local definition without type parameters to a binding.
    fn local_value(&mut self, definition: &'t Definition) -> Lowered<ir::Binding> {
        let value = self.exp(&definition.value)?;
        if let ExpKind::Lambda(params, _) = &definition.value.kind {
            self.arities.insert(definition.variable.id, params.len());
        }
        let name = self.fresh(definition.variable.name.as_str());
        let variable = build::var(name, value.ty.clone());
        self.variables.insert(definition.variable.id, Bound::Local(variable));
        Ok(build::bind(name, value))
    }

    fn switch(&mut self, subject: &'t Exp, cases: &'t [(tree::Pat, Exp)], exp: &'t Exp) -> Lowered<ir::Expr> {
        let subject = self.exp(subject)?;
        let ty = self.ty(&exp.ty, exp.span)?;
        let failure = self.failure_of("no case of a `switch` matches", ty.clone(), exp.span);
        if !cases.iter().all(|(pat, _)| patterns::is_plain(pat)) {
            let name = self.fresh("subject");
            let variable = build::var(name, subject.ty.clone()).at(subject.span);
            let tried = self.cases(&variable, cases, failure)?;
            return Ok(build::block(vec![build::bind(name, subject)], tried));
        }
        let mut lowered = Vec::new();
        for (pat, body) in cases {
            lowered.push(ir::Case { pat: self.pat(pat)?, body: self.exp(body)? });
        }
        if !cases.iter().any(|(pat, _)| patterns::is_irrefutable(pat)) {
            lowered.push(ir::Case { pat: ir::Pat::Wildcard(subject.ty.clone()), body: failure });
        }
        Ok(build::match_on(subject, lowered, ty))
    }

    /// Lowers cases that are tried one after the other.
    fn cases(&mut self, subject: &ir::Expr, cases: &'t [(tree::Pat, Exp)], failure: ir::Expr) -> Lowered<ir::Expr> {
        let mut tried = failure;
        for (pat, body) in cases.iter().rev() {
            tried = self.branch(subject.clone(), pat, |pass| pass.exp(body), |_| Ok(tried))?.at(body.span);
        }
        Ok(tried)
    }

    /// Lowers a record. Its fields are evaluated in the order of the text, but CORE evaluates them in its own order.
    fn record(&mut self, fields: &'t [(Symbol, Exp)]) -> Lowered<ir::Expr> {
        let in_order = fields.is_sorted_by(|(a, _), (b, _)| ir::field_order(*a, *b).is_lt());
        let (mut bindings, mut values) = (Vec::new(), Vec::new());
        for (label, exp) in fields {
            let value = self.exp(exp)?;
            values.push((*label, if in_order { value } else { self.bound(value, label.as_str(), &mut bindings) }));
        }
        Ok(build::block(bindings, build::record(values)))
    }

    /// Binds an expression to a variable, unless it is one already. Returns the variable.
    fn bound(&mut self, value: ir::Expr, hint: &str, bindings: &mut Vec<ir::Binding>) -> ir::Expr {
        build::named(hint, value, &mut self.program.names, bindings)
    }

    fn update(&mut self, record: &'t Exp, fields: &'t [(Symbol, Exp)]) -> Lowered<ir::Expr> {
        let record = self.exp(record)?;
        let mut bindings = Vec::new();
        let variable = self.bound(record, "record", &mut bindings);
        let Some(labels) = variable.ty.fields() else { return Err(bug("an update of no record")) };
        let mut all: Vec<(Symbol, ir::Expr)> =
            labels.iter().map(|(label, _)| (*label, build::field(variable.clone(), *label))).collect();
        for (label, exp) in fields {
            let value = self.exp(exp)?;
            let value = self.bound(value, label.as_str(), &mut bindings);
            if let Some((_, old)) = all.iter_mut().find(|(other, _)| other == label) {
                *old = value;
            }
        }
        Ok(build::block(bindings, build::record(all)))
    }

    /// Returns an expression that fails with a message.
    fn failure(&mut self, message: &str, ty: &Type, span: Span) -> Lowered<ir::Expr> {
        let ty = self.ty(ty, span)?;
        Ok(self.failure_of(message, ty, span))
    }

    fn failure_of(&self, message: &str, ty: ir::Type, span: Span) -> ir::Expr {
        let message = build::string(message.as_bytes()).at(span);
        build::expr(ir::ExprKind::Prim(Prim::Fail, vec![message]), ty).at(span)
    }
}

fn too_many_copies(span: Span) -> Error {
    let diagnostic = Diagnostic::error(TOO_MANY_COPIES, "too many copies of polymorphic values")
        .label(span, "this use exceeds the limit")
        .help("write an annotation without `all` at the definition");
    Error::Limitation(Box::new(diagnostic))
}

fn string(text: &str) -> ir::Expr {
    let characters = text.chars().map(|c| build::literal(Scalar::U32(u32::from(c)))).collect();
    sequence(characters, types::CHAR)
}

/// Whether the evaluation of an expression has no effect, and does not fail.
fn is_total(expr: &ir::Expr) -> bool {
    let parts = |parts: &[ir::Expr]| parts.iter().all(is_total);
    match &expr.kind {
        ir::ExprKind::Literal(_) | ir::ExprKind::Var(..) | ir::ExprKind::Def(..) | ir::ExprKind::Lambda(_) => true,
        ir::ExprKind::Record(fields) => fields.iter().all(|(_, field)| is_total(field)),
        ir::ExprKind::Field(record, _) => is_total(record),
        ir::ExprKind::Variant(_, payload) => parts(payload),
        ir::ExprKind::Array(elements) => parts(elements),
        ir::ExprKind::Prim(prim, arguments) => is_total_prim(*prim) && parts(arguments),
        _ => false,
    }
}

fn is_total_prim(prim: Prim) -> bool {
    use value::BinOp::{Add, And, Max, Min, Mul, Or, Sub, Xor};
    match prim {
        Prim::Bin(op) => matches!(op, Add | Sub | Mul | And | Or | Xor | Min | Max),
        Prim::Seq(op) => matches!(op, ir::SeqOp::OfArray | ir::SeqOp::Length),
        Prim::Un(_) | Prim::Cmp(_) | Prim::Convert(_) => true,
        _ => false,
    }
}

/// Returns a sequence of these elements.
fn sequence(elements: Vec<ir::Expr>, element: ir::Type) -> ir::Expr {
    build::prim(Prim::Seq(ir::SeqOp::OfArray), vec![build::array(elements, element)])
}

fn bug(message: &str) -> Error {
    Bug::new("lower MExpr", message).into()
}
