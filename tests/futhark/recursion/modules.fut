-- Recursive functions in modules, behind module types, and in parametric modules.
-- ==
-- entry: powers
-- input { 2 10 } output { 1024 1024.0f64 }
-- input { 3 0 } output { 1 1.0f64 }
-- input { 5 3 } output { 125 125.0f64 }

-- ==
-- entry: nested
-- input { 0 } output { 0 }
-- input { 4 } output { 10 }

-- ==
-- entry: sizes
-- input { [1, 2, 3, 4, 5] } output { 15 [5, 4, 3, 2, 1] }

module type number = { type t val one : t val (*) : t -> t -> t }

module mk_power (N: number) = {
  def power (base: N.t) (n: i32) : N.t =
    if n == 0 then N.one
    else if n % 2 == 0 then let root = power base (n / 2) in root N.* root
    else base N.* power base (n - 1)
}

module int_power = mk_power { type t = i32 def one = 1i32 def (*) (a: i32) (b: i32) = a * b }
module float_power = mk_power { type t = f64 def one = 1f64 def (*) (a: f64) (b: f64) = a * b }

module type counting = { val triangle : i32 -> i32 }
module counting : counting = {
  module inner = { def triangle (n: i32) : i32 = if n == 0 then 0 else n + triangle (n - 1) }
  def triangle = inner.triangle
}

module type lists = { val total [n] : [n]i32 -> i32 val turned [n] : [n]i32 -> []i32 }
module lists : lists = {
  def total [n] (xs: [n]i32) : i32 = if n == 0 then 0 else xs[0] + total xs[1:]
  def turned (xs: []i32) : []i32 = if length xs == 0 then [] else turned xs[1:] ++ [xs[0]]
}

entry powers (base: i32) (n: i32) : (i32, f64) =
  (int_power.power base n, float_power.power (f64.i32 base) n)
entry nested (n: i32) : i32 = counting.triangle n
entry sizes (xs: []i32) : (i32, []i32) = (lists.total xs, lists.turned xs)
