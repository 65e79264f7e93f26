//! Statements on objects (see `rts/object.h`).

use crate::c::function::{FunctionWriter, line};
use base::Name;
use imp::def::{Exp, Stm};

impl FunctionWriter<'_> {
    pub fn object_stm(&mut self, stm: &Stm) {
        match stm {
            Stm::Construct { name, number, mutable: _, cyclic, words, memories, objects, reuse } => {
                self.construct(*name, [*number, *words, *memories], objects, *reuse);
                if *cyclic {
                    line!(self, "{}->references |= RISTA_CYCLIC;", self.variable(*name));
                }
            }
            Stm::Constant { name, number } => {
                let name = self.variable(*name);
                line!(self, "{name} = rista_share_object(ctx, {name}, rista_constant(ctx, {number}));");
                self.leave_without_memory(name);
            }
            Stm::Vacate { name } => {
                let name = self.variable(*name);
                line!(self, "{name} = rista_vacate_object(ctx, {name});");
            }
            Stm::SetWord { object, mutable: _, ty, at, value } => {
                let (object, value) = (self.variable(*object), self.variables.written(value));
                self.lines.add(format_args!("rista_set_word_{}({object}, {at}, {value});", ty.name()));
            }
            Stm::LoadWord { name, object, ty, at } => {
                let (name, object) = (self.variable(*name), self.variable(*object));
                line!(self, "{name} = rista_word_{}({object}, {at});", ty.name());
            }
            Stm::LoadMemory { name, object, mutable: _, at } => {
                let (name, object) = (self.variable(*name), self.variable(*object));
                line!(self, "{name} = rista_share({name}, rista_memory_of({object}, {at}));");
            }
            Stm::StoreMemory { object, mutable: _, at, from, moves } => {
                let (object, from) = (self.variable(*object), self.variable(*from));
                if *moves {
                    line!(self, "rista_put_memory({object}, {at}, {from});");
                    line!(self, "{from} = NULL;");
                } else {
                    line!(self, "rista_put_memory({object}, {at}, rista_retain({from}));");
                }
            }
            Stm::LoadObject { name, object, mutable: _, at } => {
                let at = self.variables.written(at).to_string();
                self.share_object(*name, format_args!("rista_object_of({}, {at})", self.variable(*object)));
            }
            Stm::StoreObject { object, mutable: _, at, from, moves } => {
                let (object, from) = (self.variable(*object), self.variable(*from));
                let at = self.variables.written(at).to_string();
                if *moves {
                    line!(self, "rista_put_object(ctx, {object}, {at}, {from});");
                    line!(self, "{from} = NULL;");
                } else {
                    line!(self, "rista_put_object(ctx, {object}, {at}, rista_retain_object({from}));");
                }
            }
            _ => {}
        }
    }

    /// Writes a construction. It may reuse the storage of the object in the assigned variable, and that of `reuse`.
    fn construct(&mut self, name: Name, [number, words, memories]: [usize; 3], objects: &Exp, reuse: Option<Name>) {
        let reuse = reuse.filter(|reuse| *reuse != name).map(|reuse| self.variable(reuse));
        let (name, objects) = (self.variable(name), self.variables.written(objects).to_string());
        let shape = format!("{number}, {words}, {memories}, {objects}");
        if let Some(reuse) = reuse {
            line!(self, "{name} = rista_replace_object(ctx, {name}, &{reuse}, {shape});");
        } else {
            line!(self, "{name} = rista_construct(ctx, {name}, {shape});");
        }
        self.leave_without_memory(name);
    }
}
