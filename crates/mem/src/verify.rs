//! The verifier of FUNMEM: the type rules of the FUNMEM paper (Fig. 8), extended to the whole language. FUN's verifier
//! checks everything unrelated to memory, including scopes and the types of blocks.
//!
//! Every array has a place of the array's shape. A view has its operand's place under the changed layout, and an
//! updated array its operand's place. A fresh array may have any place that is known before the array is made. Results
//! of bodies agree with their telescope after its names are replaced: all names in a place are returned too, or bound
//! outside. Arrays in one block have elements of its allocated type, under all names in a function and through calls.
//! As in the paper, nothing here ensures that arrays in one block do not interfere; the evaluator finds that.

use crate::lower::{has_row_major_elements, poly, reshape, slice_dim};
use base::{Bug, Name, Span};
use fun::def::*;
use fun::sums::Sums;
use fun::text::{print, print_stm};
use fun::verify::Mode;
use fun::walk::{Substitution, substitute_info};
use index::{IndexFn, Lmad, Poly};
use rustc_hash::FxHashMap;
use value::ScalarType;

/// Verifies a program as FUN, and its memory.
///
/// # Errors
/// The first fault found, with the program as text.
pub fn verify(program: &Program) -> Result<(), Bug> {
    let bug = |message, at| Bug { program: Some(print(program)), at, ..Bug::new("verify FUNMEM", message) };
    if let Some(fault) = fun::verify::verify(program, Mode::Mem).first() {
        return Err(bug(fault.to_string(), fault.spans.first().copied().unwrap_or_default()));
    }
    let (blocks, elems) = (FxHashMap::default(), FxHashMap::default());
    let mut verifier = Verifier { program, sums: Sums::default(), blocks, elems, at: Span::NOWHERE };
    // Calls may precede the called function.
    let signatures = program.functions.values().try_for_each(|function| verifier.signatures(function));
    let checked =
        signatures.and_then(|()| program.functions.values().try_for_each(|function| verifier.function(function)));
    checked.map_err(|message| bug(message, verifier.at))
}

struct Verifier<'a> {
    program: &'a Program,
    sums: Sums,
    /// For each name of a block that is another name of it, that block.
    blocks: FxHashMap<Name, Name>,
    /// Element type of each block, from its allocation and the arrays in it.
    elems: FxHashMap<Name, ScalarType>,
    /// Source place of the statement that is checked.
    at: Span,
}

/// Result of a check. The error describes the fault.
type Checked<T> = Result<T, String>;

fn require(holds: bool, message: impl FnOnce() -> String) -> Checked<()> {
    if holds { Ok(()) } else { Err(message()) }
}

