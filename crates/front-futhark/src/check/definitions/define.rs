//! Checks definitions, top-level ones when they are first needed, and local functions. Types that remain open become
//! type parameters.

use crate::ast::{self, TypeParamKind};
use crate::check::definitions::recursion::{self, Itself};
use crate::check::expressions::locals::{Local, SizeMark};
use crate::check::expressions::native::Native;
use crate::check::messages::report::{AMBIGUOUS, Reason, SIZES_DIFFER};
use crate::check::modules::scope::{Place, Value, ValueId, ValueInfo, ValueKind};
use crate::check::patterns::pat::{Open, Settled, Taken};
use crate::check::sizes::constructive::mentions;
use crate::check::types::coerce::Step;
use crate::check::types::type_exp::{Anonymous, Reading};
use crate::check::types::unique;
use crate::check::types::{Bound, Function, Meta, Scheme, Size, SizeMeta, Type, each_size, each_size_var};
use crate::check::{Checker, Checking, Context, Reported, Typed};
use base::{Diagnostic, Name, Span};
use core_ir::def as ir;
use core_ir::def::Unique;
use core_ir::walk::{Part, for_each_part_deep};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The checked head of a function: its parameters, and the sizes and types that they bind.
struct Head {
    params: Vec<ir::Param>,
    types: Vec<ParamType>,
    sizes: Vec<Name>,
    type_params: Vec<Name>,
    passed: Vec<Name>,
    /// Steps that bind sizes before the body. `open` are sizes in parameters that are unknown until the body has been
    /// checked.
    steps: Vec<Step>,
    open: Vec<Open>,
    mark: SizeMeta,
    /// Mark in `Context::bound` from before the function's own sizes.
    bound: SizeMark,
}

/// The checked head and body of a function.
struct Checked {
    params: Vec<ir::Param>,
    /// Type, variable and consumption of each parameter.
    types: Vec<ParamType>,
    body: Typed,
    unique: Unique,
    /// Whether the definition declares no result type, so that its body decides what is unique in the result.
    inferred: bool,
    /// Size parameters that the head declares.
    sizes: Vec<Name>,
    type_params: Vec<Name>,
    /// Declared size parameters that no argument determines. Callers pass them as additional arguments.
    passed: Vec<Name>,
    /// Mark of the unknown sizes from before the function. These belong to code around it.
    mark: SizeMeta,
}

impl Checked {
    /// Returns the uniqueness of the result, and whether it is inferred from the body.
    fn gives(&self) -> (&Unique, bool) {
        (&self.unique, self.inferred)
    }
}

impl Head {
    fn for_recursion(&self) -> recursion::Head {
        let variable = |param: &ir::Param| if let ir::Pat::Var(name, _) = &param.pat { Some(*name) } else { None };
        recursion::Head {
            sizes: self.sizes.clone(),
            passed: self.passed.clone(),
            type_params: self.type_params.clone(),
            params: self.params.iter().map(variable).collect(),
            types: self.types.clone(),
        }
    }
}

#[derive(Clone)]
pub struct ParamType {
    pub ty: Type,
    pub name: Option<Name>,
    pub consumed: Unique,
}

impl Checker {
    /// Returns the type and the kind of a top-level value. Checks its definition first if necessary.
    pub fn value_info(&mut self, id: ValueId, span: Span) -> Checking<Rc<ValueInfo>> {
        match self.scopes.value(id) {
            Value::Done(info) => return Ok(info.clone()),
            Value::Failed => return Err(Reported),
            Value::Working => return self.not_supported(span, "mutually recursive definitions are"),
            Value::Waiting { .. } | Value::Specified(_) => {}
        }
        let checked = match self.scopes.set_value(id, Value::Working) {
            Value::Waiting { def, attrs, place } => self.waiting_definition(&def, &attrs, place),
            Value::Specified(specified) => self.specified_value(&specified),
            _ => Err(Reported),
        };
        match checked {
            Ok(info) => {
                let info = Rc::new(info);
                self.scopes.set_value(id, Value::Done(info.clone()));
                Ok(info)
            }
            Err(reported) => {
                self.scopes.set_value(id, Value::Failed);
                Err(reported)
            }
        }
    }

