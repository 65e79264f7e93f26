//! Values in the uniqueness check: the storage of each component, and known functions.

use super::storage::{FRESH, Node, Storage};
use crate::def::{DefId, Expr, ExprKind, Param, Program, Type, Unique};
use base::{Span, Symbol};
use std::rc::Rc;

/// The storage of a value, by component.
#[derive(Clone)]
pub(super) enum Value {
    Leaf(Node),
    /// A record, or an array of records, with the storage of each field.
    Record(Rc<[(Symbol, Value)]>),
    Function(Rc<Function>),
}

/// A function whose code is known where it is applied.
pub(super) struct Function {
    /// Node of the values that the function refers to: captured ones, and arguments given so far.
    pub(super) captures: Node,
    pub(super) callee: Callee,
    pub(super) given: Vec<Value>,
}

#[derive(Clone)]
pub(super) enum Callee {
    Def(DefId),
    Lambda(Rc<LambdaSummary>),
    /// A function that is a parameter: what it consumes of each argument, and the uniqueness of its result.
    Param(Rc<(Vec<Unique>, Unique)>),
}

/// Result of a lambda, in terms of the roots of its parameters. Nodes from `start` on were made in its body.
pub(super) struct LambdaSummary {
    pub(super) consumed: Vec<Unique>,
    pub(super) params: Vec<Value>,
    pub(super) result: Value,
    pub(super) start: Node,
}

/// Facts about a definition's result: the storage that it may share besides that of the arguments.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Summary {
    /// Uniqueness of the result, used if no type states it.
    pub(super) unique: Unique,
    pub(super) constants: Vec<Node>,
    /// Whether components of the result share storage.
    pub(super) shares_within: bool,
}

impl Value {
    pub(super) const FRESH: Value = Value::Leaf(FRESH);

    pub(super) fn field(&self, name: Symbol) -> Value {
        match self {
            Value::Record(fields) => {
                fields.iter().find(|(field, _)| *field == name).map_or(Value::FRESH, |(_, value)| value.clone())
            }
            Value::Leaf(_) | Value::Function(_) => self.clone(),
        }
    }

    pub(super) fn each(&self, visit: &mut dyn FnMut(Node)) {
        match self {
            Value::Leaf(node) => visit(*node),
            Value::Record(fields) => fields.iter().for_each(|(_, field)| field.each(visit)),
            Value::Function(function) => visit(function.captures),
        }
    }

    pub(super) fn nodes(&self) -> Vec<Node> {
        let mut nodes = Vec::new();
        self.each(&mut |node| nodes.push(node));
        nodes
    }

    /// Returns the value with each node replaced by `change`. Functions keep their nodes.
    pub(super) fn map(&self, change: &mut dyn FnMut(Node) -> Node) -> Value {
        match self {
            Value::Leaf(node) => Value::Leaf(change(*node)),
            Value::Record(fields) => {
                Value::Record(fields.iter().map(|(name, field)| (*name, field.map(change))).collect())
            }
            Value::Function(_) => self.clone(),
        }
    }

    /// Collects the nodes of `other`, one for each leaf of `self`, in the order of these leaves.
    pub(super) fn align(&self, other: &Value, storage: &mut Storage, aligned: &mut Vec<Node>) {
        match (self, other) {
            (Value::Record(fields), _) => {
                for (name, field) in fields.iter() {
                    field.align(&other.field(*name), storage, aligned);
                }
            }
            (_, Value::Record(_)) => aligned.push(storage.union(other.nodes())),
            (_, Value::Leaf(node)) => aligned.push(*node),
            (_, Value::Function(function)) => aligned.push(function.captures),
        }
    }

    /// Whether the value contains a known function.
    pub(super) fn has_function(&self) -> bool {
        match self {
            Value::Leaf(_) => false,
            Value::Record(fields) => fields.iter().any(|(_, field)| field.has_function()),
            Value::Function(_) => true,
        }
    }

    /// Whether a function in the value consumes more of an argument that it still takes than `allowed` states.
    pub(super) fn consumes_more(&self, allowed: &Unique, program: &Program) -> bool {
        match self {
            Value::Leaf(_) => false,
            Value::Record(fields) => {
                fields.iter().any(|(name, field)| field.consumes_more(allowed.field(*name), program))
            }
            Value::Function(function) => {
                let (allowed, _) = curried(allowed);
                let consumed = function.callee.consumed(program);
                let mut consumed = consumed.iter().skip(function.given.len()).enumerate();
                consumed.any(|(i, consumed)| !allowed.get(i).unwrap_or(&Unique::No).covers(consumed))
            }
        }
    }

