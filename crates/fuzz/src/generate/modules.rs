//! Modules: parametric ones, hidden types, hidden sizes, and applications of them.

use super::Generator;
use super::definition::{Function, Param, members};
use crate::program::{Definition, Exp, Size, Type};

/// Parametric modules, and modules that they are applied to.
const PILES: &[&str] = &[
    "module type pile = {type t val start : t val add : t -> t -> t}",
    "module folded (P: pile) = {
  def all [n] (xs: [n]P.t) : P.t = loop sum = P.start for x in xs do P.add sum x
  def each [n] (xs: [n]P.t) (y: P.t) : [n]P.t = map (P.add y) xs
}",
    "module paired (P: pile) : (pile with t = (P.t, P.t)) = {
  type t = (P.t, P.t)
  def start : t = (P.start, P.start)
  def add (a: t) (b: t) : t = (P.add a.0 b.1, P.add b.0 a.1)
}",
    "module hidden (P: pile) : {include pile val enter : P.t -> t val leave : t -> P.t} = {
  type t = {value: P.t, added: i64}
  def enter (value: P.t) : t = {value, added = 0}
  def start : t = enter P.start
  def add (a: t) (b: t) : t = {value = P.add a.value b.value, added = a.added + b.added + 1}
  def leave (a: t) : P.t = if a.added > 2 then P.add a.value P.start else a.value
}",
    "module through (P: pile) = {
  module H = hidden P
  def all [n] (xs: [n]P.t) : P.t = H.leave (loop sum = H.start for x in xs do H.add sum (H.enter x))
  def each [n] (xs: [n]P.t) (y: P.t) : [n]P.t = map (\\x -> H.(leave (add (enter y) (enter x)))) xs
}",
];

/// Applications of modules to an argument, with how often its type is paired.
const APPLICATIONS: &[(&str, usize)] = &[
    ("folded $", 0),
    ("folded (paired $)", 1),
    ("folded (paired (paired $))", 2),
    ("through $", 0),
    ("through (paired $)", 1),
];

/// Vectors with a hidden representation, and modules that change it.
const VECTORS: &[&str] = &[
    "module type vectors = {
  type vec [n] 'a
  type~ some 'a
  type index = i64
  module first : {val of [n] 'a 'b : vec [n] (a, b) -> vec [n] a}
  val enter [n] 'a : [n]a -> vec [n] a
  val leave [n] 'a : vec [n] a -> [n]a
  val each [n] 'a 'b : (a -> b) -> vec [n] a -> vec [n] b
  val kept [n] 'a : (a -> bool) -> vec [n] a -> some a
  val count 'a : some a -> index
}",
    "module rows : vectors = {
  type vec [n] 'a = [n]a
  type~ some 'a = []a
  type index = i64
  module first = {def of [n] 'a 'b (xs: [n](a, b)) : [n]a = map (.0) xs}
  def enter [n] 'a (xs: [n]a) : vec [n] a = xs
  def leave [n] 'a (xs: vec [n] a) : [n]a = xs
  def each [n] 'a 'b (f: a -> b) (xs: vec [n] a) : vec [n] b = map f xs
  def kept [n] 'a (p: a -> bool) (xs: vec [n] a) : some a = filter p xs
  def count 'a (xs: some a) : index = length xs
}",
    "module reversed (V: vectors) : vectors = {
  type vec [n] 'a = {inside: V.vec [n] a}
  type~ some 'a = V.some a
  type index = i64
  module first = {def of [n] 'a 'b (xs: vec [n] (a, b)) : vec [n] a = {inside = V.first.of xs.inside}}
  def enter [n] 'a (xs: [n]a) : vec [n] a = {inside = V.enter (reverse xs)}
  def leave [n] 'a (xs: vec [n] a) : [n]a = reverse (V.leave xs.inside)
  def each [n] 'a 'b (f: a -> b) (xs: vec [n] a) : vec [n] b = {inside = V.each f xs.inside}
  def kept [n] 'a (p: a -> bool) (xs: vec [n] a) : some a = V.kept p xs.inside
  def count 'a (xs: some a) : index = V.count xs
}",
    "module twice_reversed = \\(V: vectors) : vectors -> reversed (reversed V)",
    "module changed (F: (V: vectors) -> vectors) = F rows",
];

