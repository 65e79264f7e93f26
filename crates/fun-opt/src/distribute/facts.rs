//! Dependence of a repeated body's statements on the index: which names vary, how fast integers grow, and which
//! statements can be recomputed elsewhere.

use crate::effect;
use base::Name;
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};
use value::BinOp;

/// Largest growth per index that is tracked.
const MAX_SLOPE: u64 = 1 << 20;
/// Largest number of statements, at all depths, in a copied slice.
const MAX_SLICE: usize = 120;

/// An operation that runs its first body for the indices from 0 to `width`, exclusive.
pub struct Operation {
    pub width: Atom,
    pub index: Option<Name>,
    /// Traversed arrays, each with the body's parameter for its element.
    pub elements: Vec<(Name, Name)>,
    /// Parameters that an iteration passes to the next one.
    carried: Vec<Name>,
    /// Whether the operators, which run between the elements, neither fail nor run forever.
    pub operators_end_well: bool,
}

impl Operation {
    pub fn of(program: &Program, exp: &Exp) -> Option<Operation> {
        if let Exp::Loop(looped) = exp {
            return Operation::counting(program, looped);
        }
        let (width, inputs, _) = exp.traversed()?;
        Some(Operation::traversal(width, inputs, exp))
    }

    /// Describes a traversal. Its index is the parameter of its lambda before the elements, if there is one.
    fn traversal(width: Atom, inputs: &[Name], exp: &Exp) -> Operation {
        let lambdas = exp.lambdas();
        let params = lambdas.first().map_or(&[][..], |lambda| &lambda.params);
        let own = params.len().saturating_sub(inputs.len());
        let ends_well = |lambda: &&Lambda| lambda.body.stms.iter().all(|stm| effect::may_drop(&stm.exp));
        Operation {
            width,
            index: params[..own].first().copied(),
            elements: inputs.iter().copied().zip(params[own..].iter().copied()).collect(),
            carried: Vec::new(),
            operators_end_well: lambdas.iter().skip(1).all(ends_well),
        }
    }

    /// Describes a `for` loop whose counter has type `i64`.
    fn counting(program: &Program, looped: &Loop) -> Option<Operation> {
        let LoopForm::For { var, bound } = looped.form else { return None };
        let carried = looped.params.iter().map(|(name, _)| *name).collect();
        let counts = *program.type_of(var) == Type::I64;
        counts.then(|| Operation {
            width: bound,
            index: Some(var),
            elements: Vec::new(),
            carried,
            operators_end_well: true,
        })
    }
}

/// Facts about a body's names.
pub struct Facts<'a> {
    /// Statements of the body itself.
    pub stms: &'a [Stm],
    /// Position of the statement that binds each name.
    bound_at: FxHashMap<Name, usize>,
    /// Names that depend on the index or the elements.
    varying: FxHashSet<Name>,
    /// Names that cannot be computed before the operation.
    inside_only: FxHashSet<Name>,
    /// Names whose computation is valid only where it stands.
    guarded: FxHashSet<Name>,
    /// Growth of each varying integer per index, modulo 2^64. It is unknown for varying names that are missing here.
    slopes: FxHashMap<Name, i64>,
}

