//! Runs resolved code. One stack holds the frames; each expression's value is returned on the Rust stack.

use super::Limits;
use super::array::{Array, Builder};
use super::code::{Ensure, Form, Function, Loop, Node, Op, Pattern, Read, Shape, SizeOf, Slot};
use super::value::{Closure, Layout, Value};
use crate::def::DefId;
use crate::messages;
use base::entity::EntityRef;
use base::{Span, Stop, Template};
use std::rc::Rc;
use value::Scalar;

pub(super) type Eval<T = Value> = Result<T, Stop>;

pub(super) struct Machine {
    functions: Vec<Rc<Function>>,
    tables: Vec<Value>,
    /// The values of definitions without parameters, once known.
    constants: Vec<Option<Value>>,
    stack: Vec<Value>,
    /// Where the running function's frame starts.
    frame: usize,
    pub limits: Limits,
    /// Where `Prim::Trace` shows its values.
    pub trace: fn(&str),
    steps: u64,
    calls: usize,
    nesting: usize,
}

/// A value that the code should not have: the program is not well typed.
pub(super) fn ill_typed(what: &str) -> Stop {
    Stop::stuck(format!("{what} has a value of another type"))
}

/// A failure at `span`.
pub(super) fn fail(template: &Template, values: &[String], span: Span) -> Stop {
    Stop::failure(template.fill(values), vec![span])
}

pub(super) fn numbers<T: ToString>(numbers: &[T]) -> Vec<String> {
    numbers.iter().map(T::to_string).collect()
}

impl Machine {
    pub fn new(functions: Vec<Rc<Function>>, tables: Vec<Value>, limits: Limits) -> Machine {
        let constants = vec![None; functions.len()];
        let stack = Vec::new();
        Machine { functions, tables, constants, stack, frame: 0, limits, trace: |_| (), steps: 0, calls: 0, nesting: 0 }
    }

    /// Runs a definition from outside.
    pub fn run_def(&mut self, id: DefId, args: Vec<Value>, span: Span) -> Eval {
        self.stack.clear();
        (self.frame, self.calls, self.nesting) = (0, 0, 0);
        let function = self.def_value(id, &[], span)?;
        if args.is_empty() { Ok(function) } else { self.apply(function, args, span) }
    }

    /// Counts work, in expressions or array elements.
    pub fn charge(&mut self, steps: usize) -> Eval<()> {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.steps > self.limits.steps {
            return Err(Stop::Limit(format!("the program took more than {} steps", self.limits.steps)));
        }
        Ok(())
    }

    /// Refuses an array that is too large before it is made.
    pub fn charge_array(&mut self, weight: Option<usize>) -> Eval<()> {
        match weight {
            Some(weight) if weight <= self.limits.elements => self.charge(weight / 8),
            _ => Err(Stop::Limit(format!("an array has more than {} elements", self.limits.elements))),
        }
    }

    pub fn eval(&mut self, node: &Node) -> Eval {
        self.charge(1)?;
        self.nesting += 1;
        if self.nesting > self.limits.nesting {
            return Err(base::stack::too_deep());
        }
        let value = self.op(node);
        self.nesting -= 1;
        value
    }

    fn op(&mut self, node: &Node) -> Eval {
        let span = node.span;
        match &node.op {
            Op::Literal(value) => Ok(Value::Scalar(*value)),
            Op::Table(index) => self.tables.get(*index).cloned().ok_or_else(|| Stop::stuck("there is no such table")),
            Op::Read(read) => self.read(*read),
            Op::Instantiate(read, types) => self.instantiate(*read, types),
            Op::Def(id, types) => self.def_value(*id, types, span),
            Op::Closure { function, captures } => self.closure(function, captures),
            Op::Apply(function, args) => self.apply_node(function, args, span),
            Op::Block(bindings, body) => self.block(bindings, body),
            Op::If(parts) => {
                let [condition, yes, no] = &**parts;
                let branch = if self.boolean(condition)? { yes } else { no };
                self.eval(branch)
            }
            Op::Match(subject, cases) => self.match_on(subject, cases, span),
            Op::Loop(looped) => self.loop_over(looped),
            Op::Record(fields) => Ok(Value::record(self.list(fields)?)),
            Op::Field(record, position) => self.field(record, *position),
            Op::Variant(name, payload) => Ok(Value::Variant(*name, Rc::new(self.list(payload)?))),
            Op::Array(items, shape) => self.array(items, shape, span),
            Op::Index(array, indices) => self.index(array, indices, span),
            Op::Slice(array, dims) => self.slice(array, dims, span),
            Op::Update(array, dims, value) => self.update(array, dims, value, span),
            Op::Prim { prim, args, shape } => self.prim(*prim, args, shape, span),
            Op::Ensure(ensure) => self.ensure(ensure, span),
        }
    }

