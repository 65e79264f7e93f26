//! Files and declarations.
//!
//! ```text
//! file = (include string)* decl* [mexpr expr]
//! decl = let bind | recursive (let bind)+ (end | in) | type Name a* ['=' ty] | con Name [':' ty]
//!      | external x ['!'] ':' ty | utest expr with expr [using expr] [else expr] | lang .. end | use Name
//! bind = x [':' ty] '=' expr
//! ```
//!
//! In an expression each declaration ends with `in`. `lang` and `use` are read and refused.

use super::{DECLARATION, END_OF_FILE, IN, Mexpr};
use crate::ast::{Bind, Decl, Exp, ExpKind, File, Import, Top, Utest};
use crate::lexer::Kind;
use syntax::{Broken, Parsed, Parser};

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    File,
    /// In an expression. The column of the declaration, if it begins a line.
    Expression(Option<usize>),
}

/// Files.
impl Mexpr<'_> {
    pub(super) fn file(&mut self) -> File {
        let mut file = File::default();
        while !self.is(Kind::EndOfFile) {
            self.refused = false;
            self.column = self.column().unwrap_or(self.column);
            let start = self.at();
            let read = match self.peek() {
                Kind::Include => self.include(&mut file),
                Kind::Mexpr => {
                    file.body = Some(self.body());
                    Ok(())
                }
                Kind::Let | Kind::Recursive | Kind::Type | Kind::Con | Kind::External | Kind::Utest | Kind::Lang => {
                    let span = self.span();
                    self.decl(Place::File).map(|decl| file.tops.push(Top { decl, span: self.since(span) }))
                }
                _ => self.unexpected(DECLARATION),
            };
            if read.is_err() {
                self.next_item(start, &[]);
            }
        }
        file
    }

    /// Skips to the next declaration, or to one of `words`, after an error in what began at the token `start`.
    fn next_item(&mut self, start: usize, words: &[Kind]) {
        if self.at() == start {
            self.bump();
        }
        self.skip_to_one_of(words);
        while syntax::Kind::closes(self.peek()) {
            self.bump();
            self.skip_to_one_of(words);
        }
    }

    fn include(&mut self, file: &mut File) -> Parsed<()> {
        let start = self.bump();
        if !file.tops.is_empty() {
            let help = "move it before the first declaration";
            self.complain(start, "an `include` after a declaration", "files are included first", help);
        }
        if !self.is(Kind::String) {
            return self.unexpected("the path of a file: `include \"path.mc\"`");
        }
        let path = self.string();
        file.includes.push(Import { path, span: self.since(start) });
        Ok(())
    }

    /// Parses the expression after `mexpr`, up to the end of the file. After an error, reading continues behind the
    /// next `;` or `in`, or at the next declaration in the expression.
    fn body(&mut self) -> Exp {
        let start = self.bump();
        loop {
            let from = self.at();
            let read = self.expr().and_then(|exp| self.expect(Kind::EndOfFile, END_OF_FILE).map(|_| exp));
            if let Ok(exp) = read {
                return exp;
            }
            self.next_item(from, &[Kind::Semicolon, Kind::In]);
            if matches!(self.peek(), Kind::Semicolon | Kind::In) {
                self.bump();
            }
            if self.is(Kind::EndOfFile) {
                return self.exp_since(start, ExpKind::Error);
            }
        }
    }
}

