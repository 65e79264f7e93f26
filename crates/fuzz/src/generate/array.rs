//! Generation of expressions for arrays.

use super::{Generator, Variable};
use crate::program::{Exp, Size, Type, Typed};

impl Generator {
    pub(super) fn array(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        let made = match self.below(47) {
            0..6 => self.map(size, elem),
            6 => self.tabulate(size, elem),
            7 => Some(self.rearranged(size, elem)),
            8 => Some(self.replicate(size, elem)),
            9 | 10 => self.scan(size, elem),
            11 => self.transposed(size, elem),
            12 | 13 => Some(self.updated(size, elem)),
            14 | 15 => self.update_loop(size, elem),
            16 | 17 => self.scatter(size, elem),
            18 => self.histogram(size, elem),
            19 => Some(self.unzipped(size, elem)),
            20 => Some(self.literal_array(size, elem)),
            21 | 22 => self.sliced(size, elem),
            23 | 24 => self.chain(size, elem),
            25 | 26 => self.rowwise(size, elem),
            27 => self.vector_reduction(size, elem),
            28..32 => self.ragged(size, elem),
            32 => self.neighbours(size, elem),
            33 => self.scatter_by_two(size, elem),
            34 => self.after_nothing(size, elem),
            35..39 => self.library_array(size, elem),
            39 => self.intrinsic(size, elem),
            40 => self.streamed(size, elem),
            41 => Some(self.strided(size, elem)),
            42 => self.far_reads(size, elem),
            43 => Some(self.part_updated(size, elem)),
            44 => self.of_rows(size, elem),
            45 => self.library_array(size, elem),
            _ => self.of_vectors(size, elem).or_else(|| self.vector_reduction(size, elem)),
        };
        made.unwrap_or_else(|| self.leaf(&ty))
    }

    /// Generates a map over one to three arrays, or over a zip of two.
    fn map(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let inputs: Vec<Type> = (0..1 + self.below(3)).map(|_| self.any_type(1)).collect();
        let form = self.below(8);
        self.nested(|generator| {
            let arrays: Vec<Exp> =
                inputs.iter().map(|input| generator.exp(&Type::array(size, input.clone()))).collect();
            let body = match (form, &inputs[..]) {
                (0, [a, b]) => generator.lambda(&[Type::Tuple(vec![a.clone(), b.clone()])], |inner| inner.exp(elem)),
                _ => generator.function_value(&inputs, elem),
            };
            let (function, holes) = match (form, inputs.len()) {
                (0, 2) => ("map", "(zip $ $)"),
                (1, 1) => ("on_each", "$"),
                (_, 2) => ("map2", "$ $"),
                (_, 3) => ("map3", "$ $ $"),
                _ => ("map", "$"),
            };
            Exp::new(&ty, format!("({function} $ {holes})"), std::iter::once(body).chain(arrays))
        })
    }

    pub(super) fn tabulate(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        self.nested(|generator| {
            let body = generator.function_value(&[Type::I64], elem);
            let form =
                if generator.chance(2) { format!("(tabulate {size} $)") } else { format!("(map $ (iota {size}))") };
            Exp::new(&ty, form, [body])
        })
    }

    fn rearranged(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        let array = self.exp(&ty);
        match self.below(5) {
            0 | 1 => Exp::new(&ty, "(reverse $)", [array]),
            2 | 3 => {
                let by = self.exp(&Type::I64);
                Exp::new(&ty, "(rotate ($ % 8) $)", [by, array])
            }
            _ => Exp::new(&ty, "(copy $)", [array]),
        }
    }

    fn replicate(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        if *elem == Type::I64 && self.chance(2) {
            return Exp::text(&ty, format!("(iota {size})"));
        }
        let elem = self.exp(elem);
        Exp::new(&ty, format!("(replicate {size} $)"), [elem])
    }

    /// Generates a scan, or two scans of the same array.
    fn scan(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let (op, neutral) = self.associative_of(elem)?;
        let other = if self.chance(4) { self.associative_of(elem) } else { None };
        self.nested(|generator| {
            let array = generator.exp(&ty);
            let Some((other, start)) = other else {
                return Exp::new(&ty, format!("(scan {op} {neutral} $)"), [array]);
            };
            let name = generator.name("a");
            let scans = format!("(scan {op} {neutral} {name}) (scan {other} {start} {name})");
            Exp::new(&ty, format!("(let {name} = $ in map2 {op} {scans})"), [array])
        })
    }

