//! Recursive functions. A definition is in scope in its own body. There, its type parameters stand for themselves, and
//! only its sizes may differ in each call. Types that the definition does not declare are inferred; they are the same
//! in each call, and an inferred result type has only constant sizes. The functions that it takes as arguments must be
//! passed on unchanged, so that the copy that is compiled for them calls itself.

use crate::ast::{self, Exp, ExpKind, Pat, PatKind};
use crate::check::definitions::define::{ParamType, collect};
use crate::check::expressions::exp::Named;
use crate::check::messages::report::{RECURSIVE_FUNCTIONS, RECURSIVE_TYPES, RECURSIVE_VALUE, Reason};
use crate::check::modules::scope::{Value, ValueId};
use crate::check::types::{Function, Replace, Scheme, Type, any_part, each_size, each_size_var};
use crate::check::{Checker, Checking, Reported, Typed};
use base::{Diagnostic, Name, Span, Symbol};
use core_ir::def as ir;
use core_ir::walk::{PartMut, for_each_part_mut};
use std::rc::Rc;

/// The top-level definition whose body is being checked.
pub struct Itself {
    def: Rc<ast::Def>,
    head: Option<Head>,
    called: Option<Rc<Called>>,
}

/// Parts of the definition's head that recursive calls in its body need.
pub struct Head {
    /// Declared size parameters. `passed` are those that no argument determines.
    pub sizes: Vec<Name>,
    pub passed: Vec<Name>,
    pub type_params: Vec<Name>,
    /// For each parameter, its variable if the pattern is one.
    pub params: Vec<Option<Name>>,
    pub types: Vec<ParamType>,
}

/// The definition as a function that its own body may call.
pub struct Called {
    pub id: ir::DefId,
    scheme: Scheme,
    passed: Vec<Name>,
    /// Result type, unknown until the body has been checked. `None` if the definition declares all its types.
    inferred: Option<Type>,
    /// Span of the first recursive call.
    span: Span,
}

impl Itself {
    pub fn new(def: Rc<ast::Def>) -> Itself {
        Itself { def, head: None, called: None }
    }
}

impl Checker {
    /// Returns the top-level definition that is being checked.
    pub fn definition_at_hand(&self) -> Option<Rc<ast::Def>> {
        self.context.itself.as_ref().map(|itself| itself.def.clone())
    }

    /// Makes the current definition callable from its body, when its head has been checked.
    pub fn enter_body(&mut self, head: Head) {
        if let Some(itself) = &mut self.context.itself {
            itself.head = Some(head);
        }
    }

    /// Returns the number that is reserved for the current definition, if its body calls it.
    pub fn id_of_itself(&self) -> Option<ir::DefId> {
        self.context.itself.as_ref()?.called.as_ref().map(|called| called.id)
    }

    /// Returns the current definition, for calls in its body, if it has this name. If it does not declare its types, or
    /// is an operator, another definition of that name takes precedence.
    pub fn itself_named(&mut self, name: Symbol, span: Span) -> Checking<Option<Rc<Called>>> {
        let Some(itself) = self.context.itself.as_ref().filter(|itself| itself.def.name.name == name) else {
            return Ok(None);
        };
        if itself.head.is_none() || itself.def.params.is_empty() {
            return Ok(None);
        }
        let has_outer = || {
            let outer = self.scopes.find_value(self.context.place, name).is_some();
            outer || crate::check::expressions::native::builtin_operator(name).is_some()
        };
        // An operator for a new type often uses the operator of the same name for another type.
        if (is_operator(name) || !says_types(&itself.def)) && has_outer() {
            return Ok(None);
        }
        match &itself.called {
            Some(called) => Ok(Some(called.clone())),
            None => self.first_call(span).map(Some),
        }
    }

