//! Objects of the evaluator, the representation of values of data types.

use super::code::{Construct, Slot};
use super::memory::{Counted, Memory};
use super::{Evaluator, Frame, Run, stuck};
use crate::def::MAX_FIELDS;
use base::Stop;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use value::{Scalar, ScalarType};

/// Size in bytes of an object without fields, plus an estimate of the allocator's overhead for its four parts.
const OVERHEAD: usize = size_of::<Fields>() + 4 * 16;

/// A reference to an object.
pub(super) type Object = Rc<Fields>;

/// What an object variable refers to.
pub(super) enum Held {
    Own(Option<Object>),
    /// An object that something else holds.
    Borrowed(Weak<Fields>),
}

impl Held {
    pub fn new(borrowed: bool) -> Held {
        if borrowed { Held::Borrowed(Weak::new()) } else { Held::Own(None) }
    }

    pub fn set(&mut self, object: Option<Object>) {
        match self {
            Held::Own(own) => *own = object,
            Held::Borrowed(lent) => *lent = object.as_ref().map(Rc::downgrade).unwrap_or_default(),
        }
    }

    pub fn get(&self) -> Option<Object> {
        match self {
            Held::Own(own) => own.clone(),
            Held::Borrowed(lent) => lent.upgrade(),
        }
    }

    pub fn take(&mut self) -> Option<Object> {
        self.own().and_then(Option::take)
    }

    /// Returns the object that the variable itself holds.
    fn own(&mut self) -> Option<&mut Option<Object>> {
        if let Held::Own(own) = self { Some(own) } else { None }
    }
}

/// Contents of an object. Words are absent, and references refer to nothing, until they are set.
pub(super) struct Fields {
    pub number: usize,
    words: RefCell<Box<[Option<Scalar>]>>,
    memories: RefCell<Box<[Option<Memory>]>>,
    objects: RefCell<Vec<Option<Object>>>,
    /// Registration in the account; `None` for a constant, which is not counted.
    counted: Option<Counted>,
    kind: Kind,
}

/// How an object may change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Constant,
    /// While it is made, before anything else refers to it.
    Plain,
    /// At any time.
    Mutable,
}

impl Fields {
    /// Makes a constant object.
    pub fn constant(number: usize) -> Object {
        Rc::new(Fields {
            number,
            words: RefCell::default(),
            memories: RefCell::default(),
            objects: RefCell::default(),
            counted: None,
            kind: Kind::Constant,
        })
    }

    /// Returns the numbers of words, of references to blocks, and of references to objects.
    fn shape(&self) -> [usize; 3] {
        [self.words.borrow().len(), self.memories.borrow().len(), self.objects.borrow().len()]
    }

    pub fn set_word(&self, at: usize, value: Scalar) -> Run<()> {
        let mut words = self.words.borrow_mut();
        let word = words.get_mut(at).ok_or_else(|| outside("word", at))?;
        *word = Some(value);
        Ok(())
    }

    pub fn word(&self, at: usize, ty: ScalarType) -> Run<u64> {
        match self.words.borrow().get(at).ok_or_else(|| outside("word", at))? {
            Some(value) if value.scalar_type() == ty => Ok(value.bits()),
            Some(value) => Err(stuck(format!("word {at} of an object is {} and is read as {ty}", value.scalar_type()))),
            None => Err(stuck(format!("word {at} of an object was never set"))),
        }
    }

    pub fn memory(&self, at: usize) -> Run<Memory> {
        let memories = self.memories.borrow();
        let memory = memories.get(at).ok_or_else(|| outside("reference to memory", at))?;
        memory.clone().ok_or_else(|| stuck(format!("reference {at} of an object refers to no block")))
    }

    pub fn set_memory(&self, at: usize, memory: Memory) -> Run<()> {
        let mut memories = self.memories.borrow_mut();
        *memories.get_mut(at).ok_or_else(|| outside("reference to memory", at))? = Some(memory);
        Ok(())
    }

    pub fn object(&self, at: i64) -> Run<Object> {
        let objects = self.objects.borrow();
        let object = usize::try_from(at).ok().and_then(|at| objects.get(at));
        let object = object.ok_or_else(|| outside("reference to an object", at))?;
        object.clone().ok_or_else(|| stuck(format!("reference {at} of an object refers to no object")))
    }

    pub fn set_object(&self, at: i64, object: Object) -> Run<()> {
        let old = {
            let mut objects = self.objects.borrow_mut();
            let place = usize::try_from(at).ok().and_then(|at| objects.get_mut(at));
            place.ok_or_else(|| outside("reference to an object", at))?.replace(object)
        };
        drop(old);
        Ok(())
    }
}

