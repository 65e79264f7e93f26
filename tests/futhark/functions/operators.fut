-- Operators of one's own at several precedences, infix functions in backticks, and operators shadowed locally and
-- taken from modules.
-- ==
-- entry: precedence
-- input { 2i32 3i32 4i32 } output { 14i32 11i32 20i32 512i32 }

-- ==
-- entry: saturating
-- input { [250u8, 1, 100] [10u8, 2, 100] } output { [255u8, 3, 200] [240u8, 0, 0] }

-- ==
-- entry: intervals
-- input { 1f64 2f64 -3f64 4f64 } output { -2f64 6f64 -6f64 8f64 true }

-- ==
-- entry: shadowed
-- input { 7i32 2i32 } output { 5i32 9i32 49i32 }

-- ==
-- entry: boolean
-- input { true false } output { true false true false }
-- input { false false } output { true false false true }

-- ==
-- entry: piped
-- input { [3i32, 4] } output { 25i32 5f64 [6i32, 8] }

-- Multiplication binds first, then addition; the first characters decide.
def (+++) (a: i32) (b: i32) : i32 = a + b
def (***) (a: i32) (b: i32) : i32 = a ** b
def x *& y = x * y + 1i32
def (==>) (p: bool) (q: bool) : bool = !p || q

entry precedence (a: i32) (b: i32) (c: i32) : (i32, i32, i32, i32) =
  (a +++ b * c, a *& b + c, (a +++ b) * c, a *** (b *** 2))

def (|+|) (a: u8) (b: u8) : u8 = if a > u8.highest - b then u8.highest else a + b
def (|-|) (a: u8) (b: u8) : u8 = if a < b then 0 else a - b

entry saturating [n] (a: [n]u8) (b: [n]u8) : ([n]u8, [n]u8) = (map2 (|+|) a b, map2 (|-|) a b)

module interval = {
  type t = {low: f64, high: f64}
  def (+) (a: t) (b: t) : t = {low = a.low f64.+ b.low, high = a.high f64.+ b.high}
  def (*) (a: t) (b: t) : t =
    let corners = [a.low f64.* b.low, a.low f64.* b.high, a.high f64.* b.low, a.high f64.* b.high]
    in {low = f64.minimum corners, high = f64.maximum corners}
  def contains (a: t) (x: f64) : bool = a.low <= x && x <= a.high
}

entry intervals (a: f64) (b: f64) (c: f64) (d: f64) : (f64, f64, f64, f64, bool) =
  let (i, j) = ({low = a, high = b}, {low = c, high = d})
  let sum = i interval.+ j
  let product = interval.(i * j)
  in (sum.low, sum.high, product.low, product.high, product `interval.contains` 0)

entry shadowed (a: i32) (b: i32) : (i32, i32, i32) =
  let difference = a - b
  let (-) (x: i32) (y: i32) : i32 = x + y
  let times = (*)
  in (difference, a - b, times a a)

entry boolean (a: bool) (b: bool) : (bool, bool, bool, bool) =
  let xor = (!=)
  in (b ==> a, (a || !b) ==> (b && a), a `xor` b, !a && !b || a && b)

entry piped (xs: [2]i32) : (i32, f64, [2]i32) =
  let norm = map (** 2) >-> i32.sum
  in (xs |> norm, xs |> norm |> f64.i32 |> f64.sqrt, map (* 2) <| xs)
