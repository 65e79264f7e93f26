//! Values of sum types: a tag, then slots that the constructors share (`core_ir::leaves`). What a constructor does not use is
//! filled with zeros, so that equal values have equal scalar slots.
//!
//! Note [Fillers]. The array in an unused slot may have any size, but all elements of an array, both branches of an
//! `if` and so on want the same one. A filler has the sizes that the type knows, 0 elsewhere; where it meets an array
//! of other sizes while it is still known to be a filler, it is made anew with those. Array slots are not shared
//! because two constructors may hold arrays of different sizes, and because what a type knows of sizes differs from
//! place to place, which the layout must not.

use super::*;
use core_ir::def::Pat;
use core_ir::leaves::{self, layout};
use value::{BinOp, CmpOp, UnOp};

/// For each leaf, whether it is a slot, which not all values use.
pub(super) fn optional_leaves(ty: &core::Type) -> Vec<bool> {
    match ty {
        core::Type::Array(elem, _) => optional_leaves(elem),
        core::Type::Record(fields) => fields.iter().flat_map(|(_, field)| optional_leaves(field)).collect(),
        core::Type::Sum(_) => (0..leaf_count(ty)).map(|leaf| leaf > 0).collect(),
        _ => vec![false],
    }
}

/// One constructor of a sum: where it stands among all, and its payloads' types.
struct Constructor<'t> {
    all: &'t [(Symbol, Vec<core::Type>)],
    at: usize,
    payloads: &'t [core::Type],
}

fn constructor(ty: &core::Type, name: Symbol) -> Lowered<Constructor<'_>> {
    let core::Type::Sum(all) = ty else { return Err(bug("a constructor of what is no sum")) };
    let found = all.iter().enumerate().find(|(_, (other, _))| *other == name);
    let Some((at, (_, payloads))) = found else { return Err(bug("a constructor that does not exist")) };
    Ok(Constructor { all, at, payloads })
}

fn tag(constructor: &Constructor) -> Atom {
    tag_of(constructor.all.len(), constructor.at)
}

/// The tag of constructor `at` of so many.
pub(super) fn tag_of(constructors: usize, at: usize) -> Atom {
    Atom::Const(leaves::tag(constructors, at))
}

