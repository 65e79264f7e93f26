//! Messages of the uniqueness check.

use super::storage::{Consumption, Guard, Node};
use super::value::{Operand, Value, shown, tail};
use super::{
    ARGUMENTS_SHARE, Checker, LOOP_SHARES, NOT_CONSUMABLE, NOT_PORTABLE, RESULT_SHARES, TOO_DEEP, UPDATE_SHARES,
    USED_AFTER,
};
use crate::def::{Def, Expr, Loop, Unique};
use base::cursor::MAX_DEPTH;
use base::{Code, Diagnostic, Label, Severity, Span, Symbol};

impl Checker<'_> {
    /// Whether no diagnostic with this code, key and name was reported before; records it.
    pub(super) fn is_new(&mut self, code: Code, key: usize, name: Option<Symbol>) -> bool {
        self.reported.insert((code, key, name))
    }

    pub(super) fn report_depth(&mut self, span: Span) {
        if self.is_new(TOO_DEEP, 0, None) {
            let label = format!("more than {MAX_DEPTH} levels here");
            let diagnostic = Diagnostic::error(TOO_DEEP, "nested too deeply").label(span, label);
            self.diagnostics.push(diagnostic.help("move parts of the expression to separate definitions"));
        }
    }

    /// Reports a use of storage that the consumption number `event` has consumed.
    pub(super) fn report_use(&mut self, name: Option<Symbol>, span: Span, event: usize) {
        if !self.is_new(USED_AFTER, event, name) {
            return;
        }
        let Some(Consumption { span: consumed, name: other }) = self.storage.consumptions.get(event) else { return };
        let what = shown(name, "an array");
        let taken = if other.is_none() || *other == name { "it".to_owned() } else { shown(*other, "it") };
        let mut diagnostic = Diagnostic::error(USED_AFTER, format!("{what} is used after it was consumed"))
            .label(span, "used here")
            .label(*consumed, format!("{taken} is consumed here"));
        if taken != "it" {
            diagnostic = diagnostic.note(format!("{what} may share memory with {taken}"));
        }
        let copied = other.or(name).map_or_else(|| "copy (..)".to_owned(), |name| format!("copy {name}"));
        self.diagnostics.push(diagnostic.help(format!("consume a copy instead: `{copied}`")));
    }

    /// Reports a consumption of storage that may not be consumed here.
    pub(super) fn report_kept(&mut self, root: Node, name: Option<Symbol>, span: Span) {
        let Some(owner) = self.storage.owner(root) else { return };
        if !self.is_new(NOT_CONSUMABLE, span.start as usize, owner.name) {
            return;
        }
        let outside = self.frames.last().filter(|frame| root < frame.start).map(|frame| frame.what);
        let what = shown(owner.name, "it");
        let reason = match (owner.guard, outside) {
            (Guard::Constant, _) => format!("{what} is a constant"),
            (_, Some(frame)) => format!("{what} is bound outside of the {frame} that consumes it"),
            (Guard::Parameter, None) => format!("{what} is a parameter that is not marked `*`"),
            (Guard::Owned, None) => format!("{what} is bound here"),
        };
        let headline = format!("{} may not be consumed", shown(name.or(owner.name), "this array"));
        let mut diagnostic = Diagnostic::error(NOT_CONSUMABLE, headline).label(span, "consumed here");
        diagnostic =
            if owner.place.is_nowhere() { diagnostic.note(reason) } else { diagnostic.label(owner.place, reason) };
        if name.is_some() && owner.name.is_some() && name != owner.name {
            diagnostic = diagnostic.note(format!("{} may share memory with {what}", shown(name, "it")));
        }
        let copied = name.or(owner.name).map_or_else(|| "copy (..)".to_owned(), |name| format!("copy {name}"));
        diagnostic = diagnostic.help(format!("consume a copy instead: `{copied}`"));
        if owner.guard == Guard::Parameter && outside.is_none() {
            let is_of_definition = self.frames.iter().all(|frame| frame.what != "function" || root < frame.start);
            let consequence = match is_of_definition {
                true => ": then callers cannot use their argument after the call",
                false => ", unless the function is given to one like `map` or `reduce`",
            };
            diagnostic = diagnostic.help(format!("or mark the type of {what} with `*`{consequence}"));
        }
        self.diagnostics.push(diagnostic);
    }

    /// Reports a function argument that consumes more of its own arguments than `allowed` states, or whose result is
    /// less unique.
    pub(super) fn demand_allowed(&mut self, operand: &Operand, allowed: &Unique) {
        if operand.value.consumes_more(allowed, self.program)
            && self.is_new(NOT_CONSUMABLE, operand.span.start as usize, None)
        {
            let headline = "a function that consumes its argument is not allowed here";
            let diagnostic = Diagnostic::error(NOT_CONSUMABLE, headline)
                .label(operand.span, "this consumes an argument that it does not own")
                .help("mark the parameter with `*` in the expected type, or copy the argument in the function");
            self.diagnostics.push(diagnostic);
        }
        if !self.gives(&operand.value, allowed) && self.is_new(RESULT_SHARES, operand.span.start as usize, None) {
            let headline = "the result of this function may share memory with its argument";
            let diagnostic = Diagnostic::error(RESULT_SHARES, headline)
                .label(operand.span, "the expected type marks its result with `*`")
                .help("return a copy");
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports the binding of a function in whose computation an array is consumed. The function might still refer to
    /// the array.
    pub(super) fn report_bound_function(&mut self, span: Span) {
        if !self.is_new(NOT_CONSUMABLE, span.start as usize, None) {
            return;
        }
        let mut diagnostic = Diagnostic::error(NOT_CONSUMABLE, "the definition of a function consumes an array")
            .label(span, "the value of this is, or contains, a function");
        if let Some(Consumption { span, name }) = self.storage.consumptions.last() {
            diagnostic = diagnostic.label(*span, format!("{} is consumed here", shown(*name, "an array")));
        }
        self.diagnostics.push(diagnostic.help("consume the array in a separate `let` before this one"));
    }

    pub(super) fn report_partial(&mut self, arg: &Operand) {
        let diagnostic = Diagnostic::error(NOT_CONSUMABLE, "a partial application cannot consume its argument")
            .label(arg.span, format!("{} would be consumed by every call", shown(arg.name, "this")))
            .help("give all arguments at once");
        self.diagnostics.push(diagnostic);
    }

    /// Reports a result that is declared unique but may share storage.
    pub(super) fn report_result(&mut self, function: &str, body: &Expr, (root, start): (Node, Node)) {
        let owner = self.storage.owner(root);
        let what = shown(owner.and_then(|owner| owner.name), "an array");
        let reason = match self.storage.guard(root) {
            _ if root < start => format!("it may share memory with {what}, bound outside of the function"),
            Guard::Parameter => format!("it may share memory with the parameter {what}, which is not marked `*`"),
            Guard::Constant => format!("it may share memory with the constant {what}"),
            Guard::Owned => format!("two of its components may share memory with {what}"),
        };
        let place = owner.map_or(body.span, |owner| owner.place);
        let headline = format!("the result of {function} is marked `*` but shares memory");
        let mut diagnostic = Diagnostic::error(RESULT_SHARES, headline).label(tail(body).span, reason);
        if !place.is_nowhere() {
            diagnostic = diagnostic.label(place, format!("{what} is bound here"));
        }
        self.diagnostics.push(diagnostic.help("return a copy, or remove the `*` from the result type"));
    }

    /// Reports a function whose result contains the constant with this root.
    pub(super) fn report_constant(&mut self, def: &Def, root: Node) {
        let Some(owner) = self.storage.owner(root) else { return };
        let what = shown(owner.name, "a constant");
        let end = tail(&def.body).span;
        if !self.is_new(RESULT_SHARES, end.start as usize, None) {
            return;
        }
        let headline = format!("the result of `{}` shares memory with a constant", def.name);
        let diagnostic = Diagnostic::error(RESULT_SHARES, headline)
            .label(end, format!("this may share memory with {what}"))
            .label(owner.place, format!("{what} is a constant"))
            .help("return a copy: `copy (..)`");
        self.diagnostics.push(diagnostic);
    }

    /// Reports a consumed argument that shares storage with another argument or, if both are the same, within itself.
    pub(super) fn report_arguments(&mut self, consumed: &Operand, other: &Operand, call: Span) {
        let headline = "a consumed argument shares memory with another argument";
        let mut diagnostic = Diagnostic::error(ARGUMENTS_SHARE, headline);
        if consumed.span == other.span {
            diagnostic = diagnostic.label(consumed.span, "two components of this consumed argument may share memory");
            diagnostic = diagnostic.label(call, "in this call");
        } else {
            let what = shown(consumed.name, "this");
            diagnostic = diagnostic.label(consumed.span, format!("{what} is consumed by the call"));
            diagnostic = diagnostic.label(other.span, format!("{} may share its memory", shown(other.name, "this")));
        }
        self.diagnostics.push(diagnostic.help("pass a copy of one of them"));
    }

    pub(super) fn report_update(&mut self, target: &Operand, written: &Operand) {
        let what = shown(target.name, "the array");
        let diagnostic = Diagnostic::error(UPDATE_SHARES, format!("{what} is updated with a part of itself"))
            .label(written.span, "this value may share memory with the updated array")
            .label(target.span, format!("{what} is consumed here"))
            .help("write a copy of the value");
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn param_name(&self, param: Node) -> Option<Symbol> {
        self.storage.owner(param)?.name
    }

    /// Reports a loop parameter that is consumed although its next value may share storage.
    pub(super) fn report_loop_next(&mut self, param: Node, root: Node, other: Option<Node>, looped: &Loop) {
        let what = shown(self.param_name(param), "a loop parameter");
        let owner = self.storage.owner(root);
        let reason = match other {
            Some(other) => {
                let other = shown(self.param_name(other), "another parameter");
                format!("the next value of {what} may share memory with that of {other}")
            }
            None => {
                let outer = shown(owner.and_then(|owner| owner.name), "an array");
                format!("the next value of {what} may share memory with {outer}, bound outside of the loop")
            }
        };
        let mut diagnostic =
            Diagnostic::error(LOOP_SHARES, format!("the loop consumes {what}, whose next value may be shared"))
                .label(tail(&looped.body).span, reason);
        let event = self.storage.consumed(param).and_then(|event| self.storage.consumptions.get(event));
        diagnostic = match event {
            Some(consumption) => diagnostic.label(consumption.span, format!("{what} is consumed here")),
            None => diagnostic.note(format!("{what} is marked `*`, or becomes the next value of a parameter that is")),
        };
        self.diagnostics.push(diagnostic.help("return a copy from the body of the loop"));
    }

    /// Reports a loop whose condition consumes a parameter that the body or the result needs afterwards.
    pub(super) fn report_condition(&mut self, params: &Value, event: usize) {
        let taken = params.nodes().into_iter().find(|param| self.storage.consumed(*param) == Some(event));
        let name = taken.and_then(|param| self.param_name(param));
        if !self.is_new(USED_AFTER, event, name) {
            return;
        }
        let Some(Consumption { span, .. }) = self.storage.consumptions.get(event) else { return };
        let what = shown(name, "a loop parameter");
        let copied = name.map_or_else(|| "copy (..)".to_owned(), |name| format!("copy {name}"));
        let diagnostic = Diagnostic::error(USED_AFTER, format!("{what} is used after it was consumed"))
            .label(*span, "the condition of the loop consumes it")
            .note(format!("when the condition is false, the loop returns {what}"))
            .help(format!("consume a copy instead: `{copied}`"));
        self.diagnostics.push(diagnostic);
    }

    /// Adds a label to the last diagnostic: the place where the loop consumes the parameter.
    pub(super) fn add_loop_place(&mut self, param: Node) {
        let what = shown(self.param_name(param), "it");
        let event = self.storage.consumed(param).and_then(|event| self.storage.consumptions.get(event));
        let Some(diagnostic) = self.diagnostics.last_mut() else { return };
        match event {
            Some(consumption) => {
                let text = format!("the loop consumes it as {what} here");
                diagnostic.labels.push(Label { span: consumption.span, text });
            }
            None => diagnostic.notes.push(format!("the loop consumes it as {what}, which is marked `*`")),
        }
    }

    pub(super) fn report_loop_init(&mut self, param: Node, looped: &Loop) {
        let what = shown(self.param_name(param), "a loop parameter");
        let diagnostic = Diagnostic::error(LOOP_SHARES, format!("{what} starts with memory that the loop consumes"))
            .label(looped.init.span, "two of the initial values may share memory");
        let diagnostic = match looped.consumed.any() {
            true => diagnostic.note("the loop consumes parameters that are marked `*`"),
            false => diagnostic.label(tail(&looped.body).span, "the body of this loop consumes one of them"),
        };
        self.diagnostics.push(diagnostic.help("copy one of the initial values"));
    }
}

/// Turns a violation that only marks of loop parameters cause into a warning.
pub(super) fn not_portable(violation: Diagnostic) -> Diagnostic {
    let headline = format!("not portable: {}", violation.headline);
    Diagnostic { severity: Severity::Warning, code: NOT_PORTABLE, headline, ..violation }
        .note("only the `*` of a loop parameter requires this; the loop does not consume the parameter")
}
