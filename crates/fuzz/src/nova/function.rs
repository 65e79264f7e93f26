//! Generation of function values: lambdas, partially applied functions, choices between functions; of calls; and of
//! recursion bounded by a counter.

use super::{Generator, Type};
use crate::program::Exp;
use value::ScalarType;

impl Generator {
    /// Generates a function of the type.
    pub(super) fn of_function(&mut self, ty: &Type) -> Exp<Type> {
        let Type::Function(params, result) = ty else { return self.exp(ty) };
        match self.below(20) {
            0 | 1 => self.chosen(ty),
            2 | 3 => self.partial(params, result),
            4 => self.found(ty),
            5 => self.definitions_around(ty),
            6 => self.matching(ty),
            7 => self.builtin(params, result).unwrap_or_else(|| self.lambda(params, result)),
            _ => self.lambda(params, result),
        }
    }

    pub(super) fn lambda(&mut self, params: &[Type], result: &Type) -> Exp<Type> {
        let names: Vec<String> = params.iter().map(|_| self.name("x")).collect();
        let depth = self.scope.len();
        names.iter().zip(params).for_each(|(name, ty)| self.bind(name, ty));
        let before = self.depth;
        self.depth /= 2;
        let body = self.exp(result);
        self.depth = before;
        self.scope.truncate(depth);
        let shown: String = names.iter().zip(params).map(|(name, ty)| format!("({name} : {ty}) ")).collect();
        let ty = Type::function(params, result);
        // The type of the result may be omitted.
        let given =
            if self.chance(8) && !self.is_recursive { String::new() } else { format!(": {} ", result.result()) };
        Exp::new(&ty, format!("(lambda {shown}{given}$)"), [body])
    }

    fn found(&mut self, ty: &Type) -> Exp<Type> {
        let variables = self.variables(|other| other == ty);
        match (self.pick(&variables), ty) {
            (Some(variable), _) => Exp::text(ty, variable.name.clone()),
            (None, Type::Function(params, result)) => self.lambda(params, result),
            (None, _) => self.leaf(ty),
        }
    }

    fn chosen(&mut self, ty: &Type) -> Exp<Type> {
        let (condition, first, second) = (self.exp(&Type::BOOL), self.of_function(ty), self.of_function(ty));
        Exp::new(ty, "(if $ then $ else $)", [condition, first, second])
    }

    fn definitions_around(&mut self, ty: &Type) -> Exp<Type> {
        let (name, bound) = (self.name("x"), self.any_type(1));
        let value = self.exp(&bound);
        let body = self.within([(&name, &bound)], |generator| generator.of_function(ty));
        Exp::new(ty, format!("(let ({name} $) in $)"), [value, body])
    }

    /// Generates a function of more parameters, applied to some arguments.
    fn partial(&mut self, params: &[Type], result: &Type) -> Exp<Type> {
        let ty = Type::function(params, result);
        let fits = |other: &Type| match other {
            Type::Function(all, given) => **given == *result && all.len() > params.len() && all.ends_with(params),
            _ => false,
        };
        let known = self.variables(fits);
        let (function, first) = match self.pick(&known) {
            Some(variable) => {
                let Type::Function(all, _) = &variable.ty else { return self.lambda(params, result) };
                (Exp::text(&variable.ty, variable.name.clone()), all[..all.len() - params.len()].to_vec())
            }
            None => {
                let first = vec![self.any_type(1)];
                (self.lambda(&[&first, params].concat(), result), first)
            }
        };
        let exps: Vec<Exp<Type>> = first.iter().map(|param| self.exp(param)).collect();
        let template = format!("($ {})", vec!["$"; exps.len()].join(" "));
        Exp::new(&ty, template, [function].into_iter().chain(exps))
    }

    /// Generates a built-in function, possibly partially applied.
    fn builtin(&mut self, params: &[Type], result: &Type) -> Option<Exp<Type>> {
        let ty = Type::function(params, result);
        let Type::Scalar(scalar) = result else { return None };
        if params.iter().any(|param| param != result) {
            return None;
        }
        let names: &[&str] = match scalar {
            ScalarType::Bool => &["and", "or"],
            scalar if scalar.is_float() => &["+", "-", "*", "min", "max"],
            _ => &["+", "-", "*", "min", "max", "&", "|", "^"],
        };
        let name = self.one_of(names);
        match params {
            [one] => {
                let argument = self.exp(one);
                Some(Exp::new(&ty, format!("({name} $)"), [argument]))
            }
            [_, _] => Some(Exp::text(&ty, name)),
            _ => None,
        }
    }

