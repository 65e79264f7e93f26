//! Layout of expressions.

use super::Printer;
use crate::ast::{Case, Dim, Exp, ExpKind, Ident, Lambda, Let, LetKind, Loop, LoopForm, Range, RangeEnd, Step};
use crate::lexer::Kind;
use crate::parser::operators::Level;
use crate::parser::split_qualified;
use base::layout::{Doc, align, broken_if, group, line, nest, nothing};

/// Length of a function's name above which arguments on several lines are not aligned after it.
const LONG_NAME: u32 = 12;

impl<'a> Printer<'a> {
    pub(super) fn exp(&mut self, exp: &Exp) -> Doc<'a> {
        self.exp_to(exp, self.last_of(exp.span))
    }

    /// Prints an expression whose last token, parentheses included, is `last`.
    fn exp_to(&mut self, exp: &Exp, last: usize) -> Doc<'a> {
        if self.is(Kind::LeftParen) && self.wrapped(last, has_parentheses(exp)) {
            return self.parentheses(|p, last| p.exp_to(exp, last));
        }
        match &exp.kind {
            ExpKind::Literal(_) | ExpKind::String(_) | ExpKind::Var(_) | ExpKind::Hole | ExpKind::Error => self.token(),
            ExpKind::Tuple(items) => self.list(false, items, Self::exp),
            ExpKind::Array(items) => self.list(items.iter().all(is_number), items, Self::exp),
            ExpKind::Record(fields) => self.list(false, fields, Self::field),
            ExpKind::Apply(function, args) => self.application(function, args),
            ExpKind::Constructor(_, args) if args.is_empty() => self.token(),
            ExpKind::Constructor(_, args) => {
                let name = self.token();
                Doc::Concat(vec![name, Doc::Text(" "), self.arguments(args)])
            }
            ExpKind::Binary(..) => self.binary(exp),
            ExpKind::Unary(_, operand) => self.unary(operand),
            ExpKind::Index(array, dims) => Doc::Concat(vec![self.exp(array), self.list(false, dims, Self::dim)]),
            ExpKind::Project(of, field) => Doc::Concat(vec![self.exp(of), self.tokens_to(field.span.end)]),
            ExpKind::LocalOpen(_, inside) => self.local_open(inside, last),
            ExpKind::Range(range) => self.range(range),
            ExpKind::Lambda(lambda) => self.lambda(lambda),
            ExpKind::If(..) => {
                let mut broken = false;
                let doc = self.if_exp(exp, &mut broken);
                broken_if(broken, align(doc))
            }
            ExpKind::Match(scrutinee, cases) => self.match_exp(scrutinee, cases),
            ExpKind::Section(_) => self.tokens_up_to(last),
            ExpKind::SectionLeft(operand, _) => {
                let inside = [self.token(), align(self.exp(operand)), Doc::Text(" ")];
                Doc::Concat(inside.into_iter().chain([self.operator(), self.token()]).collect())
            }
            ExpKind::SectionRight(_, operand) => {
                let inside = [self.token(), self.operator(), Doc::Text(" "), align(self.exp(operand))];
                Doc::Concat(inside.into_iter().chain([self.token()]).collect())
            }
            ExpKind::PathSection(steps) => Doc::Concat(vec![self.token(), self.steps(steps), self.token()]),
            ExpKind::Block(lets, body) => self.block(lets, body),
            ExpKind::With(of, path, value) => self.with(of, path, value),
            ExpKind::Loop(form) => self.loop_exp(form),
            ExpKind::Ascribe(of, ty) | ExpKind::Coerce(of, ty) => {
                let of = self.exp(of);
                let colon = self.token();
                let ty = Doc::Concat(vec![line(), colon, Doc::Text(" "), self.type_exp(ty)]);
                group(Doc::Concat(vec![of, nest(ty)]))
            }
            ExpKind::Assert(condition, value) => {
                let word = self.token();
                let parts = Doc::Concat(vec![self.exp(condition), line(), self.exp(value)]);
                group(Doc::Concat(vec![word, Doc::Text(" "), align(parts)]))
            }
            ExpKind::Attr(_, of) => self.attributed(|p| p.exp(of)),
        }
    }

    /// Prints the expression after an `=` or an arrow: on the same line if it fits, else indented on the next line. The
    /// author's line break is kept.
    pub(super) fn hang(&mut self, exp: &Exp) -> Doc<'a> {
        if self.newline() {
            return broken_if(true, nest(Doc::Concat(vec![line(), self.exp(exp)])));
        }
        let last = self.last_of(exp.span);
        let several_lines = (self.at + 1..=last).any(|index| self.newline_at(index));
        if several_lines && (stays_behind(exp) || self.is(Kind::LeftParen) && self.wrapped(last, has_parentheses(exp)))
        {
            return Doc::Concat(vec![Doc::Text(" "), align(self.exp(exp))]);
        }
        group(nest(Doc::Concat(vec![line(), self.exp(exp)])))
    }

    fn tokens_up_to(&mut self, last: usize) -> Doc<'a> {
        self.glued((last + 1).saturating_sub(self.at))
    }

    /// Prints a field: `a = e` or `a`.
    fn field(&mut self, (_, value): &(Ident, Option<Exp>)) -> Doc<'a> {
        let name = self.token();
        match value {
            None => name,
            Some(value) => Doc::Concat(vec![name, self.spaced(), self.hang(value)]),
        }
    }

    fn application(&mut self, function: &Exp, args: &[Exp]) -> Doc<'a> {
        let long = function.span.end - function.span.start > LONG_NAME;
        let function = self.exp(function);
        if !long {
            return Doc::Concat(vec![function, Doc::Text(" "), self.arguments(args)]);
        }
        let docs = args.iter().flat_map(|arg| [line(), self.exp(arg)]).collect();
        group(Doc::Concat(vec![function, nest(Doc::Concat(docs))]))
    }

    fn arguments(&mut self, args: &[Exp]) -> Doc<'a> {
        let mut docs = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            docs.extend((i > 0).then(line));
            docs.push(self.exp(arg));
        }
        group(align(Doc::Concat(docs)))
    }

    /// Prints an infix operator, or a name in backticks.
    fn operator(&mut self) -> Doc<'a> {
        let count = if self.is(Kind::Backtick) { 3 } else { 1 };
        self.glued(count)
    }

    /// Prints a chain of operators of one level. Each operator starts a line if the chain does not fit on one; pipes
    /// also if the author had them so.
    fn binary(&mut self, exp: &Exp) -> Doc<'a> {
        let level = self.level(exp);
        let (mut first, mut operands) = (exp, Vec::new());
        while let ExpKind::Binary(_, left, right) = &first.kind {
            if self.level(first) != level || first.span != exp.span && self.wrapped(self.last_of(first.span), false) {
                break;
            }
            operands.push(&**right);
            first = left;
        }
        let mut docs = vec![self.exp(first)];
        let mut broken = false;
        for operand in operands.into_iter().rev() {
            broken |= self.newline();
            if level == Some(Level::PipeLeft) {
                docs.extend([self.spaced(), self.hang(operand)]);
            } else {
                docs.extend([line(), self.operator(), Doc::Text(" "), align(self.exp(operand))]);
            }
        }
        broken_if(broken && level == Some(Level::PipeRight), align(Doc::Concat(docs)))
    }

    fn level(&self, exp: &Exp) -> Option<Level> {
        let ExpKind::Binary(_, left, _) = &exp.kind else { return None };
        let operator = self.tokens.get(self.last_of(left.span) + 1)?;
        let backtick = operator.kind == Kind::Backtick;
        Some(if backtick { Level::Backtick } else { Level::of(split_qualified(operator.text).1) })
    }

    /// Prints a prefix operator. A space separates two prefix operators.
    fn unary(&mut self, operand: &Exp) -> Doc<'a> {
        let operator = self.token();
        let apart = matches!(self.kind(0), Kind::Minus | Kind::Bang);
        let space = if apart { Doc::Text(" ") } else { nothing() };
        Doc::Concat(vec![operator, space, self.exp(operand)])
    }

    /// Prints `m.(e)`. The parenthesis may belong to a tuple or to a section.
    fn local_open(&mut self, inside: &Exp, last: usize) -> Doc<'a> {
        if self.wrapped(last, has_parentheses(inside)) {
            self.parentheses(|p, last| p.exp_to(inside, last))
        } else {
            self.exp_to(inside, last)
        }
    }

    fn range(&mut self, range: &Range) -> Doc<'a> {
        let mut docs = vec![self.exp(&range.start)];
        if let Some(second) = &range.second {
            docs.extend([self.token(), self.exp(second)]);
        }
        let (RangeEnd::Inclusive(end) | RangeEnd::Up(end) | RangeEnd::Down(end)) = &range.end;
        docs.extend([self.token(), self.exp(end)]);
        Doc::Concat(docs)
    }

    fn lambda(&mut self, lambda: &Lambda) -> Doc<'a> {
        let backslash = self.token();
        let mut params = Vec::new();
        for (i, param) in lambda.params.iter().enumerate() {
            params.extend((i > 0).then(line));
            params.push(self.pat(param));
        }
        if let Some(ty) = &lambda.result {
            params.extend([self.spaced(), Doc::Text(" "), self.type_exp(ty)]);
        }
        let head = group(Doc::Concat(vec![backslash, align(Doc::Concat(params)), self.spaced()]));
        Doc::Concat(vec![head, self.hang(&lambda.body)])
    }

    /// Prints a chain of `if` and `else if` as one group. Sets `broken` if the author used several lines.
    fn if_exp(&mut self, exp: &Exp, broken: &mut bool) -> Doc<'a> {
        let ExpKind::If(condition, yes, no) = &exp.kind else { return self.exp(exp) };
        let mut docs = vec![self.token(), Doc::Text(" "), align(self.exp(condition))];
        *broken |= self.newline();
        docs.extend([line(), self.token(), self.branch(yes)]);
        *broken |= self.newline();
        docs.extend([line(), self.token()]);
        let chain = self.is(Kind::If) && !self.newline();
        docs.push(if chain { Doc::Text(" ") } else { nothing() });
        docs.push(if chain { self.if_exp(no, broken) } else { self.branch(no) });
        Doc::Concat(docs)
    }

    /// Prints a branch after its keyword, or indented on the next line if the author broke the line there.
    fn branch(&mut self, exp: &Exp) -> Doc<'a> {
        if self.newline() { self.hang(exp) } else { Doc::Concat(vec![Doc::Text(" "), align(self.exp(exp))]) }
    }

    fn match_exp(&mut self, scrutinee: &Exp, cases: &[Case]) -> Doc<'a> {
        let mut docs = vec![self.token(), Doc::Text(" "), align(self.exp(scrutinee))];
        let mut broken = false;
        for case in cases {
            broken |= self.newline();
            docs.extend([self.separator(), self.token(), Doc::Text(" "), self.pat(&case.pat)]);
            docs.extend([self.spaced(), self.hang(&case.body)]);
        }
        broken_if(broken, align(Doc::Concat(docs)))
    }

    fn loop_exp(&mut self, form: &Loop) -> Doc<'a> {
        let mut head = vec![self.token(), Doc::Text(" ")];
        head.push(self.sizes(&form.sizes));
        head.push(self.pat(&form.pat));
        if let Some(init) = &form.init {
            head.extend([self.spaced(), self.hang(init)]);
        }
        head.extend([line(), self.token(), Doc::Text(" ")]);
        let over = match &form.form {
            LoopForm::For(_, bound) => {
                head.extend([self.token(), self.spaced(), Doc::Text(" ")]);
                bound
            }
            LoopForm::ForIn(pat, array) => {
                head.extend([self.pat(pat), self.spaced(), Doc::Text(" ")]);
                array
            }
            LoopForm::While(condition) => condition,
        };
        head.extend([align(self.exp(over)), self.spaced()]);
        align(Doc::Concat(vec![group(Doc::Concat(head)), self.hang(&form.body)]))
    }

    /// Prints a block, one binding a line, and the body after the last `in`.
    fn block(&mut self, lets: &[Let], body: &Exp) -> Doc<'a> {
        let mut docs = Vec::new();
        let mut broken = false;
        for (i, binding) in lets.iter().enumerate() {
            if i > 0 && self.is(Kind::In) {
                docs.push(self.spaced());
            }
            if i > 0 {
                broken |= self.newline();
                docs.push(self.separator());
            }
            docs.push(self.binding(binding));
        }
        broken |= self.newline();
        docs.extend([self.separator(), self.token(), Doc::Text(" "), align(self.exp(body))]);
        broken_if(broken, align(Doc::Concat(docs)))
    }

    fn binding(&mut self, binding: &Let) -> Doc<'a> {
        let mut docs = vec![self.token(), Doc::Text(" ")];
        match &binding.kind {
            LetKind::Pat { sizes, pat, value } => {
                docs.extend([self.sizes(sizes), self.pat(pat), self.spaced(), self.hang(value)]);
            }
            LetKind::Function(def) => docs.push(self.def_rest(def)),
            LetKind::Update { name, path, value } => {
                docs.push(self.tokens_to(name.span.end));
                docs.extend([self.steps(path), self.spaced(), self.hang(value)]);
            }
        }
        Doc::Concat(docs)
    }

    /// Prints sizes before a pattern, with a space after them: `[n][m] `.
    fn sizes(&mut self, sizes: &[Ident]) -> Doc<'a> {
        let space = if sizes.is_empty() { nothing() } else { Doc::Text(" ") };
        Doc::Concat(vec![self.glued(3 * sizes.len()), space])
    }

    /// Prints `e with path = value`. Each `with` of a chain starts a line if the chain does not fit on one.
    fn with(&mut self, of: &Exp, path: &[Step], value: &Exp) -> Doc<'a> {
        let of = self.exp(of);
        let update = vec![line(), self.token(), Doc::Text(" "), self.steps(path), self.spaced(), self.hang(value)];
        group(Doc::Concat(vec![of, nest(Doc::Concat(update))]))
    }

    /// Prints the steps of a path: fields and indices.
    fn steps(&mut self, steps: &[Step]) -> Doc<'a> {
        let mut docs = Vec::new();
        for step in steps {
            match step {
                Step::Field(field) => docs.push(self.tokens_to(field.span.end)),
                Step::Index(dims) => {
                    docs.push(if self.is(Kind::Dot) { self.token() } else { nothing() });
                    docs.push(self.list(false, dims, Self::dim));
                }
            }
        }
        Doc::Concat(docs)
    }

    fn dim(&mut self, dim: &Dim) -> Doc<'a> {
        let (start, rest) = match dim {
            Dim::Fix(index) => return self.exp(index),
            Dim::Slice { start, end, stride } => (start, [end, stride]),
        };
        let mut docs = Vec::new();
        docs.extend(start.as_ref().map(|start| self.exp(start)));
        for part in rest {
            if self.is(Kind::Colon) {
                docs.push(self.token());
            }
            docs.extend(part.as_ref().map(|part| self.exp(part)));
        }
        Doc::Concat(docs)
    }
}

/// Whether parentheses are part of the expression's own form.
fn has_parentheses(exp: &Exp) -> bool {
    use ExpKind::{PathSection, Section, SectionLeft, SectionRight, Tuple};
    matches!(exp.kind, Tuple(_) | Section(_) | SectionLeft(..) | SectionRight(..) | PathSection(_))
}

/// Whether the expression may start on the line of an `=` even if it takes several lines.
fn stays_behind(exp: &Exp) -> bool {
    match &exp.kind {
        ExpKind::Tuple(_) | ExpKind::Array(_) | ExpKind::Record(_) | ExpKind::Lambda(_) => true,
        ExpKind::Apply(..) | ExpKind::Constructor(..) | ExpKind::Index(..) | ExpKind::LocalOpen(..) => true,
        ExpKind::Ascribe(of, _) | ExpKind::Coerce(of, _) => stays_behind(of),
        _ => false,
    }
}

fn is_number(exp: &Exp) -> bool {
    match &exp.kind {
        ExpKind::Literal(_) => true,
        ExpKind::Unary(_, operand) => is_number(operand),
        _ => false,
    }
}
