//! Generates a Futhark program from a seed. Expressions are generated for a wanted type, from the variables in scope.
//! Sizes are names or numbers, so that every program is well-typed. Undefined behaviour (too large shifts, a scatter to
//! one place twice) is avoided. Run-time failures are rare, because they hide the rest of the program.

mod array;
mod attribute;
mod binding;
mod definition;
mod divide;
mod failure;
mod forms;
mod function;
mod irregular;
mod leaf;
mod library;
mod modules;
mod nest;
mod pattern;
mod scalar;
mod stream;
mod sum;

use crate::choices::{Choices, MAX_NESTING};
use crate::program::{Definition, Exp, MAIN, Program, Size, Type};
use definition::Function;
use std::ops::{Deref, DerefMut};
use value::ScalarType;

/// Definitions that generated code may call.
const HELPERS: &[&str] = &[
    "def twice 'a (f: a -> a) (x: a) : a = f (f x)",
    "def compose 'a 'b 'c (f: a -> b) (g: b -> c) (x: a) : c = g (f x)",
    "def pick 'a (c: bool) (x: a) (y: a) : a = if c then x else y",
    "def on_each [n] 'a 'b (f: a -> b) (xs: [n]a) : [n]b = map f xs",
    "def accumulate [n] 'a 'b (f: b -> a -> b) (start: b) (xs: [n]a) : b = loop b = start for x in xs do f b x",
    "def change [n] 'a (xs: *[n]a) (i: i64) (x: a) : *[n]a = if n > 0 then xs with [i % n] = x else xs",
    "def swap 'a 'b (x: a, y: b) : (b, a) = (y, x)",
    "def first_of 'a 'b {a: a, b: b} : a = {a, b}.a",
    "def (<+>) 'a (x: (bool, a)) (y: a) : a = if x.0 then x.1 else y",
    "type^ step 'a = a -> a",
    "type pair 'a = (a, a)",
    "type~ some 'a = ?[n].[n]a",
    "type matrix [n] [m] 'a = [n][m]a",
    "def apply_step 'a (f: step a) (x: a) : a = f x",
    "def given '^f '~a (g: f -> a) (x: f) : a = g x",
    "def of_length 'a (n: i64) (f: (k: i64) -> [k]a) : [n]a = f n",
    "def rebuilt [n] 'a (f: *[n]a -> *[n]a) (xs: *[n]a) : *[n]a = f xs",
    "def kept 'a (p: a -> bool) (xs: []a) : some a = filter p xs",
    "def corner [n] [m] 'a (xs: matrix [n] [m] a) (x: a) : pair a = if n * m > 0 then (x, xs[0, 0]) else (x, x)",
    "local def hidden_swap 'a (p: pair a) : pair a = swap p",
    "open {def swapped_corner 'a (xs: matrix [] [] a) (x: a) : pair a = hidden_swap (corner xs x)}",
];

/// A variable in scope.
#[derive(Clone, PartialEq, Debug)]
struct Variable {
    name: String,
    ty: Type,
}

struct Generator {
    choices: Choices,
    scope: Vec<Variable>,
    /// Arrays that may be consumed once in the current expression. They are not in scope, because only their consumer
    /// may use them.
    owned: Vec<Variable>,
    /// Names of sizes in scope.
    sizes: Vec<String>,
    functions: Vec<Function>,
    /// Constants of the program.
    constants: Vec<Variable>,
    /// Whether an enclosing loop changes the size of its array.
    is_resizing: bool,
    /// Whether the program has sum types.
    has_sums: bool,
    /// Whether the program has many expressions that may fail.
    is_daring: bool,
}

/// Generates the program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut choices = Choices::new(seed);
    let has_sums = choices.chance(4);
    let is_daring = choices.chance(8);
    let mut generator = Generator {
        choices,
        scope: Vec::new(),
        owned: Vec::new(),
        sizes: Vec::new(),
        functions: Vec::new(),
        constants: Vec::new(),
        is_resizing: false,
        has_sums,
        is_daring,
    };
    generator.program()
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

impl Generator {
    /// Generates the definitions of a program and the inputs of its entry points.
    fn program(&mut self) -> Program {
        let mut definitions: Vec<Definition> = HELPERS.iter().map(|helper| Definition::text(helper)).collect();
        if self.chance(4) {
            definitions.extend(self.modules());
        }
        if self.chance(4) {
            definitions.push(self.constant());
        }
        for _ in 0..self.below(4) {
            definitions.push(match self.below(4) {
                0 => self.growing_function(),
                1 => self.dividing_function(),
                _ => self.function(),
            });
        }
        let mut inputs = Vec::new();
        let other = if self.chance(6) { Some(self.entry("other", 1)) } else { None };
        for (entry, runs) in other.into_iter().chain([self.entry(MAIN, 3)]) {
            definitions.push(entry);
            inputs.extend(runs);
        }
        Program { definitions, inputs }
    }