    /// Generates a call of a function in scope with this result, or of a lambda.
    pub(super) fn call(&mut self, ty: &Type) -> Exp<Type> {
        let known = self.variables(|found| matches!(found, Type::Function(_, result) if **result == *ty));
        let function = match self.pick(&known).cloned() {
            Some(variable) if !self.chance(6) => Exp::text(&variable.ty, variable.name),
            _ => {
                let params: Vec<Type> = (0..1 + self.below(2)).map(|_| self.any_type(1)).collect();
                self.of_function(&Type::function(&params, ty))
            }
        };
        let Type::Function(params, _) = function.ty.clone() else { return self.leaf(ty) };
        let exps: Vec<Exp<Type>> = params.iter().map(|param| self.exp(param)).collect();
        let template = format!("($ {})", vec!["$"; exps.len()].join(" "));
        Exp::new(ty, template, [function].into_iter().chain(exps))
    }

    /// Generates a call of a polymorphic function of the program.
    pub(super) fn helper_call(&mut self, ty: &Type) -> Exp<Type> {
        let other = self.any_type(1);
        let same = Type::function(std::slice::from_ref(ty), ty);
        match self.below(5) {
            0 => self.with_arguments(ty, "(twice $ $)", &[&same, ty]),
            1 => {
                let (first, second) = (Type::function(std::slice::from_ref(ty), &other), Type::function(&[other], ty));
                self.with_arguments(ty, "(compose $ $ $)", &[&second, &first, ty])
            }
            2 => self.with_arguments(ty, "(choose $ $ $)", &[&Type::BOOL, ty, ty]),
            3 if !self.is_recursive => {
                let template = format!("(repeat $ {} $)", self.below(4));
                self.nested(ty, |generator| generator.with_arguments(ty, &template, &[&same, ty]))
            }
            _ if matches!(ty, Type::Function(..)) => self.leaf(ty),
            _ => {
                let exps = [self.exp(&Type::Tuple(vec![other, ty.clone()]))];
                Exp::new(ty, "((swap $).0)", exps)
            }
        }
    }

    fn with_arguments(&mut self, ty: &Type, template: &str, params: &[&Type]) -> Exp<Type> {
        let exps: Vec<Exp<Type>> = params.iter().map(|param| self.exp(param)).collect();
        Exp::new(ty, template, exps)
    }

    /// Generates a recursion bounded by a small number: with the inner call's result in scope, or as a tail call.
    pub(super) fn counted(&mut self, ty: &Type) -> Exp<Type> {
        if self.is_recursive {
            return self.of_type(ty);
        }
        let carried = if self.chance(8) { self.function_type(0) } else { self.any_type(1) };
        let form = self.below(3);
        self.nested(ty, |generator| {
            let (go, counter, value) = (generator.name("go"), generator.name("k"), generator.name("x"));
            let [turns, start] = [generator.exp(&Type::INT), generator.exp(&carried)];
            generator.is_recursive = true;
            let inside = [(counter.as_str(), &Type::INT), (value.as_str(), &carried)];
            let base = generator.within(inside, |generator| generator.exp(ty));
            let next = generator.within(inside, |generator| generator.exp(&carried));
            let call = format!("({go} (- {counter} 1) $)");
            let mut exps = vec![base, next];
            let step = match form {
                0 => call,
                _ => {
                    let result = generator.name("r");
                    let inside = [inside[0], inside[1], (result.as_str(), ty)];
                    exps.push(generator.within(inside, |generator| generator.exp(ty)));
                    format!("(let ({result} {call}) in $)")
                }
            };
            generator.is_recursive = false;
            let (given, taken) = (ty.result(), carried.result());
            let head = format!(
                "(mu ({go} : int -> {taken} -> {given}) (lambda ({counter} : int) ({value} : {carried}) : {given}"
            );
            exps.extend([turns, start]);
            let template = format!("({head} (if (<= {counter} 0) then $ else {step}))) (mod $ 4) $)");
            Exp::new(ty, template, exps)
        })
    }
}
