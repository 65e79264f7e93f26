//! Arrays that are built row by row. If the rows are arrays, the first row decides their shape. Without any row, sizes
//! that the type does not name are 0.
//!
//! ```text
//! map(\x -> f(x), xs)            room for size.0(xs) rows like the first one; each is stored at its place
//! flat_map(\x -> f(x), xs)       rows are stored after the earlier rows, in a block that doubles when it is full
//! ```
//!
//! An array of a sum type has separate columns for each constructor that holds arrays. The first row made by that
//! constructor decides their shape; for other rows their contents are unused.

use crate::data::{Level, levels};
use crate::value::{Array, Elem, Leaf, Leaves, boolean, i64, leaf_types};
use crate::{Lowered, Lowerer, bug};
use base::{Name, Span, Template};
use core_ir::def::{Size, Type};
use core_ir::leaves;
use core_ir::messages;
use imp::def::{Exp, Stm};
use std::ops::Range;
use value::{BinOp, CmpOp, ScalarType, UnOp};

/// An array under construction. It holds one leaf of each row.
pub(crate) struct Column {
    elem: Elem,
    block: Name,
    /// Number of rows of the complete array.
    count: Exp,
    /// Number of rows to allocate room for, once their shape is known.
    room: Exp,
    /// Variables with the sizes of a row.
    row: Vec<Exp>,
    stages: Vec<Stage>,
}

/// Sizes of rows that become known together.
struct Stage {
    level: Level,
    /// Positions of these sizes in `Column::row`.
    sizes: Range<usize>,
    /// Variable that says whether a row has set these sizes; `None` if the first row always does.
    shaped: Option<Name>,
}

impl Column {
    /// Whether the first row may leave the shape of the rows unknown.
    fn is_optional(&self) -> bool {
        self.shaped().is_some()
    }

    /// Returns the variable that says whether all sizes are set, if the first row need not set them.
    fn shaped(&self) -> Option<Name> {
        self.stages.last().and_then(|stage| stage.shaped)
    }
}

/// How a row is stored in a column.
struct Put<'p> {
    /// Condition that the row is the first one.
    is_first: Exp,
    /// Failure for a dimension whose size differs from that of the earlier rows.
    message: &'p dyn Fn(usize) -> Template,
    span: Span,
}

