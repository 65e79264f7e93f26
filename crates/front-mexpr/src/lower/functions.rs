//! Functions that become definitions of CORE: top-level ones, and local ones that are polymorphic or recursive.

use super::{Bound, Global, Lowered, Pass, bug};
use crate::check::tree::{Decl, Definition, Exp, ExpKind, Stm, Utest, VariableId};
use crate::check::types::{ParamNumber, Type};
use base::{Name, Symbol};
use core_ir::build;
use core_ir::def as ir;
use indexmap::IndexMap;

impl<'t> Pass<'t> {
    /// Lowers functions that may call each other to definitions of CORE, and binds their variables.
    pub(super) fn functions(&mut self, definitions: &'t [Definition]) -> Lowered<()> {
        let mut captured = IndexMap::new();
        for definition in definitions {
            if !matches!(definition.value.kind, ExpKind::Lambda(..)) {
                let label = "this definition is not written as a `lam`";
                return self.unsupported(definition.value.span, "recursive values other than functions are", label);
            }
            self.captured(&definition.value, &mut captured);
        }
        let captured: Vec<(Name, ir::Type)> = captured.into_iter().collect();
        for definition in definitions {
            let id = self.reserve(definition.variable.name);
            let own = definition.params.clone();
            let global = Global { id, outer: self.scope.clone(), own, captured: captured.clone() };
            self.variables.insert(definition.variable.id, Bound::Global(global));
            if let ExpKind::Lambda(params, _) = &definition.value.kind {
                self.arities.insert(definition.variable.id, params.len());
            }
        }
        // The types of all are known before their bodies, so that they can mention each other.
        let mut typed = Vec::new();
        for definition in definitions {
            let names: Vec<Name> = definition.params.iter().map(|_| self.fresh("t")).collect();
            typed.push(names);
        }
        let all: Vec<(ParamNumber, Name)> = definitions
            .iter()
            .zip(&typed)
            .flat_map(|(definition, names)| definition.params.iter().copied().zip(names.iter().copied()))
            .collect();
        let depth = self.scope.len();
        for (definition, names) in definitions.iter().zip(&typed) {
            self.scope.extend(names);
            let params: Vec<ParamNumber> = all.iter().map(|(param, _)| *param).collect();
            let types = params
                .iter()
                .map(|param| {
                    let own = definition.params.iter().position(|own| own == param);
                    own.map_or(ir::Type::unit(), |at| ir::Type::Param(names[at]))
                })
                .collect();
            let result = self.with_types(&params, types, |pass| pass.function(definition, names, &captured));
            self.scope.truncate(depth);
            result?;
        }
        Ok(())
    }

    /// Adds a definition that is filled later.
    fn reserve(&mut self, name: Symbol) -> ir::DefId {
        self.constant(name, Vec::new(), build::unit())
    }

    fn function(&mut self, definition: &'t Definition, own: &[Name], captured: &[(Name, ir::Type)]) -> Lowered<()> {
        let ExpKind::Lambda(params, body) = &definition.value.kind else { return Err(bug("a function without `lam`")) };
        let Some(Bound::Global(global)) = self.variables.get(&definition.variable.id).cloned() else {
            return Err(bug("a function without its definition"));
        };
        let mut all: Vec<ir::Param> = captured.iter().map(|(name, ty)| build::param(*name, ty.clone())).collect();
        for param in params {
            all.push(self.param(param)?);
        }
        let result = self.ty(&body.ty, body.span)?;
        let body = self.exp(body)?;
        let def = ir::Def {
            name: definition.variable.name,
            type_params: global.outer.iter().chain(own).copied().collect(),
            params: all,
            result,
            unique_result: ir::Unique::No,
            unique_inferred: false,
            body,
            inline: ir::Inline::Auto,
            accelerated: false,
            span: definition.variable.span,
        };
        // Captured variables and outer type parameters have the names that they have outside; names are unique.
        self.program.defs[global.id] = core_ir::walk::refresh_def(&def, &mut self.program.names);
        Ok(())
    }

