//! Checks applications. Arguments are checked against the parameters in order, except that lambdas and sections come
//! last, when the types of the other arguments are known. A size that an argument's type does not name is bound before
//! the call.

use crate::ast::{Exp, ExpKind};
use crate::check::expressions::exp::Named;
use crate::check::expressions::native::Native;
use crate::check::messages::report::{NOT_A_FUNCTION, Reason, SIZE_UNKNOWN, counted, is_brief};
use crate::check::modules::scope::ValueKind;
use crate::check::types::coerce::Step;
use crate::check::types::{Function, Replace, Size, Type};
use crate::check::{Checker, Checking, Reported, Typed};
use base::{Diagnostic, Name, Span};
use core_ir::def as ir;
use std::rc::Rc;

/// The function of an application: a value or an intrinsic operation.
enum Head {
    Value(ir::Expr),
    Native { native: Native, arity: usize, sizes: Vec<Size> },
}

/// An argument. Lambdas and sections wait until the other arguments have been checked.
enum Argument<'e> {
    Done(Typed),
    Waiting(&'e Exp, Type, Reason),
}

impl Checker {
    /// Checks an application. `hint` is the type that the context would like.
    pub fn apply(&mut self, function: &Exp, args: &[&Exp], span: Span, hint: Option<&Type>) -> Checking<Typed> {
        // `f x y` may be parsed as `(f x) y`.
        if let ExpKind::Apply(inner, first) = &function.kind {
            let all: Vec<&Exp> = first.iter().chain(args.iter().copied()).collect();
            return self.apply(inner, &all, span, hint);
        }
        self.not_too_many(args.len(), "arguments", span)?;
        let (head, function_ty) = self.applied(function, args)?;
        let sizes = self.context.bound.mark();
        let (args, ty) = self.arguments((function, args, span), &function_ty, hint)?;
        let mut steps = Vec::new();
        let args = self.name_sizes(args, &mut steps);
        let args = self.finish_arguments(args)?;
        self.takes_known_sizes(&args, function.span)?;
        self.not_too_large(&ty, span)?;
        let existentials = self.unifier.existentials_of(&ty);
        let ty = self.unifier.resolve(&ty);
        let ty = self.with_small_sizes(ty, span);
        let ty = self.with_unknown_sizes(&ty, &existentials, span);
        let call = match self.arity(&head).filter(|arity| args.len() < *arity) {
            Some(arity) if self.consumed_among(&function_ty, args.len()).contains(&true) => {
                self.consumes_in_part(span);
                let consumed = self.consumed_among(&function_ty, args.len());
                self.function_of_rest((head, arity), args, &consumed, ty, span)?
            }
            _ => self.application(head, args, ty, span)?,
        };
        if steps.is_empty() {
            return Ok(call);
        }
        let call = self.leave_scope(steps, call, sizes, span);
        self.context.bound.leave(sizes);
        Ok(call)
    }

    /// Returns the call of a head with checked arguments; `ty` is the call's type.
    fn application(&mut self, head: Head, args: Vec<Typed>, ty: Type, span: Span) -> Checking<Typed> {
        match head {
            Head::Native { native, arity, sizes } => self.native_function(native, arity, args, ty, sizes, span),
            Head::Value(function) => {
                if let Some(expr) = self.call_with_sizes(&function, &args, &ty, span) {
                    return Ok(Typed { expr, ty });
                }
                self.sizes_are_lost(&ty);
                let args = args.into_iter().map(|arg| arg.expr).collect();
                Ok(self.typed(ir::ExprKind::Apply(Box::new(function), args), ty, span))
            }
        }
    }

    /// Returns the number of arguments that the function takes at once; `None` if this is not known.
    fn arity(&self, head: &Head) -> Option<usize> {
        let params = |function: &ir::Expr| match &function.kind {
            ir::ExprKind::Def(id, _) => Some(self.program.defs.get(*id)?.params.len()),
            _ => None,
        };
        match head {
            Head::Native { arity, .. } => Some(*arity),
            Head::Value(function) => match &function.kind {
                // The sizes are arguments, too, and come first.
                ir::ExprKind::Apply(function, sizes) => Some(params(function)?.saturating_sub(sizes.len())),
                _ => params(function),
            },
        }
    }

