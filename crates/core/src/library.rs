//! Libraries in CORE's text, of which passes and front ends add definitions to programs.

use crate::calls::Calls;
use crate::def::{Data, DataId, DefId, ExprKind, Program, Type};
use crate::text;
use crate::walk::{self, PartMut, Substitution};
use base::entity::EntityRef;
use base::{Error, FileId, Name, NameSource, Span};

/// A library from which one program takes definitions.
pub struct Library {
    library: Program,
    calls: Calls,
    /// Position of the library's first data type among those of the program, once they are there.
    datas: Option<usize>,
    /// For each definition of the library, that of the program.
    defs: Vec<Option<DefId>>,
}

impl Library {
    /// # Errors
    /// The text is no program.
    pub fn parse(text: &str) -> Result<Library, Error> {
        let mut library = text::parse(FileId(0), text)?;
        walk::erase_spans(&mut library);
        Ok(Library::of(library))
    }

    /// Returns the definitions of a program as a library.
    pub fn of(library: Program) -> Library {
        let (calls, defs) = (Calls::of(&library), vec![None; library.defs.len()]);
        Library { library, calls, datas: None, defs }
    }

    /// Returns the definition of this name in the program, to which it is added with all that it uses, unless it is
    /// there. `None` if the library has no such definition.
    pub fn def(&mut self, name: &str, program: &mut Program) -> Option<DefId> {
        let (wanted, _) = self.library.defs.iter().find(|(_, def)| def.name.as_str() == name)?;
        let first_data = self.first_data(program);
        let mut added = Vec::new();
        for id in self.calls.callees_first([wanted]) {
            if self.defs[id.index()].is_none() {
                let def = walk::refresh_def(&self.library.defs[id], &mut program.names);
                added.push(*self.defs[id.index()].insert(program.defs.push(def)));
            }
        }
        let mut renumber = |part: PartMut<'_>| renumber(part, first_data, &self.defs);
        for id in added {
            let def = &mut program.defs[id];
            def.params.iter_mut().for_each(|param| walk::pat_parts_mut(&mut param.pat, &mut renumber));
            renumber(PartMut::Type(&mut def.result));
            renumber(PartMut::Expr(&mut def.body));
        }
        self.defs[wanted.index()]
    }

    /// Returns the data type of this name in the program, to which those of the library are added.
    pub fn data(&mut self, name: &str, program: &mut Program) -> Option<DataId> {
        let (id, _) = self.library.datas.iter().find(|(_, data)| data.name.as_str() == name)?;
        Some(DataId::new(self.first_data(program) + id.index()))
    }

    fn first_data(&mut self, program: &mut Program) -> usize {
        if let Some(first) = self.datas {
            return first;
        }
        let first = program.datas.len();
        for data in self.library.datas.values() {
            program.datas.push(moved(data, first, &mut program.names));
        }
        *self.datas.insert(first)
    }
}

/// Returns a data type of the library with names of the program, in which the library's data types begin at `first`.
fn moved(data: &Data, first: usize, names: &mut NameSource) -> Data {
    let type_params: Vec<Name> = data.type_params.iter().map(|name| names.like(*name)).collect();
    let types = data.type_params.iter().copied().zip(type_params.iter().map(|name| Type::Param(*name))).collect();
    let renamed = Substitution { types, ..Substitution::default() };
    let payload = |types: &[Type]| types.iter().map(|ty| shifted(&renamed.ty(ty), first)).collect();
    let constructors = data.constructors.iter().map(|(name, types)| (*name, payload(types))).collect();
    // A data type without a place would be one of closures.
    Data { name: data.name, type_params, constructors, span: Span::new(FileId(0), 0, 0) }
}

/// Replaces the numbers of data types and definitions of the library by those of the program.
fn renumber(part: PartMut<'_>, first_data: usize, defs: &[Option<DefId>]) {
    match part {
        PartMut::Type(ty) => *ty = shifted(ty, first_data),
        PartMut::Expr(child) => {
            walk::for_each_part_mut(child, &mut |part| renumber(part, first_data, defs));
            if let ExprKind::Def(id, _) = &mut child.kind
                && let Some(moved) = defs[id.index()]
            {
                *id = moved;
            }
        }
        PartMut::Binder(_) | PartMut::TypeBinder(_) | PartMut::Use(_) => {}
    }
}

fn shifted(ty: &Type, first: usize) -> Type {
    walk::map_datas(ty, &mut |id, args| {
        Type::Data(DataId::new(first + id.index()), args.iter().map(|ty| shifted(ty, first)).collect())
    })
}
