//! Comparison of values that should be equal. Everything but floats is compared exactly.
//!
//! Two results of the same computation in another order agree if their floats differ by at most half of the digits of
//! their type, relative to the largest number among operands and results. So rounding is never reported, and an operator
//! that is wrong is. If a number there is infinite or NaN, floats agree, because results may overflow in one order only.

use super::Pass;
use crate::build;
use crate::def::{Case, DataId, Expr, Pat, Prim, SeqOp, Size, Type};
use base::entity::EntityRef;
use rustc_hash::FxHashSet;
use value::{BinOp, CmpOp, Scalar, ScalarType, UnOp};

/// How floats are compared.
pub(super) enum Floats<'e> {
    /// They are equal, or both are NaN.
    Exact,
    /// They differ little, in comparison with the largest of some numbers.
    Within(&'e Expr),
}

impl Pass<'_> {
    /// Whether values of the type can be compared. Functions, references and tensors cannot.
    pub(super) fn is_comparable(&self, ty: &Type) -> bool {
        let mut found = true;
        self.each_part(ty, &mut FxHashSet::default(), &mut |part| {
            found &= !matches!(part, Type::Function(..) | Type::Ref(_) | Type::Tensor(_) | Type::Param(_));
        });
        found
    }

    /// Returns the widest float type in the type, but at least `f32`; `None` if there is none.
    fn widest(&self, ty: &Type) -> Option<ScalarType> {
        let mut found = None;
        self.each_part(ty, &mut FxHashSet::default(), &mut |part| match part {
            Type::Scalar(ScalarType::F64) => found = Some(ScalarType::F64),
            Type::Scalar(ScalarType::F16 | ScalarType::F32) => found = found.or(Some(ScalarType::F32)),
            _ => {}
        });
        found
    }

    /// Visits the type, its parts and those of its data types.
    fn each_part(&self, ty: &Type, seen: &mut FxHashSet<DataId>, visit: &mut dyn FnMut(&Type)) {
        visit(ty);
        match ty {
            Type::Scalar(_) | Type::Param(_) | Type::Function(..) => {}
            Type::Array(elem, _) | Type::Seq(elem) | Type::Ref(elem) | Type::Tensor(elem) => {
                self.each_part(elem, seen, visit);
            }
            Type::Record(fields) => fields.iter().for_each(|(_, ty)| self.each_part(ty, seen, visit)),
            Type::Sum(_) | Type::Data(..) => {
                if let Type::Data(id, args) = ty {
                    args.iter().for_each(|ty| self.each_part(ty, seen, visit));
                    if !seen.insert(*id) {
                        return;
                    }
                }
                // Type parameters stand for the arguments, which are visited.
                let data = if let Type::Data(id, _) = ty { self.datas.get(*id) } else { None };
                let declared = data.map(|data| data.constructors.clone());
                let of_sum = if let Type::Sum(constructors) = ty { Some(constructors.clone()) } else { None };
                let constructors = declared.or(of_sum);
                for part in constructors.iter().flat_map(|all| all.iter()).flat_map(|(_, payload)| payload) {
                    if !matches!(part, Type::Param(_)) {
                        self.each_part(part, seen, visit);
                    }
                }
            }
        }
    }

    /// Whether values of the type contain floats that comparison does not reach.
    fn is_closed(&self, ty: &Type) -> bool {
        matches!(ty, Type::Data(id, _) if self.recursive.contains(&id.index()))
    }

    /// Returns whether two results agree, which are made of these operands, and from each other.
    pub(super) fn agree(&mut self, [a, b]: [&Expr; 2], operands: &[&Expr], ty: &Type) -> Expr {
        let Some(wide) = self.widest(ty) else { return self.close(a, b, ty, &Floats::Exact) };
        let sizes: Vec<Expr> = operands.iter().map(|value| self.magnitude(value, ty, wide)).collect();
        let largest = sizes.into_iter().fold(float(wide, 0.0), |a, b| build::binary(BinOp::Max, a, b));
        let mut bindings = Vec::new();
        let largest = self.named("largest", largest, &mut bindings);
        let close = self.close(a, b, ty, &Floats::Within(&largest));
        build::block(bindings, close)
    }

    /// Returns whether all parts of two values are equal, or close to each other.
    pub(super) fn close(&mut self, a: &Expr, b: &Expr, ty: &Type, floats: &Floats<'_>) -> Expr {
        if self.widest(ty).is_none() {
            return build::prim(Prim::Equal, vec![a.clone(), b.clone()]);
        }
        match ty {
            Type::Scalar(scalar) => close_floats(a, b, *scalar, floats),
            Type::Record(fields) => {
                let parts = fields.iter().map(|(name, ty)| {
                    let [a, b] = [a, b].map(|value| build::field(value.clone(), *name));
                    self.close(&a, &b, ty, floats)
                });
                all(parts)
            }
            Type::Array(elem, _) => {
                let mut bindings = Vec::new();
                let [a, b] = [a, b].map(|array| self.named("array", array.clone(), &mut bindings));
                let [n, m] = [&a, &b].map(|array| build::size(array.clone(), 0));
                let elements = self.lambda("i", Type::I64, |pass, i| {
                    let [a, b] = [&a, &b].map(|array| build::index(array.clone(), vec![i.clone()]));
                    pass.on_named([a, b], |pass, [a, b]| pass.close(&a, &b, elem, floats))
                });
                let close = build::map(elements, build::indices(n.clone()));
                let and = self.operator(BinOp::And, ScalarType::Bool);
                let every = build::prim(Prim::Reduce { commutative: true }, vec![and, build::bool(true), close]);
                let same = build::if_then_else(build::compare(CmpOp::Eq, n, m), every, build::bool(false));
                build::block(bindings, same)
            }
            Type::Seq(elem) => {
                let [a, b] = [a, b].map(|items| build::prim(Prim::Seq(SeqOp::ToArray), vec![items.clone()]));
                self.close(&a, &b, &Type::array(Type::clone(elem), Size::Any), floats)
            }
            Type::Sum(_) | Type::Data(..) if !self.is_closed(ty) => {
                let constructors = ty.constructors(self.datas).unwrap_or_default().into_owned();
                let mut cases = Vec::new();
                for (name, types) in constructors {
                    let (left, a_pat) = self.payload(name, &types, ty);
                    let (right, b_pat) = self.payload(name, &types, ty);
                    let parts = types.iter().zip(left.iter().zip(&right));
                    let same = all(parts.map(|(ty, (a, b))| self.close(a, b, ty, floats)));
                    let other = Case { pat: Pat::Wildcard(ty.clone()), body: build::bool(false) };
                    let inner = vec![Case { pat: b_pat, body: same }, other];
                    cases.push(Case { pat: a_pat, body: build::match_on(b.clone(), inner, Type::BOOL) });
                }
                build::match_on(a.clone(), cases, Type::BOOL)
            }
            _ => build::bool(true),
        }
    }

    /// Returns the largest absolute value of the floats in a value, of type `wide`: infinity if one is not a number.
    fn magnitude(&mut self, value: &Expr, ty: &Type, wide: ScalarType) -> Expr {
        let none = float(wide, 0.0);
        if self.widest(ty).is_none() {
            return none;
        }
        let max = |a, b| build::binary(BinOp::Max, a, b);
        match ty {
            Type::Scalar(_) => {
                let size = build::unary(UnOp::Abs, build::convert(wide, value.clone()));
                let infinity = float(wide, f64::INFINITY);
                build::if_then_else(build::compare(CmpOp::Lt, size.clone(), infinity.clone()), size, infinity)
            }
            Type::Record(fields) => {
                let part = |(name, ty): &(_, Type)| self.magnitude(&build::field(value.clone(), *name), ty, wide);
                fields.iter().map(part).fold(none, max)
            }
            Type::Array(elem, _) => {
                let sizes = self.lambda("x", Type::clone(elem), |pass, x| pass.magnitude(&x, elem, wide));
                let operator = self.operator(BinOp::Max, wide);
                let sizes = build::map(sizes, value.clone());
                build::prim(Prim::Reduce { commutative: true }, vec![operator, none, sizes])
            }
            Type::Seq(elem) => {
                let items = build::prim(Prim::Seq(SeqOp::ToArray), vec![value.clone()]);
                self.magnitude(&items, &Type::array(Type::clone(elem), Size::Any), wide)
            }
            Type::Sum(_) | Type::Data(..) if !self.is_closed(ty) => {
                let constructors = ty.constructors(self.datas).unwrap_or_default().into_owned();
                let mut cases = Vec::new();
                for (name, types) in constructors {
                    let (parts, pat) = self.payload(name, &types, ty);
                    let sizes = types.iter().zip(&parts).map(|(ty, part)| self.magnitude(part, ty, wide));
                    cases.push(Case { pat, body: sizes.fold(none.clone(), max) });
                }
                build::match_on(value.clone(), cases, Type::Scalar(wide))
            }
            _ => none,
        }
    }

    /// Returns variables for the payload of a constructor, and the pattern that binds them.
    fn payload(&mut self, name: base::Symbol, types: &[Type], ty: &Type) -> (Vec<Expr>, Pat) {
        let (mut vars, mut pats) = (Vec::new(), Vec::new());
        for part in types {
            let variable = self.names.fresh("part");
            vars.push(build::var(variable, part.clone()));
            pats.push(Pat::Var(variable, part.clone()));
        }
        (vars, Pat::Variant(name, pats, ty.clone()))
    }

    /// Returns a scalar operator as a function.
    fn operator(&mut self, op: BinOp, ty: ScalarType) -> Expr {
        let ty = Type::Scalar(ty);
        let [a, b] = ["a", "b"].map(|name| self.names.fresh(name));
        let body = build::binary(op, build::var(a, ty.clone()), build::var(b, ty.clone()));
        build::lambda(vec![build::param(a, ty.clone()), build::param(b, ty)], body)
    }

    /// Returns the body on variables for the values.
    fn on_named<const N: usize>(&mut self, values: [Expr; N], body: impl FnOnce(&mut Self, [Expr; N]) -> Expr) -> Expr {
        let mut bindings = Vec::new();
        let values = values.map(|value| self.named("value", value, &mut bindings));
        let body = body(self, values);
        build::block(bindings, body)
    }
}

