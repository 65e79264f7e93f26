//! Checks loops. A size of the loop's value that the body returns unchanged is that of the initial value. A size that
//! the body changes varies: it differs between iterations, and is known only after the loop.
//!
//! The set of varying sizes is a least fixed point. The body is first checked as if no size varied. It is checked
//! again, with new names for the sizes that turned out to vary, until no more do. Sizes that are equal initially and
//! that the body returns equal vary together, as a group with one name. If the body, checked under this assumption,
//! returns them different, the group is split. A varying size stays varying, and split sizes stay apart, so a body is
//! checked at most once more than twice for each size. An inner loop starts from its previous result.

use crate::ast::{self, LoopForm};
use crate::check::messages::report::Reason;
use crate::check::patterns::pat::Taken;
use crate::check::sizes::beside::{pattern_beside, type_beside};
use crate::check::types::coerce::Step;
use crate::check::types::type_exp::{Anonymous, Reading};
use crate::check::types::unify::{Mark, SizeClashes};
use crate::check::types::unique;
use crate::check::types::{Abstract, Replace, ScalarSet, Scheme, Size, Type, each_size, each_size_var, map};
use crate::check::{Checker, Checking, Reported, Typed};
use base::{Diagnostic, Name, Span};
use core_ir::build as make;
use core_ir::def as ir;
use core_ir::walk::{PartMut, for_each_part_mut};
use std::ops::Range;
use std::rc::Rc;
use value::ScalarType;

/// The sizes of a loop's value, in the order of `each_size`.
struct LoopSizes {
    /// Sizes of the initial value.
    first: Vec<Size>,
    /// For each size that varies, the first size of its group.
    groups: Vec<Option<usize>>,
    /// For each size that varies, its name in the body.
    varying: Vec<Option<Name>>,
    /// Name made just before the body is checked. Names made in the body have larger numbers.
    before: Name,
    /// Whether varying sizes that cannot be read off the value are part of the loop's state.
    beside: bool,
}

/// Result of checking the loop's body once.
struct Round {
    pat: ir::Pat,
    /// Parts of the state that the pattern marks `*`.
    consumed: ir::Unique,
    form: ir::LoopForm,
    body: Typed,
    /// Type of the state in the body.
    inside: Type,
    /// Sizes that are part of the loop's state, by their positions among the buried sizes of the type.
    beside: Vec<(usize, Name)>,
    /// Groups according to this check, as in `LoopSizes`.
    groups: Vec<Option<usize>>,
}