    fn transposed(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let Type::Array(inner, elem) = elem else { return None };
        let array = self.exp(&Type::array(inner, Type::array(size, (**elem).clone())));
        Some(Exp::new(&ty, "(transpose $)", [array]))
    }

    /// Generates an unshared array: one that may be consumed, the result of a function or `tabulate`, or a copy.
    pub(super) fn fresh(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        if let Some(at) = self.owned.iter().position(|variable| variable.ty == ty) {
            return Exp::text(&ty, self.owned.remove(at).name);
        }
        let made = match self.below(6) {
            0 | 1 => self.fitting_call(&ty, |function| function.is_fresh),
            2 => self.tabulate(size, elem),
            _ => None,
        };
        made.unwrap_or_else(|| {
            let array = self.exp(&ty);
            Exp::new(&ty, "(copy $)", [array])
        })
    }

    /// Generates an update of one element. If elements are scalars, the new one may depend on others.
    fn updated(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        let array = self.fresh(size, elem);
        let name = self.name("a");
        let template = match (size, self.below(24)) {
            (_, 0..8) => "(change $ $ $)".to_owned(),
            (Size::Number(number @ 1..), 8..16) => format!("($ with [$ % {number}] = $)"),
            (Size::Name(_), 8) => "($ with [$] = $)".to_owned(),
            _ => {
                let text = format!("(let {name} = $ in if {size} > 0 then {name} with [$ % {size}] = $ else {name})");
                let readable = matches!(elem, Type::Scalar(_));
                self.scope.extend(readable.then(|| Variable { name, ty: ty.clone() }));
                let (index, value) = (self.exp(&Type::I64), self.exp(elem));
                self.scope.truncate(self.scope.len() - usize::from(readable));
                return Exp::new(&ty, text, [array, index, value]);
            }
        };
        let (index, value) = (self.exp(&Type::I64), self.exp(elem));
        Exp::new(&ty, template, [array, index, value])
    }

    /// Generates a loop that writes an element of an array in each iteration. If elements are scalars, it may also read
    /// them.
    fn update_loop(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        if self.chance(2) {
            return self.filling_loop(size, elem);
        }
        let ty = Type::array(size, elem.clone());
        self.nested(|generator| {
            let start = generator.fresh(size, elem);
            let (array, counter) = (generator.name("a"), generator.name("at"));
            let depth = generator.scope.len();
            generator.scope.push(Variable { name: counter.clone(), ty: Type::I64 });
            if matches!(elem, Type::Scalar(_)) {
                generator.scope.push(Variable { name: array.clone(), ty: ty.clone() });
            }
            let (index, value) = generator.repeatedly(|generator| {
                let counter = Exp::text(&Type::I64, counter.clone());
                let index = if generator.chance(2) { generator.exp(&Type::I64) } else { counter };
                (index, generator.exp(elem))
            });
            generator.scope.truncate(depth);
            let text = format!("(loop {array} = $ for {counter} < {size} do {array} with [$ % {size}] = $)");
            Exp::new(&ty, text, [start, index, value])
        })
    }

    /// Generates a loop that writes all elements in order. If elements are scalars, each may depend on the previous
    /// one.
    fn filling_loop(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        self.nested(|generator| {
            let start = generator.fresh(size, elem);
            let [array, counter, before] = ["a", "at", "before"].map(|hint| generator.name(hint));
            let is_scalar = matches!(elem, Type::Scalar(_));
            let first = is_scalar.then(|| generator.repeatedly(|generator| generator.exp(elem)));
            let depth = generator.scope.len();
            generator.scope.push(Variable { name: counter.clone(), ty: Type::I64 });
            generator.scope.extend(is_scalar.then(|| Variable { name: before.clone(), ty: elem.clone() }));
            let value = generator.repeatedly(|generator| generator.exp(elem));
            generator.scope.truncate(depth);
            let read = match is_scalar {
                true => format!("let {before} = if {counter} > 0 then {array}[{counter} - 1] else $ in "),
                false => String::new(),
            };
            let text = format!("(loop {array} = $ for {counter} < {size} do {read}{array} with [{counter}] = $)");
            Exp::new(&ty, text, [Some(start), first, Some(value)].into_iter().flatten())
        })
    }

