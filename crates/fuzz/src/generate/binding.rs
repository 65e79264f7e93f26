//! Generation of bindings, choices, repetition and calls, of any type.

use super::definition::{Function, Param};
use super::{Generator, Variable};
use crate::program::{Exp, Size, Type};

impl Generator {
    pub(super) fn binding(&mut self, ty: &Type) -> Exp {
        match self.below(12) {
            0..3 => self.let_value(ty),
            3 => self.let_pattern(ty),
            4 => self.let_function(ty),
            5 if self.chance(3) => self.let_existential(ty),
            5 => self.let_sized_function(ty),
            6 if self.chance(2) => self.let_update(ty),
            6..9 => self.let_call(ty).unwrap_or_else(|| self.let_size(ty)),
            _ => self.let_size(ty),
        }
    }

    /// Generates the body with the variable in scope.
    pub(super) fn within(&mut self, name: &str, bound: &Type, ty: &Type) -> Exp {
        self.scope.push(Variable { name: name.to_owned(), ty: bound.clone() });
        let body = self.exp(ty);
        self.scope.pop();
        body
    }

    fn let_value(&mut self, ty: &Type) -> Exp {
        let bound = self.any_type(2);
        let value = self.exp(&bound);
        let name = self.name("x");
        let body = self.within(&name, &bound, ty);
        let ascribed = if self.chance(2) { format!("({name}: {bound})") } else { name };
        Exp::new(ty, format!("(let {ascribed} = $ in $)"), [value, body])
    }

    fn let_pattern(&mut self, ty: &Type) -> Exp {
        let types = vec![self.any_type(1), self.any_type(1)];
        let bound = match self.chance(2) {
            true => Type::Tuple(types),
            false => Type::Record(["a", "b"].map(str::to_owned).into_iter().zip(types).collect()),
        };
        let value = self.exp(&bound);
        let depth = self.scope.len();
        let pattern = self.pattern(&bound);
        let body = self.exp(ty);
        self.scope.truncate(depth);
        Exp::new(ty, format!("(let {pattern} = $ in $)"), [value, body])
    }

    /// Generates a local function that may use variables in scope, called at once or with its second argument later.
    fn let_function(&mut self, ty: &Type) -> Exp {
        let params = [self.any_type(1), self.any_type(1)];
        let result = self.any_type(1);
        let (name, first, second) = (self.name("g"), self.name("x"), self.name("x"));
        let depth = self.scope.len();
        self.scope.push(Variable { name: first.clone(), ty: params[0].clone() });
        self.scope.push(Variable { name: second.clone(), ty: params[1].clone() });
        let function = self.repeatedly(|generator| generator.exp(&result));
        self.scope.truncate(depth);
        let (x, y) = (self.exp(&params[0]), self.exp(&params[1]));
        let (given, partial, bound) = (self.name("x"), self.name("h"), self.name("x"));
        let body = self.within(&bound, &result, ty);
        let head = format!("let {name} ({first}: {}) ({second}: {}) : {result} = $", params[0], params[1]);
        // A binding of a function must not consume anything.
        let call = format!("let {given} = $\n  let {partial} = {name} {given}\n  let {bound} = {partial} $");
        Exp::new(ty, format!("({head}\n  {call}\n  in $)"), [function, x, y, body])
    }

    /// Generates a local function with a size of its own, which its argument determines.
    fn let_sized_function(&mut self, ty: &Type) -> Exp {
        let (name, own, argument, bound) = (self.name("g"), self.name("s"), self.name("x"), self.name("x"));
        let own_size = Size::Name(own.clone());
        let given = self.any_size();
        let elem = self.any_type(1);
        let param = Type::array(&own_size, elem.clone());
        self.sizes.push(own.clone());
        let result = self.any_type(2);
        let function = self.repeatedly(|generator| generator.within(&argument, &param, &result));
        self.sizes.pop();
        let value = self.exp(&Type::array(&given, elem));
        let result_here = result.resized(&|size| if *size == own_size { given.clone() } else { size.clone() });
        let body = self.within(&bound, &result_here, ty);
        let head = format!("let {name} [{own}] ({argument}: {param}) : {result} = $");
        Exp::new(ty, format!("({head}\n  let {bound} = {name} $\n  in $)"), [function, value, body])
    }

