//! The verifier of CORE: names are unique and in scope, every node has its inferred type (sizes need only be in scope),
//! patterns fit the values they match, no constant needs itself, a constant with effects has no type parameters, and entry
//! points are callable from outside.

use crate::constants::recursive_constant;
use crate::def::{
    Acceleration, Binding, Case, Data, DataId, Def, Ensure, Entry, Expr, ExprKind, Loop, LoopForm, Param, Pat, Prim,
    Program, Size, SliceDim, Type, field_order,
};
use crate::effects::{Effects, Latent};
use crate::text::print_type;
use crate::typing::{self, Variables, check_service, irrefutable, same_shape, slice_type};
use crate::walk::for_each_type_name;
use base::cursor::MAX_DEPTH;
use base::entity::EntityRef;
use base::{Bug, Name, Symbol};
use rustc_hash::FxHashSet;
use value::SystemOp;
use value::entry::{EntryType, OpaqueForm, wrong_names};

/// Verifies a program; returns all faults as one `Bug` with the program's text.
pub fn verify(program: &Program) -> Result<(), Bug> {
    let problems = problems(program);
    if problems.is_empty() {
        return Ok(());
    }
    let mut bug = Bug::new("verify CORE", problems.join("\n"));
    bug.program = Some(crate::text::print(program));
    Err(bug)
}

/// Returns all faults, each with the definition in which it was found.
pub fn problems(program: &Program) -> Vec<String> {
    let mut verifier = Verifier {
        variables: Variables::of_program(program),
        bound: FxHashSet::default(),
        scope: FxHashSet::default(),
        type_scope: FxHashSet::default(),
        place: String::new(),
        depth: 0,
        problems: Vec::new(),
    };
    for data in program.datas.values() {
        verifier.data(data);
    }
    for def in program.defs.values() {
        verifier.def(def);
    }
    let accelerated = program.defs.values().filter(|def| def.accelerated).map(|def| def.name);
    verifier.problems.extend(wrong_names(program.entries.iter().map(|entry| entry.name).chain(accelerated)));
    for entry in &program.entries {
        verifier.entry(program, entry);
    }
    if let Some(id) = recursive_constant(program) {
        verifier.place = format!("def {}", program.defs[id].name);
        verifier.problem("a constant that needs its own value");
    }
    // Such a constant would have its effects once for each use.
    let latent = Latent::of(program);
    for (id, def) in program.defs.iter().filter(|(_, def)| def.params.is_empty() && !def.type_params.is_empty()) {
        if latent.of_application(id) != Effects::NONE {
            verifier.place = format!("def {}", def.name);
            verifier.problem("a constant with type parameters has effects");
        }
    }
    verifier.problems
}

struct Verifier<'p> {
    variables: Variables<'p>,
    /// Names bound so far in the program.
    bound: FxHashSet<Name>,
    scope: FxHashSet<Name>,
    type_scope: FxHashSet<Name>,
    /// Name of the definition being verified.
    place: String,
    depth: usize,
    problems: Vec<String>,
}

