//! Checks patterns: binds their names, and compares the types and sizes that they state with the value.

use crate::ast::{self, PatKind};
use crate::check::expressions::literals::literal_value;
use crate::check::expressions::locals::Local;
use crate::check::messages::report::{BOUND_TWICE, REFUTABLE, Reason, SIZE_UNKNOWN};
use crate::check::types::coerce::Step;
use crate::check::types::type_exp::{Anonymous, Reading};
use crate::check::types::{Bound, Scheme, Size, SizeMeta, Type, each_size};
use crate::check::{Checker, Checking, Reported};
use base::{Diagnostic, Name, Span, Symbol};
use core_ir::def as ir;
use rustc_hash::FxHashMap;

/// Settings for the check of a pattern, and the names and steps that the check collects.
pub struct Taken {
    /// Steps after the pattern's variables are bound: bindings and checks of sizes.
    pub steps: Vec<Step>,
    /// Whether to check at run time every size that the pattern declares, even one that the value's type already gives.
    pub check_all: bool,
    /// Whether the pattern may be refutable, as in the cases of a `match`.
    pub refutable: bool,
    names: FxHashMap<Symbol, Span>,
}

/// A size that was unknown when the parameter's pattern was checked: that of dimension `dim` of `atom`, or all sizes of
/// its type if `dim` is `None`.
pub struct Open {
    atom: ir::Expr,
    ty: Type,
    dim: Option<(usize, Size)>,
    span: Span,
}

/// Steps that bind and check the sizes of the parameters so far.
#[derive(Default)]
pub struct Settled {
    /// Steps that bind sizes. They come before `rest`.
    pub sizes: Vec<Step>,
    pub rest: Vec<Step>,
    pub open: Vec<Open>,
}

impl Taken {
    /// Records the names of sizes that are declared before the pattern, which cannot bind these names again.
    pub fn take_sizes(&mut self, sizes: &[ast::Ident]) {
        self.names.extend(sizes.iter().map(|size| (size.name, size.span)));
    }

    pub fn new() -> Taken {
        Taken { steps: Vec::new(), check_all: false, refutable: false, names: FxHashMap::default() }
    }

    /// Returns the state for the cases of a `match`.
    pub fn refutable() -> Taken {
        Taken { refutable: true, ..Taken::new() }
    }

    /// Returns the state for parameters, all of whose sizes are checked at run time.
    pub fn checking() -> Taken {
        Taken { check_all: true, ..Taken::new() }
    }
}

impl Checker {
    pub fn bind_local(&mut self, symbol: Symbol, ty: Type) -> Name {
        let name = self.fresh_name(symbol.as_str());
        self.bind_size(name);
        self.context.locals.bind(symbol, Local::new(name, Scheme::mono(ty)));
        name
    }

    /// Returns the type that the annotations of a pattern give. Types without annotations are unknown.
    pub fn pattern_type(&mut self, pat: &ast::Pat, reading: &mut Reading) -> Checking<Type> {
        match &pat.kind {
            PatKind::Name(_) | PatKind::Wildcard => Ok(self.unifier.fresh()),
            PatKind::Tuple(items) => {
                let items: Checking<Vec<Type>> = items.iter().map(|item| self.pattern_type(item, reading)).collect();
                Ok(Type::tuple(items?))
            }
            PatKind::Record(fields) => {
                let mut types = Vec::new();
                for (name, pat) in fields {
                    let ty = match pat {
                        Some(pat) => self.pattern_type(pat, reading)?,
                        None => self.unifier.fresh(),
                    };
                    types.push((name.name, ty));
                }
                Ok(Type::record(types))
            }
            PatKind::Constructor(name, payload) => {
                let payload: Checking<Vec<Type>> = payload.iter().map(|pat| self.pattern_type(pat, reading)).collect();
                Ok(self.unifier.fresh_bounded(Some(Bound::Constructors(vec![(*name, payload?)]))))
            }
            PatKind::Literal(literal) => Ok(self.literal_type(literal)),
            PatKind::Ascribe(inner, ty) => {
                let declared = self.type_exp(ty, reading)?;
                let found = self.pattern_type(inner, reading)?;
                match self.unifier.unify(&found, &declared) {
                    Ok(_) => Ok(declared),
                    Err(why) => {
                        let reason = Reason::of_pattern(ty.span);
                        Err(self.mismatch(&found, &declared, inner.span, &reason, why))
                    }
                }
            }
            PatKind::Attr(_, inner) => self.pattern_type(inner, reading),
        }
    }