    /// Generates an expression of the type. The probability of a leaf grows with its depth.
    fn exp(&mut self, ty: &Type) -> Exp {
        if self.is_leaf() {
            return self.leaf(ty);
        }
        if self.chance(60) {
            return self.attributed(ty);
        }
        self.depth += 1;
        let exp = if self.is_daring && self.chance(25) { self.daring(ty) } else { self.compound(ty) };
        self.depth -= 1;
        exp
    }

    /// Generates an expression of the type in a random form. Few are leaves.
    fn compound(&mut self, ty: &Type) -> Exp {
        match self.below(100) {
            0..2 => self.leaf(ty),
            2..14 => self.binding(ty),
            14..19 => self.conditional(ty),
            19..21 => self.matching(ty),
            21..27 => self.counted_loop(ty),
            27..29 => self.while_loop(ty),
            29..37 => self.call(ty),
            37..43 => self.helper_call(ty),
            43..46 if self.has_sums => self.matched_sum(ty),
            46..49 => self.projection(ty),
            49..53 => self.shared(ty),
            53..56 => self.let_width(ty),
            56..58 => self.checked(ty),
            58..62 => self.library(ty),
            _ => self.of_type(ty),
        }
    }

    /// Generates an expression of the type. The form of the type, such as array or record, decides how.
    fn of_type(&mut self, ty: &Type) -> Exp {
        match ty {
            Type::Scalar(scalar) => self.scalar(*scalar),
            Type::Array(size, elem) => self.array(size, elem),
            Type::Tuple(parts) => {
                let exps: Vec<Exp> = parts.iter().map(|part| self.exp(part)).collect();
                Exp::new(ty, format!("({})", vec!["$"; exps.len()].join(", ")), exps)
            }
            Type::Record(fields) => {
                let exps: Vec<Exp> = fields.iter().map(|(_, part)| self.exp(part)).collect();
                let shown: Vec<String> = fields.iter().map(|(name, _)| format!("{name} = $")).collect();
                Exp::new(ty, format!("{{{}}}", shown.join(", ")), exps)
            }
            Type::Sum(constructors) => self.constructed(constructors),
        }
    }

    /// Returns a random type whose sizes are in scope.
    fn any_type(&mut self, depth: usize) -> Type {
        match self.below(if depth == 0 { 5 } else { 12 }) {
            0..5 => Type::Scalar(self.any_scalar()),
            5..10 => Type::array(&self.any_size(), self.any_type(depth - 1)),
            10 => match self.below(3) {
                0 if self.has_sums => self.sum_type(depth - 1),
                _ => Type::Tuple((0..2 + self.below(2)).map(|_| self.any_type(depth - 1)).collect()),
            },
            _ => {
                let fields = ["a", "b", "c"].iter().take(1 + self.below(3) as usize);
                Type::Record(fields.map(|name| ((*name).to_owned(), self.any_type(depth - 1))).collect())
            }
        }
    }

    /// Returns a random scalar type, usually a common one.
    fn any_scalar(&mut self) -> ScalarType {
        use ScalarType::*;
        const TYPES: &[ScalarType] =
            &[I32, I32, I32, I64, I64, I64, F64, F64, F32, Bool, Bool, I8, I16, U8, U16, U32, U64, F16];
        self.pick(TYPES).copied().unwrap_or(I32)
    }

    fn any_size(&mut self) -> Size {
        let names = self.sizes.clone();
        match self.pick(&names) {
            Some(name) if !self.chance(5) => Size::Name(name.clone()),
            _ if self.chance(16) => Size::Number(0),
            _ => Size::Number(1 + self.below(3) as i64),
        }
    }

    /// Generates a parenthesised lambda with parameters of these types.
    fn lambda(&mut self, params: &[Type], make: impl FnOnce(&mut Generator) -> Exp) -> Exp {
        let depth = self.scope.len();
        let shown: Vec<String> = params.iter().map(|ty| format!("({}: {ty})", self.pattern(ty))).collect();
        let body = self.repeatedly(make);
        self.scope.truncate(depth);
        let ty = body.ty.clone();
        let result = match ty {
            Type::Scalar(scalar) if self.chance(8) => format!(" : {scalar}"),
            _ => String::new(),
        };
        Exp::new(&ty, format!("(\\{}{result} -> $)", shown.join(" ")), [body])
    }

    /// Generates code that may be evaluated several times or later, so it consumes nothing from outside.
    fn repeatedly<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        let owned = std::mem::take(&mut self.owned);
        let made = make(self);
        self.owned = owned;
        made
    }

    /// Generates alternatives, only one of which is evaluated, so that each may consume the same arrays.
    fn alternatives<const N: usize>(&mut self, types: [&Type; N]) -> [Exp; N] {
        let before = self.owned.clone();
        let mut left = before.clone();
        let exps = types.map(|ty| {
            self.owned.clone_from(&before);
            let exp = self.exp(ty);
            left.retain(|variable| self.owned.contains(variable));
            exp
        });
        self.owned = left;
        exps
    }

    /// Generates the inside of a traversal or loop; returns `None` if the nesting is too deep.
    fn nested<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> Option<T> {
        if self.nesting >= MAX_NESTING {
            return None;
        }
        self.nesting += 1;
        let made = make(self);
        self.nesting -= 1;
        Some(made)
    }
}