    /// Determines the type of the current definition from its head at the first recursive call, and reserves its number
    /// in the program.
    fn first_call(&mut self, span: Span) -> Checking<Rc<Called>> {
        let Some(itself) = self.context.itself.take() else { return Err(Reported) };
        let called = match says_types(&itself.def) {
            true => {
                let outer = self.enter(self.context.place);
                let scheme = self.declared_scheme(&itself.def);
                self.context = outer;
                scheme.and_then(|scheme| self.called(&itself, scheme, span))
            }
            false => self.called_as_inferred(&itself, span),
        };
        let called = called.map(Rc::new);
        self.hides_outer(&itself.def, span);
        self.context.itself = Some(Itself { called: called.as_ref().ok().cloned(), ..itself });
        called
    }

    /// Determines the type of a definition that does not declare all its types. The result type stays unknown until the
    /// body has been checked.
    fn called_as_inferred(&mut self, itself: &Itself, span: Span) -> Checking<Called> {
        let Itself { def, head: Some(head), .. } = itself else { return Err(Reported) };
        let result = self.unifier.fresh();
        let named: Vec<Name> = head.types.iter().filter_map(|param| param.name).collect();
        let (mut sizes, mut ty) = (head.sizes.clone(), result.clone());
        for param in head.types.iter().rev() {
            let param_type = self.unifier.resolve(&param.ty);
            collect(&param_type, &mut |name| {
                if self.size_origins.contains_key(&name) && !sizes.contains(&name) && !named.contains(&name) {
                    sizes.push(name);
                }
            });
            let function = Function::plain(param_type, ty);
            ty = Type::Function(Rc::new(Function { name: param.name, consumed: param.consumed.clone(), ..function }));
        }
        let scheme = Scheme { sizes, ..Scheme::mono(ty) };
        let id = self.reserve_def(def.name);
        Ok(Called { id, scheme, passed: head.passed.clone(), inferred: Some(result), span })
    }

    /// After the body has been checked, checks that its type agrees with the type that recursive calls assumed.
    pub fn recursion_agrees(&mut self, def: &ast::Def, types: &[ParamType], body: &Typed) -> Checking<()> {
        let called = self.context.itself.as_ref().and_then(|itself| itself.called.clone());
        let Some((called, inferred)) = called.as_ref().and_then(|called| Some((called, called.inferred.as_ref()?)))
        else {
            return Ok(());
        };
        let reason = Reason::new(called.span, "its recursive call returns");
        self.subsume(body.clone(), inferred, def.body.span, &reason)?;
        let result = self.unifier.resolve(inferred);
        let mut sized = false;
        each_size(&result, &mut |size| each_size_var(size, &mut |_| sized = true));
        let functions =
            types.iter().map(|param| self.unifier.resolve(&param.ty)).any(|ty| self.has_function_value(&ty));
        let label = match (sized, functions || self.has_function_value(&result)) {
            (true, _) => format!("the result is {}, whose size may differ from call to call", self.show(&result)),
            (_, true) => "its parameters or its result contain a function".to_owned(),
            _ => return Ok(()),
        };
        let headline = format!("the recursive function `{}` must declare its types", def.name.name);
        let diagnostic = Diagnostic::error(RECURSIVE_TYPES, headline)
            .label(def.name.span, label)
            .label(called.span, "the recursive call")
            .help("declare the types of all parameters and of the result");
        Err(self.report(diagnostic))
    }

    /// Adds type arguments to the recursive calls in the body: the type parameters that were inferred.
    pub fn give_type_parameters(&mut self, body: &mut ir::Expr, types: &[Name]) {
        let Some(id) = self.id_of_itself() else { return };
        let given = self.head_of_itself().map_or(0, |head| head.type_params.len());
        let Some(inferred) = types.get(given..).filter(|inferred| !inferred.is_empty()) else { return };
        let slots: Vec<ir::Type> = inferred.iter().map(|name| self.slot(&Type::Param(*name))).collect();
        apply_to_types(body, id, &slots);
    }

