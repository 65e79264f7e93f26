//! FUN to FUNMEM (FUNMEM paper, §3.5): every array gets a block and an index function.
//!
//! Changes of layout derive their place from their operand's and cost nothing. A fresh array gets a new block just
//! before it, in row-major order; passes find better places. Arrays that come out of `if` and loops are preceded by
//! those parts of their place that vary: block, offset and strides. Parameters and results of functions are row-major
//! from offset 0, each preceded by its block.
//!
//! Every lambda takes the index of its element first; its row parameters are views of the inputs at that index. The
//! rows that an operator combines are in two buffers allocated before the traversal. In a histogram, the accumulated row
//! is that of the destination: the operator takes its block and its offset.
//!
//! ```text
//! let (ys : [n]i32) = map n (xs) f      ==>      let (m : mem) = alloc i32 n
//!                                                let (ys : [n]i32 @ m -> 0 + {(n : 1)}) = map n (xs) f
//! ```

mod loops;

use crate::blocks::Blocks;
use base::{Error, Name};
use fun::build::Builder;
use fun::def::*;
use index::{IndexFn, Poly};
use rustc_hash::FxHashSet;
use value::{BinOp, ScalarType};

/// Gives each array of the program a place.
pub fn lower(program: Program) -> Result<Program, Error> {
    let mut lowerer = Lowerer { program, stms: Vec::new() };
    let ids: Vec<FunctionId> = lowerer.program.functions.keys().collect();
    for &id in &ids {
        lowerer.signature(id);
    }
    for &id in &ids {
        lowerer.function(id)?;
    }
    Ok(lowerer.program)
}

struct Lowerer {
    program: Program,
    /// Statements of the body under construction.
    stms: Vec<Stm>,
}

type Lowered<T> = Result<T, Error>;

/// The two branches of an `if`, with the results that have been added so far.
struct Ends<'a> {
    then_body: &'a mut Body,
    else_body: &'a mut Body,
    pattern: &'a mut Vec<Name>,
}

impl Ends<'_> {
    fn push(&mut self, name: Name, then_atom: Atom, else_atom: Atom) {
        self.pattern.push(name);
        self.then_body.result.push(then_atom);
        self.else_body.result.push(else_atom);
    }
}

impl Lowerer {
    /// Adds a block before each array parameter and result of the function.
    fn signature(&mut self, id: FunctionId) {
        let params = std::mem::take(&mut self.program.functions[id].params);
        let mut with_blocks = Vec::new();
        for param in params {
            if let Some(block) = self.row_major_block(param.name) {
                with_blocks.push(Param { name: block, consumed: param.consumed });
            }
            with_blocks.push(param);
        }
        self.program.functions[id].params = with_blocks;
        let results = std::mem::take(&mut self.program.functions[id].results);
        let mut with_blocks = Vec::new();
        for result in results {
            if let Some(block) = self.row_major_block(result.name) {
                with_blocks.push(ResultParam { name: block, unique: result.unique });
            }
            with_blocks.push(result);
        }
        self.program.functions[id].results = with_blocks;
    }

    /// Creates a block variable for an array and places the array in it, in row-major order; `None` for other values.
    fn row_major_block(&mut self, array: Name) -> Option<Name> {
        let ixfn = self.row_major(array)?;
        let block = self.program.fresh(&format!("{}_mem", array.hint), Type::Memory);
        self.set_place(array, Place { block, ixfn });
        Some(block)
    }

    fn function(&mut self, id: FunctionId) -> Lowered<()> {
        let body = std::mem::take(&mut self.program.functions[id].body);
        let body = self.body(body, |this, result| this.direct_results(result))?;
        self.program.functions[id].body = body;
        Ok(())
    }