    // Variables

    fn slot(&mut self, slot: Slot) -> Eval<&mut Value> {
        let index = self.frame + slot;
        self.stack.get_mut(index).ok_or_else(|| Stop::stuck("a variable has no slot"))
    }

    fn read(&mut self, read: Read) -> Eval {
        let place = self.slot(read.slot)?;
        match place {
            // Sizes are read from their slots by types too, so scalars stay.
            Value::Scalar(scalar) => Ok(Value::Scalar(*scalar)),
            Value::Empty => Err(Stop::stuck("a variable has no value")),
            place if read.last && !matches!(place, Value::Type(_)) => Ok(std::mem::replace(place, Value::Empty)),
            place => Ok(place.clone()),
        }
    }

    fn set(&mut self, slot: Slot, value: Value) -> Eval<()> {
        *self.slot(slot)? = value;
        Ok(())
    }

    /// Binds an irrefutable pattern.
    pub fn bind(&mut self, pattern: &Pattern, value: Value) -> Eval<()> {
        match (pattern, value) {
            (Pattern::Slot(slot), value) => self.set(*slot, value),
            (Pattern::Ignore | Pattern::Literal(_), _) => Ok(()),
            (Pattern::Record(parts), Value::Record(values))
            | (Pattern::Variant(_, parts), Value::Variant(_, values)) => self.bind_parts(parts, values),
            (Pattern::Record(_) | Pattern::Variant(..), _) => Err(ill_typed("a pattern")),
        }
    }

    fn bind_parts(&mut self, parts: &[Pattern], values: Rc<Vec<Value>>) -> Eval<()> {
        match Rc::try_unwrap(values) {
            Ok(values) => parts.iter().zip(values).try_for_each(|(part, value)| self.bind(part, value)),
            Err(shared) => parts.iter().zip(shared.iter()).try_for_each(|(part, value)| self.bind(part, value.clone())),
        }
    }

    fn matches(pattern: &Pattern, value: &Value) -> bool {
        match (pattern, value) {
            (Pattern::Slot(_) | Pattern::Ignore, _) => true,
            (Pattern::Record(parts), Value::Record(values)) => {
                parts.iter().zip(values.iter()).all(|(part, value)| Self::matches(part, value))
            }
            (Pattern::Variant(name, parts), Value::Variant(other, values)) => {
                name == other && parts.iter().zip(values.iter()).all(|(part, value)| Self::matches(part, value))
            }
            (Pattern::Literal(literal), Value::Scalar(scalar)) => {
                value::op::compare(value::CmpOp::Eq, *literal, *scalar) == Some(true)
            }
            _ => false,
        }
    }

    // Types at run time

    pub fn layout(&mut self, shape: &Shape) -> Eval<Rc<Layout>> {
        Ok(match shape {
            Shape::Scalar(ty) => Rc::new(Layout::Scalar(*ty)),
            Shape::Boxed => Rc::new(Layout::Boxed),
            Shape::Param(slot) => match self.slot(*slot)? {
                Value::Type(layout) => Rc::clone(layout),
                _ => Rc::new(Layout::Boxed),
            },
            Shape::Record(fields) => {
                let fields: Eval<Vec<Rc<Layout>>> = fields.iter().map(|field| self.layout(field)).collect();
                Rc::new(Layout::Record(fields?))
            }
            Shape::Array(elem, size) => {
                let size = match size {
                    None => 0,
                    Some(SizeOf::Const(value)) => *value,
                    Some(SizeOf::Slot(slot)) => {
                        self.slot(*slot)?.as_i64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
                    }
                };
                Rc::new(Layout::Array(self.layout(elem)?, size))
            }
        })
    }

    fn type_values(&mut self, types: &[Shape]) -> Eval<Vec<Value>> {
        types.iter().map(|ty| self.layout(ty).map(Value::Type)).collect()
    }

    // Functions

    fn closure(&mut self, function: &Rc<Function>, captures: &[Read]) -> Eval {
        let mut values = vec![Value::Empty; function.type_params];
        for capture in captures {
            values.push(self.read(*capture)?);
        }
        Ok(Value::Closure(Rc::new(Closure { function: Rc::clone(function), captures: values, args: Vec::new() })))
    }

