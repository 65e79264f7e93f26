//! Generation of calls of the prelude's functions on arrays, and of those that take any type.

use super::Generator;
use crate::program::{Exp, Size, Type, joined};
use value::ScalarType;

impl Generator {
    /// Generates an expression from a template, with operands of these types.
    pub(super) fn filled(&mut self, ty: &Type, template: impl AsRef<str>, operands: &[&Type]) -> Exp {
        let exps: Vec<Exp> = operands.iter().map(|ty| self.exp(ty)).collect();
        Exp::new(ty, template, exps)
    }

    /// Generates a call of a function that takes any type.
    pub(super) fn library(&mut self, ty: &Type) -> Exp {
        let other = self.any_type(1);
        match self.in_turn(13) {
            0 => {
                let text = self.one_of(&["(id $)", "(opaque $)", "(trace $)", "(break $)"]);
                self.filled(ty, text, &[ty])
            }
            1 => self.filled(ty, "(const $ $)", &[ty, &other]),
            2 => {
                let function = self.function_value(std::slice::from_ref(&other), ty);
                let value = self.exp(&other);
                Exp::new(ty, "($ <| $)", [function, value])
            }
            3 => {
                let function = self.function_value(std::slice::from_ref(ty), ty);
                let (turns, start) = (self.exp(&Type::Scalar(ScalarType::I32)), self.exp(ty));
                Exp::new(ty, "(iterate ($ % 4) $ $)", [turns, function, start])
            }
            4 => self.iterated(ty),
            5 => {
                let size = self.any_size();
                let step = self.function_value(&[other.clone(), ty.clone()], ty);
                self.filled_after(ty, "(foldr $ $ $)", step, &[ty, &Type::array(&size, other)])
            }
            6 => {
                let text = self.one_of(&["(head $)", "(last $)"]);
                let count = Size::Number(1 + self.below(3) as i64);
                self.filled(ty, text, &[&Type::array(&count, ty.clone())])
            }
            7 => self.filled(ty, "(($, $) <+> $)", &[&Type::BOOL, ty, ty]),
            8 if self.chance(2) => {
                let step = self.function_value(std::slice::from_ref(ty), ty);
                self.filled_after(ty, "(apply_step $ $)", step, &[ty])
            }
            8 => {
                let function = self.function_value(std::slice::from_ref(&other), ty);
                self.filled_after(ty, "(given $ $)", function, &[&other])
            }
            9 => {
                let (f, x) = (self.name("g"), self.name("x"));
                let head = format!("let {f} 't ({x}: t) : (t, t) = ({x}, {x})");
                self.filled(ty, format!("({head} let _ = {f} $ in ({f} $).1)"), &[&other, ty])
            }
            10 if self.chance(2) => self.filled(ty, "(first_of {a = $, b = $})", &[ty, &other]),
            11 => self.in_matrices(ty).unwrap_or_else(|| self.leaf(ty)),
            10 => {
                let matrix = Type::array(&self.any_size(), Type::array(&self.any_size(), ty.clone()));
                self.filled(ty, "(swapped_corner $ $).0", &[&matrix, ty])
            }
            _ => {
                let pair = Type::Tuple(vec![ty.clone(), other]);
                self.filled(ty, "(swap (swap $)).0", &[&pair])
            }
        }
    }

    /// Generates an element of an array of three dimensions.
    fn in_matrices(&mut self, ty: &Type) -> Option<Exp> {
        let sizes = [2, 1, 2].map(Size::Number);
        let rows = self.of_matrices([&sizes[0], &sizes[1], &sizes[2]], ty)?;
        Some(Exp::new(ty, "$[1, 0, 1]", [rows]))
    }

    /// Like `filled`, with a first operand that exists already.
    pub(super) fn filled_after(&mut self, ty: &Type, template: impl AsRef<str>, first: Exp, operands: &[&Type]) -> Exp {
        let mut exps = vec![first];
        exps.extend(operands.iter().map(|ty| self.exp(ty)));
        Exp::new(ty, template, exps)
    }