impl<'p> Verifier<'p> {
    fn program(&self) -> &'p Program {
        self.variables.program
    }

    fn show(&self, ty: &Type) -> String {
        print_type(self.program(), ty)
    }

    fn problem(&mut self, message: impl AsRef<str>) {
        self.problems.push(format!("{}: {}", self.place, message.as_ref()));
    }

    fn demand(&mut self, holds: bool, message: &str) {
        if !holds {
            self.problem(message);
        }
    }

    /// Reports two types that differ in more than sizes.
    fn same(&mut self, found: &Type, expected: &Type, what: &str) {
        if !same_shape(found, expected) {
            self.problem(format!("{what} has type {}, not {}", self.show(found), self.show(expected)));
        }
    }

    fn data(&mut self, data: &Data) {
        self.place = format!("data {}", data.name);
        self.type_params(&data.type_params);
        self.constructors_ordered(&data.constructors);
        data.constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| self.ty(ty));
        self.leave_types(&data.type_params);
    }

    fn def(&mut self, def: &Def) {
        self.place = format!("def {}", def.name);
        self.type_params(&def.type_params);
        let names = self.params(&def.params);
        self.ty(&def.result);
        self.expr(&def.body);
        self.same(&def.body.ty, &def.result, "the body");
        self.leave(&names);
        self.leave_types(&def.type_params);
    }

    /// Checks that an entry point's types are those of its definition.
    fn entry(&mut self, program: &Program, entry: &Entry) {
        self.place = format!("entry {}", entry.name);
        let Some(def) = program.defs.get(entry.def) else { return self.problem("there is no such definition") };
        self.demand(def.type_params.is_empty(), "the definition has type parameters");
        let sizes = entry.sizes.iter().filter(|size| size.passed).count();
        if def.params.len() != sizes + entry.params.len() {
            return self.problem("the definition has another number of parameters");
        }
        for param in def.params.iter().take(sizes) {
            self.same(&param.pat.ty(), &Type::I64, "a size");
        }
        for (param, outer) in def.params.iter().skip(sizes).zip(&entry.params) {
            self.same(&param.pat.ty(), &inner_type(&outer.ty), "a parameter");
            self.demand(param.consumed.any() == outer.consumed, "a parameter is consumed on one side only");
        }
        self.same(&def.result, &inner_type(&entry.result.ty), "the result");
        entry.params.iter().map(|param| &param.ty).chain([&entry.result.ty]).for_each(|ty| self.entry_datas(ty));
    }

    /// Checks that the data types of an entry point's type have the constructors that the program gives them.
    fn entry_datas(&mut self, ty: &EntryType) {
        let EntryType::Opaque(opaque) = ty else { return };
        match &opaque.form {
            OpaqueForm::Record(fields) => fields.iter().for_each(|(_, field)| self.entry_datas(field)),
            OpaqueForm::Tree(tree) => {
                for data in &tree.datas {
                    let found = self.program().datas.get(DataId::new(data.number));
                    let Some(found) = found.map(|data| Type::Sum(data.constructors.clone())) else {
                        self.problem("an entry point has a data type that does not exist");
                        continue;
                    };
                    self.same(&found, &inner_sum(&data.constructors), "the constructors of a data type");
                }
            }
            OpaqueForm::Sum(_) | OpaqueForm::Array(..) | OpaqueForm::Data(_) => {
                self.demand(!ty.holds_data(), "a data type outside of a tree");
            }
        }
    }

    // Names

    fn bind(&mut self, name: Name, names: &mut Vec<Name>) {
        if !self.bound.insert(name) {
            self.problem(format!("`{name}` is bound twice"));
        }
        if name.id >= self.variables.program.names.limit() {
            self.problem(format!("`{name}` may be handed out again as a fresh name"));
        }
        self.scope.insert(name);
        names.push(name);
    }

    fn leave(&mut self, names: &[Name]) {
        names.iter().for_each(|name| _ = self.scope.remove(name));
    }

    fn type_params(&mut self, names: &[Name]) {
        for name in names {
            if !self.bound.insert(*name) {
                self.problem(format!("`{name}` is bound twice"));
            }
            self.type_scope.insert(*name);
        }
    }

    fn leave_types(&mut self, names: &[Name]) {
        names.iter().for_each(|name| _ = self.type_scope.remove(name));
    }

    /// Checks that a type is well-formed and that its names are in scope.
    fn ty(&mut self, ty: &Type) {
        let (mut sizes, mut params) = (Vec::new(), Vec::new());
        for_each_type_name(ty, &mut |name| sizes.push(name), &mut |name| params.push(name));
        for name in sizes {
            if !self.scope.contains(&name) {
                self.problem(format!("the size `{name}` in the type {} is not in scope", self.show(ty)));
            } else if typing::Context::variable(&self.variables, name).is_some_and(|(_, ty)| *ty != Type::I64) {
                self.problem(format!("the size `{name}` is no i64"));
            }
        }
        for name in params {
            if !self.type_scope.contains(&name) {
                self.problem(format!("the type parameter `{name}` is not in scope"));
            }
        }
        self.ordered(ty);
    }

    /// Checks that fields and constructors are sorted and distinct, that data types exist and have all arguments, and that
    /// the elements of sequences contain no arrays.
    fn ordered(&mut self, ty: &Type) {
        match ty {
            Type::Scalar(_) | Type::Param(_) => {}
            Type::Array(elem, _) | Type::Ref(elem) => self.ordered(elem),
            Type::Seq(elem) | Type::Tensor(elem) => {
                self.demand(!elem.holds_arrays(), "the elements of a sequence or a tensor contain no arrays");
                self.ordered(elem);
            }
            Type::Record(fields) => {
                self.fields_ordered(fields);
                fields.iter().for_each(|(_, field)| self.ordered(field));
            }
            Type::Sum(constructors) => {
                self.constructors_ordered(constructors);
                constructors.iter().flat_map(|(_, payload)| payload).for_each(|ty| self.ordered(ty));
            }
            Type::Data(id, args) => {
                match self.program().datas.get(*id) {
                    None => self.problem("there is no such data type"),
                    Some(data) if data.type_params.len() != args.len() => {
                        let (name, count) = (data.name, data.type_params.len());
                        self.problem(format!("the data type `{name}` has {count} arguments"));
                    }
                    Some(_) => {}
                }
                args.iter().for_each(|ty| self.ordered(ty));
            }
            Type::Function(from, to) => {
                self.ordered(from);
                self.ordered(to);
            }
        }
    }

    fn constructors_ordered(&mut self, constructors: &[(Symbol, Vec<Type>)]) {
        let ascending = constructors.windows(2).all(|pair| pair[0].0 < pair[1].0);
        self.demand(ascending, "the constructors of a sum are not in order");
    }

    fn fields_ordered<T>(&mut self, fields: &[(Symbol, T)]) {
        let ascending = fields.windows(2).all(|pair| field_order(pair[0].0, pair[1].0).is_lt());
        self.demand(ascending, "the fields of a record are not in order");
    }

    // Patterns

    fn params(&mut self, params: &[Param]) -> Vec<Name> {
        let mut names = Vec::new();
        params.iter().for_each(|param| self.let_pat(&param.pat, &mut names));
        names
    }

    fn let_pat(&mut self, pat: &Pat, names: &mut Vec<Name>) {
        self.demand(irrefutable(pat, &self.program().datas), "a pattern that may not match");
        self.pat(pat, names);
    }

    /// Checks a pattern and brings its variables into scope; adds them to `names`.
    fn pat(&mut self, pat: &Pat, names: &mut Vec<Name>) {
        match pat {
            Pat::Var(name, ty) => {
                self.ty(ty);
                self.bind(*name, names);
            }
            Pat::Wildcard(ty) => self.ty(ty),
            Pat::Literal(_) => {}
            Pat::Record(fields) => {
                self.fields_ordered(fields);
                fields.iter().for_each(|(_, pat)| self.pat(pat, names));
            }
            Pat::Variant(name, payload, ty) => {
                self.ty(ty);
                payload.iter().for_each(|pat| self.pat(pat, names));
                let types: Vec<Type> = payload.iter().map(Pat::ty).collect();
                self.payload(*name, &types, ty);
            }
        }
    }

    fn payload(&mut self, name: Symbol, found: &[Type], sum: &Type) {
        let Some(expected) = sum.payload(name, &self.program().datas) else {
            return self.problem(format!("the type {} has no constructor `{name}`", self.show(sum)));
        };
        if found.len() != expected.len() {
            return self.problem(format!("the constructor `{name}` has {} values", expected.len()));
        }
        found.iter().zip(&*expected).for_each(|(found, expected)| self.same(found, expected, "a constructor's value"));
    }

    // Expressions

    fn expr(&mut self, expr: &Expr) {
        if self.depth >= MAX_DEPTH {
            return self.problem(format!("the program is nested deeper than {MAX_DEPTH} levels"));
        }
        self.depth += 1;
        self.kind(expr);
        self.depth -= 1;
        self.ty(&expr.ty);
        match typing::infer(&expr.kind, &self.variables) {
            Ok(ty) => self.same(&expr.ty, &ty, "an expression"),
            Err(_) if self.type_must_be_given(expr) => {}
            Err(message) => self.problem(message),
        }
    }

    /// Checks an expression whose kind does not determine its type; returns `false` for any other expression.
    fn type_must_be_given(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Variant(name, payload) => {
                let types: Vec<Type> = payload.iter().map(|e| e.ty.clone()).collect();
                self.payload(*name, &types, &expr.ty);
                true
            }
            ExprKind::Array(items) if items.is_empty() => {
                self.demand(expr.ty.elem().is_some(), "an empty array without an array's type");
                true
            }
            ExprKind::Match(_, cases) => cases.is_empty(),
            ExprKind::Prim(prim @ (Prim::Fail | Prim::System(SystemOp::Exit)), args) => {
                if let Some(Err(message)) = prim.service().map(|service| check_service(service, args)) {
                    self.problem(message);
                }
                true
            }
            ExprKind::Prim(Prim::Foreign(_), args) => {
                let has_function = args.iter().map(|arg| &arg.ty).chain([&expr.ty]).any(Type::has_function);
                self.demand(!has_function, "a foreign function takes or gives a function");
                true
            }
            _ => false,
        }
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    /// Checks the subexpressions, names and types of an expression.
    fn kind(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Table(_) => {}
            ExprKind::Var(name, type_args) => {
                if !self.scope.contains(name) {
                    self.problem(format!("`{name}` is not in scope"));
                }
                type_args.iter().for_each(|ty| self.ty(ty));
            }
            ExprKind::Def(_, type_args) => type_args.iter().for_each(|ty| self.ty(ty)),
            ExprKind::Lambda(lambda) => {
                self.demand(!lambda.params.is_empty(), "a lambda without parameters");
                let names = self.params(&lambda.params);
                self.expr(&lambda.body);
                self.leave(&names);
            }
            ExprKind::Apply(function, args) => {
                self.demand(!args.is_empty(), "an application without arguments");
                self.expr(function);
                self.exprs(args);
            }
            ExprKind::Block(bindings, body) => self.block(bindings, body),
            ExprKind::If(condition, yes, no) => {
                [condition, yes, no].into_iter().for_each(|e| self.expr(e));
                self.same(&condition.ty, &Type::BOOL, "a condition");
                self.same(&no.ty, &yes.ty, "a branch");
            }
            ExprKind::Match(subject, cases) => self.match_on(subject, cases, &expr.ty),
            ExprKind::Loop(looped) => self.loop_over(looped),
            ExprKind::Record(fields) => {
                self.fields_ordered(fields);
                fields.iter().for_each(|(_, field)| self.expr(field));
            }
            ExprKind::Field(record, _) => self.expr(record),
            ExprKind::Variant(_, payload) => self.exprs(payload),
            ExprKind::Array(items) => {
                self.exprs(items);
                let elem = expr.ty.elem().cloned();
                items.iter().zip(elem.iter().cycle()).for_each(|(item, elem)| self.same(&item.ty, elem, "an element"));
            }
            ExprKind::Index(array, indices) => {
                self.expr(array);
                indices.iter().for_each(|index| self.integer(index));
            }
            ExprKind::Slice(array, dims) => {
                self.expr(array);
                self.dims(dims);
            }
            ExprKind::Update(array, dims, value) => {
                self.expr(array);
                self.dims(dims);
                self.expr(value);
                match slice_type(&array.ty, dims) {
                    Ok(ty) => self.same(&value.ty, &ty, "the value of an update"),
                    Err(message) => self.problem(message),
                }
            }
            ExprKind::Prim(prim, args) => {
                self.exprs(args);
                if let Prim::Accelerate | Prim::InAccelerate = prim {
                    let is_explicit = self.program().acceleration == Acceleration::Explicit;
                    self.demand(is_explicit, "`accelerate` in a program that is not `explicit`");
                }
                if let (Prim::Accelerate, [function]) = (prim, &args[..]) {
                    self.demand(
                        matches!(function.kind, ExprKind::Lambda(_)),
                        "the operand of `accelerate` is no lambda",
                    );
                }
                if let (Prim::Equal, Some(arg)) = (prim, args.first()) {
                    let is_compared = !self.data_holds(&arg.ty, &|ty| ty.has_function() || ty.has_reference());
                    self.demand(is_compared, "functions and references in data types cannot be compared");
                }
            }
            ExprKind::Ensure(ensure) => self.ensure(ensure),
        }
    }

    /// Whether a data type in this type may contain a part of a type that passes the test.
    fn data_holds(&self, ty: &Type, test: &dyn Fn(&Type) -> bool) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = Vec::new();
        ty.each_data(&mut |id| open.push(id));
        while let Some(id) = open.pop() {
            let Some(data) = self.program().datas.get(id).filter(|_| seen.insert(id)) else { continue };
            for ty in data.constructors.iter().flat_map(|(_, payload)| payload) {
                if test(ty) {
                    return true;
                }
                ty.each_data(&mut |id| open.push(id));
            }
        }
        false
    }

    fn integer(&mut self, expr: &Expr) {
        self.expr(expr);
        self.same(&expr.ty, &Type::I64, "an index or bound");
    }

    fn dims(&mut self, dims: &[SliceDim]) {
        for dim in dims {
            match dim {
                SliceDim::Fix(index) => self.integer(index),
                SliceDim::Range { start, end, stride } => {
                    [start, end, stride].into_iter().flatten().for_each(|e| self.integer(e));
                }
            }
        }
    }

    fn block(&mut self, bindings: &[Binding], body: &Expr) {
        let mut names = Vec::new();
        for Binding { type_params, pat, value } in bindings {
            if !type_params.is_empty() {
                let is_function = matches!(pat, Pat::Var(..)) && matches!(value.kind, ExprKind::Lambda(_));
                self.demand(is_function, "type parameters on something else than a variable bound to a lambda");
            }
            self.type_params(type_params);
            self.expr(value);
            self.let_pat(pat, &mut names);
            self.same(&value.ty, &pat.ty(), "a bound value");
            self.leave_types(type_params);
        }
        self.expr(body);
        self.leave(&names);
    }

    fn match_on(&mut self, subject: &Expr, cases: &[Case], ty: &Type) {
        self.expr(subject);
        self.all_constructors(&subject.ty, cases);
        for Case { pat, body } in cases {
            let mut names = Vec::new();
            self.pat(pat, &mut names);
            self.same(&pat.ty(), &subject.ty, "a case's pattern");
            self.expr(body);
            self.same(&body.ty, ty, "a case");
            self.leave(&names);
        }
    }

    /// Checks that each constructor has a case, or that there is a default. A single case is known to match, and the
    /// payloads' patterns are not checked for completeness.
    fn all_constructors(&mut self, ty: &Type, cases: &[Case]) {
        let datas = &self.program().datas;
        let Some(constructors) = ty.constructors(datas) else { return };
        if cases.len() == 1 || cases.iter().any(|case| irrefutable(&case.pat, datas)) {
            return;
        }
        let named: FxHashSet<Symbol> = cases.iter().filter_map(|case| constructor_of(&case.pat)).collect();
        if let Some((name, _)) = constructors.iter().find(|(name, _)| !named.contains(name)) {
            self.problem(format!("the constructor `{name}` has no case"));
        }
    }

    fn loop_over(&mut self, looped: &Loop) {
        let Loop { pat, consumed: _, init, form, body } = looped;
        let ty = pat.ty();
        self.expr(init);
        self.same(&init.ty, &ty, "a loop's first value");
        let mut names = Vec::new();
        match form {
            LoopForm::For(name, bound) => {
                self.integer(bound);
                self.let_pat(pat, &mut names);
                self.bind(*name, &mut names);
            }
            LoopForm::ForIn(element, array) => {
                self.expr(array);
                self.let_pat(pat, &mut names);
                self.let_pat(element, &mut names);
                let expected = Type::array(element.ty(), Size::Any);
                self.same(&array.ty, &expected, "what a loop runs over");
            }
            LoopForm::While(condition) => {
                self.let_pat(pat, &mut names);
                self.expr(condition);
                self.same(&condition.ty, &Type::BOOL, "a condition");
            }
        }
        self.expr(body);
        self.same(&body.ty, &ty, "a loop's next value");
        self.leave(&names);
    }

    fn ensure(&mut self, ensure: &Ensure) {
        self.expr(&ensure.condition);
        self.same(&ensure.condition.ty, &Type::BOOL, "a condition");
        self.exprs(&ensure.values);
        let shown = |ty: &Type| ty.base_elem().scalar().is_some();
        self.demand(ensure.values.iter().all(|value| shown(&value.ty)), "a message shows scalars and arrays of them");
        self.demand(ensure.message.holes() == ensure.values.len(), "a message needs one value for each hole");
        self.expr(&ensure.then);
    }
}

