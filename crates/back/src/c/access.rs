//! Statements that access memory: of a host with all memory, of a host whose device also has memory, and of kernels.

use crate::c::exp::{Side, c_type, kernel_type};
use crate::c::function::{FunctionWriter, line};
use base::Name;
use imp::def::{Exp, Stm};
use imp::walk;
use value::{BinOp, ScalarType};

impl FunctionWriter<'_> {
    /// Whether the statement itself accesses memory that may be on the device.
    pub fn is_remote(&self, stm: &Stm) -> bool {
        let accesses = match stm {
            Stm::Write { memory, .. } | Stm::Atomic { memory, .. } => self.variables.is_remote(*memory),
            Stm::Copy { to, from, .. } => self.variables.is_remote(*to) || self.variables.is_remote(*from),
            _ => false,
        };
        accesses || walk::expressions(stm).any(|exp| self.variables.reads_remote(exp))
    }

    /// Leaves the function if an access has failed since the last check. Between them, accesses after a failed one are
    /// no-ops.
    pub fn check_accesses(&mut self) {
        line!(self, "err = rista_take_err(ctx);");
        self.leave_on_error(&[]);
    }

    pub fn write_element(&mut self, memory: Name, elem: ScalarType, index: &Exp, value: &Exp) {
        let (index, value) = (self.variables.index(index), self.variables.written(value));
        if self.variables.is_remote(memory) {
            let (memory, c, bytes) = (self.variable(memory), c_type(elem), elem.bytes());
            return self
                .lines
                .add(format_args!("rista_write_at(ctx, {memory}, ({index}) * {bytes}, &({c}){{{value}}}, {bytes});"));
        }
        let element = self.variables.element(memory, elem, false, index);
        self.lines.add(format_args!("{element} = {value};"));
    }

    /// Writes C that copies `count` elements of `from` to `to`.
    pub fn copy(&mut self, elem: ScalarType, to: (Name, &Exp), from: (Name, &Exp), count: &Exp) {
        if self.is_in_kernel() {
            return self.copy_each(elem, to, from, count);
        }
        let (to_offset, from_offset, count) =
            (self.variables.written(to.1), self.variables.written(from.1), self.variables.written(count));
        let (bytes, c) = (elem.bytes(), c_type(elem));
        let (to, from, are_remote) = (
            self.variable(to.0),
            self.variable(from.0),
            (self.variables.is_remote(to.0), self.variables.is_remote(from.0)),
        );
        let text = match are_remote {
            (false, false) => {
                format!("rista_copy({to}, {to_offset}, {from}, {from_offset}, {count}, sizeof({c}));")
            }
            (true, true) => format!(
                "rista_copy_at(ctx, {to}, ({to_offset}) * {bytes}, {from}, ({from_offset}) * {bytes}, ({count}) * {bytes});"
            ),
            (true, false) => format!(
                "rista_write_at(ctx, {to}, ({to_offset}) * {bytes}, {from} + ({from_offset}), ({count}) * {bytes});"
            ),
            (false, true) => format!(
                "rista_copy({to}, {to_offset}, rista_read_at(ctx, {from}, ({from_offset}) * {bytes}, ({count}) * {bytes}), 0, {count}, sizeof({c}));"
            ),
        };
        line!(self, "{text}");
    }

    /// Writes a loop that copies `count` elements between two memories. Each comes with the index of the first element.
    fn copy_each(&mut self, elem: ScalarType, to: (Name, &Exp), from: (Name, &Exp), count: &Exp) {
        let target = self.variables.element(to.0, elem, false, "to + i");
        let source = self.variables.element(from.0, elem, true, "from + i");
        let c = if self.variables.bounds(count).is_index() { "rista_index" } else { "int64_t" };
        let count = self.variables.written(count).to_string();
        let offsets = format!("to = {}, from = {}", self.variables.index(to.1), self.variables.index(from.1));
        line!(self, "{{");
        line!(self, "  const rista_offset {offsets};");
        line!(self, "  for ({c} i = 0, end = {count}; i < end; i++)");
        line!(self, "    {target} = {source};");
        line!(self, "}}");
    }

    /// Writes an atomic update of an element to `value`, in which `old` is its value before.
    pub fn atomic(&mut self, memory: Name, elem: ScalarType, index: &Exp, old: Name, value: &Exp) {
        let reads = walk::variables(value).contains(&old);
        match self.variables.side {
            Side::Host => self.task_atomic(memory, elem, index, (old, reads), value),
            _ if !reads => self.write_element(memory, elem, index, value),
            Side::Kernel => self.kernel_atomic(memory, elem, index, old, value),
            Side::HostOfDevice => {
                // A single thread runs this code.
                let read = Exp::Read { memory, elem, index: Box::new(index.clone()) };
                line!(self, "{{");
                self.lines.indent += 1;
                let read = self.variables.written(&read).to_string();
                line!(self, "const {} {old} = {read};", c_type(elem));
                self.write_element(memory, elem, index, value);
                self.lines.indent -= 1;
                line!(self, "}}");
            }
        }
    }

    /// Writes an atomic update in a task, beside those of other threads. `reads`: whether the new value depends on the
    /// old one.
    fn task_atomic(&mut self, memory: Name, elem: ScalarType, index: &Exp, (old, reads): (Name, bool), value: &Exp) {
        let c = c_type(elem);
        let element = self.variables.element(memory, elem, false, self.variables.written(index));
        if let Some((operation @ (BinOp::Add | BinOp::Xor), other)) = operation_on(old, value)
            && elem.is_integer()
        {
            let (name, other) = (operation.name(), self.variables.written(other).to_string());
            return line!(self, "__atomic_fetch_{name}(&{element}, {other}, __ATOMIC_RELAXED);");
        }
        let value = self.variables.written(value).to_string();
        line!(self, "{{");
        if reads {
            // An update that changes nothing needs no exchange. Floats are exchanged in any case, because equal ones
            // may differ in their bits.
            let changes = if elem.is_float() { String::new() } else { format!("new != {old} && ") };
            line!(self, "  {c} *at = &{element}, {old}, new;");
            line!(self, "  __atomic_load(at, &{old}, __ATOMIC_RELAXED);");
            line!(self, "  do");
            line!(self, "    new = {value};");
            let order = "false, __ATOMIC_RELAXED, __ATOMIC_RELAXED";
            line!(self, "  while ({changes}!__atomic_compare_exchange(at, &{old}, &new, {order}));");
        } else {
            line!(self, "  {c} new = {value};");
            line!(self, "  __atomic_store(&{element}, &new, __ATOMIC_RELAXED);");
        }
        line!(self, "}}");
    }

    /// Writes an atomic update in a kernel: an atomic function of the device if there is one, otherwise a loop.
    fn kernel_atomic(&mut self, memory: Name, elem: ScalarType, index: &Exp, old: Name, value: &Exp) {
        let space = self.space(memory);
        if space == Space::Private {
            let read = Exp::Read { memory, elem, index: Box::new(index.clone()) };
            let read = self.variables.written(&read).to_string();
            line!(self, "{{");
            self.lines.indent += 1;
            line!(self, "const {} {old} = {read};", kernel_type(elem));
            self.write_element(memory, elem, index, value);
            self.lines.indent -= 1;
            return line!(self, "}}");
        }
        let space = space.name();
        if let Some((operation, other)) = in_hardware(elem, old, value) {
            let bits = elem.bits();
            let is_ordered = matches!(operation, BinOp::Min | BinOp::Max);
            let c = if is_ordered { c_type(elem).to_owned() } else { format!("uint{bits}_t") };
            let element = self.variables.element(memory, elem, false, self.variables.index(index));
            let (name, other) = (operation.name().to_uppercase(), self.variables.written(other).to_string());
            return line!(self, "RISTA_ATOMIC_{name}_{bits}(({space} {c} *)&{element}, ({c})({other}));");
        }
        self.exchange_loop(memory, elem, index, old, value, space);
    }

    /// Writes a compare-and-exchange loop on the element, or on the word that contains the element.
    fn exchange_loop(&mut self, memory: Name, elem: ScalarType, index: &Exp, old: Name, value: &Exp, space: &str) {
        let element = self.variables.element(memory, elem, false, self.variables.index(index));
        let value = self.variables.written(value).to_string();
        let (bits, width) = (elem.bits(), if elem.bits() == 64 { 64 } else { 32 });
        let word = format!("uint{width}_t");
        line!(self, "{{");
        self.lines.indent += 1;
        if bits >= 32 {
            line!(self, "volatile {space} {word} *at = (volatile {space} {word} *)&{element};");
        } else {
            line!(self, "const size_t place = (size_t)&{element};");
            line!(self, "volatile {space} {word} *at = (volatile {space} {word} *)(place & ~(size_t)3);");
            line!(self, "const uint32_t shift = (uint32_t)(place & 3) * 8, mask = UINT{bits}_MAX;");
        }
        let part = if bits >= 32 { "found".to_owned() } else { "(found >> shift & mask)".to_owned() };
        line!(self, "{word} found = *at, seen;");
        line!(self, "do {{");
        self.lines.indent += 1;
        line!(self, "const {} {old} = {};", c_type(elem), of_bits(elem, &part));
        line!(self, "const {word} made = {};", bits_of(elem, &value));
        line!(self, "seen = found;");
        let whole = if bits >= 32 { "made" } else { "(seen & ~(mask << shift)) | made << shift" };
        line!(self, "found = RISTA_COMPARE_EXCHANGE_{width}(at, seen, {whole});");
        self.lines.indent -= 1;
        line!(self, "}} while (found != seen);");
        self.lines.indent -= 1;
        line!(self, "}}");
    }

    /// Returns the address space of a kernel's memory.
    fn space(&self, memory: Name) -> Space {
        match self.variables.arrays.contains(&memory) {
            true if self.shared.contains(&memory) => Space::Local,
            true => Space::Private,
            false => Space::Global,
        }
    }
}

