//! Expression acceleration: the maximal parallel expressions of host definitions become definitions of their own, which
//! are marked `accelerated`.
//!
//! ```text
//! data tree = <leaf([]i64) | node(tree, tree)>      data tree = <leaf([]i64) | node(tree, tree)>
//!                                                   def sum_1 accelerated (xs : []i64) (c : i64) : ? i64 =
//!                                                     reduce(plus, 0, map(\x -> x * c, xs))
//! def sum (t : tree) (c : i64) : i64 =              def sum (t : tree) (c : i64) : i64 =
//!   match t {                                         match t {
//!     case #leaf(xs) =>                                 case #leaf(xs) =>
//!       reduce(plus, 0, map(\x -> x * c, xs))             @sum_1(xs, c)
//!     case #node(l, r) => @sum(l, c) + @sum(r, c) }       case #node(l, r) => @sum(l, c) + @sum(r, c) }
//! ```
//!
//! A *host definition* mentions a data type, asks a service of the run-time system, contains a `flat_map` (`flat_map`
//! says which ones stay), or calls a host definition or an accelerated one. One of its expressions is *clean* if it
//! contains no data type, no service and no `flat_map`, and calls no such definition. So it has no effects. It *works* if it contains an array operation, directly or through definitions. Each
//! maximal expression that is clean and works goes to the device; scalar code around it stays. If only the operands of
//! an operation are the host's, they are bound before it: `map(f, @flat(t))` becomes `let x = @flat(t) in map(f, x)`.
//! Of the bindings that then follow each other, the clean ones become one definition, from the first that works to the
//! last, which returns a tuple of the variables used later. So fusion sees them together. The order of evaluation
//! stays.
//!
//! This is the first step of "Expression Acceleration" (§4.1): `accelerate e` is a binding of a definition whose
//! parameters are the free variables of `e` (`lift`). The paper lifts all nested functions; here only the lambdas of
//! array operations are left after `defunctionalise`, and they stay. If acceleration is explicit, a front end's marks
//! replace the search here. The rest is the same: `extract` is Algorithm 1, and `well_formed` has the classification
//! and the rules.
//!
//! Needs: `check_first_order`, no type parameters. Guarantees: both still hold; names are unique; accelerated
//! definitions obey the rules of `well_formed`; a program without host definitions stays as it is. Cost: linear in the
//! program.

mod lift;

pub(crate) use lift::{accelerated_def, unused_name};

use crate::build;
use crate::calls::Calls;
use crate::def::{Acceleration, Binding, Def, DefId, Ensure, Expr, ExprKind, LoopForm, Pat, Prim, Program, Type};
use crate::walk::{
    Part, for_each_child, for_each_child_mut, for_each_expr, for_each_part, for_each_part_deep, param_types, pat_parts,
};
use base::entity::EntityRef;
use base::graph;
use base::{Name, NameSource, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// Separates the parallel expressions of a program's host code into accelerated definitions.
/// If acceleration is explicit, `outline` has done so.
pub fn accelerate(mut program: Program) -> Program {
    if program.acceleration == Acceleration::Explicit {
        return program;
    }
    let mut pass = Pass::new(&mut program);
    let of_host: Vec<DefId> = program.defs.keys().filter(|id| pass.host.contains(&id.index())).collect();
    for id in of_host {
        let def = &mut program.defs[id];
        pass.hint = def.name;
        pass.uses.clear();
        let body = std::mem::replace(&mut def.body, build::unit());
        pass.count(&body, 1);
        let piece = pass.piece(body);
        def.body = pass.close(piece);
    }
    program.names = pass.names;
    pass.lifted.into_iter().for_each(|def| _ = program.defs.push(def));
    program
}

/// Returns the host definitions: those that mention a data type, ask a service, contain a `flat_map`, or call a host
/// definition or an accelerated one. If acceleration is explicit: all that entry points use outside of accelerated
/// definitions.
pub fn host_definitions(program: &Program) -> FxHashSet<usize> {
    host_by(program, |def| mentions_data(def) || contains(def, &|expr| is_flat_map(expr) || is_service(expr)))
}

/// Like `host_definitions`, but a definition whose only reason to run on the host is a `flat_map` is not included.
pub fn host_definitions_but_flat_maps(program: &Program) -> FxHashSet<usize> {
    host_by(program, |def| mentions_data(def) || contains(def, &is_service))
}

/// Reason why an array operation stays in host code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HostReason {
    /// The operation makes or reads values of this data type.
    Data(Symbol),
    /// The operation makes or applies functions that are known only at run time. `closures` has turned them into a data
    /// type.
    Closures,
    /// The operation asks a service of the run-time system, such as input or output.
    Services,
    /// The operation contains a `flat_map`.
    Rows,
}

