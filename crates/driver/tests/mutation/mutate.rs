//! Seeds faults in the memory of a program, as a wrong pass would make them.
//!
//! A place is changed in one of two ways: only that of one array, like a pass that forgets the arrays derived from it;
//! or with all views and updates, like a pass that chooses a wrong place.

use crate::mutation::sites::{Fresh, Sites, is_array};
use base::Name;
use fun::def::*;
use fun::walk::{self, Substitution, substitute_info};
use index::{Dim, IndexFn, Lmad, Poly};
use mem::lower::{poly, reshape, slice_dim};
use std::collections::HashMap;
use value::{BinOp, SplitMix64};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    AllocationDropped,
    AllocationSmaller,
    AllocationLate,
    AllocationShared,
    StridesExchanged,
    StrideChanged,
    OffsetChanged,
    SizeChanged,
    ArraysAliased,
    BlocksExchanged,
    UpdateElsewhere,
    ArrayElsewhere,
    SupportExchanged,
    RowElsewhere,
}

impl Kind {
    pub const ALL: [Kind; 14] = [
        Kind::AllocationDropped,
        Kind::AllocationSmaller,
        Kind::AllocationLate,
        Kind::AllocationShared,
        Kind::StridesExchanged,
        Kind::StrideChanged,
        Kind::OffsetChanged,
        Kind::SizeChanged,
        Kind::ArraysAliased,
        Kind::BlocksExchanged,
        Kind::UpdateElsewhere,
        Kind::ArrayElsewhere,
        Kind::SupportExchanged,
        Kind::RowElsewhere,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::AllocationDropped => "an allocation dropped",
            Kind::AllocationSmaller => "an allocation made smaller",
            Kind::AllocationLate => "an allocation after its first use",
            Kind::AllocationShared => "one block for all iterations",
            Kind::StridesExchanged => "two strides exchanged",
            Kind::StrideChanged => "a stride changed",
            Kind::OffsetChanged => "an offset changed",
            Kind::SizeChanged => "a dimension's size changed",
            Kind::ArraysAliased => "two live arrays in one block",
            Kind::BlocksExchanged => "two blocks of results exchanged",
            Kind::UpdateElsewhere => "an update in another array's place",
            Kind::ArrayElsewhere => "an array in another one's place",
            Kind::SupportExchanged => "supporting information exchanged",
            Kind::RowElsewhere => "a row under a wrong index",
        }
    }
}

/// Returns a mutant of the kind and a description of the change; `None` if the program has no place for it.
pub fn mutate(program: &Program, kind: Kind, random: &mut SplitMix64) -> Option<(Program, String)> {
    let sites = Sites::of(program);
    let mut mutant = program.clone();
    let mut change = Change { program: &mut mutant, sites: &sites, random };
    let what = match kind {
        Kind::AllocationDropped => change.drop_allocation(),
        Kind::AllocationSmaller => change.shrink_allocation(),
        Kind::AllocationLate => change.delay_allocation(),
        Kind::AllocationShared => change.share_allocation(),
        Kind::StridesExchanged => change.exchange_strides(),
        Kind::StrideChanged => change.change_stride(),
        Kind::OffsetChanged => change.change_offset(),
        Kind::SizeChanged => change.change_size(),
        Kind::ArraysAliased => change.alias(),
        Kind::BlocksExchanged => change.exchange_results(Type::Memory),
        Kind::UpdateElsewhere => change.move_update(),
        Kind::ArrayElsewhere => change.move_array(),
        Kind::SupportExchanged => change.exchange_results(Type::I64),
        Kind::RowElsewhere => change.move_row(),
    }?;
    Some((mutant, what))
}

struct Change<'a> {
    program: &'a mut Program,
    sites: &'a Sites,
    random: &'a mut SplitMix64,
}

