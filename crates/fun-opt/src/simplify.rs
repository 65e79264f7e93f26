//! Local simplification, one forward pass: copies, constants, algebraic identities, known branches and assertions,
//! compositions of views and of concatenations, loop parameters that do not vary, traversals of `iota`, and bounds of counters.
//!
//! ```text
//! let (a : i64) = n * 1                        ==>   let (ys : [n]i32) = copy xs
//! let (c : cert) = assert true "..."                 in (ys)
//! let (v : [a]i32) = <c> reshape xs [a]
//! let (ys : [a]i32) = copy v
//! in (ys)
//! ```
//!
//! A simplified statement disappears and its names are replaced in what follows, types included. Needs: unique names.
//! Guarantees: nothing. Cost: linear.

use base::{Error, Name};
use fun::alias::{Aliases, analyse};
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{BinOp, CmpOp, Scalar, ScalarType, op};

pub fn simplify(mut program: Program) -> Result<Program, Error> {
    let ids: Vec<FunctionId> = program.functions.keys().collect();
    for id in ids {
        let (mut aliases, mut uses) = (Aliases::default(), FxHashMap::default());
        if reads_later(&program.functions[id].body) {
            aliases = analyse(&program, &program.functions[id]).0;
            walk::count_uses(&program.functions[id].body, &mut uses);
        }
        let mut body = std::mem::take(&mut program.functions[id].body);
        let mut simplifier = Simplifier {
            program: &mut program,
            aliases,
            uses,
            substitution: Substitution::default(),
            proved: FxHashSet::default(),
            defined: FxHashMap::default(),
            below: FxHashMap::default(),
        };
        simplifier.body(&mut body);
        program.functions[id].body = body;
    }
    Ok(program)
}

/// A branch of so many scalar operations is run rather than jumped over.
const CHEAP: usize = 4;

struct Simplifier<'a> {
    program: &'a mut Program,
    /// Those of the function, if arrays may come to be read later than before.
    aliases: Aliases,
    /// How often each name is used, if so.
    uses: FxHashMap<Name, usize>,
    /// What stands for the names of the statements that disappeared.
    substitution: Substitution,
    /// Certificates of assertions that always hold.
    proved: FxHashSet<Name>,
    /// How the views and simple arrays in scope were made. Names are unique, so nothing is ever taken out.
    defined: FxHashMap<Name, Exp>,
    /// Counters of loops and traversals: not negative, and less than the atom.
    below: FxHashMap<Name, Atom>,
}

/// What becomes of a statement.
enum Outcome {
    Keep,
    /// Each name of the pattern is replaced by an atom.
    Replace(Vec<Atom>),
    /// The statements take its place, then as `Replace`.
    Splice(Vec<Stm>, Vec<Atom>),
}

