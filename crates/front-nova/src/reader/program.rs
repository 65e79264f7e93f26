//! Programs: the inputs, the sections and the expression.
//!
//! ```text
//! program = inputs section* body              inputs  = '(' param* ')'
//! section = '(' types typedef+ ')'            typedef = '(' name 'a* ':' type ')'
//!         | '(' foreign param+ ')'            param   = '(' name ':' type ')'
//! ```
//!
//! In section 3.2 `foreign` precedes `types`; in Fig. 3 it follows. Both are accepted. Examples without inputs omit
//! them or write `()`.

use super::Reader;
use super::types::OWN_TYPES;
use crate::ast::{Exp, ExpKind, Ident, Param, Program, TypeDef};
use crate::lexer::Kind;
use syntax::{Parsed, Parser};

impl Reader<'_> {
    pub(super) fn program(&mut self) -> Program {
        let inputs = if self.at_inputs() { self.params("an input") } else { Vec::new() };
        let mut program = Program { inputs, types: Vec::new(), foreign: Vec::new(), body: self.nothing() };
        let (mut types, mut foreign) = (false, false);
        while self.is(Kind::LeftParen) && matches!(self.kind(1), Kind::Types | Kind::Foreign) {
            let seen = if self.kind(1) == Kind::Types { &mut types } else { &mut foreign };
            let again = std::mem::replace(seen, true);
            self.section(again, &mut program);
        }
        if (types || foreign) && self.at_inputs() && self.kind(1) != Kind::RightParen {
            let help = "`((x : int)) (types ..) (foreign ..) body`";
            self.complain(self.list_span(), "inputs after a section", "inputs come first in the program", help);
            program.inputs = self.params("an input");
        }
        program.body = self.body();
        program
    }

    /// Whether the first list of the program declares the inputs. It does if it is empty or starts with a declaration,
    /// or if it contains one and is not the last list.
    fn at_inputs(&self) -> bool {
        let colon = |name: usize| self.kind(name).is_name() && self.kind(name + 1) == Kind::Colon;
        let declares = match self.kind(1) {
            Kind::RightParen => true,
            Kind::LeftParen => colon(2) || !self.at_last_list(),
            _ => colon(1),
        };
        self.is(Kind::LeftParen) && declares
    }

    /// Parses a section: `(types ..)` or `(foreign ..)`.
    fn section(&mut self, again: bool, program: &mut Program) {
        let word = self.kind(1);
        if again {
            let headline = format!("a second section `{}`", if word == Kind::Types { "types" } else { "foreign" });
            self.complain(self.list_span(), &headline, "the first one is above", "merge the two sections");
        }
        self.list(|reader| {
            reader.bump();
            if reader.at_end() {
                reader.unexpected::<()>("a declaration: `(name : type)`")?;
            }
            while !reader.at_end() {
                match word {
                    Kind::Types => program.types.extend(reader.type_def()?),
                    _ => program.foreign.extend(reader.param("a foreign function")?),
                }
            }
            Ok(())
        });
    }

    /// Parses a list of declarations, which may be empty.
    fn params(&mut self, what: &str) -> Vec<Param> {
        let mut params = Vec::new();
        self.list(|reader| {
            while !reader.at_end() {
                params.extend(reader.param(what)?);
            }
            Ok(())
        });
        params
    }

    /// Parses a declaration, `(x : type)`. `what` names it in messages. Returns `None` after an error inside.
    pub(super) fn param(&mut self, what: &str) -> Parsed<Option<Param>> {
        if !self.is(Kind::LeftParen) {
            return self.unexpected(&format!("{what} in brackets: `(name : type)`"));
        }
        let span = self.list_span();
        Ok(self.list(|reader| {
            let name = reader.ident(&format!("the name of {what}"))?;
            reader.colon(what)?;
            Ok(Param { name, ty: reader.whole_type()?, span })
        }))
    }

    /// Takes the `:` between a name and its type.
    pub(super) fn colon(&mut self, what: &str) -> Parsed<()> {
        if self.eat(Kind::Colon) {
            return Ok(());
        }
        if self.is(Kind::RightParen) {
            return self.refuse(
                self.span(),
                &format!("{what} has no type"),
                "expected `:` and a type",
                "`(name : type)`",
            );
        }
        self.unexpected("`:` between the name and the type")
    }

    /// Parses a definition of a type: `(Name 'a .. : type)`.
    fn type_def(&mut self) -> Parsed<Option<TypeDef>> {
        if !self.is(Kind::LeftParen) {
            return self.unexpected("a type in brackets: `(Name : type)`");
        }
        let span = self.list_span();
        Ok(self.list(|reader| {
            let name = reader.type_name()?;
            let mut params = Vec::new();
            while reader.is(Kind::TypeVariable) {
                params.push(reader.take_ident(1));
            }
            if reader.is(Kind::Name) {
                let help = format!("`'{}`", reader.spelling());
                return reader.refuse(reader.span(), "a parameter of a type needs a quote", "expected a quote", &help);
            }
            reader.colon("a type")?;
            Ok(TypeDef { name, params, ty: reader.whole_type()?, span })
        }))
    }

    /// Takes the name of a declared type.
    fn type_name(&mut self) -> Parsed<Ident> {
        if !self.is(Kind::Name) {
            return self.unexpected("the name of a type");
        }
        let word = self.spelling();
        if word == "vector" || OWN_TYPES.contains(&word) {
            let headline = format!("`{word}` is a type of the language");
            return self.refuse(self.span(), &headline, "it cannot be defined", "choose another name");
        }
        Ok(self.take_ident(0))
    }

    /// Parses the final expression. A form such as `let` may omit its brackets there.
    fn body(&mut self) -> Exp {
        let start = self.span();
        let read = match self.peek() {
            Kind::End => self.unexpected("the program's expression, which follows its parameters"),
            Kind::Let | Kind::Lambda | Kind::Mu | Kind::If | Kind::Case => self.form(),
            _ => self.exp(),
        };
        let mut exp = read.unwrap_or_else(|_| self.nothing());
        if !matches!(self.peek(), Kind::End | Kind::Unknown) && self.is_clean() {
            let label = "the expression of the program ends before this";
            let word = self.spelling();
            let help = match self.peek() {
                Kind::Operator if word.starts_with("--") => "a comment starts with `;`".to_owned(),
                Kind::Operator => format!("an operator comes first: `({word} x y)`"),
                _ if is_one_of(&exp, &["//", "--"]) => "a comment starts with `;`".to_owned(),
                _ if is_applied(&exp, &["define", "def", "defun", "letrec", "set", "val", "fun"]) => {
                    "definitions are `(let (name exp) .. in body)`".to_owned()
                }
                _ => "a program ends with one expression; to apply a function, write `(f x)`".to_owned(),
            };
            self.complain(self.span(), "unexpected text after the program", label, &help);
        }
        if exp.span.is_nowhere() {
            exp.span = self.since(start);
        }
        exp
    }

    /// Returns an `Error` node, for an expression that could not be parsed.
    fn nothing(&self) -> Exp {
        Exp { kind: ExpKind::Error, span: self.span() }
    }
}

/// Whether the expression is one of these names.
fn is_one_of(exp: &Exp, names: &[&str]) -> bool {
    matches!(&exp.kind, ExpKind::Name(name) if names.contains(&name.as_str()))
}

/// Whether the expression is an application of one of these names.
fn is_applied(exp: &Exp, names: &[&str]) -> bool {
    matches!(&exp.kind, ExpKind::Apply(function, _) if is_one_of(function, names))
}
