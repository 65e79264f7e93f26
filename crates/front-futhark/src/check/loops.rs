//! Loops. A size of the loop's value that the body keeps is the first value's; one that the body changes is known
//! only when the loop is over.

use super::coerce::Step;
use super::pat::Taken;
use super::report::Reason;
use super::type_exp::{Reading, Unsaid};
use super::types::{Replace, ScalarSet, Size, Type, map};
use super::unify::{SizeClashes, folded};
use super::{Checker, Checking, Typed};
use crate::ast::{self, LoopForm};
use base::{Diagnostic, Name, Span};
use core_ir::build as make;
use core_ir::def as ir;
use rustc_hash::FxHashMap;
use value::ScalarType;

impl Checker {
    pub(super) fn loop_exp(&mut self, looped: &ast::Loop, span: Span) -> Checking<Typed> {
        let init = match &looped.init {
            Some(init) => self.infer(init, None),
            None => match super::block::pattern_as_exp(&looped.pat) {
                Some(init) => self.infer(&init, None),
                None => {
                    let diagnostic = Diagnostic::error(super::report::REFUTABLE, "this loop needs a first value")
                        .label(looped.pat.span, "this pattern cannot be read as a value");
                    return Err(self.report(diagnostic));
                }
            },
        }?;
        let mark = self.context.locals.mark();
        let sizes = self.context.bound.mark();
        let mut steps = Vec::new();
        let init = self.with_sizes_named(init, &mut steps);
        let result = self.loop_from(looped, init, span);
        self.context.locals.leave(mark);
        let result = result.map(|typed| {
            let ty = self.close(&typed.ty, sizes, span);
            Typed { expr: self.wrap(steps, typed.expr, &typed.ty), ty }
        });
        self.context.bound.leave(sizes);
        result
    }

    fn with_sizes_named(&mut self, init: Typed, steps: &mut Vec<Step>) -> Typed {
        if !self.has_bindable(&init.ty) {
            return init;
        }
        let atom = self.atom(init.expr, &init.ty, "init", steps);
        self.bind_sizes(&atom, &init.ty, steps);
        Typed { expr: atom, ty: init.ty }
    }

    fn loop_from(&mut self, looped: &ast::Loop, init: Typed, span: Span) -> Checking<Typed> {
        let first = self.unifier.resolve(&init.ty);
        // Each size of the loop's value has a name of its own inside the loop.
        let mut varying: Vec<(Name, Size)> = Vec::new();
        let inside = self.varying_sizes(&first, &mut varying, span);
        let mut taken = Taken::varying();
        let marked = self.context.bound.mark();
        // What the loop runs over is outside of it.
        let over = self.loop_over(&looped.form)?;
        let named = self.declare_sizes(&looped.sizes)?;
        let said = self.said_sizes(&looped.pat, &first);
        let pat = self.pattern(&looped.pat, &inside, &inside, &mut taken)?;
        self.bind_declared_sizes(named, &mut taken.steps)?;
        let said = Said { sizes: said, first: first.clone(), pat: looped.pat.span, body: looped.body.span };
        let (form, mut before) = self.loop_form(&looped.form, over)?;
        let form_condition = match (&looped.form, form) {
            (LoopForm::While(condition), _) => Some(self.condition(condition)?),
            (_, form) => {
                let body = self.loop_body(looped, &first, &inside)?;
                return self.finish_loop(pat, init, form, body, before, taken.steps, varying, said, marked, span);
            }
        };
        let body = self.loop_body(looped, &first, &inside)?;
        let condition = form_condition.map_or_else(|| make::bool(false), |typed| typed.expr);
        let condition = self.with_steps_again(&taken.steps, condition);
        self.finish_loop(
            pat,
            init,
            Some(ir::LoopForm::While(condition)),
            body,
            std::mem::take(&mut before),
            taken.steps,
            varying,
            said,
            marked,
            span,
        )
    }

