//! Marks the last read of each variable, so that its value moves instead of being shared. The walk goes against the
//! order of evaluation and carries the slots that are read later. Because a loop's body runs repeatedly, slots bound
//! outside the loop stay alive in it.

use super::code::{Dim, Form, Loop, Node, Op, Pattern, Read, Slot};
use rustc_hash::FxHashSet;

/// Marks the last reads of all variables in a function's body.
pub(super) fn mark(body: &mut Node) {
    visit(body, &mut FxHashSet::default());
}

type Live = FxHashSet<Slot>;

fn read(read: &mut Read, live: &mut Live) {
    read.last = live.insert(read.slot);
}

fn unbind(pattern: &Pattern, live: &mut Live) {
    pattern.for_each_slot(&mut |slot| _ = live.remove(&slot));
}

fn visit_list(nodes: &mut [Node], live: &mut Live) {
    nodes.iter_mut().rev().for_each(|node| visit(node, live));
}

/// Marks the last reads in a node. `live` are the slots that are read later.
fn visit(node: &mut Node, live: &mut Live) {
    match &mut node.op {
        Op::Literal(..) | Op::Table(_) | Op::Word(..) | Op::Def(..) => {}
        Op::Read(variable) | Op::Instantiate(variable, _) => read(variable, live),
        Op::Closure { captures, .. } => visit_list(captures, live),
        Op::Apply(function, args) => {
            visit_list(args, live);
            visit(function, live);
        }
        Op::Jump(_, _, args) => visit_list(args, live),
        // They are made later.
        Op::Call(..) | Op::Then(..) => {}
        Op::Block(bindings, body) => {
            visit(body, live);
            for (pattern, value) in bindings.iter_mut().rev() {
                unbind(pattern, live);
                visit(value, live);
            }
        }
        Op::If(parts) => {
            let [condition, yes, no] = &mut **parts;
            let mut other = live.clone();
            visit(yes, live);
            visit(no, &mut other);
            live.extend(other);
            visit(condition, live);
        }
        Op::Match(subject, _, cases) => {
            let after = live.clone();
            for (pattern, body) in cases {
                let mut branch = after.clone();
                visit(body, &mut branch);
                unbind(pattern, &mut branch);
                live.extend(branch);
            }
            visit(subject, live);
        }
        Op::Loop(looped) => visit_loop(looped, live),
        Op::Record(nodes) | Op::Variant(_, nodes) | Op::Array(nodes, _) | Op::Prim { args: nodes, .. } => {
            visit_list(nodes, live);
        }
        Op::Field(record, _) => visit(record, live),
        Op::Index(array, indices) => visit_around(array, live, |live| visit_list(indices, live)),
        Op::Slice(array, dims) => visit_around(array, live, |live| visit_dims(dims, live)),
        Op::UpdateElement(array, indices, value) => visit_around(array, live, |live| {
            visit(value, live);
            visit_list(indices, live);
        }),
        Op::Update(array, dims, value) => visit_around(array, live, |live| {
            visit(value, live);
            visit_dims(dims, live);
        }),
        Op::Binary { args, .. } | Op::Divide { args, .. } => visit_list(&mut **args, live),
        Op::Convert(_, _, operand) => visit(operand, live),
        Op::Ensure(ensure) => {
            visit(&mut ensure.then, live);
            visit_list(&mut ensure.values, live);
            visit(&mut ensure.condition, live);
        }
    }
}

/// Visits an array and the other operands of its operation, which come before the array if that is a path.
fn visit_around(array: &mut Node, live: &mut Live, others: impl FnOnce(&mut Live)) {
    if array.is_path() {
        visit(array, live);
        others(live);
    } else {
        others(live);
        visit(array, live);
    }
}

fn visit_dims(dims: &mut [Dim], live: &mut Live) {
    for dim in dims.iter_mut().rev() {
        match dim {
            Dim::Fix(index) => visit(index, live),
            Dim::Range { start, end, stride } => {
                [stride, end, start].into_iter().flatten().for_each(|node| visit(node, live));
            }
        }
    }
}