    /// Lowers a body. `finish` converts the body's results and may add statements.
    fn body(&mut self, body: Body, finish: impl FnOnce(&mut Self, Vec<Atom>) -> Lowered<Vec<Atom>>) -> Lowered<Body> {
        let outer = std::mem::take(&mut self.stms);
        for stm in body.stms {
            self.stm(stm)?;
        }
        let result = finish(self, body.result);
        let stms = std::mem::replace(&mut self.stms, outer);
        Ok(Body { stms, result: result? })
    }

    /// Returns the atoms, each array preceded by its block. An array that is not row-major from offset 0 is copied
    /// first.
    fn direct_results(&mut self, result: Vec<Atom>) -> Lowered<Vec<Atom>> {
        let mut atoms = Vec::new();
        for atom in result {
            match atom.var().filter(|&name| self.is_array(name)) {
                Some(array) => {
                    let array = self.direct(array)?;
                    atoms.push(self.place(array)?.block.into());
                    atoms.push(array.into());
                }
                None => atoms.push(atom),
            }
        }
        Ok(atoms)
    }

    // Places.

    fn is_array(&self, name: Name) -> bool {
        matches!(self.program.type_of(name), Type::Array { .. })
    }

    fn place(&self, name: Name) -> Lowered<Place> {
        let place = self.program.vars.get(name).and_then(|info| info.place.clone());
        place.ok_or_else(|| base::Bug::new("lower to FUNMEM", format!("the array {name} has no place")).into())
    }

    fn set_place(&mut self, name: Name, place: Place) {
        if let Some(info) = self.program.vars.get_mut(name) {
            info.place = Some(place);
        }
    }

    /// Returns the row-major layout of an array's shape; `None` for other values.
    fn row_major(&self, name: Name) -> Option<IndexFn> {
        let Type::Array { dims, .. } = self.program.type_of(name) else { return None };
        let dims: Vec<Poly> = dims.iter().map(|&dim| poly(dim)).collect();
        Some(IndexFn::row_major(&dims))
    }

    /// Returns the array itself if it is row-major from offset 0, otherwise a copy that is.
    fn direct(&mut self, array: Name) -> Lowered<Name> {
        if self.place(array)?.ixfn.is_direct() { Ok(array) } else { self.fresh_copy(array) }
    }

    fn fresh_copy(&mut self, array: Name) -> Lowered<Name> {
        let ty = self.program.type_of(array).clone();
        let copy = self.program.fresh_like(array, ty);
        self.allocate(copy);
        self.push(vec![copy], Exp::Copy(array));
        Ok(copy)
    }

    fn push(&mut self, pattern: Vec<Name>, exp: Exp) {
        self.stms.push(Stm { pattern, certs: Vec::new(), exp, spans: Vec::new() });
    }

    /// Allocates a block for a fresh array and places it there.
    fn allocate(&mut self, array: Name) {
        let ty = self.program.type_of(array).clone();
        let count = self.extent(ty.dims());
        self.allocate_count(array, count);
    }

    /// Allocates a block for an array whose row sizes may be negative, because they are checked only when rows are
    /// made. Negative sizes count as 0.
    fn allocate_unchecked(&mut self, array: Name) {
        let mut dims = self.program.type_of(array).dims().to_vec();
        for dim in dims.iter_mut().skip(1).filter(|dim| dim.constant().is_none()) {
            let room = self.program.fresh("room", Type::I64);
            self.push(vec![room], Exp::Bin(BinOp::Max, *dim, Atom::i64(0)));
            *dim = room.into();
        }
        let count = self.extent(&dims);
        self.allocate_count(array, count);
    }

    /// Returns the number of elements of concatenated arrays, computed from their sizes. The outer size of the whole
    /// may have wrapped.
    fn concat_extent(&mut self, whole: Name, arrays: &[Name]) -> Atom {
        let first = |array: &Name| self.program.type_of(*array).dims().first().copied();
        let sizes: Vec<Atom> = arrays.iter().filter_map(first).collect();
        let row = self.program.type_of(whole).row(1);
        self.built(|builder| {
            let add = |sum, &size| builder.bind("count", Exp::Bin(BinOp::AddSat, sum, size)).into();
            let rows = sizes.split_first().map_or(Atom::i64(0), |(&first, rest)| rest.iter().fold(first, add));
            builder.extent(&[&[rows], row.dims()].concat())
        })
    }