    /// Checks a pattern for a value of type `value` and binds its names. `declared` is the type that its annotations
    /// give.
    pub fn pattern(&mut self, pat: &ast::Pat, declared: &Type, value: &Type, taken: &mut Taken) -> Checking<ir::Pat> {
        match &pat.kind {
            PatKind::Name(symbol) => self.name_pattern(*symbol, declared, value, pat.span, taken),
            PatKind::Wildcard if self.says_sizes(declared) && (taken.check_all || self.has_bindable(declared)) => {
                let name = self.fresh_name("unused");
                self.variable(name, declared, value, pat.span, taken)
            }
            PatKind::Wildcard => Ok(ir::Pat::Wildcard(self.slot(declared))),
            PatKind::Tuple(items) => {
                let fields =
                    items.iter().enumerate().map(|(i, item)| (core_ir::def::tuple_field(i), Some(item), item.span));
                self.record_pattern(fields.collect(), declared, value, pat.span, taken)
            }
            PatKind::Record(fields) => {
                self.no_duplicates(fields.iter().map(|(name, _)| *name), "field")?;
                let fields = fields.iter().map(|(name, pat)| (name.name, pat.as_ref(), name.span)).collect();
                self.record_pattern(fields, declared, value, pat.span, taken)
            }
            PatKind::Constructor(name, payload) => self.constructor_pattern(*name, payload, declared, pat.span, taken),
            PatKind::Literal(literal) => self.literal_pattern(literal, declared, pat.span, taken),
            PatKind::Ascribe(inner, ty) => {
                if taken.check_all {
                    // The ascription of a parameter has been checked before, and `declared` has its type.
                    return self.pattern(inner, declared, value, taken);
                }
                let mut reading = Reading::new(Anonymous::Solve);
                let said = self.type_exp(ty, &mut reading)?;
                let steps = reading.bindings.into_iter().map(Step::Bind);
                taken.steps.extend(steps);
                let reason = Reason::of_pattern(ty.span);
                match self.unifier.unify(declared, &said) {
                    Err(why) => return Err(self.mismatch(declared, &said, inner.span, &reason, why)),
                    Ok(clashes) => self.sizes_agree(&clashes, declared, &said, inner.span, &reason)?,
                }
                self.pattern(inner, &said, value, taken)
            }
            PatKind::Attr(attr, inner) => {
                self.note_attribute(attr);
                self.pattern(inner, declared, value, taken)
            }
        }
    }

    fn says_sizes(&self, ty: &Type) -> bool {
        let mut says = false;
        each_size(&self.unifier.resolve(ty), &mut |_| says = true);
        says
    }

    /// Binds a name to the value. Names that the pattern has bound already are reported.
    fn name_pattern(
        &mut self,
        symbol: Symbol,
        declared: &Type,
        value: &Type,
        span: Span,
        taken: &mut Taken,
    ) -> Checking<ir::Pat> {
        self.may_be_bound(symbol, span)?;
        if let Some(first) = taken.names.insert(symbol, span) {
            let diagnostic = Diagnostic::error(BOUND_TWICE, format!("`{symbol}` is bound twice"));
            return Err(self.report(diagnostic.label(span, "again").label(first, "first here")));
        }
        let declared = self.unifier.shallow(declared);
        let name = self.bind_local(symbol, declared.clone());
        self.bound_at.insert(name, span);
        if !taken.check_all {
            self.note_variable(symbol, span);
        }
        self.variable(name, &declared, value, span, taken)
    }

    /// Returns the pattern of a variable, and adds the steps that bind and check its sizes.
    fn variable(
        &mut self,
        name: Name,
        declared: &Type,
        value: &Type,
        span: Span,
        taken: &mut Taken,
    ) -> Checking<ir::Pat> {
        let ty = self.slot(declared);
        if taken.check_all {
            taken.steps.push(Step::Later { name, ty: declared.clone(), span });
            return Ok(ir::Pat::Var(name, ty));
        }
        let (declared, value) = (self.unifier.resolve(declared), self.unifier.resolve(value));
        let atom = self.node(ir::ExprKind::Var(name, Vec::new()), &declared, span);
        if declared != value {
            self.size_checks(&atom, &value, &declared, span, &mut taken.steps);
        }
        self.bind_sizes(&atom, &declared, &mut taken.steps);
        Ok(ir::Pat::Var(name, ty))
    }

