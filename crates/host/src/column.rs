//! Arrays that are made row by row. What shape rows that are arrays have shows with the first one; before that, it is that of
//! rows of an array without any.
//!
//! ```text
//! map(\x -> f(x), xs)            room for size.0(xs) rows like the first one, and each is put in its place
//! flat_map(\x -> f(x), xs)       rows are put behind the rows that are there, in a block that doubles where there is no room
//! ```
//!
//! An array of a sum type has for each constructor that holds arrays columns of its own. Their shape is that of the first row
//! which that constructor made; of other rows, nobody looks at them.

use crate::data::{MadeBy, has_optional_rows, is_optional_array, uses};
use crate::value::{Array, Elem, Leaf, LeafType, Leaves, boolean, i64, leaf_types};
use crate::{Lowered, Lowerer, NOT_ON_HOST, bug};
use base::{Diagnostic, Error, Name, Span};
use core_ir::def::{Size, Type};
use core_ir::leaves;
use core_ir::messages;
use imp::def::{Exp, Stm};
use value::{BinOp, CmpOp, ScalarType, UnOp};

/// An array under construction, one leaf of the elements.
pub(crate) struct Column {
    elem: Elem,
    block: Name,
    /// How many rows there are in the end.
    count: Exp,
    /// The sizes of a row, variables.
    row: Vec<Exp>,
    /// Which rows it holds something of; all, if it is empty.
    uses: Vec<MadeBy>,
    /// Whether there was such a row yet, where not all are.
    shaped: Option<Name>,
}