fn outside(what: &str, at: impl std::fmt::Display) -> Box<Stop> {
    stuck(format!("an object has no {what} {at}"))
}

/// Frees the objects to which only this one refers, without recursion: a list may be longer than the stack is deep.
impl Drop for Fields {
    fn drop(&mut self) {
        let mut waiting = std::mem::take(self.objects.get_mut());
        while let Some(object) = waiting.pop() {
            if let Some(mut object) = object
                && let Some(last) = Rc::get_mut(&mut object)
            {
                waiting.append(last.objects.get_mut());
            }
        }
    }
}

impl Evaluator<'_, '_> {
    /// Constructs an object. It gets the storage of the object to be reused, if that has no other reference and the
    /// same shape.
    pub(super) fn construct(&mut self, parts: &Construct, frame: &mut Frame) -> Run<()> {
        let Construct { object, number, mutable, words, memories, objects, reuse } = parts;
        let objects = frame.i64(objects)?;
        let objects = usize::try_from(objects).map_err(|_| stuck(format!("an object with {objects} references")))?;
        if objects as u64 > self.limits.elements.cast_unsigned() || (*words).max(*memories) > MAX_FIELDS {
            return Err(Box::new(Stop::Limit("an object is too large to evaluate".to_owned())));
        }
        let mut storage = reuse.and_then(|reuse| frame.objects[reuse].take());
        // The object to which the variable referred is freed first.
        frame.objects[*object].set(None);
        let shape = [*words, *memories, objects];
        let last = storage.as_mut().and_then(Rc::get_mut).filter(|last| last.shape() == shape);
        let reused = last.and_then(|last| last.counted.take());
        let counted = match reused {
            Some(counted) => counted,
            None => {
                let held = OVERHEAD + words * size_of::<Option<Scalar>>() + (memories + objects) * 8;
                self.account.begin(8 * shape.iter().sum::<usize>() as u64, held as u64)?
            }
        };
        frame.objects[*object].set(Some(Rc::new(Fields {
            number: *number,
            words: RefCell::new(vec![None; *words].into()),
            memories: RefCell::new(vec![None; *memories].into()),
            objects: RefCell::new(vec![None; objects]),
            counted: Some(counted),
            kind: if *mutable { Kind::Mutable } else { Kind::Plain },
        })));
        Ok(())
    }
}

impl Frame<'_> {
    /// Clears an object for reuse if the variable holds its only reference; otherwise drops the reference.
    pub(super) fn vacate(&mut self, slot: Slot) {
        if let Some(last) = self.objects[slot].own().and_then(Option::as_mut).and_then(Rc::get_mut) {
            last.memories.get_mut().fill(None);
            last.objects.get_mut().fill(None);
        } else {
            self.objects[slot].set(None);
        }
    }

    pub(super) fn object(&self, slot: Slot) -> Run<Object> {
        self.objects[slot].get().ok_or_else(|| stuck(format!("{} refers to no object", self.object_names[slot].0)))
    }

    /// Returns an object that is read, as a mutable one or as another.
    pub(super) fn read_object(&self, slot: Slot, mutable: bool) -> Run<Object> {
        let object = self.object(slot)?;
        if (object.kind == Kind::Mutable) != mutable {
            let name = &self.object_names[slot].0;
            return Err(stuck(format!("{name} is accessed as mutable and is not, or the other way round")));
        }
        Ok(object)
    }

    /// Returns an object that is written. One that is not mutable may have no other reference.
    pub(super) fn written_object(&self, slot: Slot, mutable: bool) -> Run<Object> {
        let object = self.read_object(slot, mutable)?;
        match object.kind {
            Kind::Constant => Err(stuck("a constant is written")),
            // The second reference is `object`.
            Kind::Plain if Rc::strong_count(&object) > 2 => {
                let name = &self.object_names[slot].0;
                Err(stuck(format!("{name} is written and not mutable, and something else refers to it")))
            }
            Kind::Plain | Kind::Mutable => Ok(object),
        }
    }

    /// Whether only this variable refers to its object.
    pub(super) fn is_unique(&self, slot: Slot) -> Run<bool> {
        let object = self.object(slot)?;
        // The second reference is `object`.
        Ok(matches!(self.objects[slot], Held::Own(_)) && Rc::strong_count(&object) == 2)
    }
}