/// Address spaces that kernels write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Space {
    Global,
    Local,
    Private,
}

impl Space {
    fn name(self) -> &'static str {
        match self {
            Space::Global => "RISTA_GLOBAL",
            Space::Local => "RISTA_LOCAL",
            Space::Private => "",
        }
    }
}

/// If devices have an atomic instruction for the update, returns its operation and second operand.
fn in_hardware(elem: ScalarType, old: Name, value: &Exp) -> Option<(BinOp, &Exp)> {
    let (operation, other) = operation_on(old, value)?;
    let known = [BinOp::Add, BinOp::Min, BinOp::Max, BinOp::And, BinOp::Or, BinOp::Xor].contains(&operation);
    let is_word = elem.is_integer() && elem.bits() >= 32;
    (known && is_word).then_some((operation, other))
}

/// If the value is a single operation on the old element and another value, returns the operation and that value.
fn operation_on(old: Name, value: &Exp) -> Option<(BinOp, &Exp)> {
    let Exp::Bin(operation, a, b) = value else { return None };
    let other = match (&**a, &**b) {
        (Exp::Var(name), other) | (other, Exp::Var(name)) if *name == old => other,
        _ => return None,
    };
    (!walk::variables(other).contains(&old)).then_some((*operation, other))
}

/// Returns C code that converts a word to the element.
fn of_bits(elem: ScalarType, word: &str) -> String {
    match elem {
        ScalarType::F32 => format!("rista_f32_of_bits({word})"),
        ScalarType::F64 => format!("rista_f64_of_bits({word})"),
        ScalarType::Bool => format!("{word} != 0"),
        _ => format!("({}){word}", c_type(elem)),
    }
}

/// Returns C code for the bits of a value of the element's type, with zeros above them.
fn bits_of(elem: ScalarType, value: &str) -> String {
    match elem {
        ScalarType::F32 => format!("rista_bits_f32({value})"),
        ScalarType::F64 => format!("rista_bits_f64({value})"),
        ScalarType::Bool => format!("({value}) ? 1 : 0"),
        _ => format!("(uint{}_t)({value})", elem.bits()),
    }
}
