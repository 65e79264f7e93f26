//! Generation of vectors by all built-in functions, and of values computed from all elements.

use super::{Generator, Type};
use crate::program::Exp;

impl Generator {
    pub(super) fn vector(&mut self, elem: &Type) -> Exp<Type> {
        let ty = Type::vector(elem);
        match self.below(20) {
            0..7 => self.mapped(elem),
            7 | 8 => self.mapped_together(elem),
            9 | 10 => self.tabulated(elem),
            11 if *elem == Type::INT => self.counting(),
            11 | 12 => self.filtered(elem),
            _ if elem.is_data() => self.mapped(elem),
            13 => self.gathered(&ty),
            14 => self.permuted(&ty),
            15 => self.sliced(&ty),
            16 => self.appended(&ty),
            17 | 18 if elem.is_of_scalars() => self.scanned(&ty, elem),
            _ => self.mapped(elem),
        }
    }

    /// Generates a map over a vector of any type.
    fn mapped(&mut self, elem: &Type) -> Exp<Type> {
        let ty = Type::vector(elem);
        let from = self.element_type(2);
        self.nested(&ty, |generator| {
            let vector = generator.exp(&Type::vector(&from));
            let body = generator.of_function(&Type::function(&[from], elem));
            Exp::new(&ty, "(map $ $)", [body, vector])
        })
    }

    /// Generates a map over several vectors, derived from the first one.
    fn mapped_together(&mut self, elem: &Type) -> Exp<Type> {
        let ty = Type::vector(elem);
        let (first, second) = (self.element_type(1), self.element_type(1));
        let name = self.name("x");
        let template = match self.below(4) {
            0 => format!("(let ({name} $) in (map $ {name} (map $ {name})))"),
            1 => format!("(let ({name} $) in (map $ (map $ {name}) {name}))"),
            2 => format!("(let ({name} $) in (map $ {name} (map $ {name}) (range (length {name}))))"),
            _ => format!("(let ({name} $) in (map $ {name} {name}))"),
        };
        let params = match template.matches('$').count() {
            2 => vec![first.clone(), first.clone()],
            _ if template.contains("(map $ (map") => vec![second.clone(), first.clone()],
            _ if template.contains("range") => vec![first.clone(), second.clone(), Type::INT],
            _ => vec![first.clone(), second.clone()],
        };
        self.nested(&ty, |generator| {
            let vector = generator.exp(&Type::vector(&first));
            let body = generator.of_function(&Type::function(&params, elem));
            let mut exps = vec![vector, body];
            if template.matches('$').count() == 3 {
                exps.push(generator.of_function(&Type::function(&[first], &second)));
            }
            Exp::new(&ty, template, exps)
        })
    }

    /// Generates a map over a few numbers.
    fn tabulated(&mut self, elem: &Type) -> Exp<Type> {
        let ty = Type::vector(elem);
        self.nested(&ty, |generator| {
            let count = generator.exp(&Type::INT);
            let body = generator.of_function(&Type::function(&[Type::INT], elem));
            Exp::new(&ty, "(map $ (range (abs (mod $ 5))))", [body, count])
        })
    }

    /// Generates a range of numbers.
    fn counting(&mut self) -> Exp<Type> {
        let text = self.one_of(&[
            "(range (abs (mod $ 5)))",
            "(range (mod $ 5) 5)",
            "(range (mod $ 3) 2 (+ 2 (abs (mod $ 4))))",
            "(range (abs (mod $ 5)) -1 -1)",
        ]);
        self.applied(&Type::vector(&Type::INT), &Type::INT, text)
    }

    fn filtered(&mut self, elem: &Type) -> Exp<Type> {
        let ty = Type::vector(elem);
        self.nested(&ty, |generator| {
            let vector = generator.exp(&ty);
            let keep = generator.of_function(&Type::function(std::slice::from_ref(elem), &Type::BOOL));
            Exp::new(&ty, "(filter $ $)", [keep, vector])
        })
    }

    /// Generates a gather at arbitrary indices, brought into range; empty if the vector is.
    fn gathered(&mut self, ty: &Type) -> Exp<Type> {
        let (vector, indices) = (self.exp(ty), self.exp(&Type::vector(&Type::INT)));
        let (name, at) = (self.name("x"), self.name("i"));
        let inside = format!("(map (lambda ({at} : int) : int (abs (mod {at} (length {name})))) $)");
        let text = format!("(let ({name} $) in (if (> (length {name}) 0) then (gather {inside} {name}) else {name}))");
        Exp::new(ty, text, [vector, indices])
    }

    /// Generates a permutation: a reversal or a rotation to the right.
    fn permuted(&mut self, ty: &Type) -> Exp<Type> {
        let vector = self.exp(ty);
        let (name, count, at) = (self.name("x"), self.name("n"), self.name("i"));
        let place = match self.chance(2) {
            true => format!("(- (- {count} 1) {at})"),
            false => format!("(mod (+ {at} {}) {count})", 1 + self.below(3)),
        };
        let places = format!("(map (lambda ({at} : int) : int {place}) (range {count}))");
        let text = format!("(let ({name} $) ({count} (length {name})) in (permute {places} {name}))");
        Exp::new(ty, text, [vector])
    }