    /// Makes the function for recursive calls of a definition that declares its types. Its type parameters stand for
    /// themselves.
    fn called(&mut self, itself: &Itself, scheme: Scheme, span: Span) -> Checking<Called> {
        let Itself { def, head: Some(head), .. } = itself else { return Err(Reported) };
        let types = scheme.types.iter().copied().zip(head.type_params.iter().map(|name| Type::Param(*name)));
        let own_types = Replace { types: types.collect(), ..Replace::default() };
        // The declared sizes are the first ones of the scheme.
        let declared = head.sizes.iter().zip(&scheme.sizes);
        let passed = declared.filter(|(name, _)| head.passed.contains(name)).map(|(_, size)| *size).collect();
        let ty = own_types.ty(&scheme.ty);
        let scheme = Scheme { types: Vec::new(), lifted: Vec::new(), ty, ..scheme };
        let given = parameters(&scheme.ty, def.params.len()).1;
        if let Some(result) = &def.result
            && self.has_function_value(&given)
        {
            let diagnostic = Diagnostic::error(RECURSIVE_FUNCTIONS, "a recursive function returns a function")
                .label(result.span, "the result contains a function")
                .label(span, format!("`{}` calls itself here", def.name.name))
                .help("add the parameters of the returned function to this one");
            return Err(self.report(diagnostic));
        }
        let id = self.reserve_def(def.name);
        Ok(Called { id, scheme, passed, inferred: None, span })
    }

    /// Adds an empty definition, whose contents are set later, and returns its number.
    pub fn reserve_def(&mut self, name: ast::Ident) -> ir::DefId {
        self.program.defs.push(ir::Def {
            name: name.name,
            type_params: Vec::new(),
            params: Vec::new(),
            result: ir::Type::unit(),
            unique_result: ir::Unique::No,
            unique_inferred: false,
            body: core_ir::build::unit().at(name.span),
            inline: ir::Inline::Auto,
            accelerated: false,
            span: name.span,
        })
    }

    /// Returns the current definition as a value, for a recursive call.
    pub fn itself_exp(&mut self, called: &Called, span: Span) -> Typed {
        let (ty, _, sizes) = self.instantiate(&called.scheme);
        let own: Vec<Name> = self.head_of_itself().map(|head| head.type_params.clone()).unwrap_or_default();
        let type_args = own.into_iter().map(|name| self.slot(&Type::Param(name))).collect();
        let function = ir::ExprKind::Def(called.id, type_args);
        self.applied_to_sizes(function, &called.passed, &called.scheme, ty, &sizes, span)
    }

    fn head_of_itself(&self) -> Option<&Head> {
        self.context.itself.as_ref()?.head.as_ref()
    }

    /// Whether the type contains a function, also inside abstract types. Operators of accumulators do not count.
    fn has_function_value(&self, ty: &Type) -> bool {
        any_part(ty, &|part| match part {
            Type::Function(_) => true,
            Type::Abstract(hidden) => !self.is_accumulator(hidden) && self.has_function_value(&hidden.representation),
            _ => false,
        })
    }

    /// Checks that a recursive call passes on each function that the definition takes.
    pub fn passes_functions_on(&mut self, called: &Called, args: &[&Exp], span: Span) -> Checking<()> {
        let Some(head) = self.head_of_itself() else { return Err(Reported) };
        let params = head.params.clone();
        let (types, _) = parameters(&called.scheme.ty, params.len());
        for (at, (param, ty)) in params.into_iter().zip(&types).enumerate() {
            if !self.has_function_value(ty) {
                continue;
            }
            let arg = args.get(at).copied();
            let same = arg.and_then(|arg| self.variable_of(arg)).is_some_and(|name| Some(name) == param);
            if !same {
                return self.changes_function(at, param, arg.map_or(span, |arg| arg.span));
            }
        }
        Ok(())
    }

