//! Values of sum types: a tag, then slots that the constructors share (`core_ir::leaves`). Unused slots are zero, so
//! that equal values have equal scalar slots.
//!
//! Note [Fillers]. The array in an unused slot may have any size, but elements of an array, branches of an `if` and so
//! on need the same sizes. A filler has the sizes that the type states, and 0 elsewhere. If it meets an array of other
//! sizes while it is known to be a filler, it is remade with those. Constructors do not share array slots. Because they
//! may hold arrays of different sizes, and because the sizes that a type states vary from place to place, sharing would
//! make the layout vary too.

use super::*;
use core_ir::def::Pat;
use core_ir::leaves::{self, layout};
use value::{BinOp, CmpOp, UnOp};

/// When a value uses a leaf.
#[derive(Clone, Debug)]
pub(super) enum Use {
    Always,
    /// If each of these leaves, which are tags, has the value.
    If(Vec<(usize, Scalar)>),
    /// If elements of arrays of tags have some value.
    Elements,
}

impl Use {
    pub fn is_optional(&self) -> bool {
        !matches!(self, Use::Always)
    }
}

/// Returns, for each leaf, when a value uses it. Leaves of sums are slots, which some values do not use.
pub(super) fn leaf_uses(ty: &core::Type) -> Vec<Use> {
    match ty {
        core::Type::Array(elem, _) => {
            let in_array = |one: Use| if one.is_optional() { Use::Elements } else { one };
            leaf_uses(elem).into_iter().map(in_array).collect()
        }
        core::Type::Record(fields) => {
            let mut uses = Vec::new();
            for (_, field) in fields.iter() {
                let first = uses.len();
                uses.extend(leaf_uses(field).into_iter().map(|one| moved(one, &|leaf| first + leaf)));
            }
            uses
        }
        core::Type::Sum(constructors) => {
            let layout = layout(constructors);
            let mut uses = vec![Use::Elements; layout.parts.len()];
            uses[0] = Use::Always;
            for (at, (_, payload)) in constructors.iter().enumerate() {
                let places = &layout.places[at];
                let inner = leaf_uses(&core::Type::tuple(payload.iter().cloned()));
                for (one, &place) in inner.into_iter().zip(places) {
                    let own = (0, leaves::tag(constructors.len(), at));
                    uses[place] = match moved(one, &|leaf| places[leaf]) {
                        Use::Always => Use::If(vec![own]),
                        Use::If(tags) => Use::If(std::iter::once(own).chain(tags).collect()),
                        Use::Elements => Use::Elements,
                    };
                }
            }
            uses
        }
        _ => vec![Use::Always],
    }
}

fn moved(one: Use, place: &dyn Fn(usize) -> usize) -> Use {
    match one {
        Use::If(tags) => Use::If(tags.into_iter().map(|(leaf, tag)| (place(leaf), tag)).collect()),
        other => other,
    }
}

/// One constructor of a sum: its position among all, and its payloads' types.
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

/// Returns the tag of constructor `at` among this many.
pub(super) fn tag_of(constructors: usize, at: usize) -> Atom {
    Atom::Const(leaves::tag(constructors, at))
}

impl Lowerer<'_> {
    /// Makes a value with this constructor.
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

    /// Returns the filler of an unused slot of the type.
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

    /// Returns an array of zeros that is never read, or a scalar zero.
    pub(super) fn filler(&mut self, elem: ScalarType, dims: Vec<Atom>, span: Span) -> Atom {
        if dims.is_empty() {
            return zero(elem);
        }
        let exp = Exp::Replicate { dims: dims.clone(), value: zero(elem) };
        let name = self.bind("unused", Type::of(elem, dims), exp, span);
        self.fillers.insert(name);
        name.into()
    }

    /// Returns the condition that a value with these leaves uses a slot; `None` if elements of arrays decide.
    pub(super) fn uses(&mut self, when: &Use, leaves: &[Atom], span: Span) -> Option<Atom> {
        let Use::If(tags) = when else { return (!when.is_optional()).then_some(Atom::bool(true)) };
        let mut all = Atom::bool(true);
        for (leaf, tag) in tags {
            let same = self.cmp(CmpOp::Eq, *leaves.get(*leaf)?, Atom::Const(*tag), span);
            all = self.and(all, same, span);
        }
        Some(all)
    }

    pub(super) fn is_filler(&self, leaf: Atom) -> bool {
        leaf.var().is_some_and(|name| self.fillers.contains(&name))
    }

    /// Marks the array as a filler if all arrays that it is made of are fillers.
    pub(super) fn fills_if(&mut self, name: Name, all_fillers: bool) {
        if all_fillers {
            self.fillers.insert(name);
        }
    }

    /// Returns the leaves of the payloads of a value that the constructor is known to have made.
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

    /// Gives the leaves of each array the same atoms as outer sizes. Leaves that come out of slots have different ones.
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

    /// Returns the condition that the constructor made the value and its payloads match the patterns.
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

    /// Binds the variables of a constructor's pattern that is known to match.
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

    /// Returns the condition that two sums are equal: the same constructor and equal payloads. If all slots are
    /// scalars, all are compared, because unused ones are equal.
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