    /// Allocates a block of `count` elements for the array.
    fn allocate_count(&mut self, array: Name, count: Atom) {
        let Type::Array { elem, .. } = *self.program.type_of(array) else { return };
        if let Some(block) = self.row_major_block(array) {
            self.push(vec![block], Exp::Alloc { elem, count });
        }
    }

    /// Returns the number of elements of an array of these sizes (`Builder::extent`).
    fn extent(&mut self, dims: &[Atom]) -> Atom {
        self.built(|builder| builder.extent(dims))
    }

    /// Runs the builder and appends its statements.
    fn built(&mut self, build: impl FnOnce(&mut Builder) -> Atom) -> Atom {
        let mut builder = Builder::new(&mut self.program);
        let atom = build(&mut builder);
        self.stms.append(&mut builder.stms);
        atom
    }

    // Statements.

    fn stm(&mut self, mut stm: Stm) -> Lowered<()> {
        match stm.exp {
            Exp::If { .. } => return self.if_(stm),
            Exp::Loop(_) => return self.loop_(stm),
            Exp::Call { .. } => return self.call(stm),
            Exp::Traverse(_) => self.traverse(&mut stm)?,
            Exp::Filter(_) => self.filter(&mut stm)?,
            Exp::Scatter(_) | Exp::Histogram(_) => self.scatter(&mut stm)?,
            _ => self.basic(&stm)?,
        }
        self.stms.push(stm);
        Ok(())
    }

    /// Lowers an expression without bodies.
    fn basic(&mut self, stm: &Stm) -> Lowered<()> {
        let Some(&name) = stm.pattern.first().filter(|&&name| self.is_array(name)) else { return Ok(()) };
        match &stm.exp {
            Exp::Atom(Atom::Var(array)) | Exp::Update { array, .. } => {
                let place = self.place(*array)?;
                self.set_place(name, place);
            }
            Exp::Slice(array, dims) => {
                let dims: Vec<index::SliceDim> = dims.iter().map(slice_dim).collect();
                self.derive(name, *array, |ixfn| Some(ixfn.slice(&dims)))?;
            }
            Exp::Permute(array, perm) => self.derive(name, *array, |ixfn| ixfn.permute(perm))?,
            Exp::Reshape(array, dims) => {
                let dims: Vec<Poly> = dims.iter().map(|&dim| poly(dim)).collect();
                self.derive(name, *array, |ixfn| Some(reshape(ixfn, &dims)))?;
            }
            Exp::Concat(arrays) => {
                let count = self.concat_extent(name, arrays);
                self.allocate_count(name, count);
            }
            _ => self.allocate(name),
        }
        Ok(())
    }

    /// Places a view in the block of its array, with the layout that `layout` derives from the array's.
    fn derive(&mut self, view: Name, array: Name, layout: impl FnOnce(&IndexFn) -> Option<IndexFn>) -> Lowered<()> {
        let place = self.place(array)?;
        let Some(ixfn) = layout(&place.ixfn) else {
            return Err(base::Bug::new("lower to FUNMEM", format!("{view} has a layout of another rank")).into());
        };
        self.set_place(view, Place { block: place.block, ixfn });
        Ok(())
    }

    fn call(&mut self, mut stm: Stm) -> Lowered<()> {
        if let Exp::Call { args, .. } = &mut stm.exp {
            *args = self.direct_results(std::mem::take(args))?;
        }
        stm.pattern = self.with_blocks(stm.pattern);
        self.stms.push(stm);
        Ok(())
    }