impl<'a> Facts<'a> {
    pub fn new(program: &Program, operation: &Operation, body: &'a Body) -> Facts<'a> {
        let mut varying: FxHashSet<Name> = operation.elements.iter().map(|(_, param)| *param).collect();
        varying.extend(operation.index);
        varying.extend(&operation.carried);
        let slopes = operation.index.map(|index| (index, 1)).into_iter().collect();
        let inside_only = operation.carried.iter().copied().collect();
        let mut facts = Facts {
            stms: &body.stms,
            bound_at: FxHashMap::default(),
            varying,
            inside_only,
            guarded: FxHashSet::default(),
            slopes,
        };
        for (at, stm) in body.stms.iter().enumerate() {
            facts.learn(program, at, stm);
        }
        facts
    }

    /// Records the facts about the names that the statement at position `at` binds.
    fn learn(&mut self, program: &Program, at: usize, stm: &Stm) {
        self.bound_at.extend(stm.pattern.iter().map(|&name| (name, at)));
        if let Exp::Assert { .. } = stm.exp {
            self.guarded.extend(&stm.pattern);
            return;
        }
        let (mut varies, mut needs_inside, mut is_guarded) = (false, false, false);
        walk::for_each_name_used(&program.vars, stm, &mut |name| {
            varies = varies || self.varying.contains(&name);
            needs_inside = needs_inside || self.inside_only.contains(&name);
            is_guarded = is_guarded || self.guarded.contains(&name);
        });
        if varies {
            self.varying.extend(&stm.pattern);
        }
        if needs_inside || !is_repeatable(program, &stm.exp, false) {
            self.inside_only.extend(&stm.pattern);
        }
        if is_guarded || !is_sure(program, &stm.exp) {
            self.guarded.extend(&stm.pattern);
        }
        if let [name] = stm.pattern[..]
            && self.varying.contains(&name)
            && *program.type_of(name) == Type::I64
            && let Some(slope) = self.slope_of_exp(&stm.exp)
        {
            self.slopes.insert(name, slope);
        }
    }

    /// Returns the growth of the expression per index, if it is a linear expression with a small factor.
    fn slope_of_exp(&self, exp: &Exp) -> Option<i64> {
        let slope = match exp {
            Exp::Atom(atom) => self.slope(*atom),
            Exp::Bin(BinOp::Add, a, b) => self.slope(*a)?.checked_add(self.slope(*b)?),
            Exp::Bin(BinOp::Sub, a, b) => self.slope(*a)?.checked_sub(self.slope(*b)?),
            Exp::Bin(BinOp::Mul, a, b) => match (a.constant(), b.constant()) {
                (Some(factor), _) => self.slope(*b)?.checked_mul(factor.as_i64()?),
                (_, Some(factor)) => self.slope(*a)?.checked_mul(factor.as_i64()?),
                _ => None,
            },
            _ => None,
        };
        slope.filter(|slope| slope.unsigned_abs() <= MAX_SLOPE)
    }

    /// Returns the growth of an `i64` per index, if it is known.
    pub fn slope(&self, atom: Atom) -> Option<i64> {
        if self.varies(atom) { self.slopes.get(&atom.var()?).copied() } else { Some(0) }
    }

    pub fn varies(&self, atom: Atom) -> bool {
        atom.var().is_some_and(|name| self.varying.contains(&name))
    }

    /// Whether the computation of the atom is valid anywhere, even if the body never runs.
    pub fn is_sure(&self, atom: Atom) -> bool {
        atom.var().is_none_or(|name| !self.guarded.contains(&name))
    }

    /// Whether the operation or a statement of the body binds the atom.
    pub fn is_inside(&self, atom: Atom) -> bool {
        atom.var().is_some_and(|name| self.bound_at.contains_key(&name) || self.varying.contains(&name))
    }

    /// Returns the statement of the body that binds the atom.
    pub fn definition(&self, atom: Atom) -> Option<&'a Stm> {
        atom.var().and_then(|name| self.bound_at.get(&name)).map(|&at| &self.stms[at])
    }

    /// Whether the atoms can be computed before the operation, by a slice of acceptable size.
    pub fn can_leave(&self, program: &Program, atoms: &[Atom]) -> bool {
        let stays = |atom: &Atom| atom.var().is_some_and(|name| self.inside_only.contains(&name));
        let size = || -> usize { self.slice(program, atoms).into_iter().map(|at| statements(&self.stms[at])).sum() };
        !atoms.iter().any(stays) && size() <= MAX_SLICE
    }

    /// Returns the statements of the body that the atoms need, in order, without the assertions that they rely on. The
    /// list is incomplete if it exceeds `MAX_SLICE`.
    fn slice(&self, program: &Program, atoms: &[Atom]) -> Vec<usize> {
        let mut open: Vec<Name> = atoms.iter().filter_map(|atom| atom.var()).collect();
        let mut needed = FxHashSet::default();
        while let Some(name) = open.pop()
            && needed.len() <= MAX_SLICE
        {
            if let Some(&at) = self.bound_at.get(&name)
                && !matches!(self.stms[at].exp, Exp::Assert { .. })
                && needed.insert(at)
            {
                let stm = &self.stms[at];
                walk::for_each_name_used(&program.vars, stm, &mut |name| open.push(name));
            }
        }
        let mut slice: Vec<usize> = needed.into_iter().collect();
        slice.sort_unstable();
        slice
    }