    /// Checks a top-level definition. At first, each size that a parameter leaves open, as in `(xs: []t)`, is a new
    /// size. If the only errors then are sizes that differ in the body, the check is repeated with open sizes that the
    /// body determines.
    fn waiting_definition(&mut self, def: &Rc<ast::Def>, attrs: &[ast::Attr], place: Place) -> Checking<ValueInfo> {
        let (before, leftovers) = (self.diagnostics.len(), [self.slots.len(), self.matches.len(), self.holes.len()]);
        let first = self.definition_with(Anonymous::Name, def, attrs, place);
        let inside = def.name.span.to(def.body.span);
        if first.is_ok() || !self.only_sizes_differ(before, inside) {
            return first;
        }
        let told = self.diagnostics.split_off(before);
        let [slots, matches, holes] = leftovers;
        self.slots.truncate(slots);
        self.matches.truncate(matches);
        self.holes.truncate(holes);
        let second = self.definition_with(Anonymous::Solve, def, attrs, place);
        if second.is_err() {
            self.diagnostics.truncate(before);
            self.diagnostics.extend(told);
        }
        second
    }

    /// Whether all errors reported since `before` are about sizes that differ, at spans within `place`.
    fn only_sizes_differ(&self, before: usize, place: Span) -> bool {
        let reported = &self.diagnostics[before.min(self.diagnostics.len())..];
        let within = |span: Span| span.file() == place.file() && place.start <= span.start && span.end <= place.end;
        !reported.is_empty()
            && reported.iter().all(|diagnostic| {
                diagnostic.code == SIZES_DIFFER && diagnostic.labels.first().is_some_and(|label| within(label.span))
            })
    }

    /// Checks a definition at `place` in a new context. `anonymous` is the treatment of sizes that parameters leave open.
    fn definition_with(
        &mut self,
        anonymous: Anonymous,
        def: &Rc<ast::Def>,
        attrs: &[ast::Attr],
        place: Place,
    ) -> Checking<ValueInfo> {
        let outer = self.enter(place);
        self.context.anonymous = anonymous;
        self.context.defining.push((def.name.name, !def.params.is_empty()));
        self.context.itself = Some(Itself::new(def.clone()));
        let checked = self.definition(def, attrs, None);
        self.context = outer;
        checked
    }

    /// Replaces the context by a new one at `place`, and returns the previous one.
    pub fn enter(&mut self, place: Place) -> Context {
        std::mem::replace(&mut self.context, Context::new(place))
    }

