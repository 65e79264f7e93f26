//! The rules for programs that say what is accelerated (`Prim::Accelerate`), as errors of the user's.
//!
//! A front end judges the program that it has made, and `outline` judges the first-order one. The first finds most
//! errors where the user wrote them, and in functions that are never applied. The second also sees the functions and
//! types that polymorphic code gets. Both have the rules of "Expression Acceleration", Figs. 7 and 11, but allow more:
//! recursion, functions as arguments, data types that are not recursive, patterns of all kinds.

use super::is_parallel;
use crate::calls::{Calls, is_constant};
use crate::def::{Data, DefId, Expr, ExprKind, LoopForm, Prim, Program, Type};
use crate::outline::{
    Definitions, Reason, constant_text, definitions_with_loops, fold_stays, recursion_stays, recursive_datas,
};
use crate::sides::views;
use crate::walk::{for_each_child, for_each_expr, free_variables};
use base::entity::EntityRef;
use base::{Code, Diagnostic, Span, Symbol};
use rustc_hash::FxHashSet;

const NOTHING_PARALLEL: Code = Code("E0801");
const CLASSES: Code = Code("E0802");
const NESTED: Code = Code("E0803");
const BROKEN_RULE: Code = Code("E0804");
const EFFECT: Code = Code("E0805");
const CROSSES: Code = Code("E0806");

/// Returns the errors of all accelerated expressions: each rule at most once for an expression. `first_order` says whether
/// functions are known, so that folds with associative operators are seen.
pub fn judge(program: &Program, first_order: bool) -> Vec<Diagnostic> {
    let [host, accelerated] = views(program);
    let program = &*accelerated;
    let calls = Calls::of(program);
    let (recursive, loops) = (calls.on_cycles(), definitions_with_loops(program, &calls));
    let recursive_datas = recursive_datas(&program.datas);
    let mut errors = Vec::new();
    for def in host.defs.values() {
        nodes(&def.body, &mut |node| {
            let mut judge = Judge {
                program,
                recursive: &recursive,
                recursive_datas: &recursive_datas,
                loops: &loops,
                first_order,
                place: node.span,
                side: Side::Device,
                open: Vec::new(),
                seen: FxHashSet::default(),
                parallel: false,
                has_fault: false,
                similar: None,
                errors: Vec::new(),
            };
            judge.node(node);
            errors.append(&mut judge.errors);
        });
    }
    errors.dedup();
    errors
}

/// Visits the outermost accelerated expressions.
fn nodes<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::Prim(Prim::Accelerate, _) => visit(expr),
        _ => for_each_child(expr, &mut |child| nodes(child, visit)),
    }
}

/// What runs the code that is judged.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    /// The device, in an expression without loops.
    Device,
    /// The host, in an expression with loops. The place is that of the array operation whose function is judged, if one
    /// is.
    Host(Option<Span>),
    /// The device, in a loop.
    Loop,
}

/// A reason why a type cannot occur on a device.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    /// A recursive data type (WF-TX-GR).
    Recursive,
    /// A reference (WF-EX-CONST).
    Reference,
    /// A tensor (WF-TC-TEN).
    Tensor,
    /// A function that is chosen at run time, and may hold another one of its kind (WF-EX-MATCH, WF-TX-REC,
    /// WF-TX-SEQ). `closures` makes sums of all others.
    Function,
}

impl Fault {
    fn rule(self) -> &'static str {
        match self {
            Fault::Recursive => "WF-TX-GR",
            Fault::Reference => "WF-EX-CONST",
            Fault::Tensor => "WF-TC-TEN",
            Fault::Function => "WF-EX-MATCH",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Fault::Recursive => "has a recursive data type",
            Fault::Reference => "is or has a reference",
            Fault::Tensor => "is or has a tensor",
            Fault::Function => "has a function that may hold functions of its own kind",
        }
    }

    fn reason(self, side: Side) -> &'static str {
        match self {
            Fault::Tensor if side == Side::Loop => "in a loop the elements of tensors are numbers",
            Fault::Reference => "a device has no references",
            Fault::Tensor => "operations on sequences know no tensors; use `loop`, or a sequence",
            Fault::Recursive => "a device has no values of unlimited size other than sequences",
            Fault::Function => {
                "a function that is chosen at run time cannot hold functions on a device; apply them first"
            }
        }
    }
}

