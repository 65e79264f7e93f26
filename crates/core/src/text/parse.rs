//! Parser of CORE. It first reads the names of data types, then the headers of all definitions, so that types may use
//! later data types, and bodies later definitions.

use super::{is_plain, operators};
use crate::build;
use crate::def::{
    Acceleration, Binding, Case, Data, DataId, Datas, Def, DefId, Ensure, Entry, EntrySize, Expr, ExprKind, Inline,
    Lambda, Loop, LoopForm, Param, Pat, Prim, Program, Size, SizePlace, SliceDim, TableId, Type, Unique, field_order,
    tuple_field,
};
use crate::typing::{self, Context};
use base::cursor::{Cursor, MAX_DEPTH, Parsed, Token};
use base::entity::{EntityRef, PrimaryMap};
use base::{FileId, Name, NameSource, Span, Symbol, Template};
use rustc_hash::FxHashMap;
use value::entry::{parse_params, parse_result};
use value::{ArrayValue, Scalar, ScalarType};

/// Parses a program. Spans are places in `text`, the contents of `file`.
pub fn parse(file: FileId, text: &str) -> Parsed<Program> {
    let mut names = NameSource::default();
    let mut data_names = Vec::new();
    let mut tokens = Cursor::new(file, text)?;
    while !tokens.at_end() {
        if tokens.eat_word("data")? {
            data_names.push(symbol(&mut tokens)?);
            continue;
        }
        if let Token::Word(word) = tokens.peek()
            && let Some(name) = Name::parse(word)
            && name.id < u32::MAX
        {
            names.reserve(name);
        }
        tokens.advance()?;
    }
    let mut parser = Parser {
        cursor: Cursor::new(file, text)?,
        names,
        scope: Vec::new(),
        variables: FxHashMap::default(),
        datas: Datas::new(),
        data_count: data_names.len(),
        data_by_name: data_names.into_iter().enumerate().map(|(at, name)| (name, DataId::new(at))).collect(),
        defs: PrimaryMap::new(),
        by_name: FxHashMap::default(),
        tables: PrimaryMap::new(),
        depth: 0,
    };
    let acceleration = parser.acceleration()?;
    let headers = parser.headers()?;
    parser.cursor = Cursor::new(file, text)?;
    parser.acceleration()?;
    let entries = parser.bodies(headers)?;
    let Parser { names, datas, defs, tables, .. } = parser;
    Ok(Program { names, datas, defs, tables, entries, acceleration })
}

struct Parser<'t> {
    cursor: Cursor<'t>,
    names: NameSource,
    /// Variables without numbers in scope, innermost last.
    scope: Vec<(String, Name)>,
    variables: FxHashMap<Name, (Vec<Name>, Type)>,
    datas: Datas,
    /// Number of data types in the whole text.
    data_count: usize,
    data_by_name: FxHashMap<Symbol, DataId>,
    defs: PrimaryMap<DefId, Def>,
    by_name: FxHashMap<Symbol, DefId>,
    tables: PrimaryMap<TableId, ArrayValue>,
    depth: usize,
}

/// Result of the first pass over a definition, which skips its body.
struct Header {
    id: DefId,
    scope: Vec<(String, Name)>,
    /// Byte offset of the body.
    body: u32,
}

/// A parsed expression. `ty` is its type, or the reason why the type must be written after it.
struct Node {
    kind: ExprKind,
    ty: Result<Type, String>,
    span: Span,
    unchecked: bool,
}

impl From<Expr> for Node {
    fn from(expr: Expr) -> Node {
        Node { kind: expr.kind, ty: Ok(expr.ty), span: expr.span, unchecked: expr.unchecked }
    }
}

impl Context for Parser<'_> {
    fn variable(&self, name: Name) -> Option<(&[Name], &Type)> {
        self.variables.get(&name).map(|(params, ty)| (params.as_slice(), ty))
    }

    fn definition(&self, id: DefId) -> Option<&Def> {
        self.defs.get(id)
    }

    fn table(&self, id: TableId) -> Option<Type> {
        self.tables.get(id).map(typing::table_type)
    }
}

