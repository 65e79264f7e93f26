//! Functions that become definitions of CORE: top-level ones, and local ones that are polymorphic or recursive.

use super::{Bound, Global, Lowered, Pass, bug};
use crate::check::tree::{Decl, Definition, Exp, ExpKind, Pat, Stm, Utest, Variable, VariableId};
use crate::check::types::{ParamNumber, Type};
use base::{Code, Diagnostic, Error, Name, Symbol, graph};
use core_ir::build;
use core_ir::def as ir;
use indexmap::IndexMap;
use syntax::errors::shorten;

const DEFINED_BY_ITSELF: Code = Code("E0210");

impl<'t> Pass<'t> {
    /// Lowers functions that may call each other to definitions of CORE, and binds their variables.
    pub(super) fn functions(&mut self, definitions: &[&'t Definition]) -> Lowered<()> {
        let mut captured = IndexMap::new();
        for definition in definitions {
            if !matches!(self.checked.unifier.head(&definition.value.ty), Type::Function(..)) {
                return Err(needs_itself(definition));
            }
            self.captured(&definition.value, &mut captured);
        }
        let captured: Vec<(Name, ir::Type)> = captured.into_iter().collect();
        for definition in definitions {
            let id = self.reserve(definition.variable.name);
            let own = definition.params.clone();
            let global = Global { id, outer: self.scope.clone(), own, captured: captured.clone() };
            self.variables.insert(definition.variable.id, Bound::Global(global));
            self.written(definition);
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
            let Some(Bound::Global(global)) = self.variables.get(&definition.variable.id).cloned() else {
                return Err(bug("a function without its definition"));
            };
            let result = self.with_types(&params, types, |pass| pass.function(definition, &global, names));
            self.scope.truncate(depth);
            result?;
        }
        Ok(())
    }

    /// Notes with how many `lam`s a function is written.
    pub(super) fn written(&mut self, definition: &Definition) {
        if let ExpKind::Lambda(params, _) = &definition.value.kind {
            self.arities.insert(definition.variable.id, params.len());
        }
    }

    /// Adds a definition that is filled later.
    fn reserve(&mut self, name: Symbol) -> ir::DefId {
        self.constant(name, Vec::new(), build::unit())
    }

    /// Fills the definition of CORE for a function, whose own type parameters have these names.
    pub(super) fn function(&mut self, definition: &'t Definition, global: &Global, own: &[Name]) -> Lowered<()> {
        let value = &definition.value;
        let mut all: Vec<ir::Param> =
            global.captured.iter().map(|(name, ty)| build::param(*name, ty.clone())).collect();
        let (body, result) = match (&value.kind, self.checked.unifier.head(&value.ty)) {
            (ExpKind::Lambda(params, body), _) => {
                for param in params {
                    all.push(self.param(param)?);
                }
                (self.exp(body)?, self.ty(&body.ty, body.span)?)
            }
            // A function that is computed from itself is computed where it is applied.
            (_, Type::Function(param, result)) => {
                let (name, ty) = (self.fresh("x"), self.ty(&param, value.span)?);
                all.push(build::param(name, ty.clone()));
                let body = build::apply(self.exp(value)?, vec![build::var(name, ty)]).at(value.span);
                (body, self.ty(&result, value.span)?)
            }
            _ => return Err(bug("a recursive value that is no function")),
        };
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
    pub(super) fn captured(&self, exp: &'t Exp, found: &mut IndexMap<Name, ir::Type>) {
        each_use(exp, &mut |id| self.captured_by(id, found));
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
            Some(Bound::Specialised(group)) => found.extend(group.captured.iter().cloned()),
            Some(Bound::Builtin(_)) | None => {}
        }
    }
}

/// Returns the error of a recursive value that is no function.
fn needs_itself(definition: &Definition) -> Error {
    let headline = format!("the value `{}` is defined in terms of itself", shorten(definition.variable.name.as_str()));
    let diagnostic = Diagnostic::error(DEFINED_BY_ITSELF, headline)
        .label(definition.value.span, "to compute this value, it must be known already")
        .help("only functions can be recursive: write `lam. ..`, and apply it to `()`");
    Error::User(vec![diagnostic])
}

/// Returns the definitions of a recursive group in groups whose members depend on each other, used ones before users. A
/// group of functions stays one, because its members have type parameters in common.
pub(super) fn groups(definitions: &[Definition]) -> Vec<Vec<&Definition>> {
    let are_functions = definitions.iter().all(|one| matches!(one.value.kind, ExpKind::Lambda(..)));
    if are_functions || definitions.iter().any(|one| !one.params.is_empty()) {
        return vec![definitions.iter().collect()];
    }
    let uses = definitions.iter().map(|definition| {
        let mut used = Vec::new();
        each_use(&definition.value, &mut |id| used.extend(definitions.iter().position(|one| one.variable.id == id)));
        used
    });
    let groups = graph::components(&uses.collect::<Vec<Vec<usize>>>());
    groups.into_iter().map(|group| group.into_iter().map(|at| &definitions[at]).collect()).collect()
}

/// Returns the definition of a group that is no function and does not depend on itself.
pub(super) fn computed<'t>(group: &[&'t Definition]) -> Option<&'t Definition> {
    let [definition] = group else { return None };
    if matches!(definition.value.kind, ExpKind::Lambda(..)) {
        return None;
    }
    let mut uses_itself = false;
    each_use(&definition.value, &mut |id| uses_itself |= id == definition.variable.id);
    (!uses_itself).then_some(definition)
}

