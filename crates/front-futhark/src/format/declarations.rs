//! Layout of declarations, modules and module types.

use super::Printer;
use crate::ast::{
    Dec, DecKind, Def, Ident, ModExp, ModExpKind, ModTypeExp, ModTypeExpKind, ModuleDef, ModuleParam, Spec, SpecKind,
    TypeExp,
};
use crate::lexer::Kind;
use base::layout::{Doc, align, broken_if, group, line, nest, nothing};

impl<'a> Printer<'a> {
    pub(super) fn decs(&mut self, decs: &[Dec]) -> Doc<'a> {
        let mut docs = Vec::new();
        for (i, dec) in decs.iter().enumerate() {
            docs.extend((i > 0).then(|| self.separator()));
            docs.push(self.dec(dec));
        }
        Doc::Concat(docs)
    }

    fn dec(&mut self, dec: &Dec) -> Doc<'a> {
        let attributes = Doc::Concat(vec![self.leading(), self.attributes()]);
        let dec = match &dec.kind {
            DecKind::Def(def) => self.def(def),
            DecKind::Type(def) => {
                let word = self.type_word();
                let head = Doc::Concat(vec![word, self.spaced(), self.type_params(&def.params)]);
                Doc::Concat(vec![group(head), self.type_definition(&def.ty)])
            }
            DecKind::Module(def) => self.module(def),
            DecKind::ModuleType(def) => {
                let head = vec![self.token(), self.spaced(), self.spaced(), self.spaced(), Doc::Text(" ")];
                Doc::Concat(head.into_iter().chain([self.mod_type(&def.ty)]).collect())
            }
            DecKind::Open(exp) => Doc::Concat(vec![self.token(), Doc::Text(" "), self.mod_exp(exp)]),
            DecKind::Local(dec) => Doc::Concat(vec![self.token(), Doc::Text(" "), self.dec(dec)]),
            DecKind::Import(_) => Doc::Concat(vec![self.token(), self.spaced()]),
        };
        Doc::Concat(vec![attributes, dec])
    }

    /// Prints the attributes of a declaration. Each keeps its own line if it had one.
    fn attributes(&mut self) -> Doc<'a> {
        let mut docs = Vec::new();
        while self.is(Kind::AttrOpen) {
            docs.push(self.attribute());
            docs.push(broken_if(self.newline(), line()));
        }
        Doc::Concat(docs)
    }

    fn def(&mut self, def: &Def) -> Doc<'a> {
        let word = self.token();
        let infix =
            self.spelled(0).is_some_and(|token| token.start < def.name.span.start && token.kind != Kind::Backtick);
        let rest = match (infix, def.params.as_slice()) {
            (true, [left, right]) => {
                let left = self.pat(left);
                let count = if self.is(Kind::Backtick) { 3 } else { 1 };
                let operator = Doc::Concat(vec![Doc::Text(" "), self.glued(count), Doc::Text(" ")]);
                let head = vec![left, operator, self.pat(right)];
                Doc::Concat(head.into_iter().chain([self.definition(def)]).collect())
            }
            _ => self.def_rest(def),
        };
        Doc::Concat(vec![word, Doc::Text(" "), rest])
    }

    /// Prints a definition from its name to its end.
    pub(super) fn def_rest(&mut self, def: &Def) -> Doc<'a> {
        let name = self.bound_name(&def.name);
        let mut params = vec![group(self.type_params(&def.type_params))];
        for param in &def.params {
            params.push(group(Doc::Concat(vec![line(), self.pat(param)])));
        }
        let head = Doc::Concat(vec![name, nest(nest(Doc::Concat(params)))]);
        Doc::Concat(vec![head, self.definition(def)])
    }

    /// Prints the rest of a definition: `: result = body`.
    fn definition(&mut self, def: &Def) -> Doc<'a> {
        let result = def.result.as_ref().map_or_else(nothing, |ty| {
            let colon = Doc::Concat(vec![line(), self.token(), Doc::Text(" ")]);
            group(nest(nest(Doc::Concat(vec![colon, align(self.type_exp(ty))]))))
        });
        Doc::Concat(vec![result, self.spaced(), self.hang(&def.body)])
    }

    /// Prints a name where it is bound: an identifier or `(+)`.
    fn bound_name(&mut self, name: &Ident) -> Doc<'a> {
        self.tokens_to(name.span.end)
    }

    /// Prints `type`, `type~` or `type^`.
    fn type_word(&mut self) -> Doc<'a> {
        let lifted = matches!(self.kind(1), Kind::Tilde | Kind::Caret);
        self.glued(1 + usize::from(lifted))
    }

    /// Prints the definition of a type: `= type`.
    fn type_definition(&mut self, ty: &TypeExp) -> Doc<'a> {
        let equals = self.spaced();
        let broken = self.newline();
        Doc::Concat(vec![equals, broken_if(broken, nest(Doc::Concat(vec![line(), self.type_exp(ty)])))])
    }
}