fn close_floats(a: &Expr, b: &Expr, ty: ScalarType, floats: &Floats<'_>) -> Expr {
    match floats {
        Floats::Exact => {
            let is_nan = |x: &Expr| build::compare(CmpOp::Ne, x.clone(), x.clone());
            let both = build::binary(BinOp::And, is_nan(a), is_nan(b));
            build::binary(BinOp::Or, build::compare(CmpOp::Eq, a.clone(), b.clone()), both)
        }
        Floats::Within(largest) => {
            let wide = largest.ty.scalar().unwrap_or(ScalarType::F64);
            let [x, y] = [a, b].map(|value| build::convert(wide, value.clone()));
            let distance = build::unary(UnOp::Abs, build::binary(BinOp::Sub, x, y));
            let scaled = build::binary(BinOp::Mul, float(wide, half_of_digits(ty)), Expr::clone(largest));
            let allowed = build::binary(BinOp::Add, scaled, float(wide, f64::from(f32::MIN_POSITIVE)));
            let is_finite = build::compare(CmpOp::Lt, Expr::clone(largest), float(wide, f64::INFINITY));
            let is_near = build::compare(CmpOp::Le, distance, allowed);
            build::binary(BinOp::Or, is_near, build::unary(UnOp::Not, is_finite))
        }
    }
}

