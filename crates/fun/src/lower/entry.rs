//! Entry points. Outside, a value is its leaves, each an array with sizes of its own (`value::entry`). Inside, the
//! leaves of an array share their outer sizes. If this makes a difference, the entry gets a wrapper function around the
//! definition's, which
//!
//! - checks that leaves which make up one array have the same outer sizes,
//! - checks that tags of sums are in range, and that unused scalar slots are 0 (see `sum`),
//! - gives unused array slots no elements, because their contents inside depend on the context.
//!
//! Cost: the checks read the tags and scalar slots of arrays of sums once.

use super::sum::tag_of;
use super::*;
use core_ir::leaves::{layout, leaf_types};
use core_ir::messages;
use value::{BinOp, CmpOp, UnOp};

/// Message for arrays of different shapes, by their rank.
type Message<'a> = &'a dyn Fn(usize) -> base::Template;

/// The condition that a certain constructor made a sum: its tag has this value. `depth`: number of dimensions of the
/// array of tags.
#[derive(Clone, Copy)]
struct MadeBy {
    tag: Atom,
    depth: usize,
    constructor: Atom,
}

/// Returns the definition's parameters without the sizes before them.
fn params_of<'d>(entry: &core::Entry, def: &'d core::Def) -> impl Iterator<Item = &'d core::Param> {
    def.params.iter().skip(entry.sizes.iter().filter(|size| size.passed).count())
}

fn has_sum(ty: &core::Type) -> bool {
    match ty {
        core::Type::Sum(_) => true,
        core::Type::Array(elem, _) => has_sum(elem),
        core::Type::Record(fields) => fields.iter().any(|(_, field)| has_sum(field)),
        core::Type::Scalar(_)
        | core::Type::Data(..)
        | core::Type::Seq(_)
        | core::Type::Ref(_)
        | core::Type::Tensor(_)
        | core::Type::Function(..)
        | core::Type::Param(_) => false,
    }
}

