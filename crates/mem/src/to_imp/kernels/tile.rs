//! Products of matrices and similar nests: a group computes a tile of the results of the two innermost maps.
//!
//! ```text
//! map n \i ->                  launch g < tiles of group_size() {
//!   map m \j ->                  var a_tile : shared f32[16 * (height + 4)]  var b_tile : shared f32[16 * (width + 4)]
//!     let (x) =                  var acc : f32[16]                             -- registers of each thread
//!       reduce (+) 0 (           threads t { for r < 4 { for c < 4 { acc[r, c] <- 0 } } }
//!         map p \k ->      ==>   for block < quot(p + 15, 16) {
//!           a[i,k] * b[k,j])       threads t { a_tile <- a[rows of the tile, 16 of k]  b_tile <- b[16 of k, columns of the tile] }
//!     .. y                         threads t {
//!     in y                           for k < 16 {
//!                                      left <- 4 of a_tile  right <- 4 of b_tile
//!                                      for r < 4 { for c < 4 { acc[r, c] <- acc[r, c] + left[r] * right[c] } }
//!                                } } }
//!                                threads t { for r < 4 { for c < 4 { if i < n && j < m { ..  result[i, j] <- y } } } }
//!                              }
//! ```
//!
//! In a plain kernel, each thread reads its own copy of an element; here one thread of a group reads it for all. The
//! threads of a group stand in rows and columns, `min(16, group_size())` columns, each with 4 x 4 results in registers.
//! Accumulators go through `k` in order, so results equal those of the plain kernel to the last bit, whatever the
//! operators are. If a tile reaches over an edge, or a block of `k` over its end, nothing is read or computed beyond.
//! In the code above, 16 stands for `tile_size()`, except in `f32[16]`, which holds a thread's results.
//!
//! The nest is analyzed in the form it has when lowered for one thread: scalars, then a loop over `k` that only assigns
//! scalars, then the rest. At least one read in the loop must not vary with `j`, and one must not vary with `i`. Their
//! addresses mention `k` and the other index, and else only the outer steps' indices and names known before the launch.
//! These reads go through tiles, other reads stay. Tiles are loaded side by side along `k` if the array lies so, else
//! across `k`.
//!
//! Code that can fail is not put in tiles, nor is a nest that needs more of the group's memory than devices usually
//! have. The plain kernel runs if sides or `k` are short, if there are too few tiles to keep the device busy, or if the
//! tiles need more than `group_memory()`.
//!
//! Needs and guarantees: as all kernels. Cost: each nest is lowered once more, and once more again where its results are rows.
//! Source: V. Volkov, J. Demmel, "Benchmarking GPUs to tune dense linear algebra", 2008, §4: blocks of the operands in shared
//! memory, of the results in registers.

use super::access::{
    Access, Axis, USUAL_MEMORY, all_of, each_sure_read, is_below, may_fail, replace_reads, runs_along,
};
use super::*;
use imp::walk;

/// The number of results of a thread along each side of a tile. It is a constant because the arrays of results must be
/// registers.
const ITEMS: i64 = 4;

/// The number of unused elements between two rows of a shared array. They keep threads that store a column in different
/// banks. A multiple of 4 keeps rows aligned for loads of 4 elements.
const PADDING: i64 = 4;

/// The number of threads of a group on usual devices.
const USUAL_GROUP: i64 = 256;
/// The width of tiles on usual devices.
const USUAL_TILE: i64 = 16;

/// The number of results of a thread. Tiles are worthwhile if they occupy at least one in `RESULTS` of the groups that
/// keep the device busy.
const RESULTS: i64 = ITEMS * ITEMS;

/// The size of the largest loop body, in statements and expressions, whose variables fit in registers.
const LARGEST_BODY: usize = 400;

/// The side of a tile along which an input runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The side along `i`, from the top down.
    Rows,
    Columns,
}