    /// Generates an iteration that ends after at most three rounds.
    fn iterated(&mut self, ty: &Type) -> Exp {
        let made = self.nested(|generator| {
            let start = generator.exp(ty);
            let test = generator.lambda(std::slice::from_ref(ty), |inner| inner.exp(&Type::BOOL));
            let step = generator.function_value(std::slice::from_ref(ty), ty);
            let text = match generator.chance(2) {
                true => "(iterate_while (\\(x, k) -> k < 3i32 && $ x) (\\(x, k) -> ($ x, k + 1)) ($, 0i32)).0",
                false => "(iterate_until (\\(x, k) -> k > 2i32 || $ x) (\\(x, k) -> ($ x, k + 1)) ($, 0i32)).0",
            };
            Exp::new(ty, text, [test, step, start])
        });
        made.unwrap_or_else(|| self.leaf(ty))
    }

    /// Generates an array by a function of the prelude.
    pub(super) fn library_array(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let other = self.any_type(0);
        Some(match self.in_turn(15) {
            0 => self.zipped(size, elem)?,
            1 => self.unzipped(size, elem),
            2 => {
                let (op, neutral) = self.associative_of(elem)?;
                self.filled(&ty, format!("(exscan {op} {neutral} $)"), &[&ty])
            }
            3 => self.filled(&ty, "(manifest $)", &[&ty]),
            4 => self.filled(&ty, format!("(sized {size} $)"), &[&ty]),
            5 => self.filled(&ty, format!("(rep $ : {ty})"), &[elem]),
            6 => {
                let text = self.one_of(&["(tail ([$] ++ $) :> @)", "(drop 1 (concat [$] $) :> @)"]);
                self.filled(&ty, text.replace('@', &ty.to_string()), &[elem, &ty])
            }
            7 => self.filled(&ty, format!("(init ($ ++ [$]) :> {ty})"), &[&ty, elem]),
            8 => self.filled(&ty, format!("((split ($ ++ $)).0 : {ty})"), &[&ty, &ty]),
            9 if *elem == Type::I64 => self.filled(&ty, "(indices $)", &[&Type::array(size, other)]),
            9 => self.spread(size, elem)?,
            10 => self.partitioned(size, elem),
            11 => self.flat_mapped(size, elem),
            12 => self.of_rows(size, elem)?,
            13 => {
                let (name, array) = (self.name("x"), self.fresh(size, elem));
                let value = self.repeatedly(|inner| inner.exp(&ty));
                let text = format!("(rebuilt (\\({name}: *{ty}) -> {name} with [:] = $) $)");
                Exp::new(&ty, text, [value, array])
            }
            _ => {
                let name = self.name("k");
                self.sizes.push(name.clone());
                let row = Type::array(&Size::Name(name.clone()), elem.clone());
                let body = self.repeatedly(|inner| inner.exp(&row));
                self.sizes.pop();
                Exp::new(&ty, format!("(of_length {size} (\\({name}: i64) : [{name}]{elem} -> $))"), [body])
            }
        })
    }

    /// Generates a map over one to five arrays, in one of the ways that the prelude has.
    fn zipped(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let inputs: Vec<Type> = (0..1 + self.below(5)).map(|_| self.any_type(0)).collect();
        let count = inputs.len();
        self.nested(|generator| {
            let arrays: Vec<Exp> =
                inputs.iter().map(|input| generator.exp(&Type::array(size, input.clone()))).collect();
            let (body, holes, function) = match count > 1 && generator.chance(2) {
                true => {
                    let body = generator.lambda(&[Type::Tuple(inputs)], |inner| inner.exp(elem));
                    (body, format!("(zip{count}{})", " $".repeat(count)), "map".to_owned())
                }
                false => {
                    let body = generator.lambda(&inputs, |inner| inner.exp(elem));
                    (body, " $".repeat(count), format!("map{count}"))
                }
            };
            Exp::new(&ty, format!("({function} $ {holes})"), std::iter::once(body).chain(arrays))
        })
    }

    pub(super) fn unzipped(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        let count = 2 + self.below(4);
        let at = self.below(count);
        let function = if count == 2 && self.chance(2) { "unzip".to_owned() } else { format!("unzip{count}") };
        let parts = (0..count).map(|part| if part == at { elem.clone() } else { Type::I64 }).collect();
        self.filled(&ty, format!("({function} $).{at}"), &[&Type::array(size, Type::Tuple(parts))])
    }

