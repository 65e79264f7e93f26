//! Generation of definitions: functions, some of them recursive or consuming, constants, and entry points.

use super::{Generator, Variable};
use crate::inputs;
use crate::program::{Definition, Exp, Input, Size, Type, Typed};

/// A parameter of a definition. It may consume arrays: components of a tuple, or the whole.
#[derive(Clone, Debug)]
pub(super) struct Param {
    pub ty: Type,
    /// Whether each component of a tuple, or the single value of another type, is consumed.
    consumed: Vec<bool>,
}

/// A definition that can be called.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub name: String,
    /// Names of the function's sizes. Each is a size of a parameter.
    pub sizes: Vec<String>,
    /// Sizes that are also parameters; they precede the other parameters.
    pub told: Vec<String>,
    /// First parameter of a recursive function: the number of further calls that may nest.
    pub counter: Option<String>,
    pub params: Vec<Param>,
    pub result: Type,
    /// Whether its result is unshared.
    pub is_fresh: bool,
}

impl Function {
    /// Returns a function that consumes nothing.
    pub fn plain(name: &str, sizes: &[&str], params: &[Type], result: &Type) -> Function {
        Function {
            name: name.to_owned(),
            sizes: sizes.iter().map(|size| (*size).to_owned()).collect(),
            told: Vec::new(),
            counter: None,
            params: params.iter().map(|ty| Param::new(ty.clone())).collect(),
            result: result.clone(),
            is_fresh: false,
        }
    }

    /// Whether it returns an array with a size of its own.
    pub fn is_growing(&self) -> bool {
        matches!(&self.result, Type::Array(size, _) if *size == Size::unknown())
    }
}

impl Param {
    pub(super) fn new(ty: Type) -> Param {
        let consumed = vec![false; parts(&ty).len()];
        Param { ty, consumed }
    }

    /// Returns the parameter with its sizes replaced.
    pub fn resized(&self, size: &impl Fn(&Size) -> Size) -> Param {
        Param { ty: self.ty.resized(size), consumed: self.consumed.clone() }
    }

    fn shown(&self, name: &str) -> String {
        let star = |consumed: bool| if consumed { "*" } else { "" };
        let shown: Vec<String> = self.parts().map(|(ty, consumed)| format!("{}{ty}", star(consumed))).collect();
        match self.ty {
            Type::Tuple(_) => format!("({name}: ({}))", shown.join(", ")),
            _ => format!("({name}: {})", shown.concat()),
        }
    }

    fn parts(&self) -> impl Iterator<Item = (&Type, bool)> {
        parts(&self.ty).iter().zip(self.consumed.iter().copied())
    }
}

/// Returns the components of a tuple, or the single value of another type.
fn parts(ty: &Type) -> &[Type] {
    match ty {
        Type::Tuple(parts) => parts,
        _ => std::slice::from_ref(ty),
    }
}

impl Generator {
    /// Generates a function. Sizes that no parameter determines are passed as numbers or by further arrays.
    pub(super) fn function(&mut self) -> Definition {
        let mut function = self.signature();
        function.result = self.any_type(2);
        function.is_fresh = matches!(function.result, Type::Array(..)) && self.chance(3);
        let definition = if self.chance(3) { self.recursive(function) } else { self.plain(function) };
        self.sizes.clear();
        definition
    }

    /// Generates a function that returns an array with a size of its own.
    pub(super) fn growing_function(&mut self) -> Definition {
        let mut function = self.signature();
        function.result = Type::array(&Size::unknown(), self.any_type(1));
        let definition = if self.chance(3) { self.recursive(function) } else { self.plain(function) };
        self.sizes.clear();
        definition
    }

    /// Generates a name and parameters, with their sizes in scope. The result type is chosen later.
    fn signature(&mut self) -> Function {
        let name = self.name("call");
        self.sizes = (0..self.below(3)).map(|_| self.name("n")).collect();
        let mut params: Vec<Param> = (0..1 + self.below(3)).map(|_| self.any_param()).collect();
        let mut told = Vec::new();
        for size in self.sizes.clone() {
            if params.iter().any(|param| param.ty.tells(&size)) {
                continue;
            }
            match self.chance(2) {
                true => told.push(size),
                false => params.push(Param::new(self.array_of_scalars(&size))),
            }
        }
        Function { name, sizes: self.sizes.clone(), told, counter: None, params, result: Type::I64, is_fresh: false }
    }

