//! Sizes computed outside of the code that yields them: what does not depend on the values of any element.
//!
//! A size inside a lambda is followed back through the statements that define it, into branches, loops and the
//! functions that it calls, to names that are known outside. What is met on the way is copied outside in a form
//! that is total: a check is dropped (the one inside remains), a branch not taken is computed all the same, and a
//! division by zero gives 0. So it may be run even when there are no elements.
//!
//! A loop's parameter whose next value is its value keeps its initial one; this is assumed of all parameters, and
//! given up for those whose next value turns out to be another.
//!
//! Cost: `BUDGET` statements at most are looked at for the sizes of one lambda.

use super::*;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp};

/// How many statements are looked at, and how many of them may depend on each other in a row.
const BUDGET: usize = 500;
const MAX_CHAIN: usize = 200;

/// Constants up to here may be added to a size without care.
const SMALL: i64 = 1 << 32;

/// Sizes that are known not to be negative.
#[derive(Default)]
pub(super) struct Sizes(FxHashSet<Name>);

impl Sizes {
    pub(super) fn insert(&mut self, name: Name) {
        self.0.insert(name);
    }

    fn contains(&self, atom: Atom) -> bool {
        match atom {
            Atom::Const(scalar) => scalar.as_i64().is_some_and(|value| (0..=SMALL).contains(&value)),
            Atom::Var(name) => self.0.contains(&name),
        }
    }

    /// Notes that `name = a op b` is a size, where that follows from the operands.
    pub(super) fn note(&mut self, name: Name, op: BinOp, a: Atom, b: Atom) {
        let (a, b) = (self.contains(a), self.contains(b));
        let size = match op {
            BinOp::Add | BinOp::Min | BinOp::Div | BinOp::Quot => a && b,
            BinOp::Max => a || b,
            _ => false,
        };
        if size {
            self.insert(name);
        }
    }

    /// Notes that what one of the bodies yields is a size, where both yield one.
    fn note_choice(&mut self, name: Name, bodies: [&Body; 2]) {
        if bodies.iter().all(|body| body.result.iter().all(|&atom| self.contains(atom))) {
            self.insert(name);
        }
    }
}

impl Lowerer<'_> {
    /// What each of the sizes bound in the lambda is outside of it, where that can be told. Never negative.
    pub(super) fn sizes_outside(&mut self, wanted: &[Name], lambda: &Lambda) -> Vec<Option<Atom>> {
        let Program { functions, vars, names, .. } = &mut self.out;
        let sizes = &mut self.sizes;
        let mut search = Search { functions, vars, names, sizes, stms: Vec::new(), budget: BUDGET };
        let mut scope = Scope::default();
        scope.bind_unknown(&lambda.params);
        scope.define(&lambda.body);
        let found: Vec<Option<Atom>> = wanted
            .iter()
            .map(|&name| {
                let size = search.name(name, &mut scope, 0)?;
                search.clamped(size)
            })
            .collect();
        let needed: Vec<Name> = found.iter().flatten().filter_map(|atom| atom.var()).collect();
        let stms = std::mem::take(&mut search.stms);
        self.stms.extend(slice::needed_stms(&self.out.vars, stms, &needed));
        found
    }
}

/// One run of a body: where its names are bound, and what is known of them outside.
#[derive(Default)]
struct Scope<'b> {
    definitions: FxHashMap<Name, Definition<'b>>,
    /// `None`: it cannot be told.
    values: FxHashMap<Name, Option<Atom>>,
    /// The names that gained a value, in order, so that what followed from an assumption can be forgotten.
    trail: Vec<Name>,
}

/// A name is bound by a statement, as one of its results.
#[derive(Clone, Copy)]
struct Definition<'b> {
    stm: &'b Stm,
    at: usize,
}

impl<'b> Scope<'b> {
    fn define(&mut self, body: &'b Body) {
        for stm in &body.stms {
            for (at, &name) in stm.pattern.iter().enumerate() {
                self.definitions.insert(name, Definition { stm, at });
            }
        }
    }

    fn bind(&mut self, name: Name, value: Option<Atom>) {
        self.values.insert(name, value);
        self.trail.push(name);
    }

    fn bind_unknown(&mut self, names: &[Name]) {
        names.iter().for_each(|&name| self.bind(name, None));
    }

    /// Forgets all values since the trail had this length.
    fn forget(&mut self, length: usize) {
        for name in self.trail.drain(length.min(self.trail.len())..) {
            self.values.remove(&name);
        }
    }
}

