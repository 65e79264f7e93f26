//! Functions of definitions. Each leaf of a parameter or result passes its sizes, then its scalar or reference, as
//! entry points do.
//!
//! Definitions that call each other in tail position become one function with a loop, in which a selector variable
//! holds the number of the next body. One variable holds arguments of all of them, if these have the same type. Each
//! definition gets a function that calls this one. A definition that only calls itself has the loop in its own function.
//!
//! ```text
//! def even (n : i64) : bool =                    fun "even.odd" (member, n) -> (result : bool) {
//!   if n == 0 then true else odd(n - 1)            var again := true
//! def odd (m : i64) : bool =                       while again {
//!   if m == 0 then false else even(m - 1)            again <- false
//!                                                    var now := member
//!                                                    if now == 0 { if n == 0 { result <- true } else { n <- n - 1 .. } }
//!                                                    if now == 1 { .. }
//! ```

use crate::emit::{Part, parts, spans};
use crate::expr::{Goal, variables_of};
use crate::value::{Elem, Form, Leaf, Leaves, boolean, i64, split};
use crate::{Lowered, Lowerer, bug};
use base::{Name, Span, Symbol};
use core_ir::calls::{TailLoops, passed_on};
use core_ir::def::{Def, DefId, Expr, Pat, Type};
use imp::def::{Arg, Exp, Function, FunctionId, Param, Stm};
use rustc_hash::FxHashMap;
use value::{CmpOp, Scalar, ScalarType};

/// Definitions that call each other in tail position. Their bodies share one loop.
pub(crate) struct TailGroup {
    /// For each member, its number and the variables of its arguments.
    members: FxHashMap<DefId, (usize, Leaves)>,
    /// Variable that holds the number of the next body, if there are several.
    selector: Option<Name>,
    again: Name,
}

/// The variables of a group's arguments. A variable holds an argument of each member that has one of its form.
struct Slots {
    /// Form of each variable, and the name of the first parameter in it.
    all: Vec<(Form, &'static str)>,
    /// For each member, the variables of its arguments' leaves.
    places: Vec<Vec<usize>>,
}

/// Returns the leaves at these positions.
fn picked(leaves: &[Leaf], places: &[usize]) -> Leaves {
    places.iter().map(|&at| leaves[at].clone()).collect()
}

impl Lowerer<'_> {
    fn slots(&self, defs: &[&Def]) -> Lowered<Slots> {
        let mut slots = Slots { all: Vec::new(), places: Vec::new() };
        for def in defs {
            let mut own = Vec::new();
            for param in &def.params {
                for form in self.forms(&param.pat.ty())? {
                    let free =
                        slots.all.iter().enumerate().find(|(at, (other, _))| *other == form && !own.contains(at));
                    own.push(free.map_or(slots.all.len(), |(at, _)| at));
                    if free.is_none() {
                        slots.all.push((form, hint(&param.pat)));
                    }
                }
            }
            slots.places.push(own);
        }
        Ok(slots)
    }

    /// Creates the definition's function with its signature only, so that calls can be lowered before bodies.
    pub(crate) fn declare(&mut self, id: DefId) -> Lowered<()> {
        let def = &self.core.defs[id];
        self.in_step = self.steps.contains(&id);
        let (mut params, mut results) = (Vec::new(), Vec::new());
        for param in &def.params {
            self.params(&param.pat.ty(), hint(&param.pat), &mut params)?;
        }
        self.params(&def.result, "result", &mut results)?;
        let function =
            self.push_function(Function { name: def.name, params, results, body: Vec::new(), external: None });
        self.lowered.insert(id, function);
        self.in_step = false;
        Ok(())
    }

    pub(crate) fn define_all(&mut self) -> Lowered<()> {
        let loops = TailLoops::among(self.core, &|id| self.lowered.contains_key(&id));
        for group in loops.groups() {
            self.in_step = group.first().is_some_and(|id| self.steps.contains(id));
            match group[..] {
                [id] if !self.lowered.contains_key(&id) => {}
                [id] => self.define(id, loops.is_jump(id, id))?,
                _ => self.define_group(group)?,
            }
        }
        self.in_step = false;
        Ok(())
    }

