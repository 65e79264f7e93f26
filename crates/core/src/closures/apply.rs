//! Constructors of each class, and the definitions that apply its functions.

use super::bug;
use super::convert::Pass;
use super::flow::Classes;
use crate::build;
use crate::def::{Case, Data, Datas, Def, DefId, Expr, ExprKind, Inline, Pat, Type, Unique};
use crate::typing::without_sizes;
use crate::walk::{for_each_type_name, for_each_type_of_def, map_type, param_types, pat_binders};
use base::entity::PrimaryMap;
use base::{Error, Name, Span, Symbol, graph};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::VecDeque;

/// Name of the constructor of a class without functions.
const NO_FUNCTION: &str = "none";

/// Largest number of constructors in a sum and the sums within it. Larger sums become data types, whose values are
/// references.
const MAX_SUM_WEIGHT: usize = 200;

/// A function value: a definition, and the number of its leading arguments that it already has.
type Function = (DefId, usize);

pub(super) struct Applies {
    classes: IndexMap<Name, Class>,
    symbols: FxHashMap<Function, Symbol>,
    spellings: FxHashSet<Symbol>,
    /// Number of constructors named after each definition so far.
    counts: FxHashMap<Symbol, usize>,
    /// Work list: a class, a number of arguments that it is applied to, and a function of the class that needs a case.
    open: VecDeque<(Name, usize, Function)>,
}

struct Class {
    from: Type,
    to: Type,
    functions: IndexSet<Function>,
    /// For each number of arguments, the definition that applies the class's functions to that many.
    applies: IndexMap<usize, DefId>,
}

impl Applies {
    /// Returns the unknown classes, without functions yet.
    pub(super) fn of(classes: &Classes) -> Applies {
        let class = |name: Name| {
            let (from, to) = classes.arrow(name)?;
            let (from, to) = (without_sizes(&from), without_sizes(&to));
            Some((name, Class { from, to, functions: IndexSet::new(), applies: IndexMap::new() }))
        };
        Applies {
            classes: classes.unknown().filter_map(class).collect(),
            symbols: FxHashMap::default(),
            spellings: FxHashSet::default(),
            counts: FxHashMap::default(),
            open: VecDeque::new(),
        }
    }

    /// Returns the parameter and result types of a class's functions.
    pub(super) fn arrow(&self, class: Name) -> Result<(Type, Type), Error> {
        let class = self.classes.get(&class).ok_or_else(|| bug("there is no such class"))?;
        Ok((class.from.clone(), class.to.clone()))
    }

    /// Returns the function value that has the arguments `given` of the definition `id`: a constructor of its class.
    /// Schedules the cases that apply it.
    pub(super) fn function(&mut self, defs: &PrimaryMap<DefId, Def>, class: Type, id: DefId, given: Vec<Expr>) -> Expr {
        let function = (id, given.len());
        if let Type::Param(name) = class
            && let Some(class) = self.classes.get_mut(&name)
            && class.functions.insert(function)
        {
            self.open.extend(class.applies.keys().map(|count| (name, *count, function)));
        }
        build::variant(self.symbol(defs, function), given, class)
    }

    /// Returns the constructor's name: the definition's name, with a number if the name is taken.
    fn symbol(&mut self, defs: &PrimaryMap<DefId, Def>, function: Function) -> Symbol {
        if let Some(symbol) = self.symbols.get(&function) {
            return *symbol;
        }
        let name = defs[function.0].name;
        let mut symbol = name;
        while !self.spellings.insert(symbol) {
            let count = self.counts.entry(name).or_insert(1);
            *count += 1;
            symbol = Symbol::new(&format!("{name}_{count}"));
        }
        self.symbols.insert(function, symbol);
        symbol
    }

