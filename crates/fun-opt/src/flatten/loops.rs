//! Loops in a map that carry arrays of varying size, or whose number of iterations varies.
//!
//! ```text
//! map n (ks) (\k ->                  ==>   loop (some, a, active : [a]i64, ks : [a]i64, last : [n]i64) while some do
//!   loop (x = k) while x > 1 do              let xs = map a (active, ks) f            -- taken apart again
//!     f x)                                   let f, .. = filter a (active, xs) of those that are done
//!                                            let a', .. = filter a (active, xs) of the others
//!                                            let last = scatter (done, xs) into last
//!                                            in (a' > 0, a', active', xs', last)
//! ```
//!
//! If the number of iterations is the same for all elements, the loop is moved around the maps. Else an iteration is a
//! map over the elements that are still active; elements that are done write their last values to their places. So all
//! iterations together cost as much as before, plus a filter of the carried values. An array of varying size has data
//! and offsets. Each iteration makes new data, and the data of elements that are done is appended to a buffer whose
//! size doubles when it is full.
//!
//! A loop that never ends for one element never ends for any, as before. `for i < k` becomes a `while` loop.

use super::Flattener;
use super::branches::outer_size;
use super::classify::{Kind, Scope};
use super::distribute::{Fission, expanded_type};
use super::lift::Lifted;
use super::segments::{Spread, bind_view};
use base::Name;
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, Substitution};
use value::{CmpOp, Scalar, ScalarType};

/// A `while` loop of each element; `go` is the position of the parameter that tells whether the loop goes on.
struct While {
    params: Vec<(Name, Atom)>,
    body: Body,
    go: usize,
}

/// The last values of a parameter, in the loop over active elements.
enum Last {
    Even(Name),
    /// A buffer of flat data, and the number of its elements in use.
    Flat(Spread, Name),
}

