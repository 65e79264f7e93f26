//! The lowering of the checked tree to CORE. A definition that is used at several types becomes one binding for each
//! list of types. Lambdas stay lambdas. A `mu` becomes a definition of CORE, whose first parameters are its free
//! variables.
//!
//! ```text
//! (let (twice (lambda (f : 'a -> 'a) (x : 'a) : 'a (f (f x))))     let twice = \(f : i32 -> i32) -> \(x : i32) -> f(f(x))
//!   in (twice (+ k) 1))                                            in twice(\(x : i32) -> k + x, 1)
//!
//! (mu (f : int -> int) (lambda (n : int) : int                     def f (k : i32) (n : i32) : i32 =
//!   (if (< n k) then n else (f (- n k)))))                           if n < k then n else f(k, n - k)
//! ```
//!
//! Sums keep their constructors; a payload of type `unit` is dropped. A recursive user-defined type becomes a data type
//! of CORE for each list of type arguments; other types become sums, which devices support. Vectors are arrays:
//! `vector#n` has rank n. Rows of a vector of vectors may differ in length, so they are stored one after the other,
//! with offsets: see `nested`.

mod foreign;
mod nested;
mod operators;
mod scalars;
mod types;
mod vectors;

use crate::check::builtins::Builtin;
use crate::check::tree::{self, Definition, Exp, ExpKind, VariableId};
use crate::check::types::{Type, VariableNumber};
use base::{Bug, Code, Diagnostic, Error, Name, Span, Symbol};
use core_ir::build;
use core_ir::def as ir;
use core_ir::walk::{Substitution, free_variables};
use indexmap::{IndexMap, IndexSet};
pub use operators::neutral;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use types::recursive_types;

const NOT_SUPPORTED: Code = Code("E0199");
const TOO_MANY_COPIES: Code = Code("E0198");

/// Largest number of copies of polymorphic definitions in one program.
const MAX_INSTANCES: usize = 10_000;

type Lowered<T> = Result<T, Error>;

/// Lowers a program to CORE, with the entry point `main`.
///
/// # Errors
/// Numbers that do not fit their types; limitations.
pub fn lower(program: &tree::Program) -> Lowered<ir::Program> {
    let mut pass = Pass {
        checked: program,
        program: ir::Program::default(),
        recursive: recursive_types(program),
        datas: IndexSet::new(),
        chosen: FxHashMap::default(),
        variables: FxHashMap::default(),
        values: FxHashMap::default(),
        instances: 0,
        row_checks: FxHashMap::default(),
        wrong: Vec::new(),
    };
    pass.main()?;
    pass.make_datas()?;
    if pass.wrong.is_empty() { Ok(pass.program) } else { Err(Error::User(pass.wrong)) }
}

/// Representation of a variable in CORE.
enum Bound<'t> {
    One(ir::Expr),
    /// One binding for each list of types. The bindings are generated when all uses are known.
    Many(&'t Definition, IndexMap<Vec<Type>, (Name, ir::Type)>),
}

struct Pass<'t> {
    checked: &'t tree::Program,
    program: ir::Program,
    /// User-defined types that are recursive.
    recursive: FxHashSet<Symbol>,
    /// Recursive types with the type arguments that the program uses. The position is the number of CORE's data type.
    datas: IndexSet<(Symbol, Rc<[Type]>)>,
    /// For the copies of the enclosing definitions: the types of their general variables.
    chosen: FxHashMap<VariableNumber, Type>,
    variables: FxHashMap<VariableId, Bound<'t>>,
    /// For each variable of a definition, the expression that it is bound to.
    values: FxHashMap<VariableId, &'t Exp>,
    instances: usize,
    /// Definitions that check the row offsets in inputs of recursive types.
    row_checks: FxHashMap<(Symbol, Rc<[Type]>), ir::DefId>,
    /// Errors about numbers that do not fit their types.
    wrong: Vec<Diagnostic>,
}

