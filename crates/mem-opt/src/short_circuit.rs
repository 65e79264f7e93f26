//! Short-circuiting: an array that will be copied to a part of another one is built there at once (FUNMEM paper, §6;
//! Munksgaard et al., "Memory Optimizations in an Array Language", SC 2022).
//!
//! ```text
//! let (xs_mem : mem) = alloc i32 n                     let (zs_mem : mem) = alloc i32 n + k
//! let (xs : [n]i32 @ xs_mem -> 0 + {(n : 1)})          let (xs : [n]i32 @ zs_mem -> 0 + {(n : 1)})
//!   = map n .. f                                 ==>     = map n .. f
//! let (zs_mem : mem) = alloc i32 n + k
//! let (zs : [n + k]i32 @ zs_mem -> ..)                 let (zs : [n + k]i32 @ zs_mem -> ..)
//!   = concat xs ys                                       = concat xs ys
//! ```
//!
//! A statement that copies arrays to known places is a *circuit* for each of them: `concat`, an update of a slice, a
//! copy, a row of a literal, a lambda's result for its row, an operator's result for the accumulated array. The array
//! is moved together with all views, updates, branches and loops between its creation and the circuit. A view on the
//! way has all its elements; it may permute dimensions or reshape the array. If one branch makes the array and the
//! other returns an existing one, the other copies it. The array is moved if
//! * nothing writes its new place between the circuit and its last use, and it is in no result except a lambda's;
//! * the new place can be computed where the array is made; statements for it are moved up as far as necessary;
//! * it lies inside of its block even if an assertion before the circuit fails;
//! * nothing before the circuit reads or writes the part of the block where it will be;
//! * no two elements of it share a place, if the destination has strides of its own (`SliceDim::Flat`).
//!
//! A copy may also take its operand's place, if nothing writes to either while the copy is in use.
//!
//! The statement stays, because copying an array to its own place costs nothing. Circuits are closed from the last to
//! the first, and outer bodies before inner ones, so that other arrays can be built in a moved array's place. In this
//! way the rows of nested maps are built in the innermost map at their final destination.
//!
//! Needs: no dead code (an unused array may be an obstacle). Guarantees: nothing. Cost: linear times `MAX_DISTANCE`.

mod follow;
mod free;
mod origin;
mod uses;

use crate::places::Places;
use base::{Error, Name};
use follow::{Copies, Followed, fresh_copies};
use free::{Area, Free};
use fun::def::*;
use fun::sums::Sums;
use fun::walk;
use fun_opt::dead;
use fun_opt::effect::{Effects, is_total_scalar};
use fun_opt::facts::{self, Walk};
use fun_opt::prove::Known;
use index::{Lmad, Poly};
use mem::blocks::Blocks;
use origin::Origin;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use uses::Uses;
use value::CmpOp;

/// Largest number of statements between an array's creation and its circuit.
const MAX_DISTANCE: usize = 200;

pub fn short_circuit(mut program: Program) -> Result<Program, Error> {
    let blocks = Blocks::of(&program);
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let mut body = std::mem::take(&mut program.functions[id].body);
        let copies = fresh_copies(&mut program, &body);
        let places = Places { sums: sums(&program, &body), ..Places::new(&program) };
        let known = Known::with_places(&program);
        let sizes = block_sizes(&program, &program.functions[id], &body);
        let mut circuits = Circuits { places, blocks: &blocks, known, sizes, copies, ends: Vec::new() };
        circuits.known.enter_function(&program.functions[id]);
        circuits.body(&mut body, None, false);
        let moved = circuits.places.moved;
        for (name, place) in moved {
            if let Some(info) = program.vars.get_mut(name) {
                info.place = Some(place);
            }
        }
        program.functions[id].body = body;
    }
    dead::sweep_in_place(&mut program);
    Ok(program)
}

struct Circuits<'p> {
    places: Places<'p>,
    blocks: &'p Blocks,
    known: Known<'p>,
    /// Smallest known number of elements of each block: a lower bound.
    sizes: FxHashMap<Name, Poly>,
    copies: Copies,
    /// Circuits at the ends of the next statement's lambdas, in the order of its bodies.
    ends: Vec<Vec<Circuit>>,
}

/// An array, and the place where a statement (or the end of a body) copies it.
struct Circuit {
    array: Name,
    target: Place,
    /// Whether the target is known to lie inside of its block: it is a row of an array, or an accumulated array.
    is_inside: bool,
    /// Whether two elements may share a place in the target, as in a flat dimension. Then the array is moved only if
    /// they do not.
    may_repeat: bool,
    /// Whether the array is itself a copy of what is at the target, so that no later statement copies it there.
    is_view: bool,
}