/// State while one accelerated expression is judged.
struct Judge<'p> {
    /// The program's definitions as accelerated code.
    program: &'p Program,
    recursive: &'p FxHashSet<DefId>,
    recursive_datas: &'p FxHashSet<usize>,
    /// Definitions with loops.
    loops: &'p FxHashSet<usize>,
    first_order: bool,
    /// Place of the expression.
    place: Span,
    side: Side,
    /// Definitions that are still to be visited, where they run, and the place of a use.
    open: Vec<(DefId, Side, Span)>,
    seen: FxHashSet<(DefId, Side)>,
    /// Whether a parallel operation was found.
    parallel: bool,
    /// Whether a value that a device cannot hold was found.
    has_fault: bool,
    /// The first fold or recursion, and why it does not become a parallel operation.
    similar: Option<(Span, Reason)>,
    errors: Vec<Diagnostic>,
}

impl<'p> Judge<'p> {
    fn node(&mut self, node: &'p Expr) {
        let ExprKind::Prim(Prim::Accelerate, args) = &node.kind else { return };
        let Some(Expr { kind: ExprKind::Lambda(lambda), .. }) = args.first() else { return };
        let body = &lambda.body;
        let mut free = free_variables(body).values();
        // A function that is not known yet may have loops, so that other rules hold.
        let may_loop = !self.first_order && !self.loops.is_empty() && free.values_mut().any(|ty| ty.has_function());
        if may_loop && !self.uses_loops(body) {
            return;
        }
        if self.uses_loops(body) {
            self.side = Side::Host(None);
            self.parallel = true;
        }
        let is_open = self.side == Side::Device && self.enter_free(body);
        self.returned(&body.ty);
        self.code(body, self.place);
        while let Some((id, side, used)) = self.open.pop() {
            self.side = side;
            let def = &self.program.defs[id];
            if self.recursive.contains(&id) {
                let stays = |code: Definitions<'_>| recursion_stays(id, code, &self.program.names);
                self.similar_code(near(def.span, used), &stays);
            }
            self.code(&def.body, near(def.span, used));
        }
        if !self.parallel && !is_open && self.errors.is_empty() {
            let mut error = Diagnostic::error(NOTHING_PARALLEL, "an accelerated expression has nothing parallel")
                .label(self.place, "accelerated here");
            if let Some((span, reason)) = self.similar.take() {
                let at = near(reason.span, span);
                if at != span {
                    error = error.label(span, "this stays sequential");
                }
                error = error.label(at, reason.text);
            }
            let help = "use `map`, `map2`, `reduce`, `flatten`, `create` or `loop`, or leave out `accelerate`";
            self.errors.push(error.help(help));
        }
    }

