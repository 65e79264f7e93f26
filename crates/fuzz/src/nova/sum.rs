//! Generation of sum types: declarations, values, matches, and recursion on the structure of values.

use super::{Generator, TYPE, Type, Variable};
use crate::program::{Definition, Exp, Typed};
use std::sync::Arc;

/// A sum type of the program. Payloads may mention its parameters.
#[derive(PartialEq, Debug)]
pub struct Declaration {
    pub name: String,
    parameters: usize,
    /// Constructors with payloads. The first one holds no value of the type itself.
    constructors: Vec<(String, Part)>,
    /// Whether a constructor holds values of the type itself.
    pub is_recursive: bool,
}

/// Payload of a constructor.
#[derive(PartialEq, Debug)]
enum Part {
    Type(Type),
    Itself,
    /// A vector of values of the type itself.
    Several,
    Tuple(Vec<Part>),
}

impl Part {
    /// Returns the payload's type, with these arguments for the parameters.
    fn instance(&self, itself: &Type, arguments: &[Type]) -> Type {
        match self {
            Part::Type(ty) => instance(ty, arguments),
            Part::Itself => itself.clone(),
            Part::Several => Type::vector(itself),
            Part::Tuple(parts) => Type::Tuple(parts.iter().map(|part| part.instance(itself, arguments)).collect()),
        }
    }

    /// Whether values of the payload determine this type parameter.
    fn mentions(&self, parameter: &Type) -> bool {
        match self {
            Part::Type(ty) => ty.mentions(parameter),
            Part::Itself | Part::Several => true,
            Part::Tuple(parts) => parts.iter().any(|part| part.mentions(parameter)),
        }
    }

    fn is_recursive(&self) -> bool {
        match self {
            Part::Type(_) => false,
            Part::Itself | Part::Several => true,
            Part::Tuple(parts) => parts.iter().any(Part::is_recursive),
        }
    }
}

/// Substitutes types for parameters.
fn instance(ty: &Type, arguments: &[Type]) -> Type {
    let inside = |ty: &Type| instance(ty, arguments);
    match ty {
        Type::Parameter(at) => arguments.get(*at).cloned().unwrap_or(Type::Unit),
        Type::Vector(elem) => Type::vector(&inside(elem)),
        Type::Tuple(parts) => Type::Tuple(parts.iter().map(inside).collect()),
        Type::Sum(declaration, types) => Type::Sum(declaration.clone(), types.iter().map(inside).collect()),
        Type::Unit | Type::Scalar(_) | Type::Matrix(_) | Type::Function(..) => ty.clone(),
    }
}

impl Declaration {
    /// Returns the constructors with their payload types, with these arguments for the parameters.
    pub fn payloads(self: &Arc<Self>, arguments: &[Type]) -> impl Iterator<Item = (&str, Type)> {
        let itself = Type::Sum(self.clone(), arguments.to_vec());
        self.constructors.iter().map(move |(name, part)| (name.as_str(), part.instance(&itself, arguments)))
    }

    /// Returns the text of a value made by a constructor, with a `$` for its payload. A type annotation is added if the
    /// constructor does not determine all of the type's parameters.
    pub fn template(&self, constructor: &str, ty: &Type) -> String {
        let tells = |at: usize| {
            let parameter = Type::Parameter(at);
            let part = self.constructors.iter().find(|(name, _)| name == constructor).map(|(_, part)| part);
            part.is_some_and(|part| part.mentions(&parameter))
        };
        match (0..self.parameters).all(tells) {
            true => format!("({constructor} $)"),
            false => format!("((lambda (v : {ty}) : {ty} v) ({constructor} $))"),
        }
    }
}

impl Generator {
    /// Generates sum types for the program; returns their definitions.
    pub(super) fn declare_types(&mut self) -> Vec<Definition<Type>> {
        let count = self.below(3) + u64::from(self.has_data);
        (0..count)
            .map(|at| {
                let is_recursive = self.has_data && (at == 0 || self.chance(2));
                let declaration = Arc::new(self.declaration(is_recursive));
                let parameters: Vec<Type> = (0..declaration.parameters).map(Type::Parameter).collect();
                let shown: String = parameters.iter().map(|parameter| format!(" {parameter}")).collect();
                let constructors = declaration.payloads(&parameters);
                let constructors: Vec<String> =
                    constructors.map(|(name, payload)| format!("({name} : {payload})")).collect();
                let text = format!("({}{shown} : (+ {}))", declaration.name, constructors.join(" "));
                self.declarations.push(declaration);
                Definition { head: TYPE.to_owned(), body: Exp::text(&Type::BOOL, text) }
            })
            .collect()
    }