    /// Returns, for each of the first `count` arguments, whether a function of this type consumes it.
    fn consumed_among(&self, ty: &Type, count: usize) -> Vec<bool> {
        let (mut consumed, mut rest) = (Vec::new(), self.unifier.shallow(ty));
        while let Type::Function(function) = &rest
            && consumed.len() < count
        {
            consumed.push(function.consumed.any());
            rest = self.unifier.shallow(&function.result);
        }
        consumed
    }

    /// Checks the function of an application. Returns it with its type.
    fn applied(&mut self, function: &Exp, args: &[&Exp]) -> Checking<(Head, Type)> {
        if let ExpKind::Var(name) | ExpKind::Section(name) = &function.kind
            && !self.is_field(name)
        {
            match self.resolve_name(name)? {
                Named::Builtin(native, set) => {
                    let (ty, _) = self.builtin_type(native, set);
                    return Ok((Head::Native { native, arity: 2, sizes: Vec::new() }, ty));
                }
                Named::Value(info) => {
                    if let ValueKind::Native { native, arity } = info.kind {
                        let (ty, _, sizes) = self.instantiate(&info.scheme);
                        return Ok((Head::Native { native, arity, sizes }, ty));
                    }
                }
                Named::Itself(called) => {
                    self.passes_functions_on(&called, args, function.span)?;
                    self.open_sizes_stay(args);
                    let typed = self.itself_exp(&called, name.span);
                    return Ok((Head::Value(typed.expr), typed.ty));
                }
                Named::Local(_) => {}
            }
        }
        let typed = self.infer(function, None)?;
        Ok((Head::Value(typed.expr), typed.ty))
    }