impl Lowerer<'_> {
    pub(super) fn entry(&mut self, entry: &core::Entry) -> Lowered<Entry> {
        let plain = entry.sizes.is_empty()
            && entry.params.iter().all(|param| param.ty.is_plain())
            && entry.result.ty.is_plain();
        let function = if plain { FunctionId::new(entry.def.index()) } else { self.entry_function(entry)? };
        Ok(Entry {
            name: entry.name,
            function,
            params: entry.params.clone(),
            result: entry.result.clone(),
            doc: entry.doc.clone(),
        })
    }

    /// Makes a wrapper function that converts leaves to values around the definition.
    fn entry_function(&mut self, entry: &core::Entry) -> Lowered<FunctionId> {
        let Some(def) = self.core.defs.get(entry.def) else { return Err(bug("a definition that does not exist")) };
        let mut params = Vec::new();
        let mut given = Vec::new();
        for param in params_of(entry, def) {
            let ty = pat_type(&param.pat);
            let (telescope, leaves) = self.outer_leaves(&ty, pat_hint(&param.pat))?;
            let owned = owned_leaves(&leaves, &ty, &param.consumed);
            let consumed = |name: &Name| owned.get(name) == Some(&true);
            params.extend(telescope.names.iter().map(|&name| Param { name, consumed: consumed(&name) }));
            given.push(leaves);
        }
        let (telescope, result) = self.outer_leaves(&def.result, "result")?;
        let owned = owned_leaves(&result, &def.result, &def.unique_result);
        let unique = |name: &Name| owned.get(name) != Some(&false);
        let results = telescope.names.iter().map(|&name| ResultParam { name, unique: unique(&name) }).collect();
        let body = self.in_body(|this| {
            let mut args = this.entry_sizes(&entry.sizes, &given);
            for ((param, outer), leaves) in params_of(entry, def).zip(&entry.params).zip(given) {
                let ty = pat_type(&param.pat);
                let leaves = this.argument(&ty, &outer.name, leaves)?;
                args.extend(this.telescope_atoms(&ty, &leaves));
            }
            let mut telescope = Telescope::default();
            let leaves = this.fresh_leaves(&def.result, "result", &mut telescope)?;
            let function = FunctionId::new(entry.def.index());
            this.push(telescope.names, Vec::new(), Exp::Call { function, args }, Span::NOWHERE);
            let leaves = this.empty_unused(&def.result, leaves)?;
            Ok(leaves.into_iter().flat_map(|leaf| this.dims(leaf).into_iter().chain([leaf])).collect())
        })?;
        let name = Symbol::new(&format!("{}.entry", entry.name));
        Ok(self.out.functions.push(Function { name, params, results, body, foreign: None }))
    }

    /// Returns the sizes that are passed before the arguments, with assertions that every size is the same at all its
    /// places.
    fn entry_sizes(&mut self, sizes: &[core::EntrySize], given: &[Leaves]) -> Vec<Atom> {
        let leaves: Leaves = given.concat();
        let mut passed = Vec::new();
        for size in sizes {
            let places: Vec<(&core::SizePlace, Vec<Atom>)> =
                size.places.iter().filter_map(|place| Some((place, self.dims(*leaves.get(place.leaf)?)))).collect();
            let found = places.iter().filter_map(|(place, dims)| dims.get(place.dim).copied());
            let value = match size.value {
                Some(value) => Atom::i64(value),
                None => {
                    found.reduce(|most, dim| self.bin(BinOp::Max, most, dim, Span::NOWHERE)).unwrap_or(Atom::i64(0))
                }
            };
            for (place, dims) in places {
                self.check_size(&size.name, place, &dims, value);
            }
            passed.extend(size.passed.then_some(value));
        }
        passed
    }

    /// Asserts that the size has this value at one of its places. It may be 0 there if no value has the size: in an
    /// unused slot, or in an array without rows.
    fn check_size(&mut self, name: &str, place: &core::SizePlace, dims: &[Atom], value: Atom) {
        let Some((&dim, outer)) = dims.get(..=place.dim).and_then(<[Atom]>::split_last) else { return };
        if dim == value {
            return;
        }
        let mut vacuous = Atom::bool(place.in_slot);
        for &outer in outer {
            let empty = self.cmp(CmpOp::Eq, outer, Atom::i64(0), Span::NOWHERE);
            let full = self.not(vacuous);
            vacuous = self.implies(full, empty, Span::NOWHERE);
        }
        let zero = self.cmp(CmpOp::Eq, dim, Atom::i64(0), Span::NOWHERE);
        let vacuous = self.and(zero, vacuous, Span::NOWHERE);
        let counts = self.not(vacuous);
        let same = self.cmp(CmpOp::Eq, dim, value, Span::NOWHERE);
        let fine = self.implies(counts, same, Span::NOWHERE);
        self.assert(fine, messages::argument_sizes(name), vec![dim, value], Span::NOWHERE);
    }

    /// Creates leaves for a value. Each array has sizes of its own.
    fn outer_leaves(&mut self, ty: &core::Type, hint: &str) -> Lowered<(Telescope, Leaves)> {
        let mut telescope = Telescope::default();
        let mut leaves = Vec::new();
        for leaf in leaf_types(ty) {
            leaves.extend(self.fresh_leaves(&leaf, hint, &mut telescope)?);
        }
        Ok((telescope, leaves))
    }

    /// Returns the value that the leaves encode, with assertions that it is valid.
    fn argument(&mut self, ty: &core::Type, name: &str, leaves: Leaves) -> Lowered<Leaves> {
        let message = |rank| messages::argument_shapes(name, rank);
        let mut regular = Vec::new();
        self.share_sizes(ty, &mut Vec::new(), &mut leaves.into_iter(), &mut regular, &message, Span::NOWHERE);
        self.share_payload_sizes(ty, &mut Vec::new(), &regular, &message);
        let fine = self.is_value(ty, &regular, &message)?;
        self.assert(fine, messages::argument_tags(name), Vec::new(), Span::NOWHERE);
        Ok(regular)
    }

    /// Asserts that the leaves of arrays in payloads have the same outer sizes.
    fn share_payload_sizes(&mut self, ty: &core::Type, dims: &mut Vec<Atom>, leaves: &[Atom], message: Message) {
        if !has_sum(ty) {
            return;
        }
        match ty {
            core::Type::Array(elem, _) => {
                dims.push(leaves.first().map_or(Atom::i64(0), |&leaf| self.size(leaf, dims.len())));
                self.share_payload_sizes(elem, dims, leaves, message);
                dims.pop();
            }
            core::Type::Record(fields) => {
                let mut rest = leaves;
                for (_, field) in fields.iter() {
                    let (own, others) = rest.split_at(leaf_count(field).min(rest.len()));
                    self.share_payload_sizes(field, dims, own, message);
                    rest = others;
                }
            }
            core::Type::Sum(constructors) => {
                let layout = layout(constructors);
                for ((_, payloads), places) in constructors.iter().zip(&layout.places) {
                    let payload = core::Type::tuple(payloads.iter().cloned());
                    let found: Leaves = places.iter().filter_map(|&place| leaves.get(place).copied()).collect();
                    let mut regular = Vec::new();
                    self.share_sizes(&payload, dims, &mut found.into_iter(), &mut regular, message, Span::NOWHERE);
                    self.share_payload_sizes(&payload, dims, &regular, message);
                }
            }
            core::Type::Scalar(_)
            | core::Type::Data(..)
            | core::Type::Seq(_)
            | core::Type::Ref(_)
            | core::Type::Tensor(_)
            | core::Type::Function(..)
            | core::Type::Param(_) => {}
        }
    }

    /// Returns the condition that all tags are valid and all unused scalar slots are 0.
    fn is_value(&mut self, ty: &core::Type, leaves: &[Atom], message: Message) -> Lowered<Atom> {
        if !has_sum(ty) {
            return Ok(Atom::bool(true));
        }
        match ty {
            core::Type::Array(elem, _) => {
                let width = leaves.first().map_or(Atom::i64(0), |&leaf| self.size(leaf, 0));
                self.all_rows(width, leaves, message, |this, row| this.is_value(elem, row, message))
            }
            core::Type::Record(fields) => {
                let parts = fields.iter().map(|(_, field)| field.clone()).collect::<Vec<_>>();
                self.are_values(&parts, leaves, message)
            }
            core::Type::Sum(constructors) => self.is_sum(constructors, leaves, message),
            core::Type::Scalar(_)
            | core::Type::Data(..)
            | core::Type::Seq(_)
            | core::Type::Ref(_)
            | core::Type::Tensor(_)
            | core::Type::Function(..)
            | core::Type::Param(_) => Ok(Atom::bool(true)),
        }
    }

    fn are_values(&mut self, types: &[core::Type], leaves: &[Atom], message: Message) -> Lowered<Atom> {
        let mut all = Atom::bool(true);
        let mut rest = leaves;
        for ty in types {
            let (own, others) = rest.split_at(leaf_count(ty).min(rest.len()));
            let fine = self.is_value(ty, own, message)?;
            all = self.and(all, fine, Span::NOWHERE);
            rest = others;
        }
        Ok(all)
    }

    /// Returns the condition that the leaves are a value of a sum: tag in range, unused slots 0, and a right payload.
    fn is_sum(
        &mut self,
        constructors: &[(Symbol, Vec<core::Type>)],
        leaves: &[Atom],
        message: Message,
    ) -> Lowered<Atom> {
        let count = constructors.len();
        let Some(&tag) = leaves.first() else { return Err(bug("a sum without a tag")) };
        let layout = layout(constructors);
        let least = self.cmp(CmpOp::Le, tag_of(count, 0), tag, Span::NOWHERE);
        let most = self.cmp(CmpOp::Le, tag, tag_of(count, count.saturating_sub(1)), Span::NOWHERE);
        let mut all = self.and(least, most, Span::NOWHERE);
        for (at, ((_, payloads), places)) in constructors.iter().zip(&layout.places).enumerate() {
            let mut fine = Atom::bool(true);
            for (place, &leaf) in leaves.iter().enumerate().skip(1) {
                if self.dims(leaf).is_empty() && !places.contains(&place) {
                    let unused = self.cmp(CmpOp::Eq, leaf, zero(self.elem(leaf)), Span::NOWHERE);
                    fine = self.and(fine, unused, Span::NOWHERE);
                }
            }
            let own: Leaves = places.iter().filter_map(|&place| leaves.get(place).copied()).collect();
            let payload = self.are_values(payloads, &own, message)?;
            fine = self.and(fine, payload, Span::NOWHERE);
            let made = self.cmp(CmpOp::Eq, tag, tag_of(count, at), Span::NOWHERE);
            let fine = self.implies(made, fine, Span::NOWHERE);
            all = self.and(all, fine, Span::NOWHERE);
        }
        Ok(all)
    }

    /// Asserts that each of the arrays has `width` rows, with `message`. Returns whether `test` is true for all rows.
    fn all_rows(
        &mut self,
        width: Atom,
        arrays: &[Atom],
        message: Message,
        test: impl FnOnce(&mut Self, &[Atom]) -> Lowered<Atom>,
    ) -> Lowered<Atom> {
        let mut inputs: Vec<Name> = Vec::new();
        for &array in arrays {
            let mut dims = self.dims(array);
            dims.iter_mut().take(1).for_each(|dim| *dim = width);
            inputs.extend(self.coerce(array, &dims, message, Span::NOWHERE).var());
        }
        let rows: Vec<Type> = inputs.iter().map(|&name| self.out.type_of(name).row(1)).collect();
        let params: Vec<Name> = rows.into_iter().map(|ty| self.out.fresh("row", ty)).collect();
        let leaves: Leaves = params.iter().map(|&name| name.into()).collect();
        let body = self.in_body(|this| Ok(vec![test(this, &leaves)?]))?;
        Ok(self.all_of(width, inputs, Lambda { params, body }, Span::NOWHERE))
    }

    /// Returns the leaves, with unused array slots emptied.
    fn empty_unused(&mut self, ty: &core::Type, leaves: Leaves) -> Lowered<Leaves> {
        let mut uses = vec![Vec::new(); leaves.len()];
        let places: Vec<usize> = (0..leaves.len()).collect();
        slot_uses(ty, &leaves, &places, 0, &mut Vec::new(), &mut uses);
        let mut settled = Vec::new();
        for (mut leaf, path) in leaves.into_iter().zip(uses) {
            let mut depths: Vec<usize> = path.iter().map(|made: &MadeBy| made.depth).collect();
            depths.dedup();
            for depth in depths {
                let outer: Vec<MadeBy> = path.iter().filter(|made| made.depth <= depth).copied().collect();
                let used = self.is_used(&outer, 0)?;
                leaf = self.emptied_unless(used, leaf, depth)?;
            }
            settled.push(leaf);
        }
        Ok(settled)
    }

    /// Returns the condition that some element satisfies the conditions of the path. The arrays of the tags have
    /// already lost `depth` dimensions.
    fn is_used(&mut self, path: &[MadeBy], depth: usize) -> Lowered<Atom> {
        let mut all = Atom::bool(true);
        let (here, rest): (Vec<MadeBy>, Vec<MadeBy>) = path.iter().partition(|made| made.depth == depth);
        for made in here {
            let made = self.cmp(CmpOp::Eq, made.tag, made.constructor, Span::NOWHERE);
            all = self.and(all, made, Span::NOWHERE);
        }
        let Some(first) = rest.first() else { return Ok(all) };
        let width = self.size(first.tag, 0);
        let tags: Leaves = rest.iter().map(|made| made.tag).collect();
        let none = self.all_rows(width, &tags, &messages::irregular, |this, tags| {
            let rows: Vec<MadeBy> = rest.iter().zip(tags).map(|(made, &tag)| MadeBy { tag, ..*made }).collect();
            let used = this.is_used(&rows, depth + 1)?;
            Ok(this.not(used))
        })?;
        let some = self.not(none);
        Ok(self.and(all, some, Span::NOWHERE))
    }

    fn not(&mut self, a: Atom) -> Atom {
        match a.constant().and_then(Scalar::as_bool) {
            Some(known) => Atom::bool(!known),
            None => self.bind("not", Type::BOOL, Exp::Un(UnOp::Not, a), Span::NOWHERE).into(),
        }
    }

    /// Returns the array, or an array without elements that keeps its first `kept` sizes if it is not `used`.
    fn emptied_unless(&mut self, used: Atom, leaf: Atom, kept: usize) -> Lowered<Atom> {
        let elem = self.elem(leaf);
        let dims = self.dims(leaf);
        let ty = dims.iter().fold(core::Type::Scalar(elem), |ty, _| core::Type::array(ty, core::Size::Any));
        let empty: Vec<Atom> =
            dims.iter().enumerate().map(|(at, &dim)| if at < kept { dim } else { Atom::i64(0) }).collect();
        let leaves = self.branch(
            used,
            &ty,
            Span::NOWHERE,
            |_| Ok(vec![leaf]),
            |this| {
                let exp = Exp::Scratch { elem, dims: empty.clone() };
                Ok(vec![this.bind("empty", Type::of(elem, empty), exp, Span::NOWHERE).into()])
            },
        )?;
        leaves.first().copied().ok_or_else(|| bug("a branch without a result"))
    }
}

