//! Parsing the expressions of FUN.

use super::operators::{COMPARISONS, INFIX};
use super::parse::Parser;
use crate::build::{ResultType, result_types};
use crate::def::*;
use base::cursor::{IR_SYNTAX, Parsed, Token};
use base::{Diagnostic, Name, Symbol, Template};
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp, literal};

impl Parser<'_> {
    /// Parses the right side of `=` in a statement.
    pub(super) fn exp(&mut self) -> Parsed<Exp> {
        let Token::Word(word) = self.cursor.peek() else { return self.other_exp() };
        let word = word.clone();
        if self.in_scope(&word) {
            return self.other_exp();
        }
        let parse: fn(&mut Self) -> Parsed<Exp> = match word.as_str() {
            "table" => Self::table_use,
            "iota" => Self::iota,
            "replicate" => Self::replicate,
            "scratch" => Self::scratch,
            "copy" => Self::copy,
            "concat" => Self::concat,
            "transpose" => Self::transpose,
            "permute" => Self::permute,
            "reshape" => Self::reshape,
            "assert" => Self::assert,
            "if" => Self::conditional,
            "loop" => Self::loop_,
            "call" => Self::call,
            "kernel" => Self::kernel,
            "map" | "traverse" => Self::traverse,
            "reduce" => Self::reduce,
            "scan" => Self::scan,
            "filter" => Self::filter,
            "scatter" => Self::scatter,
            "histogram" => Self::histogram,
            "seq" => Self::sequential,
            "threshold" => Self::threshold,
            "alloc" => Self::alloc,
            _ => return self.other_exp(),
        };
        self.cursor.advance()?;
        parse(self)
    }

    /// Parses a literal array, a slice, an update, or a scalar expression.
    fn other_exp(&mut self) -> Parsed<Exp> {
        if self.cursor.eat("[")? {
            return Ok(Exp::Literal(self.list("]", Self::scalar_operand)?));
        }
        let exp = self.scalar_exp()?;
        match exp {
            Exp::Atom(Atom::Var(array)) if self.cursor.eat_word("with")? => {
                self.cursor.expect("[")?;
                let dims = self.list("]", Self::slice_dim)?;
                self.cursor.expect("=")?;
                Ok(Exp::Update { array, dims, value: self.scalar_operand()? })
            }
            exp => Ok(exp),
        }
    }

    /// Parses a scalar expression. Comparisons bind loosest and do not chain.
    fn scalar_exp(&mut self) -> Parsed<Exp> {
        self.nest(|parser| {
            let left = parser.infix(0)?;
            let Some((_, op)) = COMPARISONS.iter().find(|(symbol, _)| parser.cursor.is(symbol)) else {
                return Ok(left);
            };
            parser.cursor.advance()?;
            let left = parser.name_it(left)?;
            let right = parser.infix(0)?;
            Ok(Exp::Cmp(*op, left, parser.name_it(right)?))
        })
    }

    /// Parses operators of this level of precedence and of all levels that bind more strongly.
    fn infix(&mut self, level: usize) -> Parsed<Exp> {
        let Some(operators) = INFIX.get(level) else { return self.primary() };
        let mut left = self.infix(level + 1)?;
        loop {
            let symbol = operators.iter().find(|(symbol, _)| self.cursor.is(symbol));
            if let Some((_, op)) = symbol {
                self.cursor.advance()?;
                let a = self.name_it(left)?;
                let right = self.infix(level + 1)?;
                left = Exp::Bin(*op, a, self.name_it(right)?);
            } else if self.subtracts_number() && operators.iter().any(|(_, op)| *op == BinOp::Add) {
                // `n -1` lexes as a name and a negative number.
                let a = self.name_it(left)?;
                let number = self.atom()?;
                left = Exp::Bin(BinOp::Add, a, number);
            } else {
                return Ok(left);
            }
        }
    }

    fn subtracts_number(&self) -> bool {
        matches!(self.cursor.peek(), Token::Number(number) if number.starts_with('-'))
    }

    /// Parses an atom, a prefix operator, an index or slice, or a parenthesised expression.
    fn primary(&mut self) -> Parsed<Exp> {
        if self.cursor.eat("(")? {
            let exp = self.scalar_exp()?;
            self.cursor.expect(")")?;
            return Ok(exp);
        }
        if let Token::Word(word) = self.cursor.peek() {
            let word = word.clone();
            if !self.in_scope(&word) && !literal::is_word(&word) {
                return self.prefix(&word);
            }
        }
        let atom = self.atom()?;
        match atom {
            Atom::Var(array) if self.cursor.eat("[")? => {
                let dims = self.list("]", Self::slice_dim)?;
                Ok(index_or_slice(array, dims))
            }
            atom => Ok(Exp::Atom(atom)),
        }
    }

    fn prefix(&mut self, word: &str) -> Parsed<Exp> {
        if let Some(op) = UnOp::from_name(word) {
            self.cursor.advance()?;
            return Ok(Exp::Un(op, self.operand()?));
        }
        if let Some(op) = BinOp::from_name(word) {
            self.cursor.advance()?;
            return Ok(Exp::Bin(op, self.operand()?, self.operand()?));
        }
        match word {
            "fma" => {
                self.cursor.advance()?;
                Ok(Exp::Fma(self.operand()?, self.operand()?, self.operand()?))
            }
            "convert" => {
                self.cursor.advance()?;
                let ty = self.scalar_type()?;
                Ok(Exp::Convert(ty, self.operand()?))
            }
            _ => Err(self.cursor.error(format!("`{word}` is neither a variable in scope nor an operation"))),
        }
    }

    /// Parses an operand that other operands may follow: an atom, an index, or a parenthesised expression.
    pub(super) fn operand(&mut self) -> Parsed<Atom> {
        self.nest(|parser| {
            let exp = parser.primary()?;
            parser.name_it(exp)
        })
    }

    /// Parses an operand that ends at a comma or bracket: any scalar expression.
    pub(super) fn scalar_operand(&mut self) -> Parsed<Atom> {
        let exp = self.scalar_exp()?;
        self.name_it(exp)
    }

    /// Returns an atom as it is; binds any other expression to a fresh variable before the current statement.
    fn name_it(&mut self, exp: Exp) -> Parsed<Atom> {
        if let Exp::Atom(atom) = exp {
            return Ok(atom);
        }
        let types = result_types(&self.program, &exp).map_err(|bug| self.cursor.error(bug.message))?;
        let ty = types.first().and_then(|ty: &ResultType| ty.instantiate(&[]));
        let ty = ty.ok_or_else(|| self.cursor.error("this operand has no type of its own"))?;
        let name = self.program.fresh("t", ty);
        self.pending.push(Stm { pattern: vec![name], certs: Vec::new(), exp, spans: vec![self.here()] });
        Ok(name.into())
    }

    /// Parses `i`, `start : count`, `start : count : stride` or `start : {(count : stride)..}`.
    fn slice_dim(&mut self) -> Parsed<SliceDim> {
        let start = self.scalar_operand()?;
        if !self.cursor.eat(":")? {
            return Ok(SliceDim::Fix(start));
        }
        if self.cursor.eat("{")? {
            return Ok(SliceDim::Flat { start, dims: self.flat_dims()? });
        }
        let count = self.scalar_operand()?;
        let stride = if self.cursor.eat(":")? { self.scalar_operand()? } else { Atom::i64(1) };
        Ok(SliceDim::Range { start, count, stride })
    }

    /// Parses `(count : stride)..}`.
    fn flat_dims(&mut self) -> Parsed<Vec<FlatDim>> {
        let mut dims = Vec::new();
        while !self.cursor.eat("}")? {
            self.cursor.expect("(")?;
            let count = self.scalar_operand()?;
            self.cursor.expect(":")?;
            dims.push(FlatDim { count, stride: self.scalar_operand()? });
            self.cursor.expect(")")?;
        }
        Ok(dims)
    }

    fn table_use(&mut self) -> Parsed<Exp> {
        let number = self.cursor.number()?;
        let position = number.parse().map_err(|_| self.cursor.error("a table's position is a number"))?;
        Ok(Exp::Table(TableId::from_u32(position)))
    }

    /// Parses `iota count` or `iota count start step`.
    fn iota(&mut self) -> Parsed<Exp> {
        let count = self.operand()?;
        let (mut start, mut step) = (Atom::i64(0), Atom::i64(1));
        if self.at_operand() {
            start = self.operand()?;
            step = self.operand()?;
        }
        Ok(Exp::Iota { count, start, step })
    }

    fn at_operand(&self) -> bool {
        match self.cursor.peek() {
            Token::Number(_) | Token::Symbol("(" | "-") => true,
            Token::Word(word) => literal::is_word(word) || self.in_scope(word),
            _ => false,
        }
    }

    fn bracketed(&mut self) -> Parsed<Vec<Atom>> {
        self.cursor.expect("[")?;
        self.list("]", Self::scalar_operand)
    }

    fn replicate(&mut self) -> Parsed<Exp> {
        Ok(Exp::Replicate { dims: self.bracketed()?, value: self.operand()? })
    }

    fn scratch(&mut self) -> Parsed<Exp> {
        let ty = self.ty()?;
        match ty {
            Type::Array { elem, dims } => Ok(Exp::Scratch { elem, dims }),
            _ => Err(self.cursor.error("scratch space has an array type")),
        }
    }

    fn copy(&mut self) -> Parsed<Exp> {
        Ok(Exp::Copy(self.array()?))
    }

    /// Parses a variable, or a slice in parentheses.
    fn array(&mut self) -> Parsed<Name> {
        let atom = self.operand()?;
        atom.var().ok_or_else(|| self.cursor.error("an array is meant here, not a number"))
    }

    fn arrays(&mut self) -> Parsed<Vec<Name>> {
        self.cursor.expect("(")?;
        self.list(")", Self::array)
    }

    fn concat(&mut self) -> Parsed<Exp> {
        Ok(Exp::Concat(self.arrays()?))
    }

    fn transpose(&mut self) -> Parsed<Exp> {
        Ok(Exp::Permute(self.array()?, vec![1, 0]))
    }

    fn permute(&mut self) -> Parsed<Exp> {
        self.cursor.expect("(")?;
        let perm = self.list(")", |parser| {
            let number = parser.cursor.number()?;
            number.parse().map_err(|_| parser.cursor.error("a dimension is a number"))
        })?;
        Ok(Exp::Permute(self.array()?, perm))
    }

    fn reshape(&mut self) -> Parsed<Exp> {
        let dims = self.bracketed()?;
        Ok(Exp::Reshape(self.array()?, dims))
    }

    fn assert(&mut self) -> Parsed<Exp> {
        let cond = self.operand()?;
        let message = Template::new(self.cursor.text()?);
        let values = if self.cursor.eat("(")? { self.list(")", Self::scalar_operand)? } else { Vec::new() };
        Ok(Exp::Assert { cond, message, values })
    }

    /// Parses an `if`. As in the paper, an integer condition means that it is not 0.
    fn conditional(&mut self) -> Parsed<Exp> {
        let mut cond = self.scalar_operand()?;
        if let Type::Scalar(ty) = self.program.atom_type(cond)
            && ty.is_integer()
        {
            cond = self.name_it(Exp::Cmp(CmpOp::Ne, cond, Atom::Const(Scalar::zero(ty))))?;
        }
        self.cursor.expect_word("then")?;
        let then_body = self.body()?;
        self.cursor.expect_word("else")?;
        let else_body = self.body()?;
        Ok(Exp::If { cond, then_body, else_body })
    }

    fn loop_(&mut self) -> Parsed<Exp> {
        let mark = self.scope.len();
        let mut params = Vec::new();
        while self.cursor.eat("(")? {
            let name = self.typed_name()?;
            self.cursor.expect("=")?;
            let own = self.scope.split_off(mark);
            let init = self.scalar_operand()?;
            self.scope.extend(own);
            self.cursor.expect(")")?;
            params.push((name, init));
        }
        let form = if self.cursor.eat_word("for")? {
            let word = self.cursor.word()?;
            let ty = if self.cursor.eat(":")? { self.ty()? } else { Type::I64 };
            self.cursor.expect("<")?;
            let own = self.scope.split_off(mark);
            let bound = self.operand()?;
            self.scope.extend(own);
            let var = self.bind(word);
            self.program.vars.insert(var, VarInfo { ty, place: None });
            LoopForm::For { var, bound }
        } else {
            self.cursor.expect_word("while")?;
            LoopForm::While { cond: self.variable()? }
        };
        self.cursor.expect_word("do")?;
        let body = self.body()?;
        self.scope.truncate(mark);
        Ok(Exp::Loop(Box::new(Loop { params, form, body })))
    }

    fn call(&mut self) -> Parsed<Exp> {
        let function = self.mention()?;
        self.cursor.expect("(")?;
        Ok(Exp::Call { function, args: self.list(")", Self::scalar_operand)? })
    }

    /// Parses `kernel x < y do body`: a traversal without inputs that takes the index, from 0 on. The paper's `kernel x <= y` counts
    /// from 1, as its indices do.
    fn kernel(&mut self) -> Parsed<Exp> {
        let mark = self.scope.len();
        let word = self.cursor.word()?;
        let wrong = self.cursor.error("indices count from 0: write `kernel i < n`");
        if self.cursor.eat("<=")? {
            return Err(wrong);
        }
        self.cursor.expect("<")?;
        let width = self.operand()?;
        let index = self.bind(word);
        self.program.vars.insert(index, VarInfo { ty: Type::I64, place: None });
        self.cursor.expect_word("do")?;
        let body = self.body()?;
        self.scope.truncate(mark);
        let lambda = Lambda { params: vec![index], body };
        Ok(Exp::Traverse(Box::new(Traverse { width, lambda, ..Traverse::default() })))
    }

    fn traverse(&mut self) -> Parsed<Exp> {
        let (width, inputs) = (self.operand()?, self.arrays()?);
        let lambda = self.lambda()?;
        let mut scans = Vec::new();
        while self.cursor.eat_word("scan")? {
            scans.push(self.monoid()?);
        }
        let mut reductions = Vec::new();
        while self.cursor.eat_word("reduce")? {
            reductions.push(self.monoid()?);
        }
        Ok(Exp::Traverse(Box::new(Traverse { sequential: false, width, inputs, lambda, scans, reductions })))
    }

    /// Parses `seq` before an array operation.
    fn sequential(&mut self) -> Parsed<Exp> {
        let mut exp = self.nest(Self::exp)?;
        match exp.sequential_mut() {
            Some(mark) => *mark = true,
            None => return Err(self.cursor.error("only array operations are `seq`")),
        }
        Ok(exp)
    }

    /// Parses `threshold name default`.
    fn threshold(&mut self) -> Parsed<Exp> {
        let name = Symbol::new(&self.word_or_text()?);
        match self.atom()?.constant() {
            Some(Scalar::I64(default)) => Ok(Exp::Threshold { name, default }),
            _ => Err(self.cursor.error("the default of a threshold is an `i64`")),
        }
    }

    fn reduce(&mut self) -> Parsed<Exp> {
        let (width, inputs, lambda, monoid) = self.plain_monoid()?;
        let traverse = Traverse { width, inputs, lambda, reductions: vec![monoid], ..Traverse::default() };
        Ok(Exp::Traverse(Box::new(traverse)))
    }

    fn scan(&mut self) -> Parsed<Exp> {
        let (width, inputs, lambda, monoid) = self.plain_monoid()?;
        let traverse = Traverse { width, inputs, lambda, scans: vec![monoid], ..Traverse::default() };
        Ok(Exp::Traverse(Box::new(traverse)))
    }

    /// Parses `n (x <- xs, ys) (\.. -> ..) (neutral)`; the element's name may be omitted.
    fn plain_monoid(&mut self) -> Parsed<(Atom, Vec<Name>, Lambda, Monoid)> {
        let width = self.operand()?;
        self.cursor.expect("(")?;
        let pairs = self.list(")", Self::element_of)?;
        let (params, inputs): (Vec<Name>, Vec<Name>) = pairs.into_iter().unzip();
        let result = params.iter().map(|&param| param.into()).collect();
        let lambda = Lambda { params, body: Body { stms: Vec::new(), result } };
        Ok((width, inputs, lambda, self.monoid()?))
    }

    /// Parses `x <- xs`, or only `xs`. Returns the parameter for an element, and the array.
    fn element_of(&mut self) -> Parsed<(Name, Name)> {
        let span = self.cursor.span();
        let word = self.cursor.word()?;
        let mark = self.scope.len();
        let (param, input) = if self.cursor.eat("<-")? {
            let input = self.array()?;
            (self.bind(word), input)
        } else {
            let input = super::parse::look_up(&self.scope, &word, span)?;
            (self.program.names.fresh("x"), input)
        };
        self.scope.truncate(mark);
        let ty = self.program.type_of(input).row(1);
        self.program.vars.insert(param, VarInfo { ty, place: None });
        Ok((param, input))
    }

    /// Parses `(\(x : type) .. -> body)`.
    fn lambda(&mut self) -> Parsed<Lambda> {
        self.cursor.expect("(")?;
        self.cursor.expect("\\")?;
        let mark = self.scope.len();
        let params = self.plain_binders()?;
        self.cursor.expect("->")?;
        let body = self.body()?;
        self.scope.truncate(mark);
        self.cursor.expect(")")?;
        Ok(Lambda { params, body })
    }

    fn monoid(&mut self) -> Parsed<Monoid> {
        let commutative = self.cursor.eat_word("comm")?;
        let operator = self.lambda()?;
        self.cursor.expect("(")?;
        let neutral = self.list(")", Self::scalar_operand)?;
        Ok(Monoid { operator, neutral, commutative })
    }

    fn filter(&mut self) -> Parsed<Exp> {
        let (width, inputs) = (self.operand()?, self.arrays()?);
        Ok(Exp::Filter(Box::new(Filter { sequential: false, width, inputs, lambda: self.lambda()? })))
    }

    fn scatter(&mut self) -> Parsed<Exp> {
        let (width, inputs) = (self.operand()?, self.arrays()?);
        let lambda = self.lambda()?;
        let (index_rank, destinations) = self.destinations()?;
        Ok(Exp::Scatter(Box::new(Scatter { sequential: false, width, inputs, lambda, index_rank, destinations })))
    }

    fn histogram(&mut self) -> Parsed<Exp> {
        let (width, inputs) = (self.operand()?, self.arrays()?);
        let lambda = self.lambda()?;
        let (index_rank, destinations) = self.destinations()?;
        let operator = self.monoid()?;
        Ok(Exp::Histogram(Box::new(Histogram {
            sequential: false,
            width,
            inputs,
            lambda,
            index_rank,
            destinations,
            operator,
        })))
    }

    /// Parses `into rank (destinations)`.
    fn destinations(&mut self) -> Parsed<(usize, Vec<Name>)> {
        self.cursor.expect_word("into")?;
        let number = self.cursor.number()?;
        let rank = number.parse().map_err(|_| self.cursor.error("the rank of the index is a number"))?;
        Ok((rank, self.arrays()?))
    }

    /// Parses `alloc f32 count`; the default type is `i64`.
    fn alloc(&mut self) -> Parsed<Exp> {
        let typed = matches!(self.cursor.peek(), Token::Word(w) if w == "int" || ScalarType::from_name(w).is_some());
        let elem = if typed { self.scalar_type()? } else { ScalarType::I64 };
        if self.cursor.is_word("in") || self.cursor.is_word("let") {
            let error = Diagnostic::error(IR_SYNTAX, "`alloc` needs a count of elements after their type");
            return Err(error.label(self.cursor.previous_span(), "here"));
        }
        Ok(Exp::Alloc { elem, count: self.scalar_operand()? })
    }
}

fn index_or_slice(array: Name, dims: Vec<SliceDim>) -> Exp {
    match dims.iter().map(SliceDim::fixed).collect() {
        Some(indices) => Exp::Index(array, indices),
        None => Exp::Slice(array, dims),
    }
}
