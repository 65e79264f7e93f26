//! Kernels, their threads, and the property that expansion establishes: kernels do not allocate.

use base::entity::EntityRef;
use base::{Name, graph};
use fun::def::*;
use fun::walk;
use fun_opt::flatten::form::is_step;
use rustc_hash::FxHashSet;

/// Largest number of elements of an array that stays private to its thread. Targets put such an array on the thread's
/// stack or in registers.
pub const MAX_PRIVATE: i64 = 64;

/// Returns the operations of a kernel's nest, outermost first. The body of each, except the innermost, contains only
/// the next operation, whose width is known before the kernel.
pub fn nest<'e>(program: &Program, kernel: &'e Exp) -> Vec<&'e Exp> {
    let mut nest = vec![kernel];
    let mut bound: FxHashSet<Name> = FxHashSet::default();
    while let Some(Exp::Traverse(traverse)) = nest.last()
        && traverse.is_map()
        && is_step(program, &traverse.lambda)
        && let Some((last, before)) = traverse.lambda.body.stms.split_last()
    {
        bound.extend(traverse.lambda.params.iter().chain(before.iter().flat_map(|stm| &stm.pattern)));
        let varies = |(width, ..): (Atom, &[Name], &Lambda)| width.var().is_some_and(|name| bound.contains(&name));
        if last.exp.traversed().is_none_or(varies) {
            break;
        }
        nest.push(&last.exp);
    }
    nest
}

/// Returns the operation at a level of a kernel's nest. The outermost is at level 0.
pub fn level_mut(kernel: &mut Exp, level: usize) -> Option<&mut Exp> {
    (0..level).try_fold(kernel, |exp, _| {
        let (_, _, lambda) = exp.traversed_mut()?;
        lambda.body.stms.last_mut().map(|stm| &mut stm.exp)
    })
}

/// Whether kernels allocate only small arrays of constant size in single threads, and name their blocks only in places
/// of arrays. Operations inside threads must be marked as sequential.
pub fn is_expanded(program: &Program) -> bool {
    let allocating = allocating(program);
    let form = Form { program, allocating: &allocating };
    program.functions.values().all(|function| form.host(&function.body))
}

/// Returns the functions that allocate, directly or through calls, or that return blocks.
pub fn allocating(program: &Program) -> FxHashSet<FunctionId> {
    let itself = |function: &Function| {
        let mut allocates = function.results.iter().any(|result| *program.type_of(result.name) == Type::Memory);
        walk::for_each_stm(&function.body, &mut |stm| allocates |= matches!(stm.exp, Exp::Alloc { .. }));
        allocates
    };
    let allocating = program.functions.iter().filter(|(_, function)| itself(function));
    let allocating = allocating.map(|(id, _)| id.index()).collect();
    graph::reaching(&walk::call_graph(program), &allocating).into_iter().map(FunctionId::new).collect()
}

struct Form<'p> {
    program: &'p Program,
    allocating: &'p FxHashSet<FunctionId>,
}

impl Form<'_> {
    fn host(&self, body: &Body) -> bool {
        body.stms.iter().all(|stm| match stm.exp.sequential() {
            Some(false) => self.kernel(&stm.exp),
            _ => stm.exp.bodies().into_iter().all(|inner| self.host(inner)),
        })
    }

    /// Whether blocks are allocated only by the threads of the nest's innermost operation, are small, and do not leave
    /// it.
    fn kernel(&self, kernel: &Exp) -> bool {
        let nest = nest(self.program, kernel);
        let Some((innermost, outer)) = nest.split_last() else { return true };
        let steps = outer.iter().flat_map(|exp| exp.bodies()).flat_map(|body| &body.stms);
        let mut private: FxHashSet<Name> = FxHashSet::default();
        let is_good = steps.clone().all(|stm| !matches!(stm.exp, Exp::Alloc { .. }))
            && innermost.bodies().into_iter().all(|body| self.thread(body, &mut private));
        let mut is_private = true;
        for body in innermost.bodies() {
            walk::for_each_use(body, &mut |name| is_private &= !private.contains(&name));
        }
        is_good && is_private
    }

    /// Whether a thread's code allocates only small blocks. Adds these to `private`.
    fn thread(&self, body: &Body, private: &mut FxHashSet<Name>) -> bool {
        body.stms.iter().all(|stm| {
            let here = match &stm.exp {
                Exp::Alloc { count, .. } => {
                    private.extend(&stm.pattern);
                    is_small(*count)
                }
                Exp::Call { function, .. } => !self.allocating.contains(function),
                exp => exp.sequential() != Some(false),
            };
            here && stm.exp.bodies().into_iter().all(|inner| self.thread(inner, private))
        })
    }
}

/// Whether an array of `count` elements may be private to a thread.
pub fn is_small(count: Atom) -> bool {
    count.as_i64().is_some_and(|count| count <= MAX_PRIVATE)
}