/// A nest of the form described above, as lowered for one thread.
struct Product {
    /// The indices of the outer steps.
    outer: Indices,
    rows: Axis,
    columns: Axis,
    depth: Axis,
    /// The declarations before the loop over `k`.
    before: target::Block,
    body: target::Block,
    after: target::Block,
    /// The variables that the loop assigns and `before` declares.
    accumulators: Vec<Name>,
    elems: Vec<ScalarType>,
    inputs: Vec<Input>,
}

/// A read that goes through a tile.
struct Input {
    access: Access,
    /// The side whose index the address depends on, beside `k`.
    side: Side,
    /// Whether elements with neighbouring `k` are neighbours in memory.
    lies_along_depth: bool,
}

/// The variables of a group.
struct Tile<'p> {
    product: &'p Product,
    /// The numbers of rows and of columns of threads.
    threads: (Name, Name),
    /// The numbers of rows and of columns of results in the tile.
    extent: (Name, Name),
    /// The row and the column of the first result in the tile.
    first: (Name, Name),
    /// A shared array for each input.
    shared: Vec<Name>,
    /// For each accumulator, an array of each thread with the values for its results.
    accumulated: Vec<Name>,
}

impl Product {
    /// Returns the product that the block computes, or `None` if it has another form. The block is the code of a thread
    /// for one result; `steps` are its indices.
    fn of(mut steps: Indices, was_sequential: bool, block: &[target::Stm]) -> Option<Product> {
        let as_axis = |(index, size)| Axis { index, size };
        let (columns, rows) = (as_axis(steps.pop()?), as_axis(steps.pop()?));
        let at = block.iter().position(|stm| !matches!(stm, target::Stm::Declare { .. }))?;
        let (before, rest) = block.split_at(at);
        let Some((target::Stm::For { var, ty: ScalarType::I64, bound, body, .. }, after)) = rest.split_first() else {
            return None;
        };
        let is_simple = only_assigns(body) && walk::size(body) <= LARGEST_BODY && !may_fail(after);
        if !is_simple || was_sequential && !is_for_threads(block, after) {
            return None;
        }
        let (before, body, after) = (before.to_vec(), body.clone(), after.to_vec());
        let (accumulators, elems) = accumulators_of(&before, &body)?;
        let own: FxHashSet<Name> = [&before, &body].into_iter().flat_map(|block| walk::declared(block)).collect();
        let mut varying: FxHashSet<Name> = own.clone();
        varying.extend(steps.iter().map(|(name, _)| *name).chain([rows.index, columns.index]));
        let is_known = walk::variables(bound).is_disjoint(&varying) && walk::memory_read(bound).is_empty();
        let depth = Axis { index: *var, size: bound.clone() };
        let inputs = inputs_of(&body, &rows, &columns, &depth, &own);
        let has = |side| inputs.iter().any(|input| input.side == side);
        let is_product = is_known && has(Side::Rows) && has(Side::Columns);
        let product = Product { outer: steps, rows, columns, depth, before, body, after, accumulators, elems, inputs };
        let usual = [USUAL_GROUP / USUAL_TILE, USUAL_TILE, USUAL_TILE].map(i64_exp);
        let bytes = product.shared_bytes(&usual[0], &usual[1], &usual[2]);
        let is_usual = matches!(bytes, target::Exp::Const(value::Scalar::I64(bytes)) if bytes <= USUAL_MEMORY);
        (is_product && is_usual).then_some(product)
    }

    fn axis(&self, side: Side) -> &Axis {
        match side {
            Side::Rows => &self.rows,
            Side::Columns => &self.columns,
        }
    }

    /// Returns the number of all tiles, where each matrix of results has `down` rows and `across` columns of tiles.
    fn tiles(&self, (down, across): (Name, Name)) -> target::Exp {
        let outer = self.outer.iter().map(|(_, size)| size.clone());
        super::product(outer.chain([var(down), var(across)]))
    }

