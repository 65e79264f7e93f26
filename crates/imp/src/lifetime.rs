//! Lifetimes of references to blocks and objects: inserts moves and releases, so that few blocks are alive at a time.
//!
//! If the last use of a memory variable hands its block to another variable, the reference moves. A loop that makes an
//! array from the previous one thus needs two blocks; sharing would keep a third one alive. After any other last use,
//! the variable releases its block. There is one exception: a variable that a loop's body declares and allocates keeps
//! its block, because the next round wants one of the same size. A variable that got the block from another variable
//! releases it, since the next round would not use it. Blocks of parameters belong to the caller.
//!
//! Objects are released likewise, and never kept. A last use that stores a reference in an object, or passes it to a
//! function, moves it. A function's parameters hold references of their own.
//!
//! Liveness is computed backwards. Around a loop, variables that are live after it are live throughout, as are those
//! that a round uses before setting them.

use crate::def::*;
use crate::walk;
use base::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Inserts moves and releases, and drops assignments of references to variables that are not used any more.
pub fn end_lifetimes(mut program: Program) -> Program {
    for function in program.functions.values_mut() {
        let mut live: Live = function.results.iter().map(|result| result.name).collect();
        let objects = function.params.iter().filter(|param| param.ty == Type::Object).map(|param| param.name);
        let mut lifetimes = Lifetimes { objects: objects.clone().collect(), ..Lifetimes::default() };
        lifetimes.depths.extend(objects.clone().map(|name| (name, 0)));
        lifetimes.declared_in(&function.body, 0);
        function.body = lifetimes.block(std::mem::take(&mut function.body), 0, &mut live);
        let unused = lifetimes.releases(objects.filter(|name| !live.contains(name)), 0);
        function.body.splice(0..0, unused);
    }
    program
}

/// Variables whose block or object may still be used. Scalar results of a function may be in it too.
type Live = FxHashSet<Name>;

#[derive(Default)]
struct Lifetimes {
    /// Loop depth of the declaration of each reference variable. Memory parameters and results are not included; object
    /// parameters have depth 0.
    depths: FxHashMap<Name, usize>,
    /// Object variables among these.
    objects: FxHashSet<Name>,
    /// Variables that are allocated.
    allocated: FxHashSet<Name>,
}

impl Lifetimes {
    fn declared_in(&mut self, block: &[Stm], depth: usize) {
        for stm in block {
            match stm {
                Stm::DeclareMemory { name } => _ = self.depths.insert(*name, depth),
                Stm::DeclareObject { name } => {
                    self.depths.insert(*name, depth);
                    self.objects.insert(*name);
                }
                Stm::Allocate { name, .. } => _ = self.allocated.insert(*name),
                Stm::If { then_block, else_block, .. } => {
                    self.declared_in(then_block, depth);
                    self.declared_in(else_block, depth);
                }
                Stm::For { body, .. }
                | Stm::Tasks { body, .. }
                | Stm::Launch { body, .. }
                | Stm::Threads { body, .. }
                | Stm::While { body, .. } => self.declared_in(body, depth + 1),
                Stm::Ordered { body } => self.declared_in(body, depth),
                _ => {}
            }
        }
    }

    /// Rewrites a block. `live` changes from the variables live after it to those live before it.
    fn block(&self, block: Block, depth: usize, live: &mut Live) -> Block {
        let mut backwards = Vec::new();
        for stm in block.into_iter().rev() {
            if matches!(&stm, Stm::AssignReference { name, .. } if !live.contains(name)) {
                continue;
            }
            let (stm, ended) = self.stm(stm, depth, live);
            let ended = ended.into_iter().filter(|name| !is_replaced(*name, &backwards));
            let releases = self.releases(ended, depth);
            backwards.extend(releases);
            backwards.push(stm);
        }
        backwards.reverse();
        backwards
    }

