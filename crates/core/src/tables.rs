//! Converts long array literals of constants to tables, which targets store as static data. Rows that are literals
//! become part of the table, so whole literals are converted, once the types of their elements are known.

use crate::def::{Expr, ExprKind, TableId};
use crate::walk::{PartMut, for_each_part_mut};
use base::entity::PrimaryMap;
use value::{ArrayValue, Scalar, ScalarType};

/// Replaces every literal of at least `least` constants in the expression by a table.
pub fn make_tables(expr: &mut Expr, least: usize, tables: &mut PrimaryMap<TableId, ArrayValue>) {
    if let Some(table) = table(expr, least) {
        expr.kind = ExprKind::Table(tables.push(table));
        return;
    }
    for_each_part_mut(expr, &mut |part| {
        if let PartMut::Expr(child) = part {
            make_tables(child, least, tables);
        }
    });
}

/// Returns the value of an array literal that consists of constants, or of equally shaped rows of constants. `None` if
/// it has fewer than `least` of them.
fn table(expr: &Expr, least: usize) -> Option<ArrayValue> {
    let (elem, shape) = shape_of(expr)?;
    if shape.iter().try_fold(1usize, |count, &size| count.checked_mul(size))? < least {
        return None;
    }
    let mut values = Vec::new();
    constants(expr, &shape, &mut values)?;
    ArrayValue::from_scalars(elem, shape, &values)
}

/// Returns the scalar type and the shape of an array literal, as its first rows have them.
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

/// Appends the constants of a literal; `None` if it does not have this shape or is not constant.
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