    /// Checks a record or tuple pattern.
    fn record_pattern(
        &mut self,
        fields: Vec<(Symbol, Option<&ast::Pat>, Span)>,
        declared: &Type,
        value: &Type,
        span: Span,
        taken: &mut Taken,
    ) -> Checking<ir::Pat> {
        let parts = fields.iter().map(|(name, ..)| (*name, self.unifier.fresh())).collect();
        let shape = Type::record(parts);
        if let Err(why) = self.unifier.unify(&shape, declared) {
            let reason = Reason::new(Span::NOWHERE, "the value is");
            return Err(self.mismatch(&shape, declared, span, &reason, why));
        }
        let declared = self.unifier.resolve(&shape);
        let value = self.unifier.resolve(value);
        let (Type::Record(declared), value) = (&declared, &value) else { return Err(Reported) };
        let mut bound = Vec::new();
        for (name, pat, span) in fields {
            let of = |ty: &Type| match ty {
                Type::Record(fields) => fields.iter().find(|(other, _)| *other == name).map(|(_, ty)| ty.clone()),
                _ => None,
            };
            let Some(part) = declared.iter().find(|(other, _)| *other == name).map(|(_, ty)| ty.clone()) else {
                return Err(Reported);
            };
            let value = of(value).unwrap_or_else(|| part.clone());
            let pat = match pat {
                Some(pat) => self.pattern(pat, &part, &value, taken)?,
                None => self.name_pattern(name, &part, &value, span, taken)?,
            };
            bound.push((name, pat));
        }
        bound.sort_by(|(a, _), (b, _)| core_ir::def::field_order(*a, *b));
        Ok(ir::Pat::Record(bound))
    }

    /// Checks a constructor pattern.
    fn constructor_pattern(
        &mut self,
        name: Symbol,
        payload: &[ast::Pat],
        declared: &Type,
        span: Span,
        taken: &mut Taken,
    ) -> Checking<ir::Pat> {
        let types: Vec<Type> = payload.iter().map(|_| self.unifier.fresh()).collect();
        let shape = self.unifier.fresh_bounded(Some(Bound::Constructors(vec![(name, types.clone())])));
        self.constructors.push((name, shape.clone(), span));
        if let Err(why) = self.unifier.unify(&shape, declared) {
            return Err(self.mismatch(&shape, declared, span, &Reason::new(Span::NOWHERE, "the value is"), why));
        }
        if !taken.refutable {
            // Whether the sum has only this constructor, so that the pattern always matches, is known at the end of the
            // definition.
            let pat = ast::Pat { kind: PatKind::Constructor(name, payload.to_vec()), span };
            self.matches.push(crate::check::patterns::exhaust::Match {
                ty: declared.clone(),
                pats: vec![pat],
                span,
                binding: true,
            });
        }
        let mut pats = Vec::new();
        for (pat, ty) in payload.iter().zip(&types) {
            pats.push(self.pattern(pat, ty, ty, taken)?);
        }
        Ok(ir::Pat::Variant(name, pats, self.slot(declared)))
    }

    pub fn refutable_here(&mut self, span: Span) {
        let diagnostic = Diagnostic::error(REFUTABLE, "this pattern may not match")
            .label(span, "only some values match this pattern")
            .help("use `match`, with a case for every form of the value");
        self.report(diagnostic);
    }

    /// Checks a literal pattern.
    fn literal_pattern(
        &mut self,
        literal: &ast::Literal,
        declared: &Type,
        span: Span,
        taken: &mut Taken,
    ) -> Checking<ir::Pat> {
        let found = self.literal_type(literal);
        if let Err(why) = self.unifier.unify(&found, declared) {
            return Err(self.mismatch(&found, declared, span, &Reason::new(Span::NOWHERE, "the value is"), why));
        }
        if !taken.refutable {
            self.refutable_here(span);
        }
        self.note_wrapping(literal, span);
        let place = self.literal_places.len() as i64;
        self.literal_places.push(span);
        // A literal pattern of CORE has neither a type nor a span. Until the end, a marked constructor pattern holds
        // the literal and the number of its span.
        let value = literal_value(literal);
        Ok(ir::Pat::Variant(
            crate::check::definitions::finish::literal_marker(),
            vec![ir::Pat::Literal(value), ir::Pat::Literal(value::Scalar::I64(place))],
            self.slot(declared),
        ))
    }

