//! Futhark's uniqueness rules, checked on CORE before any pass. A consumed value, whose storage may be overwritten,
//! must not be used again, and only its owner may consume it. (Futhark, PLDI 2017.)
//!
//! Every owned array is a *root*. A value has, for each record component, the roots whose storage it may share; the
//! components of an array of records are separate, like their storage. Consuming a value marks its roots and all nodes
//! that may share storage with them. So a use is checked in constant time, and the walk is linear in the program,
//! except for joins of consuming branches. Marks are kept on a trail, so that one branch's consumptions can be undone
//! for the other.

mod functions;
mod loops;
mod messages;
mod storage;
mod value;

use crate::calls::Calls;
use crate::def::{Case, Def, DefId, Ensure, Expr, ExprKind, Param, Pat, Prim, Program, Size, SliceDim, Type, Unique};
use base::cursor::MAX_DEPTH;
use base::{Code, Diagnostic, Name, Span, Symbol};
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use storage::{FRESH, Guard, Node, Owner, Storage};
pub use value::has_storage;
use value::{Callee, Function, Operand, Summary, Value, curried, has_array, name_of, tail};

/// Code of nesting that is too deep to be checked; a parser uses the same code.
pub const TOO_DEEP: Code = Code("E0104");
/// Code of a use after consumption.
pub const USED_AFTER: Code = Code("E0401");
/// Code of a consumption of a value that the consumer does not own.
pub const NOT_CONSUMABLE: Code = Code("E0402");
/// Code of a result that is marked `*` but shares storage.
pub const RESULT_SHARES: Code = Code("E0403");
/// Code of a call in which a consumed argument shares storage with another argument.
pub const ARGUMENTS_SHARE: Code = Code("E0404");
/// Code of an update whose new value shares storage with the updated array.
pub const UPDATE_SHARES: Code = Code("E0405");
/// Code of a loop that consumes a component of its state whose values share storage.
pub const LOOP_SHARES: Code = Code("E0406");
/// Code of a program that Rista accepts and other compilers reject.
pub const NOT_PORTABLE: Code = Code("E0704");

/// Returns all violations in the wanted definitions, in the order of the program. A violation is a warning if it only
/// comes from the `*` of a loop parameter that the body does not consume. The verifier must have accepted the program.
/// Needs stack for `MAX_DEPTH` levels of expressions.
pub fn check(program: &Program, wanted: &dyn Fn(DefId) -> bool) -> Vec<Diagnostic> {
    check_outside(program, wanted, &|_| None)
}

/// Like `check`, for definitions whose results are partly hidden from callers. `outside` returns the type that callers
/// see, in which a type parameter stands for a hidden part; `None` if they see the whole type. A hidden part may be a
/// constant.
pub fn check_outside<'p>(
    program: &'p Program,
    wanted: &dyn Fn(DefId) -> bool,
    outside: &'p dyn Fn(DefId) -> Option<Type>,
) -> Vec<Diagnostic> {
    let mut checker = Checker {
        program,
        outside,
        storage: Storage::new(),
        values: FxHashMap::default(),
        frames: Vec::new(),
        constants: FxHashMap::default(),
        summaries: FxHashMap::default(),
        reported: FxHashSet::default(),
        diagnostics: Vec::new(),
        updates: 0,
        marks: Marks { obeyed: true, met: false },
        seen_arrays: FxHashSet::default(),
        depth: 0,
    };
    let mut found: Vec<(DefId, Vec<Diagnostic>)> = Vec::new();
    let calls = Calls::of(program);
    for component in calls.components() {
        checker.summarise_cycle(&calls, &component);
        for id in component {
            found.push((id, checker.violations(id)));
        }
    }
    found.retain(|(id, _)| wanted(*id));
    found.sort_by_key(|(id, _)| *id);
    found.into_iter().flat_map(|(_, diagnostics)| diagnostics).collect()
}

/// Nodes that a body uses, each with the variable and the place of its first use.
type Uses = IndexMap<Node, (Option<Symbol>, Span)>;

/// Context of the lambda or loop whose body is being checked.
struct Frame {
    /// First node made inside the body.
    start: Node,
    what: &'static str,
    captured: Uses,
}