impl Flattener<'_> {
    /// Whether the loop holds parallel operations and should be flattened.
    pub(super) fn is_irregular_loop(&self, scope: &Scope, stm: &Stm) -> bool {
        let Exp::Loop(looped) = &stm.exp else { return false };
        let is_value = |name: Name| self.program.type_of(name).elem().is_some() && !self.consumed.contains(&name);
        self.is_nested(&stm.exp)
            && !self.is_parallel(scope, stm)
            && looped.params.iter().all(|(name, _)| is_value(*name))
            && self.has_flat_body(scope, looped, &stm.pattern)
    }

    /// Whether some operation in the body is flattened, and no sequential statement binds a result that forms no array
    /// over the map's elements.
    fn has_flat_body(&self, scope: &Scope, looped: &Loop, pattern: &[Name]) -> bool {
        let counter = match looped.form {
            LoopForm::For { var, bound: turns } if !scope.is_invariant(turns) => Some(var),
            _ => None,
        };
        let params = looped.params.iter().map(|(name, _)| *name);
        let own = looped.body.stms.iter().flat_map(|stm| stm.pattern.iter().copied());
        let classes = self.classes_inside(&scope.inside(params.chain(own).chain(counter)), &looped.body);
        let results = pattern.iter().zip(&looped.body.result).filter(|(name, _)| !self.is_regular(scope, **name));
        classes.groups.iter().any(|group| group.kind != Kind::Sequential)
            && results.filter_map(|(_, atom)| atom.var()).all(|name| !classes.tied.contains(&name))
    }

    /// Flattens a loop in a map's body. If all elements have the same number of iterations, the loop's body becomes
    /// maps.
    pub(super) fn flat_loop(
        &mut self,
        fission: &mut Fission,
        at: usize,
        pattern: Vec<Name>,
        looped: Loop,
        out: &mut Vec<Stm>,
    ) {
        let varies = |name: &Name| self.program.type_of(*name).dims().iter().any(|&dim| !fission.is_invariant(dim));
        let flat: Vec<bool> = pattern.iter().map(varies).collect();
        match looped.form {
            LoopForm::For { bound, .. } if fission.is_invariant(bound) => {
                self.loop_of_flat_maps(fission, at, (pattern, flat), looped, out);
            }
            _ => self.loop_while_active(fission, at, (pattern, flat), looped, out),
        }
    }

    /// Appends a loop of maps for a loop with the same number of iterations for all elements.
    fn loop_of_flat_maps(
        &mut self,
        fission: &mut Fission,
        at: usize,
        (pattern, flat): (Vec<Name>, Vec<bool>),
        looped: Loop,
        out: &mut Vec<Stm>,
    ) {
        let inits = self.initial(fission, at, &looped.params, (&flat, true), out);
        let mut params = Vec::new();
        let state: Vec<Lifted> = inits.into_iter().map(|init| self.carried(fission.width, init, &mut params)).collect();
        let map = self.turn(fission, (fission.width, None), &looped.params, &state, looped.body);
        let mut stms = Vec::new();
        let results = self.lift(map, &flat, &fission.frame, &mut stms);
        let builder = Builder::new(self.program);
        let result = results.iter().flat_map(|&result| values(&builder, result)).collect();
        let names: Vec<Name> = params.iter().map(|(name, _)| *name).collect();
        let mut bound = walk::refresh_telescope(self.program, &names, &mut Substitution::default());
        let mut place = 0;
        for (&name, state) in pattern.iter().zip(&state) {
            if let (Lifted::Even(_), Some(bound)) = (state, bound.get_mut(place)) {
                *bound = self.expand(fission, name);
            } else if let Some(&[_, data, offsets]) = bound.get(place..place + 3) {
                // If the loop has no iteration, the data are the initial ones.
                let dense = matches!(state, Lifted::Flat(init) if init.dense);
                self.spread(fission, at, name, Spread { data, offsets, dense });
            }
            place += if matches!(state, Lifted::Even(_)) { 1 } else { 3 };
        }
        let looped = Loop { params, form: looped.form, body: Body { stms, result } };
        out.push(fission.frame.stm(bound, Exp::Loop(Box::new(looped))));
    }

    /// Returns the initial values of all elements. If `anywhere`, flat ones may be parts of larger data.
    fn initial(
        &mut self,
        fission: &mut Fission,
        at: usize,
        params: &[(Name, Atom)],
        (flat, anywhere): (&[bool], bool),
        out: &mut Vec<Stm>,
    ) -> Vec<Lifted> {
        let flat = flat.iter().copied().chain(std::iter::repeat(false));
        let mut inits = Vec::with_capacity(params.len());
        for (&(_, init), flat) in params.iter().zip(flat) {
            inits.push(match flat {
                true => self.argument(fission, at, init, anywhere, out),
                false => Lifted::Even(self.all_of(fission, init, out)),
            });
        }
        inits
    }

    /// Adds parameters of a loop that carry the values of `width` elements. Returns them.
    fn carried(&mut self, width: Atom, init: Lifted, params: &mut Vec<(Name, Atom)>) -> Lifted {
        match init {
            Lifted::Even(init) => {
                let ty = expanded_type(width, &self.program.type_of(init).row(1));
                let all = self.program.fresh_like(init, ty);
                params.push((all, init.into()));
                Lifted::Even(all)
            }
            Lifted::Flat(init) => {
                let size = outer_size(&Builder::new(self.program), init.data);
                let total = self.program.fresh("total", Type::I64);
                let ty = expanded_type(total.into(), &self.program.type_of(init.data).row(1));
                let data = self.program.fresh_like(init.data, ty);
                let offsets = self.program.fresh("offsets", expanded_type(width, &Type::I64));
                params.extend([(total, size), (data, init.data.into()), (offsets, init.offsets.into())]);
                Lifted::Flat(Spread { data, offsets, dense: init.dense })
            }
        }
    }

    /// Returns the body of the loop as a map over all elements, or over those with the given numbers, and the carried
    /// values.
    fn turn(
        &mut self,
        fission: &Fission,
        (width, numbers): (Atom, Option<Name>),
        params: &[(Name, Atom)],
        state: &[Lifted],
        body: Body,
    ) -> Traverse {
        let (mut own, mut arrays) = (Vec::new(), Vec::new());
        let mut builder = self.builder(fission);
        for (&(name, _), &state) in params.iter().zip(state) {
            let (param, array) = match state {
                Lifted::Even(array) => (name, array),
                Lifted::Flat(spread) => {
                    let offset = builder.fresh("offset", Type::I64);
                    bind_view(&mut builder, name, spread.data, offset);
                    (offset, spread.offsets)
                }
            };
            own.push(param);
            arrays.push(array);
        }
        let stms = builder.stms.into_iter().chain(body.stms).map(|stm| (usize::MAX, stm)).collect();
        let (mut inputs, mut lambda) = match numbers {
            None => self.lambda_of(fission, stms, body.result),
            Some(numbers) => {
                let number = self.program.fresh("s", Type::I64);
                let body = self.at_element(fission, stms, body.result, number.into());
                (vec![numbers], Lambda { params: vec![number], body })
            }
        };
        inputs.extend(arrays);
        lambda.params.extend(own);
        Traverse { width, inputs, lambda, ..Traverse::default() }
    }
}