    /// A local function with its type arguments.
    fn instantiate(&mut self, read: Read, types: &[Shape]) -> Eval {
        let types = self.type_values(types)?;
        let Value::Closure(closure) = self.read(read)? else { return Err(ill_typed("a function")) };
        let mut closure = Rc::unwrap_or_clone(closure);
        closure.captures.iter_mut().zip(types).for_each(|(place, ty)| *place = ty);
        Ok(Value::Closure(Rc::new(closure)))
    }

    fn function(&self, id: DefId) -> Eval<Rc<Function>> {
        let function = self.functions.get(id.index());
        function.map(Rc::clone).ok_or_else(|| Stop::stuck("there is no such definition"))
    }

    fn def_value(&mut self, id: DefId, types: &[Shape], span: Span) -> Eval {
        let function = self.function(id)?;
        let captures = self.type_values(types)?;
        if !function.params.is_empty() {
            return Ok(Value::Closure(Rc::new(Closure { function, captures, args: Vec::new() })));
        }
        if let Some(Some(value)) = self.constants.get(id.index()) {
            return Ok(value.clone());
        }
        let closed = captures.is_empty();
        let value = self.call(&function, captures, Vec::new(), span)?;
        if let (true, Some(place)) = (closed, self.constants.get_mut(id.index())) {
            *place = Some(value.clone());
        }
        Ok(value)
    }

    fn apply_node(&mut self, function: &Node, args: &[Node], span: Span) -> Eval {
        if let Op::Def(id, types) = &function.op {
            let callee = self.function(*id)?;
            if callee.params.len() == args.len() {
                let captures = self.type_values(types)?;
                let args = self.list(args)?;
                return self.call(&callee, captures, args, span);
            }
        }
        let function = self.eval(function)?;
        let args = self.list(args)?;
        self.apply(function, args, span)
    }

    /// Applies a function to arguments: to fewer than it takes, all, or more, when it returns a function.
    pub fn apply(&mut self, mut function: Value, mut args: Vec<Value>, span: Span) -> Eval {
        loop {
            let Value::Closure(closure) = function else { return Err(ill_typed("a function")) };
            let missing = closure.function.params.len().saturating_sub(closure.args.len());
            if args.len() < missing {
                let mut closure = Rc::unwrap_or_clone(closure);
                closure.args.append(&mut args);
                return Ok(Value::Closure(Rc::new(closure)));
            }
            let rest = args.split_off(missing);
            let Closure { function: code, captures, args: mut all } = Rc::unwrap_or_clone(closure);
            all.append(&mut args);
            function = self.call(&code, captures, all, span)?;
            if rest.is_empty() {
                return Ok(function);
            }
            args = rest;
        }
    }

    /// Calls the function again and again, as array operations do.
    pub fn apply_again(&mut self, function: &Value, args: Vec<Value>, span: Span) -> Eval {
        if let Value::Closure(closure) = function
            && closure.args.is_empty()
            && closure.function.params.len() == args.len()
        {
            return self.call(&closure.function, closure.captures.clone(), args, span);
        }
        self.apply(function.clone(), args, span)
    }

    fn call(&mut self, function: &Function, captures: Vec<Value>, args: Vec<Value>, span: Span) -> Eval {
        if self.calls >= self.limits.calls {
            return Err(base::stack::too_deep());
        }
        let (frame, nesting) = (self.frame, self.nesting);
        self.frame = self.stack.len();
        self.calls += 1;
        self.stack.extend(captures);
        self.stack.resize(self.frame + function.slots, Value::Empty);
        let value = base::stack::with_room(|| self.run(function, args));
        self.stack.truncate(self.frame);
        self.calls -= 1;
        (self.frame, self.nesting) = (frame, nesting);
        value.map_err(|stop| if function.is_def { called_from(stop, span) } else { stop })
    }

    fn run(&mut self, function: &Function, args: Vec<Value>) -> Eval {
        for (param, arg) in function.params.iter().zip(args) {
            self.bind(param, arg)?;
        }
        self.eval(&function.body)
    }

    // Control

    pub fn list(&mut self, nodes: &[Node]) -> Eval<Vec<Value>> {
        let mut values = Vec::with_capacity(nodes.len());
        for node in nodes {
            values.push(self.eval(node)?);
        }
        Ok(values)
    }

