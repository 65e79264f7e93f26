//! Loops pass their arrays' places along: always the block, and offset and strides if the body returns a view and so
//! may change the layout.
//!
//! ```text
//! loop (xs : [n][n]i32 = a) for i : i64 < k do      loop (m : mem = a_mem) (o : i64 = 0) (s : i64 = n) (t : i64 = 1)
//!   let (ys : [n][n]i32) = permute (1, 0) xs   ==>       (xs : [n][n]i32 @ m -> o + {(n : s), (n : t)} = a)
//!   in ys                                             for i : i64 < k do
//!                                                       let (ys : [n][n]i32 @ m -> o + {(n : t), (n : s)}) = ..
//!                                                       in (m, o, t, s, ys)
//! ```
//!
//! The paper's language has no loops; this follows its rule for `if` (FUNMEM paper, §3.5, `SUPPORT`).

use super::*;
use rustc_hash::FxHashMap;

/// How an array's layout is passed between iterations.
enum Carried {
    /// Row-major from offset 0. Arrays with another layout are copied.
    Direct,
    /// The initial value's layout, which the body keeps.
    Kept(IndexFn),
    /// By offset and strides that are parameters of the loop.
    Strided,
}

/// Where an array comes from that the body of a loop returns.
#[derive(Clone, Copy, PartialEq)]
enum Origin {
    /// The parameter, or an update of it.
    Own,
    /// A fresh array in row-major order.
    Fresh,
    /// A view with any layout.
    View,
}

impl Lowerer {
    pub(super) fn loop_(&mut self, mut stm: Stm) -> Lowered<()> {
        let Exp::Loop(looped) = stm.exp else { return Ok(()) };
        let Loop { params, form, body } = *looped;
        let carried = self.carried(&params, &body)?;
        let (names, inits): (Vec<Name>, Vec<Atom>) = params.into_iter().unzip();
        let inits = self.carry(inits, &carried)?;
        let names = self.carried_names(names, &carried);
        let body = self.body(body, |this, result| this.carry(result, &carried))?;
        let params = names.into_iter().zip(inits).collect();
        stm.pattern = self.carried_names(stm.pattern, &carried);
        self.stms.push(Stm { exp: Exp::Loop(Box::new(Loop { params, form, body })), ..stm });
        Ok(())
    }

    /// Decides for each parameter of a loop how its layout is passed on.
    fn carried(&self, params: &[(Name, Atom)], body: &Body) -> Lowered<Vec<Carried>> {
        let made = definitions(body);
        let mut all = Vec::new();
        for (&(param, init), &result) in params.iter().zip(&body.result) {
            let (Some(init), true) = (init.var(), self.is_array(param)) else {
                all.push(Carried::Direct);
                continue;
            };
            let place = self.place(init)?;
            let origin = result.var().map_or(Origin::Fresh, |result| self.origin(result, param, params, &made));
            // A parameter may name its sizes differently from the initial value.
            let sizes: Vec<Poly> = self.program.type_of(param).dims().iter().map(|&dim| poly(dim)).collect();
            all.push(match origin {
                Origin::Own if !place.ixfn.is_direct() && place.ixfn.shape() == sizes => Carried::Kept(place.ixfn),
                Origin::Own if !place.ixfn.is_direct() => Carried::Strided,
                Origin::Own | Origin::Fresh => Carried::Direct,
                Origin::View => Carried::Strided,
            });
        }
        Ok(all)
    }

    /// Returns where the array comes from, if it is the loop's next value for `param`. `made` has the body's
    /// definitions.
    fn origin(
        &self,
        array: Name,
        param: Name,
        params: &[(Name, Atom)],
        made: &FxHashMap<Name, (&Exp, usize)>,
    ) -> Origin {
        let mut array = array;
        while array != param {
            let Some(&(exp, at)) = made.get(&array) else { return self.origin_outside(array, params) };
            array = match exp {
                Exp::Atom(Atom::Var(of)) | Exp::Update { array: of, .. } => *of,
                Exp::Scatter(scatter) => scatter.destinations[at],
                Exp::Histogram(histogram) => histogram.destinations[at],
                Exp::Slice(..) | Exp::Permute(..) => return Origin::View,
                // A row-major layout stays one; another one may change.
                Exp::Reshape(of, _) => {
                    return match self.origin(*of, param, params, made) {
                        Origin::Own => self.origin_outside(param, params),
                        other => other,
                    };
                }
                Exp::If { then_body, else_body, .. } => {
                    let branch = |body: &Body| match body.result[at].var() {
                        Some(result) => self.origin(result, param, params, made),
                        None => Origin::Fresh,
                    };
                    let (a, b) = (branch(then_body), branch(else_body));
                    return match (a, b) {
                        _ if a == b => a,
                        (Origin::View, _) | (_, Origin::View) => Origin::View,
                        _ => self.origin_outside(param, params),
                    };
                }
                _ => return Origin::Fresh,
            };
        }
        Origin::Own
    }