/// How the check treats the marks `*` of loop parameters.
struct Marks {
    /// Whether a loop consumes its marked parameters even if its body does not.
    obeyed: bool,
    /// Whether the current definition has a loop with a marked parameter.
    met: bool,
}

struct Checker<'p> {
    program: &'p Program,
    /// Returns the type of a definition's result as callers see it; `None` if they see the whole type.
    outside: &'p dyn Fn(DefId) -> Option<Type>,
    storage: Storage,
    values: FxHashMap<Name, Value>,
    frames: Vec<Frame>,
    constants: FxHashMap<DefId, Value>,
    summaries: FxHashMap<DefId, Summary>,
    /// Violations reported so far, so that none is reported twice.
    reported: FxHashSet<(Code, usize, Option<Symbol>)>,
    diagnostics: Vec<Diagnostic>,
    /// Number of consumptions so far, without those in the bodies of lambdas.
    updates: usize,
    marks: Marks,
    /// Roots of constants that are used with an array type.
    seen_arrays: FxHashSet<Node>,
    depth: usize,
}

impl Checker<'_> {
    /// Checks the definitions of a recursive group repeatedly, until the summaries of their results no longer change.
    fn summarise_cycle(&mut self, calls: &Calls, component: &[DefId]) {
        if let [id] = component
            && !calls.callees(*id).contains(id)
        {
            return;
        }
        let (program, reported) = (self.program, self.reported.clone());
        let mut changed = true;
        while changed {
            changed = false;
            for id in component {
                let before = self.summaries.get(id).cloned().unwrap_or_default();
                self.def(*id, &program.defs[*id]);
                let after = self.summaries.entry(*id).or_default();
                after.shares_within |= before.shares_within;
                after.constants.extend(&before.constants);
                after.constants.sort_unstable();
                after.constants.dedup();
                changed |= *after != before;
            }
        }
        self.diagnostics.clear();
        self.reported = reported;
    }

    /// Checks a definition and returns the violations. They are warnings if the definition has none when the marks of
    /// loop parameters are ignored.
    fn violations(&mut self, id: DefId) -> Vec<Diagnostic> {
        let program = self.program;
        let (reported, consumed) = (self.reported.clone(), self.storage.trail.len());
        self.marks.met = false;
        self.def(id, &program.defs[id]);
        let violations = std::mem::take(&mut self.diagnostics);
        if violations.is_empty() || !self.marks.met {
            return violations;
        }
        self.reported = reported;
        self.storage.undo(consumed);
        self.marks.obeyed = false;
        self.def(id, &program.defs[id]);
        self.marks.obeyed = true;
        match std::mem::take(&mut self.diagnostics).is_empty() {
            true => violations.into_iter().map(messages::not_portable).collect(),
            false => violations,
        }
    }

    /// Checks a definition, and records the summary of its result.
    fn def(&mut self, id: DefId, def: &Def) {
        for param in &def.params {
            self.param(&param.pat, place_of(param, def.span), &owned_by(param));
        }
        let result = self.expr(&def.body);
        let operand = Operand { value: result.clone(), name: None, span: tail(&def.body).span };
        self.demand_allowed(&operand, &def.unique_result);
        let before = self.diagnostics.len();
        let mut summary = self.summarise(def, &result);
        if !def.params.is_empty() {
            summary.unique = self.uniqueness_of(&result);
            if self.diagnostics.len() == before {
                let seen = (self.outside)(id);
                self.shares_constant(def, seen.as_ref().unwrap_or(&def.result), &result);
            }
            if self.diagnostics.len() > before {
                // The definition has the error, so its callers should not get more.
                summary.constants.clear();
            }
        }
        self.summaries.insert(id, summary);
        if def.params.is_empty() {
            let constant = self.constant(&result, &def.result, Some(def.name), def.span);
            self.constants.insert(id, constant);
        }
    }

    /// Returns the value of a constant, with a root that may not be consumed for each component. Functions stay as they
    /// are.
    fn constant(&mut self, value: &Value, ty: &Type, name: Option<Symbol>, place: Span) -> Value {
        match (value, ty) {
            (Value::Function(_), _) => value.clone(),
            (_, Type::Record(fields)) => {
                let field =
                    |(field, ty): &(Symbol, Type)| (*field, self.constant(&value.field(*field), ty, name, place));
                Value::Record(fields.iter().map(field).collect())
            }
            _ => {
                let name = name.filter(|_| !matches!(ty, Type::Function(..)));
                let root = self.storage.root(Owner { name, place, guard: Guard::Constant });
                value.map(&mut |_| root)
            }
        }
    }

    /// Returns the summary of a definition's result, and reports a part that is marked unique but shared.
    fn summarise(&mut self, def: &Def, result: &Value) -> Summary {
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut summary = Summary::default();
        for leaf in result.nodes() {
            for root in self.storage.roots(leaf) {
                let repeated = !seen.insert(root);
                let guard = self.storage.guard(root);
                if guard == Guard::Constant && !repeated {
                    summary.constants.push(root);
                }
                summary.shares_within |= repeated && guard == Guard::Owned;
            }
        }
        if let Some(root) = self.shared_part(result, &def.unique_result, FRESH) {
            self.report_result(&format!("`{}`", def.name), &def.body, (root, FRESH));
        }
        summary
    }

    /// Returns the uniqueness of a definition's result: `Yes` for parts that share storage with no argument, constant
    /// or other part.
    fn uniqueness_of(&mut self, result: &Value) -> Unique {
        let mut holders: FxHashMap<Node, usize> = FxHashMap::default();
        for leaf in result.nodes() {
            self.storage.roots(leaf).into_iter().for_each(|root| *holders.entry(root).or_default() += 1);
        }
        self.uniqueness_of_part(result, &holders)
    }

    /// Returns the uniqueness of a part of the result. `holders` counts the parts that hold each root.
    fn uniqueness_of_part(&mut self, part: &Value, holders: &FxHashMap<Node, usize>) -> Unique {
        match part {
            Value::Function(_) => Unique::No,
            Value::Leaf(node) => {
                let roots = self.storage.roots(*node);
                let own = |root: &Node| self.storage.guard(*root) == Guard::Owned && holders.get(root) == Some(&1);
                if roots.iter().all(own) { Unique::Yes } else { Unique::No }
            }
            Value::Record(fields) => {
                let parts: Vec<(Symbol, Unique)> =
                    fields.iter().map(|(name, field)| (*name, self.uniqueness_of_part(field, holders))).collect();
                let all = !parts.is_empty() && parts.iter().all(|(_, unique)| *unique == Unique::Yes);
                if all { Unique::Yes } else { Unique::fields(parts) }
            }
        }
    }

    /// Reports a constant array in the result of a function. Callers could not distinguish it from a fresh array.
    fn shares_constant(&mut self, def: &Def, seen: &Type, result: &Value) {
        let mut leaves = Vec::new();
        data_leaves(result, seen, &mut leaves);
        for leaf in leaves {
            let roots = self.storage.roots(leaf);
            if let Some(root) = roots.into_iter().find(|root| self.is_constant_array(*root)) {
                return self.report_constant(def, root);
            }
        }
    }

    fn is_constant_array(&self, root: Node) -> bool {
        let named =
            self.storage.owner(root).is_some_and(|owner| owner.guard == Guard::Constant && owner.name.is_some());
        named && self.seen_arrays.contains(&root)
    }

    /// Returns a root that prevents a part marked by `unique` from being unique: it may not be consumed, was made
    /// before `start`, or occurs in another part.
    fn shared_part(&mut self, result: &Value, unique: &Unique, start: Node) -> Option<Node> {
        let (owned, others) = result.split(unique);
        let mut seen: FxHashSet<Node> = others.into_iter().flat_map(|leaf| self.storage.roots(leaf)).collect();
        let roots: Vec<Node> = owned.into_iter().flat_map(|leaf| self.storage.roots(leaf)).collect();
        let storage = &self.storage;
        roots.into_iter().find(|&root| !seen.insert(root) || storage.guard(root) != Guard::Owned || root < start)
    }

    // Patterns

    /// Binds the pattern of a parameter; returns its value, with a root for each component.
    fn param(&mut self, pat: &Pat, place: Span, unique: &Unique) -> Value {
        match pat {
            Pat::Var(name, ty) => {
                let value = self.param_value(ty, unique, Some(name.hint), place);
                self.values.insert(*name, value.clone());
                value
            }
            Pat::Record(fields) => {
                let field = |(name, pat): &(Symbol, Pat)| (*name, self.param(pat, place, unique.field(*name)));
                Value::Record(fields.iter().map(field).collect())
            }
            Pat::Wildcard(ty) | Pat::Variant(_, _, ty) => {
                let value = self.param_value(ty, unique, None, place);
                self.bind(pat, &value, place);
                value
            }
            Pat::Literal(_) => Value::FRESH,
        }
    }

    /// Returns the value of a parameter, with a root for each part that `unique` distinguishes.
    fn param_value(&mut self, ty: &Type, unique: &Unique, name: Option<Symbol>, place: Span) -> Value {
        let guard = if *unique == Unique::Yes { Guard::Owned } else { Guard::Parameter };
        let owner = Owner { name, place, guard };
        match (unique, ty) {
            (Unique::Fields(_), Type::Record(fields)) => {
                let field =
                    |(field, ty): &(Symbol, Type)| (*field, self.param_value(ty, unique.field(*field), name, place));
                Value::Record(fields.iter().map(field).collect())
            }
            (Unique::Function(_), _) => {
                let callee = Callee::Param(Rc::new(curried(unique)));
                Value::Function(Rc::new(Function { captures: self.storage.root(owner), callee, given: Vec::new() }))
            }
            _ => self.owned(&Value::FRESH, ty, owner),
        }
    }

    /// Binds the variables of a pattern to a value that was computed at `place`.
    fn bind(&mut self, pat: &Pat, value: &Value, place: Span) {
        match pat {
            Pat::Var(name, ty) => {
                let value = self.owned(value, ty, Owner { name: Some(name.hint), place, guard: Guard::Owned });
                self.values.insert(*name, value);
            }
            Pat::Record(fields) => {
                fields.iter().for_each(|(name, pat)| self.bind(pat, &value.field(*name), place));
            }
            Pat::Variant(_, payload, _) => payload.iter().for_each(|pat| self.bind(pat, value, place)),
            Pat::Wildcard(_) | Pat::Literal(_) => {}
        }
    }

    /// Returns the value with components as its type has them. Fresh components get roots with this owner.
    fn owned(&mut self, value: &Value, ty: &Type, owner: Owner) -> Value {
        if !has_storage(ty) {
            return Value::FRESH;
        }
        match (value, ty.base_elem()) {
            _ if ty.is_accumulator() => self.owned_leaf(value, owner),
            (Value::Function(_), _) => value.clone(),
            (Value::Leaf(node), _) if *node != FRESH => value.clone(),
            (_, Type::Record(fields)) => {
                // In an array of records, each scalar field has storage of its own.
                let in_array = ty.rank() > 0;
                let mut owned = Vec::with_capacity(fields.len());
                for (name, field) in fields.iter() {
                    let column = if in_array { Type::array(field.clone(), Size::Any) } else { field.clone() };
                    owned.push((*name, self.owned(&value.field(*name), &column, owner)));
                }
                Value::Record(owned.into())
            }
            _ => self.owned_leaf(value, owner),
        }
    }

    fn owned_leaf(&mut self, value: &Value, owner: Owner) -> Value {
        match self.node(value) {
            FRESH => Value::Leaf(self.storage.root(owner)),
            node => Value::Leaf(node),
        }
    }

    /// Returns one node that stands for the storage of the whole value.
    fn node(&mut self, value: &Value) -> Node {
        match value {
            Value::Leaf(node) => *node,
            Value::Function(function) => function.captures,
            Value::Record(_) => self.storage.union(value.nodes()),
        }
    }

    // Expressions

    fn expr(&mut self, expr: &Expr) -> Value {
        if self.depth >= MAX_DEPTH {
            self.report_depth(expr.span);
            return Value::FRESH;
        }
        self.depth += 1;
        let value = self.expr_inside(expr);
        self.depth -= 1;
        if has_storage(&expr.ty) { value } else { Value::FRESH }
    }

    /// Checks an expression of any kind; returns its value.
    fn expr_inside(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Table(_) => Value::FRESH,
            ExprKind::Var(..) | ExprKind::Field(..) => self.path(expr),
            ExprKind::Def(id, _) => {
                let value = self.definition(*id);
                if has_array(&expr.ty) {
                    value.each(&mut |root| _ = self.seen_arrays.insert(root));
                }
                value
            }
            ExprKind::Lambda(lambda) => self.lambda(lambda, expr.span),
            ExprKind::Apply(function, args) => {
                let value = self.apply(function, args, expr);
                // Because the call consumes the accumulators that it gets, the returned one is new.
                if expr.ty.is_accumulator() { Value::FRESH } else { value }
            }
            ExprKind::Block(bindings, body) => {
                for binding in bindings {
                    let before = self.updates;
                    let value = self.expr(&binding.value);
                    if self.updates > before && binding.value.ty.has_function_value() {
                        self.report_bound_function(binding.value.span);
                    }
                    self.bind(&binding.pat, &value, binding.value.span);
                }
                self.expr(body)
            }
            ExprKind::If(condition, yes, no) => {
                self.expr(condition);
                self.branches(&[(None, yes), (None, no)], &Value::FRESH, expr.span)
            }
            ExprKind::Match(subject, cases) => self.match_on(subject, cases),
            ExprKind::Loop(looped) => self.loop_over(looped),
            ExprKind::Record(fields) => {
                let mut operands = self.operands(fields.iter().map(|(_, field)| field));
                if expr.ty.is_accumulator() {
                    // The values that the operator captures cannot be consumed while the accumulator is alive, so its
                    // storage is only that of the array.
                    operands.truncate(1);
                    return self.merged(&operands);
                }
                Value::Record(fields.iter().zip(operands).map(|((name, _), operand)| (*name, operand.value)).collect())
            }
            ExprKind::Variant(_, args) => {
                let operands = self.operands(args);
                self.merged(&operands)
            }
            ExprKind::Array(items) => {
                self.operands(items);
                Value::FRESH
            }
            ExprKind::Index(array, indices) => {
                self.operands(std::iter::once(&**array).chain(indices)).swap_remove(0).value
            }
            ExprKind::Slice(array, dims) => {
                self.operands(std::iter::once(&**array).chain(dim_exprs(dims))).swap_remove(0).value
            }
            ExprKind::Update(array, dims, value) => self.update(array, dims, value),
            ExprKind::Prim(prim, args) => self.prim(*prim, args, expr.span),
            ExprKind::Ensure(ensure) => self.ensure(ensure),
        }
    }

    fn ensure(&mut self, ensure: &Ensure) -> Value {
        self.expr(&ensure.condition);
        self.operands(&ensure.values);
        self.expr(&ensure.then)
    }

    fn definition(&mut self, id: DefId) -> Value {
        let Some(def) = self.program.defs.get(id) else { return Value::FRESH };
        if !def.params.is_empty() {
            return Value::Function(Rc::new(Function { captures: FRESH, callee: Callee::Def(id), given: Vec::new() }));
        }
        let storage = &mut self.storage;
        let owner = Owner { name: Some(def.name), place: def.span, guard: Guard::Constant };
        self.constants.entry(id).or_insert_with(|| Value::Leaf(storage.root(owner))).clone()
    }

    /// Evaluates a variable, or a field of one. Only that field counts as used.
    fn path(&mut self, expr: &Expr) -> Value {
        let mut fields = Vec::new();
        let mut base = expr;
        while let ExprKind::Field(record, name) = &base.kind {
            fields.push(*name);
            base = record;
        }
        let variable = if let ExprKind::Var(name, _) = &base.kind { Some(*name) } else { None };
        let whole = match variable {
            Some(name) => self.values.get(&name).cloned().unwrap_or(Value::FRESH),
            None => self.expr(base),
        };
        let value = fields.iter().rev().fold(whole, |value, name| value.field(*name));
        let used = has_storage(&expr.ty) || base.ty.fields().is_none();
        match variable {
            Some(name) if used => self.observe(value, Some(name.hint), expr.span),
            _ => value,
        }
    }

    /// Records a use of the value and returns it. If it was consumed, reports that, and returns a fresh value instead.
    fn observe(&mut self, value: Value, name: Option<Symbol>, span: Span) -> Value {
        if let Some(event) = self.consumed(&value) {
            self.report_use(name, span, event);
            return Value::FRESH;
        }
        if let Some(frame) = self.frames.last_mut() {
            let (start, captured) = (frame.start, &mut frame.captured);
            value.each(&mut |node| {
                if node != FRESH && node < start {
                    captured.entry(node).or_insert((name, span));
                }
            });
        }
        value
    }

    /// Returns the number of the consumption that consumed a part of the value, if there was one.
    fn consumed(&self, value: &Value) -> Option<usize> {
        let mut found = None;
        value.each(&mut |node| found = found.or(self.storage.consumed(node)));
        found
    }

    /// Evaluates operands in order. Because the operation uses all of them, an operand that a later one consumes is
    /// reported as used afterwards.
    fn operands<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<Operand> {
        let before = self.storage.trail.len();
        let mut operands: Vec<Operand> = exprs
            .into_iter()
            .map(|expr| Operand { value: self.expr(expr), name: name_of(expr), span: expr.span })
            .collect();
        if self.storage.trail.len() > before {
            for operand in &mut operands {
                let value = std::mem::replace(&mut operand.value, Value::FRESH);
                operand.value = self.observe(value, operand.name, operand.span);
            }
        }
        operands
    }

    fn merged(&mut self, operands: &[Operand]) -> Value {
        let nodes: Vec<Node> = operands.iter().flat_map(|operand| operand.value.nodes()).collect();
        Value::Leaf(self.storage.union(nodes))
    }

    /// Checks a primitive; returns the value of its result.
    fn prim(&mut self, prim: Prim, args: &[Expr], span: Span) -> Value {
        let mut operands = self.operands(args);
        operands.iter().for_each(|operand| self.demand_allowed(operand, &Unique::No));
        match prim {
            Prim::Scatter | Prim::Histogram | Prim::FlatUpdate(_) => {
                self.consume_arguments(&operands, &[Unique::Yes], span);
                Value::FRESH
            }
            Prim::Flatten | Prim::Unflatten | Prim::Transpose | Prim::Unzip | Prim::Trace(_) => {
                operands.pop().map_or(Value::FRESH, |operand| operand.value)
            }
            Prim::FlatIndex(_) => operands.drain(..).next().map_or(Value::FRESH, |operand| operand.value),
            Prim::Zip => {
                let fields = operands.into_iter().enumerate();
                Value::Record(fields.map(|(i, operand)| (crate::def::tuple_field(i), operand.value)).collect())
            }
            Prim::Un(_) | Prim::Bin(_) | Prim::Cmp(_) | Prim::Fma | Prim::Convert(_) | Prim::Equal | Prim::Size(_) => {
                Value::FRESH
            }
            Prim::Loop | Prim::Parameter(_) | Prim::Shared | Prim::System(_) | Prim::Text(_) | Prim::Fail => {
                Value::FRESH
            }
            Prim::Seq(_) | Prim::Ref(_) | Prim::Tensor(_) | Prim::Accelerate => self.merged(&operands),
            Prim::Iota | Prim::Replicate | Prim::Concat | Prim::Copy | Prim::InAccelerate => Value::FRESH,
            Prim::Map | Prim::FlatMap | Prim::Reduce { .. } | Prim::Scan | Prim::Filter | Prim::Foreign(_) => {
                Value::FRESH
            }
        }
    }

    /// Checks an update, which consumes the array. The new value must not share storage with it.
    fn update(&mut self, array: &Expr, dims: &[SliceDim], value: &Expr) -> Value {
        let exprs = std::iter::once(array).chain(dim_exprs(dims)).chain(std::iter::once(value));
        let operands = self.operands(exprs);
        let first = self.storage.consumptions.len();
        if let (Some(target), Some(written)) = (operands.first(), operands.last()) {
            self.consume(&target.value, target.name, target.span);
            if self.consumed(&written.value).is_some_and(|event| event >= first) {
                self.report_update(target, written);
            }
        }
        Value::FRESH
    }

    // Branches

    fn match_on(&mut self, subject: &Expr, cases: &[Case]) -> Value {
        let value = self.expr(subject);
        let branches: Vec<(Option<&Pat>, &Expr)> = cases.iter().map(|case| (Some(&case.pat), &case.body)).collect();
        self.branches(&branches, &value, subject.span)
    }

    /// Checks the branches, each with the consumptions before the first. Afterwards, storage that any of them has
    /// consumed counts as consumed.
    fn branches(&mut self, branches: &[(Option<&Pat>, &Expr)], subject: &Value, place: Span) -> Value {
        let before = self.storage.trail.len();
        let mut values = Vec::with_capacity(branches.len());
        let mut undone = Vec::new();
        for (pat, body) in branches {
            if let Some(pat) = pat {
                self.bind(pat, subject, place);
            }
            values.push(self.expr(body));
            undone.extend(self.storage.undo(before));
        }
        self.storage.redo(undone);
        if self.storage.trail.len() > before {
            let mut survivors = FxHashMap::default();
            for value in &mut values {
                *value = value.map(&mut |node| self.survivor(node, &mut survivors));
            }
        }
        values.into_iter().reduce(|a, b| self.either(&a, &b)).unwrap_or(Value::FRESH)
    }

    /// Returns the node for a branch's result after the branches are joined. If another branch has consumed a root of
    /// it, a new root replaces that root, one for each consumption: the result is only returned if its own branch was
    /// taken.
    fn survivor(&mut self, node: Node, survivors: &mut FxHashMap<usize, Node>) -> Node {
        if self.storage.consumed(node).is_none() {
            return node;
        }
        let roots = self.storage.roots(node);
        let mut alive = Vec::with_capacity(roots.len());
        for root in roots {
            let event = self.storage.consumed(root);
            let owner = self.storage.owner(root);
            alive.push(match event.zip(owner) {
                Some((event, owner)) => *survivors.entry(event).or_insert_with(|| self.storage.root(owner)),
                None => root,
            });
        }
        self.storage.union(alive)
    }

    /// Returns the value that is one of two values, and so may share the storage of both.
    fn either(&mut self, a: &Value, b: &Value) -> Value {
        match (a, b) {
            (Value::Leaf(FRESH), other) | (other, Value::Leaf(FRESH)) => other.clone(),
            (Value::Function(f), Value::Function(g)) if Rc::ptr_eq(f, g) => a.clone(),
            (Value::Record(fields), other) | (other, Value::Record(fields)) => {
                let merged = fields.iter().map(|(name, field)| (*name, self.either(field, &other.field(*name))));
                Value::Record(merged.collect())
            }
            _ => {
                let (a, b) = (self.node(a), self.node(b));
                Value::Leaf(self.storage.union([a, b]))
            }
        }
    }
}

