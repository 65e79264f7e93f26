//! Values of data types are objects. The number of the object is that of the constructor; its parts are the leaves of
//! the payloads, in one sequence for each kind of part.
//!
//! ```text
//! data tree = <leaf([]f64) | node(@tree, i32, @tree)>
//!
//! leaf:  number 0; word 0: the array's size; memory 0: its block
//! node:  number 1; word 0: the i32; object 0, object 1: the trees
//! ```
//!
//! A value of a sum type that is not a data type is a tag and slots, as at all levels; a slot may be an object. An
//! unused slot holds zero, an empty array, or a constant object, such as a value of a constructor without payload.

use crate::value::{Array, Elem, Leaf, LeafType, Leaves, boolean, i64, leaf_types, split};
use crate::{Lowered, Lowerer, bug, limitation};
use base::entity::EntityRef;
use base::{Name, Span, Symbol};
use core_ir::def::{DataId, Expr, Pat, Type};
use core_ir::leaves::{layout, tag};
use imp::def::{Exp, MAX_FIELDS, MAX_NUMBER, Stm};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use value::{CmpOp, Scalar, ScalarType};

/// Storage layout of the objects of a data type.
pub(crate) struct Layout {
    pub numbers: FxHashMap<Symbol, usize>,
    /// Constructors, indexed by their number.
    pub constructors: Vec<Constructor>,
}

pub(crate) struct Constructor {
    /// Number of the objects.
    number: usize,
    words: usize,
    memories: usize,
    objects: usize,
    /// Type and fields of each payload.
    pub payloads: Vec<(Type, Vec<Field>)>,
    /// Whether the objects are references, whose value may change.
    mutable: bool,
    /// Whether what the objects refer to may lead back to them, through references.
    cyclic: bool,
}

/// Position of one leaf of a payload in the object.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    ty: LeafType,
    /// Position of the leaf's first size among the words, if it is an array.
    sizes: usize,
    /// Position of the leaf itself: a word, a memory reference or an object reference, by its type.
    at: usize,
}

impl Constructor {
    fn empty(number: usize, mutable: bool, cyclic: bool) -> Constructor {
        Constructor { number, words: 0, memories: 0, objects: 0, payloads: Vec::new(), mutable, cyclic }
    }

    /// Returns the layout of a constructor with this number and these payloads.
    fn of(number: usize, payloads: &[Type], cyclic: bool) -> Lowered<Constructor> {
        Constructor::empty(number, false, cyclic).with(payloads)
    }

    /// Returns the layout of references to values of the type.
    fn of_reference(content: &Type, cyclic: bool) -> Lowered<Constructor> {
        Constructor::empty(0, true, cyclic).with(std::slice::from_ref(content))
    }

    /// Adds fields for these payloads.
    fn with(mut self, payloads: &[Type]) -> Lowered<Constructor> {
        let constructor = &mut self;
        for payload in payloads {
            let fields = leaf_types(payload)?.into_iter().map(|leaf| constructor.field(leaf)).collect();
            constructor.payloads.push((payload.clone(), fields));
        }
        Ok(self)
    }

    /// Whether an object has a number only, so that one serves as all.
    fn has_no_parts(&self) -> bool {
        !self.mutable && (self.words, self.memories, self.objects) == (0, 0, 0)
    }

    /// Whether an object has no room for all parts.
    pub fn is_too_large(&self) -> bool {
        self.words.max(self.memories) > MAX_FIELDS
    }

    fn field(&mut self, ty: LeafType) -> Field {
        let sizes = self.words;
        self.words += ty.rank;
        let next = match (ty.elem, ty.rank) {
            (Elem::Scalar(_), 0) => &mut self.words,
            (Elem::Scalar(_), _) => &mut self.memories,
            (Elem::Data, _) => &mut self.objects,
        };
        *next += 1;
        Field { ty, sizes, at: *next - 1 }
    }
}

/// A constructor of a sum: its number, the number of constructors, and the positions of its payloads' leaves among the
/// sum's leaves.
struct Alternative {
    number: usize,
    count: usize,
    places: Vec<usize>,
}