    /// Returns the type of each class. The type is a data type if functions of the class may hold functions of the same
    /// class, if it is very large, or if the functions hold arrays and are elements of a sequence; else a sum.
    pub(super) fn types(
        &self,
        defs: &PrimaryMap<DefId, Def>,
        datas: &mut Datas,
    ) -> Result<FxHashMap<Name, Type>, Error> {
        let elements = elements_of_sequences(defs, datas);
        let held: Vec<Vec<usize>> = self.classes.values().map(|class| self.held(class, defs)).collect();
        let recursive = graph::on_cycles(&held);
        let (mut types, mut named) = (FxHashMap::default(), Vec::new());
        let mut weights = vec![1usize; self.classes.len()];
        let mut with_arrays = vec![false; self.classes.len()];
        // A class comes after those that its functions hold. Recursive classes come first, because their types are data
        // types, which others name.
        let order: Vec<usize> = graph::components(&held).into_iter().flatten().collect();
        let (first, then): (Vec<usize>, Vec<usize>) = order.into_iter().partition(|at| recursive.contains(at));
        for at in first.into_iter().chain(then) {
            let (name, class) = self.classes.get_index(at).ok_or_else(|| bug("there is no such class"))?;
            let weight = held[at].iter().fold(class.functions.len(), |sum, at| sum.saturating_add(weights[*at]));
            let holds_arrays = held[at].iter().any(|at| with_arrays[*at])
                || class.functions.iter().any(|function| payload(defs, *function).any(|ty| ty.holds_arrays()));
            let is_large = weight > MAX_SUM_WEIGHT || holds_arrays && elements.contains(name);
            let ty = if recursive.contains(&at) || is_large {
                let id = datas.push(Data::of_closures());
                named.push((id, class));
                Type::Data(id, Vec::new().into())
            } else {
                weights[at] = weight;
                with_arrays[at] = holds_arrays;
                Type::Sum(self.constructors(class, defs, &types).into())
            };
            types.insert(*name, ty);
        }
        for (id, class) in named {
            datas[id].constructors = self.constructors(class, defs, &types).into();
        }
        Ok(types)
    }

    /// Returns the positions of the classes whose functions are held by functions of this class.
    fn held(&self, class: &Class, defs: &PrimaryMap<DefId, Def>) -> Vec<usize> {
        let mut held = Vec::new();
        for ty in class.functions.iter().flat_map(|function| payload(defs, *function)) {
            for_each_type_name(&ty, &mut |_| {}, &mut |name| held.extend(self.classes.get_index_of(&name)));
        }
        held
    }

    /// Returns the constructors of a class's type: one for each function, with its captured values as payload.
    fn constructors(
        &self,
        class: &Class,
        defs: &PrimaryMap<DefId, Def>,
        types: &FxHashMap<Name, Type>,
    ) -> Vec<(Symbol, Vec<Type>)> {
        let known = |name: Name| types.get(&name).cloned().unwrap_or(Type::Param(name));
        let mut constructors = Vec::with_capacity(class.functions.len());
        for function in &class.functions {
            let payload = payload(defs, *function).map(|ty| map_type(&ty, &|size| size, &known));
            constructors.push((self.symbols[function], payload.collect()));
        }
        if constructors.is_empty() {
            constructors.push((Symbol::new(NO_FUNCTION), Vec::new()));
        }
        constructors.sort_by_key(|(symbol, _)| *symbol);
        constructors
    }
}

/// Returns the classes of the functions in elements of sequences.
fn elements_of_sequences(defs: &PrimaryMap<DefId, Def>, datas: &Datas) -> FxHashSet<Name> {
    let found = RefCell::new(FxHashSet::default());
    let mut visit = |ty: &Type| {
        ty.any_part(&|part| {
            if let Type::Seq(elem) = part {
                for_each_type_name(elem, &mut |_| {}, &mut |name| _ = found.borrow_mut().insert(name));
            }
            None
        });
    };
    datas.values().flat_map(|data| data.constructors.iter()).flat_map(|(_, types)| types).for_each(&mut visit);
    defs.values().for_each(|def| for_each_type_of_def(def, &mut visit));
    found.into_inner()
}