    /// Loop sizes are bound in the body; a condition has to find them anew, under other names.
    fn with_steps_again(&mut self, steps: &[Step], condition: ir::Expr) -> ir::Expr {
        let mut renaming = core_ir::walk::Renaming::default();
        let mut bindings = Vec::new();
        for step in steps {
            if let Step::Bind(binding) = step
                && let ir::Pat::Var(name, ty) = &binding.pat
            {
                let fresh = self.unifier.names.like(*name);
                renaming.add(*name, fresh);
                bindings.push(make::binding(ir::Pat::Var(fresh, ty.clone()), binding.value.clone()));
            }
        }
        if bindings.is_empty() {
            return condition;
        }
        let mut condition = condition;
        renaming.expr(&mut condition);
        self.node(ir::ExprKind::Block(bindings, Box::new(condition)), &Type::BOOL, Span::NOWHERE)
    }

    fn varying_sizes(&mut self, ty: &Type, varying: &mut Vec<(Name, Size)>, span: Span) -> Type {
        match ty {
            Type::Array(elem, size) => {
                let name = self.fresh_name("loop_size");
                self.size_origins.insert(name, span);
                // Whether it stays the first value's is known only after the body: where it has to be another size,
                // the run compares them.
                self.computed_sizes.insert(name);
                varying.push((name, size.clone()));
                let elem = self.varying_sizes(elem, varying, span);
                Type::array(elem, Size::Var(name))
            }
            Type::Record(fields) => {
                Type::Record(fields.iter().map(|(name, ty)| (*name, self.varying_sizes(ty, varying, span))).collect())
            }
            other => other.clone(),
        }
    }

    /// The bound or array of the loop, with the type of the counter or element.
    fn loop_over(&mut self, form: &LoopForm) -> Checking<Option<(Typed, Type)>> {
        match form {
            LoopForm::For(_, bound) => {
                let integer = self.unifier.fresh_number(ScalarSet::INTEGERS);
                let reason = Reason::new(Span::NOWHERE, "the bound of a loop is");
                Ok(Some((self.check(bound, &integer, &reason)?, integer)))
            }
            LoopForm::ForIn(_, array) => {
                let typed = self.infer(array, None)?;
                let (elem, size) = (self.unifier.fresh(), self.unifier.fresh_size());
                let expected = Type::array(elem.clone(), size);
                let reason = Reason::new(Span::NOWHERE, "a loop runs over");
                Ok(Some((self.subsume(typed, &expected, array.span, &reason)?, elem)))
            }
            LoopForm::While(_) => Ok(None),
        }
    }

    /// The counter or element of the loop, and what the body starts with.
    fn loop_form(
        &mut self,
        form: &LoopForm,
        over: Option<(Typed, Type)>,
    ) -> Checking<(Option<ir::LoopForm>, Vec<Step>)> {
        let Some((over, ty)) = over else { return Ok((None, Vec::new())) };
        match form {
            LoopForm::For(ident, bound) => {
                let (bound_typed, integer) = (over, ty);
                if self.unifier.shallow(&integer) == Type::I64 {
                    let name = self.bind_local(ident.name, Type::I64);
                    return Ok((Some(ir::LoopForm::For(name, bound_typed.expr)), Vec::new()));
                }
                // CORE counts in `i64`: the user's counter is that, converted.
                let counter = self.fresh_name("counter");
                let name = self.bind_local(ident.name, integer.clone());
                let bound_kind = ir::ExprKind::Prim(ir::Prim::Convert(ScalarType::I64), vec![bound_typed.expr]);
                let bound = self.node(bound_kind, &Type::I64, bound.span);
                let value = self.converted(make::size_var(counter), &integer, ident.span);
                let pat = ir::Pat::Var(name, self.slot(&integer));
                Ok((Some(ir::LoopForm::For(counter, bound)), vec![Step::Bind(make::binding(pat, value))]))
            }
            LoopForm::ForIn(pat, _) => {
                let mut taken = Taken::new();
                let pat = self.pattern(pat, &ty, &ty, &mut taken)?;
                Ok((Some(ir::LoopForm::ForIn(pat, over.expr)), taken.steps))
            }
            LoopForm::While(_) => Ok((None, Vec::new())),
        }
    }

    /// A conversion whose target type is settled at the end.
    fn converted(&mut self, value: ir::Expr, to: &Type, span: Span) -> ir::Expr {
        self.node(ir::ExprKind::Prim(ir::Prim::Convert(ScalarType::I64), vec![value]), to, span)
    }