    /// Rewrites a statement; also returns the variables to release after it.
    fn stm(&self, stm: Stm, depth: usize, live: &mut Live) -> (Stm, Live) {
        if let Stm::If { cond, then_block, else_block } = stm {
            return self.branches(cond, then_block, else_block, depth, live);
        }
        let used = used(&stm);
        let mut ended: Live = used.iter().copied().filter(|name| !live.contains(name)).collect();
        pass_over(&stm, used, live);
        let stm = match stm {
            Stm::AssignReference { name, from } if self.moves(from, &mut ended) => Stm::MoveReference { name, from },
            Stm::StoreMemory { object, at, from, moves: false } if self.moves(from, &mut ended) => {
                Stm::StoreMemory { object, at, from, moves: true }
            }
            Stm::StoreObject { object, at, from, moves: false } if object != from && self.moves(from, &mut ended) => {
                Stm::StoreObject { object, at, from, moves: true }
            }
            Stm::Call { results, function, mut args, spans } => {
                for arg in args.iter_mut().rev() {
                    if let Arg::Reference(name) = *arg
                        && self.objects.contains(&name)
                        && self.moves(name, &mut ended)
                    {
                        *arg = Arg::Move(name);
                    }
                }
                Stm::Call { results, function, args, spans }
            }
            Stm::Construct { reuse: Some(reuse), .. } => {
                ended.remove(&reuse);
                stm
            }
            Stm::For { var, ty, bound, body, parallel, spans } => {
                let body = self.block(body, depth + 1, &mut live.clone());
                Stm::For { var, ty, bound, body, parallel, spans }
            }
            Stm::Ordered { body } => Stm::Ordered { body: self.block(body, depth, &mut live.clone()) },
            Stm::Tasks { var, bound, body, spans } => {
                let body = self.block(body, depth + 1, &mut live.clone());
                Stm::Tasks { var, bound, body, spans }
            }
            Stm::Launch { group, groups, size, body, spans } => {
                let body = self.block(body, depth + 1, &mut live.clone());
                Stm::Launch { group, groups, size, body, spans }
            }
            Stm::Threads { var, bound, body } => {
                let body = self.block(body, depth + 1, &mut live.clone());
                Stm::Threads { var, bound, body }
            }
            Stm::While { cond, body } => {
                let body = self.block(body, depth + 1, &mut live.clone());
                Stm::While { cond, body }
            }
            stm => stm,
        };
        (stm, ended)
    }

    /// Whether the reference can be moved from the variable here, at its last use. It then needs no release.
    fn moves(&self, from: Name, ended: &mut Live) -> bool {
        self.depths.contains_key(&from) && ended.remove(&from)
    }

    /// Rewrites an `if`. A variable that only one branch uses is released at the start of the other one; a variable
    /// that both release at their ends is released after the `if`.
    fn branches(&self, cond: Exp, then_block: Block, else_block: Block, depth: usize, live: &mut Live) -> (Stm, Live) {
        let (mut then_live, mut else_live) = (live.clone(), live.clone());
        let mut then_block = self.block(then_block, depth, &mut then_live);
        let mut else_block = self.block(else_block, depth, &mut else_live);
        then_block.splice(0..0, self.releases(else_live.difference(&then_live).copied(), depth));
        else_block.splice(0..0, self.releases(then_live.difference(&else_live).copied(), depth));
        // Variables released in both branches, unless only the condition reads them.
        let mut ended: Live = walk::memory_read(&cond).into_iter().collect();
        let read = ended.clone();
        ended.retain(|name| !live.contains(name) && !then_live.contains(name) && !else_live.contains(name));
        then_live.extend(else_live);
        then_live.extend(read);
        *live = then_live;
        let also: Live = released_last(&else_block).collect();
        let both: Live = released_last(&then_block).filter(|name| also.contains(name)).collect();
        for block in [&mut then_block, &mut else_block] {
            let releases = block.split_off(block.len() - released_last(block).count());
            let stays = |stm: &Stm| !matches!(stm, Stm::ReleaseReference { name } if both.contains(name));
            block.extend(releases.into_iter().filter(stays));
        }
        ended.extend(both);
        (Stm::If { cond, then_block, else_block }, ended)
    }

    /// Returns releases of these variables, except for those that keep their block for the next round of a loop.
    fn releases(&self, names: impl IntoIterator<Item = Name>, depth: usize) -> Vec<Stm> {
        let is_kept = |name: &Name, declared: usize| depth > 0 && declared == depth && self.allocated.contains(name);
        let ends = |name: &Name| self.depths.get(name).is_some_and(|&declared| !is_kept(name, declared));
        let mut names: Vec<Name> = names.into_iter().filter(ends).collect();
        names.sort_unstable();
        names.into_iter().map(|name| Stm::ReleaseReference { name }).collect()
    }
}