    /// Returns the pattern with a block before each array. Places the arrays in these blocks, in row-major order.
    fn with_blocks(&mut self, pattern: Vec<Name>) -> Vec<Name> {
        let mut with_blocks = Vec::new();
        for name in pattern {
            with_blocks.extend(self.row_major_block(name));
            with_blocks.push(name);
        }
        with_blocks
    }

    // Branches.

    fn if_(&mut self, stm: Stm) -> Lowered<()> {
        let Exp::If { cond, then_body, else_body } = stm.exp else { return Ok(()) };
        let mark = self.program.names.limit();
        let bound: FxHashSet<Name> = [&then_body, &else_body].into_iter().flat_map(fun::walk::bound_in_body).collect();
        let mut then_body = self.body(then_body, |_, result| Ok(result))?;
        let mut else_body = self.body(else_body, |_, result| Ok(result))?;
        let is_inside = |name: Name| name.id >= mark || bound.contains(&name);
        let (then_result, else_result) = (std::mem::take(&mut then_body.result), std::mem::take(&mut else_body.result));
        let mut pattern = Vec::new();
        for ((name, then_atom), else_atom) in stm.pattern.into_iter().zip(then_result).zip(else_result) {
            let mut ends = Ends { then_body: &mut then_body, else_body: &mut else_body, pattern: &mut pattern };
            match (then_atom.var(), else_atom.var()) {
                (Some(then_array), Some(else_array)) if self.is_array(name) => {
                    self.if_array(name, (then_array, else_array), &mut ends, &is_inside)?;
                }
                _ => ends.push(name, then_atom, else_atom),
            }
        }
        self.stms.push(Stm { pattern, exp: Exp::If { cond, then_body, else_body }, ..stm });
        Ok(())
    }

    /// Places an array that comes out of an `if`. The block, offset and strides (`SUPPORT` in the paper) become results
    /// of the `if` only where the branches differ; the paper leaves it to a simplifier to drop the others.
    fn if_array(
        &mut self,
        name: Name,
        (mut then_array, mut else_array): (Name, Name),
        ends: &mut Ends<'_>,
        is_inside: &dyn Fn(Name) -> bool,
    ) -> Lowered<()> {
        let (then_ixfn, else_ixfn) = (self.place(then_array)?.ixfn, self.place(else_array)?.ixfn);
        // The result may name its sizes differently from the branches.
        let sizes: Vec<Poly> = self.program.type_of(name).dims().iter().map(|&dim| poly(dim)).collect();
        let fits = then_ixfn.shape() == sizes && !then_ixfn.free_variables().into_iter().any(is_inside);
        let same = fits && then_ixfn == else_ixfn;
        let direct = then_ixfn.is_direct() && else_ixfn.is_direct();
        let single = then_ixfn.as_single().is_some() && else_ixfn.as_single().is_some();
        if !same && !direct && !single {
            then_array = self.copy_at_end(then_array, ends.then_body)?;
            else_array = self.copy_at_end(else_array, ends.else_body)?;
        }
        let (then_place, else_place) = (self.place(then_array)?, self.place(else_array)?);
        let block = self.if_block(name, then_place.block, else_place.block, ends, is_inside);
        let ixfn = match (then_place.ixfn.as_single(), else_place.ixfn.as_single()) {
            _ if same => Some(then_ixfn),
            (Some(then_lmad), Some(else_lmad)) if !direct && single => {
                Some(self.if_lmad(name, then_lmad, else_lmad, ends, is_inside))
            }
            _ => self.row_major(name),
        };
        if let Some(ixfn) = ixfn {
            self.set_place(name, Place { block, ixfn });
        }
        ends.push(name, then_array.into(), else_array.into());
        Ok(())
    }