    /// Generates `let x = f .. in body` of type `ty`, where `f` is any definition that may be called, whatever its
    /// result type. `None` if there is none.
    pub(super) fn let_call(&mut self, ty: &Type) -> Option<Exp> {
        let callable: Vec<Function> =
            self.functions.iter().filter(|function| self.may_call(function)).cloned().collect();
        let function = self.pick(&callable).cloned()?;
        let sizes: Vec<(String, Size)> = function.sizes.iter().map(|size| (size.clone(), self.any_size())).collect();
        let result = function.result.resized(&|size| replaced(size, &sizes));
        let (size, name) = (self.name("k"), self.name("x"));
        let value = self.call_of(&function, &result, sizes);
        let Type::Array(_, elem) = &result else { return Some(self.let_result(&name, &result, value, ty)) };
        if !function.is_growing() {
            return Some(self.let_result(&name, &result, value, ty));
        }
        let bound = Type::array(&Size::Name(size.clone()), (**elem).clone());
        self.sizes.push(size.clone());
        let body = self.within(&name, &bound, ty);
        self.sizes.pop();
        Some(Exp::new(ty, format!("(let [{size}] ({name}: {bound}) = $ in $)"), [value, body]))
    }

    fn let_result(&mut self, name: &str, bound: &Type, value: Exp, ty: &Type) -> Exp {
        let body = self.within(name, bound, ty);
        Exp::new(ty, format!("(let {name} = $ in $)"), [value, body])
    }

    /// Generates an array whose size is known only at run time, and a name for that size.
    fn let_size(&mut self, ty: &Type) -> Exp {
        let (array, elem) = match self.chance(6) {
            true => (self.range(), Type::I64),
            false => {
                let elem = self.any_type(1);
                (self.of_some_size(&elem), elem)
            }
        };
        let (size, name) = (self.name("k"), self.name("x"));
        let bound = Type::array(&Size::Name(size.clone()), elem);
        self.sizes.push(size.clone());
        let body = self.within(&name, &bound, ty);
        self.sizes.pop();
        Exp::new(ty, format!("(let [{size}] ({name}: {bound}) = $ in $)"), [array, body])
    }

    pub(super) fn conditional(&mut self, ty: &Type) -> Exp {
        let condition = self.exp(&Type::BOOL);
        let [yes, no] = self.alternatives([ty, ty]);
        Exp::new(ty, "(if $ then $ else $)", [condition, yes, no])
    }

    pub(super) fn matching(&mut self, ty: &Type) -> Exp {
        let subject = self.exp(&Type::I64);
        let [first, second, rest] = self.alternatives([ty, ty, ty]);
        if self.chance(4) {
            return self.search(ty, subject, [first, second, rest]);
        }
        Exp::new(ty, "(match ($ : i64) % 3 case 0 -> $ case 2 -> $ case _ -> $)", [subject, first, second, rest])
    }

    /// Generates a match with enough cases for a search: dense integers, or scattered ones.
    fn search(&mut self, ty: &Type, subject: Exp, [first, second, rest]: [Exp; 3]) -> Exp {
        let close = self.chance(2);
        let integers = if close { [3, 0, 1, 7, 4, 5, 6, -1] } else { [0, 5, -8, 3, 70, 2, -9, i64::MAX] };
        let bodies: Vec<Exp> = match self.chance(2) {
            true => integers.iter().map(|_| self.literal(ty)).collect(),
            false => [first, second].into_iter().chain((2..integers.len()).map(|_| self.literal(ty))).collect(),
        };
        let cases: String = integers.iter().map(|integer| format!(" case {integer} -> $")).collect();
        let parts = [subject].into_iter().chain(bodies).chain([rest]);
        Exp::new(ty, format!("(match ($ : i64) % 9{cases} case _ -> $)"), parts)
    }

    pub(super) fn projection(&mut self, ty: &Type) -> Exp {
        let other = self.any_type(1);
        match self.below(3) {
            0 => {
                let pair = self.exp(&Type::Tuple(vec![ty.clone(), other]));
                Exp::new(ty, "$.0", [pair])
            }
            1 => {
                let record = self.exp(&Type::Record(vec![("a".to_owned(), other), ("b".to_owned(), ty.clone())]));
                Exp::new(ty, "$.b", [record])
            }
            _ => {
                let record = |a: Type, b: Type| Type::Record(vec![("a".to_owned(), a), ("b".to_owned(), b)]);
                if self.chance(2) {
                    let outer = record(other.clone(), record(other, ty.clone()));
                    return self.filled(ty, "($ with b.b = $).b.b", &[&outer, ty]);
                }
                self.filled(ty, "($ with b = $).b", &[&record(other, ty.clone()), ty])
            }
        }
    }