/// Returns the places of the outermost array operations that host code runs as sequential loops, with the reasons. If
/// acceleration is explicit there is no reason but the program's, and the list is empty.
pub fn loops_of_host(program: &Program) -> Vec<(Span, HostReason)> {
    let mut found = Vec::new();
    if program.acceleration == Acceleration::Explicit {
        return found;
    }
    for at in host_definitions(program) {
        add_loops(program, &program.defs[DefId::new(at)].body, &mut found);
    }
    found.retain(|(span, _): &(Span, HostReason)| span.file().is_some());
    found.sort();
    found.dedup();
    found
}

fn add_loops(program: &Program, expr: &Expr, found: &mut Vec<(Span, HostReason)>) {
    let is_loop = matches!(
        expr.kind,
        ExprKind::Prim(Prim::Map | Prim::FlatMap | Prim::Reduce { .. } | Prim::Scan | Prim::Filter, _)
    );
    match is_loop {
        true => found.push((expr.span, host_reason(program, expr))),
        false => for_each_child(expr, &mut |child| add_loops(program, child, found)),
    }
}

/// Returns the reason why an array operation stays on the host: the first data type that it, or a definition that it
/// calls, mentions.
fn host_reason(program: &Program, expr: &Expr) -> HostReason {
    let (mut open, mut seen) = (vec![expr], FxHashSet::default());
    let (mut closures, mut services) = (false, false);
    while let Some(expr) = open.pop() {
        let (mut datas, mut called) = (Vec::new(), Vec::new());
        services |= is_service(expr);
        for_each_part_deep(expr, &mut |part| match part {
            Part::Type(ty) => ty.each_data(&mut |id| datas.push(id)),
            Part::Expr(Expr { kind: ExprKind::Def(id, _), .. }) => called.push(*id),
            Part::Expr(expr) => services |= is_service(expr),
            _ => {}
        });
        let datas = datas.into_iter().filter_map(|id| program.datas.get(id));
        for data in datas {
            if !data.is_of_closures() {
                return HostReason::Data(data.name);
            }
            closures = true;
        }
        let fresh = called.into_iter().filter(|id| seen.insert(*id));
        open.extend(fresh.filter_map(|id| program.defs.get(id)).map(|def| &def.body));
    }
    match (closures, services) {
        (true, _) => HostReason::Closures,
        (false, true) => HostReason::Services,
        (false, false) => HostReason::Rows,
    }
}

fn host_by(program: &Program, is_host: impl Fn(&Def) -> bool) -> FxHashSet<usize> {
    let calls = Calls::of(program);
    if program.acceleration == Acceleration::Explicit {
        let mut open: Vec<DefId> = program.entries.iter().map(|entry| entry.def).collect();
        let mut host = FxHashSet::default();
        while let Some(id) = open.pop() {
            if !is_accelerated(program, id) && host.insert(id.index()) {
                open.extend(calls.callees(id));
            }
        }
        return host;
    }
    let calls_device = |id: DefId| calls.callees(id).iter().any(|id| is_accelerated(program, *id));
    let direct = program.defs.iter().filter(|(id, def)| !def.accelerated && (is_host(def) || calls_device(*id)));
    graph::reaching(&calls.edges(), &direct.map(|(id, _)| id.index()).collect())
}

fn is_accelerated(program: &Program, id: DefId) -> bool {
    program.defs.get(id).is_some_and(|def| def.accelerated)
}

fn contains(def: &Def, is_wanted: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    for_each_expr(&def.body, &mut |expr| found |= is_wanted(expr));
    found
}

/// Whether the expression asks a service of the run-time system, which only the host has.
pub fn is_service(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Prim(prim, _) if prim.service().is_some())
}