impl Change<'_> {
    fn choose<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        let count = items.len() as u64;
        if count == 0 { None } else { items.get(self.random.below(count) as usize).cloned() }
    }

    fn flip(&mut self) -> bool {
        self.random.below(2) == 0
    }

    // Allocations.

    fn drop_allocation(&mut self) -> Option<String> {
        let block = self.choose(&self.sites.allocated)?;
        self.at_statement(block, &mut |_, stms, at| {
            stms.remove(at);
        })?;
        Some(format!("alloc of {block}"))
    }

    fn shrink_allocation(&mut self) -> Option<String> {
        let block = self.choose(&self.sites.allocated)?;
        let by = if self.flip() { 1 } else { 2 };
        let mut was_empty = false;
        self.at_statement(block, &mut |program, stms, at| {
            let Some(Stm { exp: Exp::Alloc { count, .. }, spans, .. }) = stms.get_mut(at) else { return };
            was_empty = count.as_i64().is_some_and(|count| count <= 0);
            if let Some(constant) = count.as_i64() {
                *count = Atom::i64((constant - by).max(0));
                return;
            }
            let less = program.fresh("less", Type::I64);
            let exp = Exp::Bin(BinOp::Sub, std::mem::replace(count, less.into()), Atom::i64(by));
            let stm = Stm::plain(vec![less], exp, spans);
            stms.insert(at, stm);
        })?;
        (!was_empty).then(|| format!("alloc of {block}, {by} less"))
    }

    fn delay_allocation(&mut self) -> Option<String> {
        let block = self.choose(&self.sites.allocated)?;
        let mut moved = false;
        self.at_statement(block, &mut |program, stms, at| {
            let uses = |stm: &Stm| walk::uses_any(&program.vars, stm, |name| name == block);
            if let Some(first) = stms.iter().skip(at + 1).position(uses) {
                let stm = stms.remove(at);
                stms.insert(at + 1 + first, stm);
                moved = true;
            }
        })?;
        moved.then(|| format!("alloc of {block}"))
    }

    /// Moves the allocation of a block in each iteration of a map to before the map.
    fn share_allocation(&mut self) -> Option<String> {
        let block = self.choose(&self.sites.inner)?;
        for function in self.program.functions.values_mut() {
            if share(&mut function.body, block) {
                return Some(format!("alloc of {block}"));
            }
        }
        None
    }

    /// Calls `change` at the statement that first binds the name.
    fn at_statement(&mut self, name: Name, change: &mut dyn FnMut(&mut Program, &mut Vec<Stm>, usize)) -> Option<()> {
        for id in self.program.functions.keys() {
            let mut body = std::mem::take(&mut self.program.functions[id].body);
            let found = at_statement(self.program, &mut body, name, change);
            self.program.functions[id].body = body;
            if found {
                return Some(());
            }
        }
        None
    }

    // Layouts.

    fn exchange_strides(&mut self) -> Option<String> {
        self.change_layout(&|array| array.rank() > 1, &mut |lmad, random| {
            let first = random.below(lmad.dims.len() as u64) as usize;
            let second = (first + 1) % lmad.dims.len();
            let (a, b) = (lmad.dims[first].clone(), lmad.dims[second].clone());
            lmad.dims[first].stride = b.stride.clone();
            lmad.dims[second].stride = a.stride.clone();
            a.stride != b.stride
        })
    }

    fn change_stride(&mut self) -> Option<String> {
        self.change_layout(&|_| true, &mut |lmad, random| {
            let at = random.below(lmad.dims.len() as u64) as usize;
            let (choice, Dim { size, stride }) = (random.below(5), &mut lmad.dims[at]);
            let old = stride.clone();
            *stride = match choice {
                0 => Poly::zero(),
                1 => old.clone() + Poly::one(),
                2 => old.scale(2),
                3 => old.scale(-1),
                _ => old.clone() - Poly::one(),
            };
            !size.is_one() && old != *stride
        })
    }

    fn change_offset(&mut self) -> Option<String> {
        self.change_layout(&|_| true, &mut |lmad, random| {
            let by = match random.below(4) {
                0 => Poly::one(),
                1 => Poly::constant(-1),
                2 => lmad.dims[0].stride.clone(),
                _ => lmad.count(),
            };
            lmad.offset = lmad.offset.clone() + by.clone();
            !by.is_zero()
        })
    }

    fn change_size(&mut self) -> Option<String> {
        self.change_layout(&|_| true, &mut |lmad, random| {
            let at = random.below(lmad.dims.len() as u64) as usize;
            let by = if random.below(2) == 0 { 1 } else { -1 };
            lmad.dims[at].size = lmad.dims[at].size.clone() + Poly::constant(by);
            true
        })
    }

    /// Changes the layout of an array that is used, alone or with all arrays derived from it.
    fn change_layout(
        &mut self,
        is_like_that: &dyn Fn(&Type) -> bool,
        change: &mut dyn FnMut(&mut Lmad, &mut SplitMix64) -> bool,
    ) -> Option<String> {
        let used = self.sites.fresh.iter().filter(|fresh| fresh.is_used_later).map(|fresh| fresh.name);
        let arrays: Vec<Name> = used.filter(|&name| is_like_that(self.program.type_of(name))).collect();
        let array = self.choose(&arrays)?;
        let place = self.program.vars.get(array)?.place.clone()?;
        let mut lmad = place.ixfn.as_single()?.clone();
        if !change(&mut lmad, self.random) {
            return None;
        }
        let with_all = self.flip();
        self.place(array, Place { block: place.block, ixfn: lmad.into() }, with_all)
    }

    /// Puts an array at another place.
    fn place(&mut self, array: Name, place: Place, with_derived: bool) -> Option<String> {
        let shown =
            format!("{array} at {} -> {}{}", place.block, place.ixfn, if with_derived { ", with all" } else { "" });
        if let Some(info) = self.program.vars.get_mut(array) {
            info.place = Some(place);
        }
        if with_derived {
            derive(self.program, array);
        }
        Some(shown)
    }

    // Arrays that overlap.

    /// Replaces the block of an array by that of an array that is still used.
    fn alias(&mut self) -> Option<String> {
        let (fresh, other) = self.pair(&|a, b| a.block != b.block)?;
        let (block, of) = (self.block(other)?, self.block(fresh)?);
        // Blocks of parameters and of branches are not changed.
        if !self.sites.allocated.contains(&of) {
            return None;
        }
        rename(self.program, of, block);
        Some(format!("{fresh} in {block}, the block of {other}, instead of {of}"))
    }

    /// Moves an array to the place of another one that is still used.
    fn move_array(&mut self) -> Option<String> {
        let (fresh, other) = self.pair(&|a, b| a != b && a.ixfn.shape() == b.ixfn.shape())?;
        let place = self.program.vars.get(other)?.place.clone()?;
        self.place(fresh, place, true)
    }

    /// Returns an array that is used, and one of the same element type that is made before it and used after it.
    fn pair(&mut self, fits: &dyn Fn(&Place, &Place) -> bool) -> Option<(Name, Name)> {
        let place = |name: Name| self.program.vars.get(name)?.place.as_ref();
        let mut pairs = Vec::new();
        for Fresh { name, alive, .. } in self.sites.fresh.iter().filter(|fresh| fresh.is_used_later) {
            for other in alive {
                let same_elem = self.program.type_of(*name).elem() == self.program.type_of(*other).elem();
                let (Some(a), Some(b)) = (place(*name), place(*other)) else { continue };
                if same_elem && fits(a, b) {
                    pairs.push((*name, *other));
                }
            }
        }
        self.choose(&pairs)
    }

    fn block(&self, array: Name) -> Option<Name> {
        Some(self.program.vars.get(array)?.place.as_ref()?.block)
    }

    /// Moves the result of an update to another array.
    fn move_update(&mut self) -> Option<String> {
        let update = self.choose(&self.sites.updates)?;
        let ty = self.program.type_of(update).clone();
        let own = self.program.vars.get(update)?.place.clone()?;
        let others = self.sites.fresh.iter().map(|fresh| fresh.name).filter(|&it| *self.program.type_of(it) == ty);
        let places: Vec<Place> = others
            .filter_map(|other| self.program.vars.get(other)?.place.clone())
            .filter(|place| place.block != own.block)
            .collect();
        let place = self.choose(&places)?;
        let with_all = self.flip();
        self.place(update, place, with_all)
    }

    /// Replaces the lambda's index in an array's place by another number.
    fn move_row(&mut self) -> Option<String> {
        let mut rows = Vec::new();
        for fresh in &self.sites.fresh {
            let Some(place) = self.program.vars.get(fresh.name).and_then(|info| info.place.as_ref()) else { continue };
            let named = place.ixfn.free_variables();
            rows.extend(fresh.indices.iter().filter(|index| named.contains(index)).map(|&index| (fresh.name, index)));
        }
        let (row, index) = self.choose(&rows)?;
        let wrong = match self.random.below(3) {
            0 => Poly::zero(),
            1 => Poly::var(index) + Poly::one(),
            _ => Poly::var(index) - Poly::one(),
        };
        let place = self.program.vars.get(row)?.place.clone()?;
        let ixfn = place.ixfn.substitute(&|name| (name == index).then(|| wrong.clone()));
        self.place(row, Place { block: place.block, ixfn }, true)
    }

    // Variables that place arrays.

    /// Exchanges two values of the type that a body, a branch or a loop yields and that place arrays.
    fn exchange_results(&mut self, ty: Type) -> Option<String> {
        let program = &*self.program;
        let mut found = Vec::new();
        for function in program.functions.values() {
            let names: Vec<Name> = function.results.iter().map(|result| result.name).collect();
            if ty == Type::Memory {
                exchanges(program, &names, &function.body.result, &ty, &|_| true, 0, &mut found);
            }
            walk::for_each_stm(&function.body, &mut |stm| {
                let supports = |name: Name| self.sites.supports.contains(&name);
                for (list, atoms) in yields(&stm.exp).iter().enumerate() {
                    exchanges(program, &stm.pattern, atoms, &ty, &supports, list, &mut found);
                }
            });
        }
        let Exchange { names, first, second, list } = self.choose(&found)?;
        for function in self.program.functions.values_mut() {
            if function.results.iter().map(|result| result.name).eq(names.iter().copied()) {
                function.body.result.swap(first, second);
            }
            exchange(&mut function.body, &names, (first, second), list);
        }
        Some(format!("{} and {} in the results {names:?}", names[first], names[second]))
    }
}