    /// Generates a loop that carries a value of the type and another one.
    pub(super) fn counted_loop(&mut self, ty: &Type) -> Exp {
        let other = self.any_type(1);
        let made = self.nested(|generator| {
            let start = [generator.exp(ty), generator.exp(&other)];
            let names = [generator.name("x"), generator.name("x")];
            let depth = generator.scope.len();
            let header = generator.loop_header();
            generator.scope.push(Variable { name: names[0].clone(), ty: ty.clone() });
            generator.scope.push(Variable { name: names[1].clone(), ty: other.clone() });
            let next = generator.repeatedly(|generator| [generator.exp(ty), generator.exp(&other)]);
            generator.scope.truncate(depth);
            let pattern = format!("({}: {ty}, {}: {other})", names[0], names[1]);
            let (init, around) = match generator.chance(4) {
                // Without initial values, the loop begins with the values of outer variables of the same names.
                true => (String::new(), format!("let ({}, {}) = ($, $) in ", names[0], names[1])),
                false => (" = ($, $)".to_owned(), String::new()),
            };
            let text = format!("({around}loop {pattern}{init} {header} do ($, $)).0");
            Exp::new(ty, text, start.into_iter().chain(next))
        });
        made.unwrap_or_else(|| self.leaf(ty))
    }

    /// Generates `for i < n` or `for x in xs`, with its variable in scope.
    fn loop_header(&mut self) -> String {
        let arrays = self.variables(|ty| matches!(ty, Type::Array(..)));
        if let Some((array, Type::Array(_, elem))) = self.pick(&arrays)
            && self.chance(3)
        {
            let pattern = self.pattern(elem);
            return format!("for {pattern} in {array}");
        }
        let (size, name) = (self.any_size(), self.name("at"));
        self.scope.push(Variable { name: name.clone(), ty: Type::I64 });
        format!("for {name} < {size}")
    }

    pub(super) fn while_loop(&mut self, ty: &Type) -> Exp {
        let made = self.nested(|generator| {
            let start = generator.exp(ty);
            let (name, counter) = (generator.name("x"), generator.name("at"));
            let depth = generator.scope.len();
            generator.scope.push(Variable { name: name.clone(), ty: ty.clone() });
            generator.scope.push(Variable { name: counter.clone(), ty: Type::I64 });
            let (condition, next) = generator.repeatedly(|generator| (generator.exp(&Type::BOOL), generator.exp(ty)));
            generator.scope.truncate(depth);
            let bound = generator.below(4);
            let text = format!(
                "(loop ({name}: {ty}, {counter}: i64) = ($, 0) while {counter} < {bound} && $ do ($, {counter} + 1)).0"
            );
            Exp::new(ty, text, [start, condition, next])
        });
        made.unwrap_or_else(|| self.leaf(ty))
    }

    /// Generates a call of a definition whose result has the type for some choice of its sizes.
    pub(super) fn call(&mut self, ty: &Type) -> Exp {
        self.fitting_call(ty, |function| !function.is_growing()).unwrap_or_else(|| self.of_type(ty))
    }

    /// Whether a call may be generated here. Recursive functions are called under at most one enclosing traversal or
    /// loop.
    fn may_call(&self, function: &Function) -> bool {
        function.counter.is_none() || self.nesting <= 1
    }

    /// Like `call`, for one of the definitions for which `wanted` holds.
    pub(super) fn fitting_call(&mut self, ty: &Type, wanted: impl Fn(&Function) -> bool) -> Option<Exp> {
        let mut fitting = Vec::new();
        for function in self.functions.iter().filter(|function| wanted(function)) {
            let mut sizes = Vec::new();
            if fits(&function.result, ty, &mut sizes) && self.may_call(function) {
                fitting.push((function.clone(), sizes));
            }
        }
        let (function, sizes) = self.pick(&fitting).cloned()?;
        Some(self.call_of(&function, ty, sizes))
    }