fn is_flat_map(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Prim(Prim::FlatMap, _))
}

/// Whether the signature or the body of the definition mentions a data type.
pub fn mentions_data(def: &Def) -> bool {
    let mut found = param_types(&def.params).any(|ty| ty.has_data()) || def.result.has_data();
    let mut look = |part: Part<'_>| found |= matches!(part, Part::Type(ty) if ty.has_data());
    def.params.iter().for_each(|param| pat_parts(&param.pat, &mut look));
    for_each_part_deep(&def.body, &mut look);
    found
}

/// Returns the definitions that contain array operations, directly or through calls.
fn working_definitions(program: &Program) -> FxHashSet<usize> {
    let mut direct = FxHashSet::default();
    for (id, def) in program.defs.iter() {
        for_each_expr(&def.body, &mut |expr| {
            if is_array_work(expr) {
                direct.insert(id.index());
            }
        });
    }
    graph::reaching(&Calls::of(program).edges(), &direct)
}

/// Whether the expression itself makes an array or traverses one element by element. Because reading elements or
/// lengths and zipping copy nothing, the host may do them.
fn is_array_work(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Slice(..) => true,
        ExprKind::Prim(prim, args) => match prim {
            Prim::Iota | Prim::Replicate | Prim::Concat | Prim::Flatten | Prim::Unflatten | Prim::Transpose => true,
            Prim::FlatIndex(_) | Prim::FlatUpdate(_) | Prim::Scatter | Prim::Histogram => true,
            Prim::Map | Prim::FlatMap | Prim::Reduce { .. } | Prim::Scan | Prim::Filter | Prim::Foreign(_) => true,
            Prim::Copy | Prim::Equal => args.iter().any(|arg| has_array(&arg.ty)),
            Prim::Un(_) | Prim::Bin(_) | Prim::Cmp(_) | Prim::Fma | Prim::Convert(_) | Prim::Size(_) => false,
            Prim::Zip | Prim::Unzip | Prim::Trace(_) | Prim::Parameter(_) | Prim::Shared | Prim::Seq(_) => false,
            Prim::Ref(_)
            | Prim::Tensor(_)
            | Prim::System(_)
            | Prim::Text(_)
            | Prim::Fail
            | Prim::Loop
            | Prim::Accelerate
            | Prim::InAccelerate => false,
        },
        _ => false,
    }
}

fn consumes(def: &Def) -> bool {
    def.params.iter().any(|param| param.consumed.any())
}

fn has_array(ty: &Type) -> bool {
    ty.any_part(&|part| matches!(part, Type::Array(..)).then_some(true))
}

struct Pass {
    /// Host definitions and accelerated definitions, neither of which device code may call.
    apart: FxHashSet<usize>,
    host: FxHashSet<usize>,
    working: FxHashSet<usize>,
    /// Definitions that overwrite an argument.
    consuming: FxHashSet<usize>,
    names: NameSource,
    /// Names of entry points and accelerated definitions.
    taken: FxHashSet<Symbol>,
    /// Name of the current definition, on which the names of accelerated ones are based.
    hint: Symbol,
    /// Number of occurrences of each name in the current definition, types included.
    uses: FxHashMap<Name, usize>,
    /// Number of definitions in the input program. Lifted definitions are numbered after them.
    defs: usize,
    lifted: Vec<Def>,
}

/// A processed expression, and bindings to be placed before it. An expression without host code has no such bindings.
struct Piece {
    before: Vec<Item>,
    expr: Expr,
    /// Whether the expression, or one of its bindings, contains host code.
    host: bool,
    /// Whether the expression is clean and works, as the header defines these words: it can go to the device.
    work: bool,
}

struct Item {
    binding: Binding,
    host: bool,
    work: bool,
}

impl Piece {
    fn clean(expr: Expr, work: bool) -> Piece {
        Piece { before: Vec::new(), expr, host: false, work }
    }

    fn is_clean(&self) -> bool {
        !self.host && self.before.is_empty()
    }

    fn has_work(&self) -> bool {
        self.work || !self.before.is_empty()
    }
}