    /// Returns the size in bytes of the shared arrays, for these numbers of rows and columns of threads and of values
    /// of `k`.
    fn shared_bytes(&self, rows: &target::Exp, columns: &target::Exp, depth: &target::Exp) -> target::Exp {
        let bytes = |input: &Input| {
            let across = if input.side == Side::Rows { rows } else { columns };
            bin(BinOp::Mul, shared_count(across, depth), i64_exp(input.access.elem.bytes() as i64))
        };
        self.inputs.iter().map(bytes).fold(i64_exp(0), |all, more| bin(BinOp::Add, all, more))
    }

    /// Returns the statements of `before` that the loop's body needs, without the accumulators.
    fn needed_in_body(&self) -> target::Block {
        let mut mentioned = FxHashSet::default();
        walk::each_name(&self.body, &mut |name| _ = mentioned.insert(name));
        let mut needed = Vec::new();
        for stm in self.before.iter().rev() {
            if let target::Stm::Declare { name, init, .. } = stm
                && mentioned.contains(name)
                && !self.accumulators.contains(name)
            {
                mentioned.extend(walk::variables(init));
                needed.push(stm.clone());
            }
        }
        needed.reverse();
        needed
    }
}

impl Tile<'_> {
    /// Returns the number of rows, or of columns, of threads.
    fn threads(&self, side: Side) -> target::Exp {
        var(side.of(self.threads))
    }

    fn extent(&self, side: Side) -> target::Exp {
        var(side.of(self.extent))
    }

    fn first(&self, side: Side) -> target::Exp {
        var(side.of(self.first))
    }
}

impl Side {
    fn of(self, (rows, columns): (Name, Name)) -> Name {
        match self {
            Side::Rows => rows,
            Side::Columns => columns,
        }
    }
}

/// Returns the variables that the loop assigns and the code before it declares, with their types. `None` if another
/// declaration there depends on them.
fn accumulators_of(before: &[target::Stm], body: &[target::Stm]) -> Option<(Vec<Name>, Vec<ScalarType>)> {
    let assigned = walk::assigned(body);
    let (mut accumulators, mut elems) = (Vec::new(), Vec::new());
    for stm in before {
        let target::Stm::Declare { name, ty, init } = stm else { return None };
        if !walk::variables(init).is_disjoint(&assigned) {
            return None;
        }
        if assigned.contains(name) {
            accumulators.push(*name);
            elems.push(*ty);
        }
    }
    (!accumulators.is_empty()).then_some((accumulators, elems))
}

/// Returns the number of values of `k` that are loaded at a time.
fn depth() -> target::Exp {
    target::Exp::Setting(Setting::TileSize)
}

/// Returns the number of rows of threads in a group.
fn rows_of_threads() -> target::Exp {
    bin(BinOp::Quot, group_size(), columns_of_threads())
}

fn columns_of_threads() -> target::Exp {
    bin(BinOp::Min, target::Exp::Setting(Setting::TileSize), group_size())
}

/// Returns the distance between the rows of a shared array. Each row belongs to one `k`.
fn pitch(threads: &target::Exp) -> target::Exp {
    bin(BinOp::Add, extent(threads), i64_exp(PADDING))
}

/// Returns the number of results along a side with this number of rows or columns of threads.
fn extent(threads: &target::Exp) -> target::Exp {
    bin(BinOp::Mul, threads.clone(), i64_exp(ITEMS))
}

/// Returns the condition that tiles of this height and width are better than a thread for each result.
fn is_better(product: &Product, (height, width): (Name, Name), tiles: (Name, Name)) -> target::Exp {
    let is_half =
        |axis: &Axis, extent: Name| cmp(CmpOp::Ge, bin(BinOp::Mul, axis.size.clone(), i64_exp(2)), var(extent));
    let bytes = product.shared_bytes(&rows_of_threads(), &columns_of_threads(), &depth());
    // A tile has as many elements of an input as there are threads, or a multiple, so that loads are evenly
    // distributed.
    let most_threads = bin(BinOp::Mul, extent(&depth()), depth());
    let conditions = [
        is_half(&product.rows, height),
        is_half(&product.columns, width),
        cmp(CmpOp::Ge, product.depth.size.clone(), depth()),
        cmp(CmpOp::Ge, bin(BinOp::Mul, product.tiles(tiles), i64_exp(RESULTS)), target::Exp::Setting(Setting::Groups)),
        cmp(CmpOp::Le, group_size(), most_threads),
        cmp(CmpOp::Le, bytes, group_memory()),
    ];
    all_of(conditions)
}