impl<'t> Pass<'t> {
    fn main(&mut self) -> Lowered<()> {
        let mut params = Vec::new();
        let mut entry_params = Vec::new();
        let mut checked = Vec::new();
        for input in &self.checked.inputs {
            let ty = self.known(&input.ty, input.span)?;
            entry_params.push(self.entry_param(input.name, &ty, input.span)?);
            let param = self.param(input)?;
            checked.push((input.name, ty, param.pat.clone()));
            params.push(param);
        }
        self.foreign_types()?;
        let ty = self.known(&self.checked.body.ty, self.checked.body.span)?;
        let entry_result = self.entry_result(&ty, self.checked.body.span)?;
        let result = self.ty(&ty, self.checked.body.span)?;
        let mut body = self.exp(&self.checked.body)?;
        for (name, ty, pat) in checked.into_iter().rev() {
            if let ir::Pat::Var(variable, inner) = pat {
                body = self.with_offsets_checked(name, &ty, build::var(variable, inner), body)?;
            }
        }
        let def = self.program.defs.push(ir::Def {
            name: Symbol::new("main"),
            type_params: Vec::new(),
            params,
            result,
            unique_result: ir::Unique::No,
            unique_inferred: false,
            span: body.span,
            body,
            inline: ir::Inline::Auto,
            accelerated: false,
        });
        let name = Symbol::new("main");
        self.program.entries.push(ir::Entry {
            name,
            def,
            params: entry_params,
            result: entry_result,
            doc: None,
            sizes: Vec::new(),
        });
        Ok(())
    }

    fn fresh(&mut self, hint: &str) -> Name {
        self.program.names.fresh(hint)
    }

    /// Lowers a parameter and binds its variable.
    fn param(&mut self, param: &tree::Param) -> Lowered<ir::Param> {
        let (name, ty) = (self.fresh(param.name.as_str()), self.ty(&param.ty, param.span)?);
        self.variables.insert(param.variable, Bound::One(build::var(name, ty.clone())));
        Ok(ir::Param { pat: ir::Pat::Var(name, ty), consumed: ir::Unique::No, span: param.span })
    }

    fn exp(&mut self, exp: &'t Exp) -> Lowered<ir::Expr> {
        let lowered = match &exp.kind {
            ExpKind::Variable(id, types) => self.variable(*id, types, exp.span)?,
            ExpKind::Builtin(builtin) => self.builtin_applied(*builtin, exp, &[], exp.span)?,
            ExpKind::Constructor(name) => self.constructor(*name, exp)?,
            ExpKind::Foreign(name) => self.foreign(*name, exp, &[], exp.span)?,
            ExpKind::Literal(literal) => self.literal(*literal, &exp.ty, exp.span)?,
            ExpKind::Apply(function, args) => self.application(function, args, exp.span)?,
            ExpKind::Tuple(parts) => build::tuple(self.exps(parts)?),
            ExpKind::Component(tuple, at) => build::field(self.exp(tuple)?, ir::tuple_field(*at as usize)),
            ExpKind::Element(vector, index) => self.element(vector, index)?,
            ExpKind::If(condition, yes, no) => self.conditional([condition, yes, no], exp)?,
            ExpKind::Case(subject, cases) => self.case(subject, cases, exp)?,
            ExpKind::Let(definitions, body) => self.definitions(definitions, body)?,
            ExpKind::Lambda(params, body) => self.lambda(params, body)?,
            ExpKind::Mu(param, body) => self.mu(param, body)?,
            ExpKind::Error => return Err(bug("an error came through")),
        };
        Ok(lowered.at(exp.span))
    }

    fn exps(&mut self, exps: &'t [Exp]) -> Lowered<Vec<ir::Expr>> {
        exps.iter().map(|exp| self.exp(exp)).collect()
    }

