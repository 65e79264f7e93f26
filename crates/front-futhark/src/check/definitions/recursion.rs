//! Functions that call themselves. A definition that says its types is in scope of its own body. There it has these
//! types: its type parameters stand for themselves, and only its sizes may be others in each call. What functions it
//! takes are the same throughout, so that the copy that is made for them calls itself.

use crate::ast::{self, Exp, ExpKind, Pat, PatKind};
use crate::check::expressions::exp::Named;
use crate::check::messages::report::{RECURSIVE_FUNCTIONS, RECURSIVE_TYPES, RECURSIVE_VALUE};
use crate::check::modules::scope::{Value, ValueId};
use crate::check::types::{Replace, Scheme, Type, any_part};
use crate::check::{Checker, Checking, Reported, Typed};
use base::{Diagnostic, Name, Span, Symbol};
use core_ir::def as ir;
use std::rc::Rc;

/// The definition whose body is being checked.
pub struct Itself {
    def: Rc<ast::Def>,
    head: Option<Head>,
    called: Option<Rc<Called>>,
}

/// What the body needs of the definition's head to call it.
pub struct Head {
    /// The declared size parameters, and those of them that no argument tells.
    pub sizes: Vec<Name>,
    pub passed: Vec<Name>,
    pub type_params: Vec<Name>,
    /// The variable that each parameter is, if it is one.
    pub params: Vec<Option<Name>>,
}

/// A definition as its own body sees it.
pub struct Called {
    pub id: ir::DefId,
    scheme: Scheme,
    passed: Vec<Name>,
}

impl Itself {
    pub fn new(def: Rc<ast::Def>) -> Itself {
        Itself { def, head: None, called: None }
    }
}

impl Checker {
    /// The top-level definition at hand.
    pub fn definition_at_hand(&self) -> Option<Rc<ast::Def>> {
        self.context.itself.as_ref().map(|itself| itself.def.clone())
    }

    /// From here on the body of the definition at hand may call it.
    pub fn enter_body(&mut self, head: Head) {
        if let Some(itself) = &mut self.context.itself {
            itself.head = Some(head);
        }
    }

    /// The place in the program of the definition at hand, if its body calls it.
    pub fn id_of_itself(&self) -> Option<ir::DefId> {
        self.context.itself.as_ref()?.called.as_ref().map(|called| called.id)
    }

    /// The definition at hand, if that is its name and it says its types.
    pub fn itself_named(&mut self, name: Symbol, span: Span) -> Checking<Option<Rc<Called>>> {
        let Some(itself) = self.context.itself.as_ref().filter(|itself| itself.def.name.name == name) else {
            return Ok(None);
        };
        if itself.head.is_none() || missing_type(&itself.def).is_some() || itself.def.params.is_empty() {
            return Ok(None);
        }
        // An operator at a new type is mostly defined by the operator of that name at another one.
        let has_outer = || {
            let outer = self.scopes.find_value(self.context.place, name).is_some();
            outer || crate::check::expressions::native::builtin_operator(name).is_some()
        };
        if is_operator(name) && has_outer() {
            return Ok(None);
        }
        match &itself.called {
            Some(called) => Ok(Some(called.clone())),
            None => self.first_call(span).map(Some),
        }
    }

    /// Finds the definition's type from its head alone, and a place for it in the program.
    fn first_call(&mut self, span: Span) -> Checking<Rc<Called>> {
        let Some(itself) = self.context.itself.take() else { return Err(Reported) };
        let outer = self.enter(self.context.place);
        let scheme = self.declared_scheme(&itself.def);
        self.context = outer;
        let called = scheme.and_then(|scheme| self.called(&itself, scheme, span));
        let called = called.map(Rc::new);
        self.hides_outer(&itself.def, span);
        self.context.itself = Some(Itself { called: called.as_ref().ok().cloned(), ..itself });
        called
    }

    fn called(&mut self, itself: &Itself, scheme: Scheme, span: Span) -> Checking<Called> {
        let Itself { def, head: Some(head), .. } = itself else { return Err(Reported) };
        let types = scheme.types.iter().copied().zip(head.type_params.iter().map(|name| Type::Param(*name)));
        let own_types = Replace { types: types.collect(), ..Replace::default() };
        // The declared sizes come first.
        let declared = head.sizes.iter().zip(&scheme.sizes);
        let passed = declared.filter(|(name, _)| head.passed.contains(name)).map(|(_, size)| *size).collect();
        let ty = own_types.ty(&scheme.ty);
        let scheme = Scheme { types: Vec::new(), lifted: Vec::new(), ty, ..scheme };
        let given = parameters(&scheme.ty, def.params.len()).1;
        if let Some(result) = &def.result
            && self.has_function_value(&given)
        {
            let diagnostic = Diagnostic::error(RECURSIVE_FUNCTIONS, "a recursive function gives a function")
                .label(result.span, "the result has a function in it")
                .label(span, format!("`{}` calls itself here", def.name.name))
                .help("make what the function takes another parameter");
            return Err(self.report(diagnostic));
        }
        let id = self.reserve_def(def.name);
        Ok(Called { id, scheme, passed })
    }

