//! Parameters of copies for accelerated code that no longer have a use, because it was in a branch that is gone. They
//! become `()`, so that a device does not get their values.

use crate::build;
use crate::def::{Def, DefId, Expr, ExprKind, Param, Pat, Program, Type};
use crate::typing::without_sizes;
use crate::walk::{for_each_child, for_each_child_mut};
use base::Name;
use base::entity::EntityRef;
use rustc_hash::{FxHashMap, FxHashSet};

/// A parameter of a definition, by its position.
type Place = (DefId, usize);

/// Removes unused parameters of the definitions from number `first` on, if all calls pass variables for them.
pub(super) fn drop_unused_parameters(program: &mut Program, first: usize) {
    let mut uses = Uses { first, ..Uses::default() };
    for (id, def) in program.defs.iter().filter(|(id, _)| id.index() >= first) {
        uses.places.extend(named(def).map(|(at, name)| (name, (id, at))));
    }
    program.defs.values().for_each(|def| uses.expr(&def.body));
    let mut needed = FxHashSet::default();
    let mut open = uses.direct;
    while let Some(place) = open.pop() {
        if needed.insert(place) {
            open.extend(uses.passed.get(&place).into_iter().flatten());
        }
    }
    let is_unused = |id: DefId, at: usize| id.index() >= first && !needed.contains(&(id, at));
    for (id, def) in program.defs.iter_mut() {
        let params = def.params.iter_mut().enumerate().filter(|(at, _)| is_unused(id, *at));
        params.for_each(|(_, param)| param.pat = Pat::Wildcard(Type::unit()));
        drop_arguments(&mut def.body, &is_unused);
    }
}

/// Returns the parameters that are variables, with their positions.
fn named(def: &Def) -> impl Iterator<Item = (usize, Name)> {
    let name = |(at, param): (usize, &Param)| if let Pat::Var(name, _) = param.pat { Some((at, name)) } else { None };
    def.params.iter().enumerate().filter_map(name)
}

fn drop_arguments(expr: &mut Expr, is_unused: &dyn Fn(DefId, usize) -> bool) {
    for_each_child_mut(expr, &mut |child| drop_arguments(child, is_unused));
    let ExprKind::Apply(function, args) = &mut expr.kind else { return };
    let ExprKind::Def(id, _) = function.kind else { return };
    let unused: Vec<usize> = (0..args.len()).filter(|at| is_unused(id, *at)).collect();
    unused.iter().for_each(|at| args[*at] = build::unit());
    if !unused.is_empty() {
        let types = args.iter().map(|arg| without_sizes(&arg.ty));
        function.ty = Type::functions(types, without_sizes(&expr.ty));
    }
}

/// The uses of parameters.
#[derive(Default)]
struct Uses {
    /// Number of the first definition whose parameters count.
    first: usize,
    places: FxHashMap<Name, Place>,
    /// Parameters with a use other than being passed on, and those for which a call passes more than a variable.
    direct: Vec<Place>,
    /// For each parameter, those that are passed as its argument.
    passed: FxHashMap<Place, Vec<Place>>,
}

impl Uses {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(name, _) => self.direct.extend(self.places.get(name)),
            ExprKind::Apply(function, args) => {
                let ExprKind::Def(id, _) = function.kind else {
                    return for_each_child(expr, &mut |child| self.expr(child));
                };
                for (at, arg) in args.iter().enumerate() {
                    match &arg.kind {
                        ExprKind::Var(name, _) if id.index() >= self.first => {
                            let place = self.places.get(name).copied();
                            self.passed.entry((id, at)).or_default().extend(place);
                        }
                        _ => {
                            self.direct.push((id, at));
                            self.expr(arg);
                        }
                    }
                }
            }
            _ => for_each_child(expr, &mut |child| self.expr(child)),
        }
    }
}