    fn spread(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let source = self.any_size();
        self.nested(|generator| {
            let values = Type::array(&source, elem.clone());
            let text = format!("(spread {size} $ (map (\\i -> 2 * i - 1) (iota {source})) $)");
            generator.filled(&ty, text, &[elem, &values])
        })
    }

    /// Generates the parts of a partition, joined again.
    fn partitioned(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        let made = self.nested(|generator| {
            let array = generator.exp(&ty);
            let mut test = || generator.lambda(std::slice::from_ref(elem), |inner| inner.exp(&Type::BOOL));
            let (first, second) = (test(), test());
            match generator.below(3) {
                0 => {
                    let text = format!("(let (a, b) = intrinsics.partition $ $ in b ++ a :> {ty})");
                    Exp::new(&ty, text, [first, array])
                }
                1 => Exp::new(&ty, format!("(let (a, b) = partition $ $ in a ++ b :> {ty})"), [first, array]),
                _ => {
                    let text = format!("(let (a, b, c) = partition2 $ $ $ in (c ++ a) ++ b :> {ty})");
                    Exp::new(&ty, text, [first, second, array])
                }
            }
        });
        made.unwrap_or_else(|| self.leaf(&ty))
    }

    /// Generates an irregular map with a further result for each element, and takes these.
    fn flat_mapped(&mut self, size: &Size, elem: &Type) -> Exp {
        let ty = Type::array(size, elem.clone());
        let from = self.any_type(0);
        let made = self.nested(|generator| {
            let array = generator.exp(&Type::array(size, from.clone()));
            let depth = generator.scope.len();
            let pattern = generator.pattern(&from);
            let inner = generator.any_type(0);
            let parts = generator.repeatedly(|inside| [inside.of_some_size(&inner), inside.exp(elem)]);
            generator.scope.truncate(depth);
            let text = format!("(flatmap (\\({pattern}: {from}) -> ($, $)) $).4");
            Exp::new(&ty, text, parts.into_iter().chain([array]))
        });
        made.unwrap_or_else(|| self.leaf(&ty))
    }

    /// Generates an array of a size of its own: the rows of an irregular map, joined.
    pub(super) fn joined_rows(&mut self, elem: &Type) -> Option<Exp> {
        let (from, size) = (self.any_type(0), self.any_size());
        self.nested(|generator| {
            let array = generator.exp(&Type::array(&size, from.clone()));
            let depth = generator.scope.len();
            let pattern = generator.pattern(&from);
            let row = generator.repeatedly(|inside| inside.of_some_size(elem));
            generator.scope.truncate(depth);
            let text = format!("(flatmap' (\\({pattern}: {from}) -> $) $).3");
            Exp::new(&Type::array(&Size::unknown(), elem.clone()), text, [row, array])
        })
    }

    /// Generates the elements that a function of the program keeps, whose result has a size of its own.
    pub(super) fn kept(&mut self, elem: &Type) -> Option<Exp> {
        let size = self.any_size();
        self.nested(|generator| {
            let test = generator.function_value(std::slice::from_ref(elem), &Type::BOOL);
            let ty = Type::array(&Size::unknown(), elem.clone());
            generator.filled_after(&ty, "(kept $ $)", test, &[&Type::array(&size, elem.clone())])
        })
    }

    /// Generates an array of rows: in other dimensions and back, tabulated, or written at several indices.
    pub(super) fn of_rows(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let Type::Array(width, inner) = elem else {
            let text = self.one_of(&["(flatten $ :> @)", "(flatten_3d [$] :> @)", "(flatten_4d [[$]] :> @)"]);
            let rows = Type::array(size, Type::array(&Size::Number(1), elem.clone()));
            return Some(self.filled(&ty, text.replace('@', &ty.to_string()), &[&rows]));
        };
        if let Type::Array(depth, scalar) = &**inner {
            return self.of_matrices([size, width, depth], scalar);
        }
        let source = self.any_size();
        self.nested(|generator| match generator.below(7) {
            0 => {
                let body = generator.lambda(&[Type::I64, Type::I64], |inside| inside.exp(inner));
                Some(Exp::new(&ty, format!("(tabulate_2d {size} {width} $)"), [body]))
            }
            1 => {
                let (op, neutral) = generator.associative_of(inner)?;
                let function = generator.one_of(&["reduce_by_index_2d", "intrinsics.hist_2d"]);
                let places = "(map (\\i -> (i % 3 - 1, i % 2)) $)";
                let array = generator.fresh(size, elem);
                let operands = [&Type::array(&source, Type::I64), &Type::array(&source, (**inner).clone())];
                Some(generator.filled_after(&ty, format!("({function} $ {op} {neutral} {places} $)"), array, &operands))
            }
            2..5 => generator.product(size, width, inner),
            5 => {
                let text = format!("(unflatten_3d (flatten_3d [$]) : [1]{ty})[0]");
                Some(generator.filled(&ty, text, &[&ty]))
            }
            _ => {
                let text = format!("(unflatten_4d (flatten_4d [[$]]) : [1][1]{ty})[0, 0]");
                Some(generator.filled(&ty, text, &[&ty]))
            }
        })?
    }