    /// Lowers a use of a variable. For a polymorphic definition, makes the binding for these types if necessary.
    fn variable(&mut self, id: VariableId, types: &[Type], span: Span) -> Lowered<ir::Expr> {
        let types: Vec<Type> = types.iter().map(|ty| self.known(ty, span)).collect::<Lowered<_>>()?;
        let definition = match self.variables.get(&id) {
            Some(Bound::One(expr)) => return Ok(expr.clone()),
            Some(Bound::Many(_, instances)) if instances.contains_key(&types) => None,
            Some(Bound::Many(definition, _)) => Some(*definition),
            None => return Err(bug("a variable out of scope")),
        };
        if let Some(definition) = definition {
            self.instances += 1;
            if self.instances > MAX_INSTANCES {
                let headline = format!("`{}` is used at too many types", definition.param.name);
                let diagnostic = Diagnostic::error(TOO_MANY_COPIES, headline)
                    .label(span, "this use exceeds the limit")
                    .note("a polymorphic function is compiled once for each list of types that it is used with")
                    .help("use a vector instead of nested tuples");
                return Err(Error::Limitation(Box::new(diagnostic)));
            }
            let name = self.fresh(definition.param.name.as_str());
            let outer = self.choose(definition, &types);
            let ty = self.ty(&definition.param.ty, span);
            self.restore(outer);
            let instance = (name, ty?);
            if let Some(Bound::Many(_, instances)) = self.variables.get_mut(&id) {
                instances.insert(types.clone(), instance);
            }
        }
        match self.variables.get(&id) {
            Some(Bound::Many(_, instances)) => match instances.get(&types) {
                Some((name, ty)) => Ok(build::var(*name, ty.clone())),
                None => Err(bug("an instance is missing")),
            },
            _ => Err(bug("a variable out of scope")),
        }
    }

    /// Sets the types of the definition's general variables for a copy. Returns the previous ones, for `restore`.
    fn choose(&mut self, definition: &Definition, types: &[Type]) -> Vec<(VariableNumber, Option<Type>)> {
        let pairs = definition.general.iter().zip(types);
        pairs.map(|(number, ty)| (*number, self.chosen.insert(*number, ty.clone()))).collect()
    }

    fn restore(&mut self, outer: Vec<(VariableNumber, Option<Type>)>) {
        for (number, ty) in outer {
            match ty {
                Some(ty) => _ = self.chosen.insert(number, ty),
                None => _ = self.chosen.remove(&number),
            }
        }
    }

    /// Lowers the definitions of a `let` and its body. Because a polymorphic definition needs all its uses, it is
    /// lowered after the body and the later definitions, the last one first.
    fn definitions(&mut self, definitions: &'t [Definition], body: &'t Exp) -> Lowered<ir::Expr> {
        let mut bindings: Vec<Vec<ir::Binding>> = Vec::new();
        for definition in definitions {
            self.values.insert(definition.param.variable, &definition.value);
            if !definition.general.is_empty() {
                self.variables.insert(definition.param.variable, Bound::Many(definition, IndexMap::new()));
                bindings.push(Vec::new());
                continue;
            }
            let value = self.exp(&definition.value)?;
            let name = self.fresh(definition.param.name.as_str());
            self.variables.insert(definition.param.variable, Bound::One(build::var(name, value.ty.clone())));
            bindings.push(vec![build::bind(name, value)]);
        }
        let body = self.exp(body)?;
        for (definition, bindings) in definitions.iter().zip(&mut bindings).rev() {
            let Some(Bound::Many(_, instances)) = self.variables.remove(&definition.param.variable) else { continue };
            for (types, (name, _)) in instances {
                let outer = self.choose(definition, &types);
                let value = self.exp(&definition.value);
                self.restore(outer);
                bindings.push(build::bind(name, value?));
            }
        }
        Ok(build::block(bindings.into_iter().flatten().collect(), body))
    }

    fn lambda(&mut self, params: &'t [tree::Param], body: &'t Exp) -> Lowered<ir::Expr> {
        let params = params.iter().map(|param| self.param(param)).collect::<Lowered<_>>()?;
        let body = self.exp(body)?;
        Ok(build::lambda(params, body))
    }

    fn application(&mut self, function: &'t Exp, args: &'t [Exp], span: Span) -> Lowered<ir::Expr> {
        if let ExpKind::Builtin(builtin) = function.kind {
            return self.builtin_applied(builtin, function, args, span);
        }
        if let ExpKind::Foreign(name) = &function.kind {
            return self.foreign(*name, function, args, span);
        }
        if let (ExpKind::Constructor(name), [arg]) = (&function.kind, args) {
            let payload = self.exp(arg)?;
            return self.variant(*name, payload, function);
        }
        let function = self.exp(function)?;
        let args = self.exps(args)?;
        Ok(build::apply(function, args))
    }

