//! Equality of values. Each data type gets one function that compares two objects. Its last payload of the same type,
//! or the last such field of a record payload, is compared by a loop, so that lists need no stack. Other parts of data
//! types are compared by calls: trees need stack for all branches but the last, and mutually recursive types for each
//! value.
//!
//! ```text
//! data list = <cons(i64, @list) | nil>        fun "equal.list" (a : object, b : object) -> (same : bool) {
//!                                                 .. x <- ref a, y <- ref b
//!                                                 while again {
//!                                                   again <- false
//!                                                   same <- x.word.i64[0] == y.word.i64[0]
//!                                                   if same and both are a cons {
//!                                                     same <- x.word.i64[1] == y.word.i64[1]
//!                                                     if same { x <- its list, y <- its list, again <- true }
//! ```

use crate::data::{Constructor, Field, all_scalars, alternatives, regular_ranks};
use crate::value::{Leaf, boolean, i64, split};
use crate::{Lowered, Lowerer, bug};
use base::{Name, Symbol};
use core_ir::def::{DataId, Type};
use core_ir::leaves::leaf_count;
use imp::def::{Arg, Exp, Function, FunctionId, Param, Stm, Type as ImpType};
use value::{BinOp, CmpOp, ScalarType};

/// Variables of a comparing function: the two objects, the result, and the loop flag.
struct Pair {
    x: Name,
    y: Name,
    same: Name,
    again: Name,
}