/// Returns the variables that the last statements of the block release.
fn released_last(block: &Block) -> impl Iterator<Item = Name> {
    block.iter().rev().map_while(|stm| if let Stm::ReleaseReference { name } = stm { Some(*name) } else { None })
}

/// Whether the following code (given backwards) sets the variable to another block before any allocation. It then needs
/// no release. If it gets that block by a move, the old one stays for the next round.
fn is_replaced(name: Name, backwards: &[Stm]) -> bool {
    let code = backwards.iter().rev();
    let mut code = code.take_while(|stm| {
        !matches!(stm, Stm::Allocate { .. } | Stm::Construct { .. } | Stm::Call { .. })
            && walk::blocks(stm).next().is_none()
    });
    code.any(|stm| match stm {
        Stm::AssignReference { name: to, .. }
        | Stm::MoveReference { name: to, .. }
        | Stm::Constant { name: to, .. } => *to == name,
        _ => false,
    })
}

/// Updates liveness from after the statement to before it.
fn before(stm: &Stm, live: &mut Live) {
    let Stm::If { cond, then_block, else_block } = stm else { return pass_over(stm, used(stm), live) };
    let mut else_live = live.clone();
    before_block(then_block, live);
    before_block(else_block, &mut else_live);
    live.extend(else_live);
    live.extend(walk::memory_read(cond));
}

/// Like `before`, for a statement without branches that uses these variables.
fn pass_over(stm: &Stm, used: Vec<Name>, live: &mut Live) {
    match stm {
        Stm::DeclareMemory { name }
        | Stm::DeclareArray { name, .. }
        | Stm::DeclareStack { name, .. }
        | Stm::DeclareShared { name, .. }
        | Stm::DeclareTable { name, .. }
        | Stm::DeclareObject { name }
        | Stm::Construct { name, .. }
        | Stm::Constant { name, .. }
        | Stm::LoadMemory { name, .. }
        | Stm::LoadObject { name, .. }
        | Stm::Allocate { name, .. }
        | Stm::ReleaseReference { name }
        | Stm::AssignReference { name, .. }
        | Stm::MoveReference { name, .. } => _ = live.remove(name),
        Stm::Call { results, .. } => results.iter().for_each(|name| _ = live.remove(name)),
        _ => {}
    }
    live.extend(used);
}

/// Returns the reference variables that a statement uses; for a loop, those that a round uses before setting them.
fn used(stm: &Stm) -> Vec<Name> {
    let mut names = Vec::new();
    walk::expressions(stm).for_each(|exp| walk::each_memory_read(exp, &mut |name| names.push(name)));
    match stm {
        Stm::AssignReference { from, .. } | Stm::MoveReference { from, .. } => names.push(*from),
        Stm::Construct { reuse, .. } => names.extend(reuse),
        Stm::Vacate { name } => names.push(*name),
        Stm::SetWord { object, .. } | Stm::LoadMemory { object, .. } | Stm::LoadObject { object, .. } => {
            names.push(*object);
        }
        Stm::StoreMemory { object, from, .. } | Stm::StoreObject { object, from, .. } => names.extend([*object, *from]),
        Stm::Write { memory, .. } | Stm::Atomic { memory, .. } => names.push(*memory),
        Stm::Copy { to, from, .. } => names.extend([*to, *from]),
        Stm::For { body, .. }
        | Stm::Tasks { body, .. }
        | Stm::Ordered { body }
        | Stm::Launch { body, .. }
        | Stm::Threads { body, .. }
        | Stm::While { body, .. } => {
            let mut round = Live::default();
            before_block(body, &mut round);
            names.extend(round);
        }
        Stm::Call { args, .. } => {
            names.extend(args.iter().filter_map(walk::reference_of));
        }
        _ => {}
    }
    names
}

