//! `inlineFuthark`: expressions of Futhark, which become definitions. They work on arrays, so that calls convert
//! sequences; in accelerated code a sequence is an array already.
//!
//! ```text
//! let f : [Int] -> Int = inlineFuthark "i64.sum"   ─►   def f : seq<i64> -> i64 = \\s -> inline(seq.to_array(s))
//! ```

use super::builtins::literal;
use super::{Lowered, Pass, bug};
use crate::Inlined;
use crate::check::types::Type;
use base::{Code, Diagnostic, Error, Name, Span};
use core_ir::build;
use core_ir::def as ir;
use core_ir::library::Library;
use core_ir::outline::{of_arrays, to_arrays, with_arrays};
use core_ir::walk::change_spans;

const INLINE: Code = Code("E0314");

impl Pass<'_> {
    /// Returns the value of an expression of Futhark that has this type. `span` is the place of `inlineFuthark`. Errors in
    /// the expression are kept until the end of the program.
    pub(super) fn futhark(&mut self, text: &ir::Expr, ty: &Type, span: Span) -> Lowered<ir::Expr> {
        match self.inlined(text, ty, span) {
            Err(Error::User(errors)) => {
                self.errors.extend(errors);
                self.failure("an error in inline Futhark", ty, span)
            }
            inlined => inlined,
        }
    }

    fn inlined(&mut self, text: &ir::Expr, ty: &Type, span: Span) -> Lowered<ir::Expr> {
        let Some(source) = literal(text) else {
            let diagnostic = Diagnostic::error(INLINE, "the text of inline Futhark is not a string literal")
                .label(if text.span.is_nowhere() { span } else { text.span }, "this text is not known here")
                .help("write the text after `inlineFuthark`: `inlineFuthark \"\\\\x -> x + 1\"`");
            return Err(Error::User(vec![diagnostic]));
        };
        let ty = self.exact(ty);
        let (mut params, mut result) = (Vec::new(), ty.clone());
        while let Type::Function(param, rest) = self.checked.unifier.head(&result) {
            params.push(self.ty(&param, span)?);
            result = (*rest).clone();
        }
        let result = self.ty(&result, span)?;
        let arrays = |ty| with_arrays(ty, &self.program);
        let (given, made): (Vec<ir::Type>, _) = (params.iter().map(arrays).collect(), arrays(&result));
        let Some(inlined) = is_known(&ty).then(|| (self.inline)(&source, &given, &made)).flatten() else {
            let shown = self.checked.show(&ty);
            let diagnostic = Diagnostic::error(INLINE, "inline Futhark of a type that Futhark does not have")
                .label(span, format!("here it has the type `{shown}`"))
                .help("annotate it with a type of numbers, truth values, and sequences and records of them");
            return Err(Error::User(vec![diagnostic]));
        };
        let id = self.added(inlined, text.span)?;
        let names: Vec<Name> = params.iter().map(|_| self.fresh("x")).collect();
        let params: Vec<(Name, ir::Type)> = names.into_iter().zip(params).collect();
        let mut arguments = Vec::new();
        for (name, ty) in &params {
            arguments.push(to_arrays(build::var(*name, ty.clone()).at(span), &mut self.program));
        }
        if arguments.is_empty() {
            arguments.push(build::unit());
        }
        let call = build::apply(build::def(id, Vec::new(), self.program.defs[id].ty()), arguments).at(span);
        let value = of_arrays(call.with_type(made), &result, &mut self.program);
        let params: Vec<ir::Param> = params.into_iter().map(|(name, ty)| build::param(name, ty)).collect();
        Ok(if params.is_empty() { value } else { build::lambda(params, value) })
    }

    /// Adds the definition of an expression, which is written in the literal.
    fn added(&mut self, inlined: Inlined, literal: Span) -> Lowered<ir::DefId> {
        let Inlined { code, file, start } = inlined;
        let places = Places::of(self.sources.text(literal), literal.start);
        let place = |span: Span| {
            let bytes = places.within(span.start.checked_sub(start)?, span.end.checked_sub(start)?)?;
            let mut moved = literal;
            (moved.start, moved.end) = bytes;
            (span.file() == Some(file)).then_some(moved)
        };
        let (mut program, name) = code.map_err(|error| reported(error, &place, literal))?;
        let is_own = |span: Span| span.file() == Some(file);
        let around = |span: Span| if is_own(span) { literal } else { Span::NOWHERE };
        change_spans(&mut program, &|span| place(span).unwrap_or_else(|| around(span)));
        Library::of(program).def(name.as_str(), &mut self.program).ok_or_else(|| bug("a lost definition"))
    }
}

/// Whether no part of a type is unknown.
fn is_known(ty: &Type) -> bool {
    !matches!(ty, Type::Variable(_) | Type::Param(_) | Type::All(..)) && ty.parts().iter().all(is_known)
}

/// Returns an error with its places in the string literal. Places elsewhere are left out.
fn reported(error: Error, place: &dyn Fn(Span) -> Option<Span>, literal: Span) -> Error {
    let moved = |mut diagnostic: Diagnostic| {
        diagnostic.labels.retain_mut(|label| {
            place(label.span).is_some_and(|place| {
                label.span = place;
                true
            })
        });
        if diagnostic.labels.is_empty() { diagnostic.label(literal, "in this text") } else { diagnostic }
    };
    match error {
        Error::User(errors) => Error::User(errors.into_iter().map(moved).collect()),
        Error::Limitation(limitation) => Error::Limitation(Box::new(moved(*limitation))),
        Error::Bug(bug) => Error::Bug(bug),
    }
}

/// The places of the bytes of a string, and of its end, in the file with its literal.
struct Places(Vec<u32>);

impl Places {
    /// Returns the places for a literal as it is written from `start` on.
    fn of(written: &str, start: u32) -> Places {
        let mut places = Vec::new();
        let mut rest = written.char_indices().skip(1);
        while let Some((at, c)) = rest.next() {
            // An escape stands for one byte.
            let length = if c == '\\' { rest.next().map_or(0, |_| 1) } else { c.len_utf8() };
            places.extend((0..length).map(|_| start + at as u32));
        }
        Places(places)
    }

    fn within(&self, start: u32, end: u32) -> Option<(u32, u32)> {
        let place = |at: u32| self.0.get(at as usize).copied();
        Some((place(start)?, place(end)?))
    }
}