impl Lowerer<'_> {
    /// Arrays for so many elements of the type.
    pub(crate) fn columns(&mut self, elem: &Type, count: &Exp, span: Span) -> Lowered<Vec<Column>> {
        if has_optional_rows(elem) {
            return Err(sums_with_arrays(span));
        }
        let types = leaf_types(elem)?;
        let mut columns = Vec::with_capacity(types.len());
        for ((leaf, ty), uses) in types.into_iter().zip(leaves::leaf_types(elem)).zip(uses(elem)) {
            let sizes: Vec<Exp> = ty.sizes().into_iter().map(|size| self.known_size(size)).collect();
            columns.push(self.column(leaf, sizes, uses, count));
        }
        Ok(columns)
    }

    fn column(&mut self, leaf: LeafType, row: Vec<Exp>, uses: Vec<MadeBy>, count: &Exp) -> Column {
        let row: Vec<Exp> = row.into_iter().map(|size| self.value("n", ScalarType::I64, size)).collect();
        let elements = if row.is_empty() { count.clone() } else { i64(0) };
        let (elem, count) = (leaf.elem, count.clone());
        let block = self.allocate("array", elem, elements);
        let sometimes = !row.is_empty() && !uses.is_empty();
        let shaped = sometimes.then(|| self.variable("shaped", ScalarType::Bool, boolean(false)));
        Column { elem, block, count, row, uses, shaped }
    }

    /// What a type says of a size, 0 where it says nothing.
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

    /// Puts the next row in its place.
    pub(crate) fn put(&mut self, columns: &[Column], index: &Exp, row: &[Leaf], span: Span) -> Lowered<()> {
        for (column, leaf) in columns.iter().zip(row) {
            if column.row.is_empty() {
                self.store(column.block, index.clone(), leaf)?;
                continue;
            }
            let Some(shaped) = column.shaped else {
                let is_first = self.compare(CmpOp::Eq, index.clone(), i64(0));
                self.put_row(column, index, is_first, leaf, span)?;
                continue;
            };
            let used = self.made_by_all(&column.uses, row)?;
            let put = |this: &mut Self| {
                let is_first = Exp::Un(UnOp::Not, Box::new(Exp::Var(shaped)));
                this.put_row(column, index, is_first, leaf, span)
            };
            self.if_(used, put, |_| Ok(()))?;
        }
        Ok(())
    }

    fn put_row(&mut self, column: &Column, index: &Exp, is_first: Exp, leaf: &Leaf, span: Span) -> Lowered<()> {
        let shape = |this: &mut Self| {
            this.set_row(column, leaf.dims())?;
            this.make_room(column, span)
        };
        let check = |this: &mut Self| {
            this.same_shape(leaf.dims(), &column.row, messages::irregular, span);
            Ok(())
        };
        self.if_(is_first, shape, check)?;
        let size = self.product(&column.row);
        let at = self.times(index.clone(), size);
        self.store(column.block, at, leaf)
    }

    fn set_row(&mut self, column: &Column, sizes: &[Exp]) -> Lowered<()> {
        for (size, found) in column.row.iter().zip(sizes) {
            let Exp::Var(name) = size else { return Err(bug("a size of rows that is no variable")) };
            self.push(Stm::Assign { name: *name, value: found.clone() });
        }
        Ok(())
    }

    /// Makes room for all rows. Where not all hold something, the others are copied with them, so there are objects in them.
    fn make_room(&mut self, column: &Column, span: Span) -> Lowered<()> {
        let row = self.product(&column.row);
        let count = self.times(column.count.clone(), row);
        self.allocate_in(column.block, column.elem, count.clone());
        let Some(shaped) = column.shaped else { return Ok(()) };
        self.push(Stm::Assign { name: shaped, value: boolean(true) });
        if column.elem == Elem::Data {
            let unused = Leaf::Data(self.allocate("unused", Elem::Data, i64(0)));
            self.for_("i", count, span, |this, i| this.store(column.block, i, &unused))?;
        }
        Ok(())
    }

    /// Puts arrays of rows behind the rows that are there, whose number is the columns' count. There is room for so many: where
    /// it does not suffice the columns move, to where there is twice as much.
    pub(crate) fn append(
        &mut self,
        columns: &[Column],
        (total, room): (Name, Name),
        arrays: &[Leaf],
        span: Span,
    ) -> Lowered<()> {
        let added = arrays.first().map_or(i64(0), |leaf| leaf.size(0));
        let is_first = self.compare(CmpOp::Eq, Exp::Var(total), i64(0));
        for (column, leaf) in columns.iter().zip(arrays).filter(|(column, _)| !column.row.is_empty()) {
            let found = leaf.dims().get(1..).unwrap_or(&[]);
            let check = |this: &mut Self| {
                this.same_shape(found, &column.row, messages::irregular, span);
                Ok(())
            };
            self.if_(is_first.clone(), |this| this.set_row(column, found), check)?;
        }
        let needed = self.add(Exp::Var(total), added);
        let short = self.compare(CmpOp::Lt, Exp::Var(room), needed.clone());
        let grow = |this: &mut Self| {
            let twice = this.times(Exp::Var(room), i64(2));
            let value = this.binary(BinOp::Max, ScalarType::I64, twice, needed.clone());
            this.push(Stm::Assign { name: room, value });
            columns.iter().try_for_each(|column| this.move_rows(column, Exp::Var(total), Exp::Var(room)))
        };
        self.if_(short, grow, |_| Ok(()))?;
        for (column, leaf) in columns.iter().zip(arrays) {
            let size = self.product(&column.row);
            let at = self.times(Exp::Var(total), size);
            self.store(column.block, at, leaf)?;
        }
        self.push(Stm::Assign { name: total, value: needed });
        Ok(())
    }

    /// Gives the column another block, with room for so many rows, which begins with those that it has.
    fn move_rows(&mut self, column: &Column, count: Exp, room: Exp) -> Lowered<()> {
        let size = self.product(&column.row);
        let (used, all) = (self.times(count, size.clone()), self.times(room, size));
        let block = self.allocate("longer", column.elem, all);
        self.copy(column.elem, (block, i64(0)), (column.block, i64(0)), used)?;
        self.push(Stm::AssignReference { name: column.block, from: block });
        Ok(())
    }

    /// The arrays, all rows of which are there.
    pub(crate) fn finished(&mut self, columns: Vec<Column>) -> Lowered<Leaves> {
        let mut arrays = Vec::with_capacity(columns.len());
        for column in columns {
            if let Some(shaped) = column.shaped {
                let none = Exp::Un(UnOp::Not, Box::new(Exp::Var(shaped)));
                self.if_(none, |this| this.make_room(&column, Span::NOWHERE), |_| Ok(()))?;
            }
            let dims = std::iter::once(column.count).chain(column.row).collect();
            arrays.push(Leaf::Array(Array { elem: column.elem, block: column.block, dims, start: None }));
        }
        Ok(arrays)
    }

    /// Fails where elements are sums with arrays: the rows that another constructor made have no shape yet.
    pub(crate) fn without_optional_arrays(&self, elem: Option<&Type>, span: Span) -> Lowered<()> {
        if elem.is_some_and(is_optional_array) { Err(sums_with_arrays(span)) } else { Ok(()) }
    }
}

fn sums_with_arrays(span: Span) -> Error {
    let diagnostic = Diagnostic::error(NOT_ON_HOST, "this operation on values of a sum type that hold arrays")
        .label(span, "host code does not do it yet")
        .help("make the sum a recursive type: values of such a type hold arrays of any size");
    Error::Limitation(Box::new(diagnostic))
}