    fn of_matrices(&mut self, sizes: [&Size; 3], elem: &Type) -> Option<Exp> {
        let [n, m, k] = sizes;
        let row = Type::array(m, Type::array(k, elem.clone()));
        let ty = Type::array(n, row.clone());
        let source = self.any_size();
        let places = "(map (\\i -> (i % 3 - 1, i % 2, i % 3)) (iota @))".replace('@', &source.to_string());
        let values = Type::array(&source, elem.clone());
        self.nested(|generator| match generator.in_turn(4) {
            0 => {
                let body = generator.lambda(&[Type::I64, Type::I64, Type::I64], |inside| inside.exp(elem));
                Some(Exp::new(&ty, format!("(tabulate_3d {n} {m} {k} $)"), [body]))
            }
            1 => {
                let (op, neutral) = generator.associative_of(elem)?;
                let function = generator.one_of(&["reduce_by_index_3d", "intrinsics.hist_3d"]);
                let array = generator.fresh(n, &row);
                Some(generator.filled_after(
                    &ty,
                    format!("({function} $ {op} {neutral} {places} $)"),
                    array,
                    &[&values],
                ))
            }
            2 => {
                let function = generator.one_of(&["scatter_3d", "intrinsics.scatter_3d"]);
                let places = places.replace("(i % 3 - 1, i % 2, i % 3)", "(i - 1, i % 2, 0)");
                let array = generator.fresh(n, &row);
                Some(generator.filled_after(&ty, format!("({function} $ {places} $)"), array, &[&values]))
            }
            _ => Some(generator.filled(&ty, format!("(unflatten_3d (flatten_3d $) : {ty})"), &[&ty])),
        })?
    }

    /// Generates a matrix product, possibly with another operator than the sum.
    fn product(&mut self, rows: &Size, columns: &Size, elem: &Type) -> Option<Exp> {
        let Type::Scalar(scalar) = elem else { return None };
        if *scalar == ScalarType::Bool {
            return None;
        }
        let ty = Type::array(rows, Type::array(columns, elem.clone()));
        let (op, neutral) = self.associative(*scalar);
        let between = self.any_size();
        let operand = |outer: &Size, inner: &Size| Type::array(outer, Type::array(inner, elem.clone()));
        let text = format!("(map (\\r -> map (\\c -> reduce {op} {neutral} (map2 (*) r c)) (transpose $)) $)");
        Some(self.filled(&ty, text, &[&operand(&between, columns), &operand(rows, &between)]))
    }

