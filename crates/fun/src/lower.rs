//! CORE to FUN. Input: a monomorphic, first-order CORE program. Output: a FUN program in which every array has its
//! sizes in its type.
//!
//! A CORE value becomes its *leaves*: scalars and arrays of scalars, in the order of its type. A record becomes its
//! fields, an array of records one array for each field, and a sum a tag and slots (see `core_ir::leaves`). Elements
//! without leaves get one (see `core_ir::units`). The leaves of an array have the same atoms as outer sizes. A list of
//! values in parameters, results or loops becomes a *telescope*: new sizes precede the first array that has them. This
//! is the size-slicing paper's first form, with existential sizes returned beside the values (§3, Figs. 12–15). `soac`
//! has the rules for array operations.
//!
//! Cost: linear in the program, except that the shape slices of maps with unknown row sizes are copied once.

mod array;
mod entry;
mod expr;
mod flat;
mod foreign;
pub mod ownership;
mod slice;
mod soac;
mod sum;

use crate::def::*;
use base::entity::{EntityRef, PrimaryMap};
use base::{Code, Diagnostic, Error, Name, Span, Spans, Symbol};
use core_ir::def as core;
use core_ir::leaves::{components, field_offset, leaf_count};
use core_ir::units;
use rustc_hash::{FxHashMap, FxHashSet};
use value::{Scalar, ScalarType};

/// Code of limitations: CORE features that FUN does not support.
const NOT_IN_FUN: Code = Code("E0199");

/// Scalars and arrays that represent one CORE value.
type Leaves = Vec<Atom>;

type Lowered<T> = Result<T, Error>;

/// Lowers a whole program.
pub fn lower(program: &core::Program) -> Lowered<Program> {
    without_data(program)?;
    let program = &*units::with_leaves(program);
    let mut lowerer = Lowerer::new(program);
    lowerer.declare_functions()?;
    for id in program.defs.keys() {
        lowerer.define_function(id)?;
    }
    let callees_first = core_ir::calls::Calls::of(program).callees_first(program.defs.keys());
    let definitions = callees_first.into_iter().map(|id| FunctionId::new(id.index()));
    let first_of_entries = lowerer.out.functions.len();
    for entry in &program.entries {
        let entry = lowerer.entry(entry)?;
        lowerer.out.entries.push(entry);
    }
    let of_entries = (first_of_entries..lowerer.out.functions.len()).map(FunctionId::new);
    ownership::settle(&mut lowerer.out, definitions.chain(of_entries));
    Ok(lowerer.out)
}

/// Rejects data types, whose values are objects of the host and not part of FUN.
fn without_data(program: &core::Program) -> Lowered<()> {
    if program.datas.is_empty() {
        return Ok(());
    }
    for def in program.defs.values() {
        let mut found = None;
        let mut look = |ty: &core::Type, span| ty.each_data(&mut |id| found = found.or(Some((id, span))));
        core_ir::walk::for_each_expr(&def.body, &mut |expr| look(&expr.ty, expr.span));
        core_ir::walk::param_types(&def.params).for_each(|ty| look(&ty, def.span));
        if let Some((id, span)) = found {
            let name = program.datas.get(id).map_or("a recursive type", |data| data.name.as_str());
            let headline = format!("the part of the program that uses `{name}` is not supported yet");
            return Err(limitation(headline, span, "used here"));
        }
    }
    Ok(())
}

struct Lowerer<'a> {
    core: &'a core::Program,
    out: Program,
    /// Leaves of each CORE variable in scope, by its number. Because CORE names are unique, scopes need no stack.
    env: Vec<Option<Leaves>>,
    /// Statements of the body under construction.
    stms: Vec<Stm>,
    /// Arrays that are never read: see Note [Fillers].
    fillers: FxHashSet<Name>,
    /// Definitions on a cycle of calls, or that reach one.
    recursive: FxHashSet<usize>,
    /// Whether the checks of the current expression are left out.
    unchecked: bool,
    /// Functions without a body for the foreign functions called so far.
    foreign: FxHashMap<Symbol, FunctionId>,
}

/// A list of binders under construction: sizes and leaves, in the order in which they are passed.
#[derive(Default)]
struct Telescope {
    names: Vec<Name>,
}