fn constructor_of(pat: &Pat) -> Option<Symbol> {
    if let Pat::Variant(name, ..) = pat { Some(*name) } else { None }
}

/// Returns the CORE type of an argument or result, from its type as callers see it.
fn inner_type(ty: &EntryType) -> Type {
    let array = |elem: Type, rank: usize| Type::array_of(elem, &vec![Size::Any; rank]);
    match ty {
        EntryType::Flat(flat) => array(Type::Scalar(flat.elem), flat.rank),
        EntryType::Opaque(opaque) => match &opaque.form {
            OpaqueForm::Record(fields) => {
                Type::Record(fields.iter().map(|(name, field)| (*name, inner_type(field))).collect())
            }
            OpaqueForm::Sum(constructors) => inner_sum(constructors),
            OpaqueForm::Array(elem, rank) => array(inner_type(elem), *rank),
            OpaqueForm::Tree(tree) => inner_type(&tree.root),
            OpaqueForm::Data(number) => Type::Data(DataId::new(*number), [].into()),
        },
    }
}

fn inner_sum(constructors: &[(Symbol, Vec<EntryType>)]) -> Type {
    let inner = |payloads: &[EntryType]| payloads.iter().map(inner_type).collect();
    Type::Sum(constructors.iter().map(|(name, payloads)| (*name, inner(payloads))).collect())
}
