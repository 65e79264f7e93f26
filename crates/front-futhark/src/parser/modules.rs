//! Parses modules, module types and their specifications.

use super::{Parsed, Parser};
use crate::ast::{
    DecKind, ModExp, ModExpKind, ModTypeExp, ModTypeExpKind, ModuleDef, ModuleParam, ModuleTypeDef, Spec, SpecKind,
};
use crate::lexer::Kind;
use base::Span;
use std::rc::Rc;

/// Parsing of modules.
impl Parser<'_> {
    /// Parses `module name params : type = body` or `module type name = type`.
    pub(super) fn module_dec(&mut self) -> Parsed<DecKind> {
        self.bump();
        if self.eat(Kind::Type) {
            let name = self.ident("the name of a module type")?;
            self.expect(Kind::Equals, "`=`")?;
            let ty = self.mod_type()?;
            return Ok(DecKind::ModuleType(Rc::new(ModuleTypeDef { name, ty })));
        }
        let name = self.ident("the name of a module")?;
        let mut params = Vec::new();
        while self.is(Kind::LeftParen) {
            params.push(self.module_param()?);
        }
        let result = if self.eat(Kind::Colon) { Some(self.mod_type()?) } else { None };
        self.expect(Kind::Equals, "`=`")?;
        let body = self.mod_exp()?;
        Ok(DecKind::Module(Rc::new(ModuleDef { name, params, result, body })))
    }

    /// Parses a module parameter: `(name: type)`.
    fn module_param(&mut self) -> Parsed<ModuleParam> {
        self.expect(Kind::LeftParen, "`(`")?;
        let name = self.ident("the name of a module")?;
        self.expect(Kind::Colon, "`:`")?;
        let ty = self.mod_type()?;
        self.expect(Kind::RightParen, "`)`")?;
        Ok(ModuleParam { name, ty })
    }

    pub(super) fn mod_exp(&mut self) -> Parsed<ModExp> {
        let depth = self.deeper()?;
        let outside = self.begin_chain();
        let result = self.mod_exp_inside();
        self.end_chain(outside);
        self.depth = depth;
        result
    }

    /// Parses an application with ascriptions, or a lambda.
    fn mod_exp_inside(&mut self) -> Parsed<ModExp> {
        let start = self.span();
        if self.is(Kind::Backslash) {
            return self.module_lambda(start);
        }
        let mut exp = self.mod_atom()?;
        while matches!(self.peek(), Kind::Name | Kind::QualName | Kind::LeftParen | Kind::LeftBrace) {
            self.push_down()?;
            let argument = self.mod_atom()?;
            exp = ModExp { kind: ModExpKind::Apply(Rc::new(exp), Rc::new(argument)), span: self.since(start) };
        }
        while self.eat(Kind::Colon) {
            self.push_down()?;
            let ty = self.mod_type()?;
            exp = ModExp { kind: ModExpKind::Ascribe(Rc::new(exp), ty), span: self.since(start) };
        }
        Ok(exp)
    }

    /// Parses a parametric module without a name: `\(param: ty) : result -> body`.
    fn module_lambda(&mut self, start: Span) -> Parsed<ModExp> {
        self.bump();
        let param = self.module_param()?;
        let result = if self.eat(Kind::Colon) { Some(self.mod_type_before_arrow()?) } else { None };
        self.expect(Kind::Arrow, "`->`")?;
        let body = self.mod_exp()?;
        let kind = ModExpKind::Lambda(Rc::new(param), result, Rc::new(body));
        Ok(ModExp { kind, span: self.since(start) })
    }

    fn mod_atom(&mut self) -> Parsed<ModExp> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Name | Kind::QualName => ModExpKind::Name(self.take_qual_name()),
            Kind::Import => ModExpKind::Import(self.import()?),
            Kind::LeftBrace => {
                self.bump();
                let decs = self.decs(Kind::RightBrace);
                self.expect(Kind::RightBrace, "`}`")?;
                ModExpKind::Structure(decs)
            }
            Kind::LeftParen => {
                self.bump();
                let inside = self.bracketed(Kind::RightParen, Self::mod_exp)?;
                inside.map_or(ModExpKind::Structure(Vec::new()), |exp| exp.kind)
            }
            _ => return self.unexpected("a module"),
        };
        Ok(ModExp { kind, span: self.since(start) })
    }
}