    /// Checks a definition in the current context, and adds its CORE to the program. `outside` is its type as callers see
    /// it, if they see another one.
    pub fn definition(&mut self, def: &ast::Def, attrs: &[ast::Attr], outside: Option<&Scheme>) -> Checking<ValueInfo> {
        let (slots, terms) = (self.slots.len(), self.term_variables.len());
        let (matches, holes) = (self.matches.len(), self.holes.len());
        let constructors = self.constructors.len();
        let named = |name: &str| attrs.iter().find(|attr| attr.name.as_str() == name);
        if self.in_prelude_place()
            && let Some(attr) = named("native")
        {
            return self.native_definition(def, attr);
        }
        let head = self.head(def)?;
        self.enter_body(head.for_recursion());
        let mut checked = self.function(def, head)?;
        self.recursion_agrees(def, &checked.types, &checked.body)?;
        self.not_too_large(&checked.body.ty, def.name.span)?;
        self.sums_known(constructors)?;
        self.settle_open_types(&checked, def)?;
        let scheme = self.generalise(&checked);
        self.give_type_parameters(&mut checked.body.expr, &scheme.types);
        self.tell_holes(holes);
        self.check_matches(matches)?;
        let with_sizes = self.body_with_sizes(def, outside.unwrap_or(&scheme), &checked.body);
        let (body, result, positions) = match with_sizes {
            Some((body, ty, positions)) => (body, ty, Some(positions)),
            None => (checked.body.expr, checked.body.ty.clone(), None),
        };
        // Recursive calls were generated before the body was known, so they pass only declared sizes.
        let passed = match (&scheme.ty, self.id_of_itself()) {
            (Type::Function(_), None) => self.passed_sizes(&checked.passed, &scheme.sizes, &body),
            _ => checked.passed,
        };
        let params = with_size_params(&passed, checked.params);
        let unique_result = match &positions {
            Some(positions) => Unique::fields([(ir::tuple_field(positions.len()), checked.unique)]),
            None => checked.unique,
        };
        let inline = match (named("inline"), named("noinline")) {
            (_, Some(_)) => ir::Inline::Never,
            (Some(_), _) => ir::Inline::Always,
            _ => ir::Inline::Auto,
        };
        let core_def = ir::Def {
            name: def.name.name,
            type_params: scheme.types.clone(),
            params,
            result: self.slot(&result),
            unique_result,
            unique_inferred: checked.inferred,
            body,
            inline,
            accelerated: false,
            span: def.name.span,
        };
        let hidden_uses = self.hidden_uses();
        let core_def = self.finish_def(core_def)?;
        self.slots.truncate(slots);
        self.term_variables.truncate(terms);
        let (core_def, sized) = match positions {
            Some(positions) => {
                let (core_def, sized) = self.without_sizes_beside(core_def, positions);
                self.finished(sized.id, &result, hidden_uses);
                (core_def, Some(sized))
            }
            None => (core_def, None),
        };
        let id = match self.id_of_itself() {
            Some(id) => {
                self.program.defs[id] = core_def;
                id
            }
            None => self.program.defs.push(core_def),
        };
        self.sized_defs.extend(sized.map(|sized| (id, sized)));
        self.finished(id, &checked.body.ty, hidden_uses);
        let scheme = self.with_known_sizes(id, scheme);
        Ok(ValueInfo { scheme, kind: ValueKind::Def { id, sizes: passed } })
    }

    /// Checks the head of a definition or local function.
    fn head(&mut self, def: &ast::Def) -> Checking<Head> {
        self.not_too_many(def.params.len(), "parameters", def.name.span)?;
        let (mark, bound) = (self.unifier.size_mark(), self.context.bound.mark());
        let (sizes, type_params) = self.type_params(&def.type_params)?;
        let (mut params, mut types) = (Vec::new(), Vec::new());
        let mut taken = Taken::checking();
        taken.take_sizes(&size_names(&def.type_params));
        let mut settled = Settled::default();
        for pat in &def.params {
            let (param, ty) = self.parameter_pattern(pat, self.context.anonymous, &mut taken)?;
            self.settle_parameters(std::mem::take(&mut taken.steps), &mut settled);
            params.push(param);
            types.push(ty);
        }
        let Settled { sizes: mut steps, mut rest, open } = settled;
        steps.append(&mut rest);
        let passed = self.unwitnessed_sizes(&sizes);
        Ok(Head { params, types, sizes, type_params, passed, steps, open, mark, bound })
    }

    /// Checks the body of a definition or local function, whose head has been checked.
    fn function(&mut self, def: &ast::Def, head: Head) -> Checking<Checked> {
        let Head { params, types, sizes, type_params, passed, mut steps, open, mark, bound } = head;
        let inside = self.fresh_name("inside");
        let (body, unique) = self.result_of(def, &mut steps)?;
        let used: Vec<Type> = types.iter().map(|param| param.ty.clone()).chain([body.ty.clone()]).collect();
        self.sizes_are_used(def, &sizes, &used)?;
        self.params_are_accessible(def, &types, &body.ty, bound, &sizes, inside)?;
        self.hold_sizes(&types, &body.ty);
        let body = self.after_parameters(body, steps, open, mark);
        let inferred = def.result.is_none();
        Ok(Checked { params, types, body, unique, inferred, sizes, type_params, passed, mark })
    }