impl Checker {
    /// Checks a loop, whose initial value may be given by its pattern.
    pub fn loop_exp(&mut self, looped: &ast::Loop, span: Span) -> Checking<Typed> {
        let init = match &looped.init {
            Some(init) => self.infer(init, None),
            None => match crate::check::expressions::block::pattern_as_exp(&looped.pat) {
                Some(init) => self.infer(&init, None),
                None => {
                    let diagnostic = Diagnostic::error(
                        crate::check::messages::report::REFUTABLE,
                        "this loop needs an initial value",
                    )
                    .label(looped.pat.span, "this pattern cannot be used as the initial value");
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
        let result = result.map(|typed| self.leave_scope(steps, typed, sizes, span));
        self.context.bound.leave(sizes);
        result
    }

    fn with_sizes_named(&mut self, init: Typed, steps: &mut Vec<Step>) -> Typed {
        if !self.shows_sizes(&init) {
            return init;
        }
        let atom = self.atom(init.expr, &init.ty, "init", steps);
        self.bind_sizes(&atom, &init.ty, steps);
        Typed { expr: atom, ty: init.ty }
    }

    /// Checks a loop with a checked initial value. Repeats the check with more varying sizes until the groups are
    /// stable.
    fn loop_from(&mut self, looped: &ast::Loop, init: Typed, span: Span) -> Checking<Typed> {
        // The bound or array is evaluated once, outside of the loop.
        let over = self.loop_over(&looped.form)?;
        self.shape_from_pattern(looped, &init.ty)?;
        let key = std::ptr::from_ref(looped) as usize;
        let (before, known) = (self.fresh_name("before"), self.context.varying.get(&key).cloned());
        let groups = known.unwrap_or_default();
        let mut sizes = LoopSizes { first: Vec::new(), groups, varying: Vec::new(), before, beside: true };
        loop {
            let first = self.unifier.resolve(&init.ty);
            sizes.first = all_sizes(&first);
            self.name_varying(&mut sizes, span);
            let (locals, bound, ever) =
                (self.context.locals.mark(), self.context.bound.mark(), self.context.bound.ever());
            let (matches, constructors) = (self.matches.len(), self.constructors.len());
            let attempt = self.unifier.attempt();
            let round = self.round(looped, (&init, &first), over.clone(), &sizes);
            let Ok(round) = round else {
                self.unifier.keep(attempt);
                return Err(Reported);
            };
            let shape = self.unifier.resolve(&first);
            let unknown_shape = all_sizes(&shape).len() > sizes.first.len();
            if !unknown_shape && round.groups == sizes.groups {
                if let Some(next) = self.known_at(&round.beside, &round.body) {
                    self.unifier.keep(attempt);
                    return Ok(self.finish_loop(round, next, (init, &first), &sizes, bound, span));
                }
                sizes.beside = false;
            }
            self.unifier.take_back(attempt);
            self.context.locals.leave(locals);
            self.context.bound.leave(bound);
            self.context.bound.take_back(ever);
            self.matches.truncate(matches);
            self.constructors.truncate(constructors);
            if unknown_shape {
                // The body showed that the initial value contains arrays, so their sizes are included from now on.
                let shape = self.unifier.loosened(&shape);
                self.unifier.unify(&first, &shape).map_err(|_| Reported)?;
            }
            self.begin_together(&sizes.first, &round.groups);
            self.context.varying.insert(key, round.groups.clone());
            sizes.groups = round.groups;
        }
    }

    /// If the type of the initial value is unknown, takes its array types, with unknown sizes, from the pattern.
    fn shape_from_pattern(&mut self, looped: &ast::Loop, first: &Type) -> Checking<()> {
        let first = self.unifier.resolve(first);
        let mut open = Vec::new();
        self.open_metas(&first, &mut open);
        if open.is_empty() {
            return Ok(());
        }
        let locals = self.context.locals.mark();
        self.declare_sizes(&looped.sizes)?;
        let attempt = self.unifier.attempt();
        self.stated_sizes(&looped.pat, &first);
        let shape = self.unifier.resolve(&first);
        self.unifier.take_back(attempt);
        self.context.locals.leave(locals);
        if all_sizes(&shape).len() > all_sizes(&first).len() {
            let shape = self.unifier.loosened(&shape);
            self.unifier.unify(&first, &shape).map_err(|_| Reported)?;
        }
        Ok(())
    }

    /// Makes a name for each group of varying sizes.
    fn name_varying(&mut self, sizes: &mut LoopSizes, span: Span) {
        sizes.groups.resize(sizes.first.len(), None);
        sizes.varying.clear();
        for (i, group) in sizes.groups.iter().enumerate() {
            let name = match group {
                Some(first) if *first < i => sizes.varying.get(*first).copied().flatten(),
                Some(_) => Some(self.loop_size(span)),
                None => None,
            };
            sizes.varying.push(name);
        }
    }

    /// Unifies the initial sizes of each group, some of which may be unknown.
    fn begin_together(&mut self, first: &[Size], groups: &[Option<usize>]) {
        for (i, group) in groups.iter().enumerate() {
            if let (Some(size), Some(other)) = (first.get(i), group.and_then(|group| first.get(group))) {
                self.unifier.unify_sizes(size, other);
            }
        }
    }

    /// Returns the groups of the sizes that vary or that the body changed. Two sizes are in one group if the pattern
    /// names them alike, or if they were in one group before, are equal initially, and are returned equal.
    fn groups(
        &mut self,
        sizes: &LoopSizes,
        changed: &[bool],
        same: &[usize],
        body: &Type,
        mark: Mark,
    ) -> Vec<Option<usize>> {
        let next = all_sizes(body);
        let said = |i: usize| same.get(i).copied().unwrap_or(i);
        let also: Vec<usize> = (0..changed.len()).filter(|i| changed[*i]).map(said).collect();
        let parts: Vec<_> = sizes.first.iter().zip(&next).zip(&sizes.groups).collect();
        let mut groups: Vec<Option<usize>> = Vec::new();
        for (i, ((first, next), group)) in parts.iter().enumerate() {
            let mut together = None;
            if group.is_some() || also.contains(&said(i)) {
                together = groups.get(said(i)).copied().flatten();
                for (j, ((other_first, other_next), other_group)) in parts.iter().enumerate().take(i) {
                    let may_join = together.is_none() && groups[j] == Some(j) && group == other_group;
                    if may_join && self.are_equal(first, other_first) && self.become_equal(next, other_next, mark) {
                        together = Some(j);
                    }
                }
                together = together.or(Some(i));
            }
            groups.push(together);
        }
        groups
    }

    fn are_equal(&self, a: &Size, b: &Size) -> bool {
        self.number_of(a) == self.number_of(b)
    }

    /// Whether two sizes are equal, or become equal because one of them is unknown and newer than the mark.
    fn become_equal(&mut self, a: &Size, b: &Size, mark: Mark) -> bool {
        let (a, b) = (self.unifier.size(a), self.unifier.size(b));
        let is_open = |size: &Size| matches!(size, Size::Meta(meta) if !mark.is_after_size(*meta));
        self.are_equal(&a, &b) || (is_open(&a) || is_open(&b)) && self.unifier.unify_sizes(&a, &b).0.is_empty()
    }

    /// Returns a new name for a group of varying sizes.
    fn loop_size(&mut self, span: Span) -> Name {
        let name = self.fresh_name("loop_size");
        self.size_origins.insert(name, span);
        name
    }

    /// Checks the loop's pattern, condition and body under the current assumption about varying sizes.
    fn round(
        &mut self,
        looped: &ast::Loop,
        (init, first): (&Typed, &Type),
        over: Option<(Typed, Type)>,
        sizes: &LoopSizes,
    ) -> Checking<Round> {
        let mark = self.unifier.mark();
        let mut inside_sizes = Vec::new();
        for (size, name) in sizes.first.iter().zip(&sizes.varying) {
            inside_sizes.push(name.map_or_else(|| size.clone(), Size::Var));
        }
        let named = self.declare_sizes(&looped.sizes)?;
        let said = self.stated_sizes(&looped.pat, first);
        let is_stated = self.stated_sizes_hold(&said, sizes, &mut inside_sizes, first, looped.pat.span)?;
        let same = self.same_sizes(&said);
        let inside = with_sizes(first, &mut inside_sizes.clone().into_iter());
        let mut taken = Taken::new();
        let beside = if sizes.beside { self.sizes_of_state(&inside, &sizes.varying, init) } else { Vec::new() };
        let pat = self.pattern(&looped.pat, &inside, &inside, &mut taken)?;
        self.bind_declared_sizes(named, &mut taken.steps)?;
        let (form, form_steps) = self.loop_form(&looped.form, over)?;
        let before = self.fresh_name("condition");
        let condition = match &looped.form {
            LoopForm::While(condition) => Some(self.condition(condition)?),
            LoopForm::For(..) | LoopForm::ForIn(..) => None,
        };
        let made = before..self.fresh_name("condition");
        let body = self.loop_body(looped, first, &inside)?;
        let body_ty = self.unifier.resolve(&body.ty);
        self.same_sizes_hold(&same, &body_ty, &inside, looped)?;
        let changed = self.changed_sizes(&is_stated, sizes, &inside_sizes, &body_ty, &inside, looped)?;
        let groups = self.groups(sizes, &changed, &same, &body_ty, mark);
        let form = match (form, condition) {
            (Some(form), _) => form,
            (None, Some(condition)) => ir::LoopForm::While(self.with_steps_again(&taken.steps, condition.expr, made)),
            (None, None) => return Err(Reported),
        };
        let mut steps = taken.steps;
        steps.extend(form_steps);
        let body = Typed { expr: self.wrap(steps, body.expr, &body_ty), ty: body_ty };
        let consumed = unique::of_pattern(&looped.pat);
        Ok(Round { pat, consumed, form, body, inside, beside, groups })
    }

    /// Returns, for each size, the position of the first size that the pattern names alike.
    fn same_sizes(&self, said: &[Size]) -> Vec<usize> {
        let said: Vec<Size> = said.iter().map(|size| self.unifier.size(size)).collect();
        (0..said.len()).map(|i| said.iter().position(|size| *size == said[i]).unwrap_or(i)).collect()
    }

    /// Reports sizes that the pattern names alike but that differ in the body's value.
    fn same_sizes_hold(&mut self, same: &[usize], body: &Type, inside: &Type, looped: &ast::Loop) -> Checking<()> {
        let next = all_sizes(body);
        for (i, first) in same.iter().enumerate().filter(|(i, first)| i != *first) {
            if let (Some(size), Some(needed)) = (next.get(i), next.get(*first)) {
                let clashes = self.unifier.unify_sizes(size, needed);
                let reason = Reason::new(looped.pat.span, "the loop requires");
                self.sizes_agree(&clashes, body, inside, looped.body.span, &reason)?;
            }
        }
        Ok(())
    }

    /// Returns, for each size, whether the body changes it. Unknown sizes in the body's value are unified with those at
    /// its start. Reports a changed size that the pattern fixes.
    fn changed_sizes(
        &mut self,
        said: &[bool],
        sizes: &LoopSizes,
        inside_sizes: &[Size],
        body: &Type,
        inside: &Type,
        looped: &ast::Loop,
    ) -> Checking<Vec<bool>> {
        let next = all_sizes(body);
        let mut changed = vec![false; inside_sizes.len()];
        for (i, (size, next)) in inside_sizes.iter().zip(&next).enumerate() {
            if sizes.varying.get(i).is_some_and(Option::is_some) {
                continue;
            }
            let next = self.unifier.size(next);
            let is_stated = said.get(i) == Some(&true);
            let clashes = match matches!(self.unifier.size(size), Size::Meta(_)) && is_newer(&next, sizes.before) {
                true => SizeClashes(vec![(next, size.clone())]),
                false => self.unifier.unify_sizes(&next, size),
            };
            let differs = clashes.0.iter().any(|(a, b)| !self.are_one_constant(a, b));
            if is_stated && differs {
                let reason = Reason::new(looped.pat.span, "the loop requires");
                self.sizes_agree(&clashes, body, inside, looped.body.span, &reason)?;
            }
            changed[i] = !is_stated && differs;
        }
        Ok(changed)
    }

    /// Returns a loop condition under bindings of the sizes that the body's steps bind, because the condition is
    /// outside of their scope. `made` are the names made for the condition.
    fn with_steps_again(&mut self, steps: &[Step], condition: ir::Expr, made: Range<Name>) -> ir::Expr {
        let mut renamed: Vec<(Name, Name)> = Vec::new();
        let mut replace = Replace::default();
        let mut bindings = Vec::new();
        for step in steps {
            if let Step::Bind(binding) = step
                && let ir::Pat::Var(name, ty) = &binding.pat
            {
                let fresh = self.unifier.names.like(*name);
                renamed.push((*name, fresh));
                let value = self.with_sizes_again(&binding.value, &replace);
                replace.sizes.insert(*name, Size::Var(fresh));
                bindings.push(make::binding(ir::Pat::Var(fresh, ty.clone()), value));
            }
        }
        if bindings.is_empty() {
            return condition;
        }
        // The condition's uses of sizes are size slots.
        for id in made.start.id..made.end.id {
            if let Some((size, _)) = self.size_slots.get_mut(&Name { id, ..made.start }) {
                *size = replace.size(size);
            }
        }
        let mut condition = condition;
        rename_uses(&mut condition, &renamed);
        self.node(ir::ExprKind::Block(bindings, Box::new(condition)), &Type::BOOL, Span::NOWHERE)
    }

    /// Returns the value of a size's binding; in a size slot, sizes are replaced.
    fn with_sizes_again(&mut self, value: &ir::Expr, replace: &Replace) -> ir::Expr {
        let ir::ExprKind::Var(name, _) = &value.kind else { return value.clone() };
        match self.size_slots.get(name).cloned() {
            Some((size, span)) => {
                let size = replace.size(&self.unifier.size(&size));
                self.size_slot(&size, span)
            }
            None => value.clone(),
        }
    }

    /// Checks the bound or array of a loop. Returns it with the type of the counter or element; `None` for `while`.
    fn loop_over(&mut self, form: &LoopForm) -> Checking<Option<(Typed, Type)>> {
        match form {
            LoopForm::For(_, bound) => {
                let integer = self.unifier.fresh_number(ScalarSet::INTEGERS);
                let reason = Reason::new(Span::NOWHERE, "the bound of a loop must be");
                Ok(Some((self.check(bound, &integer, &reason)?, integer)))
            }
            LoopForm::ForIn(_, array) => {
                let typed = self.infer(array, None)?;
                let (elem, size) = (self.unifier.fresh(), self.unifier.fresh_size());
                let expected = Type::array(elem.clone(), size);
                let reason = Reason::new(Span::NOWHERE, "the loop iterates over");
                Ok(Some((self.subsume(typed, &expected, array.span, &reason)?, elem)))
            }
            LoopForm::While(_) => Ok(None),
        }
    }

    /// Returns the loop's form in CORE, after binding its counter or element. The steps belong to the start of the
    /// body.
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
                // Because CORE counts in `i64`, the body converts the counter to the user's type.
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

    /// Returns a conversion of the value to `to`, a type that is known at the end of the definition.
    fn converted(&mut self, value: ir::Expr, to: &Type, span: Span) -> ir::Expr {
        self.node(ir::ExprKind::Prim(ir::Prim::Convert(ScalarType::I64), vec![value]), to, span)
    }

    /// Checks the body of a loop. The body returns the next state, whose sizes may differ from the initial state's.
    fn loop_body(&mut self, looped: &ast::Loop, first: &Type, inside: &Type) -> Checking<Typed> {
        let body = self.infer(&looped.body, Some(inside))?;
        let place = looped.init.as_ref().map_or(looped.pat.span, |init| init.span);
        let reason = Reason::new(place, "the loop starts with");
        let loose = self.unifier.loosened(first);
        match self.unifier.unify(&body.ty, &loose) {
            Ok(_) => Ok(body),
            Err(why) => Err(self.mismatch(&body.ty, first, looped.body.span, &reason, why)),
        }
    }

    /// Returns the checked loop as an expression. Each group of varying sizes becomes a new unknown size after the
    /// loop. `next` are the body's values of the sizes that are part of the state.
    fn finish_loop(
        &mut self,
        round: Round,
        next: Vec<Size>,
        (init, first): (Typed, &Type),
        sizes: &LoopSizes,
        marked: crate::check::expressions::locals::SizeMark,
        span: Span,
    ) -> Typed {
        let mut outside: Vec<Size> = Vec::new();
        for (size, group) in all_sizes(&round.inside).iter().zip(&sizes.groups) {
            outside.push(match group.map(|group| outside.get(group)) {
                Some(Some(together)) => together.clone(),
                Some(None) => self.unknown_size("size", span),
                None => size.clone(),
            });
        }
        let ty = with_sizes(&self.unifier.resolve(first), &mut outside.into_iter());
        let ty = self.close(&ty, marked, span);
        let Round { pat, consumed, form, body, beside, .. } = round;
        let Some(start) = self.known_at(&beside, &init).filter(|_| !beside.is_empty()) else {
            let looped = ir::Loop { pat, consumed, init: init.expr, form, body: body.expr };
            return self.typed(ir::ExprKind::Loop(Box::new(looped)), ty, span);
        };
        let consumed = ir::Unique::fields([(ir::tuple_field(beside.len()), consumed)]);
        let looped = ir::Loop {
            pat: pattern_beside(beside.iter().map(|(_, name)| Some(*name)), pat),
            consumed,
            init: self.with_sizes_beside(init.expr, &start, &init.ty),
            form,
            body: self.with_sizes_beside(body.expr, &next, &body.ty),
        };
        let looped = self.node(ir::ExprKind::Loop(Box::new(looped)), &type_beside(beside.len(), &ty), span);
        let names = self.new_at(beside.iter().map(|(position, _)| *position), &ty);
        Typed { expr: self.taken_apart(looped, &names, &ty, span), ty }
    }

    /// Returns the sizes that the pattern states for a value of type `first`, in the order of `each_size`. Those that
    /// it does not state are unknown.
    fn stated_sizes(&mut self, pat: &ast::Pat, first: &Type) -> Vec<Size> {
        let (diagnostics, limitation) = (self.diagnostics.len(), self.limitation.clone());
        let terms = self.term_variables.len();
        let mut reading = Reading::new(Anonymous::Solve);
        let said = self.pattern_type(pat, &mut reading);
        let shape = self.unifier.loosened(first);
        let agrees = matches!(&said, Ok(said) if self.unifier.unify(said, &shape).is_ok());
        // The pattern is checked again for each check of the body, which reports its errors.
        self.diagnostics.truncate(diagnostics);
        self.limitation = limitation;
        self.term_variables.truncate(terms);
        if agrees { all_sizes(&self.unifier.resolve(&shape)) } else { Vec::new() }
    }

    /// Returns, for each size, whether the pattern states it. Reports a stated size that differs from that of the
    /// initial value, and puts stated sizes into `inside`.
    fn stated_sizes_hold(
        &mut self,
        said: &[Size],
        sizes: &LoopSizes,
        inside: &mut [Size],
        first: &Type,
        span: Span,
    ) -> Checking<Vec<bool>> {
        let is_stated: Vec<bool> = said.iter().map(|said| !matches!(self.unifier.size(said), Size::Meta(_))).collect();
        for (i, said) in said.iter().enumerate() {
            let (Some(size), Some(inside)) = (sizes.first.get(i), inside.get_mut(i)) else { continue };
            if is_stated.get(i) != Some(&true) {
                continue;
            }
            let clashes = self.unifier.unify_sizes(size, said);
            if !clashes.0.is_empty() {
                let needed = self.unifier.loosened(first);
                let reason = Reason::new(span, "the loop requires");
                self.sizes_agree(&clashes, first, &needed, span, &reason)?;
            }
            *inside = said.clone();
        }
        Ok(is_stated)
    }

    /// Declares the sizes `[n]` before a pattern. Each is a variable for an unknown size, which the pattern reads off
    /// the value.
    pub fn declare_sizes(&mut self, idents: &[ast::Ident]) -> Checking<Vec<(Name, Span)>> {
        self.no_duplicates(idents.iter().copied(), "size")?;
        let mut named = Vec::new();
        for ident in idents {
            let name = self.fresh_name(ident.name.as_str());
            let size = self.unifier.fresh_size();
            self.unifier.alias(name, size);
            self.bound_at.insert(name, ident.span);
            let scheme = Scheme::mono(Type::I64);
            self.context.locals.bind(ident.name, crate::check::expressions::locals::Local::new(name, scheme));
            named.push((name, ident.span));
        }
        Ok(named)
    }

    /// Adds steps that bind the declared sizes, after the pattern has determined them.
    pub fn bind_declared_sizes(&mut self, named: Vec<(Name, Span)>, steps: &mut Vec<Step>) -> Checking<()> {
        for (name, span) in named {
            let size = self.unifier.size(&Size::Var(name));
            if !self.is_bound(&size) {
                return self.size_not_witnessed(name, span);
            }
            let value = self.size_slot(&size, span);
            steps.push(Step::Bind(make::binding(ir::Pat::Var(name, ir::Type::I64), value)));
            self.bind_size(name);
        }
        Ok(())
    }
}

/// Renames variables that the expression reads. Sizes in types are not affected, because types are still slots.
fn rename_uses(expr: &mut ir::Expr, renamed: &[(Name, Name)]) {
    if let ir::ExprKind::Var(name, _) = &mut expr.kind
        && let Some((_, new)) = renamed.iter().find(|(old, _)| old == name)
    {
        *name = *new;
    }
    for_each_part_mut(expr, &mut |part| {
        if let PartMut::Expr(child) = part {
            rename_uses(child, renamed);
        }
    });
}

/// Whether the size contains a variable newer than the name.
fn is_newer(size: &Size, than: Name) -> bool {
    let mut newer = false;
    each_size_var(size, &mut |name| newer |= name.id > than.id);
    newer
}

fn all_sizes(ty: &Type) -> Vec<Size> {
    let mut sizes = Vec::new();
    each_size(ty, &mut |size| sizes.push(size.clone()));
    sizes
}

/// Replaces the sizes in the type, in the order of `each_size`.
fn with_sizes(ty: &Type, sizes: &mut dyn Iterator<Item = Size>) -> Type {
    match ty {
        Type::Array(elem, old) => {
            let size = sizes.next().unwrap_or_else(|| old.clone());
            Type::array(with_sizes(elem, sizes), size)
        }
        Type::Abstract(hidden) => {
            let mut replace = Replace::default();
            let mut own = Vec::new();
            for old in &hidden.sizes {
                let size = sizes.next().unwrap_or_else(|| old.clone());
                if let Size::Var(name) = old {
                    replace.sizes.insert(*name, size.clone());
                }
                own.push(size);
            }
            let types = hidden.types.iter().map(|ty| with_sizes(ty, sizes)).collect();
            let representation = replace.ty(&hidden.representation);
            Type::Abstract(Rc::new(Abstract { sizes: own, types, representation, ..(**hidden).clone() }))
        }
        _ => map(ty, &mut |size| size.clone(), &mut |part| with_sizes(part, sizes)),
    }
}
