//! Parser of FUN: programs, declarations, types, bodies and statements. Expressions are in `parse_exp`. The parent
//! module describes the form.

use crate::def::*;
use base::cursor::{Cursor, IR_SYNTAX, MAX_DEPTH, Parsed, Token};
use base::{Diagnostic, FileId, Name, Span, Symbol};
use index::{IndexFn, Poly};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use value::entry::{parse_params, parse_result};
use value::foreign::parse_foreign;
use value::{ArrayValue, Scalar, ScalarType, literal};

/// Largest number of a variable. Because the variable table has a place for each number, the limit bounds memory.
const MAX_NUMBER: u32 = 4_000_000;

/// Parses a program. Only the syntax is checked; the verifier does the rest.
pub fn parse(file: FileId, text: &str) -> Parsed<Program> {
    let mut program = Program::default();
    reserve_numbers(file, text, &mut program)?;
    let cursor = Cursor::new(file, text)?;
    let mut parser =
        Parser { cursor, program, scope: Vec::new(), pending: Vec::new(), mentions: Vec::new(), start: None, depth: 0 };
    while !parser.cursor.at_end() {
        parser.declaration()?;
    }
    parser.resolve_mentions()?;
    Ok(parser.program)
}

/// Reserves all numbers in the text, so that fresh names differ from them.
fn reserve_numbers(file: FileId, text: &str, program: &mut Program) -> Parsed<()> {
    let mut cursor = Cursor::new(file, text)?;
    while !cursor.at_end() {
        if let Token::Word(word) = cursor.peek()
            && let Some(name) = Name::parse(word)
        {
            if name.id > MAX_NUMBER {
                return Err(cursor.error(format!("numbers of variables end at {MAX_NUMBER}")));
            }
            program.names.reserve(name);
        }
        cursor.advance()?;
    }
    Ok(())
}

pub(super) struct Parser<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) program: Program,
    /// Names without numbers in scope, innermost last.
    pub(super) scope: Vec<(String, Name)>,
    /// Statements for parts of nested scalar expressions, to precede the current statement.
    pub(super) pending: Vec<Stm>,
    /// Functions that calls and entries name. Until `resolve_mentions`, a `FunctionId` is a position in this list.
    mentions: Vec<Mention>,
    /// Start of the current statement.
    start: Option<Span>,
    depth: usize,
}

struct Mention {
    name: Symbol,
    position: Option<u32>,
    span: Span,
}

