//! Borrowing: a function that only looks at an object borrows it, and counts no references to it or to its parts.
//!
//! ```text
//! fun "length" (l_0 : object) -> (n : i64) {        fun "length" (l_0 : borrowed) -> (n : i64) {
//!   var l : object                                    var l : borrowed
//!   l <- ref l_0                                      l <- ref l_0
//!   while (l.word.i64[0] == 0i64) {           ==>     while (l.word.i64[0] == 0i64) {
//!     var t : object                                    var t : borrowed
//!     t <- l.object[0]                                  t <- l.object[0]
//!     l <- ref t                                        l <- ref t
//!     n <- (n + 1i64)                                   n <- (n + 1i64)
//!   }                                                 }
//! }                                                 }
//! ```
//!
//! A function that holds the only reference to an object can reuse the object's storage, or change a part of it in
//! place. It does not get its own reference if it borrows the object. So a parameter is borrowed if none of this happens
//! to its object or to what the function reads from that:
//!
//! - a test whether something else refers to it, a write that needs to be the only reference, or the reuse of its
//!   storage (`reuse`);
//! - a call that does not borrow it.
//!
//! Nor is a parameter borrowed if it is itself stored in an object or returned, because a move costs nothing. A local
//! variable is borrowed if only objects of borrowed variables and parts of them are assigned to it.
//!
//! Needs: no moves and releases yet. Guarantees: nothing. Cost: quadratic in the references of a function, times the
//! rounds, which are few: each finds parameters that cannot be borrowed. Source: Ullrich, de Moura, "Counting Immutable Beans", IFL 2019,
//! section 5.2.

use crate::def::*;
use crate::lifetime::end_lifetimes;
use crate::pass::reuse::reuse_objects;
use crate::walk;
use base::{Error, Name};
use rustc_hash::FxHashSet;

/// Makes parameters and variables borrowed.
///
/// # Errors A bug of `reuse`.
pub fn borrow_objects(mut program: Program) -> Result<Program, Error> {
    let takes_objects = |function: &Function| function.params.iter().any(|param| param.ty == Type::Object);
    if !program.functions.values().any(takes_objects) {
        return Ok(program);
    }
    let reusing = reuse_objects(end_lifetimes(program.clone()))?;
    let mut flows: Vec<(FunctionId, Flows)> = Vec::new();
    let mut lent: Lent = FxHashSet::default();
    for (id, function) in program.functions.iter() {
        let mut own = Flows::of(function, &program);
        own.needed.extend(reused(&reusing.functions[id]));
        flows.push((id, own));
        let params = function.params.iter().enumerate().filter(|(_, param)| param.ty == Type::Object);
        lent.extend(params.map(|(at, _)| (id, at)));
    }
    loop {
        let before = lent.len();
        for (id, own) in &flows {
            let params = &program.functions[*id].params;
            let owned = own.owned(&lent);
            lent.retain(|(function, at)| function != id || !owned.contains(&params[*at].name));
        }
        if lent.len() == before {
            break;
        }
    }
    for (id, own) in flows {
        let function = &mut program.functions[id];
        let mut roots = FxHashSet::default();
        for (at, param) in function.params.iter_mut().enumerate() {
            if lent.contains(&(id, at)) {
                param.ty = Type::Borrowed;
                roots.insert(param.name);
            }
        }
        let borrowed = own.borrowed(roots);
        declare(&mut function.body, &borrowed);
    }
    Ok(program)
}

/// Declares these variables as borrowed.
fn declare(block: &mut Block, variables: &FxHashSet<Name>) {
    for stm in block {
        if let Stm::DeclareObject { name, borrowed } = stm {
            *borrowed = variables.contains(name);
        }
        walk::blocks_mut(stm).into_iter().for_each(|inner| declare(inner, variables));
    }
}

/// The parameters that are borrowed, by function and position.
type Lent = FxHashSet<(FunctionId, usize)>;

/// Returns the variables whose objects give their storage to others.
fn reused(function: &Function) -> FxHashSet<Name> {
    let mut names = FxHashSet::default();
    walk::each_stm(&function.body, &mut |stm| {
        if let Stm::Vacate { name } | Stm::Construct { reuse: Some(name), .. } = stm {
            names.insert(*name);
        }
    });
    names
}

/// Where the references of a function go.
#[derive(Default)]
struct Flows {
    /// Assignments of a variable's reference, or of one that its object holds, to a variable: from, to.
    to: Vec<(Name, Name)>,
    /// The object variables that the function declares.
    locals: FxHashSet<Name>,
    /// The variables that are assigned anything else.
    made: FxHashSet<Name>,
    /// The variables whose blocks or objects are tested, written or reused.
    needed: FxHashSet<Name>,
    /// The variables that are stored in objects or returned, and those that are assigned anything.
    moved: FxHashSet<Name>,
    /// The objects given to calls, with the parameters that get them.
    given: Vec<(Name, (FunctionId, usize))>,
}