    /// Returns the declared size parameters that no parameter's type determines, and binds them as variables.
    fn unwitnessed_sizes(&mut self, sizes: &[Name]) -> Vec<Name> {
        let unwitnessed: Vec<Name> = sizes.iter().copied().filter(|name| !self.context.bound.contains(name)).collect();
        unwitnessed.iter().for_each(|name| self.bind_size(*name));
        unwitnessed
    }

    /// Returns the sizes that callers pass: those in `declared`, and those that the body uses without reading them off
    /// a value.
    fn passed_sizes(&self, declared: &[Name], sizes: &[Name], body: &ir::Expr) -> Vec<Name> {
        let (mut needed, mut bound) = (FxHashSet::default(), FxHashSet::default());
        if declared.len() < sizes.len() {
            for_each_part_deep(body, &mut |part| match part {
                Part::Use(slot) => {
                    if let Some((size, _)) = self.size_slots.get(&slot) {
                        each_size_var(&self.unifier.size(size), &mut |name| _ = needed.insert(name));
                    }
                }
                Part::Binder(name) => _ = bound.insert(name),
                Part::Expr(_) | Part::Type(_) | Part::TypeBinder(_) => {}
            });
        }
        let is_passed = |name: &Name| declared.contains(name) || needed.contains(name) && !bound.contains(name);
        sizes.iter().copied().filter(is_passed).collect()
    }

    /// Records the unknown sizes in known fields or constructors of a type that is still open. The function must not
    /// generalise them, because such a type becomes one type for all uses.
    fn hold_sizes(&mut self, params: &[ParamType], result: &Type) {
        let mut metas = Vec::new();
        params.iter().for_each(|param| self.open_metas(&param.ty, &mut metas));
        self.open_metas(result, &mut metas);
        for meta in metas {
            let parts: Vec<Type> = match self.unifier.bound(meta) {
                Some(Bound::Constructors(constructors)) => {
                    constructors.iter().flat_map(|(_, payload)| payload.iter().cloned()).collect()
                }
                Some(Bound::Fields(fields)) => fields.iter().map(|(_, ty)| ty.clone()).collect(),
                _ => continue,
            };
            for part in parts {
                each_size(&self.unifier.resolve(&part), &mut |size| {
                    if let Size::Meta(meta) = size {
                        self.held_sizes.insert(*meta);
                    }
                });
            }
        }
    }

    fn after_parameters(&mut self, body: Typed, steps: Vec<Step>, open: Vec<Open>, mark: SizeMeta) -> Typed {
        let rest = self.settle_rest(open, mark);
        let expr = self.wrap(rest, body.expr, &body.ty);
        let expr = self.wrap(steps, expr, &body.ty);
        Typed { expr, ty: body.ty }
    }

    /// Checks a parameter's pattern and binds its variables. Returns the parameter and its type.
    fn parameter_pattern(
        &mut self,
        pat: &ast::Pat,
        anonymous: Anonymous,
        taken: &mut Taken,
    ) -> Checking<(ir::Param, ParamType)> {
        let mut reading = Reading::new(anonymous);
        let ty = self.pattern_type(pat, &mut reading)?;
        taken.steps.extend(reading.bindings.drain(..).map(Step::Bind));
        let bound = self.pattern(pat, &ty, &ty, taken)?;
        let name = match &bound {
            ir::Pat::Var(name, _) => Some(*name),
            _ => None,
        };
        let consumed = unique::of_pattern(pat);
        Ok((ir::Param { pat: bound, consumed: consumed.clone(), span: pat.span }, ParamType { ty, name, consumed }))
    }

    /// Checks that size parameters have distinct names, and that type parameters do.
    pub fn params_differ(&mut self, params: &[ast::TypeParam]) -> Checking<()> {
        let (sizes, types): (Vec<_>, Vec<_>) =
            params.iter().partition(|param| matches!(param.kind, TypeParamKind::Size));
        self.no_duplicates(sizes.iter().map(|param| param.name), "size parameter")?;
        self.no_duplicates(types.iter().map(|param| param.name), "type parameter")
    }