impl Parser<'_> {
    fn declaration(&mut self) -> Parsed<()> {
        self.scope.clear();
        if self.cursor.eat_word("fun")? {
            self.function()
        } else if self.cursor.eat_word("table")? {
            self.table()
        } else if self.cursor.eat_word("entry")? {
            self.entry()
        } else {
            Err(self.cursor.expected("`fun`, `table` or `entry`"))
        }
    }

    fn function(&mut self) -> Parsed<()> {
        let name = Symbol::new(&self.word_or_text()?);
        let params = self.binders()?;
        self.cursor.expect("->")?;
        let mark = self.scope.len();
        let results = self.binders()?;
        self.scope.truncate(mark);
        self.cursor.expect("=")?;
        let is_foreign = self.cursor.eat_word("foreign")?;
        let foreign = if is_foreign { Some(Arc::new(parse_foreign(&mut self.cursor)?)) } else { None };
        let body = if is_foreign { Body::default() } else { self.body()? };
        let params = params.into_iter().map(|(name, consumed)| Param { name, consumed }).collect();
        let results = results.into_iter().map(|(name, unique)| ResultParam { name, unique }).collect();
        self.program.functions.push(Function { name, params, results, body, foreign });
        Ok(())
    }

    fn table(&mut self) -> Parsed<()> {
        let position = self.cursor.number()?;
        if position.parse() != Ok(self.program.tables.len()) {
            return Err(self.cursor.error("tables are numbered from 0 in order"));
        }
        self.cursor.expect(":")?;
        let ty = self.ty()?;
        let size = |dim: &Atom| dim.as_i64().and_then(|size| usize::try_from(size).ok());
        let dims: Option<Vec<usize>> = ty.dims().iter().map(size).collect();
        let (Some(elem), Some(dims)) = (ty.elem(), dims) else {
            return Err(self.cursor.error("a table has an array type with constant sizes"));
        };
        self.cursor.expect("=")?;
        self.cursor.expect("[")?;
        let scalars = self.list("]", |parser| parser.scalar(Some(elem)))?;
        let count = dims.iter().try_fold(1usize, |count, &dim| count.checked_mul(dim));
        let array = (count == Some(scalars.len())).then(|| ArrayValue::from_scalars(elem, dims, &scalars)).flatten();
        let table = array.ok_or_else(|| self.cursor.error("the elements do not fit the table's type"))?;
        self.program.tables.push(table);
        Ok(())
    }

    fn entry(&mut self) -> Parsed<()> {
        let name = Symbol::new(&self.word_or_text()?);
        self.cursor.expect("=")?;
        let function = self.mention()?;
        let params = parse_params(&mut self.cursor)?;
        self.cursor.expect("->")?;
        let result = parse_result(&mut self.cursor)?;
        let doc = if self.cursor.eat_word("doc")? { Some(self.cursor.text()?) } else { None };
        self.program.entries.push(Entry { name, function, params, result, doc });
        Ok(())
    }

    pub(super) fn word_or_text(&mut self) -> Parsed<String> {
        if matches!(self.cursor.peek(), Token::Text(_)) { self.cursor.text() } else { self.cursor.word() }
    }

    /// Parses a function's name, followed by its position if several have that name: `name # 3`.
    pub(super) fn mention(&mut self) -> Parsed<FunctionId> {
        let span = self.cursor.span();
        let name = Symbol::new(&self.word_or_text()?);
        let position = if self.cursor.eat("#")? {
            let number = self.cursor.number()?;
            Some(number.parse().map_err(|_| self.cursor.error("a function's position is a number"))?)
        } else {
            None
        };
        self.mentions.push(Mention { name, position, span });
        Ok(FunctionId::from_u32(self.mentions.len() as u32 - 1))
    }

    /// Resolves the names of functions at the end, because functions may be used before their definition.
    fn resolve_mentions(&mut self) -> Parsed<()> {
        let mut by_name: FxHashMap<Symbol, FunctionId> = FxHashMap::default();
        for (id, function) in self.program.functions.iter() {
            by_name.entry(function.name).or_insert(id);
        }
        let mut found = Vec::with_capacity(self.mentions.len());
        for mention in &self.mentions {
            let id = match mention.position {
                Some(position) => Some(FunctionId::from_u32(position)),
                None => by_name.get(&mention.name).copied(),
            };
            let right = |id: &FunctionId| self.program.functions.get(*id).is_some_and(|f| f.name == mention.name);
            found.push(id.filter(right).ok_or_else(|| {
                let headline = format!("there is no function `{}` here", mention.name);
                Diagnostic::error(IR_SYNTAX, headline).label(mention.span, "named here")
            })?);
        }
        for function in self.program.functions.values_mut() {
            resolve_calls(&mut function.body, &found);
        }
        for entry in &mut self.program.entries {
            entry.function = resolved(entry.function, &found);
        }
        Ok(())
    }

    /// Parses items separated by commas, up to `close`.
    pub(super) fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.cursor.eat(close)? {
            items.push(item(self)?);
            if !self.cursor.eat(",")? {
                self.cursor.expect(close)?;
                break;
            }
        }
        Ok(items)
    }

    /// Runs `parse` one level deeper. Nesting beyond `MAX_DEPTH` is an error.
    pub(super) fn nest<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.cursor.error(format!("this is nested deeper than {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Returns the name that a binder introduces: itself if it has a number, else a fresh one that shadows outer ones.
    pub(super) fn bind(&mut self, word: String) -> Name {
        if let Some(name) = Name::parse(&word) {
            return name;
        }
        let name = self.program.names.fresh(&word);
        self.scope.push((word, name));
        name
    }

    pub(super) fn in_scope(&self, word: &str) -> bool {
        Name::parse(word).is_some() || self.scope.iter().any(|(bound, _)| bound == word)
    }

    pub(super) fn variable(&mut self) -> Parsed<Name> {
        let span = self.cursor.span();
        let word = self.cursor.word()?;
        look_up(&self.scope, &word, span)
    }

    /// Parses `(x : type) (*y : type) ..`, or `()` for none; returns each name with whether it has a star.
    fn binders(&mut self) -> Parsed<Vec<(Name, bool)>> {
        let mut binders = Vec::new();
        while self.cursor.eat("(")? {
            if self.cursor.eat(")")? {
                break;
            }
            let star = self.cursor.eat("*")?;
            let name = self.typed_name()?;
            self.cursor.expect(")")?;
            binders.push((name, star));
        }
        Ok(binders)
    }

    /// Parses binders of a pattern or lambda, which have no stars.
    pub(super) fn plain_binders(&mut self) -> Parsed<Vec<Name>> {
        let binders = self.binders()?;
        if binders.iter().any(|(_, star)| *star) {
            return Err(self.cursor.error("only parameters and results of functions are marked with `*`"));
        }
        Ok(binders.into_iter().map(|(name, _)| name).collect())
    }

    /// Parses `name : type`, and FUNMEM's `@ block -> index function`.
    pub(super) fn typed_name(&mut self) -> Parsed<Name> {
        let word = self.cursor.word()?;
        self.cursor.expect(":")?;
        let ty = self.ty()?;
        let place = if self.cursor.eat("@")? { Some(self.place()?) } else { None };
        let name = self.bind(word);
        self.program.vars.insert(name, VarInfo { ty, place });
        Ok(name)
    }

    fn place(&mut self) -> Parsed<Place> {
        let block = self.variable()?;
        self.cursor.expect("->")?;
        let scope = &self.scope;
        let mut names = |word: &str, span: Span| look_up(scope, word, span);
        let ixfn = if self.cursor.eat_word("R")? {
            self.cursor.expect("(")?;
            let shape = self.cursor.list(")", |cursor| Poly::parse(cursor, &mut names))?;
            IndexFn::row_major(&shape)
        } else {
            IndexFn::parse(&mut self.cursor, &mut names)?
        };
        Ok(Place { block, ixfn })
    }

    pub(super) fn ty(&mut self) -> Parsed<Type> {
        let mut dims = Vec::new();
        while self.cursor.eat("[")? {
            dims.push(self.atom()?);
            self.cursor.expect("]")?;
        }
        let named = matches!(self.cursor.peek(), Token::Word(_));
        if dims.is_empty() {
            if self.cursor.eat_word("cert")? {
                return Ok(Type::Cert);
            }
            if self.cursor.eat_word("mem")? {
                return Ok(Type::Memory);
            }
        }
        let elem = if named || dims.is_empty() { self.scalar_type()? } else { ScalarType::I64 };
        Ok(Type::of(elem, dims))
    }

    pub(super) fn scalar_type(&mut self) -> Parsed<ScalarType> {
        let Token::Word(word) = self.cursor.peek() else { return Err(self.cursor.expected("a scalar type")) };
        let ty = if word == "int" { Some(ScalarType::I64) } else { ScalarType::from_name(word) };
        let ty = ty.ok_or_else(|| self.cursor.expected("a scalar type"))?;
        self.cursor.advance()?;
        Ok(ty)
    }

    /// Parses statements and `in (results)`. Names bound inside go out of scope.
    pub(super) fn body(&mut self) -> Parsed<Body> {
        self.nest(|parser| {
            let outer_pending = std::mem::take(&mut parser.pending);
            let outer_start = parser.start;
            let mark = parser.scope.len();
            let mut stms = Vec::new();
            while parser.cursor.is_word("let") {
                parser.stm(&mut stms)?;
            }
            parser.start = Some(parser.cursor.span());
            parser.cursor.expect_word("in")?;
            let result = if parser.cursor.eat("(")? {
                parser.list(")", Parser::scalar_operand)?
            } else {
                vec![parser.operand()?]
            };
            stms.append(&mut parser.pending);
            parser.scope.truncate(mark);
            parser.pending = outer_pending;
            parser.start = outer_start;
            Ok(Body { stms, result })
        })
    }

    fn stm(&mut self, stms: &mut Vec<Stm>) -> Parsed<()> {
        let start = self.cursor.span();
        self.start = Some(start);
        self.cursor.expect_word("let")?;
        let mark = self.scope.len();
        let pattern = self.plain_binders()?;
        let own = self.scope.split_off(mark);
        self.cursor.expect("=")?;
        let certs = if self.cursor.eat("<")? { self.list(">", Parser::variable)? } else { Vec::new() };
        let exp = self.exp()?;
        self.scope.extend(own);
        stms.append(&mut self.pending);
        stms.push(Stm { pattern, certs, exp, spans: vec![start.to(self.cursor.previous_span())] });
        Ok(())
    }

    /// Returns the span of the current statement up to the last token read.
    pub(super) fn here(&self) -> Span {
        self.start.unwrap_or_default().to(self.cursor.previous_span())
    }

    pub(super) fn atom(&mut self) -> Parsed<Atom> {
        match self.cursor.peek() {
            Token::Number(_) | Token::Symbol("-") => Ok(Atom::Const(self.scalar(None)?)),
            Token::Word(word) if literal::is_word(word) && !self.in_scope(word) => Ok(Atom::Const(self.scalar(None)?)),
            Token::Word(_) => Ok(Atom::Var(self.variable()?)),
            _ => Err(self.cursor.expected("a variable or a number")),
        }
    }

    /// Parses a scalar, which has type `ty` if it has no suffix.
    pub(super) fn scalar(&mut self, ty: Option<ScalarType>) -> Parsed<Scalar> {
        literal::parse(&mut self.cursor, ty)
    }
}

pub(super) fn look_up(scope: &[(String, Name)], word: &str, span: Span) -> Parsed<Name> {
    if let Some((_, name)) = scope.iter().rev().find(|(bound, _)| bound == word) {
        return Ok(*name);
    }
    Name::parse(word)
        .ok_or_else(|| Diagnostic::error(IR_SYNTAX, format!("`{word}` is not a variable in scope")).label(span, "here"))
}

fn resolved(mention: FunctionId, found: &[FunctionId]) -> FunctionId {
    found.get(mention.as_u32() as usize).copied().unwrap_or(mention)
}

fn resolve_calls(body: &mut Body, found: &[FunctionId]) {
    for stm in &mut body.stms {
        if let Exp::Call { function, .. } = &mut stm.exp {
            *function = resolved(*function, found);
        }
        for inner in stm.exp.bodies_mut() {
            resolve_calls(inner, found);
        }
    }
}