    /// Groups the parameters, or the results, into the leaves of values of these types.
    fn leaves_of(&self, types: impl Iterator<Item = Type>, params: &[Param]) -> Lowered<Vec<Leaves>> {
        let mut names = params.iter().map(|param| param.name);
        let mut all = Vec::new();
        for ty in types {
            let mut leaves = Vec::new();
            for form in self.forms(&ty)? {
                leaves.push(form.named(&mut names).ok_or_else(|| bug("a function with too few parameters"))?);
            }
            all.push(leaves);
        }
        Ok(all)
    }

    /// Lowers the body of a definition. If it calls itself in tail position, the body is a loop. Parameters that it always
    /// passes on are bound before the loop.
    fn define(&mut self, id: DefId, calls_itself: bool) -> Lowered<()> {
        let core = self.core;
        let def = &core.defs[id];
        let function = self.function_of(id)?;
        let (params, results) = self.signature(def, function)?;
        let (body, ()) = self.in_block(|this| {
            if !calls_itself {
                return this.body(def, &params.concat(), &results);
            }
            let same = passed_on(id, def);
            let mut state = Vec::with_capacity(params.len());
            for ((param, given), same) in def.params.iter().zip(&params).zip(&same) {
                if *same {
                    this.bind(&param.pat, given)?;
                    state.push(given.clone());
                } else {
                    state.push(this.state(&param.pat.ty(), hint(&param.pat), given)?);
                }
            }
            let again = this.variable("again", ScalarType::Bool, boolean(true));
            let members = FxHashMap::from_iter([(id, (0, state.concat()))]);
            this.tail = Some(TailGroup { members, selector: None, again });
            this.rounds(again, |this| {
                for ((param, leaves), same) in def.params.iter().zip(&state).zip(&same) {
                    if !same {
                        this.bind(&param.pat, leaves)?;
                    }
                }
                this.expr_to(&def.body, Goal { results: &results, tail: true })
            })
        })?;
        self.tail = None;
        self.function_mut(function)?.body = body;
        Ok(())
    }

    /// Makes one function with a loop for all members, and for each member a function that calls it.
    fn define_group(&mut self, group: &[DefId]) -> Lowered<()> {
        let core = self.core;
        let defs: Vec<&Def> = group.iter().map(|&id| &core.defs[id]).collect();
        let name: Vec<&str> = defs.iter().map(|def| def.name.as_str()).collect();
        let name = Symbol::new(&name.join("."));
        let slots = self.slots(&defs)?;
        let member = Param { name: self.names.fresh("member"), ty: imp::def::Type::Scalar(ScalarType::I64) };
        let (mut params, mut results) = (vec![member], Vec::new());
        let leaves = slots.all.iter().map(|(form, hint)| self.leaf_params(form, hint, &mut params));
        let given = leaves.collect::<Lowered<Leaves>>()?;
        let result = self.params(&defs[0].result, "result", &mut results)?;
        let (body, ()) = self.in_block(|this| {
            let selector = this.variable("next", ScalarType::I64, Exp::Var(member.name));
            let again = this.variable("again", ScalarType::Bool, boolean(true));
            let state = slots.all.iter().map(|(form, hint)| this.leaf_variables(form, hint));
            let state = state.collect::<Lowered<Leaves>>()?;
            this.assign(&state, &given)?;
            let states: Vec<Leaves> = slots.places.iter().map(|own| picked(&state, own)).collect();
            let members = group.iter().zip(&states).enumerate().map(|(at, (&id, state))| (id, (at, state.clone())));
            let members = members.collect();
            this.tail = Some(TailGroup { members, selector: Some(selector), again });
            this.rounds(again, |this| {
                let now = this.value("now", ScalarType::I64, Exp::Var(selector));
                for (at, (def, state)) in defs.iter().zip(&states).enumerate() {
                    let is_next = this.compare(CmpOp::Eq, now.clone(), i64(at as i64));
                    this.if_(is_next, |this| this.body(def, state, &result), |_| Ok(()))?;
                }
                Ok(())
            })
        })?;
        self.tail = None;
        let joined = self.push_function(Function { name, params, results, body, external: None });
        for (at, (&id, def)) in group.iter().zip(&defs).enumerate() {
            self.define_member(id, def, at, &slots, joined)?;
        }
        Ok(())
    }

