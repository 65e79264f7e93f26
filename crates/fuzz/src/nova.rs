//! Generates a NOVA program from a seed: expressions for a wanted type, from the variables in scope. Types do not
//! contain lengths of vectors. If vectors of equal length or an index in bounds are needed, one is derived from the
//! other.
//!
//! All recursion terminates: it is bounded by a small counter, or follows the structure of a value. Because costs
//! multiply, recursive functions do not call other recursive functions.

mod function;
mod inputs;
mod scalar;
mod sum;
mod types;
mod vector;

use crate::choices::{Choices, MAX_NESTING};
use crate::program::{Definition, Exp, Input, Program, Typed, joined};
use std::fmt::Formatter;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use sum::Declaration;
pub use types::Type;

/// Head of definitions that declare types.
const TYPE: &str = "type";

/// Polymorphic functions that generated code may call.
const HELPERS: &[&str] = &[
    "twice = (lambda (f : 'a -> 'a) (x : 'a) : 'a (f (f x)))",
    "compose = (lambda (f : 'b -> 'c) (g : 'a -> 'b) (x : 'a) : 'c (f (g x)))",
    "choose = (lambda (c : bool) (x : 'a) (y : 'a) : 'a (if c then x else y))",
    "repeat = (mu (repeat : ('a -> 'a) -> int -> 'a -> 'a) (lambda (f : 'a -> 'a) (n : int) (x : 'a) : 'a \
     (if (<= n 0) then x else (repeat f (- n 1) (f x)))))",
    "swap = (lambda (p : ('a, 'b)) : ('b, 'a) ((p.1), (p.0)))",
];

/// A variable in scope.
#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
}

struct Generator {
    choices: Choices,
    scope: Vec<Variable>,
    declarations: Vec<Arc<Declaration>>,
    /// Whether the program has recursive types, which only the host supports.
    has_data: bool,
    /// Whether a recursive function encloses the current expression.
    is_recursive: bool,
    /// Whether the program has many expressions that may fail.
    is_daring: bool,
}

impl Deref for Generator {
    type Target = Choices;

    fn deref(&self) -> &Choices {
        &self.choices
    }
}

impl DerefMut for Generator {
    fn deref_mut(&mut self) -> &mut Choices {
        &mut self.choices
    }
}

/// Generates the program of a seed.
pub(crate) fn generate(seed: u64) -> Program<Type> {
    let mut choices = Choices::new(seed);
    let has_data = choices.chance(3);
    let is_daring = choices.chance(8);
    let mut generator =
        Generator { choices, scope: Vec::new(), declarations: Vec::new(), has_data, is_recursive: false, is_daring };
    generator.program()
}

/// Prints the source: inputs, types, and the other definitions around the body.
pub(crate) fn show(program: &Program<Type>, f: &mut Formatter<'_>) -> std::fmt::Result {
    let Some((main, definitions)) = program.definitions.split_last() else { return Ok(()) };
    let (types, values): (Vec<_>, Vec<_>) = definitions.iter().partition(|definition| definition.head == TYPE);
    writeln!(f, "{}", main.head)?;
    if !types.is_empty() {
        let shown: Vec<String> = types.iter().map(|ty| format!("\n  {}", ty.body)).collect();
        writeln!(f, "(types{})", shown.concat())?;
    }
    if values.is_empty() {
        return writeln!(f, "({})", main.body);
    }
    let shown: Vec<String> = values.iter().map(|value| format!("\n  ({}\n    {})", value.head, value.body)).collect();
    writeln!(f, "(let{}\n  in ({}))", shown.concat(), main.body)
}

impl Generator {
    fn program(&mut self) -> Program<Type> {
        let mut definitions = self.declare_types();
        for helper in HELPERS {
            let (head, body) = helper.split_once(" = ").unwrap_or((helper, ""));
            definitions.push(Definition { head: head.to_owned(), body: Exp::text(&Type::BOOL, body) });
        }
        for _ in 0..self.below(4) {
            self.refuel();
            let ty = self.function_type(2);
            let body = self.of_function(&ty);
            let head = self.name("f");
            self.bind(&head, &ty);
            definitions.push(Definition { head, body });
        }
        let (entry, inputs) = self.entry();
        definitions.push(entry);
        Program { definitions, inputs }
    }