/// Two results to exchange in one of the bodies of the statement that binds `names`.
#[derive(Clone)]
struct Exchange {
    names: Vec<Name>,
    first: usize,
    second: usize,
    list: usize,
}

/// Returns the lists of values that a branch or loop may yield.
fn yields(exp: &Exp) -> Vec<Vec<Atom>> {
    match exp {
        Exp::If { then_body, else_body, .. } => vec![then_body.result.clone(), else_body.result.clone()],
        Exp::Loop(looped) => {
            vec![looped.body.result.clone(), looped.params.iter().map(|(_, init)| *init).collect()]
        }
        _ => Vec::new(),
    }
}

/// Returns pairs of positions with different values of the type.
fn exchanges(
    program: &Program,
    names: &[Name],
    atoms: &[Atom],
    ty: &Type,
    is_support: &dyn Fn(Name) -> bool,
    list: usize,
    found: &mut Vec<Exchange>,
) {
    let fits: Vec<usize> = (0..names.len())
        .filter(|&at| names.get(at).is_some_and(|&name| program.type_of(name) == ty && is_support(name)))
        .collect();
    for &first in &fits {
        for &second in fits.iter().filter(|second| **second > first && atoms.get(first) != atoms.get(**second)) {
            found.push(Exchange { names: names.to_vec(), first, second, list });
        }
    }
}