/// Marks the last reads in a loop. Slots that are bound outside of it and read in its body or condition stay alive in
/// the body.
fn visit_loop(looped: &mut Loop, live: &mut Live) {
    let mut outer = Usage::default();
    outer.node(&looped.body);
    if let Form::While(condition) = &looped.form {
        outer.node(condition);
    }
    outer.pattern(&looped.pattern);
    match &looped.form {
        Form::ForIn(pattern, _) => outer.pattern(pattern),
        Form::For(..) | Form::While(_) => {}
    }
    live.extend(outer.read.difference(&outer.bound));
    let mut inner = live.clone();
    visit(&mut looped.body, &mut inner);
    match &mut looped.form {
        Form::For(_, bound) => visit(bound, live),
        Form::ForIn(_, array) => visit(array, live),
        Form::While(condition) => {
            // If the condition is false, the loop returns its state.
            looped.pattern.for_each_slot(&mut |slot| _ = inner.insert(slot));
            visit(condition, &mut inner);
        }
    }
    visit(&mut looped.init, live);
}

/// Slots that a loop reads and binds.
#[derive(Default)]
struct Usage {
    read: Live,
    bound: Live,
}

impl Usage {
    fn pattern(&mut self, pattern: &Pattern) {
        pattern.for_each_slot(&mut |slot| _ = self.bound.insert(slot));
    }

    fn nodes(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| self.node(node));
    }

    fn cases(&mut self, cases: &[(Pattern, Node)]) {
        for (pattern, node) in cases {
            self.pattern(pattern);
            self.node(node);
        }
    }

    fn dims(&mut self, dims: &[Dim]) {
        for dim in dims {
            match dim {
                Dim::Fix(index) => self.node(index),
                Dim::Range { start, end, stride } => {
                    [start, end, stride].into_iter().flatten().for_each(|node| self.node(node));
                }
            }
        }
    }

    /// Collects the slots that a node reads.
    fn node(&mut self, node: &Node) {
        match &node.op {
            Op::Literal(..) | Op::Table(_) | Op::Word(..) | Op::Def(..) => {}
            Op::Read(read) | Op::Instantiate(read, _) => _ = self.read.insert(read.slot),
            Op::Closure { captures, .. } => self.nodes(captures),
            Op::Apply(function, args) => {
                self.node(function);
                self.nodes(args);
            }
            Op::Jump(_, _, args) => self.nodes(args),
            Op::Call(..) | Op::Then(..) => {}
            Op::Block(bindings, body) => {
                self.cases(bindings);
                self.node(body);
            }
            Op::If(parts) => self.nodes(&**parts),
            Op::Match(subject, _, cases) => {
                self.node(subject);
                self.cases(cases);
            }
            Op::Loop(looped) => {
                self.pattern(&looped.pattern);
                self.node(&looped.init);
                match &looped.form {
                    Form::For(_, bound) => self.node(bound),
                    Form::ForIn(pattern, array) => {
                        self.pattern(pattern);
                        self.node(array);
                    }
                    Form::While(condition) => self.node(condition),
                }
                self.node(&looped.body);
            }
            Op::Record(nodes) | Op::Variant(_, nodes) | Op::Array(nodes, _) | Op::Prim { args: nodes, .. } => {
                self.nodes(nodes);
            }
            Op::Field(record, _) => self.node(record),
            Op::Index(array, indices) => {
                self.node(array);
                self.nodes(indices);
            }
            Op::Slice(array, dims) => {
                self.node(array);
                self.dims(dims);
            }
            Op::UpdateElement(array, indices, value) => {
                self.node(array);
                self.nodes(indices);
                self.node(value);
            }
            Op::Binary { args, .. } | Op::Divide { args, .. } => self.nodes(&**args),
            Op::Convert(_, _, operand) => self.node(operand),
            Op::Update(array, dims, value) => {
                self.node(array);
                self.dims(dims);
                self.node(value);
            }
            Op::Ensure(ensure) => {
                self.node(&ensure.condition);
                self.nodes(&ensure.values);
                self.node(&ensure.then);
            }
        }
    }
}