/// Parsing of module types.
impl Parser<'_> {
    fn mod_type(&mut self) -> Parsed<ModTypeExp> {
        let depth = self.deeper()?;
        let outside = self.begin_chain();
        let result = self.mod_type_inside();
        self.end_chain(outside);
        self.depth = depth;
        result
    }

    fn mod_type_inside(&mut self) -> Parsed<ModTypeExp> {
        let start = self.span();
        if self.is(Kind::LeftParen) && self.kind(1) == Kind::Name && self.kind(2) == Kind::Colon {
            let ModuleParam { name, ty } = self.module_param()?;
            self.expect(Kind::Arrow, "`->`")?;
            let result = self.mod_type()?;
            let kind = ModTypeExpKind::Arrow(Some(name), Rc::new(ty), Rc::new(result));
            return Ok(ModTypeExp { kind, span: self.since(start) });
        }
        let ty = self.refined_mod_type()?;
        if !self.eat(Kind::Arrow) {
            return Ok(ty);
        }
        let result = self.mod_type()?;
        let kind = ModTypeExpKind::Arrow(None, Rc::new(ty), Rc::new(result));
        Ok(ModTypeExp { kind, span: self.since(start) })
    }

    /// Parses a module type that is not an arrow, unless in parentheses.
    fn mod_type_before_arrow(&mut self) -> Parsed<ModTypeExp> {
        let depth = self.deeper()?;
        let outside = self.begin_chain();
        let result = self.refined_mod_type();
        self.end_chain(outside);
        self.depth = depth;
        result
    }

    /// Parses a refined module type: `type with name params = ty ..`.
    fn refined_mod_type(&mut self) -> Parsed<ModTypeExp> {
        let start = self.span();
        let mut ty = self.mod_type_atom()?;
        while self.eat(Kind::With) {
            self.push_down()?;
            let name = self.qual_name("the name of a type")?;
            let params = self.type_params()?;
            self.expect(Kind::Equals, "`=`")?;
            let definition = self.type_before_arrow()?;
            let kind = ModTypeExpKind::With(Rc::new(ty), name, params, definition);
            ty = ModTypeExp { kind, span: self.since(start) };
        }
        Ok(ty)
    }

    fn mod_type_atom(&mut self) -> Parsed<ModTypeExp> {
        let start = self.span();
        let kind = match self.peek() {
            Kind::Name | Kind::QualName => ModTypeExpKind::Name(self.take_qual_name()),
            Kind::LeftBrace => {
                self.bump();
                let specs = self.specs();
                self.expect(Kind::RightBrace, "`}`")?;
                ModTypeExpKind::Specs(specs)
            }
            Kind::LeftParen => {
                self.bump();
                let inside = self.bracketed(Kind::RightParen, Self::mod_type)?;
                inside.map_or(ModTypeExpKind::Specs(Vec::new()), |ty| ty.kind)
            }
            _ => return self.unexpected("a module type"),
        };
        Ok(ModTypeExp { kind, span: self.since(start) })
    }

    /// Parses specifications up to `}`, which is not taken. After an error, continues with the next specification.
    fn specs(&mut self) -> Vec<Spec> {
        let outer = self.column;
        let mut specs = Vec::new();
        while !self.is(Kind::RightBrace) && !self.is(Kind::End) {
            let begun = self.at;
            let checkpoint = self.checkpoint();
            self.column = self.line_column().unwrap_or(outer);
            match self.spec() {
                Ok(spec) => specs.push(spec),
                Err(_) => {
                    self.resume(checkpoint);
                    if !self.next_declaration(begun, Kind::RightBrace) {
                        break;
                    }
                }
            }
        }
        self.column = outer;
        specs
    }

    fn spec(&mut self) -> Parsed<Spec> {
        let start = self.span();
        let doc = self.doc();
        while self.is(Kind::AttrOpen) {
            self.attribute()?;
        }
        let doc = doc.or_else(|| self.doc());
        let word = self.peek();
        if matches!(word, Kind::Val | Kind::Type | Kind::Module | Kind::Include) {
            self.bump();
        }
        let kind = match word {
            Kind::Val => self.val_spec()?,
            Kind::Type => self.type_spec()?,
            Kind::Module => {
                let name = self.ident("the name of a module")?;
                self.expect(Kind::Colon, "`:`")?;
                SpecKind::Module { name, ty: self.mod_type()? }
            }
            Kind::Include => SpecKind::Include(self.mod_type()?),
            _ => return self.unexpected("a specification"),
        };
        Ok(Spec { kind, doc, span: self.since(start) })
    }

    fn val_spec(&mut self) -> Parsed<SpecKind> {
        let bare = self.peek().is_infix() && self.peek() != Kind::QualOperator;
        let name = if bare { self.take_ident(0) } else { self.binding_name("a name")? };
        let type_params = self.type_params()?;
        self.expect(Kind::Colon, "`:`")?;
        Ok(SpecKind::Val { name, type_params, ty: self.type_exp()? })
    }

    fn type_spec(&mut self) -> Parsed<SpecKind> {
        let liftedness = self.liftedness();
        let name = self.ident("the name of a type")?;
        let params = self.type_params()?;
        let ty = if self.eat(Kind::Equals) { Some(self.type_exp()?) } else { None };
        Ok(SpecKind::Type { liftedness, name, params, ty })
    }
}