    /// Brings type parameters into scope. Returns the names of the size parameters and of the type parameters.
    pub fn type_params(&mut self, params: &[ast::TypeParam]) -> Checking<(Vec<Name>, Vec<Name>)> {
        self.params_differ(params)?;
        let (mut sizes, mut types) = (Vec::new(), Vec::new());
        for param in params {
            let symbol = param.name.name;
            let name = self.fresh_name(symbol.as_str());
            match param.kind {
                TypeParamKind::Size => {
                    self.context.locals.bind(symbol, Local::new(name, Scheme::mono(Type::I64)));
                    self.bound_at.insert(name, param.name.span);
                    sizes.push(name);
                }
                TypeParamKind::Type(liftedness) => {
                    if liftedness != ast::Liftedness::Unlifted {
                        self.lifted.insert(name);
                    }
                    self.declared_liftedness.insert(name, liftedness);
                    self.context.locals.bind_type(symbol, Type::Param(name));
                    types.push(name);
                }
            }
        }
        Ok((sizes, types))
    }

    fn lifted_among(&self, types: &[Name]) -> Vec<Name> {
        types.iter().copied().filter(|name| self.lifted.contains(name)).collect()
    }

    /// Checks the body against the declared result type. Returns the body and the uniqueness of the result.
    fn result_of(&mut self, def: &ast::Def, steps: &mut Vec<Step>) -> Checking<(Typed, Unique)> {
        let Some(result) = &def.result else {
            let body = self.infer(&def.body, None)?;
            let unique = self.owned_in(&body.ty, &Unique::No);
            return Ok((body, unique));
        };
        let mut reading = Reading::new(Anonymous::Solve);
        let ty = self.type_exp(result, &mut reading)?;
        steps.extend(reading.bindings.drain(..).map(Step::Bind));
        let reason = Reason::new(result.span, "the result is declared as");
        let typed = self.check(&def.body, &ty, &reason)?;
        // The declared type is kept, because it has the user's spelling of sizes, and states what functions consume.
        let unique = self.owned_in(&ty, &unique::of_type(result));
        Ok((Typed { expr: typed.expr, ty }, unique))
    }

    /// Gives open types of literals their default type. Reports open record types. Other open types later become type
    /// parameters.
    fn settle_open_types(&mut self, checked: &Checked, def: &ast::Def) -> Checking<()> {
        let mut metas = Vec::new();
        let ty = self.function_type_of(checked);
        self.open_metas(&ty, &mut metas);
        for meta in metas {
            match self.unifier.bound(meta).cloned() {
                Some(Bound::OneOf(set)) => {
                    let Some(scalar) = set.default() else { continue };
                    self.unifier.settle(meta, Type::Scalar(scalar));
                }
                Some(Bound::Fields(_)) => {
                    let headline = format!("cannot infer the type of a record in `{}`", def.name.name);
                    let diagnostic = Diagnostic::error(AMBIGUOUS, headline)
                        .label(def.name.span, "a field access does not determine the record type")
                        .help("declare the type of the parameter, such as `(p: {x: f64, y: f64})`");
                    return Err(self.report(diagnostic));
                }
                Some(Bound::Constructors(_) | Bound::Comparable) | None => {}
            }
        }
        Ok(())
    }