impl Lowerer<'_> {
    /// A value made by the constructor.
    pub(super) fn variant(
        &mut self,
        name: Symbol,
        payloads: &[core::Expr],
        ty: &core::Type,
        span: Span,
    ) -> Lowered<Leaves> {
        let constructor = constructor(ty, name)?;
        let layout = layout(constructor.all);
        let mut leaves: Vec<Option<Atom>> = vec![None; layout.parts.len()];
        leaves[0] = Some(tag(&constructor));
        let payload = self.exprs(payloads.iter())?;
        for (&place, leaf) in layout.places[constructor.at].iter().zip(payload) {
            leaves[place] = Some(leaf);
        }
        let fill = |this: &mut Self, (leaf, part): (Option<Atom>, &core::Type)| match leaf {
            Some(leaf) => leaf,
            None => this.filler_of(part, span),
        };
        Ok(leaves.into_iter().zip(&layout.parts).map(|leaf| fill(self, leaf)).collect())
    }

    /// What fills an unused slot of the type.
    fn filler_of(&mut self, slot: &core::Type, span: Span) -> Atom {
        let mut dims = Vec::new();
        let mut ty = slot;
        while let core::Type::Array(elem, size) = ty {
            dims.push(self.known_size(*size).unwrap_or(Atom::i64(0)));
            ty = elem;
        }
        let elem = if let core::Type::Scalar(elem) = ty { *elem } else { ScalarType::Bool };
        self.filler(elem, dims, span)
    }

    /// An array of zeros that no one reads, or a scalar one.
    pub(super) fn filler(&mut self, elem: ScalarType, dims: Vec<Atom>, span: Span) -> Atom {
        if dims.is_empty() {
            return zero(elem);
        }
        let exp = Exp::Replicate { dims: dims.clone(), value: zero(elem) };
        let name = self.bind("unused", Type::of(elem, dims), exp, span);
        self.fillers.insert(name);
        name.into()
    }

    pub(super) fn is_filler(&self, leaf: Atom) -> bool {
        leaf.var().is_some_and(|name| self.fillers.contains(&name))
    }

    /// Notes that the array is a filler if it is made of nothing else.
    pub(super) fn fills_if(&mut self, name: Name, all_fillers: bool) {
        if all_fillers {
            self.fillers.insert(name);
        }
    }

    /// The leaves of the payloads, given that the constructor made the value.
    fn payload(&mut self, constructor: &Constructor, leaves: &[Atom], span: Span) -> Lowered<Vec<Leaves>> {
        let layout = layout(constructor.all);
        let mut places = layout.places[constructor.at].iter();
        let mut payloads = Vec::new();
        for ty in constructor.payloads {
            let places = places.by_ref().take(leaf_count(ty));
            let found: Option<Leaves> = places.map(|&place| leaves.get(place).copied()).collect();
            let found = found.ok_or_else(|| bug("a sum with too few leaves"))?;
            let mut regular = Vec::new();
            let message = core_ir::messages::irregular;
            self.share_sizes(ty, &mut Vec::new(), &mut found.into_iter(), &mut regular, &message, span);
            payloads.push(regular);
        }
        Ok(payloads)
    }

    /// Puts the leaves of each array under the same names of their outer sizes, which they have when they have come
    /// through slots.
    pub(super) fn share_sizes(
        &mut self,
        ty: &core::Type,
        dims: &mut Vec<Atom>,
        leaves: &mut std::vec::IntoIter<Atom>,
        regular: &mut Leaves,
        message: &dyn Fn(usize) -> base::Template,
        span: Span,
    ) {
        if let core::Type::Array(elem, _) = ty {
            let first = leaves.as_slice().first();
            dims.push(first.map_or(Atom::i64(0), |&leaf| self.size(leaf, dims.len())));
            self.share_sizes(elem, dims, leaves, regular, message, span);
            dims.pop();
        } else if let Some(parts) = components(ty) {
            for part in parts {
                self.share_sizes(&part, dims, leaves, regular, message, span);
            }
        } else if let Some(leaf) = leaves.next() {
            regular.push(self.coerce(leaf, dims, message, span));
        }
    }

    /// Whether the value was made by the constructor, of payloads that match the patterns.
    pub(super) fn matches_variant(
        &mut self,
        name: Symbol,
        pats: &[Pat],
        ty: &core::Type,
        leaves: &[Atom],
        span: Span,
    ) -> Lowered<Atom> {
        let constructor = constructor(ty, name)?;
        let mut all = self.made_by(&constructor, leaves, span)?;
        let layout = layout(constructor.all);
        let mut places = layout.places[constructor.at].iter();
        for (pat, ty) in pats.iter().zip(constructor.payloads) {
            let places = places.by_ref().take(leaf_count(ty));
            let payload: Leaves = places.filter_map(|&place| leaves.get(place).copied()).collect();
            let matches = self.matches(pat, &payload, span)?;
            all = self.and(all, matches, span);
        }
        Ok(all)
    }

    fn made_by(&mut self, constructor: &Constructor, leaves: &[Atom], span: Span) -> Lowered<Atom> {
        let Some(&found) = leaves.first() else { return Err(bug("a sum without a tag")) };
        if constructor.all.len() == 1 {
            return Ok(Atom::bool(true));
        }
        Ok(self.cmp(CmpOp::Eq, found, tag(constructor), span))
    }

    /// Binds the variables of a constructor's pattern, which matches.
    pub(super) fn bind_variant(
        &mut self,
        name: Symbol,
        pats: &[Pat],
        ty: &core::Type,
        leaves: &[Atom],
        span: Span,
    ) -> Lowered<()> {
        let constructor = constructor(ty, name)?;
        let payloads = self.payload(&constructor, leaves, span)?;
        for (pat, payload) in pats.iter().zip(payloads) {
            self.bind_pat(pat, payload, span)?;
        }
        Ok(())
    }

    /// Whether two sums are equal: made by one constructor, of equal payloads. Where all slots are scalars, those
    /// that are not used are equal too.
    pub(super) fn equal_sums(&mut self, ty: &core::Type, a: &[Atom], b: &[Atom], span: Span) -> Lowered<Atom> {
        let core::Type::Sum(constructors) = ty else { return Err(bug("an equality of what is no sum")) };
        let (Some(&a_tag), Some(&b_tag)) = (a.first(), b.first()) else { return Err(bug("a sum without a tag")) };
        let mut all = self.cmp(CmpOp::Eq, a_tag, b_tag, span);
        if a.iter().all(|&leaf| self.dims(leaf).is_empty()) {
            for (&x, &y) in a.iter().zip(b).skip(1) {
                let same = self.cmp(CmpOp::Eq, x, y, span);
                all = self.and(all, same, span);
            }
            return Ok(all);
        }
        let layout = layout(constructors);
        for (at, (_, payloads)) in constructors.iter().enumerate() {
            let constructor = Constructor { all: constructors, at, payloads };
            let pick = |leaves: &[Atom]| -> Leaves {
                layout.places[at].iter().filter_map(|&place| leaves.get(place).copied()).collect()
            };
            let payload = core::Type::tuple(payloads.iter().cloned());
            let same = self.equal(&payload, &pick(a), &pick(b), span)?;
            let made = self.made_by(&constructor, a, span)?;
            let fine = self.implies(made, same, span);
            all = self.and(all, fine, span);
        }
        Ok(all)
    }

    pub(super) fn implies(&mut self, a: Atom, b: Atom, span: Span) -> Atom {
        match a.constant().and_then(Scalar::as_bool) {
            Some(true) => b,
            Some(false) => Atom::bool(true),
            None if b == Atom::bool(true) => b,
            None => {
                let not = self.bind("other", Type::BOOL, Exp::Un(UnOp::Not, a), span);
                self.bind("or", Type::BOOL, Exp::Bin(BinOp::Or, not.into(), b), span).into()
            }
        }
    }
}