impl Simplifier<'_> {
    fn body(&mut self, body: &mut Body) {
        let mut kept = Vec::with_capacity(body.stms.len());
        for stm in std::mem::take(&mut body.stms) {
            self.stm(stm, &mut kept);
        }
        body.stms = kept;
        for atom in &mut body.result {
            *atom = walk::substitute_atom(*atom, &self.substitution);
        }
    }

    fn stm(&mut self, mut stm: Stm, kept: &mut Vec<Stm>) {
        self.substitute(&mut stm);
        if let Exp::Loop(looped) = &mut stm.exp {
            self.drop_fixed_params(&mut stm.pattern, looped);
        }
        self.traverse_indices(&mut stm.exp);
        self.note_counters(&stm.exp);
        for inner in stm.exp.bodies_mut() {
            let mut taken = std::mem::take(inner);
            self.body(&mut taken);
            *inner = taken;
        }
        self.substitute_pattern(&stm);
        if let Exp::If { then_body, else_body, .. } = &mut stm.exp {
            self.drop_equal_results(&mut stm.pattern, then_body, else_body);
            self.substitute_pattern(&stm);
        }
        match self.simplify(&mut stm) {
            Outcome::Keep => {
                if let ([name], true) = (stm.pattern.as_slice(), is_simple_definition(&stm)) {
                    self.defined.insert(*name, stm.exp.clone());
                }
                kept.push(stm);
            }
            Outcome::Replace(atoms) => self.replace(&stm.pattern, atoms),
            Outcome::Splice(stms, atoms) => {
                // The statements of a body have been simplified already.
                kept.extend(stms);
                self.replace(&stm.pattern, atoms);
            }
        }
    }

    /// Inputs that are an `iota` are computed from the index instead of read, and equal elements are their value.
    fn traverse_indices(&mut self, exp: &mut Exp) {
        let Some((inputs, lambda)) = traversal(exp) else { return };
        for at in (0..inputs.len()).rev() {
            let (start, step) = match self.defined.get(&inputs[at]) {
                Some(Exp::Iota { start, step, .. }) => (*start, *step),
                Some(Exp::Replicate { dims, value }) if dims.len() == 1 && !self.is_overwritten(*value) => {
                    let param = lambda.params.len() - inputs.len() + at;
                    self.substitution.insert(lambda.params.remove(param), *value);
                    inputs.remove(at);
                    continue;
                }
                _ => continue,
            };
            if self.program.atom_type(start) != Type::I64 {
                continue;
            }
            if lambda.params.len() == inputs.len() {
                let index = self.program.fresh("i", Type::I64);
                lambda.params.insert(0, index);
            }
            inputs.remove(at);
            let param = lambda.params.remove(at + 1);
            let way = self.program.fresh("way", Type::I64);
            let stm = |name, exp| Stm { pattern: vec![name], certs: Vec::new(), exp, spans: Vec::new() };
            let first = stm(way, Exp::Bin(BinOp::Mul, lambda.params[0].into(), step));
            let second = stm(param, Exp::Bin(BinOp::Add, start, way.into()));
            lambda.body.stms.splice(0..0, [first, second]);
        }
    }

    /// Whether the atom is an array that does not keep its elements.
    fn is_overwritten(&self, atom: Atom) -> bool {
        atom.var().is_some_and(|name| self.aliases.of(name).any(|name| self.aliases.consumed.contains(&name)))
    }

    fn note_counters(&mut self, exp: &Exp) {
        let counter = match exp {
            Exp::Loop(looped) => match looped.form {
                LoopForm::For { var, bound } => Some((var, bound)),
                LoopForm::While { .. } => None,
            },
            Exp::Traverse(t) => index_of(&t.lambda, t.inputs.len(), t.width),
            Exp::Filter(t) => index_of(&t.lambda, t.inputs.len(), t.width),
            Exp::Scatter(t) => index_of(&t.lambda, t.inputs.len(), t.width),
            Exp::Histogram(t) => index_of(&t.lambda, t.inputs.len(), t.width),
            _ => None,
        };
        self.below.extend(counter);
    }

    /// Comparisons that hold because of how far a counter runs.
    fn holds_in_range(&self, operator: CmpOp, a: Atom, b: Atom) -> bool {
        let counts_below = |atom: Atom| atom.var().and_then(|name| self.below.get(&name).copied());
        match operator {
            CmpOp::Le => is_value(a, 0) && counts_below(b).is_some(),
            CmpOp::Ge => is_value(b, 0) && counts_below(a).is_some(),
            CmpOp::Lt => counts_below(a) == Some(b),
            CmpOp::Gt => counts_below(b) == Some(a),
            CmpOp::Eq | CmpOp::Ne => false,
        }
    }

    fn replace(&mut self, pattern: &[Name], atoms: Vec<Atom>) {
        self.substitution.extend(pattern.iter().copied().zip(atoms));
    }

    /// Applies the substitution to the statement itself, not to the bodies inside.
    fn substitute(&mut self, stm: &mut Stm) {
        let substitution = &self.substitution;
        stm.exp.map_operands(&mut |atom| walk::substitute_atom(atom, substitution));
        for cert in &mut stm.certs {
            *cert = walk::substitute_name(*cert, substitution);
        }
        stm.certs.retain(|cert| !self.proved.contains(cert));
        walk::tidy_certs(stm);
        for name in stm.exp.binders() {
            self.substitute_type(name);
        }
    }

    fn substitute_pattern(&mut self, stm: &Stm) {
        for &name in &stm.pattern {
            self.substitute_type(name);
        }
    }

    fn substitute_type(&mut self, name: Name) {
        if let Some(info) = self.program.vars.get_mut(name) {
            *info = walk::substitute_info(info, &self.substitution);
        }
    }

    fn simplify(&mut self, stm: &mut Stm) -> Outcome {
        match &mut stm.exp {
            Exp::Atom(atom) => Outcome::Replace(vec![*atom]),
            Exp::Un(operator, Atom::Const(a)) if op::is_exact_unary(*operator) => match op::unary(*operator, *a) {
                Ok(result) => Outcome::Replace(vec![Atom::Const(result)]),
                Err(_) => Outcome::Keep,
            },
            Exp::Convert(to, atom) => match atom {
                Atom::Const(a) => Outcome::Replace(vec![Atom::Const(op::convert(*to, *a))]),
                Atom::Var(name) if *self.program.type_of(*name) == Type::Scalar(*to) => Outcome::Replace(vec![*atom]),
                Atom::Var(_) => Outcome::Keep,
            },
            Exp::Bin(operator, a, b) => keep_or(self.bin(*operator, *a, *b)),
            Exp::Cmp(operator, a, b) => keep_or(self.cmp(*operator, *a, *b)),
            Exp::Assert { cond, .. } if *cond == Atom::bool(true) => {
                self.proved.extend(stm.pattern.iter().copied());
                Outcome::Splice(Vec::new(), Vec::new())
            }
            Exp::If { cond, then_body, else_body } => match cond.constant().and_then(Scalar::as_bool) {
                Some(true) => splice(std::mem::take(then_body)),
                Some(false) => splice(std::mem::take(else_body)),
                None => self.boolean_if(*cond, then_body, else_body),
            },
            Exp::Reshape(array, dims) => self.reshape(*array, dims),
            Exp::Permute(array, perm) => {
                let (array, perm) = (*array, perm.clone());
                self.permute(stm, array, perm)
            }
            Exp::Slice(array, dims) => {
                let whole = is_whole_slice(self.program.type_of(*array).dims(), dims);
                if whole { Outcome::Replace(vec![(*array).into()]) } else { Outcome::Keep }
            }
            Exp::Concat(parts) => {
                self.concat(parts);
                Outcome::Keep
            }
            Exp::Index(array, indices) => {
                let (array, indices) = (*array, indices.clone());
                self.index(stm, array, &indices)
            }
            _ => Outcome::Keep,
        }
    }

    /// `if c then true else b` is `c || b`, and `if c then b else false` is `c && b`, when `b` is as cheap as a branch
    /// and no branch may fail.
    fn boolean_if(&mut self, cond: Atom, then_body: &mut Body, else_body: &mut Body) -> Outcome {
        let ([yes], [no]) = (then_body.result.as_slice(), else_body.result.as_slice()) else { return Outcome::Keep };
        let (yes, no) = (*yes, *no);
        if !then_body.stms.iter().chain(&else_body.stms).all(|stm| crate::effect::may_drop(&stm.exp)) {
            return Outcome::Keep;
        }
        let (operator, other, body) = match (yes == Atom::bool(true), no == Atom::bool(false)) {
            (true, true) => return Outcome::Replace(vec![cond]),
            (true, false) => (BinOp::Or, no, else_body),
            (false, true) => (BinOp::And, yes, then_body),
            (false, false) => return Outcome::Keep,
        };
        let cheap = |stm: &Stm| crate::effect::is_total_scalar(self.program, &stm.exp) && stm.certs.is_empty();
        if self.elem(other) != ScalarType::Bool || body.stms.len() > CHEAP || !body.stms.iter().all(cheap) {
            return Outcome::Keep;
        }
        let mut stms = std::mem::take(&mut body.stms);
        let name = self.program.fresh("both", Type::BOOL);
        let exp = Exp::Bin(operator, cond, other);
        stms.push(Stm { pattern: vec![name], certs: Vec::new(), exp, spans: Vec::new() });
        Outcome::Splice(stms, vec![name.into()])
    }

    fn bin(&self, operator: BinOp, a: Atom, b: Atom) -> Option<Atom> {
        let integer = self.program.atom_type(a).elem().is_some_and(|elem| !elem.is_float());
        if let (Some(x), Some(y)) = (a.constant(), b.constant())
            && (integer || matches!(operator, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div))
        {
            return op::binary(operator, x, y).ok().map(Atom::Const);
        }
        if !integer {
            return None;
        }
        let (zero_a, zero_b) = (is_value(a, 0), is_value(b, 0));
        let (one_a, one_b) = (is_value(a, 1), is_value(b, 1));
        match operator {
            BinOp::Add | BinOp::Or | BinOp::Xor if zero_a => Some(b),
            BinOp::Add | BinOp::Or | BinOp::Xor | BinOp::Sub | BinOp::Shl | BinOp::Shr if zero_b => Some(a),
            BinOp::Mul if one_a => Some(b),
            BinOp::Mul | BinOp::Div | BinOp::Quot if one_b => Some(a),
            BinOp::Mul | BinOp::And if zero_a => Some(a),
            BinOp::Mul | BinOp::And if zero_b => Some(b),
            BinOp::And if a == Atom::bool(true) || b == Atom::bool(false) => Some(b),
            BinOp::And if b == Atom::bool(true) || a == Atom::bool(false) => Some(a),
            BinOp::Or if a == Atom::bool(false) || b == Atom::bool(true) => Some(b),
            BinOp::Or if b == Atom::bool(false) || a == Atom::bool(true) => Some(a),
            BinOp::And | BinOp::Or | BinOp::Min | BinOp::Max if a == b => Some(a),
            BinOp::Sub | BinOp::Xor if a == b => Some(Atom::Const(Scalar::zero(self.elem(a)))),
            _ => None,
        }
    }

    fn elem(&self, atom: Atom) -> ScalarType {
        self.program.atom_type(atom).elem().unwrap_or(ScalarType::Bool)
    }

    fn cmp(&self, operator: CmpOp, a: Atom, b: Atom) -> Option<Atom> {
        if let (Some(x), Some(y)) = (a.constant(), b.constant()) {
            return op::compare(operator, x, y).map(Atom::bool);
        }
        if self.holds_in_range(operator, a, b) {
            return Some(Atom::bool(true));
        }
        let reflexive = a == b && !self.elem(a).is_float();
        reflexive.then(|| Atom::bool(matches!(operator, CmpOp::Eq | CmpOp::Le | CmpOp::Ge)))
    }

    fn reshape(&self, array: Name, dims: &[Atom]) -> Outcome {
        if self.program.type_of(array).dims() == dims {
            return Outcome::Replace(vec![array.into()]);
        }
        if let Some(Exp::Reshape(inner, _)) = self.defined.get(&array) {
            let inner = *inner;
            if self.program.type_of(inner).dims() == dims {
                return Outcome::Replace(vec![inner.into()]);
            }
        }
        Outcome::Keep
    }

    fn permute(&mut self, stm: &mut Stm, array: Name, perm: Vec<usize>) -> Outcome {
        let (source, perm) = match self.defined.get(&array) {
            Some(Exp::Permute(inner, first)) => {
                (*inner, perm.iter().map(|&at| first.get(at).copied().unwrap_or(at)).collect())
            }
            _ => (array, perm),
        };
        if perm.iter().enumerate().all(|(at, &from)| at == from) {
            return Outcome::Replace(vec![source.into()]);
        }
        stm.exp = Exp::Permute(source, perm);
        Outcome::Keep
    }

    /// Parts that are concatenations used nowhere else are their parts, so that nothing is copied twice.
    fn concat(&mut self, parts: &mut Vec<Name>) {
        let mut all = Vec::with_capacity(parts.len());
        for &part in parts.iter() {
            match self.parts_of(part) {
                Some(inner) => all.extend(inner),
                None => all.push(part),
            }
        }
        *parts = all;
    }

    /// Gives them once only, lest they be multiplied where copies disappeared.
    fn parts_of(&mut self, array: Name) -> Option<Vec<Name>> {
        let Some(Exp::Concat(parts)) = self.defined.get(&array) else { return None };
        let once = self.uses.get(&array) == Some(&1);
        if !once || parts.iter().any(|&part| self.is_overwritten(part.into())) {
            return None;
        }
        match self.defined.remove(&array) {
            Some(Exp::Concat(parts)) => Some(parts),
            _ => None,
        }
    }

    /// Reads through what is known of the array.
    fn index(&mut self, stm: &mut Stm, array: Name, indices: &[Atom]) -> Outcome {
        match self.defined.get(&array) {
            Some(Exp::Permute(inner, perm)) => {
                let mut inner_indices = indices.to_vec();
                for (&index, &at) in indices.iter().zip(perm) {
                    if let Some(slot) = inner_indices.get_mut(at) {
                        *slot = index;
                    }
                }
                stm.exp = Exp::Index(*inner, inner_indices);
                Outcome::Keep
            }
            Some(Exp::Iota { start, step, .. }) if is_value(*start, 0) && is_value(*step, 1) => match indices {
                [index] if self.program.atom_type(*start) == Type::I64 => Outcome::Replace(vec![*index]),
                _ => Outcome::Keep,
            },
            Some(Exp::Replicate { dims, value }) if dims.len() == indices.len() && value.var().is_none() => {
                Outcome::Replace(vec![*value])
            }
            _ => Outcome::Keep,
        }
    }

    /// Results that both branches give alike leave the `if`. Names are unique, so what is in scope in both comes from
    /// outside.
    fn drop_equal_results(&mut self, pattern: &mut Vec<Name>, then_body: &mut Body, else_body: &mut Body) {
        let mut at = 0;
        while at < pattern.len() {
            let (Some(&a), Some(&b)) = (then_body.result.get(at), else_body.result.get(at)) else { return };
            if a == b {
                let name = pattern.remove(at);
                then_body.result.remove(at);
                else_body.result.remove(at);
                self.substitution.insert(name, a);
            } else {
                at += 1;
            }
        }
    }

    /// Loop parameters that every iteration leaves as they are, and the sizes that go with them.
    fn drop_fixed_params(&mut self, pattern: &mut Vec<Name>, looped: &mut Loop) {
        let is_scalar = |program: &Program, name: Name| matches!(program.type_of(name), Type::Scalar(_));
        let mut at = 0;
        while at < looped.params.len() {
            let (Some(&(param, init)), Some(&result)) = (looped.params.get(at), looped.body.result.get(at)) else {
                return;
            };
            let tested = matches!(looped.form, LoopForm::While { cond } if cond == param);
            let fixed = (result == param.into() || result == init) && !tested && is_scalar(self.program, param);
            if fixed && at < pattern.len() {
                let name = pattern.remove(at);
                looped.params.remove(at);
                looped.body.result.remove(at);
                self.substitution.insert(param, init);
                self.substitution.insert(name, init);
            } else {
                at += 1;
            }
        }
        let names: Vec<Name> = looped.params.iter().map(|(name, _)| *name).collect();
        for name in names {
            self.substitute_type(name);
        }
    }
}