// Loops with a varying number of iterations.
impl Flattener<'_> {
    /// Flattens a loop whose number of iterations varies. Each iteration goes through the elements that are still
    /// active, and records the results of those that end.
    fn loop_while_active(
        &mut self,
        fission: &mut Fission,
        at: usize,
        (pattern, flat): (Vec<Name>, Vec<bool>),
        looped: Loop,
        out: &mut Vec<Stm>,
    ) {
        let Some(While { params: own, body, go }) = self.as_while(fission, at, looped) else {
            return self.broken("the condition of a loop is none of its parameters");
        };
        let inits = self.initial(fission, at, &own, (&flat, false), out);
        let Some(&Lifted::Even(conditions)) = inits.get(go) else {
            return self.broken("the condition of a loop is an array");
        };
        let mut builder = self.builder(fission);
        let mut finals = Vec::new();
        for &init in inits.iter().take(pattern.len()) {
            finals.push(last_values(&mut builder, init));
        }
        let numbers = builder.iota(fission.width);
        let (count, mut columns) = chosen(&mut builder, fission.width, (conditions, true), numbers, &inits);
        let some = builder.cmp(CmpOp::Lt, Atom::i64(0), count.into());
        out.append(&mut builder.stms);

        // The loop's parameters are: whether it goes on, the active elements, what they carry, and the last values.
        let (goes_on, active) = (self.program.fresh("some", Type::BOOL), self.program.fresh("active", Type::I64));
        let first = columns.remove(0);
        let numbers = self.program.fresh("numbers", expanded_type(active.into(), &Type::I64));
        let mut params = vec![(goes_on, some), (active, count.into()), (numbers, first.into())];
        let inits = columned(&inits, &columns);
        let state: Vec<Lifted> = inits.map(|init| self.carried(active.into(), init, &mut params)).collect();
        let before = params.len();
        let finals: Vec<Last> =
            finals.into_iter().map(|last| self.carried_last(fission.width, last, &mut params)).collect();

        let width = (active.into(), Some(numbers));
        let body = self.active_turn(fission, width, (&own, &state), (body, go, &flat), &finals);
        let names: Vec<Name> = params.iter().map(|(name, _)| *name).collect();
        let mut bound = walk::refresh_telescope(self.program, &names, &mut Substitution::default());
        let mut place = before;
        for (&name, last) in pattern.iter().zip(&finals) {
            if let (Last::Even(_), Some(bound)) = (last, bound.get_mut(place)) {
                *bound = self.expand(fission, name);
            } else if let Some(&[_, data, offsets]) = bound.get(place..place + 3) {
                self.spread(fission, at, name, Spread { data, offsets, dense: false });
            }
            place += if matches!(last, Last::Even(_)) { 1 } else { 4 };
        }
        let looped = Loop { params, form: LoopForm::While { cond: goes_on }, body };
        out.push(fission.frame.stm(bound, Exp::Loop(Box::new(looped))));
    }

    /// Returns the loop of an element as a `while` loop. The counter of a `for` loop becomes the last parameter.
    fn as_while(&mut self, fission: &mut Fission, at: usize, looped: Loop) -> Option<While> {
        let Loop { mut params, form, mut body } = looped;
        let (var, bound) = match form {
            LoopForm::While { cond } => {
                let go = params.iter().position(|(name, _)| *name == cond)?;
                return Some(While { params, body, go });
            }
            LoopForm::For { var, bound } => (var, bound),
        };
        let elem = self.program.type_of(var).elem().unwrap_or(ScalarType::I64);
        let zero = Atom::Const(Scalar::zero(elem));
        let go = self.program.fresh("go", Type::BOOL);
        let mut builder = self.builder(fission);
        let first = builder.cmp(CmpOp::Lt, zero, bound);
        for stm in std::mem::take(&mut builder.stms) {
            fission.repeat_also(at, stm);
        }
        let mut builder = Builder::new(self.program);
        let next = builder.add(var.into(), Atom::Const(Scalar::one(elem)));
        let goes_on = builder.cmp(CmpOp::Lt, next, bound);
        body.stms.append(&mut builder.stms);
        body.result.extend([next, goes_on]);
        params.extend([(var, zero), (go, first)]);
        Some(While { go: params.len() - 1, params, body })
    }

    /// Adds loop parameters for the last values, and returns their names.
    fn carried_last(&mut self, width: Atom, init: Last, params: &mut Vec<(Name, Atom)>) -> Last {
        match init {
            Last::Even(init) => {
                let ty = expanded_type(width, &self.program.type_of(init).row(1));
                let last = self.program.fresh("last", ty);
                params.push((last, init.into()));
                Last::Even(last)
            }
            Last::Flat(init, size) => {
                let Lifted::Flat(spread) = self.carried(width, Lifted::Flat(init), params) else {
                    self.broken("a loop carries something else than it is given");
                    return Last::Flat(init, size);
                };
                let used = self.program.fresh("used", Type::I64);
                params.push((used, size.into()));
                Last::Flat(spread, used)
            }
        }
    }

    /// Lowers one iteration of the active elements.
    fn active_turn(
        &mut self,
        fission: &Fission,
        (width, numbers): (Atom, Option<Name>),
        (own, state): (&[(Name, Atom)], &[Lifted]),
        (mut body, go, flat): (Body, usize, &[bool]),
        finals: &[Last],
    ) -> Body {
        let mut flat = flat.to_vec();
        flat.resize(state.len(), false);
        let carried = body.result.len();
        let mut builder = self.builder(fission);
        for atom in body.result.clone().into_iter().zip(&flat).filter_map(|(atom, &flat)| flat.then_some(atom)) {
            let dims = builder.type_of(atom).dims().to_vec();
            let size = builder.extent(&dims);
            body.result.push(size);
        }
        body.stms.append(&mut builder.stms);
        flat.resize(body.result.len(), false);
        let map = self.turn(fission, (width, numbers), own, state, body);
        let mut stms = Vec::new();
        let results = self.lift(map, &flat, &fission.frame, &mut stms);
        let (Some(numbers), Some(&Lifted::Even(conditions))) = (numbers, results.get(go)) else {
            self.broken("the condition of a loop is an array");
            return Body::default();
        };
        let mut builder = self.builder(fission);
        let (next, mut continued) =
            chosen(&mut builder, width, (conditions, true), numbers, results.get(..carried).unwrap_or_default());
        let (count, mut done) = chosen(&mut builder, width, (conditions, false), numbers, &results);
        let goes_on = builder.cmp(CmpOp::Lt, Atom::i64(0), next.into());
        stms.append(&mut builder.stms);
        let mut result = vec![goes_on, next.into(), continued.remove(0).into()];
        let places = done.remove(0);
        let carry: Vec<Lifted> = columned(&results, &continued).collect();
        result.extend(carry.into_iter().flat_map(|state| values(&builder, state)));
        let (done, sizes) = done.split_at(carried.min(done.len()));
        let mut sizes = sizes.iter();
        let done: Vec<Lifted> = columned(&results, done).collect();
        for (last, done) in finals.iter().zip(done) {
            let mut builder = self.builder(fission);
            match (last, done) {
                (&Last::Even(last), Lifted::Even(values)) => {
                    result.push(placed(&mut builder, count, last, [places, values], None).into());
                    stms.append(&mut builder.stms);
                }
                (&Last::Flat(last, used), Lifted::Flat(done)) => {
                    let Some(&sizes) = sizes.next() else {
                        self.broken("a loop has fewer sizes than arrays of varying size");
                        continue;
                    };
                    let moved = self.gathered_parts(fission, (count, done), sizes, &mut stms);
                    let mut builder = self.builder(fission);
                    result.extend(appended(&mut builder, (last, used), (count, places), moved));
                    stms.append(&mut builder.stms);
                }
                _ => self.broken("the last values of a loop are not like those of a turn"),
            }
        }
        Body { stms, result }
    }

    /// Concatenates the parts of the data that have the given sizes.
    fn gathered_parts(
        &mut self,
        fission: &Fission,
        (count, parts): (Name, Spread),
        sizes: Name,
        stms: &mut Vec<Stm>,
    ) -> Spread {
        let elem = self.program.type_of(parts.data).elem().unwrap_or(ScalarType::I64);
        let (offset, size) = (self.program.fresh("offset", Type::I64), self.program.fresh("size", Type::I64));
        let part = self.program.fresh("part", Type::of(elem, vec![size.into()]));
        let mut builder = self.builder(fission);
        bind_view(&mut builder, part, parts.data, offset);
        let body = Body { stms: builder.stms, result: vec![part.into()] };
        let lambda = Lambda { params: vec![offset, size], body };
        let map = Traverse { width: count.into(), inputs: vec![parts.offsets, sizes], lambda, ..Traverse::default() };
        match self.lift(map, &[true], &fission.frame, stms)[..] {
            [Lifted::Flat(moved)] => moved,
            _ => {
                self.broken("the parts of data make up no data");
                parts
            }
        }
    }
}

