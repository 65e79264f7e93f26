-- Parametric modules that give parametric modules, module types with arrows and refinements, modules opened and hidden.
-- ==
-- entry: derivatives
-- input { [1i64,-2,0,3] 5i64 } output { 366i64 223i64 90i64 110i64 }
-- input { empty([0]i64) 1i64 } output { 0i64 0i64 0i64 0i64 }

-- ==
-- entry: counted
-- input { 255i64 } output { 8i32 }
-- input { -1i64 } output { 32i32 }
-- input { 0i64 } output { 0i32 }

-- ==
-- entry: nothing
-- input {  } output { true }

-- ==
-- entry: shown
-- input { 171i64 } output { "00ab" "$00ab" "10101011" }

module type stage = {
  type input
  type output
  val run : input -> output
}

module type transformer = (S: stage) -> stage with input = S.input

module type number = { type t val from : i64 -> t val + : t -> t -> t val * : t -> t -> t val to_i64 : t -> i64 }

module i64_number = { type t = i64 def from (x: i64) = x def (+) = (i64.+) def (*) = (i64.*) def to_i64 (x: t) = x }
module u8_number = { type t = u8 def from (x: i64) = u8.i64 x def (+) = (u8.+) def (*) = (u8.*) def to_i64 = i64.u8 }

-- | Dual numbers over any numbers, and so over dual numbers.
module dual (N: number) : {
  include number
  val make : N.t -> N.t -> t
  val value : t -> N.t
  val slope : t -> N.t
} = {
  type t = {value: N.t, slope: N.t}
  def make value slope : t = {value, slope}
  def from k = make (N.from k) (N.from 0)
  def value (x: t) = x.value
  def slope (x: t) = x.slope
  def (x: t) + (y: t) = make (x.value N.+ y.value) (x.slope N.+ y.slope)
  def (x: t) * (y: t) = make (x.value N.* y.value) N.(x.value * y.slope + x.slope * y.value)
  def to_i64 (x: t) = N.to_i64 x.value
}

module polynomial (N: number) = {
  def eval [n] (cs: [n]i64) (x: N.t) : N.t = foldr (\c acc -> N.(from c + x * acc)) (N.from 0) cs
}

module d1 = dual i64_number
module d2 = dual d1
module p2 = polynomial d2
module p8 = polynomial u8_number

entry derivatives [n] (cs: [n]i64) (x: i64) : (i64, i64, i64, i64) =
  let y = p2.eval cs (d2.make (d1.make x 1) (d1.make 1 0))
  in (d1.value (d2.value y), d1.slope (d2.value y), d1.slope (d2.slope y), i64.u8 (p8.eval cs (u8.i64 x)))

module compose (A: stage) = \(B: stage with input = A.output) -> {
  type input = A.input
  type output = B.output
  def run (x: input) : output = B.run (A.run x)
}

module words : stage with input = i64 with output = [4]u8 = {
  type input = i64
  type output = [4]u8
  def run (x: i64) = map (\i -> u8.i64 (x >> (8 * i))) (iota 4)
}

module count_bits = {
  type input = [4]u8
  type output = i32
  local def bits (x: u8) = u8.popc x
  def run (xs: input) : output = i32.sum (map bits xs)
}

module twice : transformer = \(S: stage) -> {
  type input = S.input
  type output = (S.output, S.output)
  def run (x: input) : output = let y = S.run x in (y, y)
}

module with_words = compose words
module population = with_words count_bits
module doubled = twice population

entry counted (x: i64) : i32 = population.run x
entry nothing : bool =
  let _ = doubled.run 5
  in let open_ = i64_number.(from 2 + from 3 * from 4) in open_ == 14

module config (C: {val width : i64 val base : i64}) = {
  local module helpers = {
    def digit (x: i64) = u8.i64 (x % C.base) + (if x % C.base < 10 then '0' else 'a' - 10)
  }
  open helpers
  def show (x: i64) : [C.width]u8 = tabulate C.width (\i -> digit (x / C.base ** (C.width - 1 - i)))
  module nested (D: {val sign : u8}) = {
    def signed (x: i64) : []u8 = [D.sign] ++ show x
  }
}

module hexadecimal = config {def width = 4i64 def base = 16i64}
module with_sign = hexadecimal.nested {def sign : u8 = '$'}
module binary = config {local def n = 2i64 def width = n * 4 def base = n}

entry shown (x: i64) : ([]u8, []u8, []u8) = (hexadecimal.show x, with_sign.signed x, binary.show x)