    /// Returns the block of a branch's result. If the two sides have different blocks, the block becomes a result
    /// itself.
    fn if_block(
        &mut self,
        name: Name,
        then_block: Name,
        else_block: Name,
        ends: &mut Ends<'_>,
        is_inside: &dyn Fn(Name) -> bool,
    ) -> Name {
        if then_block == else_block && !is_inside(then_block) {
            return then_block;
        }
        let block = self.program.fresh(&format!("{}_mem", name.hint), Type::Memory);
        ends.push(block, then_block.into(), else_block.into());
        block
    }

    /// Returns the layout of an array that comes out of an `if`. The offset and the strides that vary become results.
    fn if_lmad(
        &mut self,
        name: Name,
        then_lmad: &index::Lmad,
        else_lmad: &index::Lmad,
        ends: &mut Ends<'_>,
        is_inside: &dyn Fn(Name) -> bool,
    ) -> IndexFn {
        let mut part = |hint: &str, then_part: &Poly, else_part: &Poly| {
            if then_part == else_part && !then_part.free_variables().into_iter().any(is_inside) {
                return then_part.clone();
            }
            let then_atom = self.scalar_at_end(then_part, ends.then_body);
            let else_atom = self.scalar_at_end(else_part, ends.else_body);
            let name = self.program.fresh(hint, Type::I64);
            ends.push(name, then_atom, else_atom);
            Poly::var(name)
        };
        let offset = part("offset", &then_lmad.offset, &else_lmad.offset);
        let strides = then_lmad.dims.iter().zip(&else_lmad.dims);
        let strides: Vec<Poly> = strides.map(|(a, b)| part("stride", &a.stride, &b.stride)).collect();
        let sizes = self.program.type_of(name).dims().iter().map(|&dim| poly(dim));
        let dims = sizes.zip(strides).map(|(size, stride)| index::Dim { size, stride }).collect();
        index::Lmad { offset, dims }.into()
    }

    fn scalar_at_end(&mut self, poly: &Poly, body: &mut Body) -> Atom {
        let outer = std::mem::replace(&mut self.stms, std::mem::take(&mut body.stms));
        let atom = self.built(|builder| builder.polynomial(poly));
        body.stms = std::mem::replace(&mut self.stms, outer);
        atom
    }

    fn copy_at_end(&mut self, array: Name, body: &mut Body) -> Lowered<Name> {
        let outer = std::mem::replace(&mut self.stms, std::mem::take(&mut body.stms));
        let copy = self.fresh_copy(array);
        body.stms = std::mem::replace(&mut self.stms, outer);
        copy
    }

    // Array operations.

    /// Gives the lambda its index parameter and places its row parameters. `inputs` are the arrays it traverses.
    fn lambda_params(&mut self, lambda: &mut Lambda, inputs: &[Name]) -> Lowered<()> {
        if lambda.params.len() == inputs.len() {
            let index = self.program.fresh("i", Type::I64);
            lambda.params.insert(0, index);
        }
        let index = lambda.params[0];
        for (&param, &input) in lambda.params[1..].iter().zip(inputs) {
            if self.is_array(param) {
                self.derive(param, input, |ixfn| ixfn.index(Poly::var(index)))?;
            }
        }
        Ok(())
    }

    /// Allocates blocks for the array parameters of a traversal's operator: the first ones hold the accumulated values,
    /// the others the new element.
    fn operator(&mut self, monoid: &mut Monoid) -> Lowered<()> {
        for &param in monoid.operator.params.iter().filter(|&&param| self.is_array(param)).collect::<Vec<_>>() {
            self.allocate(param);
        }
        self.operator_body(monoid)
    }