    /// Generates the body with inputs for some runs.
    fn entry(&mut self) -> (Definition<Type>, Vec<Input>) {
        let mut types = vec![self.input_type(1), self.input_type(1)];
        types.extend((0..self.below(3)).map(|_| self.input_type(2)));
        let names: Vec<String> = types.iter().map(|_| self.name("p")).collect();
        let shown: Vec<String> = names.iter().zip(&types).map(|(name, ty)| format!("({name} : {ty})")).collect();
        names.iter().zip(&types).for_each(|(name, ty)| self.bind(name, ty));
        let shared: Vec<(String, Exp<Type>)> = (0..self.below(4))
            .map(|_| {
                self.refuel();
                let ty = self.any_type(3);
                let value = self.exp(&ty);
                let name = self.name("x");
                self.bind(&name, &ty);
                (name, value)
            })
            .collect();
        let results: Vec<Exp<Type>> = (0..1 + self.below(3))
            .map(|_| {
                self.refuel();
                let ty = self.result_type(3);
                self.exp(&ty)
            })
            .collect();
        let whole = match results.as_slice() {
            [result] => result.clone(),
            _ => {
                let ty = Type::Tuple(results.iter().map(|result| result.ty.clone()).collect());
                self.tuple(&ty, results)
            }
        };
        let bind = |body: Exp<Type>, (name, value)| {
            let ty = body.ty.clone();
            Exp::new(&ty, format!("let ({name} $)\n  in ($)"), [value, body])
        };
        let body = shared.into_iter().rev().fold(whole, bind);
        let inputs = (0..3).map(|run| Input::main(inputs::arguments(&mut self.random, &types, run))).collect();
        (Definition { head: format!("({})", shown.join(" ")), body }, inputs)
    }

    fn bind(&mut self, name: &str, ty: &Type) {
        self.scope.push(Variable { name: name.to_owned(), ty: ty.clone() });
    }

    /// Generates an expression of the type. The probability of a leaf grows with its depth.
    fn exp(&mut self, ty: &Type) -> Exp<Type> {
        if let Type::Matrix(scalar) = ty {
            return self.matrix(*scalar);
        }
        if self.is_leaf() {
            return self.leaf(ty);
        }
        self.depth += 1;
        let exp = if self.is_daring && self.chance(20) { self.daring(ty) } else { self.compound(ty) };
        self.depth -= 1;
        exp
    }

    fn compound(&mut self, ty: &Type) -> Exp<Type> {
        match self.below(100) {
            0..3 => self.leaf(ty),
            3..13 => self.binding(ty),
            13..20 => self.conditional(ty),
            20..26 => self.matching(ty),
            26..37 => self.call(ty),
            37..42 => self.helper_call(ty),
            42..47 => self.counted(ty),
            47..52 => self.structural(ty),
            52..55 => self.projection(ty),
            55..59 => self.element(ty),
            59..64 => self.folded(ty),
            _ => self.of_type(ty),
        }
    }

    /// Generates an expression of the type. The form of the type, such as vector or sum, decides how.
    fn of_type(&mut self, ty: &Type) -> Exp<Type> {
        match ty {
            Type::Unit | Type::Parameter(_) => self.leaf(ty),
            Type::Matrix(scalar) => self.matrix(*scalar),
            Type::Scalar(scalar) => self.scalar(*scalar),
            Type::Vector(elem) => self.vector(elem),
            Type::Tuple(parts) => {
                let exps = parts.iter().map(|part| self.exp(part)).collect();
                self.tuple(ty, exps)
            }
            Type::Sum(declaration, arguments) => self.construction(declaration, arguments),
            Type::Function(..) => self.of_function(ty),
        }
    }

    fn tuple(&self, ty: &Type, parts: Vec<Exp<Type>>) -> Exp<Type> {
        Exp::new(ty, format!("({})", joined(parts.iter().map(|_| "$".to_owned()))), parts)
    }

    /// Generates a variable, a part of one, an adapted one, or a literal.
    fn leaf(&mut self, ty: &Type) -> Exp<Type> {
        if self.chance(8) {
            return self.literal(ty);
        }
        match self.part(&|other| other == ty) {
            Some((text, _)) => Exp::text(ty, text),
            None => self.adapted(ty),
        }
    }

    /// Returns a variable, or a part of one, whose type is wanted; recently bound ones are preferred.
    fn part(&mut self, is_wanted: &impl Fn(&Type) -> bool) -> Option<(String, Type)> {
        let mut found = Vec::new();
        self.scope.iter().for_each(|variable| parts(&variable.name, &variable.ty, is_wanted, &mut found));
        let count = found.len() as u64;
        let at = self.below(count).max(self.below(count));
        found.into_iter().nth(at as usize)
    }

