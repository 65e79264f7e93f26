//! Rewrites arrays with a border to their interiors.

use super::find::{Chain, Chains, Layer};
use base::Name;
use fun::build::Builder;
use fun::def::*;
use fun::walk::{self, Substitution};
use value::{BinOp, CmpOp};

pub struct Rewriter<'a> {
    program: &'a mut Program,
    chains: &'a Chains,
}

impl<'a> Rewriter<'a> {
    /// Gives all arrays of the chains the shape of their interiors. Their statements have yet to be rewritten.
    pub fn new(program: &'a mut Program, chains: &'a Chains) -> Rewriter<'a> {
        for (name, chain) in chains.arrays() {
            set_dims(program, name, chain.counts());
        }
        Rewriter { program, chains }
    }

    pub fn body(&mut self, body: &mut Body) {
        let mut stms = Vec::with_capacity(body.stms.len());
        for mut stm in std::mem::take(&mut body.stms) {
            stm.exp.bodies_mut().into_iter().for_each(|body| self.body(body));
            let made = stm
                .pattern
                .first()
                .and_then(|&name| self.chains.with(name))
                .filter(|chain| stm.pattern == [chain.made]);
            if let Some(chain) = made {
                self.make(chain, 0, &mut stm);
            }
            let array = match stm.exp {
                Exp::Index(array, _) | Exp::Slice(array, _) | Exp::Update { array, .. } => self.chains.with(array),
                _ => None,
            };
            match array {
                Some(chain) => self.changed(chain, stm, &mut stms),
                None => stms.push(stm),
            }
        }
        body.stms = stms;
    }

    /// Makes the interior only, from this dimension on.
    fn make(&mut self, chain: &Chain, dim: usize, stm: &mut Stm) {
        let Some(interval) = chain.interior.get(dim) else { return };
        let counts = chain.counts();
        match &mut stm.exp {
            Exp::Replicate { dims, .. } => *dims = counts[dim..].to_vec(),
            Exp::Traverse(map) => {
                map.width = interval.count;
                let (Some(counter), body) = (map.lambda.params.first_mut(), &mut map.lambda.body) else { return };
                if dim + 1 < counts.len()
                    && let Some(row) = body.stms.last_mut()
                {
                    row.pattern.iter().for_each(|&name| set_dims(self.program, name, counts[dim + 1..].to_vec()));
                    self.make(chain, dim + 1, row);
                }
                let index = std::mem::replace(counter, self.program.fresh_like(*counter, Type::I64));
                let shifted = Exp::Bin(BinOp::Add, (*counter).into(), interval.start);
                body.stms.insert(0, Stm::plain(vec![index], shifted, &stm.spans));
            }
            _ => {}
        }
    }

    /// Appends what the read, slice or update of an array becomes.
    fn changed(&mut self, chain: &Chain, stm: Stm, stms: &mut Vec<Stm>) {
        let mut builder = Builder::new(self.program);
        builder.spans.clone_from(&stm.spans);
        let exp = match stm.exp {
            Exp::Index(array, indices) => {
                builder.certs.clone_from(&stm.certs);
                let element = read(&mut builder, chain, array, &indices);
                builder.certs.clear();
                Exp::Atom(element)
            }
            Exp::Slice(array, _) => Exp::Atom(array.into()),
            Exp::Update { array, .. } if chain.is_layer(stm.pattern[0]) => Exp::Atom(array.into()),
            Exp::Update { array, mut dims, value } => {
                for (dim, interval) in dims.iter_mut().zip(&chain.interior) {
                    if let SliceDim::Fix(start) | SliceDim::Range { start, .. } = dim {
                        *start = builder.sub(*start, interval.start);
                    }
                }
                Exp::Update { array, dims, value }
            }
            exp => exp,
        };
        builder.bind_to_with(stm.pattern, stm.certs, exp);
        stms.append(&mut builder.stms);
    }
}