/// Returns the source span of a parameter, or that of its function if the parameter has none.
fn place_of(param: &Param, function: Span) -> Span {
    if param.span.is_nowhere() { function } else { param.span }
}

/// Returns which parts of a parameter the function may consume. It may consume an accumulator always.
fn owned_by(param: &Param) -> Unique {
    if param.pat.ty().is_accumulator() { Unique::Yes } else { param.consumed.clone() }
}

/// Collects the nodes of a value that are known to be arrays: functions and hidden types are left out.
fn data_leaves(value: &Value, ty: &Type, leaves: &mut Vec<Node>) {
    match (value, ty) {
        (Value::Function(_), _) | (_, Type::Function(..)) => {}
        _ if !has_array(ty) => {}
        (Value::Record(_), Type::Record(fields)) => {
            fields.iter().for_each(|(name, ty)| data_leaves(&value.field(*name), ty, leaves));
        }
        _ => value.each(&mut |node| leaves.push(node)),
    }
}

fn dim_exprs(dims: &[SliceDim]) -> impl Iterator<Item = &Expr> {
    dims.iter()
        .flat_map(|dim| match dim {
            SliceDim::Fix(index) => [Some(index), None, None],
            SliceDim::Range { start, end, stride } => [start.as_ref(), end.as_ref(), stride.as_ref()],
        })
        .flatten()
}
