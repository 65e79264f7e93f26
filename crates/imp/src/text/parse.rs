//! Parsing IMP. See the parent module for the form.

use super::{COMPARISONS, SYMBOLS};
use crate::def::*;
use base::cursor::{Cursor, Parsed, Token};
use base::entity::EntityRef;
use base::{FileId, Name, NameSource, Symbol, Template};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use value::entry::{parse_params, parse_result};
use value::foreign::parse_foreign;
use value::{ArrayValue, BinOp, Scalar, ScalarType, Service, UnOp, literal};

/// Parses a program. Only the syntax is checked; the verifier does the rest. Names without numbers, as people write
/// them, get fresh numbers; they are known in the whole function.
pub fn parse(file: FileId, text: &str) -> Parsed<Program> {
    let names = numbers_in(file, text)?;
    let mut parser = Parser {
        cursor: Cursor::new(file, text)?,
        program: Program { names, ..Program::default() },
        plain: FxHashMap::default(),
    };
    while !parser.cursor.at_end() {
        parser.declaration()?;
    }
    Ok(parser.program)
}

/// Returns a source of names whose numbers exceed all in the text.
fn numbers_in(file: FileId, text: &str) -> Parsed<NameSource> {
    let mut names = NameSource::default();
    let mut cursor = Cursor::new(file, text)?;
    while !cursor.at_end() {
        if let Token::Word(word) = cursor.peek()
            && let Some(name) = Name::parse(word.split('.').next().unwrap_or(word))
            && name.id < u32::MAX
        {
            names.reserve(name);
        }
        cursor.advance()?;
    }
    Ok(names)
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    program: Program,
    /// Names without numbers, of the function that is being parsed.
    plain: FxHashMap<String, Name>,
}