fn keep_or(atom: Option<Atom>) -> Outcome {
    atom.map_or(Outcome::Keep, |atom| Outcome::Replace(vec![atom]))
}

fn splice(body: Body) -> Outcome {
    Outcome::Splice(body.stms, body.result)
}

/// Whether arrays are made of equal rows or of other arrays, which are then read in the place of what they made.
fn reads_later(body: &Body) -> bool {
    let mut found = false;
    walk::for_each_stm(body, &mut |stm| {
        found |= match &stm.exp {
            Exp::Replicate { dims, value } => dims.len() == 1 && value.var().is_some(),
            Exp::Concat(_) => true,
            _ => false,
        };
    });
    found
}

/// The inputs and the lambda of an operation that traverses arrays.
fn traversal(exp: &mut Exp) -> Option<(&mut Vec<Name>, &mut Lambda)> {
    match exp {
        Exp::Traverse(traverse) => Some((&mut traverse.inputs, &mut traverse.lambda)),
        Exp::Filter(filter) => Some((&mut filter.inputs, &mut filter.lambda)),
        Exp::Scatter(scatter) => Some((&mut scatter.inputs, &mut scatter.lambda)),
        Exp::Histogram(histogram) => Some((&mut histogram.inputs, &mut histogram.lambda)),
        _ => None,
    }
}

/// The index parameter of a traversal's lambda, if it has one, and what it stays below.
fn index_of(lambda: &Lambda, inputs: usize, width: Atom) -> Option<(Name, Atom)> {
    (lambda.params.len() > inputs).then(|| (lambda.params[0], width))
}

fn is_value(atom: Atom, value: i128) -> bool {
    atom.constant().and_then(Scalar::as_i128) == Some(value)
}

fn is_simple_definition(stm: &Stm) -> bool {
    match &stm.exp {
        Exp::Permute(..) | Exp::Reshape(..) | Exp::Iota { .. } | Exp::Replicate { .. } => true,
        Exp::Concat(_) => stm.certs.is_empty(),
        _ => false,
    }
}

fn is_whole_slice(sizes: &[Atom], dims: &[SliceDim]) -> bool {
    sizes.len() == dims.len()
        && sizes.iter().zip(dims).all(|(size, dim)| match dim {
            SliceDim::Fix(_) => false,
            SliceDim::Range { start, count, stride } => is_value(*start, 0) && is_value(*stride, 1) && count == size,
        })
}