    /// Notes a fold or a recursion, which is parallel unless there is a reason against it.
    fn similar_code(&mut self, place: Span, stays: &dyn Fn(Definitions<'_>) -> Option<Reason>) {
        if self.parallel || !self.first_order {
            self.parallel = true;
            return;
        }
        match stays(Definitions { program: self.program, recursive: self.recursive }) {
            None => self.parallel = true,
            Some(reason) => _ = self.similar.get_or_insert((place, reason)),
        }
    }

    /// Whether the expression uses loops, directly or through definitions.
    fn uses_loops(&self, expr: &Expr) -> bool {
        let mut found = false;
        for_each_expr(expr, &mut |expr| match &expr.kind {
            ExprKind::Prim(Prim::Loop, _) => found = true,
            ExprKind::Def(id, _) => found |= self.loops.contains(&id.index()),
            _ => {}
        });
        found
    }

    /// Judges the values that go to the device. Returns whether functions that are not known yet are among them.
    fn enter_free(&mut self, body: &Expr) -> bool {
        let mut is_open = false;
        for (name, ty) in free_variables(body).values() {
            is_open |= ty.has_function();
            self.enters(name.hint, &ty);
        }
        is_open
    }

    /// Judges the value of the expression. That of one with loops stays on the host.
    fn returned(&mut self, ty: &Type) {
        if matches!(ty, Type::Function(..)) {
            self.report(
                CROSSES,
                "an accelerated expression returns a function",
                self.place,
                "the value of this expression is a function",
                "accelerate the application of the function",
            );
        } else if self.side == Side::Device
            && let Some(fault) = self.fault(ty)
        {
            let headline = "an accelerated expression returns a value that a device cannot hold";
            self.report(CROSSES, headline, self.place, &format!("this {}", fault.label()), fault.reason(self.side));
        }
    }

    /// Judges code of an expression with loops, which runs on the host.
    fn host(&mut self, expr: &'p Expr, around: Span, within: Option<Span>) {
        let place = near(expr.span, around);
        match &expr.kind {
            ExprKind::Def(id, _) if self.loops.contains(&id.index()) => {
                if self.seen.insert((*id, self.side)) {
                    self.open.push((*id, self.side, place));
                }
            }
            ExprKind::Prim(Prim::Accelerate, _) => self.nested(place),
            ExprKind::Prim(Prim::Loop, args) => {
                if let Some(operation) = within {
                    self.classes(place, operation);
                }
                let [count, function] = &args[..] else { return };
                self.host(count, place, within);
                if let ExprKind::Lambda(lambda) = &function.kind {
                    let side = std::mem::replace(&mut self.side, Side::Loop);
                    for (name, ty) in free_variables(&lambda.body).values() {
                        self.enters(name.hint, &ty);
                    }
                    self.code(&lambda.body, place);
                    self.side = side;
                }
            }
            ExprKind::Prim(Prim::Map | Prim::FlatMap | Prim::Reduce { .. } | Prim::Scan | Prim::Filter, args) => {
                let side = self.side;
                for arg in args {
                    let inside = if let ExprKind::Lambda(_) = arg.kind { Some(place) } else { within };
                    self.side = Side::Host(inside);
                    self.host(arg, place, inside);
                }
                self.side = side;
            }
            _ => for_each_child(expr, &mut |child| self.host(child, place, within)),
        }
    }

    fn classes(&mut self, place: Span, operation: Span) {
        let headline = "a loop inside of an array operation";
        if self.errors.iter().any(|error| error.code == CLASSES) {
            return;
        }
        let error = Diagnostic::error(CLASSES, headline)
            .label(place, "this loop writes to tensors")
            .label(operation, "this operation computes values only");
        self.errors.push(error.help("use `loop` or `seqLoop` instead of the operation"));
    }

    fn nested(&mut self, place: Span) {
        self.report(
            NESTED,
            "an accelerated expression inside of another one",
            place,
            "this is accelerated, too",
            "leave out one of them; the outer one accelerates all that it uses",
        );
    }

    /// Judges code that the accelerated expression reaches. `around` is the nearest place that is known.
    fn code(&mut self, expr: &'p Expr, around: Span) {
        if let Side::Host(within) = self.side {
            return self.host(expr, around, within);
        }
        let place = near(expr.span, around);
        match &expr.kind {
            ExprKind::Def(id, _) => self.definition(*id, place),
            // What an effect needs has the same fault.
            ExprKind::Prim(Prim::System(_), _) => return self.effect(place),
            ExprKind::Prim(prim, args) => self.prim(*prim, args, place),
            ExprKind::Loop(looped) if !matches!(looped.form, LoopForm::While(_)) => {
                self.similar_code(place, &|code| fold_stays(looped, place, code, &self.program.names));
            }
            _ => {}
        }
        // Where one value is wrong, others with parts of it are, too.
        if !self.has_fault
            && let Some(fault) = self.fault(&expr.ty)
        {
            self.rule(fault.rule(), place, &format!("this {}", fault.label()), fault.reason(self.side));
            self.has_fault = true;
        }
        for_each_child(expr, &mut |child| self.code(child, place));
    }

    fn definition(&mut self, id: DefId, place: Span) {
        let Some(def) = self.program.defs.get(id) else { return };
        if !self.seen.insert((id, self.side)) {
            return;
        }
        match is_constant(def) && !def.result.has_function() {
            // State of the library.
            true if def.span.is_nowhere() && matches!(def.result, Type::Ref(_)) => {
                self.effect(place);
                self.has_fault = true;
            }
            // The host computes it.
            true => self.enters(def.name, &def.result),
            false => self.open.push((id, self.side, place)),
        }
    }

    fn prim(&mut self, prim: Prim, args: &[Expr], place: Span) {
        match prim {
            _ if is_parallel(prim) => self.parallel = true,
            Prim::Accelerate => self.nested(place),
            Prim::Fail if args.first().and_then(constant_text).is_none() => self.report(
                EFFECT,
                "an accelerated expression computes an error message",
                place,
                "the message of this error is not constant",
                "use a string literal as the message",
            ),
            Prim::Text(_) => self.rule(
                "WF-EX-CONST",
                place,
                "only the host can convert floats and text",
                "convert it before or after the accelerated expression",
            ),
            _ => {}
        }
    }

    fn effect(&mut self, place: Span) {
        let help = "do it before or after the accelerated expression";
        self.report(EFFECT, "an accelerated expression has an effect", place, "only the host can do this", help);
    }

    /// Judges a value that the host computes, and the expression uses.
    fn enters(&mut self, name: Symbol, ty: &Type) {
        if let Some(fault) = self.fault(ty) {
            let headline = "an accelerated expression uses a value that a device cannot hold";
            self.report(CROSSES, headline, self.place, &format!("`{name}` {}", fault.label()), fault.reason(self.side));
        }
    }

    fn rule(&mut self, rule: &str, place: Span, label: &str, help: &str) {
        let headline = format!("accelerated code breaks the rule {rule}");
        self.report(BROKEN_RULE, &headline, place, label, help);
    }

    /// Adds an error, unless the expression already has it.
    fn report(&mut self, code: Code, headline: &str, place: Span, label: &str, help: &str) {
        if self.errors.iter().any(|error| error.code == code && error.headline == headline) {
            return;
        }
        let mut error = Diagnostic::error(code, headline).label(place, label);
        if place != self.place {
            error = error.label(self.place, "accelerated here");
        }
        self.has_fault |= code == CROSSES;
        self.errors.push(error.help(help));
    }

    /// Returns the reason why values of the type cannot occur on a device. Functions by themselves can.
    fn fault(&self, ty: &Type) -> Option<Fault> {
        match ty {
            Type::Scalar(_) | Type::Param(_) | Type::Function(..) => None,
            Type::Ref(_) => Some(Fault::Reference),
            Type::Tensor(elem) if self.side == Side::Loop && holds_numbers(elem) => None,
            Type::Tensor(_) => Some(Fault::Tensor),
            Type::Array(elem, _) | Type::Seq(elem) => self.fault(elem),
            Type::Record(fields) => fields.iter().find_map(|(_, ty)| self.fault(ty)),
            Type::Sum(constructors) => constructors.iter().flat_map(|(_, types)| types).find_map(|ty| self.fault(ty)),
            Type::Data(id, args) => {
                if self.recursive_datas.contains(&id.index()) {
                    let is_function = self.program.datas.get(*id).is_some_and(Data::is_of_closures);
                    return Some(if is_function { Fault::Function } else { Fault::Recursive });
                }
                let constructors = ty.constructors(&self.program.datas)?;
                let held = constructors.iter().flat_map(|(_, types)| types).find_map(|ty| self.fault(ty));
                held.or_else(|| args.iter().find_map(|ty| self.fault(ty)))
            }
        }
    }
}

/// Returns the place of code, or that of the code around it if it is not the user's.
fn near(place: Span, around: Span) -> Span {
    if place.is_nowhere() { around } else { place }
}

fn holds_numbers(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) | Type::Param(_) => true,
        Type::Record(fields) => fields.iter().all(|(_, ty)| holds_numbers(ty)),
        _ => false,
    }
}