impl Parser<'_> {
    fn declaration(&mut self) -> Parsed<()> {
        if self.cursor.eat_word("table")? {
            self.table()
        } else if self.cursor.eat_word("fun")? {
            self.function()
        } else if self.cursor.eat_word("entry")? {
            self.entry()
        } else {
            Err(self.cursor.expected("`table`, `fun` or `entry`"))
        }
    }

    fn table(&mut self) -> Parsed<()> {
        if self.number()? != self.program.tables.len() {
            return Err(self.cursor.error("tables are numbered from 0 in order"));
        }
        self.cursor.expect(":")?;
        let mut shape = Vec::new();
        while self.cursor.eat("[")? {
            shape.push(self.number()?);
            self.cursor.expect("]")?;
        }
        let elem = self.scalar_type()?;
        self.cursor.expect("=")?;
        self.cursor.expect("[")?;
        let scalars = self.cursor.list("]", |cursor| literal::parse(cursor, Some(elem)))?;
        let table = ArrayValue::from_scalars(elem, shape, &scalars);
        self.program.tables.push(table.ok_or_else(|| self.cursor.error("the elements do not fit the table's type"))?);
        Ok(())
    }

    fn function(&mut self) -> Parsed<()> {
        self.plain.clear();
        let name = Symbol::new(&self.cursor.text()?);
        let params = self.params()?;
        self.cursor.expect("->")?;
        let results = self.params()?;
        let external = if self.cursor.eat_word("foreign")? {
            Some(External::Foreign(Arc::new(parse_foreign(&mut self.cursor)?)))
        } else if self.cursor.eat_word("service")? {
            Some(External::Service(self.service()?))
        } else {
            None
        };
        let body = if external.is_some() { Block::new() } else { self.block()? };
        self.program.functions.push(Function { name, params, results, body, external });
        Ok(())
    }

    fn service(&mut self) -> Parsed<Service> {
        let unknown = self.cursor.expected("a service");
        let Token::Word(word) = self.cursor.peek() else { return Err(unknown) };
        let service = Service::from_name(word).ok_or(unknown)?;
        self.cursor.advance()?;
        Ok(service)
    }

    fn params(&mut self) -> Parsed<Vec<Param>> {
        self.list(|parser| {
            let name = parser.name()?;
            parser.cursor.expect(":")?;
            Ok(Param { name, ty: parser.param_type()? })
        })
    }

    fn param_type(&mut self) -> Parsed<Type> {
        if self.cursor.eat_word("mem")? {
            Ok(Type::Memory)
        } else if self.cursor.eat_word("object")? {
            Ok(Type::Object)
        } else if self.cursor.eat_word("borrowed")? {
            Ok(Type::Borrowed)
        } else {
            Ok(Type::Scalar(self.scalar_type()?))
        }
    }

    /// Parses items in parentheses.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.cursor.expect("(")?;
        let mut items = Vec::new();
        while !self.cursor.eat(")")? {
            items.push(item(self)?);
            if !self.cursor.eat(",")? {
                self.cursor.expect(")")?;
                break;
            }
        }
        Ok(items)
    }

    fn entry(&mut self) -> Parsed<()> {
        let name = Symbol::new(&self.cursor.text()?);
        self.cursor.expect("=")?;
        self.cursor.expect_word("fun")?;
        let function = FunctionId::new(self.number()?);
        let params = parse_params(&mut self.cursor)?;
        self.cursor.expect("->")?;
        let result = parse_result(&mut self.cursor)?;
        let doc = if self.cursor.eat_word("doc")? { Some(self.cursor.text()?) } else { None };
        self.program.entries.push(Entry { name, function, params, result, doc });
        Ok(())
    }

    // Words.

    fn number(&mut self) -> Parsed<usize> {
        let error = self.cursor.error("a number below 2^30 is needed here");
        let number = self.cursor.number()?;
        number.parse().ok().filter(|&number: &usize| number < 1 << 30).ok_or(error)
    }

    fn scalar_type(&mut self) -> Parsed<ScalarType> {
        let error = self.cursor.expected("a scalar type");
        ScalarType::from_name(&self.cursor.word()?).ok_or(error)
    }

    fn name(&mut self) -> Parsed<Name> {
        let word = self.cursor.word()?;
        Ok(self.named(&word))
    }

    fn named(&mut self, word: &str) -> Name {
        if let Some(name) = Name::parse(word) {
            return name;
        }
        let (plain, names) = (&mut self.plain, &mut self.program.names);
        *plain.entry(word.to_owned()).or_insert_with(|| names.fresh(word))
    }

    /// Parses `m.f32[index]`, where `word` is the text before the bracket.
    fn element(&mut self, word: &str) -> Parsed<(Name, ScalarType, Exp)> {
        let parts = word.rsplit_once('.').and_then(|(memory, ty)| Some((memory, ScalarType::from_name(ty)?)));
        let Some((memory, elem)) = parts else { return Err(self.cursor.error("expected `memory.type[index]`")) };
        let memory = self.named(memory);
        self.cursor.expect("[")?;
        let index = self.exp()?;
        self.cursor.expect("]")?;
        Ok((memory, elem, index))
    }

    /// Parses `[item]`.
    fn in_brackets<T>(&mut self, item: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.cursor.expect("[")?;
        let item = item(self)?;
        self.cursor.expect("]")?;
        Ok(item)
    }

    /// Returns the object in the text before `.word` and the like, and whether it is accessed as a mutable one.
    fn accessed(&mut self, object: &str) -> (Name, bool) {
        let plain = object.strip_suffix(".mutable");
        (self.named(plain.unwrap_or(object)), plain.is_some())
    }

    /// Parses `x.word.f32[0]` or `x.mutable.word.f32[0]`, where `word` is the text before the bracket.
    fn object_word(&mut self, word: &str) -> Option<(Name, bool, ScalarType)> {
        let (object, ty) = word.rsplit_once('.')?;
        let (object, mutable) = self.accessed(object.strip_suffix(".word")?);
        Some((object, mutable, ScalarType::from_name(ty)?))
    }

    // Statements.

    fn block(&mut self) -> Parsed<Block> {
        self.cursor.expect("{")?;
        let mut block = Vec::new();
        self.enter()?;
        while !self.cursor.eat("}")? {
            block.push(self.stm()?);
        }
        self.leave();
        Ok(block)
    }

    fn enter(&mut self) -> Parsed<()> {
        self.cursor.deepen()
    }

    fn leave(&mut self) {
        self.cursor.rise();
    }

    fn stm(&mut self) -> Parsed<Stm> {
        let word = self.cursor.word()?;
        match word.as_str() {
            "var" => self.declare(),
            "copy" => self.copy(),
            "release" => Ok(Stm::ReleaseReference { name: self.name()? }),
            "vacate" => Ok(Stm::Vacate { name: self.name()? }),
            "if" => self.if_(),
            "while" => Ok(Stm::While { cond: self.exp()?, body: self.block()? }),
            "for" => self.for_(false),
            "kernel" => self.for_(true),
            "tasks" => self.tasks(),
            "launch" => self.launch(),
            "threads" => self.threads(),
            "atomic" => self.atomic(),
            "post" => Ok(Stm::Post { stage: self.stage()? }),
            "await" => self.await_(),
            "ordered" => Ok(Stm::Ordered { body: self.block()? }),
            "call" => self.call(),
            "assert" => self.assert(),
            _ if self.cursor.is("[") => self.store(&word),
            _ => self.assign(&word),
        }
    }

    /// Parses a store to an element of memory or to a part of an object.
    fn store(&mut self, word: &str) -> Parsed<Stm> {
        if let Some(object) = word.strip_suffix(".memory") {
            let (object, mutable) = self.accessed(object);
            let at = self.in_brackets(Self::number)?;
            let (moves, from) = self.stored()?;
            return Ok(Stm::StoreMemory { object, mutable, at, from, moves });
        }
        if let Some(object) = word.strip_suffix(".object") {
            let (object, mutable) = self.accessed(object);
            let at = self.in_brackets(Self::exp)?;
            let (moves, from) = self.stored()?;
            return Ok(Stm::StoreObject { object, mutable, at, from, moves });
        }
        if let Some((object, mutable, ty)) = self.object_word(word) {
            let at = self.in_brackets(Self::number)?;
            self.cursor.expect("<-")?;
            return Ok(Stm::SetWord { object, mutable, ty, at, value: self.exp()? });
        }
        let (memory, elem, index) = self.element(word)?;
        self.cursor.expect("<-")?;
        Ok(Stm::Write { memory, elem, index, value: self.exp()? })
    }

    /// Parses `<- ref x` or `<- move x`; returns whether it moves.
    fn stored(&mut self) -> Parsed<(bool, Name)> {
        self.cursor.expect("<-")?;
        let moves = self.cursor.eat_word("move")?;
        if !moves {
            self.cursor.expect_word("ref")?;
        }
        Ok((moves, self.name()?))
    }

    fn declare(&mut self) -> Parsed<Stm> {
        let name = self.name()?;
        self.cursor.expect(":")?;
        if self.cursor.eat_word("mem")? {
            return Ok(Stm::DeclareMemory { name });
        }
        if self.cursor.eat_word("object")? {
            return Ok(Stm::DeclareObject { name, borrowed: false });
        }
        if self.cursor.eat_word("borrowed")? {
            return Ok(Stm::DeclareObject { name, borrowed: true });
        }
        if self.cursor.eat_word("table")? {
            return Ok(Stm::DeclareTable { name, table: TableId::new(self.number()?) });
        }
        if self.cursor.eat_word("shared")? {
            let elem = self.scalar_type()?;
            self.cursor.expect("[")?;
            let count = self.exp()?;
            self.cursor.expect("]")?;
            return Ok(Stm::DeclareShared { name, elem, count });
        }
        if self.cursor.eat_word("stack")? {
            let elem = self.scalar_type()?;
            self.cursor.expect("[")?;
            let count = self.number()?;
            self.cursor.expect("]")?;
            self.cursor.expect_word("of")?;
            return Ok(Stm::DeclareStack { name, elem, count, frame: self.number()? });
        }
        let ty = self.scalar_type()?;
        if self.cursor.eat("[")? {
            let count = self.number()?;
            self.cursor.expect("]")?;
            return Ok(Stm::DeclareArray { name, elem: ty, count });
        }
        self.cursor.expect(":=")?;
        Ok(Stm::Declare { name, ty, init: self.exp()? })
    }

    fn assign(&mut self, word: &str) -> Parsed<Stm> {
        let name = self.named(word);
        self.cursor.expect("<-")?;
        if self.cursor.eat_word("ref")? {
            Ok(Stm::AssignReference { name, from: self.name()? })
        } else if self.cursor.eat_word("move")? {
            Ok(Stm::MoveReference { name, from: self.name()? })
        } else if self.cursor.eat_word("alloc")? {
            Ok(Stm::Allocate { name, elem: self.scalar_type()?, count: self.exp()? })
        } else if self.cursor.eat_word("object")? {
            self.construct(name, false)
        } else if self.cursor.eat_word("mutable")? {
            self.construct(name, true)
        } else if self.cursor.eat_word("constant")? {
            Ok(Stm::Constant { name, number: self.number()? })
        } else {
            self.load(name)
        }
    }

    fn construct(&mut self, name: Name, mutable: bool) -> Parsed<Stm> {
        self.cursor.expect("(")?;
        let words = self.number()?;
        self.cursor.expect(",")?;
        let memories = self.number()?;
        self.cursor.expect(",")?;
        let objects = self.exp()?;
        self.cursor.expect(")")?;
        let number = if self.cursor.eat_word("number")? { self.number()? } else { 0 };
        let cyclic = self.cursor.eat_word("cyclic")?;
        let reuse = if self.cursor.eat_word("reuse")? { Some(self.name()?) } else { None };
        Ok(Stm::Construct { name, number, mutable, cyclic, words, memories, objects, reuse })
    }

    /// Parses the right side of an assignment: a scalar, or a reference held by an object.
    fn load(&mut self, name: Name) -> Parsed<Stm> {
        let word = if let Token::Word(word) = self.cursor.peek() { word.clone() } else { String::new() };
        if let Some(object) = word.strip_suffix(".memory") {
            self.cursor.advance()?;
            let (object, mutable) = self.accessed(object);
            return Ok(Stm::LoadMemory { name, object, mutable, at: self.in_brackets(Self::number)? });
        }
        if let Some(object) = word.strip_suffix(".object") {
            self.cursor.advance()?;
            let (object, mutable) = self.accessed(object);
            return Ok(Stm::LoadObject { name, object, mutable, at: self.in_brackets(Self::exp)? });
        }
        if let Some((object, true, ty)) = self.object_word(&word) {
            self.cursor.advance()?;
            return Ok(Stm::LoadWord { name, object, ty, at: self.in_brackets(Self::number)? });
        }
        Ok(Stm::Assign { name, value: self.exp()? })
    }

    fn copy(&mut self) -> Parsed<Stm> {
        let word = self.cursor.word()?;
        let (to, elem, to_offset) = self.element(&word)?;
        self.cursor.expect("<-")?;
        let word = self.cursor.word()?;
        let (from, _, from_offset) = self.element(&word)?;
        self.cursor.expect_word("for")?;
        Ok(Stm::Copy { elem, to, to_offset, from, from_offset, count: self.exp()? })
    }

    fn if_(&mut self) -> Parsed<Stm> {
        let cond = self.exp()?;
        let then_block = self.block()?;
        let else_block = if self.cursor.eat_word("else")? { self.block()? } else { Vec::new() };
        Ok(Stm::If { cond, then_block, else_block })
    }

    fn for_(&mut self, parallel: bool) -> Parsed<Stm> {
        let var = self.name()?;
        self.cursor.expect(":")?;
        let ty = self.scalar_type()?;
        self.cursor.expect("<")?;
        let bound = self.exp()?;
        Ok(Stm::For { var, ty, bound, body: self.block()?, parallel, spans: Vec::new() })
    }

    fn tasks(&mut self) -> Parsed<Stm> {
        let var = self.name()?;
        self.cursor.expect("<")?;
        let bound = self.exp()?;
        Ok(Stm::Tasks { var, bound, body: self.block()?, spans: Vec::new() })
    }

    fn launch(&mut self) -> Parsed<Stm> {
        let group = self.name()?;
        self.cursor.expect("<")?;
        let groups = self.exp()?;
        self.cursor.expect_word("of")?;
        let size = self.exp()?;
        Ok(Stm::Launch { group, groups, size, body: self.block()?, spans: Vec::new() })
    }

    fn threads(&mut self) -> Parsed<Stm> {
        let var = self.name()?;
        self.cursor.expect("<")?;
        let bound = self.exp()?;
        Ok(Stm::Threads { var, bound, body: self.block()? })
    }

    fn stage(&mut self) -> Parsed<u32> {
        self.number().map(|stage| stage as u32)
    }

    fn await_(&mut self) -> Parsed<Stm> {
        let stage = self.stage()?;
        self.cursor.expect_word("of")?;
        Ok(Stm::Await { group: self.exp()?, stage })
    }

    fn atomic(&mut self) -> Parsed<Stm> {
        let old = self.name()?;
        self.cursor.expect(":")?;
        let word = self.cursor.word()?;
        let (memory, elem, index) = self.element(&word)?;
        self.cursor.expect("<-")?;
        Ok(Stm::Atomic { memory, elem, index, old, value: self.exp()? })
    }

    fn call(&mut self) -> Parsed<Stm> {
        let results = self.list(Self::name)?;
        self.cursor.expect("<-")?;
        self.cursor.expect_word("fun")?;
        let function = FunctionId::new(self.number()?);
        let args = self.list(|parser| {
            if parser.cursor.eat_word("ref")? {
                Ok(Arg::Reference(parser.name()?))
            } else if parser.cursor.eat_word("move")? {
                Ok(Arg::Move(parser.name()?))
            } else {
                Ok(Arg::Scalar(parser.exp()?))
            }
        })?;
        Ok(Stm::Call { results, function, args, spans: Vec::new() })
    }

    fn assert(&mut self) -> Parsed<Stm> {
        let cond = self.exp()?;
        self.cursor.expect(",")?;
        let message = Template::new(self.cursor.text()?);
        let values = self.list(Self::exp)?;
        Ok(Stm::Assert { cond, message, values, spans: Vec::new() })
    }

    // Expressions.

    fn exp(&mut self) -> Parsed<Exp> {
        self.enter()?;
        let exp = self.primary();
        self.leave();
        exp
    }

    fn primary(&mut self) -> Parsed<Exp> {
        match self.cursor.peek().clone() {
            Token::Symbol("(") => self.infix(),
            Token::Number(_) | Token::Symbol("-") => Ok(Exp::Const(literal::parse(&mut self.cursor, None)?)),
            Token::Word(word) if literal::is_word(&word) => Ok(Exp::Const(literal::parse(&mut self.cursor, None)?)),
            Token::Word(word) => {
                self.cursor.advance()?;
                if self.cursor.is("(") {
                    return if word == "threshold" { self.threshold() } else { self.operator(&word) };
                }
                if self.cursor.is("[") {
                    if let Some((object, false, ty)) = self.object_word(&word) {
                        return Ok(Exp::Word { object, ty, at: self.in_brackets(Self::number)? });
                    }
                    let (memory, elem, index) = self.element(&word)?;
                    return Ok(Exp::Read { memory, elem, index: Box::new(index) });
                }
                if let Some(object) = word.strip_suffix(".number") {
                    return Ok(Exp::Number(self.named(object)));
                }
                Ok(Exp::Var(self.named(&word)))
            }
            _ => Err(self.cursor.expected("an expression")),
        }
    }

    fn infix(&mut self) -> Parsed<Exp> {
        self.cursor.expect("(")?;
        let left = self.exp()?;
        let exp = if self.cursor.is(")") { left } else { self.infix_rest(left)? };
        self.cursor.expect(")")?;
        Ok(exp)
    }

    fn infix_rest(&mut self, left: Exp) -> Parsed<Exp> {
        for (symbol, op) in SYMBOLS {
            if self.cursor.eat(symbol)? {
                return Ok(Exp::Bin(*op, Box::new(left), Box::new(self.exp()?)));
            }
        }
        for (symbol, op) in COMPARISONS {
            if self.cursor.eat(symbol)? {
                return Ok(Exp::Cmp(*op, Box::new(left), Box::new(self.exp()?)));
            }
        }
        Err(self.cursor.expected("an operator"))
    }

    /// Parses `("name", default)` after `threshold`.
    fn threshold(&mut self) -> Parsed<Exp> {
        self.cursor.expect("(")?;
        let name = Symbol::new(&self.cursor.text()?);
        self.cursor.expect(",")?;
        let wrong = self.cursor.error("the default of a threshold is an `i64`");
        let Scalar::I64(default) = literal::parse(&mut self.cursor, None)? else { return Err(wrong) };
        self.cursor.expect(")")?;
        Ok(Exp::Setting(Setting::Threshold { name, default }))
    }

    fn operator(&mut self, word: &str) -> Parsed<Exp> {
        let unknown = self.cursor.error(format!("`{word}` is no operator, or takes another number of operands"));
        let mut operands = self.list(Self::exp)?.into_iter().map(Box::new);
        let operands = (operands.next(), operands.next(), operands.next(), operands.next());
        let exp = match operands {
            (None, None, None, None) => {
                let mut settings = Setting::OF_MACHINES.into_iter().chain([Setting::Team]);
                settings.find(|setting| setting.name() == word).map(Exp::Setting)
            }
            (Some(a), Some(b), None, None) if word == "same" => match (*a, *b) {
                (Exp::Var(a), Exp::Var(b)) => Some(Exp::Same(a, b)),
                _ => None,
            },
            (Some(a), None, None, None) if word == "unique" => {
                if let Exp::Var(name) = *a {
                    Some(Exp::Unique(name))
                } else {
                    None
                }
            }
            (Some(a), None, None, None) => {
                let convert = ScalarType::from_name(word).map(|ty| Exp::Convert(ty, a.clone()));
                convert.or_else(|| UnOp::from_name(word).map(|op| Exp::Un(op, a)))
            }
            (Some(count), Some(time), None, None) if word == "pieces" => Some(Exp::Pieces(count, time)),
            (Some(a), Some(b), None, None) => BinOp::from_name(word).map(|op| Exp::Bin(op, a, b)),
            (Some(a), Some(b), Some(c), None) if word == "fma" => Some(Exp::Fma(a, b, c)),
            (Some(a), Some(b), Some(c), None) if word == "select" => Some(Exp::Select(a, b, c)),
            _ => None,
        };
        exp.ok_or(unknown)
    }
}
