//! Interchange: a map of a loop becomes a loop of maps, a map of a branch with an invariant condition a branch of maps.

use super::Flattener;
use super::distribute::{Fission, Inside, expanded_type};
use base::Name;
use fun::def::*;

impl Flattener<'_> {
    /// Adds the loop or branch with the maps inside.
    pub(super) fn interchange(&mut self, fission: &mut Fission, stm: Stm, inside: Inside, out: &mut Vec<Stm>) {
        let Stm { pattern, exp, .. } = stm;
        let exp = match exp {
            Exp::Loop(looped) => self.loop_of_maps(fission, *looped, inside, out),
            Exp::If { cond, then_body, else_body } => {
                let then_body = self.body_as_maps(fission, then_body, inside);
                let else_body = self.body_as_maps(fission, else_body, inside);
                Exp::If { cond, then_body, else_body }
            }
            other => other,
        };
        let pattern = self.expand_all(fission, &pattern);
        out.push(fission.frame.stm(pattern, exp));
    }

    /// Returns a loop over arrays of all elements, whose body consists of maps.
    fn loop_of_maps(&mut self, fission: &mut Fission, looped: Loop, inside: Inside, out: &mut Vec<Stm>) -> Exp {
        let inits = self.expanded_inits(fission, &looped, out);
        let mut params = Vec::with_capacity(inits.len());
        for (&(name, _), init) in looped.params.iter().zip(inits) {
            let ty = expanded_type(fission.width, self.program.type_of(name));
            let all = self.program.fresh_like(name, ty);
            fission.rows.insert(name, all);
            fission.bound.insert(name);
            params.push((all, init.into()));
        }
        let body = self.body_as_maps(fission, looped.body, inside);
        Exp::Loop(Box::new(Loop { params, form: looped.form, body }))
    }

    /// Returns, for each parameter of the loop, the array of its initial values.
    fn expanded_inits(&mut self, fission: &Fission, looped: &Loop, out: &mut Vec<Stm>) -> Vec<Name> {
        let known = |init: Atom| {
            let name = init.var()?;
            fission.expanded.get(&name).or_else(|| fission.rows.get(&name)).copied()
        };
        let inits: Vec<Atom> = looped.params.iter().map(|(_, init)| *init).collect();
        let open = inits.iter().copied().filter(|&init| known(init).is_none()).collect();
        let mut gathered = self.gather(fission, open, out).into_iter();
        inits.into_iter().filter_map(|init| known(init).or_else(|| gathered.next())).collect()
    }

    /// Returns a body inside the map as a sequence of nests.
    fn body_as_maps(&mut self, fission: &Fission, body: Body, inside: Inside) -> Body {
        let types: Vec<Type> = body.result.iter().map(|&atom| self.program.atom_type(atom)).collect();
        let types = types.iter().map(|ty| expanded_type(fission.width, ty));
        let pattern: Vec<Name> = types.map(|ty| self.program.fresh("all", ty)).collect();
        let stms = body.stms.into_iter().map(|stm| (usize::MAX, stm)).collect();
        let (inputs, lambda) = self.lambda_of(fission, stms, body.result);
        let traverse = Traverse { width: fission.width, inputs, lambda, ..Traverse::default() };
        let mut stms = Vec::new();
        let result = pattern.iter().map(|&name| name.into()).collect();
        self.distribute(pattern, traverse, fission.frame.clone(), inside, &mut stms);
        Body { stms, result }
    }
}