fn shared_count(threads: &target::Exp, depth: &target::Exp) -> target::Exp {
    bin(BinOp::Mul, depth.clone(), pitch(threads))
}

/// Whether the block only computes scalars.
fn only_assigns(block: &[target::Stm]) -> bool {
    let mut all = true;
    walk::each_stm(block, &mut |stm| {
        use target::Stm::{Assign, Declare, For, If, While};
        all &= matches!(stm, Declare { .. } | Assign { .. } | If { .. } | For { .. } | While { .. });
    });
    all
}

/// Whether threads can run the iterations of a sequential map at the same time. Iterations may use the same memory one
/// after another, so `after` must only compute scalars and write memory that `block` does not read.
fn is_for_threads(block: &[target::Stm], after: &[target::Stm]) -> bool {
    let mut read = FxHashSet::default();
    walk::each_exp(block, &mut |exp| {
        if let target::Exp::Read { memory, .. } = exp {
            read.insert(*memory);
        }
    });
    let mut all = true;
    walk::each_stm(after, &mut |stm| {
        use target::Stm::{Assign, Declare, If, Write};
        all &= match stm {
            Write { memory, .. } => !read.contains(memory),
            stm => matches!(stm, Declare { .. } | Assign { .. } | If { .. }),
        };
    });
    all
}

/// Returns the reads in the loop's body that happen in every iteration and go through tiles, each once.
fn inputs_of(body: &[target::Stm], rows: &Axis, columns: &Axis, depth: &Axis, own: &FxHashSet<Name>) -> Vec<Input> {
    let mut inputs: Vec<Input> = Vec::new();
    let mut visit = |access: Access| {
        let used = walk::variables(&access.index);
        let side = match (used.contains(&rows.index), used.contains(&columns.index)) {
            (true, false) => Side::Rows,
            (false, true) => Side::Columns,
            _ => return,
        };
        let is_new = inputs.iter().all(|input| input.access != access);
        if is_new && used.contains(&depth.index) && access.is_known(own) {
            let lies_along_depth = runs_along(&access.index, depth.index);
            inputs.push(Input { access, side, lies_along_depth });
        }
    };
    for stm in body {
        if let target::Stm::Declare { init: exp, .. } | target::Stm::Assign { value: exp, .. } = stm {
            each_sure_read(exp, &mut visit);
        }
    }
    inputs
}

