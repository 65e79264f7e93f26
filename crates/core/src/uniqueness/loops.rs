//! Loops in the uniqueness check. The body is checked once, with a root for each component of the loop's state. The
//! flow of components from one iteration to the next determines what the loop consumes and shares.

use super::storage::{FRESH, Guard, Node, Owner};
use super::value::{Value, name_of};
use super::{Checker, Uses};
use crate::def::{Loop, LoopForm, Unique};
use rustc_hash::{FxHashMap, FxHashSet};

impl Checker<'_> {
    /// Checks a loop. Returns its value.
    pub(super) fn loop_over(&mut self, looped: &Loop) -> Value {
        let traversed = match &looped.form {
            LoopForm::For(_, bound) => Some(bound),
            LoopForm::ForIn(_, array) => Some(array),
            LoopForm::While(_) => None,
        };
        let mut operands = self.operands(std::iter::once(&looped.init).chain(traversed));
        let traversed = if operands.len() > 1 { operands.pop() } else { None };
        let init = operands.pop().map_or(Value::FRESH, |operand| operand.value);
        let owner = Owner { name: name_of(&looped.init), place: looped.init.span, guard: Guard::Owned };
        let init = self.owned(&init, &looped.pat.ty(), owner);
        let start = self.storage.next();
        self.enter("loop");
        let params = self.param(&looped.pat, looped.init.span, &Unique::Yes);
        if let (LoopForm::ForIn(pat, _), Some(array)) = (&looped.form, &traversed) {
            self.bind(pat, &array.value, array.span);
        }
        if let LoopForm::While(condition) = &looped.form {
            self.expr(condition);
            if let Some(event) = self.consumed(&params) {
                self.report_condition(&params, event);
            }
        }
        let next = self.expr(&looped.body);
        let mut used = self.leave();
        // The array is read in every iteration.
        if let Some(array) = traversed {
            used.extend(array.value.nodes().into_iter().map(|node| (node, (array.name, array.span))));
        }
        let flow = LoopFlow::new(self, start, looped, &params, [&init, &next]);
        flow.check(self, looped, &used);
        flow.result(self, &params)
    }
}

/// Flow of the components of a loop's state from one iteration to the next.
struct LoopFlow {
    start: Node,
    /// Root of each component's parameter; `FRESH` for scalars.
    params: Vec<Node>,
    /// Node of each component's first value.
    init: Vec<Node>,
    /// Roots of each component's value after an iteration.
    next: Vec<Vec<Node>>,
    /// Component of each parameter's root.
    component: FxHashMap<Node, usize>,
    /// Whether each component is consumed: by the body, by the mark `*` of its parameter, or because it becomes a
    /// consumed component in the next iteration.
    consumed: Vec<bool>,
}

impl LoopFlow {
    /// Determines which components are consumed. `params`, `init` and `next` are the values of the state: in the body,
    /// before the loop, and after an iteration.
    fn new(
        checker: &mut Checker<'_>,
        start: Node,
        looped: &Loop,
        params: &Value,
        [init, next]: [&Value; 2],
    ) -> LoopFlow {
        checker.marks.met |= looped.consumed.any();
        let marks = if checker.marks.obeyed { &looped.consumed } else { &Unique::No };
        let storage = &mut checker.storage;
        let (mut inits, mut nexts) = (Vec::new(), Vec::new());
        params.align(init, storage, &mut inits);
        params.align(next, storage, &mut nexts);
        let (marked, _) = params.split(marks);
        let params = params.nodes();
        let next: Vec<Vec<Node>> = nexts.into_iter().map(|node| storage.roots(node)).collect();
        let component = params.iter().enumerate().map(|(i, root)| (*root, i)).collect();
        let is_taken = |root: Node| root != FRESH && (storage.consumed(root).is_some() || marked.contains(&root));
        let mut open: Vec<usize> = (0..params.len()).filter(|i| is_taken(params[*i])).collect();
        let mut flow = LoopFlow { start, consumed: vec![false; params.len()], params, init: inits, next, component };
        while let Some(i) = open.pop() {
            if !std::mem::replace(&mut flow.consumed[i], true) {
                open.extend(flow.next[i].iter().filter_map(|root| flow.component.get(root)));
            }
        }
        flow
    }

    /// Checks that each consumed component has storage of its own at the start of every iteration, and that nothing
    /// else uses this storage.
    fn check(&self, checker: &mut Checker<'_>, looped: &Loop, used: &Uses) {
        if let Some((i, root, other)) = self.shared_next(checker) {
            checker.report_loop_next(self.params[i], root, other.map(|other| self.params[other]), looped);
        }
        let first = checker.storage.consumptions.len();
        let started = |checker: &Checker<'_>, node| checker.storage.consumed(node).is_some_and(|event| event >= first);
        for i in 0..self.params.len() {
            if !self.consumed[i] {
                continue;
            }
            if started(checker, self.init[i]) {
                return checker.report_loop_init(self.params[i], looped);
            }
            let before = checker.diagnostics.len();
            checker.consume(&Value::Leaf(self.init[i]), name_of(&looped.init), looped.init.span);
            if checker.diagnostics.len() > before {
                checker.add_loop_place(self.params[i]);
            }
        }
        if let Some(i) = (0..self.params.len()).find(|i| !self.consumed[*i] && started(checker, self.init[*i])) {
            checker.report_loop_init(self.params[i], looped);
        }
        let mut overwritten = used.iter().filter(|(node, _)| started(checker, **node));
        if let Some((node, (name, span))) = overwritten.next() {
            checker.report_use(*name, *span, checker.storage.consumed(*node).unwrap_or_default());
        }
    }

    /// Returns a consumed component whose next value shares a root with storage outside of the loop (`None`) or with
    /// another component, and that root.
    fn shared_next(&self, checker: &Checker<'_>) -> Option<(usize, Node, Option<usize>)> {
        let mut holders: FxHashMap<Node, usize> = FxHashMap::default();
        for (i, roots) in self.next.iter().enumerate() {
            for root in roots {
                let outside = *root < self.start || checker.storage.guard(*root) != Guard::Owned;
                if outside && self.consumed[i] {
                    return Some((i, *root, None));
                }
                let holder = *holders.entry(*root).or_insert(i);
                if holder != i && (self.consumed[i] || self.consumed[holder]) {
                    let (taken, other) = if self.consumed[i] { (i, holder) } else { (holder, i) };
                    return Some((taken, *root, Some(other)));
                }
            }
        }
        None
    }

    /// Returns the value of the loop. A consumed component has storage of its own; any other may share the storage of
    /// every value that it had.
    fn result(&self, checker: &mut Checker<'_>, params: &Value) -> Value {
        let mut component = 0;
        params.map(&mut |_| {
            let i = component;
            component += 1;
            if self.consumed[i] || self.params[i] == FRESH { FRESH } else { checker.storage.union(self.reached(i)) }
        })
    }

    /// Returns the nodes that component `i` may have in any iteration.
    fn reached(&self, i: usize) -> Vec<Node> {
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut open = vec![i];
        let mut nodes = Vec::new();
        while let Some(i) = open.pop() {
            if !seen.insert(i) {
                continue;
            }
            nodes.push(self.init[i]);
            for root in &self.next[i] {
                match self.component.get(root) {
                    Some(other) => open.push(*other),
                    None => nodes.push(*root),
                }
            }
        }
        nodes
    }
}