/// Returns the values of a result of the loop's body.
fn values(builder: &Builder, result: Lifted) -> Vec<Atom> {
    match result {
        Lifted::Even(array) => vec![array.into()],
        Lifted::Flat(spread) => vec![outer_size(builder, spread.data), spread.data.into(), spread.offsets.into()],
    }
}

/// Returns the array with an entry for each element: the array itself, or the offsets of flat data.
fn column(of: Lifted) -> Name {
    match of {
        Lifted::Even(array) => array,
        Lifted::Flat(spread) => spread.offsets,
    }
}

/// Returns the same values, with `columns` in place of the arrays that have an entry for each element.
fn columned<'a>(all: &'a [Lifted], columns: &'a [Name]) -> impl Iterator<Item = Lifted> + 'a {
    all.iter().zip(columns).map(|(&of, &column)| match of {
        Lifted::Even(_) => Lifted::Even(column),
        Lifted::Flat(spread) => Lifted::Flat(Spread { offsets: column, dense: false, ..spread }),
    })
}

/// Filters the elements whose condition equals `wanted`. Returns their count, then their numbers and their columns.
fn chosen(
    builder: &mut Builder,
    width: Atom,
    (conditions, wanted): (Name, bool),
    numbers: Name,
    all: &[Lifted],
) -> (Name, Vec<Name>) {
    let inputs: Vec<Name> = [conditions, numbers].into_iter().chain(all.iter().map(|&of| column(of))).collect();
    let lambda = builder.element_lambda(&inputs, |builder, params| {
        let mut results: Vec<Atom> = params.iter().map(|&param| param.into()).collect();
        results[0] = builder.cmp(CmpOp::Eq, results[0], Atom::bool(wanted));
        results
    });
    let filter = Filter { sequential: false, width, inputs, lambda };
    let mut kept = builder.bind_all("kept", Exp::Filter(Box::new(filter)));
    (kept.remove(0), kept)
}