    /// Generates a slice with clamped ends, possibly strided.
    fn sliced(&mut self, ty: &Type) -> Exp<Type> {
        let vector = self.exp(ty);
        let (name, count, low) = (self.name("x"), self.name("n"), self.name("low"));
        if self.chance(4) {
            let text = format!("(let ({name} $) ({count} (length {name})) in (slice (- {count} 1) -1 -1 {name}))");
            return Exp::new(ty, text, [vector]);
        }
        let clamped = |least: &str| format!("(max {least} (min {count} $))");
        let step = 1 + self.below(3);
        let ends = format!("({low} {})", clamped("0"));
        let text = format!(
            "(let ({name} $) ({count} (length {name})) {ends} in (slice {low} {step} {} {name}))",
            clamped(&low)
        );
        let bounds = [self.exp(&Type::INT), self.exp(&Type::INT)];
        Exp::new(ty, text, [vector].into_iter().chain(bounds))
    }

    /// Generates the concatenation of two vectors.
    fn appended(&mut self, ty: &Type) -> Exp<Type> {
        let Type::Vector(elem) = ty else { return self.leaf(ty) };
        let exps = [self.exp(ty), self.exp(ty)];
        let (first, second, at) = (self.name("x"), self.name("x"), self.name("i"));
        let choice =
            format!("(if (< {at} (length {first})) then ({first} ! {at}) else ({second} ! (- {at} (length {first}))))");
        let indices = format!("(range (+ (length {first}) (length {second})))");
        let text = format!("(let ({first} $) ({second} $) in (map (lambda ({at} : int) : {elem} {choice}) {indices}))");
        Exp::new(ty, text, exps)
    }

    fn scanned(&mut self, ty: &Type, elem: &Type) -> Exp<Type> {
        self.nested(ty, |generator| {
            let (op, start, vector) = (generator.associative(elem), generator.exp(elem), generator.exp(ty));
            Exp::new(ty, format!("(scan {op} $ $)"), [start, vector])
        })
    }

    pub(super) fn reduction(&mut self, ty: &Type) -> Exp<Type> {
        if !ty.is_element() || ty.is_data() {
            return self.leaf(ty);
        }
        self.nested(ty, |generator| {
            let (start, vector) = (generator.exp(ty), generator.exp(&Type::vector(ty)));
            if generator.chance(6) {
                // This operator is associative whatever the condition on the first operand is.
                let a = generator.name("a");
                let asked = generator.within([(&a, ty)], |generator| generator.exp(&Type::BOOL));
                let text = format!("(reduce (lambda ({a} : {ty}) (b : {ty}) : {ty} (if $ then {a} else b)) $ $)");
                return Exp::new(ty, text, [asked, start, vector]);
            }
            if matches!(ty, Type::Scalar(scalar) if scalar.is_float()) && generator.chance(2) {
                let whole = |of: &str| format!("(floor (min (max {of} -999.0) 999.0))");
                let text = format!("(reduce + {} (map (lambda (x_ : {ty}) : {ty} {}) $))", whole("$"), whole("x_"));
                return Exp::new(ty, text, [start, vector]);
            }
            let op = generator.associative(ty);
            Exp::new(ty, format!("(reduce {op} $ $)"), [start, vector])
        })
    }

    /// Generates a fold over elements in order, or a reduction if vectors can hold the type.
    pub(super) fn folded(&mut self, ty: &Type) -> Exp<Type> {
        if matches!(ty, Type::Function(..)) {
            return self.leaf(ty);
        }
        if self.chance(3) {
            return self.reduction(ty);
        }
        let elem = self.element_type(2);
        self.nested(ty, |generator| {
            let (start, vector) = (generator.exp(ty), generator.exp(&Type::vector(&elem)));
            let body = generator.of_function(&Type::function(&[ty.clone(), elem], ty));
            Exp::new(ty, "(fold $ $ $)", [body, start, vector])
        })
    }

    /// Generates a read of an element, or another value if there is none.
    pub(super) fn element(&mut self, ty: &Type) -> Exp<Type> {
        if !ty.is_element() {
            return self.leaf(ty);
        }
        let exps = [self.exp(&Type::vector(ty)), self.exp(&Type::INT), self.leaf(ty)];
        let name = self.name("x");
        let index = format!("(abs (mod $ (length {name})))");
        Exp::new(ty, format!("(let ({name} $) in (if (> (length {name}) 0) then ({name} ! {index}) else $))"), exps)
    }

    /// Generates a vector whose computation often fails.
    pub(super) fn daring_vector(&mut self, elem: &Type) -> Exp<Type> {
        let ty = Type::vector(elem);
        let index = Type::vector(&Type::INT);
        if elem.is_data() {
            return self.mapped(elem);
        }
        match self.below(4) {
            0 => {
                let exps = [self.exp(&index), self.exp(&ty)];
                Exp::new(&ty, "(gather (map (lambda (i : int) : int (mod i 4)) $) $)", exps)
            }
            1 => {
                let exps = [self.exp(&index), self.exp(&ty)];
                Exp::new(&ty, "(permute (map (lambda (i : int) : int (mod i 4)) $) $)", exps)
            }
            2 => {
                let exps = [self.exp(&Type::INT), self.exp(&Type::INT), self.exp(&Type::INT), self.exp(&ty)];
                Exp::new(&ty, "(slice (mod $ 3) (mod $ 3) (mod $ 5) $)", exps)
            }
            _ => {
                let other = self.element_type(1);
                let body = self.of_function(&Type::function(&[elem.clone(), other.clone()], elem));
                let exps = [body, self.exp(&ty), self.exp(&Type::vector(&other))];
                Exp::new(&ty, "(map $ $ $)", exps)
            }
        }
    }
}