    /// Places the array parameters of a histogram's operator: the accumulated ones in the destinations, the others in
    /// blocks for the new element. A destination whose elements are not row-major is copied first.
    fn operator_on(&mut self, destinations: &mut [Name], rank: usize, monoid: &mut Monoid) -> Lowered<()> {
        let (old, new) = monoid.operands();
        let (old, new) = (old.to_vec(), new.to_vec());
        for &param in new.iter().filter(|&&param| self.is_array(param)).collect::<Vec<_>>() {
            self.allocate(param);
        }
        for (&param, destination) in old.iter().zip(destinations) {
            let Some(ixfn) = self.row_major(param) else { continue };
            if !has_row_major_elements(&self.place(*destination)?.ixfn, rank) {
                *destination = self.fresh_copy(*destination)?;
            }
            let block = self.program.fresh(&format!("{}_mem", param.hint), Type::Memory);
            let offset = self.program.fresh("offset", Type::I64);
            self.set_place(param, Place { block, ixfn: ixfn.moved(&Poly::one(), &Poly::var(offset)) });
            let spots = monoid.spots().len();
            monoid.operator.params.splice(spots..spots, [block, offset]);
        }
        self.operator_body(monoid)
    }

    fn operator_body(&mut self, monoid: &mut Monoid) -> Lowered<()> {
        let accumulated = monoid.operands().0.to_vec();
        let body = std::mem::take(&mut monoid.operator.body);
        monoid.operator.body = self.body(body, |this, result| this.apart_from(&accumulated, result))?;
        Ok(())
    }

    /// Copies those results of an operator that may be in the block of an accumulated array. Results are stored one
    /// after the other, so storing one could overwrite another. A result stays if it can only be in the block where it
    /// is stored, in the layout that is stored.
    fn apart_from(&mut self, accumulated: &[Name], mut result: Vec<Atom>) -> Lowered<Vec<Atom>> {
        let arrays = accumulated.iter().enumerate().filter(|(_, name)| self.is_array(**name));
        let places = arrays.map(|(at, &name)| Ok((at, self.place(name)?))).collect::<Lowered<Vec<(usize, Place)>>>()?;
        let blocks = Blocks::within(&self.program, &self.stms);
        for (at, atom) in result.iter_mut().enumerate() {
            let Some(array) = atom.var().filter(|&name| self.is_array(name)) else { continue };
            let found = self.place(array)?;
            let is_apart = |(to, place): &(usize, Place)| {
                !blocks.may_be_one(found.block, place.block) || *to == at && found.ixfn == place.ixfn
            };
            if !places.iter().all(is_apart) {
                *atom = self.fresh_copy(array)?.into();
            }
        }
        Ok(result)
    }

    fn traverse(&mut self, stm: &mut Stm) -> Lowered<()> {
        let Exp::Traverse(traverse) = &mut stm.exp else { return Ok(()) };
        let checks_rows = may_fail(&traverse.lambda.body);
        for &name in &stm.pattern {
            match self.is_array(name) {
                true if checks_rows => self.allocate_unchecked(name),
                true => self.allocate(name),
                false => {}
            }
        }
        for monoid in traverse.scans.iter_mut().chain(&mut traverse.reductions) {
            self.operator(monoid)?;
        }
        self.lambda_params(&mut traverse.lambda, &traverse.inputs)?;
        let body = std::mem::take(&mut traverse.lambda.body);
        traverse.lambda.body = self.body(body, |_, result| Ok(result))?;
        Ok(())
    }

    /// Lowers a filter. Kept rows go to blocks with room for all rows, because the count is known only afterwards.
    fn filter(&mut self, stm: &mut Stm) -> Lowered<()> {
        let Exp::Filter(filter) = &mut stm.exp else { return Ok(()) };
        for &name in &stm.pattern {
            if self.is_array(name) {
                let mut room = vec![filter.width];
                room.extend(self.program.type_of(name).row(1).dims());
                let count = self.extent(&room);
                self.allocate_count(name, count);
            }
        }
        self.lambda_params(&mut filter.lambda, &filter.inputs)?;
        let body = std::mem::take(&mut filter.lambda.body);
        filter.lambda.body = self.body(body, |_, result| Ok(result))?;
        Ok(())
    }