impl Lowerer<'_> {
    /// Returns the condition that two values of the type are equal.
    pub(crate) fn equal(&mut self, ty: &Type, a: &[Leaf], b: &[Leaf]) -> Lowered<Exp> {
        match ty {
            Type::Scalar(_) => match (a, b) {
                ([Leaf::Scalar(_, x)], [Leaf::Scalar(_, y)]) => Ok(self.compare(CmpOp::Eq, x.clone(), y.clone())),
                _ => Err(bug("an equality of scalars with other leaves")),
            },
            Type::Record(fields) => self.equal_all(fields.iter().map(|(_, field)| field), a, b),
            Type::Sum(all) => self.equal_sums(all, a, b),
            Type::Array(elem, _) => self.equal_arrays(elem, a, b),
            Type::Data(id, _) => match (a, b) {
                ([Leaf::Data(x)], [Leaf::Data(y)]) => {
                    let function = self.equality(*id);
                    let same = self.variable("same", ScalarType::Bool, boolean(false));
                    let args = vec![Arg::Reference(*x), Arg::Reference(*y)];
                    self.push(Stm::Call { results: vec![same], function, args, spans: Vec::new() });
                    Ok(Exp::Var(same))
                }
                _ => Err(bug("an equality of objects with other leaves")),
            },
            Type::Function(..) | Type::Param(_) => Err(bug("an equality of functions")),
            Type::Seq(_) => Err(bug("an equality of sequences")),
            Type::Ref(_) | Type::Tensor(_) => Err(bug("an equality of references")),
        }
    }

    fn equal_all<'t>(&mut self, types: impl Iterator<Item = &'t Type>, a: &[Leaf], b: &[Leaf]) -> Lowered<Exp> {
        let mut all = boolean(true);
        let (mut a, mut b) = (a, b);
        for ty in types {
            let (x, y);
            (x, a) = split(a, ty);
            (y, b) = split(b, ty);
            all = self.and_then(all, |this| this.equal(ty, x, y))?;
        }
        Ok(all)
    }

    /// Compares two sums: their tags, and the payloads of the constructor that they share. If all slots are scalars,
    /// all leaves are compared without a branch, because unused slots are equal too.
    fn equal_sums(&mut self, all: &[(Symbol, Vec<Type>)], a: &[Leaf], b: &[Leaf]) -> Lowered<Exp> {
        let ([Leaf::Scalar(_, tag), ..], [Leaf::Scalar(_, other), ..]) = (a, b) else {
            return Err(bug("a sum without a tag"));
        };
        let mut same = self.compare(CmpOp::Eq, tag.clone(), other.clone());
        if all_scalars(a) {
            for leaf in a.iter().zip(b).skip(1) {
                let (Leaf::Scalar(_, x), Leaf::Scalar(_, y)) = leaf else { continue };
                let equal = self.compare(CmpOp::Eq, x.clone(), y.clone());
                same = self.and(same, equal);
            }
            return Ok(same);
        }
        let payloads = alternatives(all, a).into_iter().zip(alternatives(all, b));
        for (at, ((_, types), (x, y))) in all.iter().zip(payloads).enumerate() {
            if types.is_empty() {
                continue;
            }
            let wanted = Exp::Const(core_ir::leaves::tag(all.len(), at));
            let other = self.compare(CmpOp::Ne, tag.clone(), wanted);
            same = self.and_then(same, |this| {
                let fine = this.variable("fine", ScalarType::Bool, other.clone());
                let equal = |this: &mut Self| {
                    let value = this.equal_all(types.iter(), &x, &y)?;
                    this.push(Stm::Assign { name: fine, value });
                    Ok(())
                };
                this.if_(other, |_| Ok(()), equal)?;
                Ok(Exp::Var(fine))
            })?;
        }
        Ok(same)
    }

    /// Compares two arrays: first their shapes, then their elements up to the first difference.
    fn equal_arrays(&mut self, elem: &Type, a: &[Leaf], b: &[Leaf]) -> Lowered<Exp> {
        let mut all = boolean(true);
        for ((x, y), rank) in a.iter().zip(b).zip(regular_ranks(elem)) {
            // An array in a sum has a shape only if the sum has one.
            for (x, y) in x.dims().iter().zip(y.dims()).take(1 + rank) {
                let same = self.compare(CmpOp::Eq, x.clone(), y.clone());
                all = self.and(all, same);
            }
        }
        let count = a.first().map_or(i64(0), |leaf| leaf.size(0));
        self.and_then(all, |this| {
            let same = this.variable("same", ScalarType::Bool, boolean(true));
            let index = this.variable("i", ScalarType::I64, i64(0));
            let inside = Exp::Cmp(CmpOp::Lt, Box::new(Exp::Var(index)), Box::new(count));
            let cond = Exp::Bin(BinOp::And, Box::new(Exp::Var(same)), Box::new(inside));
            let (body, ()) = this.in_block(|this| {
                let (x, y) = (this.rows_at(a, &[Exp::Var(index)])?, this.rows_at(b, &[Exp::Var(index)])?);
                let value = this.equal(elem, &x, &y)?;
                this.push(Stm::Assign { name: same, value });
                let next = Exp::Bin(BinOp::Add, Box::new(Exp::Var(index)), Box::new(i64(1)));
                this.push(Stm::Assign { name: index, value: next });
                Ok(())
            })?;
            this.push(Stm::While { cond, body });
            Ok(Exp::Var(same))
        })
    }

    // Objects.

    /// Returns the function that compares two objects of a data type. Its body is made later.
    fn equality(&mut self, id: DataId) -> FunctionId {
        if let Some(function) = self.equalities.get(&id) {
            return *function;
        }
        let name = self.core.datas.get(id).map_or("data", |data| data.name.as_str());
        let object = |this: &mut Self, hint| Param { name: this.names.fresh(hint), ty: ImpType::Object };
        let params = vec![object(self, "a"), object(self, "b")];
        let same = Param { name: self.names.fresh("same"), ty: ImpType::Scalar(ScalarType::Bool) };
        let name = Symbol::new(&format!("equal.{name}"));
        let function =
            self.push_function(Function { name, params, results: vec![same], body: Vec::new(), external: None });
        self.equalities.insert(id, function);
        self.wanted_equalities.push(id);
        function
    }

    /// Makes the body of the comparing function of a data type.
    pub(crate) fn define_equality(&mut self, id: DataId) -> Lowered<()> {
        let function = self.equality(id);
        let layout = self.layout(id)?;
        let signature = self.function_mut(function)?;
        let (params, results) = (signature.params.clone(), signature.results.clone());
        let ([a, b], [same]) = (&params[..], &results[..]) else { return Err(bug("an equality of other than two")) };
        let (body, ()) = self.in_block(|this| {
            let init = [Leaf::Data(a.name), Leaf::Data(b.name)];
            let ty = Type::Data(id, [].into());
            let state = this.state(&Type::tuple([ty.clone(), ty]), "at", &init)?;
            let [Leaf::Data(x), Leaf::Data(y)] = state[..] else { return Err(bug("an object with other leaves")) };
            let again = this.variable("again", ScalarType::Bool, boolean(true));
            let pair = Pair { x, y, same: same.name, again };
            let (round, ()) = this.in_block(|this| {
                this.push(Stm::Assign { name: again, value: boolean(false) });
                let (tag, other) = (this.number(x), this.number(y));
                let value = this.compare(CmpOp::Eq, tag.clone(), other);
                this.push(Stm::Assign { name: same.name, value });
                for (number, constructor) in layout.constructors.iter().enumerate() {
                    if constructor.payloads.is_empty() {
                        continue;
                    }
                    let made = this.compare(CmpOp::Eq, tag.clone(), i64(number as i64));
                    let made = this.and(made, Exp::Var(same.name));
                    this.if_(made, |this| this.equal_payloads(id, constructor, &pair), |_| Ok(()))?;
                }
                Ok(())
            })?;
            this.push(Stm::While { cond: Exp::Var(again), body: round });
            Ok(())
        })?;
        self.function_mut(function)?.body = body;
        Ok(())
    }

    /// Compares the payloads of two objects of the same constructor, part by part.
    fn equal_payloads(&mut self, id: DataId, constructor: &Constructor, pair: &Pair) -> Lowered<()> {
        let mut parts = Vec::new();
        constructor.payloads.iter().for_each(|(ty, fields)| push_parts(ty, fields, &mut parts));
        let last = parts.iter().rposition(|(ty, _)| matches!(ty, Type::Data(other, _) if *other == id));
        let go_on = last.map(|last| parts.remove(last));
        for (at, (ty, fields)) in parts.into_iter().enumerate() {
            let compare = |this: &mut Self| {
                let (x, y) = (this.load(pair.x, fields, "part"), this.load(pair.y, fields, "part"));
                let value = this.equal(ty, &x, &y)?;
                this.push(Stm::Assign { name: pair.same, value });
                Ok(())
            };
            self.if_(if at == 0 { boolean(true) } else { Exp::Var(pair.same) }, compare, |_| Ok(()))?;
        }
        let Some((_, fields)) = go_on else { return Ok(()) };
        let go_on = |this: &mut Self| {
            let mut next = this.load(pair.x, fields, "part");
            next.extend(this.load(pair.y, fields, "part"));
            this.assign(&[Leaf::Data(pair.x), Leaf::Data(pair.y)], &next)?;
            this.push(Stm::Assign { name: pair.again, value: boolean(true) });
            Ok(())
        };
        self.if_(Exp::Var(pair.same), go_on, |_| Ok(()))
    }
}

/// Appends the components of a value, with records flattened. So a constructor whose one payload is a record is
/// compared like one with several payloads.
fn push_parts<'f, 't>(ty: &'t Type, fields: &'f [Field], parts: &mut Vec<(&'t Type, &'f [Field])>) {
    let Type::Record(components) = ty else { return parts.push((ty, fields)) };
    let mut fields = fields;
    for (_, component) in components.iter() {
        let own;
        (own, fields) = fields.split_at(leaf_count(component).min(fields.len()));
        push_parts(component, own, parts);
    }
}