/// Layout of modules.
impl<'a> Printer<'a> {
    fn module(&mut self, def: &ModuleDef) -> Doc<'a> {
        let mut head = vec![self.token(), self.spaced()];
        for param in &def.params {
            head.extend([line(), self.module_param(param)]);
        }
        head.extend(def.result.as_ref().map(|ty| self.module_ascription(ty)));
        let head = group(nest(Doc::Concat(head)));
        Doc::Concat(vec![head, self.spaced(), Doc::Text(" "), self.mod_exp(&def.body)])
    }

    /// Prints a module parameter: `(name: type)`.
    fn module_param(&mut self, param: &ModuleParam) -> Doc<'a> {
        Doc::Concat(vec![self.glued(3), Doc::Text(" "), self.mod_type(&param.ty), self.token()])
    }

    /// Prints a module's ascription, `: type`, after a space.
    fn module_ascription(&mut self, ty: &ModTypeExp) -> Doc<'a> {
        Doc::Concat(vec![self.spaced(), Doc::Text(" "), self.mod_type(ty)])
    }

    fn mod_exp(&mut self, exp: &ModExp) -> Doc<'a> {
        self.mod_exp_to(exp, self.last_of(exp.span))
    }

    fn mod_exp_to(&mut self, exp: &ModExp, last: usize) -> Doc<'a> {
        if self.wrapped(last, false) {
            return self.parentheses(|p, last| p.mod_exp_to(exp, last));
        }
        match &exp.kind {
            ModExpKind::Name(_) => self.token(),
            ModExpKind::Structure(decs) => self.braces(decs, Self::dec),
            ModExpKind::Ascribe(of, ty) => Doc::Concat(vec![self.mod_exp(of), self.module_ascription(ty)]),
            ModExpKind::Apply(function, argument) => {
                Doc::Concat(vec![self.mod_exp(function), Doc::Text(" "), self.mod_exp(argument)])
            }
            ModExpKind::Lambda(param, result, body) => {
                let mut docs = vec![self.token(), self.module_param(param)];
                docs.extend(result.as_ref().map(|ty| self.module_ascription(ty)));
                docs.extend([self.spaced(), Doc::Text(" "), self.mod_exp(body)]);
                Doc::Concat(docs)
            }
            ModExpKind::Import(_) => Doc::Concat(vec![self.token(), self.spaced()]),
        }
    }

    /// Prints items in braces. Each gets its own line if they do not fit on one, or if the author broke the line after
    /// the brace.
    fn braces<T>(&mut self, items: &[T], mut item: impl FnMut(&mut Self, &T) -> Doc<'a>) -> Doc<'a> {
        let open = self.token();
        let broken = self.newline() && !items.is_empty();
        let mut docs = Vec::new();
        for (i, one) in items.iter().enumerate() {
            docs.push(if i > 0 { self.separator() } else { line() });
            docs.push(item(self, one));
        }
        let commented = self.spelled(0).is_some_and(|token| !token.leading.is_empty());
        docs.extend(commented.then(|| self.separator()));
        docs.push(self.leading());
        let end = if items.is_empty() && !commented { nothing() } else { line() };
        broken_if(broken, Doc::Concat(vec![open, nest(Doc::Concat(docs)), end, self.token()]))
    }
}

/// Layout of module types.
impl<'a> Printer<'a> {
    fn mod_type(&mut self, ty: &ModTypeExp) -> Doc<'a> {
        self.mod_type_to(ty, self.last_of(ty.span))
    }

    fn mod_type_to(&mut self, ty: &ModTypeExp, last: usize) -> Doc<'a> {
        if self.wrapped(last, false) {
            return self.parentheses(|p, last| p.mod_type_to(ty, last));
        }
        match &ty.kind {
            ModTypeExpKind::Name(_) => self.token(),
            ModTypeExpKind::Specs(specs) => self.braces(specs, Self::spec),
            ModTypeExpKind::With(of, _, params, ty) => {
                let of = self.mod_type(of);
                let mut docs = vec![line(), self.token(), self.spaced(), self.type_params(params)];
                docs.extend([self.spaced(), Doc::Text(" "), self.type_exp(ty)]);
                group(Doc::Concat(vec![of, nest(Doc::Concat(docs))]))
            }
            ModTypeExpKind::Arrow(name, param, result) => {
                let param = match name {
                    Some(_) => Doc::Concat(vec![self.glued(3), Doc::Text(" "), self.mod_type(param), self.token()]),
                    None => self.mod_type(param),
                };
                group(align(Doc::Concat(vec![param, self.spaced(), line(), self.mod_type(result)])))
            }
        }
    }

    fn spec(&mut self, spec: &Spec) -> Doc<'a> {
        let mut docs = vec![self.leading(), self.attributes()];
        match &spec.kind {
            SpecKind::Val { name, type_params, ty } => {
                docs.extend([self.token(), Doc::Text(" "), self.bound_name(name)]);
                docs.extend([group(nest(self.type_params(type_params))), self.result_type(ty)]);
            }
            SpecKind::Type { params, ty, .. } => {
                docs.extend([self.type_word(), self.spaced(), group(nest(self.type_params(params)))]);
                docs.extend(ty.as_ref().map(|ty| self.type_definition(ty)));
            }
            SpecKind::Module { ty, .. } => {
                docs.extend([self.token(), self.spaced(), self.module_ascription(ty)]);
            }
            SpecKind::Include(ty) => docs.extend([self.token(), Doc::Text(" "), self.mod_type(ty)]),
        }
        Doc::Concat(docs)
    }
}