    fn scatter(&mut self, stm: &mut Stm) -> Lowered<()> {
        let (lambda, inputs, destinations) = match &mut stm.exp {
            Exp::Scatter(scatter) => (&mut scatter.lambda, &scatter.inputs, &scatter.destinations),
            Exp::Histogram(histogram) => {
                let Histogram { destinations, index_rank, operator, .. } = &mut **histogram;
                self.operator_on(destinations, *index_rank, operator)?;
                (&mut histogram.lambda, &histogram.inputs, &histogram.destinations)
            }
            _ => return Ok(()),
        };
        for (&name, &destination) in stm.pattern.iter().zip(destinations) {
            let place = self.place(destination)?;
            self.set_place(name, place);
        }
        self.lambda_params(lambda, inputs)?;
        let body = std::mem::take(&mut lambda.body);
        lambda.body = self.body(body, |_, result| Ok(result))?;
        Ok(())
    }
}

/// Whether the body has an assertion or a call, which may check sizes.
fn may_fail(body: &Body) -> bool {
    let mut found = false;
    fun::walk::for_each_stm(body, &mut |stm| found |= matches!(stm.exp, Exp::Assert { .. } | Exp::Call { .. }));
    found
}

/// Returns the layout with another shape.
pub fn reshape(ixfn: &IndexFn, shape: &[Poly]) -> IndexFn {
    rename_size(ixfn, shape).unwrap_or_else(|| ixfn.reshape(shape))
}

/// Returns the layout with a shape of the same rank that differs in at most one size. The two sizes are equal then (the
/// count is the same, or there are no elements), so the layout stays.
fn rename_size(ixfn: &IndexFn, shape: &[Poly]) -> Option<IndexFn> {
    let renamed = ixfn.shape().iter().zip(shape).filter(|(a, b)| a != b).count();
    if renamed <= 1 { with_shape(ixfn, shape) } else { None }
}

/// Returns the layout with other names for its sizes.
pub fn with_shape(ixfn: &IndexFn, shape: &[Poly]) -> Option<IndexFn> {
    let lmad = ixfn.as_single().filter(|lmad| lmad.dims.len() == shape.len())?;
    let dims = lmad.dims.iter().zip(shape);
    let dims = dims.map(|(dim, size)| index::Dim { size: size.clone(), stride: dim.stride.clone() }).collect();
    Some(index::Lmad { offset: lmad.offset.clone(), dims }.into())
}

/// Whether the elements of an array at `rank` leading indices are row-major.
pub fn has_row_major_elements(ixfn: &IndexFn, rank: usize) -> bool {
    let dims = ixfn.as_single().and_then(|lmad| lmad.dims.get(rank..));
    dims.is_some_and(|dims| index::Lmad { offset: Poly::zero(), dims: dims.to_vec() }.is_row_major())
}

/// Converts an `i64` atom to a polynomial.
pub fn poly(atom: Atom) -> Poly {
    match atom {
        Atom::Const(scalar) => Poly::constant(scalar.as_i64().unwrap_or(0)),
        Atom::Var(name) => Poly::var(name),
    }
}

pub fn slice_dim(dim: &SliceDim) -> index::SliceDim {
    match dim {
        SliceDim::Fix(at) => index::SliceDim::Fix(poly(*at)),
        SliceDim::Range { start, count, stride } => {
            index::SliceDim::Range { start: poly(*start), count: poly(*count), step: poly(*stride) }
        }
        SliceDim::Flat { start, dims } => {
            let dims = dims.iter().map(|dim| index::Dim { size: poly(dim.count), stride: poly(dim.stride) });
            index::SliceDim::Lmad(index::Lmad { offset: poly(*start), dims: dims.collect() })
        }
    }
}

/// Returns the scalar type of an array's elements.
pub(crate) fn elem_of(program: &Program, name: Name) -> ScalarType {
    program.type_of(name).elem().unwrap_or(ScalarType::Bool)
}
