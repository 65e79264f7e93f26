//! Generation of scalars: literals, arithmetic, and reductions of vectors.

use super::{Generator, Type};
use crate::program::{Exp, Typed};
use value::ScalarType;

const INTEGERS: &[i64] = &[0, 1, 2, 3, 5, 7, 100, -1, -2, -100, 127, -128];
const WIDE: &[i64] = &[255, 32767, -32768, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];
const FLOATS: &[&str] = &["0.0", "1.0", "2.5", "-1.0", "-0.75", "3.0", "100.0", "1e3", "-0.001", "0.5", "-0.0"];
const COMPARISONS: &[&str] = &["<", "<=", ">", ">="];
/// Exactly rounded functions, whose bits are the same on every target.
const FLOAT_FUNCTIONS: &[&str] = &["abs", "sqrt", "floor", "ceil"];
/// Functions that are not exactly rounded. Only parts of their results that are the same on all targets are used.
const ROUGH: &[&str] =
    &["(exp (min $ 3.0))", "(log $)", "(sin $)", "(cos $)", "(tan $)", "(pow (min (abs $) 5.0) 1.5)"];

impl Generator {
    pub(super) fn literal(&mut self, ty: &Type) -> Exp<Type> {
        match ty {
            Type::Scalar(ScalarType::Bool) => Exp::text(ty, self.one_of(&["true", "false"])),
            Type::Scalar(scalar) if scalar.is_float() => {
                let suffix = if *scalar == ScalarType::F64 { "L" } else { "f" };
                Exp::text(ty, format!("{}{suffix}", self.one_of(FLOATS)))
            }
            Type::Scalar(scalar) => {
                let table = if self.chance(5) { WIDE } else { INTEGERS };
                let number = self.pick(table).copied().unwrap_or(1);
                let unused = 64 - scalar.bytes() as u32 * 8;
                let number = if number << unused >> unused == number { number } else { 1 };
                Exp::text(ty, format!("{number}{scalar}"))
            }
            Type::Vector(elem) => {
                let (count, name) = (self.below(4), self.name("i"));
                let value = self.within([(&name, &Type::INT)], |generator| generator.leaf(elem));
                Exp::new(ty, format!("(map (lambda ({name} : int) : {elem} $) (range {count}))"), [value])
            }
            Type::Tuple(parts) => {
                let exps: Vec<Exp<Type>> = parts.iter().map(|part| self.leaf(part)).collect();
                self.tuple(ty, exps)
            }
            Type::Sum(declaration, arguments) => self.shallow(declaration, arguments),
            Type::Unit | Type::Matrix(_) | Type::Function(..) | Type::Parameter(_) => Exp::text(ty, ty.plain()),
        }
    }

    pub(super) fn scalar(&mut self, scalar: ScalarType) -> Exp<Type> {
        let ty = Type::Scalar(scalar);
        match self.below(12) {
            0..6 if scalar == ScalarType::Bool => self.boolean(),
            0..6 if scalar.is_float() => self.float(&ty),
            0..6 => self.integer(&ty, scalar),
            6 => self.conversion(&ty),
            7 => self.element(&ty),
            8 if scalar == ScalarType::I32 => self.length(),
            8 => self.of_matrix(scalar),
            9 => self.folded(&ty),
            _ => self.reduction(&ty),
        }
    }

    pub(super) fn applied(&mut self, ty: &Type, operand: &Type, template: &str) -> Exp<Type> {
        let exps: Vec<Exp<Type>> = template.matches('$').map(|_| self.exp(operand)).collect();
        Exp::new(ty, template, exps)
    }

    fn integer(&mut self, ty: &Type, scalar: ScalarType) -> Exp<Type> {
        let mask = scalar.bytes() * 8 - 1;
        let template = match self.below(10) {
            0..5 => format!("({} $ $)", self.one_of(&["+", "-", "*", "min", "max"])),
            5 => format!("({} $ $)", self.one_of(&["&", "|", "^"])),
            6 => format!("({} $ (| $ 1{scalar}))", self.one_of(&["/", "mod", "%"])),
            7 => format!("({} $ (& $ {mask}{scalar}))", self.one_of(&["<<", ">>"])),
            8 => "(~ $)".to_owned(),
            _ => "(abs $)".to_owned(),
        };
        self.applied(ty, ty, &template)
    }

    fn float(&mut self, ty: &Type) -> Exp<Type> {
        let template = match self.below(10) {
            0..5 => format!("({} $ $)", self.one_of(&["+", "-", "*", "/", "min", "max"])),
            5..8 => format!("(floor (+ 0.3 (* 64.0 {})))", self.one_of(ROUGH)),
            _ => format!("({} $)", self.one_of(FLOAT_FUNCTIONS)),
        };
        self.applied(ty, ty, &template)
    }