impl<'p> Walk<'p> for Circuits<'p> {
    fn known(&mut self) -> &mut Known<'p> {
        &mut self.known
    }

    fn inside(&mut self, which: usize, body: &mut Body) {
        let ends = std::mem::take(&mut self.ends);
        self.body(body, ends.get(which).map(Vec::as_slice), which > 0);
        self.ends = ends;
    }
}

impl Circuits<'_> {
    /// Processes a body. `ends`: the circuits of its results, if it is a lambda. Results of an operator may still be read
    /// when some of the accumulated arrays are written, so no other circuit moves them.
    fn body(&mut self, body: &mut Body, ends: Option<&[Circuit]>, is_operator: bool) {
        let outside = self.known.mark();
        let mut uses = Uses::of(&self.places.program.vars, body, ends.is_some());
        for end in ends.unwrap_or_default() {
            self.close(body, &mut uses, body.stms.len(), end);
        }
        if is_operator && ends.is_some() {
            uses = Uses::of(&self.places.program.vars, body, false);
        }
        for at in (0..body.stms.len()).rev() {
            for circuit in self.circuits(&body.stms[at]) {
                self.close(body, &mut uses, at, &circuit);
            }
            if let Some(circuit) = self.view(&body.stms[at]) {
                self.close(body, &mut uses, at + 1, &circuit);
            }
        }
        for stm in &mut body.stms {
            self.ends = self.ends(stm);
            self.stm(stm);
        }
        self.known.forget(outside);
    }

    // Circuits.

    /// Returns the arrays that the statement copies as a whole, each with the place it copies them to.
    fn circuits(&self, stm: &Stm) -> Vec<Circuit> {
        let place = |array: Name| self.places.of(array).cloned();
        let Some(&name) = stm.pattern.first() else { return Vec::new() };
        match &stm.exp {
            Exp::Update { array, dims, value } => {
                let may_repeat = dims.iter().any(SliceDim::is_flat);
                let circuit = self.circuit(value.var(), self.places.part(*array, dims));
                circuit.map(|circuit| Circuit { may_repeat, ..circuit }).into_iter().collect()
            }
            Exp::Copy(array) => self.circuit(Some(*array), place(name)).into_iter().collect(),
            Exp::Concat(arrays) => {
                let parts = self.places.parts(name, arrays).into_iter();
                parts.filter_map(|(array, target)| self.circuit(Some(array), Some(target))).collect()
            }
            Exp::Literal(rows) => {
                let row =
                    |(at, row): (usize, &Atom)| self.circuit(row.var(), self.places.row(name, (at as i64).into()));
                rows.iter().enumerate().filter_map(row).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the circuit of an array, if both array and target are known.
    fn circuit(&self, array: Option<Name>, target: Option<Place>) -> Option<Circuit> {
        let (array, target) = (array?, target?);
        self.places.of(array)?;
        Some(Circuit { array, target, is_inside: false, may_repeat: false, is_view: false })
    }

    /// Returns the circuit of a copy that could take its operand's place. It is closed after the copy.
    fn view(&self, stm: &Stm) -> Option<Circuit> {
        let Exp::Copy(array) = &stm.exp else { return None };
        let circuit = self.circuit(stm.pattern.first().copied(), self.places.of(*array).cloned())?;
        Some(Circuit { is_view: true, ..circuit })
    }

    /// Returns the circuits of the results of each lambda in the statement.
    fn ends(&self, stm: &Stm) -> Vec<Vec<Circuit>> {
        let operators = match &stm.exp {
            Exp::Traverse(traverse) => traverse.monoids().map(|monoid| self.accumulated(monoid)).collect(),
            Exp::Histogram(histogram) => vec![self.accumulated(&histogram.operator)],
            _ => Vec::new(),
        };
        let lambda = stm.exp.traversed().map(|_| self.rows(stm));
        lambda.into_iter().chain(operators).collect()
    }

    /// Returns the circuits of an operator's results for the accumulated arrays.
    fn accumulated(&self, monoid: &Monoid) -> Vec<Circuit> {
        let results = monoid.operands().0.iter().zip(&monoid.operator.body.result);
        let end = |(&param, result): (&Name, &Atom)| {
            let circuit = self.circuit(result.var(), self.places.of(param).cloned())?;
            Some(Circuit { is_inside: true, ..circuit })
        };
        results.filter_map(end).collect()
    }

    /// Returns the circuits of a lambda's results for rows of the collected arrays.
    fn rows(&self, stm: &Stm) -> Vec<Circuit> {
        let Exp::Traverse(traverse) = &stm.exp else { return Vec::new() };
        let Some(&index) = traverse.lambda.params.first() else { return Vec::new() };
        let collected = stm.pattern.iter().zip(&traverse.lambda.body.result).skip(traverse.combined());
        let row = |(&array, row): (&Name, &Atom)| {
            let circuit = self.circuit(row.var(), self.places.row(array, Poly::var(index)))?;
            Some(Circuit { is_inside: true, ..circuit })
        };
        collected.filter_map(row).collect()
    }

    // Closing.

    /// Moves the array of the circuit at this statement to the copy's destination, if that is allowed.
    fn close(&mut self, body: &mut Body, uses: &mut Uses, at: usize, circuit: &Circuit) {
        let known = self.known.mark();
        if let Some(plan) = self.plan(body, uses, at, circuit) {
            self.carry_out(body, uses, plan);
        }
        self.known.forget(known);
    }

    /// Decides whether an array may be made at its target. If so, returns the statements to move and the arrays' new
    /// places.
    fn plan(&mut self, body: &Body, uses: &Uses, at: usize, circuit: &Circuit) -> Option<Plan> {
        let stms = &body.stms[at.saturating_sub(MAX_DISTANCE)..at];
        let skipped = at - stms.len();
        let target = self.places.for_array(&circuit.target, circuit.array)?;
        if self.places.of(circuit.array)?.block == target.block || target.ixfn.as_single().is_none() {
            return None;
        }
        // An array without elements may be anywhere.
        for &size in self.places.program.type_of(circuit.array).dims() {
            self.known.learn_comparison(CmpOp::Ge, size, Atom::i64(1), true);
        }
        let origin = Origin::find(&self.places, stms, circuit.array, target.clone())?;
        let first = origin.at;
        stms[..first].iter().for_each(|stm| facts::learn(&mut self.known, stm));
        if !self.same_shape(&circuit.target, &target) {
            return None;
        }
        let mut followed = Followed::all(&self.places, stms, &origin, &self.copies, target.block)?;
        if followed.place(circuit.array) != Some(&target) {
            return None;
        }
        let after = at + usize::from(!circuit.is_view && at < body.stms.len());
        let end = followed.onwards(&self.places, body, uses, after)?;
        let own_certs = body.stms.get(at).filter(|_| !circuit.is_view).map_or(&[][..], |stm| &stm.certs);
        let certs = origin.needed().into_iter().chain(own_certs.iter().copied());
        let needed = target.ixfn.free_variables().into_iter().chain([target.block]).chain(certs);
        let hoisted = self.hoisted(stms, first, needed)?;
        hoisted.iter().for_each(|&at| facts::learn(&mut self.known, &stms[at]));
        let lmad = target.ixfn.as_single()?.clone();
        let may_fail = |stm: &Stm| matches!(stm.exp, Exp::Assert { .. });
        let is_assured = circuit.is_inside
            || !(first..stms.len()).any(|at| may_fail(&stms[at]) && !hoisted.contains(&at))
            || self.fits(&lmad, target.block);
        if !is_assured || circuit.may_repeat && !self.is_injective(&lmad) {
            return None;
        }
        let lmad = &self.expanded(&lmad);
        let area = Area { block: target.block, blocks: self.blocks, followed: &followed };
        let mut free = Free { places: &self.places, known: &mut self.known, area, lmad };
        let may_move = free.is_so(stms, &origin, &hoisted) && free.stays_so(&body.stms[after..end]);
        may_move.then(|| Plan {
            part: skipped + first..end,
            hoisted: hoisted.into_iter().map(|at| at + skipped).collect(),
            followed,
        })
    }

    /// Whether the sizes of array and target are equal under any names, without relying on later checks.
    fn same_shape(&self, target: &Place, renamed: &Place) -> bool {
        let expand = |place: &Place| -> Vec<Poly> {
            place.ixfn.shape().iter().map(|size| size.substitute(&facts::sums(&self.known))).collect()
        };
        expand(target) == expand(renamed)
    }

    /// Returns the statements from position `first` on that must be moved before it to compute the `needed` names, in
    /// order; `None` if one cannot be moved.
    fn hoisted(&self, stms: &[Stm], first: usize, needed: impl Iterator<Item = Name>) -> Option<Vec<usize>> {
        let program = self.places.program;
        let mut open: Vec<Name> = needed.collect();
        let mut hoisted: Vec<usize> = Vec::new();
        let mut seen: FxHashSet<Name> = FxHashSet::default();
        while let Some(name) = open.pop() {
            if !seen.insert(name) {
                continue;
            }
            let binder = (first..stms.len()).find(|&at| stms[at].pattern.contains(&name));
            let Some(at) = binder else { continue };
            let exp = &stms[at].exp;
            let may_rise = match exp {
                Exp::Alloc { .. } => true,
                Exp::Assert { .. } => stms[first..at].iter().all(|stm| is_total(program, stm)),
                exp => is_total_scalar(program, exp),
            };
            if !may_rise {
                return None;
            }
            walk::for_each_name_used(&program.vars, &stms[at], &mut |name| open.push(name));
            if !hoisted.contains(&at) {
                hoisted.push(at);
            }
        }
        hoisted.sort_unstable();
        Some(hoisted)
    }

    /// Whether the part is known to be inside the block. Otherwise it may be inside only if all assertions before the
    /// circuit hold.
    fn fits(&self, lmad: &Lmad, block: Name) -> bool {
        let value = facts::sums(&self.known);
        let (Some(size), lmad) = (self.sizes.get(&block), lmad.substitute(&value)) else { return false };
        let size = size.substitute(&value);
        let known = self.known.about(&[&lmad, &Lmad { offset: size.clone(), dims: Vec::new() }]);
        lmad.fits(&size, &known)
    }

    fn expanded(&self, lmad: &Lmad) -> Lmad {
        lmad.substitute(&facts::sums(&self.known))
    }

    fn is_injective(&self, lmad: &Lmad) -> bool {
        let lmad = self.expanded(lmad);
        lmad.is_injective(&self.known.about(&[&lmad]))
    }

    /// Moves the statements and arrays of a plan.
    fn carry_out(&mut self, body: &mut Body, uses: &mut Uses, plan: Plan) {
        let Plan { part, hoisted, followed } = plan;
        for stm in &mut body.stms[part.clone()] {
            followed.rename(stm);
        }
        // Hoisted statements keep their order.
        for (above, from) in hoisted.into_iter().enumerate() {
            body.stms[part.start + above..=from].rotate_right(1);
        }
        uses.renew(&self.places.program.vars, body, part);
        self.places.moved.extend(followed.moved);
    }
}

/// A circuit that can be closed, and how.
struct Plan {
    /// Positions of the statements from the creation of the array to its last use.
    part: Range<usize>,
    /// Positions of the statements that are moved before the first of them.
    hoisted: Vec<usize>,
    followed: Followed,
}

/// Returns the integers in the body that are sums and products of others.
fn sums(program: &Program, body: &Body) -> Sums {
    let mut sums = Sums::default();
    walk::for_each_stm(body, &mut |stm| {
        if let &[name] = stm.pattern.as_slice()
            && *program.type_of(name) == Type::I64
        {
            sums.define(name, &stm.exp);
        }
    });
    sums
}

/// Returns, for each block of the function, a lower bound of its number of elements: the allocated count, or the extent
/// of an array that is passed or returned with it.
fn block_sizes(program: &Program, function: &Function, body: &Body) -> FxHashMap<Name, Poly> {
    let mut sums = Sums::default();
    let mut sizes = FxHashMap::default();
    let params: Vec<Name> = function.params.iter().map(|param| param.name).collect();
    sizes.extend(arrays_in_blocks(program, &params));
    walk::for_each_stm(body, &mut |stm| {
        sizes.extend(arrays_in_blocks(program, &stm.pattern));
        match (&stm.exp, stm.pattern.first()) {
            (Exp::Alloc { count, .. }, Some(&block)) => _ = sizes.insert(block, sums.atom(*count)),
            (Exp::Loop(looped), _) => {
                let params: Vec<Name> = looped.params.iter().map(|(param, _)| *param).collect();
                sizes.extend(arrays_in_blocks(program, &params));
            }
            (exp, Some(&name)) if *program.type_of(name) == Type::I64 => sums.define_extent(name, exp),
            _ => {}
        }
    });
    sizes
}

/// Returns the blocks among the names, each with the extent of an array that starts at the block's beginning.
fn arrays_in_blocks(program: &Program, names: &[Name]) -> Vec<(Name, Poly)> {
    let places = names.iter().filter_map(|name| program.vars.get(*name)?.place.as_ref());
    let whole = places.filter(|place| place.ixfn.is_direct() && names.contains(&place.block));
    whole.map(|place| (place.block, place.ixfn.count())).collect()
}

/// Whether the statement neither fails nor runs forever.
fn is_total(program: &Program, stm: &Stm) -> bool {
    !Effects::of_exp(program, &stm.exp).partial
        && stm.exp.bodies().into_iter().all(|body| body.stms.iter().all(|stm| is_total(program, stm)))
}