/// Modules of vectors.
const VECTOR_MODULES: &[&str] =
    &["rows", "reversed rows", "twice_reversed rows", "changed reversed", "(changed twice_reversed : vectors)"];

impl Generator {
    /// Generates parametric modules, some of them applied to a module of some type.
    pub(super) fn modules(&mut self) -> Vec<Definition> {
        if self.chance(2) { self.piles() } else { self.vectors() }
    }

    /// Generates the modules `PILES`, and a module that applies one of them to a random type with an operator.
    fn piles(&mut self) -> Vec<Definition> {
        let (name, ty) = (self.name("m"), self.any_type(1));
        self.refuel();
        let start = self.exp(&ty);
        let operands = [Param::new(ty.clone()), Param::new(ty.clone())];
        let (shown, add) = self.with_params(&operands, |generator| generator.exp(&ty));
        let (form, pairs) = self.pick(APPLICATIONS).copied().unwrap_or(("folded $", 0));
        let elem = (0..pairs).fold(ty.clone(), |ty, _| Type::Tuple(vec![ty.clone(), ty]));
        let argument = format!("{{\n    type t = {ty}\n    def start : t = $\n    def add {shown} : t = $\n  }}");
        let body = Exp::new(&ty, form.replace('$', &argument), [start, add]);
        self.functions.extend(members(&name, &elem));
        let mut definitions: Vec<Definition> = PILES.iter().map(|module| Definition::text(module)).collect();
        definitions.push(Definition { head: format!("module {name}"), body });
        definitions
    }

    /// Generates a module of vectors, and functions that use it.
    fn vectors(&mut self) -> Vec<Definition> {
        let module = self.name("m");
        let mut definitions: Vec<Definition> = VECTORS.iter().map(|module| Definition::text(module)).collect();
        definitions.push(Definition::text(&format!("module {module} = {}", self.one_of(VECTOR_MODULES))));
        definitions.push(self.through_vectors(&module));
        definitions.push(self.counted(&module));
        definitions
    }

    /// Generates a function that maps over vectors of pairs.
    fn through_vectors(&mut self, module: &str) -> Definition {
        let (name, size) = (self.name("call"), self.name("n"));
        let (elem, result) = (self.any_type(1), self.any_type(1));
        self.refuel();
        let pair = Type::Tuple(vec![result.clone(), Type::I64]);
        let body = self.lambda(std::slice::from_ref(&elem), |inner| inner.exp(&pair));
        let array = |elem: &Type| Type::array(&Size::Name(size.clone()), elem.clone());
        let text = match self.chance(2) {
            true => format!("{module}.leave ({module}.first.of ({module}.each $ ({module}.enter p)))"),
            false => {
                let each = self.name("g");
                format!("let {each} = $ in {module}.(leave (first.of (each {each} (enter p))))")
            }
        };
        let (param, result) = (array(&elem), array(&result));
        let head = format!("def {name} [{size}] (p: {param}) : {result}");
        self.functions.push(Function::plain(&name, &[&size], &[param], &result));
        Definition { head, body: Exp::new(&result, text, [body]) }
    }

    /// Generates a function that counts what is kept of a vector of a hidden size.
    fn counted(&mut self, module: &str) -> Definition {
        let (name, size) = (self.name("call"), self.name("n"));
        let elem = self.any_type(1);
        self.refuel();
        let keep = self.lambda(std::slice::from_ref(&elem), |inner| inner.exp(&Type::BOOL));
        let param = Type::array(&Size::Name(size.clone()), elem);
        let text = format!("let kept = {module}.kept $ ({module}.enter p) in {module}.count kept");
        self.functions.push(Function::plain(&name, &[&size], std::slice::from_ref(&param), &Type::I64));
        Definition { head: format!("def {name} [{size}] (p: {param}) : i64"), body: Exp::new(&Type::I64, text, [keep]) }
    }
}