/// Exchanges two results of the branch or loop that binds the names.
fn exchange(body: &mut Body, names: &[Name], (first, second): (usize, usize), list: usize) {
    for stm in &mut body.stms {
        let is_it = stm.pattern == names;
        match &mut stm.exp {
            Exp::If { then_body, else_body, .. } if is_it => {
                let branch = if list == 0 { then_body } else { else_body };
                branch.result.swap(first, second);
            }
            Exp::Loop(looped) if is_it && list == 0 => looped.body.result.swap(first, second),
            Exp::Loop(looped) if is_it => {
                let init = looped.params[first].1;
                looped.params[first].1 = looped.params[second].1;
                looped.params[second].1 = init;
            }
            _ => {}
        }
        for inner in stm.exp.bodies_mut() {
            exchange(inner, names, (first, second), list);
        }
    }
}

fn at_statement(
    program: &mut Program,
    body: &mut Body,
    name: Name,
    change: &mut dyn FnMut(&mut Program, &mut Vec<Stm>, usize),
) -> bool {
    if let Some(at) = body.stms.iter().position(|stm| stm.pattern.first() == Some(&name)) {
        change(program, &mut body.stms, at);
        return true;
    }
    body.stms
        .iter_mut()
        .any(|stm| stm.exp.bodies_mut().into_iter().any(|inner| at_statement(program, inner, name, change)))
}

/// Moves the allocation of a block out of the innermost operation that contains it.
fn share(body: &mut Body, block: Name) -> bool {
    for at in 0..body.stms.len() {
        let mut taken = None;
        for inner in body.stms[at].exp.bodies_mut() {
            match inner.stms.iter().position(|stm| stm.pattern.first() == Some(&block)) {
                Some(found) => taken = Some(inner.stms.remove(found)),
                None if share(inner, block) => return true,
                None => {}
            }
        }
        if let Some(stm) = taken {
            body.stms.insert(at, stm);
            return true;
        }
    }
    false
}

/// Replaces one block by another everywhere.
fn rename(program: &mut Program, from: Name, to: Name) {
    fn in_body(vars: &mut VarTable, body: &mut Body, from: Name, to: Name) {
        let renamed = |atom: Atom| if atom == from.into() { to.into() } else { atom };
        let place = |vars: &mut VarTable, name: Name| {
            let place = vars.get_mut(name).and_then(|info| info.place.as_mut());
            if let Some(place) = place.filter(|place| place.block == from) {
                place.block = to;
            }
        };
        for stm in &mut body.stms {
            stm.exp.map_operands(&mut |atom| renamed(atom));
            stm.exp.binders().into_iter().chain(stm.pattern.iter().copied()).for_each(|name| place(vars, name));
            stm.exp.bodies_mut().into_iter().for_each(|inner| in_body(vars, inner, from, to));
        }
        body.result.iter_mut().for_each(|atom| *atom = renamed(*atom));
    }
    for function in program.functions.values_mut() {
        in_body(&mut program.vars, &mut function.body, from, to);
    }
}