    /// Adds the unknown types in the type to `metas`.
    pub fn open_metas(&self, ty: &Type, metas: &mut Vec<Meta>) {
        match self.unifier.shallow(ty) {
            Type::Meta(meta) => metas.push(meta),
            Type::Scalar(_) | Type::Param(_) => {}
            Type::Array(elem, _) => self.open_metas(&elem, metas),
            Type::Record(fields) => fields.iter().for_each(|(_, ty)| self.open_metas(ty, metas)),
            Type::Sum(constructors) => {
                constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| self.open_metas(ty, metas))
            }
            Type::Function(function) => {
                self.open_metas(&function.param, metas);
                self.open_metas(&function.result, metas);
            }
            Type::Abstract(hidden) => hidden.types.iter().for_each(|ty| self.open_metas(ty, metas)),
        }
    }

    fn function_type_of(&self, checked: &Checked) -> Type {
        let types = checked.types.iter().map(|param| param.ty.clone());
        Type::functions(types, checked.body.ty.clone())
    }

    /// Returns the scheme of the definition. Open types become type parameters.
    fn generalise(&mut self, checked: &Checked) -> Scheme {
        let (mut types, mut bounds) = (checked.type_params.clone(), Vec::new());
        let mut metas = Vec::new();
        self.open_metas(&self.function_type_of(checked), &mut metas);
        for meta in metas {
            if self.unifier.bound(meta).is_none() && matches!(self.unifier.shallow(&Type::Meta(meta)), Type::Meta(_)) {
                let name = self.fresh_name("t");
                if !self.unifier.is_regular(meta) {
                    self.lifted.insert(name);
                }
                if self.unifier.is_comparable(meta) {
                    bounds.push((name, Bound::Comparable));
                }
                self.unifier.settle(meta, Type::Param(name));
                types.push(name);
            }
        }
        let (ty, sizes) =
            self.dependent_type(&checked.types, &checked.body.ty, checked.gives(), &checked.sizes, checked.mark);
        Scheme { sizes, lifted: self.lifted_among(&types), types, bounds, ty }
    }

    /// Returns the curried function type and its size parameters. Open sizes of parameters become size parameters;
    /// sizes that occur only in the result are new in each call.
    fn dependent_type(
        &mut self,
        params: &[ParamType],
        result: &Type,
        (unique, inferred): (&Unique, bool),
        declared: &[Name],
        mark: SizeMeta,
    ) -> (Type, Vec<Name>) {
        let mut sizes: Vec<Name> = declared.to_vec();
        let named: Vec<Name> = params.iter().filter_map(|param| param.name).collect();
        let mut resolved = Vec::new();
        for param in params {
            let ty = self.unifier.resolve(&param.ty);
            let ty = self.name_open_sizes(&ty, &mut sizes, mark);
            collect(&ty, &mut |name| {
                if !sizes.contains(&name) && !named.contains(&name) {
                    sizes.push(name);
                }
            });
            resolved.push(ty);
        }
        let result = self.unifier.resolve(result);
        let (mut exists, mut open) = (Vec::new(), Vec::new());
        // Without parameters, open sizes of a function type are size parameters. In a function that is returned, so are
        // sizes that nothing determines. In other results, open sizes are new in each call.
        let result = if params.is_empty() {
            let ty = self.name_open_sizes(&result, &mut open, mark);
            collect(&ty, &mut |name| {
                if !open.contains(&name) && !sizes.contains(&name) && matches!(ty, Type::Function(_)) {
                    open.push(name);
                }
            });
            ty
        } else {
            let unsettled = if matches!(result, Type::Function(_)) { &mut open } else { &mut exists };
            let ty = self.name_open_sizes(&result, unsettled, mark);
            collect(&ty, &mut |name| {
                if ![&sizes, &named, &open, &exists].iter().any(|names| names.contains(&name)) {
                    exists.push(name);
                }
            });
            ty
        };
        sizes.append(&mut open);
        let mut ty = result;
        for (i, (param, resolved)) in params.iter().zip(resolved).enumerate().rev() {
            let last = i + 1 == params.len();
            let exists = if last { std::mem::take(&mut exists) } else { Vec::new() };
            let is_size = self.unifier.shallow(&resolved) == Type::I64;
            let name = param.name.filter(|name| is_size || mentions(&ty, *name));
            ty = Type::Function(Rc::new(Function {
                param: resolved,
                name,
                consumed: param.consumed.clone(),
                result: ty,
                exists: exists.into(),
                unique: if last { unique.clone() } else { Unique::No },
                inferred,
            }));
        }
        (ty, sizes)
    }

    /// Gives a name to each unknown size in the type that is not older than `mark` and may be generalised. Returns the
    /// type with these names, which are added to `names`.
    fn name_open_sizes(&mut self, ty: &Type, names: &mut Vec<Name>, mark: SizeMeta) -> Type {
        let mut metas = Vec::new();
        each_size(ty, &mut |size| {
            if let Size::Meta(meta) = self.unifier.size(size) {
                metas.push(meta);
            }
        });
        if metas.is_empty() {
            return ty.clone();
        }
        for meta in metas {
            if let Size::Meta(meta) = self.unifier.size(&Size::Meta(meta))
                && meta >= mark
                && !self.held_sizes.contains(&meta)
                && let Size::Var(name) = self.unknown_size("size", Span::NOWHERE)
            {
                self.unifier.settle_size(meta, Size::Var(name));
                names.push(name);
            }
        }
        self.unifier.resolve(ty)
    }

    // Local functions

    /// Checks a local function. Adds a step to the enclosing block that binds it.
    pub fn let_function(&mut self, def: &ast::Def, span: Span, steps: &mut Vec<Step>) -> Checking<()> {
        self.may_be_bound(def.name.name, def.name.span)?;
        let mark = self.context.locals.mark();
        let sizes = self.context.bound.mark();
        self.context.defining.push((def.name.name, !def.params.is_empty()));
        let before = self.unifier.mark();
        let checked = self.head(def).and_then(|head| {
            let outside = self.unifier.enter_function(&head.type_params, before);
            let checked = self.function(def, head);
            self.unifier.leave_function(outside);
            checked
        });
        self.context.defining.pop();
        self.context.locals.leave(mark);
        let checked = checked?;
        let (ty, scheme_sizes) = self.local_type(&checked, sizes);
        self.context.bound.leave(sizes);
        self.not_too_large(&ty, def.name.span)?;
        let passed = self.passed_sizes(&checked.passed, &scheme_sizes, &checked.body.expr);
        let with_sizes = with_sizes(&passed, &ty);
        let lambda = ir::Lambda {
            params: with_size_params(&passed, checked.params),
            unique_result: checked.unique,
            body: checked.body.expr,
        };
        let lambda = self.node(ir::ExprKind::Lambda(Box::new(lambda)), &with_sizes, span);
        let name = self.fresh_name(def.name.name.as_str());
        self.bound_at.insert(name, def.name.span);
        self.note_variable(def.name.name, def.name.span);
        // Because sizes may contain calls of the function, its name counts as bound in sizes.
        self.bind_size(name);
        let pat = ir::Pat::Var(name, self.slot(&with_sizes));
        let type_params = checked.type_params.clone();
        steps.push(Step::Bind(ir::Binding { type_params: type_params.clone(), pat, value: lambda }));
        let lifted = self.lifted_among(&type_params);
        let scheme = Scheme { sizes: scheme_sizes, types: type_params, lifted, bounds: Vec::new(), ty };
        self.context.locals.bind(def.name.name, Local { name, scheme: Rc::new(scheme), passed });
        Ok(())
    }

    /// Like `dependent_type`, for a local function: sizes that are bound outside of it are not parameters.
    fn local_type(
        &mut self,
        checked: &Checked,
        bound: crate::check::expressions::locals::SizeMark,
    ) -> (Type, Vec<Name>) {
        let (ty, sizes) =
            self.dependent_type(&checked.types, &checked.body.ty, checked.gives(), &checked.sizes, checked.mark);
        let own = |checker: &Checker, name: Name| {
            checker.context.bound.since(bound, name) || !checker.context.bound.contains(&name)
        };
        let sizes: Vec<Name> = sizes.into_iter().filter(|name| own(self, *name)).collect();
        (without_exists(&ty, &|name| !own(self, name)), sizes)
    }

    // Natives

    pub fn in_prelude_place(&self) -> bool {
        self.prelude_scopes.contains(&self.context.place.scope)
    }

    fn native_definition(&mut self, def: &ast::Def, attr: &ast::Attr) -> Checking<ValueInfo> {
        let name = attr.args.first().map_or(def.name.name, |arg| arg.name);
        let Some(native) = Native::from_name(name.as_str()) else {
            return self.error(AMBIGUOUS, attr.span, format!("there is no native `{name}`"), "here");
        };
        let mut scheme = self.declared_scheme(def)?;
        if matches!(native, Native::Prim(ir::Prim::Equal) | Native::NotEqual) {
            scheme.bounds = scheme.types.iter().map(|name| (*name, Bound::Comparable)).collect();
        }
        Ok(ValueInfo { scheme, kind: ValueKind::Native { native, arity: def.params.len() } })
    }

    /// Returns the scheme that the head of a definition declares. Declared size parameters come first.
    pub fn declared_scheme(&mut self, def: &ast::Def) -> Checking<Scheme> {
        let (sizes, type_params) = self.type_params(&def.type_params)?;
        let (mut params, mut taken, mut settled) = (Vec::new(), Taken::checking(), Settled::default());
        for pat in &def.params {
            params.push(self.parameter_pattern(pat, Anonymous::Name, &mut taken)?.1);
            // Later parameters and the result may use these sizes, as in `[length xs]`.
            self.settle_parameters(std::mem::take(&mut taken.steps), &mut settled);
        }
        let mut reading = Reading::new(Anonymous::Name);
        let result = match &def.result {
            Some(result) => self.type_exp(result, &mut reading)?,
            None => return self.error(AMBIGUOUS, def.name.span, "a native without a type".to_owned(), "here"),
        };
        let unique = def.result.as_ref().map_or(Unique::No, unique::of_type);
        let (ty, sizes) = self.dependent_type(&params, &result, (&unique, false), &sizes, SizeMeta(0));
        let lifted = self.lifted_among(&type_params);
        Ok(Scheme { sizes, types: type_params, lifted, bounds: Vec::new(), ty })
    }
}