    /// Moves the steps of a parameter to `settled`. Sizes are bound before any of them is checked, because a parameter
    /// with `[n + 1]` may precede the one with `[n]`. Sizes that only the body determines become open.
    pub fn settle_parameters(&mut self, steps: Vec<Step>, settled: &mut Settled) {
        for step in steps {
            match step {
                Step::Later { name, ty, span } => {
                    let atom = self.node(ir::ExprKind::Var(name, Vec::new()), &ty, span);
                    let mut of_this = Vec::new();
                    self.settle_parameter(atom, &ty, span, &mut of_this, &mut settled.open);
                    let (bound, checked): (Vec<Step>, Vec<Step>) =
                        of_this.into_iter().partition(|step| matches!(step, Step::Bind(_)));
                    settled.sizes.extend(bound);
                    settled.rest.extend(checked);
                }
                other => settled.rest.push(other),
            }
        }
    }

    /// Returns steps for the open sizes, after the body has been checked. A size that is still unknown becomes a
    /// variable, unless it is older than `mark` and belongs to code around the function.
    pub fn settle_rest(&mut self, open: Vec<Open>, mark: SizeMeta) -> Vec<Step> {
        let mut settled = Vec::new();
        let mut queue: std::collections::VecDeque<Open> = open.into();
        while let Some(Open { atom, ty, dim, span }) = queue.pop_front() {
            match dim {
                None if matches!(self.unifier.shallow(&ty), Type::Meta(_)) => {}
                None => {
                    let mut more = Vec::new();
                    self.settle_parameter(atom, &ty, span, &mut settled, &mut more);
                    more.into_iter().rev().for_each(|open| queue.push_front(open));
                }
                Some((dim, size)) => {
                    if let Size::Meta(meta) = self.unifier.size(&size)
                        && meta >= mark
                        && !self.held_sizes.contains(&meta)
                    {
                        let name = self.unknown_size("size", span);
                        self.unifier.settle_size(meta, name);
                    }
                    let size = self.unifier.size(&size);
                    self.settle_dim(&atom, dim, size, span, &mut settled);
                }
            }
        }
        settled
    }

    /// Adds steps that bind or check the sizes of an argument `atom` of type `ty`. Unknown types and sizes are added to
    /// `open`.
    fn settle_parameter(&mut self, atom: ir::Expr, ty: &Type, span: Span, steps: &mut Vec<Step>, open: &mut Vec<Open>) {
        let ty = self.unifier.resolve(ty);
        match &ty {
            Type::Meta(_) => open.push(Open { atom, ty, dim: None, span }),
            Type::Array(..) => {
                for (dim, size) in crate::check::types::coerce::dims(&ty).into_iter().enumerate() {
                    match size {
                        Size::Meta(_) => {
                            open.push(Open { atom: atom.clone(), ty: ty.clone(), dim: Some((dim, size)), span })
                        }
                        size => self.settle_dim(&atom, dim, size, span, steps),
                    }
                }
            }
            Type::Record(fields) => {
                for (name, field) in fields.iter() {
                    let part = self.node(ir::ExprKind::Field(Box::new(atom.clone()), *name), field, span);
                    self.settle_parameter(part, field, span, steps, open);
                }
            }
            _ => {
                if let Some((part, array)) = self.accumulated(&atom, &ty) {
                    self.settle_parameter(part, &array, span, steps, open);
                }
            }
        }
    }

    fn settle_dim(&mut self, atom: &ir::Expr, dim: usize, size: Size, span: Span, steps: &mut Vec<Step>) {
        let found = crate::check::types::coerce::size_of(atom, dim);
        match size {
            Size::Var(name) if !self.context.bound.contains(&name) => {
                self.bind_size(name);
                steps.push(Step::Bind(core_ir::build::binding(ir::Pat::Var(name, ir::Type::I64), found)));
            }
            size => self.check_dim(found, dim, &size, span, steps),
        }
    }

    /// Adds a check that dimension `dim` has the declared size.
    fn check_dim(&mut self, found: ir::Expr, dim: usize, size: &Size, span: Span, steps: &mut Vec<Step>) {
        let shown = self.show_size(size);
        let shown = match size {
            Size::Const(_) => String::new(),
            _ if shown.is_empty() => String::new(),
            _ => format!("{shown} = "),
        };
        let message = base::Template::new(format!("dimension {dim} has size {{}} where {shown}{{}} is needed"));
        let needed = self.size_slot(size, span);
        let values = vec![found.clone(), needed.clone()];
        let condition = core_ir::build::compare(value::CmpOp::Eq, found, needed);
        steps.push(Step::Check { condition, message, values, span });
    }

    pub fn size_not_witnessed<T>(&mut self, name: Name, span: Span) -> Checking<T> {
        let headline = format!("cannot infer the size `{}`", name.hint);
        self.error(SIZE_UNKNOWN, span, headline, "no array in the pattern has this size")
    }
}