impl Lowerer<'_> {
    /// Makes columns for `count` elements of the type.
    pub(crate) fn columns(&mut self, elem: &Type, count: &Exp) -> Lowered<Vec<Column>> {
        self.columns_with_room(elem, count, count)
    }

    /// Like `columns`, but with room for `room` elements at first.
    pub(crate) fn columns_with_room(&mut self, elem: &Type, count: &Exp, room: &Exp) -> Lowered<Vec<Column>> {
        let types = leaf_types(elem)?;
        let mut columns = Vec::with_capacity(types.len());
        for ((leaf, ty), levels) in types.into_iter().zip(leaves::leaf_types(elem)).zip(levels(elem)) {
            let sizes: Vec<Exp> = ty.sizes().into_iter().map(|size| self.known_size(size)).collect();
            let row: Vec<Exp> = sizes.into_iter().map(|size| self.value("n", ScalarType::I64, size)).collect();
            let elements = if row.is_empty() { count.clone() } else { i64(0) };
            let block = self.allocate("array", leaf.elem, elements);
            let stages = self.stages(levels);
            columns.push(Column { elem: leaf.elem, block, count: count.clone(), room: room.clone(), row, stages });
        }
        Ok(columns)
    }

    /// Makes a stage for each level that has sizes. Declares the variables of the stages.
    fn stages(&mut self, levels: Vec<Level>) -> Vec<Stage> {
        let mut stages: Vec<Stage> = Vec::with_capacity(levels.len());
        for level in levels.into_iter().filter(|level| level.rank > 0) {
            let from = stages.last().map_or(0, |stage| stage.sizes.end);
            let shows_first = stages.is_empty() && level.uses.is_empty();
            let shaped = (!shows_first).then(|| self.variable("shaped", ScalarType::Bool, boolean(false)));
            stages.push(Stage { sizes: from..from + level.rank, level, shaped });
        }
        stages
    }

    /// Returns the size that the type states, or 0 if it states none.
    fn known_size(&self, size: Size) -> Exp {
        match size {
            Size::Any => i64(0),
            Size::Const(value) => i64(value),
            Size::Var(name) => match self.env.get(&name).map(Vec::as_slice) {
                Some([Leaf::Scalar(ScalarType::I64, value)]) => value.clone(),
                _ => i64(0),
            },
        }
    }

    /// Stores the next row at `index`.
    pub(crate) fn put(&mut self, columns: &[Column], index: &Exp, row: &[Leaf], span: Span) -> Lowered<()> {
        let is_first = self.compare(CmpOp::Eq, index.clone(), i64(0));
        self.put_all(columns, index, row, &Put { is_first, message: &messages::irregular, span })
    }

    /// Stores a row in place of an existing one.
    pub(crate) fn replace(&mut self, columns: &[Column], index: &Exp, row: &[Leaf], span: Span) -> Lowered<()> {
        self.put_all(columns, index, row, &Put { is_first: boolean(false), message: &messages::update_shape, span })
    }

    fn put_all(&mut self, columns: &[Column], index: &Exp, row: &[Leaf], put: &Put) -> Lowered<()> {
        for (column, leaf) in columns.iter().zip(row) {
            match &column.stages[..] {
                [] => self.store(column.block, index.clone(), leaf)?,
                stages => self.put_part(column, stages, index.clone(), (leaf, row), put)?,
            }
        }
        Ok(())
    }

    /// Stores a leaf of a row, or of one of a row's elements. `stages` are the remaining stages of the column. `all`
    /// are the row's leaves, among which the stages' tags are.
    fn put_part(
        &mut self,
        column: &Column,
        stages: &[Stage],
        at: Exp,
        (leaf, all): (&Leaf, &[Leaf]),
        put: &Put,
    ) -> Lowered<()> {
        let Some((stage, rest)) = stages.split_first() else { return Err(bug("a part of a row without sizes")) };
        let used = self.made_by_all(&stage.level.uses, all)?;
        let put_used = |this: &mut Self| {
            this.check_stage(column, stage, rest.is_empty(), leaf, put)?;
            let size = this.product(&column.row[stage.sizes.clone()]);
            let at = this.times(at, size.clone());
            if rest.is_empty() {
                return this.store(column.block, at, leaf);
            }
            let depth = stage.level.rank;
            this.for_("i", size, put.span, |this, i| {
                let mut inner = all.to_vec();
                for tag in rest.iter().flat_map(|stage| stage.level.tags()) {
                    inner[tag] = this.row(&all[tag], depth, i.clone())?;
                }
                let element = this.row(leaf, depth, i.clone())?;
                let at = this.add(at, i);
                this.put_part(column, rest, at, (&element, &inner), put)
            })
        };
        self.if_(used, put_used, |_| Ok(()))
    }

    /// Emits code that sets the stage's sizes from the first leaf and asserts that later leaves have the same sizes.
    fn check_stage(&mut self, column: &Column, stage: &Stage, last: bool, leaf: &Leaf, put: &Put) -> Lowered<()> {
        let found = &leaf.dims()[..stage.level.rank];
        let sizes = &column.row[stage.sizes.clone()];
        let is_first = match stage.shaped {
            Some(shaped) => Exp::Un(UnOp::Not, Box::new(Exp::Var(shaped))),
            None => put.is_first.clone(),
        };
        let shape = |this: &mut Self| {
            this.set_sizes(sizes, found)?;
            if let Some(name) = stage.shaped {
                this.push(Stm::Assign { name, value: boolean(true) });
            }
            if last { this.make_room(column, put.span) } else { Ok(()) }
        };
        let check = |this: &mut Self| {
            this.same_shape(found, sizes, put.message, put.span);
            Ok(())
        };
        self.if_(is_first, shape, check)
    }

    fn set_sizes(&mut self, sizes: &[Exp], found: &[Exp]) -> Lowered<()> {
        for (size, found) in sizes.iter().zip(found) {
            let Exp::Var(name) = size else { return Err(bug("a size of rows that is no variable")) };
            self.push(Stm::Assign { name: *name, value: found.clone() });
        }
        Ok(())
    }

    /// Allocates the column's block, with room for all rows.
    fn make_room(&mut self, column: &Column, span: Span) -> Lowered<()> {
        let row = self.product(&column.row);
        let count = self.times(column.room.clone(), row);
        self.allocate_in(column.block, column.elem, count.clone());
        self.fill(column, column.block, i64(0), count, span)
    }

    /// Fills the unused slots of an object column with a constant object. Unused elements are copied like others, so
    /// they must hold objects.
    fn fill(&mut self, column: &Column, block: Name, from: Exp, to: Exp, span: Span) -> Lowered<()> {
        if !column.is_optional() || column.elem != Elem::Data {
            return Ok(());
        }
        let unused = Leaf::Data(self.nothing("unused", Elem::Data));
        let count = self.binary(BinOp::Sub, ScalarType::I64, to, from.clone());
        self.for_("i", count, span, |this, i| {
            let at = this.add(from, i);
            this.store(block, at, &unused)
        })
    }

    /// Appends arrays of rows after the first `total` rows. If `room` does not suffice, the columns move to blocks of
    /// at least twice the room.
    pub(crate) fn append(
        &mut self,
        columns: &[Column],
        (total, room): (Name, Name),
        arrays: &[Leaf],
        span: Span,
    ) -> Lowered<()> {
        let added = arrays.first().map_or(i64(0), |leaf| leaf.size(0));
        let is_first = self.compare(CmpOp::Eq, Exp::Var(total), i64(0));
        let plain = |column: &Column| !column.is_optional();
        for (column, leaf) in columns.iter().zip(arrays).filter(|(column, _)| plain(column) && !column.row.is_empty()) {
            let found = leaf.dims().get(1..).unwrap_or(&[]);
            let check = |this: &mut Self| {
                this.same_shape(found, &column.row, messages::irregular, span);
                Ok(())
            };
            self.if_(is_first.clone(), |this| this.set_sizes(&column.row, found), check)?;
        }
        let needed = self.add(Exp::Var(total), added.clone());
        let short = self.compare(CmpOp::Lt, Exp::Var(room), needed.clone());
        let grow = |this: &mut Self| {
            let twice = this.times(Exp::Var(room), i64(2));
            let value = this.binary(BinOp::Max, ScalarType::I64, twice, needed.clone());
            this.push(Stm::Assign { name: room, value });
            columns.iter().try_for_each(|column| this.move_rows(column, Exp::Var(total), span))
        };
        self.if_(short, grow, |_| Ok(()))?;
        for (column, leaf) in columns.iter().zip(arrays).filter(|(column, _)| plain(column)) {
            let size = self.product(&column.row);
            let at = self.times(Exp::Var(total), size);
            self.store(column.block, at, leaf)?;
        }
        if !columns.iter().all(plain) {
            self.for_("i", added, span, |this, i| {
                let row = this.rows_at(arrays, std::slice::from_ref(&i))?;
                let at = this.add(Exp::Var(total), i);
                let is_first = this.compare(CmpOp::Eq, at.clone(), i64(0));
                let put = Put { is_first, message: &messages::irregular, span };
                for (column, leaf) in columns.iter().zip(&row).filter(|(column, _)| !plain(column)) {
                    this.put_part(column, &column.stages, at.clone(), (leaf, &row), &put)?;
                }
                Ok(())
            })?;
        }
        self.push(Stm::Assign { name: total, value: needed });
        Ok(())
    }

    /// Moves the column's first `count` rows to a block with the column's present room.
    fn move_rows(&mut self, column: &Column, count: Exp, span: Span) -> Lowered<()> {
        let size = self.product(&column.row);
        let (used, all) = (self.times(count, size.clone()), self.times(column.room.clone(), size));
        let block = self.allocate("longer", column.elem, all.clone());
        self.copy(column.elem, (block, i64(0)), (column.block, i64(0)), used.clone())?;
        self.fill(column, block, used, all, span)?;
        self.push(Stm::AssignReference { name: column.block, from: block });
        Ok(())
    }

    /// Returns the arrays with the rows stored so far.
    pub(crate) fn so_far(&self, columns: &[Column]) -> Leaves {
        let array = |column: &Column| {
            let dims = std::iter::once(column.count.clone()).chain(column.row.iter().cloned()).collect();
            Leaf::Array(Array { elem: column.elem, block: column.block, dims, start: None })
        };
        columns.iter().map(array).collect()
    }

    /// Returns the complete arrays. Columns whose shape never became known are allocated with sizes of 0.
    pub(crate) fn finished(&mut self, columns: Vec<Column>) -> Lowered<Leaves> {
        for column in &columns {
            if let Some(shaped) = column.shaped() {
                let none = Exp::Un(UnOp::Not, Box::new(Exp::Var(shaped)));
                self.if_(none, |this| this.make_room(column, Span::NOWHERE), |_| Ok(()))?;
            }
        }
        Ok(self.so_far(&columns))
    }
}