    /// Makes the body of a member's function: a call of its group's function.
    fn define_member(&mut self, id: DefId, def: &Def, at: usize, slots: &Slots, group: FunctionId) -> Lowered<()> {
        let function = self.function_of(id)?;
        let (params, results) = self.signature(def, function)?;
        let (params, own) = (params.concat(), &slots.places[at]);
        let (body, ()) = self.in_block(|this| {
            let mut args = vec![Arg::Scalar(i64(at as i64))];
            for (slot, (form, _)) in slots.all.iter().enumerate() {
                let param = own.iter().position(|&place| place == slot).and_then(|at| params.get(at));
                match param {
                    Some(param) => args.extend(parts(std::slice::from_ref(param)).into_iter().map(Part::argument)),
                    None => args.extend(this.unused(form, &params)),
                }
            }
            this.push(Stm::Call {
                results: variables_of(&results),
                function: group,
                args,
                spans: spans(Span::NOWHERE),
            });
            Ok(())
        })?;
        self.function_mut(function)?.body = body;
        Ok(())
    }

    /// Returns arguments for a leaf that no code reads. Objects are absent. A block of `given` serves as any block, because
    /// a device cannot make one.
    fn unused(&mut self, form: &Form, given: &[Leaf]) -> Vec<Arg> {
        let blocks = parts(given).into_iter().filter(|part| matches!(part, Part::Reference(Elem::Scalar(_), _)));
        let block = blocks.filter_map(|part| part.variable()).next();
        let unused = |(_, ty)| match ty {
            imp::def::Type::Memory if let Some(block) = block => Arg::Reference(block),
            imp::def::Type::Scalar(ty) => Arg::Scalar(Exp::Const(Scalar::zero(ty))),
            imp::def::Type::Memory => Arg::Reference(self.nothing("unused", Elem::Scalar(ScalarType::Bool))),
            imp::def::Type::Object | imp::def::Type::Borrowed => Arg::Reference(self.reference("unused", Elem::Data)),
        };
        form.variables().into_iter().map(unused).collect()
    }

    fn function_of(&self, id: DefId) -> Lowered<FunctionId> {
        self.lowered.get(&id).copied().ok_or_else(|| bug("a definition that is not in the host part"))
    }

    /// Returns the leaves of each parameter and those of the result.
    fn signature(&mut self, def: &Def, function: FunctionId) -> Lowered<(Vec<Leaves>, Leaves)> {
        let function = self.function_mut(function)?;
        let (params, results) = (function.params.clone(), function.results.clone());
        let params = self.leaves_of(def.params.iter().map(|param| param.pat.ty()), &params)?;
        let results = self.leaves_of(std::iter::once(def.result.clone()), &results)?.concat();
        Ok((params, results))
    }

    fn rounds(&mut self, again: Name, body: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let (round, ()) = self.in_block(|this| {
            this.push(Stm::Assign { name: again, value: boolean(false) });
            body(this)
        })?;
        self.push(Stm::While { cond: Exp::Var(again), body: round });
        Ok(())
    }

    /// Lowers the body of a definition whose arguments have these leaves.
    fn body(&mut self, def: &Def, mut params: &[Leaf], results: &[Leaf]) -> Lowered<()> {
        for param in &def.params {
            let own;
            (own, params) = split(params, &param.pat.ty());
            self.bind(&param.pat, own)?;
        }
        self.expr_to(&def.body, Goal { results, tail: true })
    }

    /// Whether a tail call of `id` is a jump within the current function.
    pub(crate) fn is_jump(&self, id: DefId) -> bool {
        self.tail.as_ref().is_some_and(|tail| tail.members.contains_key(&id))
    }

    /// Emits a jump to the body of the definition: assigns its arguments, selects it, and repeats the loop.
    pub(crate) fn jump(&mut self, id: DefId, args: &[Expr]) -> Lowered<()> {
        let args = self.exprs(args.iter())?;
        let Some(tail) = &self.tail else { return Err(bug("a jump out of a function")) };
        let Some((number, state)) = tail.members.get(&id).cloned() else { return Err(bug("a jump to nowhere")) };
        let (selector, again) = (tail.selector, tail.again);
        self.assign(&state, &args)?;
        if let Some(name) = selector {
            self.push(Stm::Assign { name, value: i64(number as i64) });
        }
        self.push(Stm::Assign { name: again, value: boolean(true) });
        Ok(())
    }
}

fn hint(pat: &Pat) -> &'static str {
    if let Pat::Var(name, _) = pat { name.hint.as_str() } else { "arg" }
}