    fn declaration(&mut self, is_recursive: bool) -> Declaration {
        let name = self.name("Sum");
        let parameters = self.below(3) as usize;
        let count = 1 + self.below(3) + u64::from(is_recursive);
        let mut constructors: Vec<(String, Part)> = Vec::new();
        for at in 0..count {
            let itself = is_recursive && at > 0 && (at == 1 || self.chance(2));
            let part = if itself { self.recursive_part(parameters) } else { Part::Type(self.payload(parameters)) };
            constructors.push((self.name("C"), part));
        }
        let is_recursive = constructors.iter().any(|(_, part)| part.is_recursive());
        Declaration { name, parameters, constructors, is_recursive }
    }

    fn recursive_part(&mut self, parameters: usize) -> Part {
        match self.below(6) {
            0 => Part::Itself,
            1 => Part::Tuple(vec![Part::Type(self.payload(parameters)), Part::Several]),
            2 => Part::Tuple(vec![Part::Itself, Part::Type(self.payload(parameters)), Part::Itself]),
            _ => Part::Tuple(vec![Part::Type(self.payload(parameters)), Part::Itself]),
        }
    }

    /// Returns a random payload type without the type itself.
    fn payload(&mut self, parameters: usize) -> Type {
        match self.below(8) {
            0 | 1 => Type::Unit,
            2..5 if parameters > 0 => Type::Parameter(self.below(parameters as u64) as usize),
            5 => Type::Tuple(vec![self.payload(parameters), self.payload(parameters)]),
            6 if parameters > 0 => Type::Tuple(vec![Type::Parameter(0), self.any_type(1)]),
            _ => self.any_type(1),
        }
    }

    /// Returns a sum type of the program with random arguments, or any other type if the program declares none.
    pub(super) fn sum_type(&mut self, depth: usize) -> Type {
        let declarations = self.declarations.clone();
        let Some(declaration) = self.pick(&declarations) else { return self.any_type(0) };
        let arguments: Vec<Type> = (0..declaration.parameters)
            .map(|_| {
                let ty = self.any_type(depth.min(1));
                // For data types inside other data types, the program would need many data types.
                if ty.is_data() { Type::INT } else { ty }
            })
            .collect();
        Type::Sum(declaration.clone(), arguments)
    }

    /// Generates a value of some constructor.
    pub(super) fn construction(&mut self, declaration: &Arc<Declaration>, arguments: &[Type]) -> Exp<Type> {
        let payloads: Vec<(&str, Type)> = declaration.payloads(arguments).collect();
        let ty = Type::Sum(declaration.clone(), arguments.to_vec());
        let Some((name, payload)) = self.pick(&payloads) else { return self.leaf(&ty) };
        let payload = self.exp(payload);
        Exp::new(&ty, declaration.template(name, &ty), [payload])
    }

    /// Generates a value of a constructor that holds none of the type itself.
    pub(super) fn shallow(&mut self, declaration: &Arc<Declaration>, arguments: &[Type]) -> Exp<Type> {
        let ty = Type::Sum(declaration.clone(), arguments.to_vec());
        let all = declaration.payloads(arguments).zip(&declaration.constructors);
        let payloads: Vec<_> = all.filter(|(_, (_, part))| !part.is_recursive()).map(|(payload, _)| payload).collect();
        let Some((name, payload)) = self.pick(&payloads) else { return Exp::text(&ty, ty.plain()) };
        let payload = self.leaf(payload);
        Exp::new(&ty, declaration.template(name, &ty), [payload])
    }