    /// Generates a call of a definition that returns an array of such elements with a size of its own.
    pub(super) fn growing_call(&mut self, elem: &Type) -> Option<Exp> {
        self.fitting_call(&Type::array(&Size::unknown(), elem.clone()), Function::is_growing)
    }

    /// Generates a call with these sizes for the function's size parameters, and arbitrary ones for the others.
    fn call_of(&mut self, function: &Function, ty: &Type, mut chosen: Vec<(String, Size)>) -> Exp {
        for size in &function.sizes {
            if !chosen.iter().any(|(name, _)| name == size) {
                chosen.push((size.clone(), self.any_size()));
            }
        }
        let replace = |size: &Size| replaced(size, &chosen);
        let counter = function.counter.iter().filter(|text| text.contains('$')).map(|_| self.exp(&Type::I64));
        let mut args: Vec<Exp> = counter.collect();
        let params: Vec<Param> = function.params.iter().map(|param| param.resized(&replace)).collect();
        args.extend(params.iter().map(|param| self.argument(param)));
        let counter = function.counter.iter().map(|text| format!(" {text}"));
        let told = function.told.iter().map(|size| format!(" {}", replace(&Size::Name(size.clone()))));
        let before: String = told.chain(counter).collect();
        let text = format!("({}{before}{})", function.name, " $".repeat(params.len()));
        Exp::new(ty, text, args)
    }

    /// Generates a call of a helper that takes functions or any type.
    pub(super) fn helper_call(&mut self, ty: &Type) -> Exp {
        match self.below(5) {
            0 => {
                let body = self.function_value(std::slice::from_ref(ty), ty);
                let value = self.exp(ty);
                Exp::new(ty, "(twice $ $)", [body, value])
            }
            1 => {
                let (from, middle) = (self.any_type(1), self.any_type(1));
                let first = self.function_value(std::slice::from_ref(&from), &middle);
                let second = self.function_value(std::slice::from_ref(&middle), ty);
                let value = self.exp(&from);
                let text = self.one_of(&["(compose $ $ $)", "(($ >-> $) $)"]);
                Exp::new(ty, text, [first, second, value])
            }
            2 => {
                let (condition, yes, no) = (self.exp(&Type::BOOL), self.exp(ty), self.exp(ty));
                Exp::new(ty, "(pick $ $ $)", [condition, yes, no])
            }
            3 => {
                let other = self.any_type(1);
                let pair = self.exp(&Type::Tuple(vec![other, ty.clone()]));
                Exp::new(ty, "(swap $).0", [pair])
            }
            _ => {
                let from = self.any_type(1);
                let value = self.exp(&from);
                let body = self.function_value(std::slice::from_ref(&from), ty);
                Exp::new(ty, "($ |> $)", [value, body])
            }
        }
    }
}

/// Returns the chosen value of a size.
fn replaced(size: &Size, chosen: &[(String, Size)]) -> Size {
    match size {
        Size::Name(name) => chosen.iter().find(|(of, _)| of == name).map_or(size.clone(), |(_, to)| to.clone()),
        Size::Number(_) => size.clone(),
    }
}

/// Whether some choice of the pattern's sizes makes the pattern equal to `ty`. Records the choice.
fn fits(pattern: &Type, ty: &Type, chosen: &mut Vec<(String, Size)>) -> bool {
    match (pattern, ty) {
        (Type::Scalar(a), Type::Scalar(b)) => a == b,
        (Type::Array(n, a), Type::Array(m, b)) => size_fits(n, m, chosen) && fits(a, b, chosen),
        (Type::Tuple(a), Type::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| fits(a, b, chosen)),
        (Type::Record(a), Type::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((x, a), (y, b))| x == y && fits(a, b, chosen))
        }
        (Type::Sum(a), Type::Sum(b)) => {
            let fit = |a: &[Type], b: &[Type], chosen: &mut _| {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| fits(a, b, chosen))
            };
            a.len() == b.len() && a.iter().zip(b).all(|((x, a), (y, b))| x == y && fit(a, b, chosen))
        }
        _ => false,
    }
}

fn size_fits(pattern: &Size, size: &Size, chosen: &mut Vec<(String, Size)>) -> bool {
    let Size::Name(name) = pattern else { return pattern == size };
    match chosen.iter().find(|(known, _)| known == name) {
        Some((_, known)) => known == size,
        None => {
            chosen.push((name.clone(), size.clone()));
            true
        }
    }
}