    /// Returns a use of a definition: within its group without types, which are then its own parameters.
    pub(super) fn global(&mut self, global: &Global, types: &[Type], exp: &Exp) -> Lowered<ir::Expr> {
        let own = match types.is_empty() {
            true => global.own.iter().map(|param| self.ty(&Type::Param(*param), exp.span)).collect::<Lowered<Vec<_>>>(),
            false => types.iter().map(|ty| self.ty(ty, exp.span)).collect(),
        };
        let types = global.outer.iter().map(|name| ir::Type::Param(*name)).chain(own?).collect();
        let ty = self.ty(&exp.ty, exp.span)?;
        let captured = global.captured.iter().map(|(_, ty)| ty.clone());
        let whole = ir::Type::functions(captured, ty.clone());
        let arguments = global.captured.iter().map(|(name, ty)| build::var(*name, ty.clone()).at(exp.span)).collect();
        Ok(build::apply(build::def(global.id, types, whole).at(exp.span), arguments).with_type(ty))
    }

    /// Adds the local variables of CORE on which an expression depends.
    fn captured(&self, exp: &'t Exp, found: &mut IndexMap<Name, ir::Type>) {
        match &exp.kind {
            ExpKind::Variable(id, _) => self.captured_by(*id, found),
            ExpKind::Con(_, _, inner) | ExpKind::Select(inner, _) => self.captured(inner, found),
            ExpKind::Apply(function, arguments) => {
                self.captured(function, found);
                arguments.iter().for_each(|exp| self.captured(exp, found));
            }
            ExpKind::Lambda(_, body) => self.captured(body, found),
            ExpKind::Block(stms, last) => {
                for stm in stms {
                    match stm {
                        Stm::Decl(decl) => self.captured_in(decl, found),
                        Stm::Match(exp, _) | Stm::Do(exp) => self.captured(exp, found),
                    }
                }
                self.captured(last, found);
            }
            ExpKind::If(condition, yes, no) => {
                [condition, yes, no].into_iter().for_each(|exp| self.captured(exp, found));
            }
            ExpKind::Match(parts) => {
                [&parts.subject, &parts.yes, &parts.no].into_iter().for_each(|exp| self.captured(exp, found));
            }
            ExpKind::Switch(subject, cases) => {
                self.captured(subject, found);
                cases.iter().for_each(|(_, body)| self.captured(body, found));
            }
            ExpKind::Record(fields) => fields.iter().for_each(|(_, exp)| self.captured(exp, found)),
            ExpKind::Update(record, fields) => {
                self.captured(record, found);
                fields.iter().for_each(|(_, exp)| self.captured(exp, found));
            }
            ExpKind::Seq(elements) => elements.iter().for_each(|exp| self.captured(exp, found)),
            ExpKind::Literal(_) | ExpKind::Never | ExpKind::Error => {}
        }
    }

    fn captured_in(&self, decl: &'t Decl, found: &mut IndexMap<Name, ir::Type>) {
        match decl {
            Decl::Let(definition) => self.captured(&definition.value, found),
            Decl::Recursive(definitions) => {
                definitions.iter().for_each(|definition| self.captured(&definition.value, found));
            }
            Decl::External(_) => {}
            Decl::Utest(test) => {
                let Utest { left, right, equal, show, .. } = &**test;
                let parts = [Some(left), Some(right), equal.as_ref(), show.as_ref()];
                parts.into_iter().flatten().for_each(|exp| self.captured(exp, found));
            }
        }
    }

    /// Adds the local variables on which a use of a variable depends. A variable that is bound inside of the expression
    /// has no meaning yet.
    fn captured_by(&self, id: VariableId, found: &mut IndexMap<Name, ir::Type>) {
        match self.variables.get(&id) {
            Some(Bound::Local(variable)) => {
                if let ir::ExprKind::Var(name, _) = variable.kind {
                    found.insert(name, variable.ty.clone());
                }
            }
            Some(Bound::Global(global)) => found.extend(global.captured.iter().cloned()),
            Some(Bound::Copied(definition)) => self.captured(&definition.value, found),
            Some(Bound::Builtin(_)) | None => {}
        }
    }
}