    /// Generates calls of the prelude's module `intrinsics`, whose functions other modules hide.
    pub(super) fn intrinsic(&mut self, size: &Size, elem: &Type) -> Option<Exp> {
        let ty = Type::array(size, elem.clone());
        let from = self.any_type(0);
        let source = Type::array(size, from.clone());
        Some(match self.in_turn(10) {
            0 => {
                let body = self.function_value(std::slice::from_ref(&from), elem);
                self.filled_after(&ty, "(intrinsics.map $ $)", body, &[&source])
            }
            1 => {
                let (op, neutral) = self.associative_of(elem)?;
                self.filled(&ty, format!("(intrinsics.scan {op} {neutral} $)"), &[&ty])
            }
            2 => {
                let (op, neutral) = self.associative_of(elem)?;
                let function = self.one_of(&["reduce", "reduce_comm"]);
                let rows = Type::array(size, Type::array(&self.any_size(), elem.clone()));
                self.filled(&ty, format!("(map (intrinsics.{function} {op} {neutral}) $)"), &[&rows])
            }
            3 => self.filled(&ty, "(intrinsics.unzip (intrinsics.zip $ $)).1", &[&source, &ty]),
            4 => self.filled(&ty, format!("(drop 1 (intrinsics.concat [$] $) :> {ty})"), &[elem, &ty]),
            5 => {
                let text = format!("(intrinsics.unflatten (intrinsics.flatten [$]) : [1]{ty})[0]");
                let Type::Array(..) = elem else { return None };
                self.filled(&ty, text, &[&ty])
            }
            6 => match elem {
                Type::Array(inner, scalar) => {
                    let rows = Type::array(inner, Type::array(size, (**scalar).clone()));
                    self.filled(&ty, "(intrinsics.transpose $)", &[&rows])
                }
                _ => self.filled(&ty, "(intrinsics.manifest $)", &[&ty]),
            },
            7 => {
                let (op, neutral) = self.associative_of(elem)?;
                let array = self.fresh(size, elem);
                let text = format!("(intrinsics.hist_1d $ {op} {neutral} (map (\\i -> i % 4 - 1) $) $)");
                let source = self.any_size();
                let operands = [&Type::array(&source, Type::I64), &Type::array(&source, elem.clone())];
                self.filled_after(&ty, text, array, &operands)
            }
            8 => {
                let array = self.fresh(size, elem);
                let (function, source) = (self.one_of(&["(+ 1)", "(2 *)"]), self.any_size());
                let text = format!("(intrinsics.scatter $ (map {function} (iota {source})) $)");
                self.filled_after(&ty, text, array, &[&Type::array(&source, elem.clone())])
            }
            _ => match elem {
                Type::Array(..) => {
                    let Type::Array(_, scalar) = elem else { return None };
                    let (array, source) = (self.fresh(size, elem), self.any_size());
                    let text = format!("(intrinsics.scatter_2d $ (map (\\i -> (i, i % 2)) (iota {source})) $)");
                    self.filled_after(&ty, text, array, &[&Type::array(&source, (**scalar).clone())])
                }
                _ => {
                    let op = self.one_of(&["==", "!="]);
                    let text = format!("(map2 (\\x y -> if x intrinsics.{op} y then x else y) $ $)");
                    self.filled(&ty, text, &[&ty, &ty])
                }
            },
        })
    }

    /// Returns an associative operator on values of the type with its neutral element, both without free variables
    /// except for sizes; `None` for types with sums.
    pub(super) fn associative_of(&mut self, ty: &Type) -> Option<(String, String)> {
        match ty {
            Type::Scalar(scalar) => Some(self.associative(*scalar)),
            Type::Array(size, elem) => {
                let (op, neutral) = self.associative_of(elem)?;
                Some((format!("(map2 {op})"), format!("(replicate {size} {neutral})")))
            }
            Type::Tuple(parts) => {
                let (a, b) = (self.name("a"), self.name("b"));
                let parts: Vec<(String, String)> =
                    parts.iter().map(|part| self.associative_of(part)).collect::<Option<_>>()?;
                let applied = parts.iter().enumerate().map(|(at, (op, _))| format!("{op} {a}.{at} {b}.{at}"));
                let neutral = parts.iter().map(|(_, neutral)| neutral.clone());
                Some((
                    format!("(\\({a}: {ty}) ({b}: {ty}) -> ({}))", joined(applied)),
                    format!("({})", joined(neutral)),
                ))
            }
            Type::Record(fields) => {
                let (a, b) = (self.name("a"), self.name("b"));
                let parts: Vec<(&String, (String, String))> = fields
                    .iter()
                    .map(|(name, field)| Some((name, self.associative_of(field)?)))
                    .collect::<Option<_>>()?;
                let applied = parts.iter().map(|(name, (op, _))| format!("{name} = {op} {a}.{name} {b}.{name}"));
                let neutral = parts.iter().map(|(name, (_, neutral))| format!("{name} = {neutral}"));
                Some((
                    format!("(\\({a}: {ty}) ({b}: {ty}) -> {{{}}})", joined(applied)),
                    format!("{{{}}}", joined(neutral)),
                ))
            }
            Type::Sum(_) => None,
        }
    }
}