    /// Checks all arguments that need not wait. Returns them, and the type of the application. `hint` is the type that
    /// the context would like, and `span` is that of the application.
    fn arguments<'e>(
        &mut self,
        (function, args, span): (&Exp, &[&'e Exp], Span),
        ty: &Type,
        hint: Option<&Type>,
    ) -> Checking<(Vec<Argument<'e>>, Type)> {
        self.not_too_many_given(function, ty, args)?;
        let open = self.open_parameters(ty);
        let mut ty = ty.clone();
        let mut done = Vec::new();
        let mut failed = None;
        for (i, exp) in args.iter().enumerate() {
            if failed.is_some() && !matches!(self.unifier.shallow(&ty), Type::Function(_)) {
                // The remaining types depend on the argument with the error.
                break;
            }
            let taken = self.parameter(&ty, function, i, exp)?;
            if failed.is_some() && open.get(i).is_none_or(|open| *open) {
                // The parameter's type depends on the argument with the error.
                let _ = self.infer(exp, None);
                ty = self.result_after(&taken, None, span);
                continue;
            }
            let mut reason = self.argument_reason(function, i);
            reason.next = self.next_parameter(function, &taken, i, args.len());
            reason.gives = hint.map(|hint| (self.result_of_rest(&taken.result, args.len() - i - 1), hint.clone()));
            if waits(exp) {
                done.push(Argument::Waiting(exp, taken.param.clone(), reason));
                ty = self.result_after(&taken, None, span);
                continue;
            }
            match self.check(exp, &taken.param, &reason) {
                Ok(typed) => {
                    ty = self.result_after(&taken, Some(&typed), span);
                    done.push(Argument::Done(typed));
                }
                Err(reported) => {
                    failed = Some(reported);
                    ty = self.result_after(&taken, None, span);
                }
            }
        }
        // The context's type helps to check the functions that wait.
        if let Some(hint) = hint
            && done.iter().any(|arg| matches!(arg, Argument::Waiting(..)))
        {
            self.take_hint(&ty, hint);
        }
        match failed {
            Some(reported) => Err(reported),
            None => Ok((done, ty)),
        }
    }

    /// Gives unknown scalar types in the result the types at the same position in the hint.
    fn take_hint(&mut self, ty: &Type, hint: &Type) {
        match (self.unifier.shallow(ty), self.unifier.shallow(hint)) {
            (Type::Array(elem, _), Type::Array(wanted, _)) => self.take_hint(&elem, &wanted),
            (Type::Meta(_), Type::Scalar(scalar)) => {
                // If the unknown type cannot be this type, the context reports the error.
                let _ = self.unifier.unify(ty, &Type::Scalar(scalar));
            }
            _ => {}
        }
    }

    /// Reports an application to more arguments than the function takes, before the arguments are checked.
    fn not_too_many_given(&mut self, function: &Exp, ty: &Type, args: &[&Exp]) -> Checking<()> {
        let mut rest = self.unifier.shallow(ty);
        for (i, arg) in args.iter().enumerate() {
            match &rest {
                Type::Function(taken) => rest = self.unifier.shallow(&taken.result),
                Type::Meta(_) => return Ok(()),
                _ => return Err(self.no_function(&rest, function, i, arg, self.meant_as_tuple(ty, args))),
            }
        }
        Ok(())
    }

    /// Returns the help for a function with one tuple parameter that is applied to the components.
    fn meant_as_tuple(&self, ty: &Type, args: &[&Exp]) -> Option<String> {
        let Type::Function(function) = self.unifier.shallow(ty) else { return None };
        let components = self.unifier.shallow(&function.param).components()?.len();
        let texts: Vec<&str> = args.iter().map(|arg| self.sources.text(arg.span)).collect();
        let shown = format!("({})", texts.join(", "));
        (components == args.len() && is_brief(&shown)).then(|| format!("pass one tuple: `{shown}`"))
    }

    /// Returns, for each parameter, whether its type has unknown parts.
    fn open_parameters(&self, ty: &Type) -> Vec<bool> {
        let mut open = Vec::new();
        let mut rest = self.unifier.shallow(ty);
        while let Type::Function(function) = &rest {
            let mut metas = Vec::new();
            self.open_metas(&function.param, &mut metas);
            open.push(!metas.is_empty());
            rest = self.unifier.shallow(&function.result);
        }
        open
    }

    fn parameter(&mut self, ty: &Type, function: &Exp, index: usize, arg: &Exp) -> Checking<Rc<Function>> {
        match self.unifier.shallow(ty) {
            Type::Function(function) => Ok(function),
            Type::Meta(meta) if self.unifier.bound(meta).is_none() => {
                let (param, result) = self.expect_function(ty, function.span)?;
                Ok(Rc::new(Function::plain(param, result)))
            }
            other => Err(self.no_function(&other, function, index, arg, None)),
        }
    }

    /// Reports that the result after `given` arguments, of type `ty`, is no function, although it is applied to `arg`.
    fn no_function(&mut self, ty: &Type, function: &Exp, given: usize, arg: &Exp, help: Option<String>) -> Reported {
        let shown = self.show(ty);
        let (headline, label) = match given {
            0 => ("this is not a function", format!("this is {shown}")),
            _ => ("too many arguments", format!("after {} the result is {shown}", counted(given, "argument"))),
        };
        let mut diagnostic =
            Diagnostic::error(NOT_A_FUNCTION, headline).label(function.span, label).label(arg.span, "applied to this");
        diagnostic.helps.extend(help);
        self.report(self.with_section(diagnostic, function.span))
    }

    fn argument_reason(&self, function: &Exp, index: usize) -> Reason {
        match &function.kind {
            ExpKind::Var(name) => {
                Reason::new(Span::NOWHERE, format!("argument {} of `{}` must be", index + 1, name.name))
            }
            _ => Reason::new(function.span, "this function takes"),
        }
    }

    /// Returns the type of the result after `args` more arguments of a function of type `ty`.
    pub fn result_of_rest(&self, ty: &Type, args: usize) -> Type {
        let mut rest = self.unifier.shallow(ty);
        for _ in 0..args {
            match &rest {
                Type::Function(function) => rest = self.unifier.shallow(&function.result),
                _ => break,
            }
        }
        rest
    }

    /// If the call has too few arguments, returns the type of the parameter after number `index`, and a help that an
    /// argument may be missing.
    fn next_parameter(&self, function: &Exp, at: &Function, index: usize, given: usize) -> Option<(Type, String)> {
        let next = match self.unifier.shallow(&at.result) {
            Type::Function(next) => next.param.clone(),
            _ => return None,
        };
        let (mut takes, mut rest) = (index + 1, self.unifier.shallow(&at.result));
        while let Type::Function(function) = &rest {
            takes += 1;
            rest = self.unifier.shallow(&function.result);
        }
        let name = match &function.kind {
            ExpKind::Var(name) => format!("`{}`", name.name),
            _ => "the function".to_owned(),
        };
        let help = format!("{name} takes {takes} arguments, not {given}: an argument before this one may be missing");
        (takes > given).then_some((next, help))
    }

    /// Returns the result type of the function for an argument. The argument replaces the parameter's name in sizes.
    /// Existential sizes become new unknown sizes.
    fn result_after(&mut self, function: &Function, arg: Option<&Typed>, span: Span) -> Type {
        if function.name.is_none() && function.exists.is_empty() {
            return function.result.clone();
        }
        let mut replace = Replace::default();
        if let Some(name) = function.name {
            let size = arg.and_then(|arg| self.term_of_value(arg));
            let size = match size {
                Some(size) => size,
                None => self.unknown_size(name.hint.as_str(), span),
            };
            replace.sizes.insert(name, size);
        }
        let result = replace.ty(&function.result);
        self.with_unknown_sizes(&result, &function.exists, span)
    }

    /// Replaces the sizes in `names` by new sizes, each of which equals only itself.
    pub fn with_unknown_sizes(&mut self, ty: &Type, names: &[Name], span: Span) -> Type {
        let mut replace = Replace::default();
        for name in names {
            let size = self.unknown_size(name.hint.as_str(), span);
            replace.sizes.insert(*name, size);
        }
        replace.ty(ty)
    }

    /// Binds the sizes of the checked arguments that have no variable yet.
    fn name_sizes<'e>(&mut self, args: Vec<Argument<'e>>, steps: &mut Vec<Step>) -> Vec<Argument<'e>> {
        let mut named = Vec::new();
        for arg in args {
            named.push(match arg {
                Argument::Done(typed) if self.shows_sizes(&typed) => {
                    let atom = self.atom(typed.expr, &typed.ty, "argument", steps);
                    self.bind_sizes(&atom, &typed.ty, steps);
                    Argument::Done(Typed { expr: atom, ty: typed.ty })
                }
                other => other,
            });
        }
        named
    }

    /// Checks the arguments that had to wait. Returns all arguments.
    fn finish_arguments(&mut self, args: Vec<Argument>) -> Checking<Vec<Typed>> {
        let (mut done, mut failed) = (Vec::new(), None);
        for arg in args {
            let typed = match arg {
                Argument::Done(typed) => Ok(typed),
                // After an error in another argument, the parameter's type may be wrong.
                Argument::Waiting(exp, param, _) if failed.is_some() => self.infer(exp, Some(&param)),
                Argument::Waiting(exp, param, reason) => self.check(exp, &param, &reason),
            };
            match typed {
                Ok(typed) => done.push(typed),
                Err(reported) => failed = Some(reported),
            }
        }
        failed.map_or(Ok(done), Err)
    }

    /// Reports a function argument that takes arrays whose size is new in each call of another function. Such a size
    /// does not exist before the call.
    fn takes_known_sizes(&mut self, args: &[Typed], span: Span) -> Checking<()> {
        for arg in args {
            if !matches!(self.unifier.shallow(&arg.ty), Type::Function(_)) {
                continue;
            }
            let ty = self.unifier.resolve(&arg.ty);
            let is_new = |name: Name| self.unifier.is_nameless(name) && !self.context.bound.contains(&name);
            if self.taken_size(&ty, &is_new).is_some() {
                let label =
                    format!("this is {}, which takes an array of a different size in each call", self.show(&ty));
                let diagnostic = Diagnostic::error(SIZE_UNKNOWN, "the size needed here does not exist before the call")
                    .label(arg.expr.span, label)
                    .label(span, "this may call its functions more than once")
                    .help("use a pipe: `xs |> f |> g` computes the result of `f` before it applies `g`");
                return Err(self.report(diagnostic));
            }
        }
        Ok(())
    }

    /// Returns an intrinsic operation applied to arguments. With too few of them, the result is a function of the
    /// missing ones.
    pub fn native_function(
        &mut self,
        native: Native,
        arity: usize,
        mut args: Vec<Typed>,
        ty: Type,
        sizes: Vec<Size>,
        span: Span,
    ) -> Checking<Typed> {
        if args.len() >= arity {
            let rest = args.split_off(arity);
            if rest.is_empty() {
                return self.apply_native(native, args, &sizes, ty, span);
            }
            let rest_types: Vec<Type> = rest.iter().map(|arg| arg.ty.clone()).collect();
            let function_ty = Type::functions(rest_types.into_iter(), ty.clone());
            let function = self.apply_native(native, args, &sizes, function_ty, span)?;
            let rest = rest.into_iter().map(|arg| arg.expr).collect();
            return Ok(self.typed(ir::ExprKind::Apply(Box::new(function.expr), rest), ty, span));
        }
        self.function_of_rest((Head::Native { native, arity, sizes }, arity), args, &[], ty, span)
    }

    /// Returns a function that takes the missing arguments of a call. The given ones are evaluated once, outside of the
    /// function; each of its calls consumes copies of those that are `consumed`.
    fn function_of_rest(
        &mut self,
        (head, arity): (Head, usize),
        args: Vec<Typed>,
        consumed: &[bool],
        ty: Type,
        span: Span,
    ) -> Checking<Typed> {
        let mut steps = Vec::new();
        let mut all: Vec<Typed> = Vec::new();
        for (i, arg) in args.into_iter().enumerate() {
            let is_function = matches!(self.unifier.shallow(&arg.ty), Type::Function(_));
            let expr = if is_function { arg.expr } else { self.atom(arg.expr, &arg.ty, "argument", &mut steps) };
            let expr = match consumed.get(i) {
                Some(true) => self.node(ir::ExprKind::Prim(ir::Prim::Copy, vec![expr]), &arg.ty, span),
                _ => expr,
            };
            all.push(Typed { expr, ty: arg.ty });
        }
        let (mut params, mut unique_result) = (Vec::new(), ir::Unique::No);
        let mut rest = ty.clone();
        while all.len() < arity {
            self.expect_function(&rest, span)?;
            let Type::Function(function) = self.unifier.shallow(&rest) else { return Err(Reported) };
            let x = self.fresh_name("x");
            let pat = ir::Pat::Var(x, self.slot(&function.param));
            params.push(ir::Param { pat, consumed: function.consumed.clone(), span });
            let argument = self.node(ir::ExprKind::Var(x, Vec::new()), &function.param, span);
            all.push(Typed { expr: argument, ty: function.param.clone() });
            rest = self.expected_result(&function, Some(x));
            unique_result = function.unique.clone();
        }
        let body = self.application(head, all, rest, span)?.expr;
        let lambda = ir::ExprKind::Lambda(Box::new(ir::Lambda { params, unique_result, body }));
        let lambda = self.node(lambda, &ty, span);
        Ok(Typed { expr: self.wrap(steps, lambda, &ty), ty })
    }
}

/// Whether the argument is a lambda or section, which is checked after the others, because their types help.
fn waits(exp: &Exp) -> bool {
    match &exp.kind {
        ExpKind::Lambda(_) | ExpKind::SectionRight(..) | ExpKind::PathSection(_) => true,
        ExpKind::Ascribe(inner, _) | ExpKind::Attr(_, inner) => waits(inner),
        _ => false,
    }
}