/// Recomputes the places of arrays derived from the array.
fn derive(program: &mut Program, array: Name) {
    let mut moved = HashMap::from([(array, program.vars.get(array).and_then(|info| info.place.clone()))]);
    let bodies: Vec<Body> = program.functions.values().map(|function| function.body.clone()).collect();
    bodies.iter().for_each(|body| derive_in(program, body, &mut moved));
    for (name, place) in moved {
        if let (Some(info), Some(place)) = (program.vars.get_mut(name), place) {
            info.place = Some(place);
        }
    }
}

type Moved = HashMap<Name, Option<Place>>;

fn derive_in(program: &Program, body: &Body, moved: &mut Moved) {
    for stm in &body.stms {
        let first = stm.pattern.first().copied();
        let derived: Vec<(Option<Name>, Name, Option<IndexFn>)> = match &stm.exp {
            Exp::Atom(Atom::Var(array)) | Exp::Update { array, .. } => vec![(first, *array, layout(moved, *array))],
            Exp::Slice(array, dims) => {
                let dims: Vec<index::SliceDim> = dims.iter().map(slice_dim).collect();
                vec![(first, *array, layout(moved, *array).map(|ixfn| ixfn.slice(&dims)))]
            }
            Exp::Permute(array, order) => {
                vec![(first, *array, layout(moved, *array).and_then(|ixfn| ixfn.permute(order)))]
            }
            Exp::Reshape(array, dims) => {
                let dims: Vec<Poly> = dims.iter().map(|&dim| poly(dim)).collect();
                vec![(first, *array, layout(moved, *array).map(|ixfn| reshape(&ixfn, &dims)))]
            }
            Exp::Scatter(scatter) => in_place(&stm.pattern, &scatter.destinations, moved),
            Exp::Histogram(histogram) => in_place(&stm.pattern, &histogram.destinations, moved),
            _ => Vec::new(),
        };
        let rows = stm.exp.traversed().into_iter().flat_map(|(_, inputs, lambda)| {
            let index = lambda.params.first().copied();
            let rows = lambda.params.iter().skip(1).zip(inputs);
            rows.map(move |(&row, &input)| (row, input, index)).collect::<Vec<_>>()
        });
        let rows: Vec<(Option<Name>, Name, Option<IndexFn>)> = rows
            .filter(|&(row, ..)| is_array(program, row))
            .map(|(row, input, index)| {
                (Some(row), input, layout(moved, input).and_then(|it| it.index(Poly::var(index?))))
            })
            .collect();
        for (name, array, ixfn) in derived.into_iter().chain(rows) {
            if let (Some(name), Some(ixfn), Some(Some(place))) = (name, ixfn, moved.get(&array)) {
                moved.insert(name, Some(Place { block: place.block, ixfn }));
            }
        }
        stm.exp.bodies().into_iter().for_each(|inner| derive_in(program, inner, moved));
        if let Exp::If { then_body, .. } = &stm.exp {
            yielded(program, &stm.pattern, &then_body.result, moved);
        }
    }
}

fn layout(moved: &Moved, array: Name) -> Option<IndexFn> {
    moved.get(&array)?.as_ref().map(|place| place.ixfn.clone())
}

fn in_place(pattern: &[Name], arrays: &[Name], moved: &Moved) -> Vec<(Option<Name>, Name, Option<IndexFn>)> {
    pattern.iter().zip(arrays).map(|(&name, &array)| (Some(name), array, layout(moved, array))).collect()
}

/// Moves the arrays that a branch returns to the places of its sides' results, if these places are the same outside the
/// branch.
fn yielded(program: &Program, pattern: &[Name], results: &[Atom], moved: &mut Moved) {
    let substitution: Substitution = pattern.iter().copied().zip(results.iter().copied()).collect();
    for (&name, result) in pattern.iter().zip(results) {
        let Some(place) = result.var().and_then(|result| moved.get(&result)).cloned().flatten() else { continue };
        let info = program.vars.get(name);
        if info.is_some_and(|info| info.place.is_some() && substitute_info(info, &substitution).place == info.place) {
            moved.insert(name, Some(place));
        }
    }
}