/// Returns copies of the initial values. Elements that run an iteration overwrite theirs later.
fn last_values(builder: &mut Builder, init: Lifted) -> Last {
    match init {
        Lifted::Even(array) => Last::Even(builder.copy(array)),
        Lifted::Flat(spread) => {
            let (data, offsets) = (builder.copy(spread.data), builder.copy(spread.offsets));
            let size = outer_size(builder, spread.data);
            Last::Flat(Spread { data, offsets, dense: false }, builder.bind("used", Exp::Atom(size)))
        }
    }
}

/// Stores a value for each of `count` elements at its place in `into`, increased by `shift` if given. `inputs`: the
/// places and the values. Returns the new array.
fn placed(builder: &mut Builder, count: Name, into: Name, inputs: [Name; 2], shift: Option<Atom>) -> Name {
    let lambda = builder.element_lambda(&inputs, |builder, params| {
        let value = params[1].into();
        vec![params[0].into(), shift.map_or(value, |shift| builder.add(shift, value))]
    });
    let (width, inputs, destinations) = (count.into(), inputs.to_vec(), vec![into]);
    let scatter = Scatter { sequential: false, width, inputs, lambda, index_rank: 1, destinations };
    builder.bind("placed", Exp::Scatter(Box::new(scatter)))
}

/// Returns the buffer after `moved`, the data of elements that are done, is appended to its used part: size, data,
/// offsets and used size.
fn appended(
    builder: &mut Builder,
    (last, used): (Spread, Name),
    (count, places): (Name, Name),
    moved: Spread,
) -> Vec<Atom> {
    let (size, more) = (outer_size(builder, last.data), outer_size(builder, moved.data));
    let need = builder.add(used.into(), more);
    let fits = builder.cmp(CmpOp::Le, need, size);
    let elem = builder.type_of(last.data).elem().unwrap_or(ScalarType::I64);
    let longer = |builder: &mut Builder| {
        let rest = builder.bind("rest", Exp::Scratch { elem, dims: vec![need] });
        let both = builder.concat(vec![last.data, rest]);
        vec![outer_size(builder, both), both.into()]
    };
    let grown = builder.if_(fits, |_| vec![size, last.data.into()], longer);
    let lambda = builder.lambda(&[("p", Type::I64), ("x", Type::Scalar(elem))], |builder, params| {
        vec![builder.add(used.into(), params[0].into()), params[1].into()]
    });
    let (width, inputs, destinations) = (more, vec![moved.data], vec![grown[1]]);
    let scatter = Scatter { sequential: false, width, inputs, lambda, index_rank: 1, destinations };
    let data = builder.bind("data", Exp::Scatter(Box::new(scatter)));
    let offsets = placed(builder, count, last.offsets, [places, moved.offsets], Some(used.into()));
    vec![grown[0].into(), data.into(), offsets.into(), need]
}
