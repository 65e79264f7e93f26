//! Calls of foreign functions and of services. All calls of one share one function without a body. An array of tuples
//! passes its sizes only once (`value::foreign`).

use crate::emit::spans;
use crate::expr::variables_of;
use crate::value::{Array, Elem, Leaf, Leaves, leaf_types};
use crate::{Lowered, Lowerer, bug, limitation};
use base::{Name, Span, Symbol};
use core_ir::def::{Expr, Type};
use core_ir::leaves::{self, leaf_count};
use imp::def::{Arg, Exp, External, Function, FunctionId, Param, Stm, Type as ImpType, service_types};
use std::sync::Arc;
use value::foreign::{Foreign, ForeignType};
use value::service::Returns;
use value::{ScalarType, Service};

impl Lowerer<'_> {
    /// Lowers a call of a foreign function.
    pub(crate) fn foreign(&mut self, name: Symbol, args: &[Expr], ty: &Type, span: Span) -> Lowered<Leaves> {
        let Some(foreign) = leaves::foreign(name, args, ty) else {
            return Err(limitation(
                "a foreign function takes or returns a type that has no form in C",
                span,
                "called here",
            ));
        };
        let mut given = Vec::new();
        for (arg, param) in args.iter().zip(&foreign.params) {
            let leaves = self.expr(arg)?;
            let leaves = self.settled(&leaves)?;
            push_arguments(param, &mut leaves.iter(), &mut given);
        }
        let variables: Vec<Name> =
            foreign.flat().1.iter().map(|flat| self.flat_variable(flat.elem, flat.rank)).collect();
        let mut names = variables.iter().copied();
        let mut results = Vec::with_capacity(leaf_count(ty));
        take_results(&foreign.result, &mut names, &mut results).ok_or_else(|| bug("a result with too few leaves"))?;
        if results.len() != leaf_types(ty)?.len() {
            return Err(bug("a foreign function that gives other leaves"));
        }
        let function = self.foreign_function(foreign);
        self.push(Stm::Call { results: variables, function, args: given, spans: spans(span) });
        Ok(results)
    }

    /// Lowers a call of a service.
    pub(crate) fn service(&mut self, service: Service, args: &[Expr], ty: &Type, span: Span) -> Lowered<Leaves> {
        let mut given = Vec::new();
        for arg in args {
            let leaves = self.expr(arg)?;
            for leaf in self.settled(&leaves)? {
                match leaf {
                    Leaf::Scalar(_, value) => given.push(Arg::Scalar(value)),
                    Leaf::Array(array) => {
                        given.extend(array.dims.into_iter().map(Arg::Scalar));
                        given.push(Arg::Reference(array.block));
                    }
                    Leaf::Data(_) | Leaf::Tensor(_) => return Err(bug("a service takes no object")),
                }
            }
        }
        // A service that ends the run sets no results. What follows is never reached, but has a form.
        let results = self.variables(ty, "given")?;
        let set = if service.returns() == Returns::Never { Vec::new() } else { variables_of(&results) };
        let function = self.service_function(service);
        self.push(Stm::Call { results: set, function, args: given, spans: spans(span) });
        Ok(results)
    }

    /// Returns the function without body that stands for a service.
    fn service_function(&mut self, service: Service) -> FunctionId {
        if let Some(known) = self.services.get(&service) {
            return *known;
        }
        let types = service_types(service);
        let mut declare = |ty: ImpType| Param { name: self.names.fresh("arg"), ty };
        let [params, results] = types.map(|types| types.into_iter().map(&mut declare).collect());
        let (name, external) = (Symbol::new(service.name()), Some(External::Service(service)));
        let function = self.push_function(Function { name, params, results, body: Vec::new(), external });
        self.services.insert(service, function);
        function
    }

    fn flat_variable(&mut self, elem: ScalarType, rank: usize) -> Name {
        match rank {
            0 => self.variable("given", elem, Exp::Const(value::Scalar::zero(elem))),
            _ => self.reference("given", Elem::Scalar(elem)),
        }
    }

    /// Returns the function without body that stands for a foreign function.
    fn foreign_function(&mut self, foreign: Foreign) -> FunctionId {
        let name = foreign.name;
        if let Some(known) = self.foreign.get(&name) {
            return *known;
        }
        let (params, results) = foreign.flat();
        let mut declare = |flat: &value::entry::FlatType| Param {
            name: self.names.fresh("arg"),
            ty: if flat.rank == 0 { ImpType::Scalar(flat.elem) } else { ImpType::Memory },
        };
        let params = params.iter().map(&mut declare).collect();
        let results = results.iter().map(&mut declare).collect();
        let external = Some(External::Foreign(Arc::new(foreign)));
        let function = self.push_function(Function { name, params, results, body: Vec::new(), external });
        self.foreign.insert(name, function);
        function
    }
}

/// Appends the arguments that pass a value of this type.
fn push_arguments(ty: &ForeignType, leaves: &mut std::slice::Iter<'_, Leaf>, args: &mut Vec<Arg>) {
    match ty {
        ForeignType::Scalar(_) => {
            if let Some(Leaf::Scalar(_, value)) = leaves.next() {
                args.push(Arg::Scalar(value.clone()));
            }
        }
        ForeignType::Tuple(parts) => parts.iter().for_each(|part| push_arguments(part, leaves, args)),
        ForeignType::Rows(data) => {
            [&**data, &ForeignType::offsets()].into_iter().for_each(|part| push_arguments(part, leaves, args));
        }
        ForeignType::Array(elem, _) => {
            let sizes = leaves.as_slice().first().map_or(&[][..], Leaf::dims);
            args.extend(sizes.iter().cloned().map(Arg::Scalar));
            for leaf in leaves.by_ref().take(elem.flat().len()) {
                if let Leaf::Array(array) = leaf {
                    args.push(Arg::Reference(array.block));
                }
            }
        }
    }
}

/// Takes the next variables as the leaves of a result of this type.
fn take_results(ty: &ForeignType, names: &mut dyn Iterator<Item = Name>, leaves: &mut Leaves) -> Option<()> {
    match ty {
        ForeignType::Scalar(elem) => leaves.push(Leaf::Scalar(*elem, Exp::Var(names.next()?))),
        ForeignType::Tuple(parts) => parts.iter().try_for_each(|part| take_results(part, names, leaves))?,
        ForeignType::Rows(data) => {
            let parts = [&**data, &ForeignType::offsets()];
            parts.into_iter().try_for_each(|part| take_results(part, names, leaves))?;
        }
        ForeignType::Array(elem, rank) => {
            let dims = (0..*rank).map(|_| names.next().map(Exp::Var)).collect::<Option<Vec<Exp>>>()?;
            for flat in elem.flat() {
                let (elem, block) = (Elem::Scalar(flat.elem), names.next()?);
                leaves.push(Leaf::Array(Array { elem, block, dims: dims.clone(), start: None }));
            }
        }
    }
    Some(())
}