    fn plain(&mut self, function: Function) -> Definition {
        let (shown, body) = self.with_params(&function.params, |generator| generator.body(&function));
        let head = format!("{}{}", self.of_definition(), head(&function, &shown));
        // The type of a scalar result may be omitted.
        let inferred = head.strip_suffix(&format!(" : {}", function.result)).map(str::to_owned);
        let omits = matches!(function.result, Type::Scalar(_)) && self.chance(4);
        let definition = Definition { head: inferred.filter(|_| omits).unwrap_or(head), body };
        self.functions.push(function);
        definition
    }

    /// Generates a constant, which all later definitions may use.
    pub(super) fn constant(&mut self) -> Definition {
        let (name, ty) = (self.name("c"), self.any_type(2));
        self.refuel();
        let (_, body) = self.with_params(&[], |generator| generator.exp(&ty));
        self.constants.push(Variable { name: name.clone(), ty: ty.clone() });
        Definition { head: format!("def {name} : {ty}"), body }
    }

    /// Generates a function that calls itself until a counter is 0.
    fn recursive(&mut self, function: Function) -> Definition {
        let counter = self.name("at");
        let itself = Function { counter: Some(format!("({counter} - 1)")), ..function.clone() };
        let (shown, body) = self.with_params(&function.params, |generator| {
            let owned = generator.owned.clone();
            let base = generator.body(&function);
            generator.owned = owned;
            generator.functions.push(itself);
            let called = generator.fitting_call(&function.result, |other| other.name == function.name);
            let called = called.unwrap_or_else(|| generator.body(&function));
            let (bound, ty) = generator.bound_result(&function.result);
            let name = generator.name("x");
            generator.scope.push(Variable { name: name.clone(), ty: ty.clone() });
            let step = generator.body(&function);
            generator.functions.pop();
            let text = format!("if {counter} <= 0 then $ else\n  let {bound}({name}: {ty}) = $\n  in $");
            Exp::new(&function.result, text, [base, called, step])
        });
        let definition = Definition { head: head(&function, &format!("({counter}: i64) {shown}")), body };
        self.functions.push(Function { counter: Some("($ % 3)".to_owned()), ..function });
        definition
    }

    /// Returns a binder for the result, with a name for its unknown size, and its type.
    fn bound_result(&mut self, result: &Type) -> (String, Type) {
        match result {
            Type::Array(size, elem) if *size == Size::unknown() => {
                let name = self.name("k");
                self.sizes.push(name.clone());
                (format!("[{name}] "), Type::Array(Size::Name(name), elem.clone()))
            }
            other => (String::new(), other.clone()),
        }
    }

    fn body(&mut self, function: &Function) -> Exp {
        self.refuel();
        match &function.result {
            Type::Array(_, elem) if function.is_growing() => {
                let elem = elem.clone();
                self.of_some_size(&elem)
            }
            Type::Array(size, elem) if function.is_fresh => self.fresh(size, elem),
            result => self.exp(result),
        }
    }

    /// Generates an entry point with arguments for some runs. Its first parameters determine the sizes.
    pub(super) fn entry(&mut self, name: &str, runs: usize) -> (Definition, Vec<Input>) {
        let sizes: Vec<String> = (0..1 + self.below(2)).map(|_| self.name("n")).collect();
        self.sizes = sizes.clone();
        let mut types: Vec<Type> = sizes.iter().map(|size| self.array_of_scalars(size)).collect();
        types.extend((0..1 + self.below(3)).map(|_| self.outside_type()));
        let params: Vec<Param> = types.iter().map(|ty| self.owned_or_not(ty.clone())).collect();
        let results: Vec<Type> = (0..1 + self.below(3)).map(|_| self.outside_type()).collect();
        let (shown, body) = self.with_params(&params, |generator| generator.entry_body(&results));
        self.sizes.clear();
        let random = &mut self.random;
        let args = (0..runs).map(|run| inputs::arguments(random, &sizes, &types, run));
        let inputs = args.map(|args| Input { entry: name.to_owned(), args }).collect();
        (Definition { head: format!("entry {name}{} {shown}", size_binders(&sizes)), body }, inputs)
    }

    /// Generates some variables that all results may use, then the results.
    fn entry_body(&mut self, results: &[Type]) -> Exp {
        let whole = match results {
            [result] => result.clone(),
            _ => Type::Tuple(results.to_vec()),
        };
        let shared: Vec<(String, Exp)> = (0..self.below(4))
            .map(|_| {
                self.refuel();
                let ty = self.any_type(2);
                let value = self.exp(&ty);
                let name = self.name("x");
                self.scope.push(Variable { name: name.clone(), ty });
                (name, value)
            })
            .collect();
        let parts: Vec<Exp> = results.iter().map(|ty| self.result(ty)).collect();
        let body = match results {
            [_] => parts.into_iter().next().unwrap_or_else(|| Exp::text(&whole, whole.plain())),
            _ => Exp::new(&whole, format!("({})", vec!["$"; results.len()].join(", ")), parts),
        };
        let bind = |body, (name, value)| Exp::new(&whole, format!("let {name} = $\n  in $"), [value, body]);
        shared.into_iter().rev().fold(body, bind)
    }