    /// Generates a scatter to distinct places, some of them out of bounds.
    fn scatter(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        if !matches!(elem, Type::Scalar(_)) {
            return None;
        }
        let source = self.any_size();
        self.nested(|generator| {
            let array = generator.fresh(size, elem);
            let by = generator.repeatedly(|generator| generator.exp(&Type::I64));
            let values = generator.exp(&Type::array(&source, elem.clone()));
            let places = match generator.below(4) {
                0 => format!("(rotate ($ % 8) (iota {source}))"),
                1 => format!("(map (\\i -> 2 * i - ($ % 4)) (iota {source}))"),
                2 => format!("(map (\\i -> ($ % 4) - i) (iota {source}))"),
                _ => format!("(map (\\i -> i + ($ % 4)) (iota {source}))"),
            };
            Exp::new(&ty, format!("(scatter $ {places} $)"), [array, by, values])
        })
    }

    /// Generates a scatter to places in distinct rows.
    fn scatter_by_two(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let Type::Array(_, scalar) = elem else { return None };
        if !matches!(**scalar, Type::Scalar(_)) {
            return None;
        }
        let source = self.any_size();
        self.nested(|generator| {
            let array = generator.fresh(size, elem);
            let by = generator.repeatedly(|generator| [generator.exp(&Type::I64), generator.exp(&Type::I64)]);
            let values = generator.exp(&Type::array(&source, (**scalar).clone()));
            let places = format!("(map (\\i -> (i - $ % 3, (i + $) % 4 - 1)) (iota {source}))");
            Exp::new(&ty, format!("(scatter_2d $ {places} $)"), [array].into_iter().chain(by).chain([values]))
        })
    }

    /// Generates a histogram with arbitrary places, about a quarter of them out of bounds.
    fn histogram(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let (op, neutral) = self.associative_of(elem)?;
        let source = self.any_size();
        self.nested(|generator| {
            let places = generator.exp(&Type::array(&source, Type::I64));
            let values = generator.exp(&Type::array(&source, elem.clone()));
            let places = Exp::new(&Type::I64, "(map (\\i -> i % 5 - 1) $)", [places]);
            if generator.chance(3) {
                return Exp::new(&ty, format!("(hist {op} {neutral} {size} $ $)"), [places, values]);
            }
            let array = generator.fresh(size, elem);
            Exp::new(&ty, format!("(reduce_by_index $ {op} {neutral} $ $)"), [array, places, values])
        })
    }

    fn literal_array(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        match size {
            Size::Number(0) => Exp::text(&ty, ty.plain()),
            Size::Number(count) => {
                let exps: Vec<Exp> = (0..*count).map(|_| self.exp(elem)).collect();
                Exp::new(&ty, format!("[{}]", vec!["$"; exps.len()].join(", ")), exps)
            }
            Size::Name(_) => self.rearranged(size, elem),
        }
    }

    /// Generates an empty literal with rows of a computed size, before other rows. Coercions check that the size is
    /// kept.
    fn after_nothing(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let Type::Array(row, inner) = elem else { return None };
        let (nothing, rows) = (self.name("nothing"), self.exp(&ty));
        let literal = format!("let {nothing} (k: i64) : [0][k + 1]{inner} = []");
        Some(Exp::new(&ty, format!("({literal} in ({nothing} ({row} - 1) :> [0]{elem}) ++ $ :> {ty})"), [rows]))
    }

    /// Generates a slice that always has this size, with a coercion that checks it.
    fn sliced(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        if self.chance(3) {
            return Some(self.coerced(size, elem));
        }
        let array = self.exp(&ty);
        let text = match self.below(6) {
            0 => format!("($[::-1] :> {ty})"),
            1 => format!("(take {size} ($ ++ $) :> {ty})"),
            2 => format!("(drop 0 $ :> {ty})"),
            3 => format!("(($ ++ $)[{size}:] :> {ty})"),
            4 => format!("(($ ++ $)[0:2 * {size}:2] :> {ty})"),
            _ => format!("($[0:{size}] :> {ty})"),
        };
        let other = self.leaf(&ty);
        Some(Exp::new(&ty, text, [array, other]))
    }