struct Search<'b> {
    functions: &'b PrimaryMap<FunctionId, Function>,
    vars: &'b mut VarTable,
    names: &'b mut base::NameSource,
    sizes: &'b mut Sizes,
    /// What is computed outside.
    stms: Vec<Stm>,
    budget: usize,
}

impl<'b> Search<'b> {
    fn atom(&mut self, atom: Atom, scope: &mut Scope<'b>, chain: usize) -> Option<Atom> {
        match atom {
            Atom::Const(_) => Some(atom),
            Atom::Var(name) => self.name(name, scope, chain),
        }
    }

    /// The name's value outside. What the scope knows nothing of is bound outside.
    fn name(&mut self, name: Name, scope: &mut Scope<'b>, chain: usize) -> Option<Atom> {
        if let Some(&known) = scope.values.get(&name) {
            return known;
        }
        let Some(&Definition { stm, at }) = scope.definitions.get(&name) else { return Some(name.into()) };
        if self.budget == 0 || chain >= MAX_CHAIN {
            return None;
        }
        self.budget -= 1;
        let chain = chain + 1;
        let value = match &stm.exp {
            Exp::If { cond, then_body, else_body } => self.branch(*cond, [then_body, else_body], at, scope, chain),
            Exp::Loop(looped) => self.loop_(looped, at, scope, chain),
            Exp::Call { function, args } => self.call(*function, args, at, scope, chain),
            _ => self.operator(&stm.exp, name, scope, chain),
        };
        scope.bind(name, value);
        value
    }

    /// A scalar operator on values that are known outside.
    fn operator(&mut self, exp: &Exp, name: Name, scope: &mut Scope<'b>, chain: usize) -> Option<Atom> {
        let ty = self.vars.get(name)?.ty.clone();
        let total = matches!(exp, Exp::Atom(_) | Exp::Un(..) | Exp::Cmp(..) | Exp::Fma(..) | Exp::Convert(..));
        if ty.rank() > 0 || !(total || matches!(exp, Exp::Bin(..))) {
            return None;
        }
        let mut known = true;
        let mut exp = exp.clone();
        exp.map_operands(&mut |atom| match self.atom(atom, scope, chain) {
            Some(value) => value,
            None => {
                known = false;
                atom
            }
        });
        match exp {
            _ if !known => None,
            Exp::Atom(atom) => Some(atom),
            Exp::Bin(op, a, b) => self.total_bin(op, a, b, ty),
            _ => Some(self.emit(ty, exp)),
        }
    }

    /// A binary operator, or 0 where it fails.
    fn total_bin(&mut self, op: BinOp, a: Atom, b: Atom, ty: Type) -> Option<Atom> {
        let elem = ty.elem()?;
        if !op.can_fail(elem) {
            return Some(self.emit(ty, Exp::Bin(op, a, b)));
        }
        let check = if op == BinOp::Pow { CmpOp::Ge } else { CmpOp::Ne };
        let fine = self.emit(Type::BOOL, Exp::Cmp(check, b, zero(elem)));
        let harmless = self.select(fine, b, Atom::Const(Scalar::from_i128(elem, 1)));
        let result = self.emit(ty, Exp::Bin(op, a, harmless));
        Some(self.select(fine, result, zero(elem)))
    }

    /// Where the condition is not known, both branches must agree.
    fn branch(
        &mut self,
        cond: Atom,
        bodies: [&'b Body; 2],
        at: usize,
        scope: &mut Scope<'b>,
        chain: usize,
    ) -> Option<Atom> {
        let mut result = |body: &'b Body| {
            scope.define(body);
            self.atom(*body.result.get(at)?, scope, chain)
        };
        let (yes, no) = (result(bodies[0])?, result(bodies[1])?);
        if yes == no {
            return Some(yes);
        }
        let cond = self.atom(cond, scope, chain)?;
        Some(self.select(cond, yes, no))
    }