/// Returns the value of the first digit in the lower half of a float's digits, if the float is between 1 and 2.
fn half_of_digits(ty: ScalarType) -> f64 {
    match ty {
        ScalarType::F64 => 1.0 / f64::from(1 << 26),
        ScalarType::F16 => 1.0 / f64::from(1 << 5),
        _ => 1.0 / f64::from(1 << 12),
    }
}

fn all(conditions: impl Iterator<Item = Expr>) -> Expr {
    conditions.reduce(|a, b| build::binary(BinOp::And, a, b)).unwrap_or_else(|| build::bool(true))
}

/// Returns the float as one of this type.
fn float(ty: ScalarType, value: f64) -> Expr {
    build::literal(Scalar::from_f64(ty, value).unwrap_or(Scalar::F64(value)))
}

/// Returns what a message shows of a value, and the values of its holes, which are scalars. Arrays and sequences have any
/// length, so it shows only their number of elements; and `_` for sums.
pub(super) fn shown(value: &Expr, ty: &Type) -> (String, Vec<Expr>) {
    match ty {
        Type::Scalar(_) => ("{}".to_owned(), vec![value.clone()]),
        Type::Array(..) => ("[{} elements]".to_owned(), vec![build::size(value.clone(), 0)]),
        Type::Seq(_) => ("[{} elements]".to_owned(), vec![build::prim(Prim::Seq(SeqOp::Length), vec![value.clone()])]),
        Type::Record(fields) => {
            let parts = fields.iter().map(|(name, part)| {
                let (text, holes) = shown(&build::field(value.clone(), *name), part);
                (if ty.is_tuple() { text } else { format!("{name} = {text}") }, holes)
            });
            let (texts, holes): (Vec<String>, Vec<Vec<Expr>>) = parts.unzip();
            let texts = texts.join(", ");
            (if ty.is_tuple() { format!("({texts})") } else { format!("{{{{{texts}}}}}") }, holes.concat())
        }
        _ => ("_".to_owned(), Vec::new()),
    }
}