fn before_block(block: &[Stm], live: &mut Live) {
    block.iter().rev().for_each(|stm| before(stm, live));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;
    use base::FileId;

    /// Runs the pass on a function body; returns the new body on one line.
    fn body(body: &str) -> String {
        let text = format!("fun \"f\" (x_1 : i64, p_2 : mem) -> (r_3 : mem) {{ {body} }}");
        let program = text::parse(FileId(0), &text).unwrap_or_else(|error| panic!("{error:?}"));
        let program = end_lifetimes(program);
        assert_eq!(crate::verify::faults(&program), Vec::<String>::new());
        let text = text::print(&program);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        lines[1..lines.len() - 1].join(" ")
    }

    #[test]
    fn the_array_of_a_round_becomes_the_last_one() {
        let text = body(
            "var g_4 : mem g_4 <- ref p_2
             for i_5 : i64 < x_1 {
               var n_6 : mem n_6 <- alloc i64 x_1 n_6.i64[0i64] <- g_4.i64[0i64] g_4 <- ref n_6
             }
             r_3 <- ref g_4",
        );
        assert_eq!(
            text,
            "var g_4 : mem g_4 <- ref p_2 for i_5 : i64 < x_1 { var n_6 : mem n_6 <- alloc i64 x_1 \
             n_6.i64[0i64] <- g_4.i64[0i64] g_4 <- move n_6 } r_3 <- move g_4"
        );
    }

    #[test]
    fn a_block_that_is_done_with_is_there_for_the_next_array() {
        let text = body(
            "var g_4 : mem g_4 <- ref p_2
             for i_5 : i64 < x_1 {
               var n_6 : mem n_6 <- alloc i64 x_1 n_6.i64[0i64] <- g_4.i64[0i64]
               var o_7 : mem o_7 <- alloc i64 x_1 o_7.i64[0i64] <- n_6.i64[0i64] g_4 <- ref o_7
             }",
        );
        assert!(text.contains("<- g_4.i64[0i64] release g_4 var o_7"), "{text}");
    }

    #[test]
    fn a_variable_keeps_a_block_for_the_next_round_if_it_is_allocated_there() {
        let text = body(
            "for i_4 : i64 < x_1 {
               var n_5 : mem n_5 <- alloc i64 x_1 n_5.i64[0i64] <- i_4
               var o_6 : mem o_6 <- alloc i64 x_1 o_6.i64[0i64] <- n_5.i64[0i64]
               var g_7 : mem g_7 <- ref o_6 g_7.i64[1i64] <- i_4
             }",
        );
        assert!(text.ends_with("g_7 <- move o_6 g_7.i64[1i64] <- i_4 release g_7 }"), "{text}");
        assert!(!text.contains("release n_5"), "{text}");
    }

    #[test]
    fn what_is_used_in_the_next_round_stays() {
        let text = body(
            "var a_4 : mem a_4 <- alloc i64 x_1 r_3 <- alloc i64 x_1
             for i_5 : i64 < x_1 { r_3.i64[i_5] <- a_4.i64[i_5] }",
        );
        assert!(text.ends_with("{ r_3.i64[i_5] <- a_4.i64[i_5] } release a_4"), "{text}");
        let text = body(
            "var a_4 : mem a_4 <- alloc i64 x_1 var b_5 : mem
             for i_6 : i64 < x_1 { b_5 <- ref a_4 b_5.i64[0i64] <- i_6 r_3 <- ref b_5 }",
        );
        assert!(text.contains("b_5 <- ref a_4 b_5.i64[0i64] <- i_6 r_3 <- move b_5 } release a_4"), "{text}");
    }

    #[test]
    fn arrays_that_trade_places() {
        let text = body(
            "var a_4 : mem a_4 <- alloc i64 x_1 var b_5 : mem b_5 <- alloc i64 x_1
             for i_6 : i64 < x_1 {
               b_5.i64[0i64] <- i_6 var k_7 : mem k_7 <- ref a_4 a_4 <- ref b_5 b_5 <- ref k_7
             }
             r_3 <- ref a_4",
        );
        assert!(
            text.contains("k_7 <- move a_4 a_4 <- move b_5 b_5 <- move k_7 } release b_5 r_3 <- move a_4"),
            "{text}"
        );
    }

    #[test]
    fn each_branch_lets_go_of_what_only_the_other_uses() {
        let text = body(
            "var a_4 : mem a_4 <- alloc i64 x_1 var b_5 : mem b_5 <- alloc i64 x_1
             if (a_4.i64[0i64] == 0i64) { r_3 <- ref b_5 } else { r_3 <- ref p_2 }",
        );
        assert!(
            text.ends_with(
                "if (a_4.i64[0i64] == 0i64) { r_3 <- move b_5 } else { release b_5 r_3 <- ref p_2 } release a_4"
            ),
            "{text}"
        );
    }

    #[test]
    fn what_both_branches_let_go_of_at_their_ends_may_be_replaced_after_them() {
        let text = body(
            "var a_4 : mem a_4 <- alloc i64 x_1 var b_5 : mem b_5 <- alloc i64 x_1 var c_6 : mem c_6 <- alloc i64 x_1
             if (x_1 == 0i64) { a_4.i64[0i64] <- b_5.i64[0i64] } else { a_4.i64[1i64] <- b_5.i64[1i64] }
             r_3 <- alloc i64 x_1 a_4 <- ref c_6 r_3.i64[0i64] <- a_4.i64[0i64]",
        );
        assert!(text.contains("a_4.i64[1i64] <- b_5.i64[1i64] } release b_5 release a_4 r_3 <- alloc"), "{text}");
        let text = body(
            "var a_4 : mem a_4 <- alloc i64 x_1 var c_6 : mem c_6 <- alloc i64 x_1 r_3 <- alloc i64 x_1
             if (x_1 == 0i64) { r_3.i64[0i64] <- a_4.i64[0i64] } else { r_3.i64[1i64] <- a_4.i64[1i64] }
             a_4 <- ref c_6 r_3.i64[0i64] <- a_4.i64[0i64]",
        );
        assert!(text.contains("<- a_4.i64[1i64] } a_4 <- move c_6"), "{text}");
    }

    #[test]
    fn assignments_that_nobody_sees_go() {
        assert_eq!(body("var a_4 : mem r_3 <- alloc i64 x_1 a_4 <- ref r_3"), "var a_4 : mem r_3 <- alloc i64 x_1");
    }

    #[test]
    fn objects_move_where_they_are_used_last() {
        let text = body(
            "var l_4 : object l_4 <- object (1, 0, 0i64)
             for i_5 : i64 < x_1 {
               var c_6 : object c_6 <- object (2, 1, 1i64)
               c_6.object[0i64] <- ref l_4 c_6.memory[0] <- ref p_2 l_4 <- ref c_6
             }
             r_3 <- l_4.memory[0]",
        );
        assert_eq!(
            text,
            "var l_4 : object l_4 <- object (1, 0, 0i64) for i_5 : i64 < x_1 { var c_6 : object \
             c_6 <- object (2, 1, 1i64) c_6.object[0i64] <- move l_4 c_6.memory[0] <- ref p_2 l_4 <- move c_6 } \
             r_3 <- l_4.memory[0] release l_4"
        );
    }

    #[test]
    fn an_object_ends_when_what_it_holds_is_loaded() {
        let text = body(
            "var l_4 : object l_4 <- object (1, 0, 1i64) var t_5 : object
             while (l_4.word.i64[0] == 0i64) {
               t_5 <- l_4.object[0i64] if (t_5.word.i64[0] < x_1) { l_4 <- ref t_5 } else { x_1 <- 0i64 }
             }",
        );
        assert!(text.contains("{ release l_4 l_4 <- move t_5 } else { release t_5 x_1 <- 0i64 }"), "{text}");
        let text = body(
            "var l_4 : object l_4 <- object (1, 0, 1i64) var t_5 : object t_5 <- l_4.object[0i64]
             var m_6 : mem m_6 <- alloc i64 1i64 t_5.memory[0] <- ref m_6 var c_7 : object
             c_7 <- object (1, 0, 1i64) reuse t_5",
        );
        assert!(text.contains("t_5 <- l_4.object[0i64] release l_4 var m_6"), "{text}");
        assert!(
            text.ends_with("t_5.memory[0] <- move m_6 var c_7 : object c_7 <- object (1, 0, 1i64) reuse t_5"),
            "{text}"
        );
    }
}