    /// Generates a conversion of another variable, if none has the type.
    fn adapted(&mut self, ty: &Type) -> Exp<Type> {
        let is_number = |ty: &Type| matches!(ty, Type::Scalar(_)) && *ty != Type::BOOL;
        match ty {
            Type::Scalar(_) => match self.part(&is_number) {
                Some((text, from)) if *ty == Type::BOOL => Exp::text(ty, format!("(> {text} {})", from.plain())),
                Some((text, _)) => Exp::text(ty, format!("(to_{ty} {text})")),
                None => self.literal(ty),
            },
            Type::Vector(elem) => match self.part(&|other| matches!(other, Type::Vector(_))) {
                Some((text, Type::Vector(from))) => {
                    let name = self.name("x");
                    let value = self.within([(&name, &from)], |generator| generator.leaf(elem));
                    Exp::new(ty, format!("(map (lambda ({name} : {from}) : {elem} $) {text})"), [value])
                }
                _ => self.literal(ty),
            },
            Type::Function(params, result) => self.lambda(params, result),
            _ => self.literal(ty),
        }
    }

    /// Returns the variables whose types are wanted.
    fn variables(&self, wanted: impl Fn(&Type) -> bool) -> Vec<Variable> {
        self.scope.iter().filter(|variable| wanted(&variable.ty)).cloned().collect()
    }

    /// Generates code with additional variables in scope.
    fn within<const N: usize>(
        &mut self,
        variables: [(&str, &Type); N],
        make: impl FnOnce(&mut Generator) -> Exp<Type>,
    ) -> Exp<Type> {
        let depth = self.scope.len();
        variables.into_iter().for_each(|(name, ty)| self.bind(name, ty));
        let made = make(self);
        self.scope.truncate(depth);
        made
    }

    /// Generates the inside of a traversal or recursion, or a leaf if the nesting is too deep.
    fn nested(&mut self, ty: &Type, make: impl FnOnce(&mut Generator) -> Exp<Type>) -> Exp<Type> {
        if self.nesting >= MAX_NESTING {
            return self.leaf(ty);
        }
        self.nesting += 1;
        let made = make(self);
        self.nesting -= 1;
        made
    }

    /// Generates one to three definitions, each of which may use the previous ones.
    fn binding(&mut self, ty: &Type) -> Exp<Type> {
        let depth = self.scope.len();
        let mut text = String::new();
        let mut exps = Vec::new();
        for _ in 0..1 + self.below(3) {
            let bound = if self.chance(4) { self.function_type(0) } else { self.any_type(2) };
            exps.push(self.exp(&bound));
            let name = self.name("x");
            text += &format!(" ({name} $)");
            self.bind(&name, &bound);
        }
        exps.push(self.exp(ty));
        self.scope.truncate(depth);
        Exp::new(ty, format!("(let{text} in $)"), exps)
    }

    fn conditional(&mut self, ty: &Type) -> Exp<Type> {
        let exps = [self.exp(&Type::BOOL), self.exp(ty), self.exp(ty)];
        Exp::new(ty, "(if $ then $ else $)", exps)
    }

    fn projection(&mut self, ty: &Type) -> Exp<Type> {
        if matches!(ty, Type::Function(..)) {
            return self.leaf(ty);
        }
        let other = self.any_type(1);
        let at = self.below(2);
        let tuple = if at == 0 { vec![ty.clone(), other] } else { vec![other, ty.clone()] };
        let tuple = self.exp(&Type::Tuple(tuple));
        Exp::new(ty, format!("($.{at})"), [tuple])
    }

    /// Generates an expression that often fails. Because a failure hides the rest, most programs have few of them.
    fn daring(&mut self, ty: &Type) -> Exp<Type> {
        match ty {
            Type::Scalar(scalar) if !scalar.is_float() && *ty != Type::BOOL => {
                let exps = [self.exp(ty), self.exp(ty)];
                let op = self.one_of(&["/", "mod"]);
                Exp::new(ty, format!("({op} $ $)"), exps)
            }
            Type::Vector(elem) => self.daring_vector(elem),
            Type::Function(..) => self.leaf(ty),
            _ if ty.is_element() => {
                let exps = [self.exp(&Type::vector(ty)), self.exp(&Type::INT)];
                Exp::new(ty, "($ ! (mod $ 4))", exps)
            }
            _ => self.compound(ty),
        }
    }
}

/// Collects all parts of a variable whose types are wanted.
fn parts(text: &str, ty: &Type, is_wanted: &impl Fn(&Type) -> bool, found: &mut Vec<(String, Type)>) {
    if is_wanted(ty) {
        return found.push((text.to_owned(), ty.clone()));
    }
    if let Type::Tuple(types) = ty {
        types.iter().enumerate().for_each(|(at, part)| parts(&format!("{text}.{at}"), part, is_wanted, found));
    }
}