/// Returns, for each leaf, the constructors that must have been chosen for its slot to be used, outermost first.
fn slot_uses(
    ty: &core::Type,
    leaves: &[Atom],
    places: &[usize],
    depth: usize,
    path: &mut Vec<MadeBy>,
    uses: &mut [Vec<MadeBy>],
) {
    match ty {
        core::Type::Array(elem, _) => slot_uses(elem, leaves, places, depth + 1, path, uses),
        core::Type::Record(fields) => {
            let mut rest = places;
            for (_, field) in fields.iter() {
                let (own, others) = rest.split_at(leaf_count(field).min(rest.len()));
                slot_uses(field, leaves, own, depth, path, uses);
                rest = others;
            }
        }
        core::Type::Sum(constructors) => {
            let Some(&tag) = places.first().and_then(|&place| leaves.get(place)) else { return };
            note_use(places, depth, path, uses);
            let layout = layout(constructors);
            let mark = path.len();
            for (at, ((_, payloads), slots)) in constructors.iter().zip(&layout.places).enumerate() {
                let own: Vec<usize> = slots.iter().filter_map(|&slot| places.get(slot).copied()).collect();
                if constructors.len() > 1 {
                    path.push(MadeBy { tag, depth, constructor: tag_of(constructors.len(), at) });
                }
                slot_uses(&core::Type::tuple(payloads.iter().cloned()), leaves, &own, depth, path, uses);
                path.truncate(mark);
            }
        }
        core::Type::Scalar(_) => note_use(places, depth, path, uses),
        core::Type::Data(..)
        | core::Type::Seq(_)
        | core::Type::Ref(_)
        | core::Type::Tensor(_)
        | core::Type::Function(..)
        | core::Type::Param(_) => {}
    }
}

/// Records which constructors must have been chosen for the first of these leaves, which has `depth` dimensions, to be
/// used. Tags with as many dimensions do not count, because a scalar slot always has a value.
fn note_use(places: &[usize], depth: usize, path: &[MadeBy], uses: &mut [Vec<MadeBy>]) {
    if let Some(found) = places.first().and_then(|&place| uses.get_mut(place)) {
        *found = path.iter().filter(|made| made.depth < depth).copied().collect();
    }
}