impl Pass {
    fn new(program: &mut Program) -> Pass {
        let host = host_definitions(program);
        let accelerated: Vec<DefId> = program.defs.keys().filter(|id| is_accelerated(program, *id)).collect();
        let names = accelerated.iter().map(|id| program.defs[*id].name);
        let entries = program.entries.iter().map(|entry| entry.name);
        Pass {
            apart: accelerated.iter().map(|id| id.index()).chain(host.iter().copied()).collect(),
            host,
            working: working_definitions(program),
            consuming: program.defs.iter().filter(|(_, def)| consumes(def)).map(|(id, _)| id.index()).collect(),
            taken: entries.chain(names).collect(),
            names: std::mem::take(&mut program.names),
            hint: Symbol::new(""),
            uses: FxHashMap::default(),
            defs: program.defs.len(),
            lifted: Vec::new(),
        }
    }

    /// Adds `by`, 1 or -1, to the count of each name in the expression.
    fn count(&mut self, expr: &Expr, by: isize) {
        for_each_part_deep(expr, &mut |part| self.count_part(part, by));
    }

    fn count_pat(&mut self, pat: &Pat, by: isize) {
        pat_parts(pat, &mut |part| self.count_part(part, by));
    }

    fn count_part(&mut self, part: Part<'_>, by: isize) {
        let mut add = |name| {
            let count = self.uses.entry(name).or_insert(0);
            *count = count.saturating_add_signed(by);
        };
        match part {
            Part::Use(name) => add(name),
            Part::Type(ty) => crate::walk::for_each_type_name(ty, &mut add, &mut |_| ()),
            Part::Expr(_) | Part::Binder(_) | Part::TypeBinder(_) => {}
        }
    }

    /// Splits an expression into host code and parallel code. Operands that contain one of each are bound before it.
    fn piece(&mut self, mut expr: Expr) -> Piece {
        match expr.kind {
            ExprKind::Block(bindings, body) => return self.block(bindings, *body, expr.ty, expr.span),
            ExprKind::Ensure(ensure) => return self.ensure(*ensure, expr.ty, expr.span, expr.unchecked),
            _ => {}
        }
        let (strict, works) = (strict_children(&expr.kind), self.works(&expr));
        let own = self.is_host_node(&expr);
        let mut children = Vec::new();
        for_each_child_mut(&mut expr, &mut |child| {
            let child = std::mem::replace(child, build::unit());
            children.push(self.piece(child));
        });
        let is_lazy = |at: usize, child: &Piece| at >= strict || matches!(child.expr.ty, Type::Function(..));
        let lazy = || children.iter().enumerate().filter(|(at, child)| is_lazy(*at, child)).map(|(_, child)| child);
        let operands = || children.iter().enumerate().filter(|(at, child)| !is_lazy(*at, child)).map(|(_, c)| c);
        // Whether the operation itself is host code or parallel work, once its operands are variables.
        let host = own || lazy().any(|child| !child.is_clean()) || operands().any(|child| child.expr.ty.has_data());
        let work = works || lazy().any(|child| child.work);
        if !host && operands().all(Piece::is_clean) {
            let work = work || operands().any(|child| child.work);
            put_back(&mut expr, children.into_iter().map(|child| child.expr));
            return Piece::clean(expr, work);
        }
        let bind = operands().any(Piece::has_work) || !host && work;
        let mut before = Vec::new();
        let mut parts = Vec::with_capacity(children.len());
        for (at, child) in children.into_iter().enumerate() {
            parts.push(match is_lazy(at, &child) {
                true if host => self.close(child),
                true => child.expr,
                false if bind => self.operand(child, &mut before),
                false => child.expr,
            });
        }
        put_back(&mut expr, parts.into_iter());
        let host = host || !bind;
        Piece { before, expr, host, work: work && !host }
    }

    /// Binds the operand to a variable before the operation; returns the variable. Variables and literals stay.
    fn operand(&mut self, child: Piece, before: &mut Vec<Item>) -> Expr {
        let Piece { before: own, expr, host, work } = child;
        before.extend(own);
        if expr.is_atom() {
            return expr;
        }
        let (name, span) = (self.names.fresh("value"), expr.span);
        let variable = build::var(name, expr.ty.clone()).at(span);
        let binding = build::bind(name, expr);
        self.count_pat(&binding.pat, 1);
        self.count(&variable, 1);
        before.push(Item { binding, host, work });
        variable
    }

