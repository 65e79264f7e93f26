//! Reuse: an object whose parts have been read gives its storage to an object made after it.
//!
//! ```text
//! x <- l.word.i64[0]                          x <- l.word.i64[1]
//! t <- l.object[0]                            t <- l.object[0]
//! release l                            ==>    vacate l
//! call (u) <- fun 0 (move t)                  call (u) <- fun 0 (move t)
//! c <- object (1, 0, 1)                       c <- object (1, 0, 1) reuse l
//! ```
//!
//! So a function that maps an unshared list allocates nothing and changes the list in place. Whether it is unshared is
//! decided at run time: `vacate` keeps the object if no other reference exists, and drops the references it holds at
//! once, so that `t` above becomes unshared too.
//!
//! For each release, the pass searches the following statements of the list, and branches there, for the first object
//! with room for everything that the function ever accesses in the variable's objects. A branch without such an object
//! releases the variable. Shapes may turn out to differ at run time; then the storage is not reused. At most
//! `MAX_LOOKED` statements are searched for each release.
//!
//! Needs: releases where objects are used last (`lifetime`). Guarantees: nothing. Cost: linear, times `MAX_LOOKED`. Source: Reinking,
//! Xie, de Moura, Leijen, "Perceus: Garbage Free Reference Counting with Reuse", PLDI 2021, section 2.4.

use crate::def::*;
use crate::walk;
use base::{Error, Name};
use rustc_hash::FxHashMap;
use value::Scalar;

const MAX_LOOKED: usize = 64;

pub fn reuse_objects(mut program: Program) -> Result<Program, Error> {
    for function in program.functions.values_mut() {
        let shapes = accessed(function);
        if !shapes.is_empty() {
            block(&mut function.body, &shapes);
        }
    }
    Ok(program)
}

/// Numbers of words, of references to blocks, and of references to objects.
#[derive(Clone, Copy, Default)]
struct Shape([usize; 3]);

impl Shape {
    fn has_room_for(self, other: Shape) -> bool {
        self.0.iter().zip(other.0).all(|(own, other)| *own >= other)
    }
}

/// Returns the largest shape that the function accesses in the objects of each variable.
fn accessed(function: &Function) -> FxHashMap<Name, Shape> {
    let mut shapes: FxHashMap<Name, Shape> = FxHashMap::default();
    let mut see = |object: Name, seen: [usize; 3]| {
        let Shape(shape) = shapes.entry(object).or_default();
        shape.iter_mut().zip(seen).for_each(|(count, seen)| *count = (*count).max(seen));
    };
    walk::each_stm(&function.body, &mut |stm| match stm {
        Stm::SetWord { object, at, .. } | Stm::LoadWord { object, at, .. } => see(*object, [at + 1, 0, 0]),
        Stm::LoadMemory { object, at, .. } | Stm::StoreMemory { object, at, .. } => see(*object, [0, at + 1, 0]),
        Stm::LoadObject { object, at, .. } | Stm::StoreObject { object, at, .. } => {
            see(*object, [0, 0, constant(at).unwrap_or(0).saturating_add(1)]);
        }
        _ => {}
    });
    walk::each_exp(&function.body, &mut |exp| match exp {
        Exp::Word { object, at, .. } => see(*object, [at + 1, 0, 0]),
        Exp::Number(object) => see(*object, [0; 3]),
        _ => {}
    });
    shapes
}

fn constant(exp: &Exp) -> Option<usize> {
    if let Exp::Const(Scalar::I64(value)) = exp { usize::try_from(*value).ok() } else { None }
}

fn block(stms: &mut Block, shapes: &FxHashMap<Name, Shape>) {
    for at in 0..stms.len() {
        walk::blocks_mut(&mut stms[at]).into_iter().for_each(|inner| block(inner, shapes));
        let Stm::ReleaseReference { name } = stms[at] else { continue };
        let Some(shape) = shapes.get(&name) else { continue };
        let mut giver = Giver { name, shape: *shape, left: MAX_LOOKED };
        if giver.gives(&mut stms[at + 1..]) {
            stms[at] = Stm::Vacate { name };
        }
    }
}

/// A variable whose object is dead and may be reused.
struct Giver {
    name: Name,
    shape: Shape,
    /// Number of statements in which the search may still look.
    left: usize,
}

impl Giver {
    /// Tries to reuse the storage of the dead object for the first construction in `stms` that has room for all its
    /// parts. Returns whether there is one on at least one path. Paths without one release the object.
    fn gives(&mut self, stms: &mut [Stm]) -> bool {
        for stm in stms {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            match stm {
                Stm::Construct { name, .. } if *name == self.name => return false,
                Stm::Construct { words, memories, objects, reuse: reuse @ None, .. } => {
                    let made = constant(objects).map(|objects| Shape([*words, *memories, objects]));
                    if made.is_some_and(|made| made.has_room_for(self.shape)) {
                        *reuse = Some(self.name);
                        return true;
                    }
                }
                Stm::If { then_block, else_block, .. } => {
                    let given = [self.gives(then_block), self.gives(else_block)];
                    if given.contains(&true) {
                        for (block, given) in [then_block, else_block].into_iter().zip(given) {
                            if !given {
                                block.insert(0, Stm::ReleaseReference { name: self.name });
                            }
                        }
                        return true;
                    }
                    if self.is_set_in(then_block) || self.is_set_in(else_block) {
                        return false;
                    }
                }
                stm if self.is_set_in(std::slice::from_ref(stm)) => return false,
                _ => {}
            }
        }
        false
    }

    /// Whether these statements may set the variable: they do, or the search reaches its limit.
    fn is_set_in(&mut self, stms: &[Stm]) -> bool {
        stms.iter().any(|stm| {
            self.left = self.left.saturating_sub(1);
            let is_set = walk::set(stm).contains(&self.name) || walk::declared_by(stm) == Some(self.name);
            self.left == 0 || is_set || walk::blocks(stm).any(|inner| self.is_set_in(inner))
        })
    }
}