impl Lowerer<'_> {
    /// Returns the layout of a data type's objects. A constructor with too many fields is an error.
    pub(crate) fn layout(&mut self, id: DataId) -> Lowered<Rc<Layout>> {
        if let Some(layout) = self.layouts.get(&id) {
            return Ok(Rc::clone(layout));
        }
        let Some(data) = self.core.datas.get(id) else { return Err(bug("a data type that does not exist")) };
        let cyclic = self.cyclic.contains_data(id);
        let numbers = data.constructors.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
        let constructors = data.constructors.iter().enumerate();
        let constructors = constructors.map(|(number, (_, payloads))| Constructor::of(number, payloads, cyclic));
        let layout = Rc::new(Layout { numbers, constructors: constructors.collect::<Lowered<_>>()? });
        if layout.constructors.iter().any(Constructor::is_too_large) {
            let headline = format!("a constructor with more than {MAX_FIELDS} parts");
            return Err(limitation(headline, data.span, "a constructor of this type"));
        }
        // Stacks of trees have the number of the data type in their objects.
        if layout.constructors.len().max(id.index()) > MAX_NUMBER {
            let headline = format!("more than {MAX_NUMBER} data types, or constructors of one");
            return Err(limitation(headline, data.span, "this data type"));
        }
        self.layouts.insert(id, Rc::clone(&layout));
        Ok(layout)
    }

    /// Makes a value of a data or sum type with this constructor.
    pub(crate) fn variant(&mut self, name: Symbol, payloads: &[Expr], ty: &Type) -> Lowered<Leaves> {
        let payload = self.exprs(payloads.iter())?;
        match ty {
            Type::Data(id, _) => {
                let layout = self.layout(*id)?;
                let number = number_of(&layout, name)?;
                Ok(vec![Leaf::Data(self.construct(name, &layout.constructors[number], &payload)?)])
            }
            Type::Sum(all) => {
                let number = alternative(all, name)?.number;
                self.alternative_leaves(all, number, payload)
            }
            _ => Err(bug("a constructor of what is no sum")),
        }
    }

    /// Makes a value of a sum type from the number of its constructor and the payload's leaves.
    pub(crate) fn alternative_leaves(
        &mut self,
        all: &[(Symbol, Vec<Type>)],
        number: usize,
        payload: Leaves,
    ) -> Lowered<Leaves> {
        let layout = layout(all);
        let Some(places) = layout.places.get(number) else { return Err(bug("a constructor that does not exist")) };
        let mut leaves: Vec<Option<Leaf>> = vec![None; layout.parts.len()];
        leaves[0] = Some(tag_leaf(tag(all.len(), number)));
        for (&place, leaf) in places.iter().zip(payload) {
            leaves[place] = Some(leaf);
        }
        let mut filled = Vec::with_capacity(leaves.len());
        for (leaf, part) in leaves.into_iter().zip(&layout.parts) {
            match leaf {
                Some(leaf) => filled.push(leaf),
                None => filled.extend(self.filler(part)?),
            }
        }
        Ok(filled)
    }

    /// Makes an object for the constructor, with the leaves of all its payloads. Returns its variable, which is
    /// named after `name`.
    pub(crate) fn construct(&mut self, name: Symbol, constructor: &Constructor, payload: &[Leaf]) -> Lowered<Name> {
        let payload = self.settled(payload)?;
        let object = self.reference(name.as_str(), Elem::Data);
        if constructor.has_no_parts() {
            self.push(Stm::Constant { name: object, number: constructor.number });
            return Ok(object);
        }
        self.allocate_object(object, constructor);
        self.store_parts(object, constructor, &payload)?;
        Ok(object)
    }

    fn allocate_object(&mut self, name: Name, constructor: &Constructor) {
        let &Constructor { number, words, memories, mutable, cyclic, .. } = constructor;
        let objects = i64(constructor.objects as i64);
        self.push(Stm::Construct { name, number, mutable, cyclic, words, memories, objects, reuse: None });
    }

    /// Stores the leaves of all payloads in an object.
    fn store_parts(&mut self, object: Name, constructor: &Constructor, payload: &[Leaf]) -> Lowered<()> {
        let fields = constructor.payloads.iter().flat_map(|(_, fields)| fields);
        for (field, leaf) in fields.zip(payload) {
            self.store_field(object, constructor.mutable, *field, leaf)?;
        }
        Ok(())
    }

    /// Stores a leaf in its field of an object.
    fn store_field(&mut self, object: Name, mutable: bool, field: Field, leaf: &Leaf) -> Lowered<()> {
        for (at, size) in leaf.dims().iter().enumerate() {
            let at = field.sizes + at;
            self.push(Stm::SetWord { object, mutable, ty: ScalarType::I64, at, value: size.clone() });
        }
        match leaf {
            Leaf::Scalar(ty, value) => {
                self.push(Stm::SetWord { object, mutable, ty: *ty, at: field.at, value: value.clone() });
            }
            Leaf::Data(from) | Leaf::Array(Array { elem: Elem::Data, block: from, .. }) => {
                let at = i64(field.at as i64);
                self.push(Stm::StoreObject { object, mutable, at, from: *from, moves: false });
            }
            Leaf::Array(array) => {
                self.push(Stm::StoreMemory { object, mutable, at: field.at, from: array.block, moves: false });
            }
            Leaf::Tensor(_) => return Err(bug("a tensor that is no object")),
        }
        Ok(())
    }

    /// Makes a reference to a value with these leaves.
    pub(crate) fn new_reference(&mut self, content: &Type, value: &[Leaf], span: Span) -> Lowered<Leaves> {
        let constructor = Constructor::of_reference(content, self.cyclic.contains_reference(content))?;
        if constructor.is_too_large() {
            let headline = format!("a reference to a value with more than {MAX_FIELDS} parts");
            return Err(limitation(headline, span, "this reference"));
        }
        let value = self.settled(value)?;
        let object = self.reference("ref", Elem::Data);
        self.allocate_object(object, &constructor);
        self.store_parts(object, &constructor, &value)?;
        Ok(vec![Leaf::Data(object)])
    }

    /// Reads the value of a reference into new variables.
    pub(crate) fn read_reference(&mut self, content: &Type, object: Name) -> Lowered<Leaves> {
        let constructor = Constructor::of_reference(content, self.cyclic.contains_reference(content))?;
        let fields = constructor.payloads.iter().flat_map(|(_, fields)| fields);
        Ok(fields.map(|field| self.load_field(object, true, *field, "held")).collect())
    }

    /// Changes the value of a reference.
    pub(crate) fn write_reference(&mut self, content: &Type, object: Name, value: &[Leaf]) -> Lowered<()> {
        let constructor = Constructor::of_reference(content, self.cyclic.contains_reference(content))?;
        let value = self.settled(value)?;
        self.store_parts(object, &constructor, &value)?;
        Ok(())
    }

    /// Reads the leaves of a payload from an object into new variables.
    pub(crate) fn load(&mut self, object: Name, fields: &[Field], hint: &str) -> Leaves {
        fields.iter().map(|field| self.load_field(object, false, *field, hint)).collect()
    }

    /// Reads a leaf from its field of an object.
    fn load_field(&mut self, object: Name, mutable: bool, field: Field, hint: &str) -> Leaf {
        if let (Elem::Scalar(ty), 0) = (field.ty.elem, field.ty.rank) {
            return Leaf::Scalar(ty, self.word(object, mutable, ty, field.at, hint));
        }
        let sizes = field.sizes..field.sizes + field.ty.rank;
        let dims: Vec<Exp> = sizes.map(|at| self.word(object, mutable, ScalarType::I64, at, "n")).collect();
        let name = self.reference(hint, field.ty.elem);
        self.push(match field.ty.elem {
            Elem::Scalar(_) => Stm::LoadMemory { name, object, mutable, at: field.at },
            Elem::Data => Stm::LoadObject { name, object, mutable, at: i64(field.at as i64) },
        });
        if dims.is_empty() {
            return Leaf::Data(name);
        }
        Leaf::Array(Array { elem: field.ty.elem, block: name, dims, start: None })
    }

    /// Reads a word of an object into a new variable.
    fn word(&mut self, object: Name, mutable: bool, ty: ScalarType, at: usize, hint: &str) -> Exp {
        if !mutable {
            return self.value(hint, ty, Exp::Word { object, ty, at });
        }
        let name = self.variable(hint, ty, Exp::Const(Scalar::zero(ty)));
        self.push(Stm::LoadWord { name, object, ty, at });
        Exp::Var(name)
    }

    /// Reads the number of the constructor of an object into a variable.
    pub(crate) fn number(&mut self, object: Name) -> Exp {
        self.value("tag", ScalarType::I64, Exp::Number(object))
    }

    /// Returns the leaves of each payload of a value that `name` is known to have made. Payloads whose pattern reads
    /// nothing get no leaves.
    pub(crate) fn payloads(&mut self, name: Symbol, pats: &[Pat], ty: &Type, leaves: &[Leaf]) -> Lowered<Vec<Leaves>> {
        match (ty, leaves) {
            (Type::Data(id, _), [Leaf::Data(object)]) => {
                let layout = self.layout(*id)?;
                let payloads = &layout.constructors[number_of(&layout, name)?].payloads;
                let load = |(pat, (_, fields)): (&Pat, &(Type, Vec<Field>))| match pat {
                    Pat::Wildcard(_) => Vec::new(),
                    Pat::Var(name, _) => self.load(*object, fields, name.hint.as_str()),
                    _ => self.load(*object, fields, "part"),
                };
                Ok(pats.iter().zip(payloads).map(load).collect())
            }
            (Type::Sum(all), _) => {
                let places = alternative(all, name)?.places;
                let all: Leaves = places.iter().filter_map(|&place| leaves.get(place).cloned()).collect();
                let mut rest = &all[..];
                let mut payloads = Vec::with_capacity(pats.len());
                for pat in pats {
                    let own;
                    (own, rest) = split(rest, &pat.ty());
                    payloads.push(own.to_vec());
                }
                Ok(payloads)
            }
            _ => Err(bug("a constructor of what is no sum")),
        }
    }

    /// Returns the condition that constructor `name` made the value. `number` is the object's constructor number if it
    /// was already read.
    pub(crate) fn made_by(&mut self, name: Symbol, ty: &Type, leaves: &[Leaf], number: Option<&Exp>) -> Lowered<Exp> {
        let (count, found, wanted) = match (ty, leaves) {
            (Type::Data(id, _), [Leaf::Data(object)]) => {
                let layout = self.layout(*id)?;
                let wanted = i64(number_of(&layout, name)? as i64);
                let count = layout.constructors.len();
                let found = match number {
                    _ if count == 1 => wanted.clone(),
                    Some(number) => number.clone(),
                    None => self.number(*object),
                };
                (count, found, wanted)
            }
            (Type::Sum(all), [Leaf::Scalar(_, found), ..]) => {
                let alternative = alternative(all, name)?;
                (alternative.count, found.clone(), Exp::Const(tag(alternative.count, alternative.number)))
            }
            _ => return Err(bug("a constructor of what is no sum")),
        };
        if count == 1 {
            return Ok(boolean(true));
        }
        Ok(self.compare(CmpOp::Eq, found, wanted))
    }

    /// Returns the condition that all of these tests hold for a value.
    pub(crate) fn made_by_all(&mut self, all: &[MadeBy], leaves: &[Leaf]) -> Lowered<Exp> {
        let mut holds = boolean(true);
        for MadeBy { tag, value } in all {
            let Some(Leaf::Scalar(_, found)) = leaves.get(*tag) else { return Err(bug("a tag that is no scalar")) };
            let made = self.compare(CmpOp::Eq, found.clone(), Exp::Const(*value));
            holds = self.and(holds, made);
        }
        Ok(holds)
    }

    /// Returns filler leaves of the type for an unused slot: zeros, empty arrays, no object. No code reads them.
    pub(crate) fn filler(&mut self, ty: &Type) -> Lowered<Leaves> {
        let types = leaf_types(ty)?;
        let filler = |leaf: LeafType| match (leaf.elem, leaf.rank) {
            (Elem::Scalar(ty), 0) => Leaf::Scalar(ty, Exp::Const(Scalar::zero(ty))),
            (Elem::Data, 0) => Leaf::Data(self.nothing("unused", Elem::Data)),
            (elem, rank) => {
                let block = self.nothing("unused", elem);
                Leaf::Array(Array { elem, block, dims: vec![i64(0); rank], start: None })
            }
        };
        Ok(types.into_iter().map(filler).collect())
    }

    /// Returns a variable for an empty array, or for an object slot that is not used.
    pub(crate) fn nothing(&mut self, hint: &str, elem: Elem) -> Name {
        match elem {
            Elem::Scalar(_) => self.allocate(hint, elem, i64(0)),
            Elem::Data => {
                let name = self.reference(hint, elem);
                self.push(Stm::Constant { name, number: 0 });
                name
            }
        }
    }
}