    /// Processes a block. If some of it is host code and some is parallel work, its bindings are returned in `before`.
    fn block(&mut self, bindings: Vec<Binding>, body: Expr, ty: Type, span: Span) -> Piece {
        let mut items = Vec::with_capacity(bindings.len());
        for Binding { type_params, pat, value } in bindings {
            let Piece { before, expr, host, work } = self.piece(value);
            items.extend(before);
            let mut has_data = false;
            pat_parts(&pat, &mut |part| has_data |= matches!(part, Part::Type(ty) if ty.has_data()));
            let host = host || has_data;
            items.push(Item { binding: Binding { type_params, pat, value: expr }, host, work: work && !host });
        }
        let Piece { before, expr, host, work } = self.piece(body);
        items.extend(before);
        let works = work || items.iter().any(|item| item.work);
        let clean = !host && items.iter().all(|item| !item.host);
        if works && !clean {
            return Piece { before: items, expr, host, work };
        }
        let block = build::block(items.into_iter().map(|item| item.binding).collect(), expr).with_type(ty).at(span);
        Piece { before: Vec::new(), expr: block, host: !clean, work: works }
    }

    /// Processes an `ensure`. If some of it is host code and some is parallel work, `ensure c in e` becomes `let _ =
    /// ensure c in () in e`.
    fn ensure(&mut self, ensure: Ensure, ty: Type, span: Span, unchecked: bool) -> Piece {
        let Ensure { condition, message, values, then } = ensure;
        let condition = self.piece(condition);
        let values: Vec<Piece> = values.into_iter().map(|value| self.piece(value)).collect();
        let then = self.piece(then);
        let clean = condition.is_clean() && values.iter().all(Piece::is_clean);
        let work = condition.work || values.iter().any(|value| value.work);
        let whole = |condition, values: Vec<Expr>, then| Expr {
            unchecked,
            ..build::ensure(condition, message, values, then).at(span)
        };
        if clean && then.is_clean() || !condition.has_work() && !work && !then.has_work() {
            let (host, work) = (!(clean && then.is_clean()), work || then.work);
            let values = values.into_iter().map(|value| value.expr).collect();
            // The type is kept, because the names in it are counted.
            let expr = whole(condition.expr, values, then.expr).with_type(ty);
            return Piece { before: Vec::new(), expr, host, work };
        }
        let mut before = condition.before;
        let values = values.into_iter().map(|value| if clean { value.expr } else { self.close(value) }).collect();
        let checked = whole(condition.expr, values, build::unit());
        let binding = build::binding(Pat::Wildcard(Type::unit()), checked);
        before.push(Item { binding, host: !clean, work: clean && work });
        before.extend(then.before);
        Piece { before, ..then }
    }

    /// Whether the expression is host code even if its children are not: its type mentions a data type, or it is a
    /// service, a `flat_map` or a use of a host or accelerated definition.
    fn is_host_node(&self, expr: &Expr) -> bool {
        let mut host = is_flat_map(expr)
            || is_service(expr)
            || matches!(expr.kind, ExprKind::Def(id, _) if self.apart.contains(&id.index()));
        for_each_part(expr, &mut |part| host |= matches!(part, Part::Type(ty) if ty.has_data()));
        host
    }

    fn works(&self, expr: &Expr) -> bool {
        is_array_work(expr) || matches!(expr.kind, ExprKind::Def(id, _) if self.working.contains(&id.index()))
    }
}

/// Returns the number of leading children that are evaluated exactly once, in order, before the rest of the expression.
fn strict_children(kind: &ExprKind) -> usize {
    match kind {
        ExprKind::Lambda(_) => 0,
        ExprKind::If(..) | ExprKind::Match(..) | ExprKind::Ensure(_) => 1,
        ExprKind::Loop(looped) => match looped.form {
            LoopForm::For(..) | LoopForm::ForIn(..) => 2,
            LoopForm::While(_) => 1,
        },
        _ => usize::MAX,
    }
}

fn put_back(expr: &mut Expr, mut children: impl Iterator<Item = Expr>) {
    for_each_child_mut(expr, &mut |place| {
        if let Some(child) = children.next() {
            *place = child;
        }
    });
}