    /// Generates a `case` on some value, with all constructors.
    pub(super) fn matching(&mut self, ty: &Type) -> Exp<Type> {
        let Type::Sum(declaration, arguments) = self.sum_type(1) else { return self.binding(ty) };
        let value = self.exp(&Type::Sum(declaration.clone(), arguments.clone()));
        let mut exps = vec![value];
        let mut text = String::new();
        for (name, payload) in declaration.payloads(&arguments) {
            let held = self.name("v");
            exps.push(self.within([(&held, &payload)], |generator| generator.exp(ty)));
            text += &format!(" ({name} {held} $)");
        }
        Exp::new(ty, format!("(case ${text})"), exps)
    }

    /// Generates a recursion on the structure of a value. The results for its parts are in scope, possibly with a value
    /// that is passed down.
    pub(super) fn structural(&mut self, ty: &Type) -> Exp<Type> {
        let data: Vec<_> = self.declarations.iter().filter(|one| one.is_recursive).cloned().collect();
        let Some(declaration) = self.pick(&data).cloned() else { return self.counted(ty) };
        if self.is_recursive || matches!(ty, Type::Function(..)) {
            return self.leaf(ty);
        }
        let arguments: Vec<Type> = (0..declaration.parameters).map(|_| Type::Scalar(self.any_scalar())).collect();
        let itself = Type::Sum(declaration.clone(), arguments.clone());
        let down = if self.chance(2) { Some(self.any_type(1)) } else { None };
        self.nested(ty, |generator| {
            let (function, value, more) = (generator.name("go"), generator.name("t"), generator.name("x"));
            let first = generator.exp(&itself);
            let start = down.as_ref().map(|ty| generator.exp(ty));
            let depth = generator.scope.len();
            generator.is_recursive = true;
            generator.scope.extend(down.iter().map(|ty| Variable { name: more.clone(), ty: ty.clone() }));
            let mut exps = Vec::new();
            let mut text = String::new();
            for ((name, payload), (_, part)) in declaration.payloads(&arguments).zip(&declaration.constructors) {
                let (held, inner) = (generator.name("v"), generator.scope.len());
                generator.bind(&held, &payload);
                let argument = down.as_ref().map(|ty| generator.exp(ty));
                let handed = if argument.is_some() { generator.name("x") } else { String::new() };
                let mut lets = argument.iter().map(|_| format!("({handed} $)")).collect::<String>();
                for call in calls(&function, &handed, part, &held, &itself, ty) {
                    let result = generator.name("r");
                    generator.bind(&result, &call.ty);
                    lets += &format!(" ({result} {})", call.text);
                }
                exps.extend(argument);
                exps.push(generator.exp(ty));
                generator.scope.truncate(inner);
                text += &match lets.is_empty() {
                    true => format!(" ({name} {held} $)"),
                    false => format!(" ({name} {held} (let {lets} in $))"),
                };
            }
            generator.is_recursive = false;
            generator.scope.truncate(depth);
            exps.push(first);
            exps.extend(start);
            let (result, shown) = (ty.result(), down.map(|ty| (format!(" -> {ty}"), format!(" ({more} : {ty})"))));
            let (arrow, param) = shown.clone().unwrap_or_default();
            let last = if shown.is_some() { " $" } else { "" };
            let head = format!(
                "(mu ({function} : {itself}{arrow} -> {result}) (lambda ({value} : {itself}){param} : {result}"
            );
            Exp::new(ty, format!("({head} (case {value}{text}))) ${last})"), exps)
        })
    }
}

/// A call of a recursive function for a part, and its type.
struct Call {
    text: String,
    ty: Type,
}

/// Returns the calls for all values of the type itself in a payload.
fn calls(function: &str, handed: &str, part: &Part, held: &str, itself: &Type, result: &Type) -> Vec<Call> {
    match part {
        Part::Type(_) => Vec::new(),
        Part::Itself => vec![Call { text: format!("({function} {held} {handed})"), ty: result.clone() }],
        Part::Several if !result.is_element() || result.is_data() => Vec::new(),
        Part::Several => {
            let text = format!("(map (lambda (t : {itself}) : {result} ({function} t {handed})) {held})");
            vec![Call { text, ty: Type::vector(result) }]
        }
        Part::Tuple(parts) => {
            let of_part = |(at, part)| calls(function, handed, part, &format!("{held}.{at}"), itself, result);
            parts.iter().enumerate().flat_map(of_part).collect()
        }
    }
}