fn tag_leaf(tag: Scalar) -> Leaf {
    Leaf::Scalar(tag.scalar_type(), Exp::Const(tag))
}

fn number_of(layout: &Layout, name: Symbol) -> Lowered<usize> {
    layout.numbers.get(&name).copied().ok_or_else(|| bug("a constructor that does not exist"))
}

fn alternative(all: &[(Symbol, Vec<Type>)], name: Symbol) -> Lowered<Alternative> {
    let number = all.iter().position(|(other, _)| *other == name);
    let Some(number) = number else { return Err(bug("a constructor that does not exist")) };
    let places = layout(all).places.swap_remove(number);
    Ok(Alternative { number, count: all.len(), places })
}

/// Returns, for each constructor of a sum, the leaves of its payloads among the sum's leaves.
pub(crate) fn alternatives(all: &[(Symbol, Vec<Type>)], leaves: &[Leaf]) -> Vec<Leaves> {
    let pick = |places: Vec<usize>| places.iter().filter_map(|&place| leaves.get(place).cloned()).collect();
    layout(all).places.into_iter().map(pick).collect()
}

/// Whether all leaves are scalars.
pub(crate) fn all_scalars(leaves: &[Leaf]) -> bool {
    leaves.iter().all(|leaf| matches!(leaf, Leaf::Scalar(..)))
}