    /// Removes the certificates that the body itself makes.
    fn strip_certs(&self, stm: &mut Stm) {
        stm.certs.retain(|cert| !self.bound_at.contains_key(cert));
        let inner = stm.exp.bodies_mut().into_iter().flat_map(|body| &mut body.stms);
        inner.for_each(|stm| self.strip_certs(stm));
    }

    /// Returns the names used by the atoms or by the statements that they need.
    pub fn needs(&self, program: &Program, atoms: &[Atom]) -> FxHashSet<Name> {
        let mut names: FxHashSet<Name> = atoms.iter().filter_map(|atom| atom.var()).collect();
        for at in self.slice(program, atoms) {
            walk::for_each_name_used(&program.vars, &self.stms[at], &mut |name| _ = names.insert(name));
        }
        names
    }
}

fn statements(stm: &Stm) -> usize {
    let inner = stm.exp.bodies().into_iter().flat_map(|body| &body.stms);
    1 + inner.map(statements).sum::<usize>()
}

/// Whether the expression may be computed again for an index at which the earlier assertions hold. A branch may contain
/// a traversal, like those made by this pass, because it runs only before a failure.
fn is_repeatable(program: &Program, exp: &Exp, in_branch: bool) -> bool {
    let here = match exp {
        Exp::If { .. } | Exp::Bin(..) | Exp::Index(..) => true,
        Exp::Traverse(t) => in_branch && t.scans.is_empty() && is_reduction(t),
        exp => effect::is_view(exp) || effect::is_total_scalar(program, exp),
    };
    here && exp.bodies().into_iter().flat_map(|body| &body.stms).all(|stm| is_repeatable(program, &stm.exp, true))
}

/// Whether the expression is valid at any place.
fn is_sure(program: &Program, exp: &Exp) -> bool {
    let here = matches!(exp, Exp::If { .. } | Exp::Traverse(_)) || effect::is_total_scalar(program, exp);
    here && exp.bodies().into_iter().flat_map(|body| &body.stms).all(|stm| is_sure(program, &stm.exp))
}

/// Whether the traversal returns only reduced values.
fn is_reduction(traverse: &Traverse) -> bool {
    traverse.scans.is_empty() && traverse.combined() == traverse.lambda.body.result.len()
}

/// A copy of a body's statements for one index. Statements are emitted on request, into one body or into bodies nested
/// in it.
#[derive(Clone)]
pub struct Instance {
    substitution: Substitution,
    done: FxHashSet<usize>,
}

impl Instance {
    /// Makes a copy for an index. Its statements must need no elements of the traversed arrays.
    pub fn at(operation: &Operation, index: Atom) -> Instance {
        let substitution = operation.index.map(|name| (name, index)).into_iter().collect();
        Instance { substitution, done: FxHashSet::default() }
    }

    /// Makes a copy for an index, and reads the elements in `needs`.
    pub fn reading(builder: &mut Builder<'_>, operation: &Operation, index: Atom, needs: &FxHashSet<Name>) -> Instance {
        let mut instance = Instance::at(operation, index);
        for &(input, param) in operation.elements.iter().filter(|(_, param)| needs.contains(param)) {
            let element = builder.row(input, vec![index]);
            instance.substitution.insert(param, element);
        }
        instance
    }

    /// Makes a copy in which each first name, a parameter, is replaced by the second.
    pub fn of_params(params: impl IntoIterator<Item = (Name, Name)>) -> Instance {
        let substitution = params.into_iter().map(|(old, new)| (old, new.into())).collect();
        Instance { substitution, done: FxHashSet::default() }
    }

    /// Returns `atom` for the copy's index. The statements that it needs are emitted first, unless they have been
    /// before.
    pub fn atom(&mut self, builder: &mut Builder<'_>, facts: &Facts<'_>, atom: Atom) -> Atom {
        for at in facts.slice(builder.program, &[atom]) {
            if self.done.insert(at) {
                let mut copy = walk::refresh_stm(builder.program, &facts.stms[at], &mut self.substitution);
                facts.strip_certs(&mut copy);
                builder.stms.push(copy);
            }
        }
        walk::substitute_atom(atom, &self.substitution)
    }
}