impl<'a> Lowerer<'a> {
    fn new(program: &'a core::Program) -> Lowerer<'a> {
        let mut tables = PrimaryMap::new();
        for table in program.tables.values() {
            tables.push(table.clone());
        }
        let out = Program { tables, ..Program::default() };
        let env = vec![None; program.names.limit() as usize];
        let recursive = core_ir::calls::Calls::of(program).reaching_cycles();
        Lowerer {
            core: program,
            out,
            env,
            stms: Vec::new(),
            fillers: FxHashSet::default(),
            recursive,
            unchecked: false,
            foreign: FxHashMap::default(),
        }
    }

    /// Creates each definition's function with its signature only, so that calls can be lowered before bodies.
    fn declare_functions(&mut self) -> Lowered<()> {
        for def in self.core.defs.values() {
            let mut params = Vec::new();
            for param in &def.params {
                let ty = pat_type(&param.pat);
                let mut telescope = Telescope::default();
                let leaves = self.fresh_leaves(&ty, pat_hint(&param.pat), &mut telescope)?;
                let consumed = owned_leaves(&leaves, &ty, &param.consumed);
                params.extend(
                    telescope.names.iter().map(|&name| Param { name, consumed: consumed.get(&name) == Some(&true) }),
                );
            }
            let mut telescope = Telescope::default();
            let leaves = self.fresh_leaves(&def.result, "result", &mut telescope)?;
            let unique = owned_leaves(&leaves, &def.result, &def.unique_result);
            let result = |&name: &Name| ResultParam { name, unique: unique.get(&name) != Some(&false) };
            let results = telescope.names.iter().map(result).collect();
            self.out.functions.push(Function { name: def.name, params, results, body: Body::default(), foreign: None });
        }
        Ok(())
    }

    /// Lowers the body of a definition, whose function exists already.
    fn define_function(&mut self, id: core::DefId) -> Lowered<()> {
        let Some(def) = self.core.defs.get(id) else { return Err(bug("a definition that does not exist")) };
        let function = FunctionId::new(id.index());
        let params: Vec<Atom> = self.out.functions[function].params.iter().map(|param| param.name.into()).collect();
        let body = self.in_body(|this| {
            let mut params = params.into_iter();
            for param in &def.params {
                let mut leaves = Vec::new();
                collect_leaves(&pat_type(&param.pat), &mut params, &mut leaves);
                this.bind_pat(&param.pat, leaves, def.span)?;
            }
            let leaves = this.expr(&def.body)?;
            Ok(this.telescope_atoms(&def.result, &leaves))
        })?;
        self.out.functions[function].body = body;
        Ok(())
    }

    // Building statements.

    /// Appends `let (hint : ty) = exp`.
    fn bind(&mut self, hint: &str, ty: Type, exp: Exp, span: Span) -> Name {
        self.bind_certified(hint, ty, exp, Vec::new(), span)
    }

    fn bind_certified(&mut self, hint: &str, ty: Type, exp: Exp, certs: Vec<Name>, span: Span) -> Name {
        let name = self.out.fresh(hint, ty);
        self.push(vec![name], certs, exp, span);
        name
    }

    fn push(&mut self, pattern: Vec<Name>, certs: Vec<Name>, exp: Exp, span: Span) {
        let spans: Spans = if span.is_nowhere() { Vec::new() } else { vec![span] };
        self.stms.push(Stm { pattern, certs, exp, spans });
    }

    /// Runs `lower` with an empty body. Returns the statements that it appended, with its result as the body's result.
    fn in_body(&mut self, lower: impl FnOnce(&mut Self) -> Lowered<Vec<Atom>>) -> Lowered<Body> {
        let outer = std::mem::take(&mut self.stms);
        let result = lower(self);
        let stms = std::mem::replace(&mut self.stms, outer);
        Ok(Body { stms, result: result? })
    }

    // Leaves and telescopes.

    /// Creates variables for a value of the type and appends them to the telescope: new sizes of each array, then the
    /// leaf.
    fn fresh_leaves(&mut self, ty: &core::Type, hint: &str, telescope: &mut Telescope) -> Lowered<Leaves> {
        let mut leaves = Vec::new();
        self.push_fresh_leaves(ty, hint, &mut Vec::new(), telescope, &mut leaves)?;
        Ok(leaves)
    }

    /// Appends the variables of a value in an array of `dims` to the telescope and the leaves.
    fn push_fresh_leaves(
        &mut self,
        ty: &core::Type,
        hint: &str,
        dims: &mut Vec<Atom>,
        telescope: &mut Telescope,
        leaves: &mut Leaves,
    ) -> Lowered<()> {
        match ty {
            core::Type::Scalar(elem) => {
                let name = self.out.fresh(hint, Type::of(*elem, dims.clone()));
                telescope.names.push(name);
                leaves.push(name.into());
            }
            core::Type::Array(elem, _) => {
                let size = self.out.fresh("n", Type::I64);
                telescope.names.push(size);
                dims.push(size.into());
                self.push_fresh_leaves(elem, hint, dims, telescope, leaves)?;
                dims.pop();
            }
            _ => {
                for part in components(ty).ok_or_else(|| no_leaves(ty))? {
                    self.push_fresh_leaves(&part, hint, dims, telescope, leaves)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the atoms that fill the type's telescope: new sizes, and the leaves.
    fn telescope_atoms(&self, ty: &core::Type, leaves: &[Atom]) -> Vec<Atom> {
        let mut atoms = Vec::new();
        self.push_telescope_atoms(ty, 0, &mut leaves.iter(), &mut atoms);
        atoms
    }

    /// Appends the atoms of a value whose leaves have `depth` outer dimensions.
    fn push_telescope_atoms(
        &self,
        ty: &core::Type,
        depth: usize,
        leaves: &mut std::slice::Iter<'_, Atom>,
        atoms: &mut Vec<Atom>,
    ) {
        match ty {
            core::Type::Array(elem, _) => {
                let first = leaves.as_slice().first();
                atoms.push(first.map_or(Atom::i64(0), |&leaf| self.size(leaf, depth)));
                self.push_telescope_atoms(elem, depth + 1, leaves, atoms);
            }
            _ => match components(ty) {
                Some(parts) => {
                    parts.iter().for_each(|part| self.push_telescope_atoms(part, depth, leaves, atoms));
                }
                None => atoms.extend(leaves.next()),
            },
        }
    }

    /// Returns the size of dimension `dim` of a leaf.
    fn size(&self, leaf: Atom, dim: usize) -> Atom {
        let dims = leaf.var().map_or(&[][..], |name| self.out.type_of(name).dims());
        dims.get(dim).copied().unwrap_or(Atom::i64(0))
    }

    fn dims(&self, leaf: Atom) -> Vec<Atom> {
        leaf.var().map_or(Vec::new(), |name| self.out.type_of(name).dims().to_vec())
    }

    // The environment.

    fn set(&mut self, name: Name, leaves: Leaves) {
        let at = name.id as usize;
        if self.env.len() <= at {
            self.env.resize(at + 1, None);
        }
        self.env[at] = Some(leaves);
    }

    fn lookup(&self, name: Name) -> Lowered<Leaves> {
        let found = self.env.get(name.id as usize).and_then(Option::as_ref);
        found.cloned().ok_or_else(|| bug(format!("the variable {name} is not in scope")))
    }

    /// Binds the variables of a pattern that is known to match.
    fn bind_pat(&mut self, pat: &core::Pat, leaves: Leaves, span: Span) -> Lowered<()> {
        match pat {
            core::Pat::Var(name, _) => self.set(*name, leaves),
            core::Pat::Wildcard(_) => {}
            core::Pat::Record(fields) => {
                let mut rest = leaves.into_iter();
                for (_, field) in fields {
                    let count = leaf_count(&pat_type(field));
                    let part = rest.by_ref().take(count).collect();
                    self.bind_pat(field, part, span)?;
                }
            }
            core::Pat::Variant(name, pats, ty) => self.bind_variant(*name, pats, ty, &leaves, span)?,
            core::Pat::Literal(_) => {}
        }
        Ok(())
    }
}

/// Returns, for each leaf of a value, whether its storage is owned.
fn owned_leaves(leaves: &[Atom], ty: &core::Type, unique: &core::Unique) -> FxHashMap<Name, bool> {
    let mut owned = Vec::with_capacity(leaves.len());
    push_owned(ty, unique, &mut owned);
    leaves.iter().zip(owned).filter_map(|(leaf, owned)| Some((leaf.var()?, owned))).collect()
}

fn push_owned(ty: &core::Type, unique: &core::Unique, owned: &mut Vec<bool>) {
    match (unique, ty) {
        (core::Unique::Fields(_), core::Type::Record(fields)) => {
            fields.iter().for_each(|(name, field)| push_owned(field, unique.field(*name), owned));
        }
        _ => owned.extend(std::iter::repeat_n(*unique == core::Unique::Yes, leaf_count(ty))),
    }
}

/// Appends the leaves in a filled telescope to `leaves`. Skips the sizes.
fn collect_leaves(ty: &core::Type, atoms: &mut impl Iterator<Item = Atom>, leaves: &mut Leaves) {
    match ty {
        core::Type::Array(elem, _) => {
            atoms.next();
            collect_leaves(elem, atoms, leaves);
        }
        _ => match components(ty) {
            Some(parts) => parts.iter().for_each(|part| collect_leaves(part, atoms, leaves)),
            None => leaves.extend(atoms.next()),
        },
    }
}

fn pat_type(pat: &core::Pat) -> core::Type {
    match pat {
        core::Pat::Var(_, ty) | core::Pat::Wildcard(ty) | core::Pat::Variant(_, _, ty) => ty.clone(),
        core::Pat::Record(fields) => core::Type::Record(fields.iter().map(|(f, p)| (*f, pat_type(p))).collect()),
        core::Pat::Literal(scalar) => core::Type::Scalar(scalar.scalar_type()),
    }
}

fn pat_hint(pat: &core::Pat) -> &'static str {
    if let core::Pat::Var(name, _) = pat { name.hint.as_str() } else { "arg" }
}

fn bug(message: impl Into<String>) -> Error {
    base::Bug::new("lower to FUN", message).into()
}

fn limitation(headline: impl Into<String>, span: Span, label: &str) -> Error {
    Error::Limitation(Box::new(Diagnostic::error(NOT_IN_FUN, headline).label(span, label)))
}

fn no_leaves(ty: &core::Type) -> Error {
    match ty {
        core::Type::Function(..) => bug("a function is left after defunctionalisation"),
        core::Type::Data(..) => bug("a data type in FUN"),
        core::Type::Seq(_) => bug("a sequence in FUN"),
        core::Type::Ref(_) => bug("a reference in FUN"),
        core::Type::Tensor(_) => bug("a tensor in FUN"),
        _ => bug("a type parameter is left after monomorphisation"),
    }
}

/// Returns the zero of a scalar type, for positions that are not used.
fn zero(elem: ScalarType) -> Atom {
    Atom::Const(Scalar::zero(elem))
}