/// The test that a constructor made a value: the leaf at position `tag` equals `value`.
#[derive(Clone)]
pub(crate) struct MadeBy {
    tag: usize,
    value: Scalar,
}

/// Sizes of a leaf that exist under the same condition. `uses`: tests that must all hold. `rank`: the number of sizes.
#[derive(Clone)]
pub(crate) struct Level {
    pub uses: Vec<MadeBy>,
    pub rank: usize,
}

impl Level {
    fn always(rank: usize) -> Level {
        Level { uses: Vec::new(), rank }
    }

    /// Returns the positions of the tags that the condition reads.
    pub fn tags(&self) -> impl Iterator<Item = usize> {
        self.uses.iter().map(|made| made.tag)
    }
}

/// Returns, for each leaf of a value of the type, its levels of sizes, outermost first: the sizes that every value has,
/// then those that exist only under a constructor, and so on. Scalars have no optional part.
///
/// ```text
/// [m]<none | some([k]i32)>        tag: m        payload: m, and k of the elements that `some` made
/// ```
pub(crate) fn levels(ty: &Type) -> Vec<Vec<Level>> {
    match ty {
        Type::Record(fields) => {
            let mut all: Vec<Vec<Level>> = Vec::new();
            for (_, field) in fields.iter() {
                let before = all.len();
                all.extend(levels(field).into_iter().map(|leaf| at_places(leaf, |at| before + at)));
            }
            all
        }
        Type::Sum(constructors) => {
            let layout = layout(constructors);
            let mut all = vec![vec![Level::always(0)]; layout.parts.len()];
            for (number, ((_, payloads), places)) in constructors.iter().zip(&layout.places).enumerate() {
                let payload = levels(&Type::tuple(payloads.iter().cloned()));
                for (leaf, &place) in payload.into_iter().zip(places) {
                    if !matches!(layout.parts[place], Type::Scalar(_)) {
                        let mut leaf = at_places(leaf, |at| places[at]);
                        if let Some(first) = leaf.first_mut() {
                            first.uses.insert(0, MadeBy { tag: 0, value: tag(constructors.len(), number) });
                        }
                        all[place] = leaf;
                    }
                }
            }
            all
        }
        Type::Array(elem, _) => {
            let mut all = levels(elem);
            for leaf in &mut all {
                match leaf.first_mut() {
                    Some(first) if first.uses.is_empty() => first.rank += 1,
                    _ => leaf.insert(0, Level::always(1)),
                }
            }
            all
        }
        Type::Scalar(_)
        | Type::Data(..)
        | Type::Seq(_)
        | Type::Ref(_)
        | Type::Tensor(_)
        | Type::Function(..)
        | Type::Param(_) => {
            vec![vec![Level::always(0)]]
        }
    }
}

