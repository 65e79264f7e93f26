//! Finds the types whose objects can form reference cycles. Such a type contains itself through a reference or a tensor.
//!
//! ```text
//! data node = <node(i64, ref<@node>)>        `@node` and `ref<@node>` are cyclic
//! data list = <cons(i64, @list) | nil>       `@list` is not, because its values cannot change
//! ```

use base::graph;
use core_ir::def::{DataId, Program, Type};
use core_ir::typing::without_sizes;
use core_ir::walk::{self, Part};
use rustc_hash::{FxHashMap, FxHashSet};

/// The cyclic types of a program.
pub(crate) struct Cyclic(FxHashSet<Type>);

impl Cyclic {
    pub fn of(program: &Program) -> Cyclic {
        let mut types = Types::default();
        for def in program.defs.values() {
            let mut look = |part: Part<'_>| {
                if let Part::Type(ty) = part {
                    collect(ty, &mut types);
                }
            };
            def.params.iter().for_each(|param| walk::pat_parts(&param.pat, &mut look));
            look(Part::Type(&def.result));
            walk::for_each_part_deep(&def.body, &mut look);
        }
        let is_mutable = |ty: &Type| matches!(ty, Type::Ref(_) | Type::Tensor(_));
        let mut edges: Vec<Vec<usize>> = Vec::new();
        while let Some(ty) = types.all.get(edges.len()).cloned() {
            let mut inside = Types::default();
            match &ty {
                Type::Ref(content) | Type::Tensor(content) => collect(content, &mut inside),
                Type::Data(id, _) => {
                    let constructors = program.datas.get(*id).into_iter().flat_map(|data| data.constructors.iter());
                    constructors.flat_map(|(_, payload)| payload).for_each(|ty| collect(ty, &mut inside));
                }
                _ => {}
            }
            edges.push(inside.all.into_iter().map(|ty| types.number(ty)).collect());
        }
        let mut found = FxHashSet::default();
        for group in graph::components(&edges) {
            let is_cycle = group.len() > 1 || group.iter().any(|at| edges[*at].contains(at));
            if is_cycle && group.iter().any(|at| is_mutable(&types.all[*at])) {
                found.extend(group.iter().map(|at| types.all[*at].clone()));
            }
        }
        Cyclic(found)
    }

    pub fn contains_data(&self, id: DataId) -> bool {
        self.0.contains(&Type::Data(id, [].into()))
    }

    /// Whether references to values of the type are cyclic.
    pub fn contains_reference(&self, content: &Type) -> bool {
        !self.0.is_empty() && self.0.contains(&Type::Ref(without_sizes(content).into()))
    }

    /// Whether tensors with elements of the type are cyclic.
    pub fn contains_tensor(&self, elem: &Type) -> bool {
        !self.0.is_empty() && self.0.contains(&Type::Tensor(without_sizes(elem).into()))
    }
}

/// Different types, numbered.
#[derive(Default)]
struct Types {
    all: Vec<Type>,
    numbers: FxHashMap<Type, usize>,
}

impl Types {
    fn number(&mut self, ty: Type) -> usize {
        let all = &mut self.all;
        *self.numbers.entry(ty).or_insert_with_key(|ty| {
            all.push(ty.clone());
            all.len() - 1
        })
    }
}

/// Adds the types of objects in values of the type, without those inside of the objects.
fn collect(ty: &Type, found: &mut Types) {
    match ty {
        Type::Data(..) | Type::Ref(_) | Type::Tensor(_) => _ = found.number(without_sizes(ty)),
        Type::Array(elem, _) | Type::Seq(elem) => collect(elem, found),
        Type::Record(fields) => fields.iter().for_each(|(_, field)| collect(field, found)),
        Type::Sum(constructors) => {
            constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| collect(ty, found));
        }
        Type::Scalar(_) | Type::Function(..) | Type::Param(_) => {}
    }
}