impl Verifier<'_> {
    fn signatures(&mut self, function: &Function) -> Checked<()> {
        let params: Vec<Name> = function.params.iter().map(|param| param.name).collect();
        let results: Vec<Name> = function.results.iter().map(|result| result.name).collect();
        self.signature(&params)?;
        self.signature(&results)
    }

    fn function(&mut self, function: &Function) -> Checked<()> {
        let results: Vec<Name> = function.results.iter().map(|result| result.name).collect();
        self.body(&function.body)?;
        self.telescope(&results, &function.body.result, Substitution::default())
    }

    /// Checks that each array among the names is row-major from offset 0 in the block right before it.
    fn signature(&mut self, names: &[Name]) -> Checked<()> {
        self.binders(names)?;
        for (at, &name) in names.iter().enumerate().filter(|(_, name)| self.is_array(**name)) {
            let place = self.place(name)?;
            let block = at.checked_sub(1).and_then(|before| names.get(before));
            require(block == Some(&place.block), || format!("{name} is not in the block right before it"))?;
            require(place.ixfn.is_direct(), || format!("{name} is not row-major from offset 0"))?;
        }
        Ok(())
    }

    fn body(&mut self, body: &Body) -> Checked<()> {
        body.stms.iter().try_for_each(|stm| match self.stm(stm) {
            // Only the innermost statement at fault is reported.
            Err(message) if !message.contains("\nin ") => {
                self.at = stm.spans.first().copied().unwrap_or_default();
                Err(format!("{message}\nin {}", print_stm(self.program, stm)))
            }
            checked => checked,
        })
    }

    fn stm(&mut self, stm: &Stm) -> Checked<()> {
        self.binders(&stm.exp.binders())?;
        match &stm.exp {
            Exp::If { then_body, else_body, .. } => {
                for body in [then_body, else_body] {
                    self.body(body)?;
                    self.telescope(&stm.pattern, &body.result, Substitution::default())?;
                }
            }
            Exp::Loop(looped) => self.loop_(&stm.pattern, looped)?,
            Exp::Call { function, args } => self.call(&stm.pattern, *function, args)?,
            Exp::Traverse(traverse) => {
                self.fresh(&stm.pattern)?;
                self.lambda(&traverse.lambda, &traverse.inputs)?;
                let mut monoids = traverse.monoids();
                monoids.try_for_each(|monoid| self.operator(monoid))?;
            }
            Exp::Filter(filter) => {
                self.kept(&stm.pattern)?;
                self.lambda(&filter.lambda, &filter.inputs)?;
            }
            Exp::Scatter(scatter) => {
                self.changed(&stm.pattern, &scatter.destinations)?;
                self.lambda(&scatter.lambda, &scatter.inputs)?;
            }
            Exp::Histogram(histogram) => {
                self.changed(&stm.pattern, &histogram.destinations)?;
                self.lambda(&histogram.lambda, &histogram.inputs)?;
                self.operator_on(histogram)?;
            }
            exp => self.basic(&stm.pattern, exp)?,
        }
        self.binders(&stm.pattern)
    }

    /// Checks an expression without bodies, which has one result.
    fn basic(&mut self, pattern: &[Name], exp: &Exp) -> Checked<()> {
        let Some(&name) = pattern.first() else { return Ok(()) };
        if !self.is_array(name) {
            return self.learn(name, exp);
        }
        match exp {
            Exp::Atom(Atom::Var(array)) | Exp::Update { array, .. } => self.changed(&[name], &[*array]),
            Exp::Slice(array, dims) => {
                let dims: Vec<index::SliceDim> = dims.iter().map(slice_dim).collect();
                self.view(name, *array, |ixfn| Some(ixfn.slice(&dims)))
            }
            Exp::Permute(array, perm) => self.view(name, *array, |ixfn| ixfn.permute(perm)),
            Exp::Reshape(array, dims) => {
                let dims: Vec<Poly> = dims.iter().map(|&dim| poly(dim)).collect();
                self.view(name, *array, |ixfn| Some(reshape(ixfn, &dims)))
            }
            _ => self.fresh(pattern),
        }
    }

    fn loop_(&mut self, pattern: &[Name], looped: &Loop) -> Checked<()> {
        let (names, inits): (Vec<Name>, Vec<Atom>) = looped.params.iter().copied().unzip();
        self.telescope(&names, &inits, Substitution::default())?;
        self.body(&looped.body)?;
        self.telescope(&names, &looped.body.result, Substitution::default())?;
        let last: Vec<Atom> = pattern.iter().map(|&name| name.into()).collect();
        self.telescope(&names, &last, Substitution::default())
    }

    fn call(&mut self, pattern: &[Name], function: FunctionId, args: &[Atom]) -> Checked<()> {
        let callee = self.program.functions.get(function).ok_or("a call of a function that is not there")?;
        let params: Vec<Name> = callee.params.iter().map(|param| param.name).collect();
        let results: Vec<Name> = callee.results.iter().map(|result| result.name).collect();
        self.telescope(&params, args, Substitution::default())?;
        let atoms: Vec<Atom> = pattern.iter().map(|&name| name.into()).collect();
        self.telescope(&results, &atoms, params.iter().copied().zip(args.iter().copied()).collect())
    }

    /// Checks a lambda. Its first parameter is the index; row parameters are views of the inputs at that index.
    fn lambda(&mut self, lambda: &Lambda, inputs: &[Name]) -> Checked<()> {
        let Some((&index, params)) = lambda.params.split_first().filter(|(_, params)| params.len() == inputs.len())
        else {
            return Err("a lambda that does not take the index first".into());
        };
        for (&param, &input) in params.iter().zip(inputs) {
            if self.is_array(param) {
                self.view(param, input, |ixfn| ixfn.index(Poly::var(index)))?;
            }
        }
        self.body(&lambda.body)
    }

    /// Checks a traversal's operator, whose array parameters are in blocks from outside.
    fn operator(&mut self, monoid: &Monoid) -> Checked<()> {
        require(monoid.spots().is_empty(), || "the operator of a traversal takes blocks or offsets".into())?;
        self.fresh(&monoid.operator.params)?;
        self.body(&monoid.operator.body)
    }

    /// Checks a histogram's operator: it takes the block and the offset of each accumulated array, which is row-major
    /// there, as the elements of the destination are.
    fn operator_on(&mut self, histogram: &Histogram) -> Checked<()> {
        let monoid = &histogram.operator;
        let (old, new) = monoid.operands();
        let mut spots = monoid.spots().iter().copied();
        let arrays = old.iter().zip(&histogram.destinations).filter(|(param, _)| self.is_array(**param));
        for (&param, &destination) in arrays.collect::<Vec<_>>() {
            let types = |&(block, offset): &(Name, Name)| {
                *self.program.type_of(block) == Type::Memory && *self.program.type_of(offset) == Type::I64
            };
            let spot = spots.next().zip(spots.next()).filter(types);
            let (block, offset) = spot.ok_or_else(|| format!("there are no block and no offset for {param}"))?;
            let shape: Vec<Poly> = self.program.type_of(param).dims().iter().map(|&dim| poly(dim)).collect();
            let ixfn = IndexFn::row_major(&shape).moved(&Poly::one(), &Poly::var(offset));
            self.agree(param, self.place(param)?, &Place { block, ixfn })?;
            let whole = self.place(destination)?.clone();
            let is_row_major = has_row_major_elements(&whole.ixfn, histogram.index_rank);
            require(is_row_major, || format!("the elements of {destination} are not row-major"))?;
            self.same_block(block, whole.block)?;
        }
        require(spots.next().is_none(), || "an operator takes more blocks than it accumulates arrays".into())?;
        self.fresh(new)?;
        self.body(&monoid.operator.body)
    }

    /// Checks that each array has a place of its shape, in a block of its element type, and that nothing else has one.
    fn binders(&mut self, names: &[Name]) -> Checked<()> {
        for &name in names {
            if !self.is_array(name) {
                let place = self.program.vars.get(name).and_then(|info| info.place.as_ref());
                require(place.is_none(), || format!("{name} has a place and is not an array"))?;
                continue;
            }
            let shape: Vec<Poly> = self.program.type_of(name).dims().iter().map(|&dim| poly(dim)).collect();
            let Place { block, ixfn } = self.place(name)?;
            require(ixfn.shape() == shape, || format!("the index function {ixfn} is not of the shape of {name}"))?;
            let block = *block;
            self.program.type_of(name).elem().map_or(Ok(()), |elem| self.holds(block, elem))?;
        }
        Ok(())
    }

    /// Records that the block holds elements of this type. Fails if it holds others.
    fn holds(&mut self, block: Name, elem: ScalarType) -> Checked<()> {
        let known = *self.elems.entry(block).or_insert(elem);
        require(known == elem, || format!("the block {block} holds elements of type {known}, not {elem}"))
    }

    /// Records that both names refer to the same block.
    fn same_block(&mut self, a: Name, b: Name) -> Checked<()> {
        match (self.elems.get(&a).copied(), self.elems.get(&b).copied()) {
            (Some(elem), _) => self.holds(b, elem),
            (None, Some(elem)) => self.holds(a, elem),
            (None, None) => Ok(()),
        }
    }

    /// Checks that the places of fresh arrays are known before them.
    fn fresh(&self, pattern: &[Name]) -> Checked<()> {
        for &name in pattern.iter().filter(|name| self.is_array(**name)) {
            self.known_before(name, &self.place(name)?.ixfn, pattern)?;
        }
        Ok(())
    }

    /// Checks the arrays of a filter. Only their outer size is not known before them.
    fn kept(&self, pattern: &[Name]) -> Checked<()> {
        for &name in pattern.iter().filter(|name| self.is_array(**name)) {
            let second = self.place(name)?.ixfn.index(Poly::one());
            self.known_before(name, &second.ok_or_else(|| format!("{name} has no rows"))?, pattern)?;
        }
        Ok(())
    }

    fn known_before(&self, name: Name, ixfn: &IndexFn, pattern: &[Name]) -> Checked<()> {
        let block = self.place(name)?.block;
        let late = ixfn.free_variables().into_iter().chain([block]).find(|used| pattern.contains(used));
        match late {
            Some(late) => Err(format!("the place of {name} names {late}, which is not known when {name} is made")),
            None => Ok(()),
        }
    }

    /// Checks that each updated array has the place of the consumed one.
    fn changed(&self, pattern: &[Name], consumed: &[Name]) -> Checked<()> {
        pattern.iter().zip(consumed).try_for_each(|(&name, &array)| self.view(name, array, |ixfn| Some(ixfn.clone())))
    }

    /// Checks that a view is in its operand's block, with the layout that `layout` derives.
    fn view(&self, name: Name, array: Name, layout: impl FnOnce(&IndexFn) -> Option<IndexFn>) -> Checked<()> {
        let place = self.place(array)?;
        let ixfn = layout(&place.ixfn).ok_or_else(|| format!("{name} is of another rank than its operand allows"))?;
        self.agree(name, self.place(name)?, &Place { block: place.block, ixfn })
    }

    /// Checks that the array atoms have the places that the telescope gives, after each of its names is replaced by the
    /// atom at its position (T-MEM-RESULT).
    fn telescope(&mut self, names: &[Name], atoms: &[Atom], mut substitution: Substitution) -> Checked<()> {
        substitution.extend(names.iter().copied().zip(atoms.iter().copied()));
        for (&name, &atom) in names.iter().zip(atoms) {
            if let (Type::Memory, Atom::Var(block)) = (self.program.type_of(name), atom) {
                self.same_block(name, block)?;
            }
            if let (true, Atom::Var(array)) = (self.is_array(name), atom) {
                let info = self.program.vars.get(name).map(|info| substitute_info(info, &substitution));
                let wanted = info.and_then(|info| info.place).ok_or_else(|| no_place(name))?;
                self.agree(array, self.place(array)?, &wanted)?;
            }
        }
        Ok(())
    }

    fn agree(&self, name: Name, found: &Place, wanted: &Place) -> Checked<()> {
        let agree = self.block(found.block) == self.block(wanted.block)
            && (same_layout(&found.ixfn, &wanted.ixfn)
                || same_layout(&self.expand(&found.ixfn), &self.expand(&wanted.ixfn)));
        require(agree, || {
            let (block, ixfn) = (wanted.block, &wanted.ixfn);
            format!("{name} is at {} -> {} and should be at {block} -> {ixfn}", found.block, found.ixfn)
        })
    }

    fn is_array(&self, name: Name) -> bool {
        matches!(self.program.type_of(name), Type::Array { .. })
    }

    fn place(&self, name: Name) -> Checked<&Place> {
        self.program.vars.get(name).and_then(|info| info.place.as_ref()).ok_or_else(|| no_place(name))
    }

    fn block(&self, name: Name) -> Name {
        self.blocks.get(&name).copied().unwrap_or(name)
    }

    /// Records what the scalar or block `name` is, so that layouts which name it can be compared.
    fn learn(&mut self, name: Name, exp: &Exp) -> Checked<()> {
        match (self.program.type_of(name), exp) {
            (Type::Memory, Exp::Atom(Atom::Var(block))) => {
                self.blocks.insert(name, self.block(*block));
                self.same_block(name, *block)?;
            }
            (Type::Memory, Exp::Alloc { elem, .. }) => self.holds(name, *elem)?,
            (ty, exp) if *ty == Type::I64 => self.sums.define(name, exp),
            _ => {}
        }
        Ok(())
    }

    fn expand(&self, ixfn: &IndexFn) -> IndexFn {
        ixfn.substitute(&|name| self.sums.get(name).cloned())
    }
}

fn no_place(name: Name) -> String {
    format!("the array {name} has no place")
}

/// Whether both index functions give each element the same address. Strides of dimensions of size 1 are ignored.
fn same_layout(a: &IndexFn, b: &IndexFn) -> bool {
    let both_direct = a.is_direct() && b.is_direct() && a.shape() == b.shape();
    let same = |(a, b): (&Lmad, &Lmad)| {
        let dims = a.dims.iter().zip(&b.dims);
        let same_dims =
            |(a, b): (&index::Dim, &index::Dim)| a.size == b.size && (a.stride == b.stride || a.size.is_one());
        a.rank() == b.rank() && a.offset == b.offset && dims.into_iter().all(same_dims)
    };
    both_direct || (a.components().count() == b.components().count() && a.components().zip(b.components()).all(same))
}