fn size_names(params: &[ast::TypeParam]) -> Vec<ast::Ident> {
    params.iter().filter(|param| matches!(param.kind, TypeParamKind::Size)).map(|param| param.name).collect()
}

/// Returns the result type of a function after its parameters, with the sizes that are new in each call.
pub fn result_after(ty: &Type, params: usize) -> Option<(Type, Rc<[Name]>)> {
    match ty {
        Type::Function(function) if params == 1 => Some((function.result.clone(), function.exists.clone())),
        Type::Function(function) => result_after(&function.result, params.checked_sub(1)?),
        _ => None,
    }
}

/// Returns the type of a function that takes sizes before its other arguments.
pub fn with_sizes(passed: &[Name], ty: &Type) -> Type {
    Type::functions(passed.iter().map(|_| Type::I64), ty.clone())
}

fn with_size_params(passed: &[Name], params: Vec<ir::Param>) -> Vec<ir::Param> {
    let sizes = passed.iter().map(|name| core_ir::build::param(*name, ir::Type::I64));
    sizes.chain(params).collect()
}

/// Calls `visit` on every variable in the sizes of the type, except those that the type itself binds.
pub fn collect(ty: &Type, visit: &mut dyn FnMut(Name)) {
    match ty {
        Type::Function(function) => {
            collect(&function.param, visit);
            let bound = |name: Name| function.exists.contains(&name) || function.name == Some(name);
            collect(&function.result, &mut |name| {
                if !bound(name) {
                    visit(name);
                }
            });
        }
        Type::Array(elem, size) => {
            each_size_var(size, visit);
            collect(elem, visit);
        }
        Type::Record(fields) => fields.iter().for_each(|(_, ty)| collect(ty, visit)),
        Type::Sum(constructors) => {
            constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| collect(ty, visit))
        }
        Type::Abstract(hidden) => {
            hidden.sizes.iter().for_each(|size| each_size_var(size, visit));
            hidden.types.iter().for_each(|ty| collect(ty, visit));
        }
        Type::Scalar(_) | Type::Param(_) | Type::Meta(_) => {}
    }
}

/// Returns the type with sizes from outside of the function removed from its existential sizes.
fn without_exists(ty: &Type, is_outside: &dyn Fn(Name) -> bool) -> Type {
    match ty {
        Type::Function(function) => Type::Function(Rc::new(Function {
            param: function.param.clone(),
            name: function.name,
            consumed: function.consumed.clone(),
            result: without_exists(&function.result, is_outside),
            exists: function.exists.iter().copied().filter(|name| !is_outside(*name)).collect(),
            unique: function.unique.clone(),
            inferred: function.inferred,
        })),
        other => other.clone(),
    }
}
