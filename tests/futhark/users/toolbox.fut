-- A library in the style of users: modules inside of modules, polymorphic helpers, functions in records, size-dependent types, operators of one own, sections of all kinds.
-- ==
-- entry: chunked
-- input { 2i64 [1i32, 2i32, 3i32, 4i32, 5i32] } output { [[2i32, 4i32], [6i32, 8i32]] }
-- input { 3i64 [1i32, 2i32] } output { empty([0][3]i32) }

-- ==
-- entry: windowed
-- input { 3i64 [1i32, 5i32, 2i32, 0i32, 1i32] } output { [5i32, 5i32, 2i32] }

-- ==
-- entry: counted
-- input { [1i32, 2i32, 3i32, 8i32, 9i32] } output { 2i64 }

-- ==
-- entry: found
-- input { [5i32, 13i32, 21i32, 7i32] } output { 21i32 }
-- input { empty([0]i32) } output { -1i32 }

-- ==
-- entry: updated
-- input { [4i32, 5i32, 6i32] } output { [-4i32, 50i32, 6i32] }

-- ==
-- entry: folds
-- input { [3i32, -1i32, 7i32, 2i32] } output { 11i32 7i32 [3i32, 3i32, 7i32, 7i32] }

-- ==
-- entry: compared
-- input { -3i32 5i32 } output { true 1i32 -7i32 }

-- ==
-- entry: sections
-- input { [-2i32, 4i32] }
-- output { [[-1i32, 5i32], [3i32, -3i32], [3i32, 4i32], [-2i32, 3i32], [-2i32, 4i32], [2i32, 4i32], [-3i32, 3i32], [-4i32, 8i32]] }

-- ==
-- entry: projections
-- input { 4i64 } output { 14i64 3i64 [3i64, 6i64] [0i64, 2i64, 4i64, 6i64] }

-- ==
-- entry: partial
-- input { [1i32, 2i32] } output { [21i32, 22i32] }

-- ==
-- entry: twice
-- input { 5i64 } output { 60i64 }

-- ==
-- entry: existential
-- input { [1i32, -2i32, 3i32, 4i32, 0i32] } output { 3i64 -6i32 2i64 }
-- input { empty([0]i32) } output { 0i64 0i32 0i64 }

-- ==
-- entry: nested
-- input { 3i64 } output { [[0i32, 0i32], [1i32, 2i32], [2i32, 4i32]] }
-- input { 0i64 } output { empty([0][2]i32) }

module list = {
  def count 'a (p: a -> bool) (xs: []a) : i64 = i64.sum (map (\x -> i64.bool (p x)) xs)
  def chunks 'a [n] (k: i64) (xs: [n]a) : [n / k][k]a = unflatten (take (n / k * k) xs :> [(n / k) * k]a)
  def windows 'a [n] (k: i64) (xs: [n]a) : [n - k + 1][k]a = tabulate (n - k + 1) (\i -> xs[i:i + k] :> [k]a)
  def update 'a [n] (i: i64) (f: a -> a) (xs: *[n]a) : *[n]a = let x = copy xs[i] in xs with [i] = f x
  def find 'a [n] (p: a -> bool) (none: a) (xs: [n]a) : a =
    let i = loop i = 0 while i < n && !(p xs[i]) do i + 1
    in if i < n then xs[i] else none
  module by = {
    def on 'a 'b 'c (f: b -> b -> c) (g: a -> b) (x: a) (y: a) : c = f (g x) (g y)
    def both 'a (p: a -> bool) (q: a -> bool) : a -> bool = \x -> p x && q x
  }
  open by
}

type^ monoid 'a = {zero: a, plus: a -> a -> a}
def product 'a 'b (m: monoid a) (n: monoid b) : monoid (a, b) =
  {zero = (m.zero, n.zero), plus = \(a, b) (c, d) -> (m.plus a c, n.plus b d)}
def fold 'a [n] (m: monoid a) (xs: [n]a) : a = reduce m.plus m.zero xs
def prefixes 'a [n] (m: monoid a) (xs: [n]a) : [n]a = scan m.plus m.zero xs
def sums : monoid i32 = {zero = 0, plus = (+)}
def greatest : monoid i32 = {zero = i32.lowest, plus = i32.max}

def (<%>) 'a 'b [n] (f: a -> b) (xs: [n]a) : [n]b = map f xs
def x +| y = x + y - 1i32
def (-|) (x: i32) y = x - y + 1

type~ stack [n] = {items: [n]i32, count: i64}

entry chunked (k: i64) (xs: []i32) : [][]i32 = map (map (* 2)) (list.chunks k xs)
entry windowed (k: i64) (xs: []i32) : []i32 = list.windows k xs |> map (fold greatest)
entry counted (xs: []i32) : i64 = list.(count (both (> 2) (< 9)) xs)
entry found (xs: []i32) : i32 = list.find ((% 7) >-> (== 0)) (-1) xs
entry updated (xs: *[]i32) : []i32 = list.update 1 (10 *) xs |> list.update 0 (\x -> -x)
entry folds (xs: []i32) : (i32, i32, []i32) =
  let (s, g) = fold (product sums greatest) (zip xs xs)
  in (s, g, prefixes greatest xs)
entry compared (a: i32) (b: i32) : (bool, i32, i32) = ((list.by.on (<) i32.abs) a b, a +| b, a -| b)
entry sections (xs: []i32) : [][]i32 =
  [ (+ 1) <%> xs, (1 -) <%> xs, (`i32.max` 3) <%> xs, (3 `i32.min`) <%> xs
  , (\x -> x) <%> xs, i32.abs <%> xs, map (flip (-) 1) xs, map (uncurry (+)) (zip xs xs) ]
entry projections (n: i64) : (i64, i64, [2]i64, [n]i64) =
  let rs = map (\i -> {a = (i, [i, 2 * i]), b = {c = i * i}}) (iota n)
  in (map (.b.c) rs |> i64.sum, map (.a.0) rs |> i64.maximum, (last rs).a.1, map (.a.1) rs |> map (.[1]))

def curried (f: i32 -> i32 -> i32 -> i32) (x: i32) : i32 -> i32 = let g = f x in let h = g 10 in h
entry partial (xs: []i32) : []i32 = map (curried (\a b c -> a * b + c) 2) xs

def repeat 'a (n: i64) (f: a -> a) : a -> a = \x -> loop x for _i < n do f x
entry twice (x: i64) : i64 = repeat 3 (repeat 4 (+ x)) 0

def positives (xs: []i32) : ?[k].[k]i32 = filter (> 0) xs
def halves [n] 'a (xs: [n]a) : ([]a, []a) = (take (n / 2) xs, drop (n / 2) xs)
entry existential (xs: []i32) : (i64, i32, i64) =
  let [k] (ps: [k]i32) = positives xs
  let (l, r) = halves ps
  in (k, i32.sum l - i32.sum r, length r)

entry nested (n: i64) : [n][2]i32 =
  let state = {grid = replicate n [0, 0], meta = {steps = 0i32, name = "x"}}
  let state =
    loop state for i < n do
      let state.grid[i, 1] = state.meta.steps
      let state.meta.steps = state.meta.steps + 2
      in state with grid[i, 0] = i32.i64 i
  in state.grid
