//! Long array literals of constants become tables, which the targets keep as static data. Rows that are literals are
//! part of the table, so this looks at whole literals, when the types of their elements are known.

use base::entity::PrimaryMap;
use core_ir::def::{Expr, ExprKind, TableId};
use core_ir::walk::{PartMut, for_each_part_mut};
use value::{ArrayValue, Scalar, ScalarType};

/// Array literals of at least so many constants become tables.
const TABLE: usize = 65;

/// Every long literal in the expression.
pub fn make_tables(expr: &mut Expr, tables: &mut PrimaryMap<TableId, ArrayValue>) {
    if let Some(table) = table(expr) {
        expr.kind = ExprKind::Table(tables.push(table));
        return;
    }
    for_each_part_mut(expr, &mut |part| {
        if let PartMut::Expr(child) = part {
            make_tables(child, tables);
        }
    });
}

/// The value of a long literal of constants, or of rows of one shape that are such.
fn table(expr: &Expr) -> Option<ArrayValue> {
    let (elem, shape) = shape_of(expr)?;
    if shape.iter().try_fold(1usize, |count, &size| count.checked_mul(size))? < TABLE {
        return None;
    }
    let mut values = Vec::new();
    constants(expr, &shape, &mut values)?;
    ArrayValue::from_scalars(elem, shape, &values)
}

/// The type of scalars and the shape of an array literal, going by its first rows.
fn shape_of(expr: &Expr) -> Option<(ScalarType, Vec<usize>)> {
    let mut shape = Vec::new();
    let mut row = expr;
    while let ExprKind::Array(items) = &row.kind {
        shape.push(items.len());
        row = items.first()?;
    }
    let elem = row.ty.scalar()?;
    (!shape.is_empty()).then_some((elem, shape))
}

/// The constants that the literal of the shape consists of.
fn constants(expr: &Expr, shape: &[usize], values: &mut Vec<Scalar>) -> Option<()> {
    match (&expr.kind, shape) {
        (ExprKind::Array(items), [count, row @ ..]) if items.len() == *count => {
            items.iter().try_for_each(|item| constants(item, row, values))
        }
        (ExprKind::Literal(value), []) => {
            values.push(*value);
            Some(())
        }
        _ => None,
    }
}