    /// Generates an array of another size, coerced if that turns out to be this size.
    fn coerced(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        let array = self.of_some_size(elem);
        let (name, other) = (self.name("a"), self.leaf(&ty));
        Exp::new(
            &ty,
            format!("(let {name} = $ in if length {name} == {size} then {name} :> {ty} else $)"),
            [array, other],
        )
    }

    /// Generates an array whose size is known only at run time; its own type names a size that no other array has.
    pub(super) fn of_some_size(&mut self, elem: &Type) -> Exp {
        let size = self.any_size();
        let kind = self.below(17);
        let made = match kind {
            0 => self.resizing_loop(elem),
            1 => self.growing_call(elem),
            11 => self.grown(elem),
            14 => self.joined_rows(elem),
            15 => self.kept(elem),
            _ => None,
        };
        if let Some(made) = made {
            return made;
        }
        let array = self.exp(&Type::array(&size, elem.clone()));
        let ty = Type::array(&Size::Name(format!("(0 + {size})")), elem.clone());
        match kind {
            1..5 => {
                let keep = self.nested(|generator| generator.function_value(std::slice::from_ref(elem), &Type::BOOL));
                match keep {
                    Some(keep) => Exp::new(&ty, "(filter $ $)", [keep, array]),
                    None => array,
                }
            }
            5 => {
                let other = self.any_size();
                let other = self.exp(&Type::array(&other, elem.clone()));
                Exp::new(&ty, "($ ++ $)", [array, other])
            }
            6 => {
                let bound = self.exp(&Type::I64);
                Exp::new(&ty, format!("$[i64.min {size} ($ % 3):]"), [array, bound])
            }
            7 => Exp::new(&ty, "$[::2]", [array]),
            12 | 13 => self.between(&size, array, &ty),
            8 => {
                let bound = self.exp(&Type::I64);
                Exp::new(&ty, format!("(take ($ % ({size} + 1)) $)"), [bound, array])
            }
            9 => {
                let other = self.of_some_size(elem);
                let condition = self.exp(&Type::BOOL);
                Exp::new(&ty, "(if $ then $ else $)", [condition, array, other])
            }
            _ => {
                let rows = self.sizes.first().map_or(Size::Number(2), |size| Size::Name(size.clone()));
                let rows = self.exp(&Type::array(&rows, array.ty));
                Exp::new(&ty, "(flatten $)", [rows])
            }
        }
    }

    /// Generates a loop whose array changes its size in each round. Such loops are not nested, because the size would
    /// grow too fast.
    fn resizing_loop(&mut self, elem: &Type) -> Option<Exp> {
        if self.is_resizing {
            return None;
        }
        let start = self.any_size();
        let start_type = Type::array(&start, elem.clone());
        self.nested(|generator| {
            let start = generator.exp(&start_type);
            let (size, array, counter) = (generator.name("k"), generator.name("x"), generator.name("at"));
            let ty = Type::array(&Size::Name(size.clone()), elem.clone());
            let depth = generator.scope.len();
            generator.scope.push(Variable { name: array.clone(), ty: ty.clone() });
            generator.scope.push(Variable { name: counter.clone(), ty: Type::I64 });
            generator.sizes.push(size.clone());
            generator.is_resizing = true;
            let next = generator.repeatedly(|generator| generator.of_some_size(elem));
            generator.is_resizing = false;
            generator.sizes.pop();
            generator.scope.truncate(depth);
            let text = match generator.below(3) {
                0 => {
                    let pattern = format!("[{size}] ({array}: {ty}, {counter}: i64)");
                    format!("(loop {pattern} = ($, 0) while {counter} < 2 do ($, {counter} + 1)).0")
                }
                _ => format!("(loop [{size}] ({array}: {ty}) = $ for {counter} < 3 do $)"),
            };
            Exp::new(&next.ty.clone(), text, [start, next])
        })
    }

    /// Generates a range whose size is known only at run time.
    pub(super) fn range(&mut self) -> Exp {
        let bound = self.exp(&Type::I64);
        let text = self.one_of(&["(0..<($ % 6))", "(1...($ % 4 + 1))", "(0..2...($ % 7))", "(3..>($ % 3))"]);
        Exp::new(&Type::I64, text, [bound])
    }
}