    /// Returns the local variable if the argument is one.
    fn variable_of(&mut self, exp: &Exp) -> Option<Name> {
        match &exp.kind {
            ExpKind::Var(name) if name.path.is_empty() => match self.resolve_name(name) {
                Ok(Named::Local(local)) => Some(local.name),
                _ => None,
            },
            ExpKind::Ascribe(inner, _) | ExpKind::Attr(_, inner) => self.variable_of(inner),
            _ => None,
        }
    }

    /// Reports a recursive call whose argument for function parameter number `at` is not that parameter itself.
    fn changes_function<T>(&mut self, at: usize, param: Option<Name>, span: Span) -> Checking<T> {
        let pattern = self.context.itself.as_ref().and_then(|itself| itself.def.params.get(at)).map(|pat| pat.span);
        let (label, help) = match param {
            Some(name) => (
                format!("this must be `{}` itself", name.hint),
                "a recursive call must pass each function parameter unchanged",
            ),
            None => (
                "this argument may be another function in each call".to_owned(),
                "give the parameter a name, and pass it unchanged",
            ),
        };
        let mut diagnostic =
            Diagnostic::error(RECURSIVE_FUNCTIONS, "a recursive call passes another function").label(span, label);
        if let Some(pattern) = pattern {
            diagnostic = diagnostic.label(pattern, "the parameter");
        }
        Err(self.report(diagnostic.help(help)))
    }

    /// Returns the name of the current definition if the body of `other`, which is not checked yet, mentions it.
    pub fn called_by(&self, other: ValueId) -> Option<Symbol> {
        let name = self.context.itself.as_ref()?.def.name.name;
        let Value::Waiting { def, .. } = self.scopes.value(other) else { return None };
        let mut words = self.sources.text(def.body.span).split(|c: char| !c.is_alphanumeric() && !"_'".contains(c));
        words.any(|word| word == name.as_str()).then_some(name)
    }

    /// Reports a use of the current definition in its own body if it has no parameters.
    pub fn not_recursive(&mut self, name: Symbol, span: Span) -> Option<Reported> {
        let itself = self.context.itself.as_ref().filter(|itself| itself.def.name.name == name)?;
        let def = itself.def.clone();
        def.params.is_empty().then(|| {
            let diagnostic =
                Diagnostic::error(RECURSIVE_VALUE, format!("the value `{name}` is defined in terms of itself"))
                    .label(span, "this value is not computed yet")
                    .help("only functions can be recursive: add a parameter");
            self.report(diagnostic)
        })
    }
}

/// Adds type arguments to each use of the definition in the expression.
fn apply_to_types(expr: &mut ir::Expr, id: ir::DefId, types: &[ir::Type]) {
    if let ir::ExprKind::Def(used, given) = &mut expr.kind
        && *used == id
    {
        given.extend_from_slice(types);
    }
    for_each_part_mut(expr, &mut |part| {
        if let PartMut::Expr(part) = part {
            apply_to_types(part, id, types);
        }
    });
}

/// Whether the definition declares the types of all its parameters and of its result.
fn says_types(def: &ast::Def) -> bool {
    def.result.is_some() && def.params.iter().all(says_type)
}

fn is_operator(name: Symbol) -> bool {
    !name.as_str().starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn says_type(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Ascribe(..) => true,
        PatKind::Attr(_, inner) => says_type(inner),
        PatKind::Tuple(parts) => parts.iter().all(says_type),
        PatKind::Record(fields) => fields.iter().all(|(_, part)| part.as_ref().is_some_and(says_type)),
        PatKind::Name(_) | PatKind::Wildcard | PatKind::Constructor(..) | PatKind::Literal(_) => false,
    }
}

/// Returns the types of the first `count` parameters of a function type, and the rest of the type.
fn parameters(ty: &Type, count: usize) -> (Vec<Type>, Type) {
    let (mut types, mut rest) = (Vec::new(), ty.clone());
    while let Type::Function(function) = &rest
        && types.len() < count
    {
        types.push(function.param.clone());
        let result = function.result.clone();
        rest = result;
    }
    (types, rest)
}