    /// The last value of a loop's parameter, when no round changes it. The pattern of a `while` loop is as its
    /// parameters, so `at` is the parameter's position.
    fn loop_(&mut self, looped: &'b Loop, at: usize, scope: &mut Scope<'b>, chain: usize) -> Option<Atom> {
        scope.define(&looped.body);
        let mut assumed = Vec::new();
        for (_, init) in &looped.params {
            assumed.push(self.size(*init, scope, chain));
        }
        loop {
            assumed.get(at).copied().flatten()?;
            let before = scope.trail.len();
            if let LoopForm::For { var, .. } = looped.form {
                scope.bind(var, None);
            }
            for (&(param, _), &value) in looped.params.iter().zip(&assumed) {
                scope.bind(param, value);
            }
            let mut holds = true;
            for (value, next) in assumed.iter_mut().zip(&looped.body.result) {
                if value.is_some() && self.size(*next, scope, chain) != *value {
                    *value = None;
                    holds = false;
                }
            }
            if holds {
                return assumed.get(at).copied().flatten();
            }
            scope.forget(before);
        }
    }

    /// As `atom`, for what may be of any type: only `i64`s are followed.
    fn size(&mut self, atom: Atom, scope: &mut Scope<'b>, chain: usize) -> Option<Atom> {
        let is_size = match atom {
            Atom::Const(scalar) => scalar.scalar_type() == ScalarType::I64,
            Atom::Var(name) => self.vars.get(name).is_some_and(|info| info.ty == Type::I64),
        };
        if is_size { self.atom(atom, scope, chain) } else { None }
    }

    /// A result of a function whose body is known already; it is not while the function is being lowered.
    fn call(
        &mut self,
        function: FunctionId,
        args: &[Atom],
        at: usize,
        scope: &mut Scope<'b>,
        chain: usize,
    ) -> Option<Atom> {
        let callee = self.functions.get(function)?;
        let result = *callee.body.result.get(at)?;
        self.budget = self.budget.saturating_sub(callee.body.stms.len());
        let mut inner = Scope::default();
        inner.define(&callee.body);
        for (param, &arg) in callee.params.iter().zip(args) {
            let is_scalar = self.vars.get(param.name).is_some_and(|info| info.ty.rank() == 0);
            inner.bind(param.name, if is_scalar { self.atom(arg, scope, chain) } else { None });
        }
        self.atom(result, &mut inner, chain)
    }

    /// `max size 0`, where it is not known to be a size.
    fn clamped(&mut self, size: Atom) -> Option<Atom> {
        if self.sizes.contains(size) {
            return Some(size);
        }
        self.total_bin(BinOp::Max, size, Atom::i64(0), Type::I64)
    }

    fn select(&mut self, cond: Atom, yes: Atom, no: Atom) -> Atom {
        let Some(elem) = self.scalar_type(yes).filter(|_| yes != no) else { return yes };
        match cond.constant().and_then(Scalar::as_bool) {
            Some(true) => yes,
            Some(false) => no,
            None => {
                let body = |atom| Body { stms: Vec::new(), result: vec![atom] };
                self.emit(Type::Scalar(elem), Exp::If { cond, then_body: body(yes), else_body: body(no) })
            }
        }
    }

    fn scalar_type(&self, atom: Atom) -> Option<ScalarType> {
        match atom {
            Atom::Const(scalar) => Some(scalar.scalar_type()),
            Atom::Var(name) => self.vars.get(name)?.ty.elem(),
        }
    }

    /// The value of a total expression: folded where it is constant, and computed only once.
    fn emit(&mut self, ty: Type, exp: Exp) -> Atom {
        if let Some(folded) = folded(&exp) {
            return folded;
        }
        if let Some(stm) = self.stms.iter().find(|stm| stm.exp == exp)
            && let [name] = stm.pattern[..]
        {
            return name.into();
        }
        let name = self.names.fresh("size");
        self.vars.insert(name, VarInfo { ty, place: None });
        match &exp {
            Exp::Bin(op, a, b) => self.sizes.note(name, *op, *a, *b),
            Exp::If { then_body, else_body, .. } => self.sizes.note_choice(name, [then_body, else_body]),
            _ => {}
        }
        self.stms.push(Stm { pattern: vec![name], certs: Vec::new(), exp, spans: Vec::new() });
        name.into()
    }
}

fn folded(exp: &Exp) -> Option<Atom> {
    match *exp {
        Exp::Bin(op, Atom::Const(a), Atom::Const(b)) => value::op::binary(op, a, b).ok().map(Atom::Const),
        Exp::Cmp(op, Atom::Const(a), Atom::Const(b)) => value::op::compare(op, a, b).map(Atom::bool),
        Exp::Convert(to, Atom::Const(a)) => Some(Atom::Const(value::op::convert(to, a))),
        _ => None,
    }
}