/// Returns, for each leaf, the number of sizes that every value of the type has.
pub(crate) fn regular_ranks(ty: &Type) -> Vec<usize> {
    let rank = |leaf: Vec<Level>| leaf.first().filter(|level| level.uses.is_empty()).map_or(0, |level| level.rank);
    levels(ty).into_iter().map(rank).collect()
}

/// Renumbers the tags in the levels of a leaf with `place`.
fn at_places(mut leaf: Vec<Level>, place: impl Fn(usize) -> usize) -> Vec<Level> {
    leaf.iter_mut().flat_map(|level| &mut level.uses).for_each(|made| made.tag = place(made.tag));
    leaf
}

/// Whether the type has arrays that exist only under some constructors of a sum.
pub(crate) fn is_optional_array(ty: &Type) -> bool {
    match ty {
        Type::Array(elem, _) => is_optional_array(elem),
        Type::Record(fields) => fields.iter().any(|(_, field)| is_optional_array(field)),
        Type::Sum(all) => layout(all).parts.iter().any(|part| matches!(part, Type::Array(..))),
        Type::Scalar(_)
        | Type::Data(..)
        | Type::Seq(_)
        | Type::Ref(_)
        | Type::Tensor(_)
        | Type::Function(..)
        | Type::Param(_) => false,
    }
}
