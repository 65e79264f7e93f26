-- Paths in graphs as matrices over semirings: distances, bottlenecks, numbers of walks, the steps of an automaton.
-- ==
-- entry: shortest
-- input { 5i64 [0i64, 4i64, 0i64, 4i64, 4i64, 4i64] [1i64, 3i64, 1i64, 2i64, 1i64, 2i64] [15.0f32, 12.0f32, 2.0f32, 6.0f32, 12.0f32, 19.0f32] }
-- output { [[0.0f32, 2.0f32, f32.inf, f32.inf, f32.inf], [f32.inf, 0.0f32, f32.inf, f32.inf, f32.inf], [f32.inf, f32.inf, 0.0f32, f32.inf, f32.inf], [f32.inf, f32.inf, f32.inf, 0.0f32, f32.inf], [f32.inf, 12.0f32, 6.0f32, 12.0f32, 0.0f32]] true }
-- input { 1i64 empty([0]i64) empty([0]i64) empty([0]f32) } output { [[0f32]] true }

-- ==
-- entry: widest
-- input { 5i64 [0i64, 4i64, 0i64, 4i64, 4i64, 4i64] [1i64, 3i64, 1i64, 2i64, 1i64, 2i64] [15i32, 12i32, 2i32, 6i32, 12i32, 19i32] }
-- output { [[1000000i32, 15i32, 0i32, 0i32, 0i32], [0i32, 1000000i32, 0i32, 0i32, 0i32], [0i32, 0i32, 1000000i32, 0i32, 0i32], [0i32, 0i32, 0i32, 1000000i32, 0i32], [0i32, 12i32, 19i32, 12i32, 1000000i32]] }

-- ==
-- entry: number
-- input { 5i64 0i32 [0i64, 4i64, 0i64, 4i64, 4i64, 4i64] [1i64, 3i64, 1i64, 2i64, 1i64, 2i64] }
-- output { [[1i64, 0i64, 0i64, 0i64, 0i64], [0i64, 1i64, 0i64, 0i64, 0i64], [0i64, 0i64, 1i64, 0i64, 0i64], [0i64, 0i64, 0i64, 1i64, 0i64], [0i64, 0i64, 0i64, 0i64, 1i64]] [[1u8, 0u8, 0u8, 0u8, 0u8], [0u8, 1u8, 0u8, 0u8, 0u8], [0u8, 0u8, 1u8, 0u8, 0u8], [0u8, 0u8, 0u8, 1u8, 0u8], [0u8, 0u8, 0u8, 0u8, 1u8]] }
-- input { 5i64 1i32 [0i64, 4i64, 0i64, 4i64, 4i64, 4i64] [1i64, 3i64, 1i64, 2i64, 1i64, 2i64] }
-- output { [[0i64, 2i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 1i64, 2i64, 1i64, 0i64]] [[0u8, 2u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 1u8, 2u8, 1u8, 0u8]] }
-- input { 5i64 13i32 [0i64, 4i64, 0i64, 4i64, 4i64, 4i64] [1i64, 3i64, 1i64, 2i64, 1i64, 2i64] }
-- output { [[0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64, 0i64]] [[0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8]] }

module type monoid = { type t val zero : t val plus : t -> t -> t }
module type semiring = {
  include monoid
  val one : t
  val times : t -> t -> t
}

module min_plus : semiring with t = f32 = {
  type t = f32
  def zero : t = f32.inf
  def one : t = 0
  def plus = f32.min
  def times = (f32.+)
}

module max_min = {
  type t = i32
  def zero = 0i32
  def one = 1000000i32
  def plus = i32.max
  def times = i32.min
}

-- | Any integers.
module counting (I: integral) : (semiring with t = I.t) = {
  type t = I.t
  def zero = I.i32 0
  def one = I.i32 1
  def plus = (I.+)
  def times = (I.*)
}

module mk_paths = \(S: semiring) -> {
  type matrix [n] = [n][n]S.t

  def sum [n] : [n]S.t -> S.t = reduce S.plus S.zero
  def unit n : matrix [n] = tabulate_2d n n (\i j -> if i == j then S.one else S.zero)
  def (*) [n] (a: matrix [n]) (b: matrix [n]) : matrix [n] =
    map (\row -> map (\col -> sum (map2 S.times row col)) (transpose b)) a
  def (+) [n] (a: matrix [n]) (b: matrix [n]) : matrix [n] = map2 (map2 S.plus) a b

  def power [n] (a: matrix [n]) (k: i32) : matrix [n] =
    let (r, _, _) =
      loop (r, a, k) = (unit n, a, k) while k > 0 do
        (if k % 2 == 1 then r * a else r, a * a, k / 2)
    in r

  -- | Kleene's algorithm, where the closure of an element is `one`.
  def closure [n] (a: matrix [n]) : matrix [n] =
    unit n + (loop a for k < n do
                tabulate_2d n n (\i j -> S.plus a[i, j] (S.times a[i, k] a[k, j])))

  def from [m] (n: i64) (is: [m]i64) (js: [m]i64) (ws: [m]S.t) : matrix [n] =
    reduce_by_index_2d (replicate n (replicate n S.zero)) S.plus S.zero (zip is js) ws
}

module distances = mk_paths min_plus
module widths = mk_paths max_min
module walks = mk_paths (counting i64)
module walks8 = mk_paths (counting u8)

entry shortest [m] (n: i64) (is: [m]i64) (js: [m]i64) (ws: [m]f32) : ([n][n]f32, bool) =
  let a = distances.from n is js ws
  let c = distances.closure a
  let p = distances.(power (a + unit n) (i32.i64 n))
  in (c, and (map (and <-< uncurry (map2 (==))) (zip c p)))

entry widest [m] (n: i64) (is: [m]i64) (js: [m]i64) (ws: [m]i32) : [n][n]i32 = widths.(closure (from n is js ws))

entry number [m] (n: i64) (k: i32) (is: [m]i64) (js: [m]i64) : ([n][n]i64, [n][n]u8) =
  (walks.power (walks.from n is js (replicate m 1)) k,
   walks8.(from n is js (replicate m 1) `power` k))
