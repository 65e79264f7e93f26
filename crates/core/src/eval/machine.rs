//! Execution of resolved code. Frames are on two stacks, one of words and one of values. The result of an expression is
//! returned on the Rust stack, as a word or a value.

use super::array::{Array, Builder};
use super::code::{
    Code, Ensure, Form, Function, Literals, Loop, Node, Op, Pattern, Place, Read, Shape, SizeOf, Slot, Then,
};
use super::entry;
use super::payload::{Account, Held, Parts, Payload};
use super::prim::binary;
use super::value::{Layout, Value};
use super::{Device, Limits};
use crate::def::{DefId, Entry};
use crate::messages;
use base::entity::EntityRef;
use base::{Span, Stop, Template};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use value::kernel::BinaryKernel;
use value::world::Closed;
use value::{BinOp, Scalar, ScalarType, World};

/// Result of evaluation. The error is boxed to keep results small.
pub(super) type Eval<T = Value> = Result<T, Box<Stop>>;

/// Type in which a caller gets the result of an expression: `Value`, or `u64` for the word of a scalar.
pub(super) trait Outcome: Sized {
    fn of_word(word: u64, ty: ScalarType) -> Self;
    fn of_value(value: Value) -> Eval<Self>;
}

impl Outcome for u64 {
    #[inline(always)]
    fn of_word(word: u64, _: ScalarType) -> u64 {
        word
    }

    fn of_value(value: Value) -> Eval<u64> {
        if let Value::Scalar(scalar) = value { Ok(scalar.bits()) } else { Err(ill_typed("a scalar")) }
    }
}

impl Outcome for Value {
    fn of_word(word: u64, ty: ScalarType) -> Value {
        Value::Scalar(Scalar::from_bits(ty, word))
    }

    #[inline(always)]
    fn of_value(value: Value) -> Eval {
        Ok(value)
    }
}

/// Start of a function's frame on the stacks.
#[derive(Clone, Copy, Default, PartialEq)]
struct Frame {
    words: usize,
    values: usize,
}

/// Function to run next, with its frame.
struct Next {
    function: Rc<Function>,
    frame: Frame,
    /// Place of the call, which returns to the last of `Machine::returns`; `None` for a tail call, whose frame replaces
    /// the running one.
    call: Option<Span>,
}

/// What follows the value that is being computed.
struct Return {
    then: Rc<Then>,
    frame: Frame,
    /// Place of the running call, if the value is that of a call.
    call: Span,
}

/// Code to run next.
enum Work {
    Function(Rc<Function>),
    Rest(Rc<Then>),
}

pub(super) struct Machine<'w> {
    codes: Vec<Code>,
    tables: Vec<Value>,
    /// Values of definitions without parameters, once computed.
    constants: Vec<Option<Value>>,
    /// Set by code that returns because a call is to run next. Its own value is ignored.
    next: Option<Next>,
    returns: Vec<Return>,
    pub words: Vec<u64>,
    values: Vec<Value>,
    /// Frame of the running function.
    frame: Frame,
    pub limits: Limits,
    /// Flag that another thread sets to end the run.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// World in which the program reads and writes.
    pub world: Box<dyn World + 'w>,
    /// Function that runs accelerated definitions instead of their bodies.
    pub device: Option<Device>,
    /// Number of accelerated expressions that are being evaluated.
    pub accelerated: usize,
    steps: u64,
    /// Number of steps at which `look` checks limits and interruption again.
    next_look: u64,
    calls: usize,
    nesting: usize,
    held: Account,
}

/// Largest number of steps between two checks of the interruption.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 14;

/// Returns the error for a value of an unexpected type: the program is not well-typed.
#[cold]
pub(super) fn ill_typed(what: &str) -> Box<Stop> {
    stuck(format!("{what} has a value of another type"))
}

#[cold]
pub(super) fn stuck(message: impl Into<String>) -> Box<Stop> {
    Box::new(Stop::stuck(message))
}

#[cold]
fn limit(message: String) -> Box<Stop> {
    Box::new(Stop::Limit(message))
}

/// Returns a failure at `span`.
#[cold]
pub(super) fn fail(template: &Template, values: &[String], span: Span) -> Box<Stop> {
    Box::new(Stop::failure(template.fill(values), vec![span]))
}

pub(super) fn numbers<T: ToString>(numbers: &[T]) -> Vec<String> {
    numbers.iter().map(T::to_string).collect()
}