/// Returns the types of the arguments that a function value already has.
fn payload(defs: &PrimaryMap<DefId, Def>, (id, given): Function) -> impl Iterator<Item = Type> + '_ {
    param_types(&defs[id].params).take(given).map(|ty| without_sizes(&ty))
}

impl Pass {
    /// Returns the definition that applies functions of the class to `count` arguments, making it if necessary.
    pub(super) fn apply_of(&mut self, class: Name, count: usize, span: Span) -> Result<DefId, Error> {
        let known = self.applies.classes.get(&class).ok_or_else(|| bug("there is no such class"))?;
        if let Some(id) = known.applies.get(&count) {
            return Ok(*id);
        }
        let function = (self.names.fresh("f"), Type::Param(class));
        let (params, result) = self.params_of(&function.1, count, span)?;
        let subject = build::var(function.0, function.1.clone()).at(span);
        let id = self.defs.push(Def {
            name: Symbol::new("apply"),
            type_params: Vec::new(),
            params: [function].into_iter().chain(params).map(|(name, ty)| build::param(name, ty)).collect(),
            result: result.clone(),
            unique_result: Unique::No,
            unique_inferred: false,
            body: build::match_on(subject, Vec::new(), result).at(span),
            inline: Inline::Auto,
            accelerated: false,
            span,
        });
        let known = &mut self.applies.classes[&class];
        known.applies.insert(count, id);
        self.applies.open.extend(known.functions.iter().map(|function| (class, count, *function)));
        Ok(id)
    }

    /// Completes the definitions that apply functions: adds a case for each function of their class.
    pub(super) fn complete(&mut self) -> Result<(), Error> {
        while let Some((class, count, function)) = self.applies.open.pop_front() {
            let id = self.apply_of(class, count, Span::NOWHERE)?;
            let case = self.case(id, Type::Param(class), function)?;
            if let ExprKind::Match(_, cases) = &mut self.defs[id].body.kind {
                cases.push(case);
            }
        }
        let applies: Vec<DefId> =
            self.applies.classes.values().flat_map(|class| class.applies.values().copied()).collect();
        for id in applies {
            // A class without functions is never applied.
            if matches!(&self.defs[id].body.kind, ExprKind::Match(_, cases) if cases.is_empty()) {
                let args = self.variables(id);
                self.defs[id].body = self.call(id, args, self.defs[id].span);
            }
        }
        Ok(())
    }

    /// Returns the case for one function in `apply`: binds the values that the function holds, and calls its definition
    /// with these and the arguments.
    fn case(&mut self, apply: DefId, class: Type, (id, given): Function) -> Result<Case, Error> {
        let (span, result) = (self.defs[apply].span, self.defs[apply].result.clone());
        let held: Vec<(Name, Type)> =
            payload(&self.defs, (id, given)).map(|ty| (self.names.fresh("held"), ty)).collect();
        let mut args: Vec<Expr> = held.iter().map(|(name, ty)| build::var(*name, ty.clone()).at(span)).collect();
        args.extend(self.variables(apply).into_iter().skip(1));
        let body = if args.len() < self.arity(id) {
            self.partial(id, args, result.clone(), span)?
        } else {
            let rest = args.split_off(self.arity(id));
            let call = self.call(id, args, span);
            self.applied(call, rest, span)?
        };
        let symbol = self.applies.symbol(&self.defs, (id, given));
        let held = held.into_iter().map(|(name, ty)| Pat::Var(name, ty)).collect();
        Ok(Case { pat: Pat::Variant(symbol, held, class), body: body.with_type(result) })
    }

    /// Returns the parameters of the definition as expressions.
    fn variables(&self, id: DefId) -> Vec<Expr> {
        let names = self.defs[id].params.iter().flat_map(|param| pat_binders(&param.pat));
        names.map(|(name, ty)| build::var(name, ty).at(self.defs[id].span)).collect()
    }
}