    /// The body, whose value is the loop's next; its sizes may differ from the first value's.
    fn loop_body(&mut self, looped: &ast::Loop, first: &Type, inside: &Type) -> Checking<Typed> {
        let body = self.infer(&looped.body, Some(inside))?;
        let place = looped.init.as_ref().map_or(looped.pat.span, |init| init.span);
        let reason = Reason::new(place, "the loop starts from");
        let loose = self.loosened(first);
        match self.unifier.unify(&body.ty, &loose) {
            Ok(_) => Ok(body),
            Err(why) => Err(self.mismatch(&body.ty, first, looped.body.span, &reason, why)),
        }
    }

    /// The type with nothing said of its sizes.
    pub(super) fn loosened(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Array(elem, _) => {
                let elem = self.loosened(elem);
                let size = self.unifier.fresh_size();
                Type::array(elem, size)
            }
            _ => {
                let mut parts: Vec<Type> = Vec::new();
                map(ty, &mut |size| size.clone(), &mut |part| {
                    parts.push(part.clone());
                    part.clone()
                });
                let mut loose: std::collections::VecDeque<Type> =
                    parts.iter().map(|part| self.loosened(part)).collect();
                map(ty, &mut |size| size.clone(), &mut |part| loose.pop_front().unwrap_or_else(|| part.clone()))
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn finish_loop(
        &mut self,
        pat: ir::Pat,
        init: Typed,
        form: Option<ir::LoopForm>,
        body: Typed,
        before: Vec<Step>,
        pattern_steps: Vec<Step>,
        varying: Vec<(Name, Size)>,
        said: Said,
        marked: super::locals::SizeMark,
        span: Span,
    ) -> Checking<Typed> {
        let body_ty = self.unifier.resolve(&body.ty);
        let next = array_sizes(&body_ty);
        let kept = self.kept_sizes(&varying, &next);
        self.said_sizes_hold(&said, &varying, &next, &body_ty)?;
        let mut steps = pattern_steps;
        // A size that is kept is the first value's: its variable in the body is that.
        for ((name, size), kept) in varying.iter().zip(&kept) {
            if *kept {
                self.unifier.alias(*name, size.clone());
                steps.retain(|step| !binds(step, *name));
            }
        }
        steps.extend(before);
        let expr = self.wrap(steps, body.expr, &body_ty);
        let Some(form) = form else { return Err(super::Reported) };
        // Outside, the sizes that vary are new.
        let mut replace = Replace::default();
        for ((name, size), kept) in varying.iter().zip(&kept) {
            let outside = if *kept { size.clone() } else { self.computed_size("size", span) };
            replace.sizes.insert(*name, outside);
        }
        let mut fresh = varying.iter().map(|(name, _)| Size::Var(*name)).collect::<Vec<_>>().into_iter();
        let shape = with_array_sizes(&self.unifier.resolve(&init.ty), &mut fresh);
        let ty = replace.ty(&shape);
        let ty = self.close(&ty, marked, span);
        let looped = ir::Loop { pat, init: init.expr, form, body: expr };
        Ok(self.typed(ir::ExprKind::Loop(Box::new(looped)), ty, span))
    }

    /// The sizes that the pattern says for a value of type `first`, in the order of `array_sizes`; unknown where it says
    /// nothing. None where a size has to be computed.
    fn said_sizes(&mut self, pat: &ast::Pat, first: &Type) -> Vec<Size> {
        let (diagnostics, limitation) = (self.diagnostics.len(), self.limitation.clone());
        let mut reading = Reading::new(Unsaid::Solve);
        let said = self.pattern_type(pat, &mut reading);
        let shape = self.loosened(first);
        let agrees = matches!(&said, Ok(said) if self.unifier.unify(said, &shape).is_ok());
        // The pattern itself will be read again, and report then.
        self.diagnostics.truncate(diagnostics);
        self.limitation = limitation;
        if agrees && reading.bindings.is_empty() { array_sizes(&self.unifier.resolve(&shape)) } else { Vec::new() }
    }

    /// A size that the pattern says is the first value's, and that of the body's.
    fn said_sizes_hold(&mut self, said: &Said, varying: &[(Name, Size)], next: &[Size], body: &Type) -> Checking<()> {
        let reason = Reason::new(said.pat, "the loop says");
        for (i, size) in said.sizes.iter().enumerate() {
            let (Some((name, first)), Some(next)) = (varying.get(i), next.get(i)) else { continue };
            let (size, first, next) = (self.unifier.size(size), self.unifier.size(first), self.unifier.size(next));
            if matches!(size, Size::Meta(_)) {
                continue;
            }
            let known = SizeClashes(vec![(first.clone(), size.clone())]);
            if folded(&first) != folded(&size) && !matches!(first, Size::Meta(_)) {
                self.sizes_may_agree(&known, &said.first, &said.first, said.pat, &reason)?;
            }
            let stays = next == Size::Var(*name) || matches!(next, Size::Meta(_)) || folded(&next) == folded(&size);
            if !stays && !varying.iter().any(|(name, _)| next == Size::Var(*name)) {
                self.sizes_may_agree(&SizeClashes(vec![(next, size)]), body, &said.first, said.body, &reason)?;
            }
        }
        Ok(())
    }

    /// Which sizes stay what they are: assume all do, and give up those that another assumption contradicts.
    fn kept_sizes(&self, varying: &[(Name, Size)], next: &[Size]) -> Vec<bool> {
        let mut kept: Vec<bool> = varying.iter().map(|(_, size)| !matches!(size, Size::Meta(_))).collect();
        let positions: FxHashMap<Name, usize> = varying.iter().enumerate().map(|(i, (name, _))| (*name, i)).collect();
        loop {
            let mut changed = false;
            for i in 0..varying.len() {
                let becomes = match next.get(i).map(|size| self.unifier.size(size)) {
                    Some(Size::Var(name)) => match positions.get(&name) {
                        Some(other) if kept[*other] => varying[*other].1.clone(),
                        _ => Size::Var(name),
                    },
                    Some(size) => size,
                    None => continue,
                };
                if kept[i] && self.unifier.size(&becomes) != self.unifier.size(&varying[i].1) {
                    kept[i] = false;
                    changed = true;
                }
            }
            if !changed {
                return kept;
            }
        }
    }

    /// `[n]` before a pattern: a variable for whatever size the pattern puts in its place.
    pub(super) fn declare_sizes(&mut self, idents: &[ast::Ident]) -> Checking<Vec<(Name, Span)>> {
        self.no_duplicates(idents.iter().copied(), "size")?;
        let mut named = Vec::new();
        for ident in idents {
            let name = self.fresh_name(ident.name.as_str());
            let size = self.unifier.fresh_size();
            self.unifier.alias(name, size);
            let scheme = super::types::Scheme::mono(Type::I64);
            self.context.locals.bind(ident.name, super::locals::Local::new(name, scheme));
            named.push((name, ident.span));
        }
        Ok(named)
    }

    pub(super) fn bind_declared_sizes(&mut self, named: Vec<(Name, Span)>, steps: &mut Vec<Step>) -> Checking<()> {
        for (name, span) in named {
            let size = self.unifier.size(&Size::Var(name));
            if !self.is_bound(&size) {
                return self.size_not_told(name, span);
            }
            let value = self.size_slot(&size, span);
            steps.push(Step::Bind(make::binding(ir::Pat::Var(name, ir::Type::I64), value)));
            self.bind_size(name);
        }
        Ok(())
    }
}

/// What the pattern of a loop says of sizes.
struct Said {
    sizes: Vec<Size>,
    /// The type of the first value.
    first: Type,
    pat: Span,
    body: Span,
}

fn binds(step: &Step, name: Name) -> bool {
    matches!(step, Step::Bind(binding) if matches!(binding.pat, ir::Pat::Var(bound, _) if bound == name))
}

/// The sizes of a loop's value in the order in which `varying_sizes` names them.
fn array_sizes(ty: &Type) -> Vec<Size> {
    match ty {
        Type::Array(elem, size) => std::iter::once(size.clone()).chain(array_sizes(elem)).collect(),
        Type::Record(fields) => fields.iter().flat_map(|(_, ty)| array_sizes(ty)).collect(),
        _ => Vec::new(),
    }
}

fn with_array_sizes(ty: &Type, sizes: &mut dyn Iterator<Item = Size>) -> Type {
    match ty {
        Type::Array(elem, old) => {
            let size = sizes.next().unwrap_or_else(|| old.clone());
            Type::array(with_array_sizes(elem, sizes), size)
        }
        Type::Record(fields) => {
            Type::Record(fields.iter().map(|(name, ty)| (*name, with_array_sizes(ty, sizes))).collect())
        }
        other => other.clone(),
    }
}