impl Parser<'_> {
    fn acceleration(&mut self) -> Parsed<Acceleration> {
        Ok(if self.cursor.eat_word("explicit")? { Acceleration::Explicit } else { Acceleration::Implied })
    }

    /// Parses data types, tables and the headers of definitions, and skips the bodies.
    fn headers(&mut self) -> Parsed<Vec<Header>> {
        let mut headers = Vec::new();
        while !self.cursor.at_end() {
            if self.cursor.eat_word("def")? {
                headers.push(self.header()?);
            } else if self.cursor.eat_word("table")? {
                let table = self.table()?;
                self.tables.push(table);
            } else if self.cursor.eat_word("data")? {
                let data = self.data()?;
                self.datas.push(data);
            } else if !self.cursor.eat_word("entry")? {
                return Err(self.expected_item());
            }
            self.skip_item()?;
        }
        Ok(headers)
    }

    fn at_item(&self) -> bool {
        ["data", "def", "entry", "table"].iter().any(|word| self.cursor.is_word(word))
    }

    fn expected_item(&self) -> base::Diagnostic {
        self.cursor.expected("`data`, `def`, `entry` or `table`")
    }

    /// Skips tokens up to the next item.
    fn skip_item(&mut self) -> Parsed<()> {
        while !self.cursor.at_end() && !self.at_item() {
            self.cursor.advance()?;
        }
        Ok(())
    }

    /// Parses the bodies of all definitions, and the entry points.
    fn bodies(&mut self, headers: Vec<Header>) -> Parsed<Vec<Entry>> {
        let mut headers = headers.into_iter();
        let mut entries = Vec::new();
        while !self.cursor.at_end() {
            if self.cursor.eat_word("entry")? {
                entries.push(self.entry()?);
                continue;
            }
            let is_def = self.cursor.eat_word("def")?;
            if !is_def {
                self.cursor.advance()?;
                self.skip_item()?;
                continue;
            }
            if let Some(header) = headers.next() {
                while !self.cursor.at_end() && self.cursor.span().start < header.body {
                    self.cursor.advance()?;
                }
                self.scope = header.scope;
                let body = self.expr()?;
                self.defs[header.id].body = body;
            }
            if !self.cursor.at_end() && !self.at_item() {
                return Err(self.expected_item());
            }
        }
        Ok(entries)
    }

    fn data(&mut self) -> Parsed<Data> {
        let span = self.cursor.span();
        let name = self.symbol()?;
        self.scope.clear();
        let type_params = if self.cursor.eat("<")? { self.type_params()? } else { Vec::new() };
        self.cursor.expect("=")?;
        self.cursor.expect("<")?;
        let constructors = self.constructors()?;
        if !self.cursor.at_end() && !self.at_item() {
            return Err(self.expected_item());
        }
        Ok(Data { name, type_params, constructors: constructors.into(), span })
    }

    /// Parses a definition up to its `=`, and adds it without its body.
    fn header(&mut self) -> Parsed<Header> {
        let span = self.cursor.span();
        let name = self.symbol()?;
        let inline = match () {
            () if self.cursor.eat_word("inline")? => Inline::Always,
            () if self.cursor.eat_word("noinline")? => Inline::Never,
            () => Inline::Auto,
        };
        let accelerated = self.cursor.eat_word("accelerated")?;
        self.scope.clear();
        let type_params = if self.cursor.eat("<")? { self.type_params()? } else { Vec::new() };
        let params = self.params()?;
        self.cursor.expect(":")?;
        let unique_inferred = self.cursor.eat("?")?;
        let unique_result = self.unique()?;
        let result = self.ty()?;
        self.cursor.expect("=")?;
        let body = crate::build::unit();
        let def =
            Def { name, type_params, params, result, unique_result, unique_inferred, body, inline, accelerated, span };
        let id = self.defs.push(def);
        self.by_name.insert(name, id);
        Ok(Header { id, scope: std::mem::take(&mut self.scope), body: self.cursor.span().start })
    }

    /// Parses a table after its keyword: dimensions, element type and elements.
    fn table(&mut self) -> Parsed<ArrayValue> {
        let span = self.cursor.span();
        let mut shape = Vec::new();
        while self.cursor.eat("[")? {
            shape.push(self.count()?);
            self.cursor.expect("]")?;
        }
        let elem = self.scalar_type()?;
        self.cursor.expect("=")?;
        self.cursor.expect("[")?;
        let items = self.cursor.list("]", |cursor| match literal(cursor)? {
            Some(value) if value.scalar_type() == elem => Ok(value),
            _ => Err(cursor.error(format!("expected a literal of type {elem}"))),
        })?;
        let wrong = || {
            let headline = "the shape does not fit the number of elements";
            base::Diagnostic::error(base::cursor::IR_SYNTAX, headline).label(span, "here")
        };
        ArrayValue::from_scalars(elem, shape, &items).ok_or_else(wrong)
    }

    fn count(&mut self) -> Parsed<usize> {
        let place = self.cursor.error("expected a count");
        self.cursor.number()?.parse().map_err(|_| place)
    }

    fn scalar_type(&mut self) -> Parsed<ScalarType> {
        let place = self.cursor.expected("a scalar type");
        ScalarType::from_name(&self.cursor.word()?).ok_or(place)
    }

    /// Parses an entry point after its keyword.
    fn entry(&mut self) -> Parsed<Entry> {
        let name = self.symbol()?;
        self.cursor.expect("=")?;
        self.cursor.expect("@")?;
        let def = self.def_id()?;
        let params = parse_params(&mut self.cursor)?;
        self.cursor.expect("->")?;
        let result = parse_result(&mut self.cursor)?;
        let doc = if self.cursor.eat_word("doc")? { Some(self.cursor.text()?) } else { None };
        let sizes = if self.cursor.eat_word("where")? { self.entry_sizes()? } else { Vec::new() };
        Ok(Entry { name, def, params, result, doc, sizes })
    }

    /// Parses `m = 1 0, 2 1; pass k = 3 0 slot`: each place is a leaf and a dimension.
    fn entry_sizes(&mut self) -> Parsed<Vec<EntrySize>> {
        let mut sizes = Vec::new();
        loop {
            let passed = self.cursor.eat_word("pass")?;
            let name = self.symbol()?.to_string();
            let value = if self.cursor.eat("(")? {
                let value = self.count()?;
                self.cursor.expect(")")?;
                i64::try_from(value).ok()
            } else {
                None
            };
            self.cursor.expect("=")?;
            let mut places = Vec::new();
            loop {
                let (leaf, dim) = (self.count()?, self.count()?);
                places.push(SizePlace { leaf, dim, in_slot: self.cursor.eat_word("slot")? });
                if !self.cursor.eat(",")? {
                    break;
                }
            }
            sizes.push(EntrySize { name, passed, value, places });
            if !self.cursor.eat(";")? {
                return Ok(sizes);
            }
        }
    }

    /// Parses a comma, unless the closing symbol is next.
    fn separator(&mut self, close: &str) -> Parsed<()> {
        if self.cursor.eat(",")? || self.cursor.is(close) {
            return Ok(());
        }
        Err(self.cursor.expected(&format!("`,` or `{close}`")))
    }

    /// Parses items up to `close`, separated by commas.
    fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.cursor.eat(close)? {
            items.push(item(self)?);
            self.separator(close)?;
        }
        Ok(items)
    }

    /// Parses the name of a definition, field or constructor.
    fn symbol(&mut self) -> Parsed<Symbol> {
        symbol(&mut self.cursor)
    }

    fn data_id(&mut self) -> Parsed<DataId> {
        let unknown = self.cursor.error("there is no such data type");
        let found = if let Token::Number(_) = self.cursor.peek() {
            Some(self.count()?).filter(|at| *at < self.data_count).map(DataId::new)
        } else {
            let name = self.symbol()?;
            self.data_by_name.get(&name).copied()
        };
        found.ok_or(unknown)
    }

    fn def_id(&mut self) -> Parsed<DefId> {
        let unknown = self.cursor.error("there is no such definition");
        let found = if let Token::Number(_) = self.cursor.peek() {
            Some(DefId::new(self.count()?)).filter(|id| self.defs.is_valid(*id))
        } else {
            let name = self.symbol()?;
            self.by_name.get(&name).copied()
        };
        found.ok_or(unknown)
    }

    /// Enters one level of nesting; `leave` goes back.
    fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.cursor.error(format!("this is nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    // Names

    fn bind(&mut self, text: String) -> Name {
        if let Some(name) = Name::parse(&text) {
            return name;
        }
        let name = self.names.fresh(&text);
        self.scope.push((text, name));
        name
    }

    fn resolve(&self, text: &str) -> Option<Name> {
        let scoped = self.scope.iter().rev().find(|(other, _)| other == text).map(|(_, name)| *name);
        scoped.or_else(|| Name::parse(text))
    }

    fn binder(&mut self) -> Parsed<Name> {
        match self.cursor.peek() {
            Token::Word(word) if !super::KEYWORDS.contains(&word.as_str()) => {
                let word = self.cursor.word()?;
                Ok(self.bind(word))
            }
            _ => Err(self.cursor.expected("a name")),
        }
    }

    fn type_params(&mut self) -> Parsed<Vec<Name>> {
        self.list(">", Self::binder)
    }

    // Types

    fn ty(&mut self) -> Parsed<Type> {
        self.enter()?;
        let from = self.type_operand()?;
        let ty = if self.cursor.eat("->")? { Type::function(from, self.ty()?) } else { from };
        self.leave();
        Ok(ty)
    }

    fn type_operand(&mut self) -> Parsed<Type> {
        if self.cursor.eat("[")? {
            let size = self.size()?;
            self.cursor.expect("]")?;
            self.enter()?;
            let elem = self.type_operand()?;
            self.leave();
            return Ok(Type::array(elem, size));
        }
        if self.cursor.eat("(")? {
            let mut items = self.list(")", Self::ty)?;
            return Ok(if items.len() == 1 { items.remove(0) } else { Type::tuple(items) });
        }
        if self.cursor.eat("{")? {
            let fields = self.list("}", |p| {
                let name = p.symbol()?;
                p.cursor.expect(":")?;
                Ok((name, p.ty()?))
            })?;
            return Ok(Type::Record(sorted(fields).into()));
        }
        if self.cursor.eat("<")? {
            return Ok(Type::Sum(self.constructors()?.into()));
        }
        if self.cursor.eat("@")? {
            let id = self.data_id()?;
            let args = if self.cursor.eat("<")? { self.list(">", Self::ty)? } else { Vec::new() };
            return Ok(Type::Data(id, args.into()));
        }
        if self.cursor.eat_word("seq")? {
            self.cursor.expect("<")?;
            let elem = self.ty()?;
            self.cursor.expect(">")?;
            return Ok(Type::Seq(elem.into()));
        }
        if self.cursor.eat_word("tensor")? {
            self.cursor.expect("<")?;
            let elem = self.ty()?;
            self.cursor.expect(">")?;
            return Ok(Type::Tensor(elem.into()));
        }
        if self.cursor.eat_word("ref")? {
            self.cursor.expect("<")?;
            let content = self.ty()?;
            self.cursor.expect(">")?;
            return Ok(Type::Ref(content.into()));
        }
        let unknown = self.cursor.expected("a type");
        let Token::Word(word) = self.cursor.peek() else { return Err(unknown) };
        let ty = match ScalarType::from_name(word) {
            Some(scalar) => Type::Scalar(scalar),
            None => Type::Param(self.resolve(word).ok_or(unknown)?),
        };
        self.cursor.advance()?;
        Ok(ty)
    }

    /// Parses the size in a dimension: a number, a variable, or nothing.
    fn size(&mut self) -> Parsed<Size> {
        match self.cursor.peek() {
            Token::Number(_) => {
                let wrong = self.cursor.error("this is no size");
                Ok(Size::Const(self.cursor.number()?.parse().map_err(|_| wrong)?))
            }
            Token::Word(word) => {
                let name = self.resolve(word).ok_or_else(|| self.cursor.error("this name is not in scope"))?;
                self.cursor.advance()?;
                Ok(Size::Var(name))
            }
            _ => Ok(Size::Any),
        }
    }

    /// Parses the constructors after `<`.
    fn constructors(&mut self) -> Parsed<Vec<(Symbol, Vec<Type>)>> {
        let mut constructors = Vec::new();
        while !self.cursor.eat(">")? {
            let name = self.symbol()?;
            let payload = if self.cursor.eat("(")? { self.list(")", Self::ty)? } else { Vec::new() };
            constructors.push((name, payload));
            if !self.cursor.eat("|")? && !self.cursor.is(">") {
                return Err(self.cursor.expected("`|` or `>`"));
            }
        }
        constructors.sort_by_key(|(name, _)| *name);
        Ok(constructors)
    }

    // Patterns

    fn params(&mut self) -> Parsed<Vec<Param>> {
        let mut params = Vec::new();
        while self.cursor.is("*") || self.cursor.is("(") {
            let consumed = self.unique()?;
            self.cursor.expect("(")?;
            let mut pats = self.list(")", |p| p.pat(&[]))?;
            let pat = if pats.len() == 1 { pats.remove(0) } else { Pat::tuple(pats) };
            params.push(Param { pat, consumed, span: Span::NOWHERE });
        }
        Ok(params)
    }

    /// Parses `*`, `*<field *, ..>`, `*!(argument, result)` or nothing.
    fn unique(&mut self) -> Parsed<Unique> {
        if !self.cursor.eat("*")? {
            return Ok(Unique::No);
        }
        self.enter()?;
        let unique = if self.cursor.eat("<")? {
            Unique::fields(self.list(">", |p| Ok((p.symbol()?, p.unique()?)))?)
        } else if self.cursor.eat("!")? {
            self.cursor.expect("(")?;
            let consumed = self.unique()?;
            self.cursor.expect(",")?;
            let result = self.unique()?;
            self.cursor.expect(")")?;
            Unique::function(consumed, result)
        } else {
            Unique::Yes
        };
        self.leave();
        Ok(unique)
    }

    fn pat(&mut self, type_params: &[Name]) -> Parsed<Pat> {
        self.enter()?;
        let pat = self.pat_inside(type_params)?;
        self.leave();
        Ok(pat)
    }

    fn pat_inside(&mut self, type_params: &[Name]) -> Parsed<Pat> {
        if self.cursor.eat("(")? {
            let mut items = self.list(")", |p| p.pat(type_params))?;
            return Ok(if items.len() == 1 { items.remove(0) } else { Pat::tuple(items) });
        }
        if self.cursor.eat("{")? {
            let fields = self.list("}", |p| {
                let name = p.symbol()?;
                p.cursor.expect("=")?;
                Ok((name, p.pat(type_params)?))
            })?;
            return Ok(Pat::Record(sorted(fields)));
        }
        if self.cursor.eat("#")? {
            let name = self.symbol()?;
            let payload = if self.cursor.eat("(")? { self.list(")", |p| p.pat(&[]))? } else { Vec::new() };
            self.cursor.expect(":")?;
            return Ok(Pat::Variant(name, payload, self.ty()?));
        }
        if let Some(value) = literal(&mut self.cursor)? {
            return Ok(Pat::Literal(value));
        }
        if self.cursor.eat_word("_")? {
            self.cursor.expect(":")?;
            return Ok(Pat::Wildcard(self.ty()?));
        }
        let name = self.binder()?;
        self.typed_binder(name, type_params)
    }

    fn typed_binder(&mut self, name: Name, type_params: &[Name]) -> Parsed<Pat> {
        self.cursor.expect(":")?;
        let ty = self.ty()?;
        self.variables.insert(name, (type_params.to_vec(), ty.clone()));
        Ok(Pat::Var(name, ty))
    }

    // Expressions

    fn expr(&mut self) -> Parsed<Expr> {
        let node = self.node()?;
        self.typed(node)
    }

    fn typed(&self, node: Node) -> Parsed<Expr> {
        let Node { kind, ty, span, unchecked } = node;
        match ty {
            Ok(ty) => Ok(Expr { kind, ty, span, unchecked }),
            Err(message) => Err(base::Diagnostic::error(base::cursor::IR_SYNTAX, message).label(span, "here")),
        }
    }

    fn finish(&self, kind: ExprKind, start: Span) -> Node {
        let ty = typing::infer(&kind, self);
        Node { kind, ty, span: start.to(self.cursor.previous_span()), unchecked: false }
    }

    /// Parses any expression, and ends the scope of the names that it binds.
    fn node(&mut self) -> Parsed<Node> {
        self.enter()?;
        let depth = self.scope.len();
        let node = self.node_inside()?;
        self.scope.truncate(depth);
        self.leave();
        Ok(node)
    }

    fn node_inside(&mut self) -> Parsed<Node> {
        let start = self.cursor.span();
        let kind = match self.cursor.peek() {
            Token::Word(word) => match word.as_str() {
                "let" => self.block()?,
                "if" => self.if_then_else()?,
                "match" => self.match_on()?,
                "loop" => self.loop_over()?,
                "ensure" => self.ensure()?,
                _ => return self.infix(),
            },
            Token::Symbol("\\") => self.lambda()?,
            _ => return self.infix(),
        };
        Ok(self.finish(kind, start))
    }

    /// Parses `let` bindings, `in` and the body.
    fn block(&mut self) -> Parsed<ExprKind> {
        let mut bindings = Vec::new();
        while self.cursor.eat_word("let")? {
            if self.cursor.is_word("in") {
                break;
            }
            let outer = self.scope.len();
            let type_params = if self.cursor.eat("<")? { self.type_params()? } else { Vec::new() };
            let inner = self.scope.len();
            let pat = self.pat(&type_params)?;
            // The value may use the type parameters but not the pattern's variables; the code after the binding only
            // the latter.
            let bound = self.scope.split_off(inner);
            self.cursor.expect("=")?;
            let value = self.expr()?;
            self.scope.truncate(outer);
            self.scope.extend(bound);
            bindings.push(Binding { type_params, pat, value });
        }
        self.cursor.expect_word("in")?;
        Ok(ExprKind::Block(bindings, Box::new(self.expr()?)))
    }

    fn if_then_else(&mut self) -> Parsed<ExprKind> {
        self.cursor.expect_word("if")?;
        let condition = self.expr()?;
        self.cursor.expect_word("then")?;
        let yes = self.expr()?;
        self.cursor.expect_word("else")?;
        let no = self.expr()?;
        Ok(ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    fn match_on(&mut self) -> Parsed<ExprKind> {
        self.cursor.expect_word("match")?;
        let subject = self.expr()?;
        let mut cases = Vec::new();
        self.cursor.expect("{")?;
        while self.cursor.eat_word("case")? {
            let depth = self.scope.len();
            let pat = self.pat(&[])?;
            self.cursor.expect("=>")?;
            cases.push(Case { pat, body: self.expr()? });
            self.scope.truncate(depth);
        }
        self.cursor.expect("}")?;
        Ok(ExprKind::Match(Box::new(subject), cases))
    }

    fn loop_over(&mut self) -> Parsed<ExprKind> {
        self.cursor.expect_word("loop")?;
        let depth = self.scope.len();
        let consumed = self.unique()?;
        let pat = self.pat(&[])?;
        let state = self.scope.split_off(depth);
        self.cursor.expect("=")?;
        let init = self.expr()?;
        let form = if self.cursor.eat_word("while")? {
            self.scope.extend(state);
            LoopForm::While(self.expr()?)
        } else {
            self.cursor.expect_word("for")?;
            let form = self.for_form()?;
            self.scope.extend(state);
            form
        };
        self.cursor.expect_word("do")?;
        let body = self.expr()?;
        Ok(ExprKind::Loop(Box::new(Loop { pat, consumed, init, form, body })))
    }

    /// Parses `x < bound` or `pat in array`.
    fn for_form(&mut self) -> Parsed<LoopForm> {
        let depth = self.scope.len();
        let starts_name = matches!(self.cursor.peek(), Token::Word(word) if word != "_");
        let pat = if starts_name {
            let name = self.binder()?;
            if self.cursor.eat("<")? {
                self.variables.insert(name, (Vec::new(), Type::I64));
                let bound = self.outside(depth, Self::expr)?;
                return Ok(LoopForm::For(name, bound));
            }
            self.typed_binder(name, &[])?
        } else {
            self.pat(&[])?
        };
        self.cursor.expect_word("in")?;
        let array = self.outside(depth, Self::expr)?;
        Ok(LoopForm::ForIn(pat, array))
    }

    /// Parses with the variables hidden that were bound after the first `depth`.
    fn outside<T>(&mut self, depth: usize, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let hidden = self.scope.split_off(depth);
        let result = parse(self);
        self.scope.extend(hidden);
        result
    }

    fn ensure(&mut self) -> Parsed<ExprKind> {
        self.cursor.expect_word("ensure")?;
        let condition = self.expr()?;
        self.cursor.expect(",")?;
        let message = Template::new(self.cursor.text()?);
        self.cursor.expect("(")?;
        let values = self.list(")", Self::expr)?;
        self.cursor.expect_word("in")?;
        let then = self.expr()?;
        Ok(ExprKind::Ensure(Box::new(Ensure { condition, message, values, then })))
    }

    fn lambda(&mut self) -> Parsed<ExprKind> {
        self.cursor.expect("\\")?;
        let params = self.params()?;
        self.cursor.expect("->")?;
        let unique_result = self.unique()?;
        let body = self.expr()?;
        Ok(ExprKind::Lambda(Box::new(Lambda { params, unique_result, body })))
    }

    fn infix(&mut self) -> Parsed<Node> {
        let start = self.cursor.span();
        let left = self.postfix()?;
        if self.cursor.eat_word("with")? {
            let array = Box::new(self.typed(left)?);
            self.cursor.expect("[")?;
            let dims = self.list("]", Self::dim)?;
            self.cursor.expect("=")?;
            let value = Box::new(self.expr()?);
            return Ok(self.finish(ExprKind::Update(array, dims, value), start));
        }
        let Some(prim) = self.infix_operator()? else { return Ok(left) };
        let left = self.typed(left)?;
        let right = self.postfix()?;
        let right = self.typed(right)?;
        let node = self.finish(ExprKind::Prim(prim, vec![left, right]), start);
        if self.infix_operator()?.is_some() {
            return Err(self.cursor.error("operators have no precedence here: add parentheses"));
        }
        Ok(node)
    }

    fn infix_operator(&mut self) -> Parsed<Option<Prim>> {
        let found = operators::infix_symbols().find(|(symbol, _)| self.cursor.is(symbol));
        if found.is_some() {
            self.cursor.advance()?;
        }
        Ok(found.map(|(_, prim)| prim))
    }

    fn dim(&mut self) -> Parsed<SliceDim> {
        let start = if self.cursor.is(":") { None } else { Some(self.expr()?) };
        if !self.cursor.eat(":")? {
            return start.map(SliceDim::Fix).ok_or_else(|| self.cursor.expected("an index"));
        }
        let open = [":", ",", "]"].iter().any(|symbol| self.cursor.is(symbol));
        let end = if open { None } else { Some(self.expr()?) };
        let stride = if self.cursor.eat(":")? { Some(self.expr()?) } else { None };
        Ok(SliceDim::Range { start, end, stride })
    }

    fn postfix(&mut self) -> Parsed<Node> {
        let start = self.cursor.span();
        let mut node = self.primary()?;
        loop {
            let kind = if self.cursor.eat("(")? {
                let function = Box::new(self.typed(node)?);
                ExprKind::Apply(function, self.list(")", Self::expr)?)
            } else if self.cursor.eat("[")? {
                let array = self.typed(node)?;
                let dims = self.list("]", Self::dim)?;
                index_or_slice(array, dims)
            } else if self.cursor.is("!") {
                self.cursor.advance()?;
                let array = Box::new(self.typed(node)?);
                self.cursor.expect("[")?;
                ExprKind::Slice(array, self.list("]", Self::dim)?)
            } else if self.cursor.eat("#")? {
                let record = Box::new(self.typed(node)?);
                ExprKind::Field(record, self.symbol()?)
            } else {
                return Ok(node);
            };
            node = self.finish(kind, start);
        }
    }

    fn primary(&mut self) -> Parsed<Node> {
        let start = self.cursor.span();
        if let Some(value) = literal(&mut self.cursor)? {
            return Ok(self.finish(ExprKind::Literal(value), start));
        }
        let kind = if self.cursor.eat("(")? {
            return self.parenthesised(start);
        } else if self.cursor.eat("{")? {
            let fields = self.list("}", |p| {
                let name = p.symbol()?;
                p.cursor.expect("=")?;
                Ok((name, p.expr()?))
            })?;
            ExprKind::Record(sorted(fields))
        } else if self.cursor.eat("[")? {
            ExprKind::Array(self.list("]", Self::expr)?)
        } else if let Token::Text(_) = self.cursor.peek() {
            let text = self.cursor.text()?;
            return Ok(build::string(text.as_bytes()).at(start.to(self.cursor.previous_span())).into());
        } else if self.cursor.eat("#")? {
            let name = self.symbol()?;
            let payload = if self.cursor.eat("(")? { self.list(")", Self::expr)? } else { Vec::new() };
            ExprKind::Variant(name, payload)
        } else if self.cursor.eat("$")? {
            ExprKind::Table(TableId::new(self.count()?))
        } else if self.cursor.eat("@")? {
            let id = self.def_id()?;
            ExprKind::Def(id, self.type_args()?)
        } else {
            self.named()?
        };
        Ok(self.finish(kind, start))
    }

    fn type_args(&mut self) -> Parsed<Vec<Type>> {
        if !self.cursor.eat("?")? {
            return Ok(Vec::new());
        }
        self.cursor.expect("<")?;
        self.list(">", Self::ty)
    }

    /// Parses a variable, or a primitive with its arguments.
    fn named(&mut self) -> Parsed<ExprKind> {
        let unknown = self.cursor.expected("an expression");
        let Token::Word(word) = self.cursor.peek() else { return Err(unknown) };
        let (variable, prim) = (self.resolve(word), operators::from_word(word));
        if let Some(name) = variable {
            self.cursor.advance()?;
            return Ok(ExprKind::Var(name, self.type_args()?));
        }
        let prim = prim.ok_or(unknown)?;
        self.cursor.advance()?;
        self.cursor.expect("(")?;
        Ok(ExprKind::Prim(prim, self.list(")", Self::expr)?))
    }

    /// Parses the rest of a parenthesised form after `(`: an expression with or without its type, or a tuple.
    fn parenthesised(&mut self, start: Span) -> Parsed<Node> {
        if self.cursor.eat(")")? {
            return Ok(self.finish(ExprKind::Record(Vec::new()), start));
        }
        let unchecked = self.cursor.eat_word("unchecked")?;
        let mut first = self.node()?;
        first.unchecked |= unchecked;
        if self.cursor.eat(":")? {
            first.ty = Ok(self.ty()?);
        }
        if self.cursor.eat(")")? {
            return Ok(first);
        }
        self.separator(")")?;
        let mut items = vec![self.typed(first)?];
        items.extend(self.list(")", Self::expr)?);
        let fields = items.into_iter().enumerate().map(|(i, item)| (tuple_field(i), item)).collect();
        Ok(self.finish(ExprKind::Record(fields), start))
    }
}

fn index_or_slice(array: Expr, dims: Vec<SliceDim>) -> ExprKind {
    let array = Box::new(array);
    if dims.iter().any(|dim| matches!(dim, SliceDim::Range { .. })) {
        return ExprKind::Slice(array, dims);
    }
    let fixed = dims.into_iter().filter_map(|dim| if let SliceDim::Fix(index) = dim { Some(index) } else { None });
    ExprKind::Index(array, fixed.collect())
}

fn sorted<T>(mut fields: Vec<(Symbol, T)>) -> Vec<(Symbol, T)> {
    fields.sort_by(|(a, _), (b, _)| field_order(*a, *b));
    fields
}

/// Parses the name of a definition, field or constructor.
fn symbol(cursor: &mut Cursor<'_>) -> Parsed<Symbol> {
    let text = match cursor.peek() {
        Token::Text(_) => cursor.text()?,
        Token::Number(number) if number.bytes().all(|c| c.is_ascii_digit()) => cursor.number()?,
        Token::Word(word) if is_plain(word) => cursor.word()?,
        _ => return Err(cursor.expected("a name")),
    };
    Ok(Symbol::new(&text))
}

/// Parses a literal if one is next. A number without type is an `i64`, or an `f64` if it has a point or exponent.
fn literal(cursor: &mut Cursor<'_>) -> Parsed<Option<Scalar>> {
    let is_next = match cursor.peek() {
        Token::Number(_) | Token::Symbol("-") => true,
        Token::Word(word) => value::literal::is_word(word),
        _ => false,
    };
    is_next.then(|| value::literal::parse(cursor, None)).transpose()
}