impl Flows {
    fn of(function: &Function, program: &Program) -> Flows {
        let mut flows = Flows::default();
        walk::each_stm(&function.body, &mut |stm| flows.stm(stm, program));
        walk::each_exp(&function.body, &mut |exp| {
            if let Exp::Unique(name) = exp {
                flows.needed.insert(*name);
            }
        });
        let is_result = |name: &Name| function.results.iter().any(|result| result.name == *name);
        flows.moved.extend(flows.to.iter().filter(|(_, to)| is_result(to)).map(|(from, _)| *from));
        flows.moved.extend(flows.to.iter().map(|(_, to)| *to).chain(flows.made.iter().copied()));
        flows
    }

    fn stm(&mut self, stm: &Stm, program: &Program) {
        match stm {
            Stm::DeclareObject { name, .. } => _ = self.locals.insert(*name),
            Stm::AssignReference { name, from }
            | Stm::LoadObject { name, object: from, mutable: false, .. }
            | Stm::LoadMemory { name, object: from, mutable: false, .. } => self.to.push((*from, *name)),
            // A mutable object may change, and then holds its old parts no longer.
            Stm::LoadObject { name, mutable: true, .. } | Stm::LoadMemory { name, mutable: true, .. } => {
                self.made.insert(*name);
            }
            Stm::StoreObject { object, mutable, from, .. } | Stm::StoreMemory { object, mutable, from, .. } => {
                if !mutable {
                    self.needed.insert(*object);
                }
                self.moved.insert(*from);
            }
            Stm::SetWord { object, mutable: false, .. } => _ = self.needed.insert(*object),
            Stm::SetWord { mutable: true, .. } | Stm::LoadWord { .. } => {}
            Stm::Construct { name, .. } | Stm::Constant { name, .. } => _ = self.made.insert(*name),
            Stm::Vacate { name } | Stm::ReleaseReference { name } => _ = self.needed.insert(*name),
            Stm::MoveReference { name, from } => self.needed.extend([*name, *from]),
            Stm::Call { results, function, args, spans: _ } => {
                self.made.extend(results);
                let params = program.functions[*function].params.iter().zip(args).enumerate();
                let objects = params.filter(|(_, (param, _))| param.ty == Type::Object);
                let given = objects.filter_map(|(at, (_, arg))| Some((walk::reference_of(arg)?, (*function, at))));
                self.given.extend(given);
            }
            Stm::Declare { .. }
            | Stm::DeclareMemory { .. }
            | Stm::DeclareArray { .. }
            | Stm::DeclareStack { .. }
            | Stm::DeclareShared { .. }
            | Stm::DeclareTable { .. }
            | Stm::Assign { .. }
            | Stm::Allocate { .. }
            | Stm::Write { .. }
            | Stm::Copy { .. }
            | Stm::If { .. }
            | Stm::For { .. }
            | Stm::Tasks { .. }
            | Stm::Ordered { .. }
            | Stm::Launch { .. }
            | Stm::Threads { .. }
            | Stm::Post { .. }
            | Stm::Await { .. }
            | Stm::Atomic { .. }
            | Stm::While { .. }
            | Stm::Assert { .. } => {}
        }
    }

    /// Returns the variables that must own their objects, or those from which these come, if the parameters in `lent` are
    /// borrowed.
    fn owned(&self, lent: &Lent) -> FxHashSet<Name> {
        let mut owned = self.needed.clone();
        owned.extend(self.given.iter().filter(|(_, param)| !lent.contains(param)).map(|(name, _)| *name));
        loop {
            let before = owned.len();
            for (from, to) in self.to.iter().rev() {
                if owned.contains(to) {
                    owned.insert(*from);
                }
            }
            if owned.len() == before {
                // These are parameters that are moved or assigned; what comes from them need not be owned.
                owned.extend(&self.moved);
                return owned;
            }
        }
    }

    /// Returns the local variables to which only parts of the objects in borrowed parameters are assigned.
    fn borrowed(&self, roots: FxHashSet<Name>) -> FxHashSet<Name> {
        let mut borrowed: FxHashSet<Name> = self.locals.difference(&self.made).copied().collect();
        let assigned: FxHashSet<Name> = self.to.iter().map(|(_, to)| *to).collect();
        borrowed.retain(|name| !self.needed.contains(name) && assigned.contains(name));
        loop {
            let before = borrowed.len();
            for (from, to) in &self.to {
                if !roots.contains(from) && !borrowed.contains(from) {
                    borrowed.remove(to);
                }
            }
            if borrowed.len() == before {
                return borrowed;
            }
        }
    }
}