/// What `each_part` visits.
pub(super) enum Part<'t> {
    /// A use of a variable, with the types for the parameters of its definition.
    Use(VariableId, &'t [Type]),
    /// A definition, or those of a recursive group.
    Group(&'t [Definition]),
    External(&'t Variable),
    /// The variables of a lambda.
    Params(&'t [Variable]),
    Pattern(&'t Pat),
    /// The type parameters of a polymorphic value.
    Poly(&'t [ParamNumber]),
}

/// Visits the uses of variables in an expression.
fn each_use(exp: &Exp, visit: &mut dyn FnMut(VariableId)) {
    each_part(exp, &mut |part| {
        if let Part::Use(id, _) = part {
            visit(id)
        }
    });
}

/// Visits the uses and the bindings of variables in an expression.
pub(super) fn each_part<'t>(exp: &'t Exp, visit: &mut dyn FnMut(Part<'t>)) {
    match &exp.kind {
        ExpKind::Variable(id, types) => visit(Part::Use(*id, types)),
        ExpKind::Con(_, inner) | ExpKind::Select(inner, _) => each_part(inner, visit),
        ExpKind::Instance(inner, _) => each_part(inner, visit),
        ExpKind::Poly(inner, params) => {
            visit(Part::Poly(params));
            each_part(inner, visit);
        }
        ExpKind::Lambda(params, inner) => {
            visit(Part::Params(params));
            each_part(inner, visit);
        }
        ExpKind::Apply(function, arguments) => {
            each_part(function, visit);
            arguments.iter().for_each(|exp| each_part(exp, visit));
        }
        ExpKind::Block(stms, last) => {
            for stm in stms {
                match stm {
                    Stm::Decl(decl) => each_part_of(decl, visit),
                    Stm::Match(exp, pat) => {
                        visit(Part::Pattern(pat));
                        each_part(exp, visit);
                    }
                    Stm::Do(exp) => each_part(exp, visit),
                }
            }
            each_part(last, visit);
        }
        ExpKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|exp| each_part(exp, visit)),
        ExpKind::Match(parts) => {
            visit(Part::Pattern(&parts.pat));
            [&parts.subject, &parts.yes, &parts.no].into_iter().for_each(|exp| each_part(exp, visit));
        }
        ExpKind::Switch(subject, cases) => {
            each_part(subject, visit);
            for (pat, body) in cases {
                visit(Part::Pattern(pat));
                each_part(body, visit);
            }
        }
        ExpKind::Record(fields) => fields.iter().for_each(|(_, exp)| each_part(exp, visit)),
        ExpKind::Update(record, fields) => {
            each_part(record, visit);
            fields.iter().for_each(|(_, exp)| each_part(exp, visit));
        }
        ExpKind::Seq(elements) => elements.iter().for_each(|exp| each_part(exp, visit)),
        ExpKind::Literal(_) | ExpKind::Never | ExpKind::Error => {}
    }
}

/// Visits the uses and the bindings of variables in a declaration.
pub(super) fn each_part_of<'t>(decl: &'t Decl, visit: &mut dyn FnMut(Part<'t>)) {
    match decl {
        Decl::Let(definition) => {
            visit(Part::Group(std::slice::from_ref(definition)));
            each_part(&definition.value, visit);
        }
        Decl::Recursive(definitions) => {
            visit(Part::Group(definitions));
            definitions.iter().for_each(|definition| each_part(&definition.value, visit));
        }
        Decl::External(variable) => visit(Part::External(variable)),
        Decl::Utest(test) => {
            let Utest { left, right, equal, show, .. } = &**test;
            let parts = [Some(left), Some(right), equal.as_ref(), show.as_ref()];
            parts.into_iter().flatten().for_each(|exp| each_part(exp, visit));
        }
    }
}