    /// Lowers a conditional. If it chooses between functions, the result is a lambda with the condition inside, because
    /// CORE must know which function is applied.
    ///
    /// ```text
    /// (if c then f else g)            \x y -> if c then f(x, y) else g(x, y)
    /// ```
    fn conditional(&mut self, [condition, yes, no]: [&'t Exp; 3], exp: &Exp) -> Lowered<ir::Expr> {
        let span = exp.span;
        let condition = self.exp(condition)?;
        let (types, result) = parameters(&self.known(&exp.ty, span)?);
        if types.is_empty() || !is_value(yes) || !is_value(no) {
            let (yes, no) = (self.exp(yes)?, self.exp(no)?);
            return Ok(build::if_then_else(condition, yes, no).with_type(self.ty(&exp.ty, span)?));
        }
        let mut bindings = Vec::new();
        let condition = self.bound(condition, &mut bindings);
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for ty in &types {
            let (name, ty) = (self.fresh("x"), self.ty(ty, span)?);
            args.push(build::var(name, ty.clone()).at(span));
            params.push(build::param(name, ty));
        }
        let yes = build::apply(self.exp(yes)?, args.clone()).at(span);
        let no = build::apply(self.exp(no)?, args).at(span);
        let either = build::if_then_else(condition, yes, no).with_type(self.ty(&result, span)?).at(span);
        Ok(build::block(bindings, build::lambda(params, either).at(span)))
    }

    /// Lowers an application of a built-in function. With fewer arguments than it takes, the result is a lambda.
    fn builtin_applied(
        &mut self,
        builtin: Builtin,
        function: &'t Exp,
        args: &'t [Exp],
        span: Span,
    ) -> Lowered<ir::Expr> {
        let ty = self.known(&function.ty, function.span)?;
        let (types, _) = builtin_parameters(builtin, &ty);
        let operator = args.first().and_then(|operator| self.operator(operator));
        let mut given = self.exps(args)?;
        if given.len() > types.len() {
            let more = given.split_off(types.len());
            return Ok(build::apply(self.builtin(builtin, &ty, given, operator, span)?.at(span), more));
        }
        if given.len() == types.len() {
            return self.builtin(builtin, &ty, given, operator, span);
        }
        let mut bindings = Vec::new();
        for arg in &mut given {
            let name = self.fresh("given");
            let variable = build::var(name, arg.ty.clone()).at(arg.span);
            bindings.push(build::bind(name, std::mem::replace(arg, variable)));
        }
        let mut params = Vec::new();
        for ty in types.iter().skip(args.len()) {
            let (name, ty) = (self.fresh("x"), self.ty(ty, span)?);
            given.push(build::var(name, ty.clone()).at(span));
            params.push(build::param(name, ty));
        }
        let body = self.builtin(builtin, &ty, given, operator, span)?.at(span);
        Ok(build::block(bindings, build::lambda(params, body).at(span)))
    }

    fn constructor(&mut self, name: Symbol, exp: &'t Exp) -> Lowered<ir::Expr> {
        let ty = self.known(&exp.ty, exp.span)?;
        let Type::Function(payload, _) = &ty else { return Err(bug("a constructor that is no function")) };
        let (param, payload) = (self.fresh("x"), self.ty(payload, exp.span)?);
        let body = self.variant(name, build::var(param, payload.clone()), exp)?.at(exp.span);
        Ok(build::lambda(vec![build::param(param, payload)], body))
    }

    /// Returns a value of a sum. `constructor` is the constructor as a function, with its type. A unit payload is
    /// evaluated and dropped.
    fn variant(&mut self, name: Symbol, payload: ir::Expr, constructor: &Exp) -> Lowered<ir::Expr> {
        let Type::Function(holds, sum) = self.known(&constructor.ty, constructor.span)? else {
            return Err(bug("a constructor that is no function"));
        };
        let sum = self.ty(&sum, constructor.span)?;
        if *holds != Type::Unit {
            return Ok(build::variant(name, vec![payload], sum));
        }
        let unit = build::binding(ir::Pat::Wildcard(ir::Type::unit()), payload);
        Ok(build::block(vec![unit], build::variant(name, Vec::new(), sum)))
    }

    fn case(&mut self, subject: &'t Exp, cases: &'t [tree::Case], exp: &Exp) -> Lowered<ir::Expr> {
        let lowered = self.exp(subject)?;
        let mut made = Vec::new();
        for case in cases {
            let param = self.param(&case.param)?;
            let sum = lowered.ty.clone();
            let is_unit = self.known(&case.param.ty, case.param.span)? == Type::Unit;
            let payload = if is_unit { Vec::new() } else { vec![param.pat.clone()] };
            if is_unit {
                self.variables.insert(case.param.variable, Bound::One(build::unit()));
            }
            let body = self.exp(&case.body)?;
            made.push(ir::Case { pat: ir::Pat::Variant(case.constructor, payload, sum), body });
        }
        Ok(build::match_on(lowered, made, self.ty(&exp.ty, exp.span)?))
    }

    /// Lowers a recursive function to a definition of CORE. Its first parameters are the function's free variables.
    fn mu(&mut self, param: &'t tree::Param, body: &'t Exp) -> Lowered<ir::Expr> {
        let ExpKind::Lambda(params, inner) = &body.kind else { return Err(bug("a `mu` of no lambda")) };
        let (itself, ty) = (self.fresh(param.name.as_str()), self.ty(&param.ty, param.span)?);
        self.variables.insert(param.variable, Bound::One(build::var(itself, ty.clone())));
        let params: Vec<ir::Param> = params.iter().map(|param| self.param(param)).collect::<Lowered<_>>()?;
        let Some(result) = ty.applied(params.len()).cloned() else { return Err(bug("a lambda that is no function")) };
        let lambda = build::lambda(params.clone(), self.exp(inner)?);
        let mut needed = free_variables(&lambda).values();
        needed.shift_remove(&itself);
        // Sizes come first, because the types of other parameters may name them.
        needed.sort_by_key(|_, ty| *ty != ir::Type::I64);
        let ir::ExprKind::Lambda(lambda) = lambda.kind else { return Err(bug("a lambda that is none")) };
        let id = self.program.defs.push(ir::Def {
            name: itself.hint,
            type_params: Vec::new(),
            params: needed.iter().map(|(name, ty)| build::param(*name, ty.clone())).chain(params).collect(),
            result,
            unique_result: ir::Unique::No,
            unique_inferred: false,
            body: lambda.body,
            inline: ir::Inline::Auto,
            accelerated: false,
            span: param.span,
        });
        let def_type = self.program.defs[id].ty();
        let variables = needed.iter().map(|(name, ty)| build::var(*name, ty.clone())).collect();
        let call = build::apply(build::def(id, Vec::new(), def_type), variables).with_type(ty);
        let mut substitution = Substitution::default();
        substitution.variables.insert(itself, call.clone());
        substitution.expr(&mut self.program.defs[id].body);
        self.separate(id);
        Ok(call)
    }

    /// Gives the definition's variables fresh names, because names are unique in a program.
    fn separate(&mut self, id: ir::DefId) {
        let def = &self.program.defs[id];
        let fresh = core_ir::walk::refresh_def(def, &mut self.program.names);
        self.program.defs[id] = fresh;
    }
}

/// Whether evaluating the function costs nothing, so that each application may evaluate it.
fn is_value(exp: &Exp) -> bool {
    match &exp.kind {
        ExpKind::Variable(..) | ExpKind::Builtin(_) | ExpKind::Constructor(_) | ExpKind::Literal(_) => true,
        ExpKind::Foreign(_) => matches!(exp.ty, Type::Function(..)),
        ExpKind::Lambda(..) | ExpKind::Mu(..) => true,
        ExpKind::Apply(function, args) => match function.kind {
            ExpKind::Builtin(builtin) => args.len() < builtin.least_arguments() && args.iter().all(is_value),
            _ => false,
        },
        _ => false,
    }
}

/// Splits a function type into its parameter types and its final result type.
fn parameters(ty: &Type) -> (Vec<Type>, Type) {
    let (mut params, mut rest) = (Vec::new(), ty);
    while let Type::Function(param, result) = rest {
        params.push((**param).clone());
        rest = result;
    }
    (params, rest.clone())
}

/// Splits the type of a built-in function into its parameter types and its result type. Only the result of `fold` may
/// be a function.
fn builtin_parameters(builtin: Builtin, ty: &Type) -> (Vec<Type>, Type) {
    let (mut params, mut result) = parameters(ty);
    if builtin == Builtin::Fold {
        for param in params.drain(params.len().min(3)..).rev() {
            result = Type::Function(Rc::new(param), Rc::new(result));
        }
    }
    (params, result)
}

fn bug(message: &str) -> Error {
    Bug::new("lower NOVA", message).into()
}