    fn boolean(&mut self, node: &Node) -> Eval<bool> {
        match self.eval(node)? {
            Value::Scalar(Scalar::Bool(value)) => Ok(value),
            _ => Err(ill_typed("a condition")),
        }
    }

    pub fn integer(&mut self, node: &Node) -> Eval<i64> {
        self.eval(node)?.as_i64().ok_or_else(|| ill_typed("an index or count"))
    }

    pub fn array_value(&mut self, node: &Node) -> Eval<Array> {
        match self.eval(node)? {
            Value::Array(array) => Ok(array),
            _ => Err(ill_typed("an array")),
        }
    }

    fn block(&mut self, bindings: &[(Pattern, Node)], body: &Node) -> Eval {
        for (pattern, value) in bindings {
            let value = self.eval(value)?;
            self.bind(pattern, value)?;
        }
        self.eval(body)
    }

    fn match_on(&mut self, subject: &Node, cases: &[(Pattern, Node)], span: Span) -> Eval {
        let value = self.eval(subject)?;
        for (pattern, body) in cases {
            if Self::matches(pattern, &value) {
                self.bind(pattern, value)?;
                return self.eval(body);
            }
        }
        Err(Stop::Stuck { message: "no case matches".to_owned(), span })
    }

    fn loop_over(&mut self, looped: &Loop) -> Eval {
        let Loop { pattern, init, form, body } = looped;
        let mut state = self.eval(init)?;
        match form {
            Form::For(slot, bound) => {
                let bound = self.integer(bound)?;
                for i in 0..bound {
                    self.charge(1)?;
                    self.bind(pattern, state)?;
                    self.set(*slot, Value::i64(i))?;
                    state = self.eval(body)?;
                }
            }
            Form::ForIn(element, array) => {
                let array = self.array_value(array)?;
                for i in 0..array.len() {
                    self.charge(1)?;
                    self.bind(pattern, state)?;
                    self.bind(element, array.row(i))?;
                    state = self.eval(body)?;
                }
            }
            Form::While(condition) => loop {
                self.bind(pattern, state.clone())?;
                if !self.boolean(condition)? {
                    // The loop's value has one owner again.
                    pattern.for_each_slot(&mut |slot| _ = self.set(slot, Value::Empty));
                    break;
                }
                drop(state);
                state = self.eval(body)?;
            },
        }
        Ok(state)
    }

    fn field(&mut self, record: &Node, position: usize) -> Eval {
        let Value::Record(fields) = self.eval(record)? else { return Err(ill_typed("a record")) };
        let field = match Rc::try_unwrap(fields) {
            Ok(mut fields) if position < fields.len() => Some(fields.swap_remove(position)),
            Ok(_) => None,
            Err(shared) => shared.get(position).cloned(),
        };
        field.ok_or_else(|| ill_typed("a record"))
    }

    fn array(&mut self, items: &[Node], shape: &Shape, span: Span) -> Eval {
        let mut builder = Builder::default();
        for item in items {
            let item = self.eval(item)?;
            builder.push(item).map_err(|shapes| irregular(shapes, span))?;
        }
        self.finish(builder, shape)
    }

    /// The array that was built; the shape of its elements matters where there is none.
    pub fn finish(&mut self, builder: Builder, shape: &Shape) -> Eval {
        let layout = self.layout(shape)?;
        Ok(Value::Array(builder.finish(&layout)))
    }

    fn ensure(&mut self, ensure: &Ensure, span: Span) -> Eval {
        if self.boolean(&ensure.condition)? {
            return self.eval(&ensure.then);
        }
        let values = self.list(&ensure.values)?;
        let shown: Vec<String> = values.iter().map(Value::show).collect();
        Err(fail(&ensure.message, &shown, span))
    }
}

/// Adds a call to the trace of a failure.
fn called_from(stop: Stop, span: Span) -> Stop {
    match stop {
        Stop::Failure(mut failure) => {
            if !span.is_nowhere() {
                failure.add_places(&[span]);
            }
            Stop::Failure(failure)
        }
        stop => stop,
    }
}

/// A failure for rows that differ in shape.
pub(super) fn irregular((found, expected): (Vec<usize>, Vec<usize>), span: Span) -> Stop {
    shapes_differ(messages::irregular, &found, &expected, span)
}

/// A failure whose holes are the sizes found and those expected.
pub(super) fn shapes_differ(template: fn(usize) -> Template, found: &[usize], expected: &[usize], span: Span) -> Stop {
    let values = numbers(&[found, expected].concat());
    fail(&template(expected.len()), &values, span)
}
