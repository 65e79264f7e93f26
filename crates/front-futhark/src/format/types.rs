//! Layout of types, patterns, parameters and attributes.

use super::Printer;
use crate::ast::{Ident, Pat, PatKind, TypeArg, TypeExp, TypeExpKind, TypeParam, TypeParamKind};
use crate::lexer::Kind;
use base::layout::{Doc, align, group, line, nothing};

/// Layout of types.
impl<'a> Printer<'a> {
    pub(super) fn type_exp(&mut self, ty: &TypeExp) -> Doc<'a> {
        self.type_to(ty, self.last_of(ty.span))
    }

    /// Prints a type whose last token, parentheses included, is `last`.
    fn type_to(&mut self, ty: &TypeExp, last: usize) -> Doc<'a> {
        if self.wrapped(last, matches!(ty.kind, TypeExpKind::Tuple(_))) {
            return self.parentheses(|p, last| p.type_to(ty, last));
        }
        match &ty.kind {
            TypeExpKind::Name(_, args) => {
                let mut docs = vec![self.token()];
                for arg in args {
                    docs.extend([Doc::Text(" "), self.type_arg(arg)]);
                }
                Doc::Concat(docs)
            }
            TypeExpKind::Array(size, element) => {
                let open = self.token();
                let size = size.as_ref().map_or_else(nothing, |size| self.exp(size));
                Doc::Concat(vec![open, size, self.token(), self.type_exp(element)])
            }
            TypeExpKind::Tuple(items) => self.list(false, items, Self::type_exp),
            TypeExpKind::Record(fields) => self.list(false, fields, Self::type_field),
            TypeExpKind::Sum(constructors) => self.sum(constructors),
            TypeExpKind::Function(_, param, result) => self.function(param, result),
            TypeExpKind::Unique(of) => Doc::Concat(vec![self.token(), self.type_exp(of)]),
            TypeExpKind::Exists(sizes, of) => {
                let head = self.glued(2 + 3 * sizes.len());
                Doc::Concat(vec![head, self.type_exp(of)])
            }
        }
    }

    fn type_arg(&mut self, arg: &TypeArg) -> Doc<'a> {
        match arg {
            TypeArg::Type(ty) => self.type_exp(ty),
            TypeArg::Size(size) => {
                let open = self.token();
                let size = size.as_ref().map_or_else(nothing, |size| self.exp(size));
                Doc::Concat(vec![open, size, self.token()])
            }
        }
    }

    /// Prints a field of a record type: `a: type`.
    fn type_field(&mut self, (_, ty): &(Ident, TypeExp)) -> Doc<'a> {
        Doc::Concat(vec![self.glued(2), Doc::Text(" "), self.type_exp(ty)])
    }

    fn sum(&mut self, constructors: &[(Ident, Vec<TypeExp>)]) -> Doc<'a> {
        let mut docs = Vec::new();
        for (i, (_, payload)) in constructors.iter().enumerate() {
            if i > 0 {
                docs.extend([line(), self.token(), Doc::Text(" ")]);
            }
            docs.push(self.token());
            for ty in payload {
                docs.extend([Doc::Text(" "), self.type_exp(ty)]);
            }
        }
        group(align(Doc::Concat(docs)))
    }

    /// Prints a function type: `param -> result`, `(name: param) -> result`.
    fn function(&mut self, param: &TypeExp, result: &TypeExp) -> Doc<'a> {
        let named = self.is(Kind::LeftParen)
            && matches!(self.kind(1), Kind::Name | Kind::Underscore)
            && self.kind(2) == Kind::Colon;
        let param = if named {
            Doc::Concat(vec![self.glued(3), Doc::Text(" "), self.type_exp(param), self.token()])
        } else {
            self.type_exp(param)
        };
        group(align(Doc::Concat(vec![param, self.spaced(), line(), self.type_exp(result)])))
    }

    /// Prints a result type, `: type`, after a space.
    pub(super) fn result_type(&mut self, ty: &TypeExp) -> Doc<'a> {
        Doc::Concat(vec![self.spaced(), Doc::Text(" "), align(self.type_exp(ty))])
    }

    /// Prints type parameters, with a possible line break before each, except between adjacent sizes: `[n][m] 't`.
    pub(super) fn type_params(&mut self, params: &[TypeParam]) -> Doc<'a> {
        let mut docs = Vec::new();
        let mut after_size = false;
        for param in params {
            let size = param.kind == TypeParamKind::Size;
            docs.extend((!(after_size && size)).then(line));
            docs.push(self.glued(if size { 3 } else { 2 }));
            after_size = size;
        }
        Doc::Concat(docs)
    }
}

/// Layout of patterns and attributes.
impl<'a> Printer<'a> {
    pub(super) fn pat(&mut self, pat: &Pat) -> Doc<'a> {
        self.pat_to(pat, self.last_of(pat.span))
    }

    /// Prints a pattern whose last token, parentheses included, is `last`.
    fn pat_to(&mut self, pat: &Pat, last: usize) -> Doc<'a> {
        let operator = matches!(pat.kind, PatKind::Name(_)) && (self.kind(1).is_infix() || self.kind(1) == Kind::Bang);
        if operator && self.is(Kind::LeftParen) {
            return self.glued(3);
        }
        if self.wrapped(last, matches!(pat.kind, PatKind::Tuple(_))) {
            return self.parentheses(|p, last| p.pat_to(pat, last));
        }
        match &pat.kind {
            PatKind::Name(_) | PatKind::Wildcard => self.token(),
            PatKind::Literal(_) => {
                let count = if self.is(Kind::Minus) { 2 } else { 1 };
                self.glued(count)
            }
            PatKind::Tuple(items) => self.list(false, items, Self::pat),
            PatKind::Record(fields) => self.list(false, fields, Self::pat_field),
            PatKind::Constructor(_, payload) => {
                let mut docs = vec![self.token()];
                for part in payload {
                    docs.extend([Doc::Text(" "), self.pat(part)]);
                }
                Doc::Concat(docs)
            }
            PatKind::Ascribe(of, ty) => {
                Doc::Concat(vec![self.pat(of), self.token(), Doc::Text(" "), align(self.type_exp(ty))])
            }
            PatKind::Attr(_, of) => self.attributed(|p| p.pat(of)),
        }
    }

    /// Prints a field of a record pattern: `a`, `a = pattern`, `a: type`.
    fn pat_field(&mut self, (_, pat): &(Ident, Option<Pat>)) -> Doc<'a> {
        let name = self.token();
        match pat {
            None => name,
            Some(Pat { kind: PatKind::Ascribe(_, ty), .. }) if self.is(Kind::Colon) => {
                Doc::Concat(vec![name, self.token(), Doc::Text(" "), self.type_exp(ty)])
            }
            Some(pat) => Doc::Concat(vec![name, self.spaced(), Doc::Text(" "), self.pat(pat)]),
        }
    }

    /// Prints an attribute and the form that it applies to.
    pub(super) fn attributed(&mut self, of: impl FnOnce(&mut Self) -> Doc<'a>) -> Doc<'a> {
        let attribute = self.attribute();
        Doc::Concat(vec![attribute, Doc::Text(" "), of(self)])
    }

    /// Prints an attribute: `#[name(arg, ..)]`.
    pub(super) fn attribute(&mut self) -> Doc<'a> {
        let close = self.closing_of(self.at);
        let mut docs = Vec::new();
        while self.at <= close && !self.is(Kind::End) {
            let comma = self.is(Kind::Comma);
            docs.push(self.token());
            docs.extend(comma.then_some(Doc::Text(" ")));
        }
        Doc::Concat(docs)
    }
}