impl Lowerer<'_> {
    /// Returns the kernel of the nest in tiles and the condition under which it is better, or `None` if the nest is not
    /// a product. The block is the code of a thread for one result; `indices` are those of its steps.
    pub(super) fn tiled(
        &mut self,
        indices: Indices,
        was_sequential: bool,
        block: &[target::Stm],
        spans: &Spans,
    ) -> Lowered<Option<(target::Exp, target::Block)>> {
        let Some(product) = Product::of(indices, was_sequential, block) else { return Ok(None) };
        let height = self.define("height", extent(&rows_of_threads()));
        let width = self.define("width", extent(&columns_of_threads()));
        let down = self.define("down", quot_up(product.rows.size.clone(), var(height)));
        let across = self.define("across", quot_up(product.columns.size.clone(), var(width)));
        let is_better = is_better(&product, (height, width), (down, across));
        let block = self.in_block(|this| this.launch_tiles(&product, (down, across), spans))?;
        Ok(Some((is_better, block)))
    }

    /// Launches a group for each tile, where each matrix of results has `down` rows and `across` columns of tiles.
    fn launch_tiles(&mut self, product: &Product, (down, across): (Name, Name), spans: &Spans) -> Lowered<()> {
        self.launch(product.tiles((down, across)), spans, |this, group| {
            let (tile_row, tile_column) = (this.out.names.fresh("tile_row"), this.out.names.fresh("tile_column"));
            let tiles = [(tile_row, var(down)), (tile_column, var(across))];
            let indices: Indices = product.outer.iter().cloned().chain(tiles).collect();
            this.unrank(&indices, var(group));
            let tile = this.declare_tile(product, (tile_row, tile_column));
            this.begin_results(&tile)?;
            let block = this.out.names.fresh("block");
            let body = this.in_block(|this| this.go_through_block(&tile, block))?;
            this.for_(block, quot_up(product.depth.size.clone(), depth()), body, false, &Vec::new());
            this.end_results(&tile)
        })
    }

    /// Declares the variables of a group that computes a tile, and allocates its memory and the threads' accumulators.
    fn declare_tile<'p>(&mut self, product: &'p Product, (tile_row, tile_column): (Name, Name)) -> Tile<'p> {
        let threads = (self.define("rows", rows_of_threads()), self.define("columns", columns_of_threads()));
        let extent = (self.define("height", extent(&var(threads.0))), self.define("width", extent(&var(threads.1))));
        let first_row = self.define("first_row", bin(BinOp::Mul, var(tile_row), var(extent.0)));
        let first_column = self.define("first_column", bin(BinOp::Mul, var(tile_column), var(extent.1)));
        let mut shared = Vec::new();
        for input in &product.inputs {
            let across = if input.side == Side::Rows { rows_of_threads() } else { columns_of_threads() };
            shared.extend(self.share_each("tile", &[input.access.elem], &shared_count(&across, &depth())));
        }
        let accumulated = self.keep_each("acc", &product.elems, RESULTS as usize);
        Tile { product, threads, extent, first: (first_row, first_column), shared, accumulated }
    }

    /// Lowers the work on the next `depth()` values of `k` in two versions: without tests of bounds if the tile lies
    /// within the arrays, otherwise with them.
    fn go_through_block(&mut self, tile: &Tile<'_>, block: Name) -> Lowered<()> {
        let product = tile.product;
        let from = self.define("from", bin(BinOp::Mul, var(block), depth()));
        let within = |first: Name, count: target::Exp, axis: &Axis| {
            cmp(CmpOp::Le, bin(BinOp::Add, var(first), count), axis.size.clone())
        };
        let is_whole = [
            within(tile.first.0, var(tile.extent.0), &product.rows),
            within(tile.first.1, var(tile.extent.1), &product.columns),
            within(from, depth(), &product.depth),
        ];
        let cond = all_of(is_whole);
        let mut version = |is_whole: bool| {
            self.in_block(|this| {
                this.load_tiles(tile, from, is_whole)?;
                this.accumulate_block(tile, from, is_whole)
            })
        };
        let (then_block, else_block) = (version(true)?, version(false)?);
        self.push(target::Stm::If { cond, then_block, else_block });
        Ok(())
    }

    /// Adds code in which the group's threads load the tiles of the inputs.
    fn load_tiles(&mut self, tile: &Tile<'_>, from: Name, is_whole: bool) -> Lowered<()> {
        let product = tile.product;
        self.threads(group_size(), |this, thread| {
            for (input, &shared) in product.inputs.iter().zip(&tile.shared) {
                let extent = tile.extent(input.side);
                let count = bin(BinOp::Quot, bin(BinOp::Mul, extent.clone(), depth()), group_size());
                let at = this.out.names.fresh("at");
                let body = this.in_block(|this| {
                    let element = bin(BinOp::Add, bin(BinOp::Mul, var(at), group_size()), var(thread));
                    let element = this.define("element", element);
                    let fast = if input.lies_along_depth { depth() } else { extent };
                    let slow = this.define("slow", bin(BinOp::Quot, var(element), fast.clone()));
                    let fast = this.define("fast", bin(BinOp::Rem, var(element), fast));
                    let (across, deep) = if input.lies_along_depth { (slow, fast) } else { (fast, slow) };
                    this.load_element(tile, (input, shared), (from, across, deep), is_whole)
                })?;
                this.for_(at, count, body, false, &Vec::new());
            }
            Ok(())
        })
    }

    /// Reads one element of an input and writes it to the shared array of the tile. Tests bounds unless `is_whole`.
    fn load_element(
        &mut self,
        tile: &Tile<'_>,
        (input, shared): (&Input, Name),
        (from, across, deep): (Name, Name, Name),
        is_whole: bool,
    ) -> Lowered<()> {
        let (axis, depth) = (tile.product.axis(input.side), &tile.product.depth);
        self.again(|this| {
            this.declare_i64(axis.index, bin(BinOp::Add, tile.first(input.side), var(across)));
            this.declare_i64(depth.index, bin(BinOp::Add, var(from), var(deep)));
            let index = bin(BinOp::Add, bin(BinOp::Mul, var(deep), pitch(&tile.threads(input.side))), var(across));
            let value = this.element(input.access.memory, input.access.elem, input.access.index.clone());
            let cond = bin(BinOp::And, is_below(axis), is_below(depth));
            this.only_unless(is_whole, cond, |this| {
                this.push(target::Stm::Write { memory: shared, elem: input.access.elem, index, value });
                Ok(())
            })
        })
    }

    /// Adds code for threads. It gets fresh names, because the nest's code occurs several times in a kernel.
    fn threads_again(&mut self, body: impl FnOnce(&mut Self, Name) -> Lowered<()>) -> Lowered<()> {
        self.threads(group_size(), |this, thread| this.again(|this| body(this, thread)))
    }

    /// Adds code in which each thread updates its accumulators from the loaded tiles.
    fn accumulate_block(&mut self, tile: &Tile<'_>, from: Name, is_whole: bool) -> Lowered<()> {
        let product = tile.product;
        self.threads_again(|this, thread| {
            let place = this.place_of(tile, thread);
            let mut parts = Vec::new();
            for input in &product.inputs {
                parts.extend(this.keep_each("part", &[input.access.elem], ITEMS as usize));
            }
            let deep = this.out.names.fresh("deep");
            let body = this.in_block(|this| {
                this.declare_i64(product.depth.index, bin(BinOp::Add, var(from), var(deep)));
                for ((input, &shared), &part) in product.inputs.iter().zip(&tile.shared).zip(&parts) {
                    this.load_part(tile, input, (shared, part), (place, deep), is_whole)?;
                }
                this.each_result(tile, place, is_whole, |this, results, number| {
                    let value = |(input, &part): (&Input, &Name)| {
                        this.element(part, input.access.elem, var(input.side.of(results)))
                    };
                    let values = product.inputs.iter().zip(&parts).map(value);
                    let accesses = product.inputs.iter().map(|input| &input.access);
                    let mut body = product.body.clone();
                    replace_reads(&mut body, &accesses.zip(values).collect::<Vec<_>>());
                    this.block.extend(product.needed_in_body());
                    let so_far = this.read_each(&tile.accumulated, &product.elems, &number);
                    for ((&name, &ty), init) in product.accumulators.iter().zip(&product.elems).zip(so_far) {
                        this.push(target::Stm::Declare { name, ty, init });
                    }
                    this.block.extend(body);
                    this.write_each(&tile.accumulated, &product.elems, &number, vars(&product.accumulators));
                    Ok(())
                })
            })?;
            let rest = bin(BinOp::Sub, product.depth.size.clone(), var(from));
            let count = if is_whole { depth() } else { bin(BinOp::Min, depth(), rest) };
            this.for_(deep, count, body, false, &Vec::new());
            Ok(())
        })
    }

    /// Adds code in which a thread loads its part of a row of a shared array.
    fn load_part(
        &mut self,
        tile: &Tile<'_>,
        input: &Input,
        (shared, part): (Name, Name),
        (place, deep): ((Name, Name), Name),
        is_whole: bool,
    ) -> Lowered<()> {
        let item = self.out.names.fresh("item");
        let body = self.in_block(|this| {
            let across = bin(BinOp::Mul, var(input.side.of(place)), i64_exp(ITEMS));
            let across = this.define("across", bin(BinOp::Add, across, var(item)));
            let row = bin(BinOp::Mul, var(deep), pitch(&tile.threads(input.side)));
            let value = this.element(shared, input.access.elem, bin(BinOp::Add, row, var(across)));
            let index = bin(BinOp::Add, tile.first(input.side), var(across));
            let cond = cmp(CmpOp::Lt, index, tile.product.axis(input.side).size.clone());
            this.only_unless(is_whole, cond, |this| {
                this.push(target::Stm::Write { memory: part, elem: input.access.elem, index: var(item), value });
                Ok(())
            })
        })?;
        self.for_(item, i64_exp(ITEMS), body, false, &Vec::new());
        Ok(())
    }

    /// Declares the row and the column of a thread.
    fn place_of(&mut self, tile: &Tile<'_>, thread: Name) -> (Name, Name) {
        let row = self.define("row", bin(BinOp::Quot, var(thread), tile.threads(Side::Columns)));
        (row, self.define("column", bin(BinOp::Rem, var(thread), tile.threads(Side::Columns))))
    }

    /// Adds loops over the existing results of a thread, with `i` and `j` declared. `body` gets the row and column
    /// among the thread's results, and the result's number.
    fn each_result(
        &mut self,
        tile: &Tile<'_>,
        place: (Name, Name),
        is_whole: bool,
        body: impl FnOnce(&mut Self, (Name, Name), target::Exp) -> Lowered<()>,
    ) -> Lowered<()> {
        let results = (self.out.names.fresh("down"), self.out.names.fresh("right"));
        let declare = |this: &mut Self, side: Side| {
            let first = bin(BinOp::Mul, var(side.of(place)), i64_exp(ITEMS));
            let across = bin(BinOp::Add, first, var(side.of(results)));
            this.declare_i64(tile.product.axis(side).index, bin(BinOp::Add, tile.first(side), across));
        };
        let number = bin(BinOp::Add, bin(BinOp::Mul, var(results.0), i64_exp(ITEMS)), var(results.1));
        let row = self.in_block(|this| {
            declare(this, Side::Rows);
            let column = this.in_block(|this| {
                declare(this, Side::Columns);
                let cond = bin(BinOp::And, is_below(&tile.product.rows), is_below(&tile.product.columns));
                this.only_unless(is_whole, cond, |this| body(this, results, number))
            })?;
            this.for_(results.1, i64_exp(ITEMS), column, false, &Vec::new());
            Ok(())
        })?;
        self.for_(results.0, i64_exp(ITEMS), row, false, &Vec::new());
        Ok(())
    }

    /// Adds code that initializes the accumulators as the nest does.
    fn begin_results(&mut self, tile: &Tile<'_>) -> Lowered<()> {
        let product = tile.product;
        self.threads_again(|this, thread| {
            let place = this.place_of(tile, thread);
            this.each_result(tile, place, false, |this, _, number| {
                this.block.extend(product.before.iter().cloned());
                this.write_each(&tile.accumulated, &product.elems, &number, vars(&product.accumulators));
                Ok(())
            })
        })
    }

    /// Adds the nest's code after the loop, for each result.
    fn end_results(&mut self, tile: &Tile<'_>) -> Lowered<()> {
        let product = tile.product;
        self.threads_again(|this, thread| {
            let place = this.place_of(tile, thread);
            this.each_result(tile, place, false, |this, _, number| {
                let reached = this.read_each(&tile.accumulated, &product.elems, &number);
                let mut before = product.before.clone();
                for stm in &mut before {
                    if let target::Stm::Declare { name, init, .. } = stm
                        && let Some(at) = product.accumulators.iter().position(|accumulator| accumulator == name)
                    {
                        *init = reached[at].clone();
                    }
                }
                this.block.extend(before);
                this.block.extend(product.after.iter().cloned());
                Ok(())
            })
        })
    }
}