    /// Returns the origin of a parameter or outer array, which depends on the layout of its initial value.
    fn origin_outside(&self, array: Name, params: &[(Name, Atom)]) -> Origin {
        let init = params.iter().find(|(param, _)| *param == array).map_or(Some(array), |(_, init)| init.var());
        let place = init.and_then(|init| self.program.vars.get(init)).and_then(|info| info.place.as_ref());
        if place.is_none_or(|place| place.ixfn.is_direct()) { Origin::Fresh } else { Origin::View }
    }

    /// Returns the atoms that a loop's parameters get. Each array is preceded by its block and, if strided, by offset
    /// and strides.
    fn carry(&mut self, atoms: Vec<Atom>, carried: &[Carried]) -> Lowered<Vec<Atom>> {
        let mut all = Vec::new();
        for (atom, carried) in atoms.into_iter().zip(carried) {
            let Some(mut array) = atom.var().filter(|&name| self.is_array(name)) else {
                all.push(atom);
                continue;
            };
            match carried {
                Carried::Direct => array = self.direct(array)?,
                Carried::Strided if self.place(array)?.ixfn.as_single().is_none() => array = self.fresh_copy(array)?,
                Carried::Strided | Carried::Kept(_) => {}
            }
            let place = self.place(array)?;
            all.push(place.block.into());
            if let (Carried::Strided, Some(lmad)) = (carried, place.ixfn.as_single()) {
                all.extend(self.support(lmad));
            }
            all.push(array.into());
        }
        Ok(all)
    }

    /// Returns the parameters or results of a loop. Each array is preceded by the variables for its block and, if
    /// strided, offset and strides.
    fn carried_names(&mut self, names: Vec<Name>, carried: &[Carried]) -> Vec<Name> {
        let mut all = Vec::new();
        for (name, carried) in names.into_iter().zip(carried) {
            if let Some(block) = self.row_major_block(name) {
                all.push(block);
                match carried {
                    Carried::Direct => {}
                    Carried::Kept(ixfn) => self.set_place(name, Place { block, ixfn: ixfn.clone() }),
                    Carried::Strided => all.extend(self.strided(name)),
                }
            }
            all.push(name);
        }
        all
    }

    /// Returns the values that determine the layout of an array of known shape: its offset and strides.
    fn support(&mut self, lmad: &index::Lmad) -> Vec<Atom> {
        let offset = self.built(|builder| builder.polynomial(&lmad.offset));
        let strides = lmad.dims.iter().map(|dim| self.built(|builder| builder.polynomial(&dim.stride)));
        std::iter::once(offset).chain(strides).collect()
    }

    /// Creates variables for the offset and strides of an array and lays out the array by them. Returns the variables.
    fn strided(&mut self, name: Name) -> Vec<Name> {
        let Some(place) = self.program.vars.get(name).and_then(|info| info.place.clone()) else { return Vec::new() };
        let offset = self.program.fresh("offset", Type::I64);
        let mut names = vec![offset];
        let mut dims = Vec::new();
        for size in place.ixfn.shape() {
            let stride = self.program.fresh("stride", Type::I64);
            names.push(stride);
            dims.push(index::Dim { size, stride: Poly::var(stride) });
        }
        let lmad = index::Lmad { offset: Poly::var(offset), dims };
        self.set_place(name, Place { block: place.block, ixfn: lmad.into() });
        names
    }
}

/// Returns the expression that binds each array in the body and its branches, with the array's position in the pattern.
fn definitions(body: &Body) -> FxHashMap<Name, (&Exp, usize)> {
    let mut made = FxHashMap::default();
    let mut bodies = vec![body];
    while let Some(body) = bodies.pop() {
        for stm in &body.stms {
            made.extend(stm.pattern.iter().enumerate().map(|(at, &name)| (name, (&stm.exp, at))));
            if let Exp::If { then_body, else_body, .. } = &stm.exp {
                bodies.extend([then_body, else_body]);
            }
        }
    }
    made
}
