//! Inputs of several elements that a thread reads together, before it computes with the first one. So the device reads
//! them at the same time, although operations with effects (atomic ones, writes) follow for each element.

use super::*;
use fun::def::Lambda;

/// The scalar inputs of a lambda. A thread reads them for all its elements before it computes with the first, so that
/// the loads are in flight together.
pub(super) struct Inputs<'l> {
    lambda: &'l Lambda,
    /// For each scalar parameter: the parameter, its input, its type, and an array of the thread with the values for
    /// its items.
    params: Vec<(Name, Name, ScalarType, Name)>,
}

impl<'l> Inputs<'l> {
    pub fn of(lowerer: &mut Lowerer<'_>, lambda: &'l Lambda, inputs: &[Name]) -> Inputs<'l> {
        let mut params = Vec::new();
        for (&param, &input) in lambda.params.iter().skip(1).zip(inputs) {
            if let Type::Scalar(elem) = *lowerer.program.type_of(param) {
                params.push((param, input, elem, lowerer.out.names.fresh("input")));
            }
        }
        Inputs { lambda, params }
    }

    /// Returns the number of bytes that are read for an element.
    pub fn bytes(&self) -> usize {
        self.params.iter().map(|(_, _, elem, _)| elem.bytes()).sum()
    }

    /// Declares the arrays of a thread, each with room for `items` items.
    pub fn declare(&self, lowerer: &mut Lowerer<'_>, items: usize) {
        for &(.., elem, name) in &self.params {
            lowerer.push(target::Stm::DeclareArray { name, elem, count: items });
        }
    }

    /// Reads the inputs of the element at `index`, which is item number `item` of its thread.
    pub fn read(&self, lowerer: &mut Lowerer<'_>, item: Name, index: Name) -> Lowered<()> {
        for &(_, input, elem, array) in &self.params {
            let value = lowerer.read(input, &[var(index)])?;
            lowerer.write_each(&[array], &[elem], &var(item), vec![value]);
        }
        Ok(())
    }

    /// Lowers the lambda for the element at `index`, after its inputs are read.
    pub fn enter(&self, lowerer: &mut Lowerer<'_>, item: Name, index: Name) -> Lowered<()> {
        lowerer.bind_index(&self.lambda.params, index)?;
        for &(name, _, ty, array) in &self.params {
            let init = lowerer.element(array, ty, var(item));
            lowerer.push(target::Stm::Declare { name, ty, init });
        }
        lowerer.stms(&self.lambda.body)
    }
}