    fn boolean(&mut self) -> Exp<Type> {
        let (template, operand) = match self.below(6) {
            0 => (format!("({} $ $)", self.one_of(&["and", "or"])), Type::BOOL),
            1 => ("(not $)".to_owned(), Type::BOOL),
            2 | 3 => (format!("({} $ $)", self.one_of(&["=", "~="])), self.any_type(2)),
            _ => {
                let scalar = if self.chance(3) { ScalarType::F32 } else { self.any_integer() };
                (format!("({} $ $)", self.one_of(COMPARISONS)), Type::Scalar(scalar))
            }
        };
        self.applied(&Type::BOOL, &operand, &template)
    }

    fn conversion(&mut self, ty: &Type) -> Exp<Type> {
        if *ty == Type::BOOL {
            return self.boolean();
        }
        let from = match self.chance(3) {
            true => Type::Scalar(*self.pick(&[ScalarType::F32, ScalarType::F64]).unwrap_or(&ScalarType::F32)),
            false => Type::Scalar(self.any_integer()),
        };
        let template = match self.chance(4) {
            true => format!("((lambda (x_ : {ty}) : {ty} x_) (from_{} $))", self.spelt(&from)),
            false => format!("(to_{} $)", self.spelt(ty)),
        };
        self.applied(ty, &from, &template)
    }

    /// Returns a name of the scalar type; `int` has two.
    fn spelt(&mut self, ty: &Type) -> String {
        if *ty == Type::INT && self.chance(4) { "int32".to_owned() } else { ty.to_string() }
    }

    fn length(&mut self) -> Exp<Type> {
        let matrices = self.variables(|ty| matches!(ty, Type::Matrix(_)));
        if let (true, Some(matrix)) = (self.chance(3), self.pick(&matrices)) {
            return Exp::text(&Type::INT, format!("((length {}).{})", matrix.name, self.below(2)));
        }
        let elem = self.element_type(1);
        let vector = self.exp(&Type::vector(&elem));
        Exp::new(&Type::INT, "(length $)", [vector])
    }

    /// Generates a read of a matrix, if there is one, or a reduction of its elements.
    fn of_matrix(&mut self, scalar: ScalarType) -> Exp<Type> {
        let ty = Type::Scalar(scalar);
        let matrices = self.variables(|ty| *ty == Type::Matrix(scalar));
        let Some(matrix) = self.pick(&matrices).map(|matrix| matrix.name.clone()) else { return self.reduction(&ty) };
        if self.chance(2) {
            let (op, start) = (self.associative(&ty), self.exp(&ty));
            return Exp::new(&ty, format!("(reduce {op} $ {matrix})"), [start]);
        }
        let exps = [self.exp(&Type::INT), self.exp(&Type::INT), self.exp(&ty)];
        let (n, m) = (format!("(length {matrix}).0"), format!("(length {matrix}).1"));
        let index = |size: &str| format!("(abs (mod $ {size}))");
        let text = format!("(if (> (* ({n}) ({m})) 0) then ({matrix} ! ({}, {})) else $)", index(&n), index(&m));
        Exp::new(&ty, text, exps)
    }

    /// Generates a matrix with the shape of an existing one.
    pub(super) fn matrix(&mut self, scalar: ScalarType) -> Exp<Type> {
        let ty = Type::Matrix(scalar);
        let matrices = self.variables(|ty| matches!(ty, Type::Matrix(_)));
        let Some(Type::Matrix(elem)) = self.pick(&matrices).map(|matrix| matrix.ty.clone()) else {
            return Exp::text(&ty, ty.plain());
        };
        let same: Vec<_> = matrices.into_iter().filter(|matrix| matrix.ty == Type::Matrix(elem)).collect();
        let name = self.pick(&same).map(|matrix| matrix.name.clone()).unwrap_or_default();
        self.nested(&ty, |generator| {
            let body = generator.of_function(&Type::function(&[Type::Scalar(elem)], &Type::Scalar(scalar)));
            Exp::new(&ty, format!("(map $ {name})"), [body])
        })
    }

    /// Returns an associative operator, on scalars or by the components of tuples. Float sums are excluded unless they
    /// are exact.
    pub(super) fn associative(&mut self, ty: &Type) -> String {
        match ty {
            Type::Scalar(ScalarType::Bool) => self.one_of(&["and", "or"]).to_owned(),
            Type::Scalar(scalar) if scalar.is_float() => self.one_of(&["min", "max"]).to_owned(),
            Type::Scalar(_) if self.chance(4) => {
                format!("(lambda (a : {ty}) (b : {ty}) : {ty} (+ (+ a b) (* a b)))")
            }
            Type::Scalar(_) => self.one_of(&["+", "*", "min", "max", "&", "|", "^"]).to_owned(),
            Type::Tuple(parts) if ty.is_of_scalars() && !self.chance(4) => {
                let part = |(at, part)| format!("({} (a.{at}) (b.{at}))", self.associative(part));
                let parts: Vec<String> = parts.iter().enumerate().map(part).collect();
                format!("(lambda (a : {ty}) (b : {ty}) : {ty} ({}))", parts.join(", "))
            }
            _ => {
                let text = self.one_of(&["a", "b"]);
                format!("(lambda (a : {ty}) (b : {ty}) : {ty} {text})")
            }
        }
    }
}
