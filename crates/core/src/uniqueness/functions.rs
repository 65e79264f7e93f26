//! Functions in the uniqueness check: captured values, the consumptions of applications, and the sharing of results.

use super::storage::{Consumption, FRESH, Guard, Node, Owner};
use super::value::{Callee, Function, LambdaSummary, Operand, Value, applied, consumes, curried, has_storage, tail};
use super::{Checker, Frame, Uses, owned_by, place_of};
use crate::def::{DefId, Expr, Lambda, Type, Unique};
use base::{Span, Symbol};
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl Checker<'_> {
    pub(super) fn enter(&mut self, what: &'static str) {
        self.frames.push(Frame { start: self.storage.next(), what, captured: Uses::default() });
    }

    /// Ends the check of a body; returns the nodes from outside that the body uses.
    pub(super) fn leave(&mut self) -> Uses {
        let captured = self.frames.pop().map(|frame| frame.captured).unwrap_or_default();
        if let Some(outer) = self.frames.last_mut() {
            for (node, place) in captured.iter().filter(|(node, _)| **node < outer.start) {
                outer.captured.entry(*node).or_insert(*place);
            }
        }
        captured
    }

    /// Checks a lambda's body; returns the lambda as a value.
    pub(super) fn lambda(&mut self, lambda: &Lambda, span: Span) -> Value {
        let start = self.storage.next();
        self.enter("function");
        let mut params = Vec::with_capacity(lambda.params.len());
        for param in &lambda.params {
            params.push(self.param(&param.pat, place_of(param, span), &owned_by(param)));
        }
        let updates = self.updates;
        let result = self.expr(&lambda.body);
        self.updates = updates;
        let captured = self.leave();
        self.demand_allowed(
            &Operand { value: result.clone(), name: None, span: tail(&lambda.body).span },
            &lambda.unique_result,
        );
        if let Some(root) = self.shared_part(&result, &lambda.unique_result, start) {
            self.report_result("the function", &lambda.body, (root, start));
        }
        let captures = self.storage.union(captured.into_keys());
        let consumed = lambda.params.iter().map(consumes).collect();
        let callee = Callee::Lambda(Rc::new(LambdaSummary { consumed, params, result, start }));
        Value::Function(Rc::new(Function { captures, callee, given: Vec::new() }))
    }

    /// Checks an application; returns the value of its result. `call` is the whole expression.
    pub(super) fn apply(&mut self, function: &Expr, args: &[Expr], call: &Expr) -> Value {
        let mut operands = self.operands(std::iter::once(function).chain(args));
        let spent = |arg: &Expr| if arg.ty.is_accumulator() { Unique::Yes } else { Unique::No };
        let flags: Vec<Unique> = args.iter().map(spent).collect();
        let mut args = operands.split_off(1);
        let allowed = match operands.first().map(|operand| &operand.value) {
            Some(Value::Function(function)) => function.callee.consumed(self.program).split_off(function.given.len()),
            _ => Vec::new(),
        };
        for (i, arg) in args.iter().enumerate() {
            self.demand_allowed(arg, allowed.get(i).unwrap_or(&Unique::No));
        }
        if flags.contains(&Unique::Yes) {
            self.consume_arguments(&args, &flags, call.span);
            // Because the call consumes these accumulators, its result shares no storage with them.
            let spent = args.iter_mut().zip(flags).filter(|(_, spent)| *spent == Unique::Yes);
            spent.for_each(|(arg, _)| arg.value = Value::FRESH);
        }
        match operands.pop() {
            Some(Operand { value: Value::Function(function), name, span: place }) => {
                self.apply_known(&function, args, (name, place), call)
            }
            Some(other) => {
                let function = self.node(&other.value);
                let shared = self.merged(&args);
                let shared = self.node(&shared);
                Value::Leaf(self.storage.union([function, shared]))
            }
            None => Value::FRESH,
        }
    }

    /// Checks an application of the function `name`, whose body is known. `place` is the span of the function expression.
    pub(super) fn apply_known(
        &mut self,
        function: &Function,
        mut args: Vec<Operand>,
        (name, place): (Option<Symbol>, Span),
        call: &Expr,
    ) -> Value {
        let consumed = function.callee.consumed(self.program);
        let missing = consumed.len().saturating_sub(function.given.len());
        let flags = consumed.get(function.given.len()..).unwrap_or_default();
        if args.len() < missing {
            return self.apply_partly(function, &args, flags);
        }
        let rest = args.split_off(missing);
        // The call reads the captured values, as if they were one more argument that is not consumed.
        args.push(Operand { value: Value::Leaf(function.captures), name, span: place });
        self.consume_arguments(&args, flags, call.span);
        args.pop();
        let result = self.result(function, &args, rest.is_empty().then_some(&call.ty));
        if rest.is_empty() {
            return result;
        }
        let result = self.node(&result);
        let shared = self.merged(&rest);
        let shared = self.node(&shared);
        Value::Leaf(self.storage.union([result, shared]))
    }

    /// Returns the value of a function that has only some of its arguments. Because it may be applied many times, these
    /// must not be consumed.
    pub(super) fn apply_partly(&mut self, function: &Function, args: &[Operand], flags: &[Unique]) -> Value {
        if let Some((arg, _)) = args.iter().zip(flags).find(|(_, consumed)| consumed.any()) {
            self.report_partial(arg);
        }
        let shared = self.merged(args);
        let shared = self.node(&shared);
        let captures = self.storage.union([function.captures, shared]);
        let given = function.given.iter().cloned().chain(args.iter().map(|arg| arg.value.clone())).collect();
        Value::Function(Rc::new(Function { captures, callee: function.callee.clone(), given }))
    }

    /// Returns the value of a complete application. `ty` is the result's type, unless the definition hides it.
    pub(super) fn result(&mut self, function: &Function, args: &[Operand], ty: Option<&Type>) -> Value {
        let all: Vec<Value> = function.given.iter().cloned().chain(args.iter().map(|arg| arg.value.clone())).collect();
        match &function.callee {
            Callee::Lambda(summary) => self.lambda_result(summary, &all),
            Callee::Def(id) => self.def_result(*id, &all, ty),
            Callee::Param(signature) => self.param_result(signature, function.captures, &all, ty),
        }
    }

    /// Returns the value of a call of a definition. Apart from its unique parts, it may share storage with all
    /// arguments that are not consumed.
    pub(super) fn def_result(&mut self, id: DefId, args: &[Value], ty: Option<&Type>) -> Value {
        let unique = self.result_unique(id);
        let Some(def) = self.program.defs.get(id).filter(|_| unique != Unique::Yes) else {
            return Value::FRESH;
        };
        let kept = def.params.iter().zip(args);
        let mut nodes: Vec<Node> = kept.flat_map(|(param, arg)| arg.split(&param.consumed).1).collect();
        if let Some(summary) = self.summaries.get(&id) {
            nodes.extend(&summary.constants);
            if summary.shares_within {
                let owner = Owner { name: None, place: Span::NOWHERE, guard: Guard::Owned };
                nodes.push(self.storage.root(owner));
            }
        }
        let shared = self.storage.union(nodes);
        by_ownership(ty.unwrap_or(&def.result), &unique, shared)
    }

    /// Returns the uniqueness of a definition's result.
    fn result_unique(&self, id: DefId) -> Unique {
        match self.program.defs.get(id) {
            Some(def) if def.unique_inferred => {
                self.summaries.get(&id).map_or(Unique::No, |summary| summary.unique.clone())
            }
            Some(def) => def.unique_result.clone(),
            None => Unique::Yes,
        }
    }

    /// Whether each function in the value (a function or a record) returns unique results wherever `description`
    /// requires it.
    pub(super) fn gives(&mut self, value: &Value, description: &Unique) -> bool {
        match (value, description) {
            (Value::Record(fields), _) => {
                fields.iter().all(|(name, field)| self.gives(field, description.field(*name)))
            }
            (Value::Function(function), Unique::Function(_)) => {
                let (_, unique) = curried(description);
                match &function.callee {
                    Callee::Def(id) => self.result_unique(*id).covers(&unique),
                    Callee::Param(signature) => signature.1.covers(&unique),
                    Callee::Lambda(summary) => {
                        let missing = summary.params.len() - function.given.len().min(summary.params.len());
                        match applied(description, missing) {
                            rest @ Unique::Function(_) => self.gives(&summary.result, rest),
                            _ => self.shared_part(&summary.result, &unique, summary.start).is_none(),
                        }
                    }
                }
            }
            (Value::Leaf(_), Unique::Function(_)) => curried(description).1 == Unique::No,
            _ => true,
        }
    }

    /// Returns the result of applying a parameter that is a function. Apart from its unique parts, it may share storage
    /// with all captured values and all arguments that are not consumed.
    fn param_result(
        &mut self,
        (consumed, unique): &(Vec<Unique>, Unique),
        captures: Node,
        args: &[Value],
        ty: Option<&Type>,
    ) -> Value {
        let kept = args.iter().zip(consumed).flat_map(|(arg, consumed)| arg.split(consumed).1);
        let shared = self.storage.union(kept.chain([captures]).collect::<Vec<Node>>());
        match ty {
            Some(ty) => by_ownership(ty, unique, shared),
            None if *unique == Unique::Yes => Value::FRESH,
            None => Value::Leaf(shared),
        }
    }

    /// Returns the result of a lambda for these arguments: their nodes replace those of the parameters, and roots made
    /// inside get copies.
    pub(super) fn lambda_result(&mut self, summary: &LambdaSummary, args: &[Value]) -> Value {
        let mut renamed: FxHashMap<Node, Node> = FxHashMap::default();
        for (param, arg) in summary.params.iter().zip(args) {
            let mut aligned = Vec::new();
            param.align(arg, &mut self.storage, &mut aligned);
            renamed.extend(param.nodes().into_iter().zip(aligned));
        }
        if summary.result.has_function() {
            let captured: Vec<Node> = args.iter().flat_map(Value::nodes).chain(summary.result.nodes()).collect();
            return Value::Leaf(self.storage.union(captured));
        }
        summary.result.map(&mut |node| self.renamed(node, summary.start, &mut renamed))
    }

    /// Replaces the roots of a node by those in `renamed`. Roots made from `start` on that are not in it get copies.
    pub(super) fn renamed(&mut self, node: Node, start: Node, renamed: &mut FxHashMap<Node, Node>) -> Node {
        let roots = self.storage.roots_from(node, start);
        let mut nodes = Vec::with_capacity(roots.len());
        for root in roots {
            nodes.push(match self.storage.owner(root) {
                Some(owner) if root >= start && owner.guard != Guard::Constant => {
                    *renamed.entry(root).or_insert_with(|| self.storage.root(owner))
                }
                _ => root,
            });
        }
        self.storage.union(nodes)
    }

    // Consumption

    /// Consumes the arguments that `flags` marks. A consumed argument must not share storage with another argument.
    pub(super) fn consume_arguments(&mut self, args: &[Operand], flags: &[Unique], call: Span) {
        for (i, arg) in args.iter().enumerate() {
            let first = self.storage.consumptions.len();
            let consumed =
                |checker: &Self, node: Node| checker.storage.consumed(node).is_some_and(|event| event >= first);
            let (owned, others) = arg.value.split(flags.get(i).unwrap_or(&Unique::No));
            if self.consume_nodes(owned, arg.name, arg.span) || others.iter().any(|node| consumed(self, *node)) {
                self.report_arguments(arg, arg, call);
                return;
            }
            let shares = |other: &Operand| other.value.nodes().into_iter().any(|node| consumed(self, node));
            if let Some((_, other)) = args.iter().enumerate().find(|(j, other)| *j != i && shares(other)) {
                self.report_arguments(arg, other, call);
                return;
            }
        }
    }

    /// Consumes a value; returns whether a component shares storage with one consumed before it.
    pub(super) fn consume(&mut self, value: &Value, name: Option<Symbol>, span: Span) -> bool {
        self.consume_nodes(value.nodes(), name, span)
    }

    /// Consumes the roots of the nodes. Returns whether a node shares a root with one consumed before it.
    fn consume_nodes(&mut self, nodes: Vec<Node>, name: Option<Symbol>, span: Span) -> bool {
        let first = self.storage.consumptions.len();
        for leaf in nodes {
            match self.storage.consumed(leaf) {
                Some(event) if event >= first => return true,
                Some(_) => continue,
                None if leaf == FRESH => continue,
                None => {}
            }
            let roots = self.storage.roots(leaf);
            if let Some(root) = roots.iter().copied().find(|root| !self.may_consume(*root)) {
                self.report_kept(root, name, span);
                return false;
            }
            let owner = roots.first().and_then(|root| self.storage.owner(*root)?.name);
            self.updates += 1;
            self.storage.consume(roots, Consumption { span, name: name.or(owner) });
        }
        false
    }

    pub(super) fn may_consume(&self, root: Node) -> bool {
        self.storage.guard(root) == Guard::Owned && self.frames.last().is_none_or(|frame| root >= frame.start)
    }
}

/// Returns a value of the type: its unique parts are fresh, and all others have the node `shared`.
fn by_ownership(ty: &Type, unique: &Unique, shared: Node) -> Value {
    match (unique, ty) {
        (Unique::Yes, _) => Value::FRESH,
        _ if !has_storage(ty) => Value::FRESH,
        (Unique::Fields(_), Type::Record(fields)) => {
            let field = |(name, ty): &(Symbol, Type)| (*name, by_ownership(ty, unique.field(*name), shared));
            Value::Record(fields.iter().map(field).collect())
        }
        _ => Value::Leaf(shared),
    }
}