/// Appends the read of an element, which may be in the border.
fn read(builder: &mut Builder, chain: &Chain, array: Name, indices: &[Atom]) -> Atom {
    let counters = chain.border.counters.iter().zip(indices);
    let mut renaming: Substitution = counters.filter_map(|(counter, &index)| Some(((*counter)?, index))).collect();
    let border = Body { stms: chain.border.stms.clone(), result: vec![chain.border.result] };
    let border = walk::refresh_body(builder.program, &border, &mut renaming);
    let mut border = builder.body(|builder| vec![layered(builder, &chain.border.layers, indices, border)]);
    // The indices may be in bounds by an assertion only.
    add_certs(&mut border, &builder.certs);
    either(builder, chain, (array, indices), border)
}

/// Appends the border's element, after updates.
fn layered(builder: &mut Builder, layers: &[Layer], indices: &[Atom], made: Body) -> Atom {
    let Some((layer, before)) = layers.split_last() else {
        builder.stms.extend(made.stms);
        return made.result[0];
    };
    let mut is_here = Atom::bool(true);
    let mut inner = Vec::new();
    for (&index, dim) in indices.iter().zip(&layer.dims) {
        match *dim {
            SliceDim::Range { start, count, .. } => {
                let index = builder.sub(index, start);
                is_here = is_between(builder, is_here, index, count);
                inner.push(index);
            }
            SliceDim::Fix(start) | SliceDim::Flat { start, .. } => {
                let is_equal = builder.cmp(CmpOp::Eq, index, start);
                is_here = builder.bin(BinOp::And, is_here, is_equal);
            }
        }
    }
    let then_body = builder.body(|builder| match layer.value {
        Atom::Var(value) if !inner.is_empty() => vec![builder.index(value, inner)],
        value => vec![value],
    });
    let else_body = builder.body(|builder| vec![layered(builder, before, indices, made)]);
    builder.bind("element", Exp::If { cond: is_here, then_body, else_body }).into()
}

/// Appends the conjunction of `also` with `0 <= index < count`.
fn is_between(builder: &mut Builder, also: Atom, index: Atom, count: Atom) -> Atom {
    [(CmpOp::Ge, Atom::i64(0)), (CmpOp::Lt, count)].into_iter().fold(also, |also, (op, bound)| {
        let holds = builder.cmp(op, index, bound);
        builder.bin(BinOp::And, also, holds)
    })
}

/// Appends the read of an element: of the array if it is in the interior, and otherwise the border's. If the border
/// branches, each branch does so, because its condition often decides whether the element is in the interior.
fn either(builder: &mut Builder, chain: &Chain, (array, indices): (Name, &[Atom]), mut border: Body) -> Atom {
    if let Some(last) =
        border.stms.pop_if(|last| matches!(last.exp, Exp::If { .. }) && border.result[..] == [last.pattern[0].into()])
    {
        builder.stms.append(&mut border.stms);
        let Exp::If { cond, then_body, else_body } = last.exp else { return last.pattern[0].into() };
        let [then_body, else_body] = [then_body, else_body]
            .map(|side| builder.body(|builder| vec![either(builder, chain, (array, indices), side)]));
        return builder.bind_with("element", last.certs, Exp::If { cond, then_body, else_body }).into();
    }
    let mut inner = Vec::with_capacity(indices.len());
    let mut is_inside = Atom::bool(true);
    for (&index, interval) in indices.iter().zip(&chain.interior) {
        let index = builder.sub(index, interval.start);
        is_inside = is_between(builder, is_inside, index, interval.count);
        inner.push(index);
    }
    let then_body = builder.body(|builder| vec![builder.index(array, inner)]);
    let exp = Exp::If { cond: is_inside, then_body, else_body: border };
    builder.bind("element", exp).into()
}

fn add_certs(body: &mut Body, certs: &[Name]) {
    for stm in &mut body.stms {
        stm.certs.extend(certs);
        stm.exp.bodies_mut().into_iter().for_each(|body| add_certs(body, certs));
    }
}

fn set_dims(program: &mut Program, name: Name, dims: Vec<Atom>) {
    if let Some(info) = program.vars.get_mut(name)
        && let Type::Array { dims: old, .. } = &mut info.ty
    {
        *old = dims;
    }
}