    fn result(&mut self, ty: &Type) -> Exp {
        self.refuel();
        self.exp(ty)
    }

    /// Returns a random entry-point type, usually a scalar or an array of scalars.
    fn outside_type(&mut self) -> Type {
        match self.below(5) {
            0 => self.any_type(2),
            1 if self.has_sums => self.sum_type(1),
            1 | 2 => Type::Scalar(self.any_scalar()),
            _ => (0..self.below(3)).fold(Type::Scalar(self.any_scalar()), |ty, _| Type::array(&self.any_size(), ty)),
        }
    }

    /// Returns a random type of arrays of scalars with this outermost size.
    fn array_of_scalars(&mut self, size: &str) -> Type {
        let elem = Type::Scalar(self.any_scalar());
        let elem = if self.chance(3) { Type::array(&self.any_size(), elem) } else { elem };
        Type::array(&Size::Name(size.to_owned()), elem)
    }

    fn any_param(&mut self) -> Param {
        let ty = self.any_type(2);
        self.owned_or_not(ty)
    }

    /// Returns a parameter that consumes a random choice of its arrays.
    fn owned_or_not(&mut self, ty: Type) -> Param {
        let consumed = parts(&ty).iter().map(|part| matches!(part, Type::Array(..)) && self.chance(3)).collect();
        Param { ty, consumed }
    }

    /// Generates code with only these parameters in scope; also returns the parameters' text.
    pub(super) fn with_params(&mut self, params: &[Param], make: impl FnOnce(&mut Generator) -> Exp) -> (String, Exp) {
        let scope = std::mem::replace(&mut self.scope, self.constants.clone());
        let owned = std::mem::take(&mut self.owned);
        let mut shown = Vec::new();
        for param in params {
            let name = self.name("p");
            shown.push(param.shown(&name));
            self.bind_param(&name, param);
        }
        let body = make(self);
        (self.scope, self.owned) = (scope, owned);
        (shown.join(" "), body)
    }

    /// Binds a parameter. A partly consumed one is in scope by its components.
    fn bind_param(&mut self, name: &str, param: &Param) {
        if !param.consumed.contains(&true) {
            return self.scope.push(Variable { name: name.to_owned(), ty: param.ty.clone() });
        }
        for (at, (ty, consumed)) in param.parts().enumerate() {
            let name = if matches!(param.ty, Type::Tuple(_)) { format!("{name}.{at}") } else { name.to_owned() };
            let variables = if consumed { &mut self.owned } else { &mut self.scope };
            variables.push(Variable { name, ty: ty.clone() });
        }
    }

    /// Generates an argument for the parameter; a consumed argument is unshared.
    pub(super) fn argument(&mut self, param: &Param) -> Exp {
        if !param.consumed.contains(&true) {
            return self.exp(&param.ty);
        }
        let mut exps = Vec::new();
        for (ty, consumed) in param.parts() {
            exps.push(match ty {
                Type::Array(size, elem) if consumed => self.fresh(size, elem),
                _ => self.exp(ty),
            });
        }
        match &param.ty {
            Type::Tuple(_) => Exp::new(&param.ty, format!("({})", vec!["$"; exps.len()].join(", ")), exps),
            ty => Exp::new(ty, "$", exps),
        }
    }
}

/// Returns the functions of an applied module with elements of this type.
pub(super) fn members(module: &str, elem: &Type) -> [Function; 2] {
    let array = Type::array(&Size::Name("n".to_owned()), elem.clone());
    [
        Function::plain(&format!("{module}.all"), &["n"], std::slice::from_ref(&array), elem),
        Function::plain(&format!("{module}.each"), &["n"], &[array.clone(), elem.clone()], &array),
    ]
}

fn head(function: &Function, params: &str) -> String {
    let star = if function.is_fresh { "*" } else { "" };
    let bound: Vec<String> = function.sizes.iter().filter(|size| !function.told.contains(size)).cloned().collect();
    let told: String = function.told.iter().map(|size| format!(" ({size}: i64)")).collect();
    format!("def {}{}{told} {params} : {star}{}", function.name, size_binders(&bound), function.result)
}

fn size_binders(sizes: &[String]) -> String {
    sizes.iter().map(|size| format!(" [{size}]")).collect()
}