impl<'w> Machine<'w> {
    pub fn new(codes: Vec<Code>, tables: Vec<Value>, limits: Limits) -> Machine<'w> {
        let constants = vec![None; codes.len()];
        Machine {
            codes,
            tables,
            constants,
            next: None,
            returns: Vec::new(),
            words: Vec::new(),
            values: Vec::new(),
            frame: Frame::default(),
            limits,
            interrupt: None,
            world: Box::new(Closed),
            device: None,
            accelerated: 0,
            steps: 0,
            next_look: 0,
            calls: 0,
            nesting: 0,
            held: Account::default(),
        }
    }

    /// Runs a definition for a caller outside of the program.
    pub fn run_def(&mut self, id: DefId, args: Vec<Value>, span: Span) -> Result<Value, Stop> {
        self.words.clear();
        self.values.clear();
        self.returns.clear();
        self.next = None;
        (self.frame, self.calls, self.nesting) = (Frame::default(), 0, 0);
        let function = self.def_value(id, &[], span).map_err(|stop| *stop)?;
        if args.is_empty() { Ok(function) } else { self.apply(function, args, span).map_err(|stop| *stop) }
    }

    /// Counts steps: calls, iterations of loops, and array elements.
    #[inline]
    pub fn charge(&mut self, steps: usize) -> Eval<()> {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.steps < self.next_look { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Eval<()> {
        if self.steps > self.limits.steps {
            return Err(limit(format!("the program took more than {} steps", self.limits.steps)));
        }
        if self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(limit("the evaluation was interrupted".to_owned()));
        }
        self.next_look = self.steps.saturating_add(STEPS_BETWEEN_LOOKS).min(self.limits.steps.saturating_add(1));
        Ok(())
    }

    /// Counts the steps of making an array with `weight` elements; fails if that is too large. `None` means more than
    /// can be counted.
    pub fn charge_array(&mut self, weight: Option<usize>) -> Eval<()> {
        match weight {
            Some(weight) if weight <= self.limits.elements => self.charge(weight / 8),
            _ => Err(limit(format!("an array has more than {} elements", self.limits.elements))),
        }
    }

    /// Stores the values that a constructor or function holds; fails if all stored values together exceed the limit.
    fn hold(&self, values: Vec<Value>) -> Eval<Rc<Payload>> {
        let mut parts = Parts::with_capacity(values.len());
        values.into_iter().for_each(|value| parts.push(value));
        self.hold_parts(parts)
    }

    fn hold_parts(&self, parts: Parts) -> Eval<Rc<Payload>> {
        self.held.hold(parts, self.limits.held).ok_or_else(|| self.too_much_held())
    }

    /// Counts the bytes of something that has an identity.
    pub fn register(&self, bytes: u64) -> Eval<Held> {
        self.held.register(bytes, self.limits.held).ok_or_else(|| self.too_much_held())
    }

    #[cold]
    fn too_much_held(&self) -> Box<Stop> {
        let most = self.limits.held;
        limit(format!("values of sums, of data types and of functions take more than {most} bytes"))
    }

    /// Evaluates an expression.
    pub fn eval<R: Outcome>(&mut self, node: &Node) -> Eval<R> {
        let span = node.span;
        let value = match &node.op {
            Op::Literal(word, ty) => return Ok(R::of_word(*word, *ty)),
            Op::Word(slot, ty) => return Ok(R::of_word(self.word(*slot)?, *ty)),
            Op::Binary { kernel, ty, args } => {
                let (a, b) = self.operands(args)?;
                return Ok(R::of_word(kernel(a, b), *ty));
            }
            Op::Divide { kernel, op, ty, args } => {
                return Ok(R::of_word(self.divide(*kernel, (*op, *ty), args, span)?, *ty));
            }
            Op::Convert(kernel, ty, operand) => return Ok(R::of_word(kernel(self.operand(operand)?), *ty)),
            Op::Apply(function, args) => return self.apply_node(function, args, span),
            Op::Jump(id, types, args) => return self.run_next(*id, types, args, None),
            Op::Call(id, types, args) => return self.run_next(*id, types, args, Some(span)),
            Op::Then(first, then) => return self.then(first, then),
            Op::Block(bindings, body) => {
                self.bindings(bindings)?;
                return self.eval(body);
            }
            Op::If(parts) => {
                let [condition, yes, no] = &**parts;
                return if self.boolean(condition)? { self.eval(yes) } else { self.eval(no) };
            }
            Op::Match(subject, literals, cases) => return self.match_on(subject, literals, cases, span),
            Op::Loop(looped) => return self.loop_over(looped),
            Op::Index(array, indices) => return self.index(array, indices, span),
            Op::Ensure(ensure) => return self.ensure(ensure, span),
            Op::Read(read) => self.read(*read)?,
            Op::Table(index) => self.tables.get(*index).cloned().ok_or_else(|| stuck("there is no such table"))?,
            Op::Instantiate(read, types) => self.instantiate(*read, types)?,
            Op::Def(id, types) => self.def_value(*id, types, span)?,
            Op::Closure { function, captures } => self.closure(function, captures)?,
            Op::Record(fields) => Value::record(self.list(fields)?),
            Op::Field(record, position) => self.field(record, *position)?,
            Op::Variant(name, payload) => {
                let mut parts = Parts::with_capacity(payload.len());
                for part in payload {
                    parts.push(self.eval(part)?);
                }
                Value::Variant(*name, self.hold_parts(parts)?)
            }
            Op::Array(items, shape) => self.array(items, shape, span)?,
            Op::Slice(array, dims) => self.slice(array, dims, span)?,
            Op::UpdateElement(array, indices, value) => self.update_element(array, indices, value, span)?,
            Op::Update(array, dims, value) => self.update(array, dims, value, span)?,
            Op::Prim { prim, args, shape } => self.prim(*prim, args, shape, span)?,
        };
        R::of_value(value)
    }

    // Words

    /// Returns the word of an operand. Operands that need no evaluation are read directly, which saves a call.
    #[inline(always)]
    fn operand(&mut self, node: &Node) -> Eval<u64> {
        match &node.op {
            Op::Literal(word, _) => Ok(*word),
            Op::Word(slot, _) => self.word(*slot),
            _ => self.eval(node),
        }
    }

    #[inline(always)]
    fn operands(&mut self, args: &[Node; 2]) -> Eval<(u64, u64)> {
        let [a, b] = args;
        Ok((self.operand(a)?, self.operand(b)?))
    }

    fn divide(&mut self, kernel: BinaryKernel, of: (BinOp, ScalarType), args: &[Node; 2], span: Span) -> Eval<u64> {
        let (a, b) = self.operands(args)?;
        if b != 0 {
            return Ok(kernel(a, b));
        }
        let (op, ty) = of;
        u64::of_value(binary(op, Scalar::from_bits(ty, a), Scalar::from_bits(ty, b), span)?)
    }

    fn boolean(&mut self, node: &Node) -> Eval<bool> {
        Ok(self.operand(node)? != 0)
    }

    /// Evaluates an `i64`.
    pub fn integer(&mut self, node: &Node) -> Eval<i64> {
        Ok(self.operand(node)? as i64)
    }

    // Variables

    #[inline(always)]
    fn word(&self, slot: Slot) -> Eval<u64> {
        self.words.get(self.frame.words + slot).copied().ok_or_else(no_slot)
    }

    #[inline(always)]
    fn set_word(&mut self, slot: Slot, word: u64) -> Eval<()> {
        *self.words.get_mut(self.frame.words + slot).ok_or_else(no_slot)? = word;
        Ok(())
    }

    pub fn peek(&self, slot: Slot) -> Eval<&Value> {
        self.values.get(self.frame.values + slot).ok_or_else(no_slot)
    }

    fn slot(&mut self, slot: Slot) -> Eval<&mut Value> {
        self.values.get_mut(self.frame.values + slot).ok_or_else(no_slot)
    }

    fn take(&mut self, slot: Slot) -> Eval {
        match std::mem::replace(self.slot(slot)?, Value::Empty) {
            Value::Empty => Err(stuck("a variable has no value")),
            value => Ok(value),
        }
    }

    fn read(&mut self, read: Read) -> Eval {
        match self.peek(read.slot)? {
            Value::Empty => Err(stuck("a variable has no value")),
            value if !read.last || matches!(value, Value::Type(_)) => Ok(value.clone()),
            _ => self.take(read.slot),
        }
    }

    fn set(&mut self, slot: Slot, value: Value) -> Eval<()> {
        *self.slot(slot)? = value;
        Ok(())
    }

    /// Binds an irrefutable pattern.
    pub fn bind(&mut self, pattern: &Pattern, value: Value) -> Eval<()> {
        match (pattern, value) {
            (Pattern::Word(slot, _), value) => self.set_word(*slot, u64::of_value(value)?),
            (Pattern::Slot(slot), value) => self.set(*slot, value),
            (Pattern::Ignore | Pattern::Literal(_), _) => Ok(()),
            (Pattern::Record(parts), Value::Record(values)) => match Rc::try_unwrap(values) {
                Ok(values) => self.bind_parts(parts, values.into_iter()),
                Err(shared) => self.bind_parts(parts, shared.iter().cloned()),
            },
            (Pattern::Variant(_, parts), Value::Variant(_, payload)) => match Rc::try_unwrap(payload) {
                Ok(payload) => self.bind_parts(parts, payload.into_values()),
                Err(shared) => self.bind_parts(parts, shared.values()),
            },
            (Pattern::Record(_) | Pattern::Variant(..), _) => Err(ill_typed("a pattern")),
        }
    }

    fn bind_parts(&mut self, parts: &[Pattern], values: impl Iterator<Item = Value>) -> Eval<()> {
        parts.iter().zip(values).try_for_each(|(part, value)| self.bind(part, value))
    }

    /// Evaluates an expression and binds its value. A record that a pattern takes apart at once is not allocated.
    fn bind_to(&mut self, pattern: &Pattern, node: &Node) -> Eval<()> {
        match (pattern, &node.op) {
            (Pattern::Word(slot, _), _) => {
                let word = self.operand(node)?;
                self.set_word(*slot, word)
            }
            (Pattern::Record(parts), Op::Record(fields)) => self.bind_fields(parts, fields),
            (Pattern::Record(_), Op::Block(bindings, body)) => {
                self.bindings(bindings)?;
                self.bind_to(pattern, body)
            }
            (Pattern::Record(_), Op::If(parts)) => {
                let [condition, yes, no] = &**parts;
                let branch = if self.boolean(condition)? { yes } else { no };
                self.bind_to(pattern, branch)
            }
            _ => {
                let value = self.eval(node)?;
                self.bind(pattern, value)
            }
        }
    }

    /// Evaluates a record's fields and binds them to the parts of a pattern. Because a field may read the previous
    /// value of a variable that the pattern binds, all fields are evaluated first.
    fn bind_fields(&mut self, parts: &[Pattern], fields: &[Node]) -> Eval<()> {
        for (part, field) in parts.iter().zip(fields) {
            match part {
                Pattern::Word(..) => {
                    let word = self.operand(field)?;
                    self.words.push(word);
                }
                _ => {
                    let value = self.eval(field)?;
                    self.values.push(value);
                }
            }
        }
        for part in parts.iter().rev() {
            match part {
                Pattern::Word(slot, _) => {
                    let word = self.words.pop().ok_or_else(no_slot)?;
                    self.set_word(*slot, word)?;
                }
                _ => {
                    let value = self.values.pop().ok_or_else(no_slot)?;
                    self.bind(part, value)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the value in the slots of a pattern that ignores nothing, moving it out of the slots.
    fn unbind(&mut self, pattern: &Pattern) -> Eval {
        match pattern {
            Pattern::Word(slot, ty) => Ok(Value::of_word(self.word(*slot)?, *ty)),
            Pattern::Slot(slot) => self.take(*slot),
            Pattern::Record(parts) => Ok(Value::record(self.unbind_parts(parts)?)),
            Pattern::Variant(name, parts) => {
                let values = self.unbind_parts(parts)?;
                Ok(Value::Variant(*name, self.hold(values)?))
            }
            Pattern::Ignore | Pattern::Literal(_) => Err(ill_typed("a loop")),
        }
    }

    fn unbind_parts(&mut self, parts: &[Pattern]) -> Eval<Vec<Value>> {
        parts.iter().map(|part| self.unbind(part)).collect()
    }

    /// Whether the pattern matches the value.
    fn matches(pattern: &Pattern, value: &Value) -> bool {
        match (pattern, value) {
            (Pattern::Word(..) | Pattern::Slot(_) | Pattern::Ignore, _) => true,
            (Pattern::Record(parts), Value::Record(values)) => {
                parts.iter().zip(values.iter()).all(|(part, value)| Self::matches(part, value))
            }
            (Pattern::Variant(name, parts), Value::Variant(other, payload)) => {
                // Most parts match any value.
                let is_any = |part: &Pattern| matches!(part, Pattern::Word(..) | Pattern::Slot(_) | Pattern::Ignore);
                let fits = |(part, value): (&Pattern, Value)| Self::matches(part, &value);
                name == other && (parts.iter().all(is_any) || parts.iter().zip(payload.values()).all(fits))
            }
            (Pattern::Literal(literal), Value::Scalar(scalar)) => {
                value::op::compare(value::CmpOp::Eq, *literal, *scalar) == Some(true)
            }
            _ => false,
        }
    }

    // Types at run time

    /// Returns the layout that a shape has now, with the sizes and type parameters in the frame.
    pub fn layout(&mut self, shape: &Shape) -> Eval<Rc<Layout>> {
        Ok(match shape {
            Shape::Known(layout) => Rc::clone(layout),
            Shape::Param(slot) => match self.peek(*slot)? {
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
                    Some(SizeOf::Word(slot)) => usize::try_from(self.word(*slot)? as i64).unwrap_or(0),
                };
                Rc::new(Layout::Array(self.layout(elem)?, size))
            }
        })
    }

    fn type_values(&mut self, types: &[Shape]) -> Eval<Vec<Value>> {
        types.iter().map(|ty| self.layout(ty).map(Value::Type)).collect()
    }

    // Functions

    fn closure(&mut self, function: &Rc<Function>, captures: &[Node]) -> Eval {
        let mut values = vec![Value::Empty; function.type_params];
        for capture in captures {
            values.push(self.eval(capture)?);
        }
        Ok(Value::Closure(Rc::clone(function), self.hold(values)?))
    }

    /// Returns a local polymorphic function with its type arguments filled in.
    fn instantiate(&mut self, read: Read, types: &[Shape]) -> Eval {
        let types = self.type_values(types)?;
        let Value::Closure(function, known) = self.read(read)? else { return Err(ill_typed("a function")) };
        let mut known = Payload::values_of(known);
        known.iter_mut().zip(types).for_each(|(place, ty)| *place = ty);
        Ok(Value::Closure(function, self.hold(known)?))
    }

    fn function(&self, id: DefId) -> Eval<Rc<Function>> {
        let code = self.codes.get(id.index());
        let function = code.map(|code| if self.calls < self.limits.direct { &code.direct } else { &code.deep });
        function.map(Rc::clone).ok_or_else(|| stuck("there is no such definition"))
    }

    /// Returns the value of a definition: a closure, or the value of a constant, computed at its first use.
    fn def_value(&mut self, id: DefId, types: &[Shape], span: Span) -> Eval {
        let function = self.function(id)?;
        if function.params > 0 {
            let known = self.type_values(types)?;
            return Ok(Value::Closure(function, self.hold(known)?));
        }
        if let Some(Some(value)) = self.constants.get(id.index()) {
            self.enters(value, span)?;
            return Ok(value.clone());
        }
        let types = self.type_values(types)?;
        let closed = types.is_empty();
        // The host computes constants.
        let accelerated = std::mem::take(&mut self.accelerated);
        let value = self.call(&function, types, span);
        self.accelerated = accelerated;
        let value: Value = value?;
        self.enters(&value, span)?;
        if let (true, Some(place)) = (closed, self.constants.get_mut(id.index())) {
            *place = Some(value.clone());
        }
        Ok(value)
    }

    fn apply_node<R: Outcome>(&mut self, function: &Node, args: &[Node], span: Span) -> Eval<R> {
        if let Op::Def(id, types) = &function.op {
            let callee = self.function(*id)?;
            if callee.params == args.len() {
                return self.call_def(&callee, types, args, span);
            }
        }
        let function = self.eval(function)?;
        let args = self.list(args)?;
        R::of_value(self.apply(function, args, span)?)
    }

    /// Applies a function to arguments. With fewer than it takes, the result is a function; further ones are given to
    /// the function that it returns.
    pub fn apply(&mut self, mut function: Value, mut args: Vec<Value>, span: Span) -> Eval {
        loop {
            let Value::Closure(code, known) = function else { return Err(ill_typed("a function")) };
            let mut known = Payload::values_of(known);
            let missing = code.places.len().saturating_sub(known.len());
            if args.len() < missing {
                known.append(&mut args);
                return Ok(Value::Closure(code, self.hold(known)?));
            }
            let rest = args.split_off(missing);
            function = self.call(&code, known.into_iter().chain(args), span)?;
            if rest.is_empty() {
                return Ok(function);
            }
            args = rest;
        }
    }

    /// Applies a function without consuming its value, for array operations.
    pub fn apply_again<const N: usize>(&mut self, function: &Value, args: [Value; N], span: Span) -> Eval {
        if let Value::Closure(code, known) = function
            && known.len() + N == code.places.len()
        {
            return self.call(code, known.values().chain(args), span);
        }
        self.apply(function.clone(), args.into(), span)
    }

    fn call_def<R: Outcome>(&mut self, callee: &Function, types: &[Shape], args: &[Node], span: Span) -> Eval<R> {
        let frame = self.call_frame(callee, types, args)?;
        self.enter(callee, frame, span)
    }

    /// Schedules a call to run after the current code returns. Callers ignore the returned value.
    fn run_next<R: Outcome>(&mut self, id: DefId, types: &[Shape], args: &[Node], call: Option<Span>) -> Eval<R> {
        let function = self.function(id)?;
        let frame = self.call_frame(&function, types, args)?;
        self.next = Some(Next { function, frame, call });
        Ok(R::of_word(0, ScalarType::Bool))
    }

    /// Evaluates code that contains calls, and what follows it. If a call is to run first, the machine continues with
    /// `Work::Rest` later.
    fn then<'n, R: Outcome>(&mut self, mut first: &'n Node, mut then: &'n Rc<Then>) -> Eval<R> {
        loop {
            make_room(&mut self.returns, 1)?;
            self.returns.push(Return { then: Rc::clone(then), frame: self.frame, call: Span::NOWHERE });
            match &then.pattern {
                Pattern::Word(slot, _) => {
                    let word: u64 = self.eval(first)?;
                    if self.next.is_none() {
                        self.set_word(*slot, word)?;
                    }
                }
                pattern => {
                    let value: Value = self.eval(first)?;
                    if self.next.is_none() {
                        self.bind(pattern, value)?;
                    }
                }
            }
            if self.next.is_some() {
                return Ok(R::of_word(0, ScalarType::Bool));
            }
            self.returns.pop();
            // A long chain of bindings with calls must not be nested.
            match &then.rest.op {
                Op::Block(bindings, body) if let Op::Then(next, rest) = &body.op => {
                    self.bindings(bindings)?;
                    (first, then) = (next, rest);
                }
                _ => return self.eval(&then.rest),
            }
        }
    }

    /// Reserves a frame for a call of a definition, and evaluates the type arguments and arguments into it.
    fn call_frame(&mut self, callee: &Function, types: &[Shape], args: &[Node]) -> Eval<Frame> {
        let frame = self.reserve(callee)?;
        let (type_places, places) = callee.places.split_at_checked(types.len()).ok_or_else(no_slot)?;
        for (place, ty) in type_places.iter().zip(types) {
            let layout = self.layout(ty)?;
            self.pass(frame, *place, Value::Type(layout))?;
        }
        for (place, arg) in places.iter().zip(args) {
            match place {
                Place::Word(slot, _) => {
                    let word = self.operand(arg)?;
                    *self.words.get_mut(frame.words + slot).ok_or_else(no_slot)? = word;
                }
                Place::Value(_) => {
                    let value = self.eval(arg)?;
                    self.pass(frame, *place, value)?;
                }
            }
        }
        Ok(frame)
    }

    /// Calls a function with values for all its places: type arguments, captured variables, arguments.
    fn call(&mut self, callee: &Function, args: impl IntoIterator<Item = Value>, span: Span) -> Eval {
        let frame = self.reserve(callee)?;
        for (place, arg) in callee.places.iter().zip(args) {
            self.pass(frame, *place, arg)?;
        }
        self.enter(callee, frame, span)
    }

    /// Reserves a frame on top of the stacks. After a failure it is not removed, because the run ends.
    fn reserve(&mut self, function: &Function) -> Eval<Frame> {
        let frame = Frame { words: self.words.len(), values: self.values.len() };
        make_room(&mut self.words, function.words)?;
        make_room(&mut self.values, function.values)?;
        self.words.resize(frame.words + function.words, 0);
        self.values.resize(frame.values + function.values, Value::Empty);
        Ok(frame)
    }

    /// Stores an argument in the frame of a function that is not running yet.
    fn pass(&mut self, frame: Frame, place: Place, value: Value) -> Eval<()> {
        match place {
            Place::Word(slot, _) => {
                let word = u64::of_value(value)?;
                *self.words.get_mut(frame.words + slot).ok_or_else(no_slot)? = word;
            }
            Place::Value(slot) => *self.values.get_mut(frame.values + slot).ok_or_else(no_slot)? = value,
        }
        Ok(())
    }

    /// Calls a function whose frame holds the arguments, and removes the frame afterwards.
    fn enter<R: Outcome>(&mut self, function: &Function, frame: Frame, span: Span) -> Eval<R> {
        self.charge(1)?;
        let (caller, nesting) = (self.frame, self.nesting);
        self.frame = frame;
        self.calls += 1;
        if self.calls > self.limits.calls {
            return Err(Box::new(base::stack::too_deep()));
        }
        let returns = self.returns.len();
        let value = self.run_all(function, nesting);
        self.words.truncate(frame.words);
        self.values.truncate(frame.values);
        self.calls -= 1;
        (self.frame, self.nesting) = (caller, nesting);
        value.map_err(|mut stop| {
            for frame in self.returns.drain(returns..).rev() {
                stop = called_from(stop, frame.call);
            }
            if function.is_def { called_from(stop, span) } else { stop }
        })
    }

    /// Runs a function, and all that it schedules, on a stack with enough room. `nesting` is the number of expressions
    /// being evaluated around the call.
    fn run_all<R: Outcome>(&mut self, function: &Function, nesting: usize) -> Eval<R> {
        base::stack::with_room(|| {
            let base = self.returns.len();
            self.nest(function, nesting)?;
            let value = self.run(function)?;
            match self.next.take() {
                None => Ok(value),
                Some(next) => self.run_scheduled(next, base, nesting),
            }
        })
    }

    /// Runs a function, and all that it schedules, until the value that returns to no part above `base`.
    fn run_scheduled<R: Outcome>(&mut self, next: Next, base: usize, nesting: usize) -> Eval<R> {
        let mut work = self.take_up(next, nesting)?;
        loop {
            if self.returns.len() == base {
                let value = self.work(&work)?;
                let Some(next) = self.next.take() else { return Ok(value) };
                work = self.take_up(next, nesting)?;
                continue;
            }
            let is_word = self.returns.last().is_some_and(|top| matches!(top.then.pattern, Pattern::Word(..)));
            let (word, value) = match is_word {
                true => (self.work(&work)?, Value::Empty),
                false => (0, self.work(&work)?),
            };
            if let Some(next) = self.next.take() {
                work = self.take_up(next, nesting)?;
                continue;
            }
            let Some(Return { then, frame, .. }) = self.returns.pop() else { return Err(no_slot()) };
            // Each frame has a word.
            if frame.words != self.frame.words {
                self.words.truncate(self.frame.words);
                self.values.truncate(self.frame.values);
                self.values.resize(frame.values + then.values, Value::Empty);
                self.frame = frame;
            }
            match &then.pattern {
                Pattern::Word(slot, _) => self.set_word(*slot, word)?,
                pattern => self.bind(pattern, value)?,
            }
            work = Work::Rest(then);
        }
    }

    fn work<R: Outcome>(&mut self, work: &Work) -> Eval<R> {
        match work {
            Work::Function(function) => self.run(function),
            Work::Rest(then) => self.eval(&then.rest),
        }
    }

    /// Makes the frame of a scheduled call the running one.
    fn take_up(&mut self, next: Next, nesting: usize) -> Eval<Work> {
        self.charge(1)?;
        let Next { function, frame, call } = next;
        match call {
            None => {
                self.words.drain(self.frame.words..frame.words);
                self.values.drain(self.frame.values..frame.values);
            }
            Some(place) => {
                self.frame = Frame { values: self.without_empty_slots(frame.values), ..frame };
                if let Some(top) = self.returns.last_mut() {
                    top.call = place;
                }
                let bytes = size_of::<u64>() * self.words.len()
                    + size_of::<Value>() * self.values.len()
                    + size_of::<Return>() * self.returns.len();
                if bytes > self.limits.frames {
                    return Err(Box::new(base::stack::too_deep()));
                }
            }
        }
        self.nest(&function, nesting)?;
        Ok(Work::Function(function))
    }

    /// Removes the empty slots at the end of the running frame, on top of which a new one starts at `end`. Returns the
    /// new frame's start.
    fn without_empty_slots(&mut self, end: usize) -> usize {
        let own = self.values.get(self.frame.values..end).unwrap_or(&[]);
        let empty = own.iter().rev().take_while(|value| matches!(value, Value::Empty)).count();
        self.values.drain(end - empty..end);
        end - empty
    }

    /// Counts the expressions that a function evaluates at once.
    fn nest(&mut self, function: &Function, nesting: usize) -> Eval<()> {
        self.nesting = nesting + function.depth;
        if self.nesting > self.limits.nesting { Err(Box::new(base::stack::too_deep())) } else { Ok(()) }
    }

    fn run<R: Outcome>(&mut self, function: &Function) -> Eval<R> {
        if let (Some(seam), Some(device)) = (&function.seam, self.device.clone()) {
            return R::of_value(self.on_device(seam, &device, &function.places)?);
        }
        for (slot, pattern) in &function.unpack {
            let value = self.take(*slot)?;
            self.bind(pattern, value)?;
        }
        self.eval(&function.body)
    }

    /// Runs an accelerated definition on the device. `places` are the slots of its arguments.
    fn on_device(&mut self, seam: &Entry, device: &Device, places: &[Place]) -> Eval {
        let mut leaves = Vec::new();
        for (param, place) in seam.params.iter().zip(places) {
            let value = match place {
                Place::Word(slot, ty) => Value::of_word(self.word(*slot)?, *ty),
                Place::Value(slot) => self.take(*slot)?,
            };
            leaves.extend(entry::leaves(&param.ty, &value).map_err(Box::new)?);
        }
        let results = device(seam.name.as_str(), leaves).map_err(Box::new)?;
        entry::value(&seam.result.ty, results).map_err(Box::new)
    }

    // Control

    pub fn list(&mut self, nodes: &[Node]) -> Eval<Vec<Value>> {
        let mut values = Vec::with_capacity(nodes.len());
        for node in nodes {
            values.push(self.eval(node)?);
        }
        Ok(values)
    }

    pub fn array_value(&mut self, node: &Node) -> Eval<Array> {
        match self.eval(node)? {
            Value::Array(array) => Ok(array),
            _ => Err(ill_typed("an array")),
        }
    }

    fn bindings(&mut self, bindings: &[(Pattern, Node)]) -> Eval<()> {
        bindings.iter().try_for_each(|(pattern, value)| self.bind_to(pattern, value))
    }

    /// Evaluates a `match`. `literals` finds the first case that can match a scalar.
    fn match_on<R: Outcome>(
        &mut self,
        subject: &Node,
        literals: &Literals,
        cases: &[(Pattern, Node)],
        span: Span,
    ) -> Eval<R> {
        let value = self.eval(subject)?;
        for (pattern, body) in cases.get(literals.start(&value)..).unwrap_or_default() {
            if Self::matches(pattern, &value) {
                self.bind(pattern, value)?;
                return self.eval(body);
            }
        }
        Err(Box::new(Stop::Stuck { message: "no case matches".to_owned(), span }))
    }

    /// Runs a loop. The slots of its pattern hold the state.
    fn loop_over<R: Outcome>(&mut self, looped: &Loop) -> Eval<R> {
        let Loop { pattern, init, form, body } = looped;
        self.bind_to(pattern, init)?;
        match form {
            Form::For(counter, bound) => {
                let bound = self.integer(bound)?;
                for i in 0..bound {
                    self.charge(1)?;
                    self.set_word(*counter, i as u64)?;
                    self.bind_to(pattern, body)?;
                }
            }
            Form::ForIn(element, array) => {
                let array = self.array_value(array)?;
                for i in 0..array.len() {
                    self.charge(1)?;
                    self.bind(element, array.row(i))?;
                    self.bind_to(pattern, body)?;
                }
            }
            Form::While(condition) => {
                while self.boolean(condition)? {
                    self.charge(1)?;
                    self.bind_to(pattern, body)?;
                }
            }
        }
        match pattern {
            Pattern::Word(slot, ty) => Ok(R::of_word(self.word(*slot)?, *ty)),
            _ => R::of_value(self.unbind(pattern)?),
        }
    }

    /// Returns a field of a record. It is moved if the record has no other owner.
    fn field(&mut self, record: &Node, position: usize) -> Eval {
        if let Op::Read(read) = &record.op
            && !read.last
            && let Value::Record(fields) = self.peek(read.slot)?
        {
            return fields.get(position).cloned().ok_or_else(|| ill_typed("a record"));
        }
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

    /// Returns the built array. If it is empty, `shape` is the shape of its elements.
    pub fn finish(&mut self, builder: Builder, shape: &Shape) -> Eval {
        let layout = self.layout(shape)?;
        Ok(Value::Array(builder.finish(&layout)))
    }

    fn ensure<R: Outcome>(&mut self, ensure: &Ensure, span: Span) -> Eval<R> {
        if self.boolean(&ensure.condition)? {
            return self.eval(&ensure.then);
        }
        let values = self.list(&ensure.values)?;
        let shown: Vec<String> = values.iter().map(Value::show).collect();
        Err(fail(&ensure.message, &shown, span))
    }
}

/// Makes room on a stack. Without memory for it, calls are nested too deep.
#[inline]
fn make_room<T>(stack: &mut Vec<T>, more: usize) -> Eval<()> {
    stack.try_reserve(more).map_err(|_| Box::new(base::stack::too_deep()))
}

#[cold]
fn no_slot() -> Box<Stop> {
    stuck("a variable has no slot")
}

/// Adds a call to the trace of a failure.
fn called_from(mut stop: Box<Stop>, span: Span) -> Box<Stop> {
    if let Stop::Failure(failure) = &mut *stop
        && !span.is_nowhere()
    {
        failure.add_places(&[span]);
    }
    stop
}

/// Returns the failure for rows that differ in shape.
pub(super) fn irregular((found, expected): (Vec<usize>, Vec<usize>), span: Span) -> Box<Stop> {
    shapes_differ(messages::irregular, &found, &expected, span)
}

/// Returns the failure for two shapes that differ, whose message shows the sizes found and the sizes expected.
pub(super) fn shapes_differ(
    template: fn(usize) -> Template,
    found: &[usize],
    expected: &[usize],
    span: Span,
) -> Box<Stop> {
    let values = numbers(&[found, expected].concat());
    fail(&template(expected.len()), &values, span)
}