    /// Splits the nodes of the value into those of parts that `unique` marks, and the others.
    pub(super) fn split(&self, unique: &Unique) -> (Vec<Node>, Vec<Node>) {
        let (mut owned, mut others) = (Vec::new(), Vec::new());
        self.split_into(unique, &mut owned, &mut others);
        (owned, others)
    }

    fn split_into(&self, unique: &Unique, owned: &mut Vec<Node>, others: &mut Vec<Node>) {
        match (unique, self) {
            (Unique::Yes, _) => self.each(&mut |node| owned.push(node)),
            (Unique::Fields(_), Value::Record(fields)) => {
                fields.iter().for_each(|(name, field)| field.split_into(unique.field(*name), owned, others));
            }
            // A single node stands for all fields.
            (Unique::Fields(_), _) if unique.any() => self.each(&mut |node| owned.push(node)),
            _ => self.each(&mut |node| others.push(node)),
        }
    }
}

impl Callee {
    /// Returns what the function consumes of each parameter.
    pub(super) fn consumed(&self, program: &Program) -> Vec<Unique> {
        match self {
            Callee::Def(id) => program.defs.get(*id).into_iter().flat_map(|def| &def.params).map(consumes).collect(),
            Callee::Lambda(summary) => summary.consumed.clone(),
            Callee::Param(signature) => signature.0.clone(),
        }
    }
}

/// Splits the uniqueness of a function into what it consumes of each argument, and the uniqueness of its final result.
pub(super) fn curried(unique: &Unique) -> (Vec<Unique>, Unique) {
    let (mut consumed, mut result) = (Vec::new(), unique.clone());
    while let Unique::Function(parts) = result {
        let [argument, rest] = &*parts;
        consumed.push(argument.clone());
        result = rest.clone();
    }
    (consumed, result)
}

/// Returns the uniqueness of the result of applying the function to `args` arguments.
pub(super) fn applied(mut function: &Unique, args: usize) -> &Unique {
    for _ in 0..args {
        let Unique::Function(parts) = function else { break };
        function = &parts[1];
    }
    function
}

/// Returns what a call consumes of the argument. Accumulators are handled separately.
pub(super) fn consumes(param: &Param) -> Unique {
    if param.pat.ty().is_accumulator() { Unique::No } else { param.consumed.clone() }
}

/// Whether values of the type may share storage. A value of a data type may hold arrays.
pub fn has_storage(ty: &Type) -> bool {
    ty.any_part(&|part| match part {
        Type::Array(..)
        | Type::Data(..)
        | Type::Seq(_)
        | Type::Ref(_)
        | Type::Tensor(_)
        | Type::Function(..)
        | Type::Param(_) => Some(true),
        Type::Scalar(_) | Type::Record(_) | Type::Sum(_) => None,
    })
}

/// Whether the type contains an array that is not hidden by a type parameter.
pub(super) fn has_array(ty: &Type) -> bool {
    ty.any_part(&|part| matches!(part, Type::Array(..)).then_some(true))
}

/// An evaluated operand, with its name and place for messages.
pub(super) struct Operand {
    pub(super) value: Value,
    pub(super) name: Option<Symbol>,
    pub(super) span: Span,
}

/// Returns the name of the variable that the expression is, or whose field it is.
pub(super) fn name_of(expr: &Expr) -> Option<Symbol> {
    let mut expr = expr;
    while let ExprKind::Field(record, _) = &expr.kind {
        expr = record;
    }
    if let ExprKind::Var(name, _) = &expr.kind { Some(name.hint) } else { None }
}

/// Returns the body of nested blocks, which computes their value.
pub(super) fn tail(expr: &Expr) -> &Expr {
    let mut expr = expr;
    while let ExprKind::Block(_, body) = &expr.kind {
        expr = body;
    }
    expr
}

pub(super) fn shown(name: Option<Symbol>, otherwise: &str) -> String {
    name.map_or_else(|| otherwise.to_owned(), |name| format!("`{name}`"))
}