/// Declarations.
impl Mexpr<'_> {
    /// Parses a declaration in an expression, with its `in`.
    pub(super) fn local(&mut self) -> Parsed<Decl> {
        let own = self.column();
        self.in_column(|parser| parser.decl(Place::Expression(own)))
    }

    /// Parses a declaration whose first token is the next one. If that begins a line, its column is that of the
    /// declaration.
    fn in_column<T>(&mut self, decl: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let outer = self.column;
        self.column = self.column().unwrap_or(outer);
        let decl = decl(self);
        self.column = outer;
        decl
    }

    fn decl(&mut self, place: Place) -> Parsed<Decl> {
        match self.peek() {
            Kind::Let => {
                self.bump();
                self.bind(place).map(|bind| bind.map_or(Decl::Error, Decl::Let))
            }
            Kind::Recursive => self.recursive(place),
            Kind::Type => {
                self.bump();
                self.ended(place, Self::type_decl)
            }
            Kind::Con => {
                self.bump();
                self.ended(place, Self::con_decl)
            }
            Kind::External => {
                self.bump();
                self.ended(place, Self::external)
            }
            Kind::Utest => self.utest(place),
            Kind::Lang => self.lang(),
            _ => self.ended(place, |parser| parser.use_language().map(|()| Decl::Error)),
        }
    }

    /// Parses the last part of a declaration, and its `in` if it has one. A broken declaration in an expression also
    /// ends before the next line that begins a declaration in the same column.
    fn up_to_in<T>(&mut self, place: Place, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<Option<T>> {
        let Place::Expression(own) = place else { return part(self).map(Some) };
        match self.up_to(&[Kind::In], IN, part) {
            Ok(value) => {
                self.bump();
                Ok(value)
            }
            Err(Broken) if own.is_some() && self.at_item() && self.column() == own => Ok(None),
            Err(Broken) => Err(Broken),
        }
    }

    fn ended(&mut self, place: Place, part: impl FnOnce(&mut Self) -> Parsed<Decl>) -> Parsed<Decl> {
        Ok(self.up_to_in(place, part)?.unwrap_or(Decl::Error))
    }

    /// Parses a definition after its `let`.
    fn bind(&mut self, place: Place) -> Parsed<Option<Bind>> {
        self.up_to_in(place, Self::definition)
    }

    /// Parses `x : ty = value`.
    fn definition(&mut self) -> Parsed<Bind> {
        let name = self.name("the name that is defined")?;
        self.no_params();
        let ty = match self.eat(Kind::Colon) {
            true => self.up_to(&[Kind::Equals], "`->`, or `=` and the value", Self::ty)?,
            false => None,
        };
        self.expect(Kind::Equals, "`=` and the value, or `:` and the type")?;
        Ok(Bind { name, ty, value: self.inner()? })
    }

    /// Reports parameters after the name that is defined, and skips them.
    fn no_params(&mut self) {
        if !self.is(Kind::Name) {
            return;
        }
        let start = self.span();
        while self.eat(Kind::Name) {}
        let help = "a function is `let f = lam x. lam y. body`";
        self.complain(self.since(start), "a definition with parameters", "a definition has only a name", help);
    }

    /// Parses `recursive let f = .. let g = ..`, and `end` or `in`.
    fn recursive(&mut self, place: Place) -> Parsed<Decl> {
        self.bump();
        let (last, wanted) = match place {
            Place::File => (Kind::End, "`let`, or `end` after the definitions"),
            Place::Expression(_) => (Kind::In, "`let`, or `in` after the definitions"),
        };
        let mut binds = Vec::new();
        if !self.is(Kind::Let) {
            return self.unexpected("`let` and a definition");
        }
        while self.is(Kind::Let) {
            let bind = |parser: &mut Self| {
                parser.bump();
                parser.definition()
            };
            binds.extend(self.in_column(|parser| parser.up_to(&[last, Kind::Let], wanted, bind))?);
        }
        self.bump();
        Ok(Decl::Recursive(binds))
    }

    fn type_decl(&mut self) -> Parsed<Decl> {
        let name = self.type_name("the name of a type")?;
        let mut params = Vec::new();
        while matches!(self.peek(), Kind::Name | Kind::EscapedVar) {
            params.push(self.take_ident());
        }
        let ty = if self.eat(Kind::Equals) { Some(self.ty()?) } else { None };
        Ok(Decl::Type { name, params, ty })
    }

    fn con_decl(&mut self) -> Parsed<Decl> {
        let name = self.con_name("the name of a constructor")?;
        if self.at_type_atom() {
            return self.unexpected("`:` and the type of the constructor");
        }
        let ty = if self.eat(Kind::Colon) { Some(self.ty()?) } else { None };
        Ok(Decl::Con { name, ty })
    }

    fn external(&mut self) -> Parsed<Decl> {
        let name = self.name("the name of the function")?;
        let effects = self.eat(Kind::Bang);
        self.expect(Kind::Colon, "`:` and the type of the function")?;
        Ok(Decl::External { name, effects, ty: self.ty()? })
    }

    /// Parses a test. In an expression, `else` needs `using`, because `else` alone may belong to an `if`.
    fn utest(&mut self, place: Place) -> Parsed<Decl> {
        let start = self.bump();
        let left = self.up_to(&[Kind::With], "`with` and the expected value", Self::inner)?;
        let left = left.unwrap_or_else(|| self.exp_since(start, ExpKind::Error));
        self.bump();
        self.ended(place, |parser| {
            let right = parser.inner()?;
            let equal = if parser.eat(Kind::Using) { Some(parser.inner()?) } else { None };
            let shows = equal.is_some() || place == Place::File;
            let show = if shows && parser.eat(Kind::Else) { Some(parser.inner()?) } else { None };
            Ok(Decl::Utest(Box::new(Utest { left, right, equal, show })))
        })
    }

    /// Refuses `lang .. end`.
    fn lang(&mut self) -> Parsed<Decl> {
        let start = self.bump();
        let name = self.span();
        self.skip_to_one_of(&[Kind::End]);
        self.refuse_once(
            start.to(name),
            "language fragments",
            "write data types with `type` and `con`, and functions over them with `match` or `switch`",
        );
        if self.eat(Kind::End) { Ok(Decl::Error) } else { Err(Broken) }
    }

    /// Refuses `use Language`.
    pub(super) fn use_language(&mut self) -> Parsed<()> {
        let start = self.bump();
        self.type_name("the name of a language")?;
        self.refuse_once(self.since(start), "language fragments", "leave out the `use`, and define what it opens");
        Ok(())
    }
}