    /// A place in the program for a definition that is still to come, or has none.
    pub fn reserve_def(&mut self, name: ast::Ident) -> ir::DefId {
        self.program.defs.push(ir::Def {
            name: name.name,
            type_params: Vec::new(),
            params: Vec::new(),
            result: ir::Type::unit(),
            unique_result: ir::Unique::No,
            unique_inferred: false,
            body: ir::Expr { kind: ir::ExprKind::Record(Vec::new()), ty: ir::Type::unit(), span: name.span },
            inline: ir::Inline::Auto,
            accelerated: false,
            span: name.span,
        })
    }

    /// The definition as a value in its own body.
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

    /// Whether there is a function in the type, or behind an abstract one. The operators of accumulators do not count.
    fn has_function_value(&self, ty: &Type) -> bool {
        any_part(ty, &|part| match part {
            Type::Function(_) => true,
            Type::Abstract(hidden) => !self.is_accumulator(hidden) && self.has_function_value(&hidden.representation),
            _ => false,
        })
    }

    /// Each function that the definition takes must be passed on as it is.
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

    /// The local variable that an argument is.
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

    fn changes_function<T>(&mut self, at: usize, param: Option<Name>, span: Span) -> Checking<T> {
        let pattern = self.context.itself.as_ref().and_then(|itself| itself.def.params.get(at)).map(|pat| pat.span);
        let (label, help) = match param {
            Some(name) => (
                format!("this must be `{}` itself", name.hint),
                "a recursive function passes the functions that it takes on as they are",
            ),
            None => ("another function may come here".to_owned(), "give the parameter a name, and pass it on as it is"),
        };
        let mut diagnostic =
            Diagnostic::error(RECURSIVE_FUNCTIONS, "a recursive call with another function").label(span, label);
        if let Some(pattern) = pattern {
            diagnostic = diagnostic.label(pattern, "the parameter");
        }
        Err(self.report(diagnostic.help(help)))
    }

    /// The definition at hand, if the other one, which is still to be checked, mentions it.
    pub fn called_by(&self, other: ValueId) -> Option<Symbol> {
        let name = self.context.itself.as_ref()?.def.name.name;
        let Value::Waiting { def, .. } = self.scopes.value(other) else { return None };
        let mut words = self.sources.text(def.body.span).split(|c: char| !c.is_alphanumeric() && !"_'".contains(c));
        words.any(|word| word == name.as_str()).then_some(name)
    }

    /// The name is that of the definition at hand, which its body cannot use.
    pub fn not_recursive(&mut self, name: Symbol, span: Span) -> Option<Reported> {
        let itself = self.context.itself.as_ref().filter(|itself| itself.def.name.name == name)?;
        let def = itself.def.clone();
        if def.params.is_empty() {
            let diagnostic = Diagnostic::error(RECURSIVE_VALUE, format!("the value `{name}` needs itself"))
                .label(span, "its value is not known here")
                .help("only functions may be recursive: give it a parameter");
            return Some(self.report(diagnostic));
        }
        let missing = missing_type(&def)?;
        let mut diagnostic =
            Diagnostic::error(RECURSIVE_TYPES, format!("`{name}` calls itself and does not say its types"))
                .label(span, "the call");
        diagnostic = match missing {
            Missing::Param(param) => diagnostic.label(param, "this parameter needs a type"),
            Missing::Result => diagnostic.label(def.name.span, "the type of its result is missing"),
        };
        Some(self.report(diagnostic.help("a recursive function says the types of its parameters and of its result")))
    }
}

/// What keeps a definition from being recursive.
enum Missing {
    Param(Span),
    Result,
}

fn missing_type(def: &ast::Def) -> Option<Missing> {
    let param = def.params.iter().find(|param| !says_type(param));
    match (param, &def.result) {
        (Some(param), _) => Some(Missing::Param(param.span)),
        (None, None) => Some(Missing::Result),
        (None, Some(_)) => None,
    }
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

/// The types of the first parameters of a function, and of its result.
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
