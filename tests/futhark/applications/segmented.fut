-- Segmented scans and reductions as a parametric module, and expansion by replicated indices.
-- ==
-- entry: segment_sums
-- input { empty([0]bool) empty([0]i32) }
-- output { empty([0]i32) }
-- input { [true] [-33i32] }
-- output { [-33i32] }
-- input { [true, false] [47i32, -42i32] }
-- output { [5i32] }
-- input { [true, true, false, false, false, false, true] [-47i32, -1i32, 5i32, 27i32, 47i32, 48i32, -50i32] }
-- output { [-47i32, 126i32, -50i32] }
-- input { [true, false, true, false, false, true, false, true, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, true, false, false, false] [14i32, 4i32, 14i32, 35i32, -26i32, -12i32, -14i32, 25i32, 13i32, 14i32, 0i32, 25i32, -46i32, 11i32, -19i32, 45i32, 1i32, 3i32, 35i32, -28i32, -4i32, 20i32, 39i32, 49i32, 36i32, 44i32, -3i32, -39i32, 6i32, 34i32, 15i32, -37i32, 49i32] }
-- output { [18i32, 23i32, -26i32, 38i32, 225i32, -36i32, 61i32] }

-- ==
-- entry: segment_scans
-- input { empty([0]bool) empty([0]i32) }
-- output { empty([0]i32) }
-- input { [true] [-33i32] }
-- output { [-33i32] }
-- input { [true, false] [47i32, -42i32] }
-- output { [47i32, 5i32] }
-- input { [true, true, false, false, false, false, true] [-47i32, -1i32, 5i32, 27i32, 47i32, 48i32, -50i32] }
-- output { [-47i32, -1i32, 4i32, 31i32, 78i32, 126i32, -50i32] }
-- input { [true, false, true, false, false, true, false, true, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, true, false, false, false] [14i32, 4i32, 14i32, 35i32, -26i32, -12i32, -14i32, 25i32, 13i32, 14i32, 0i32, 25i32, -46i32, 11i32, -19i32, 45i32, 1i32, 3i32, 35i32, -28i32, -4i32, 20i32, 39i32, 49i32, 36i32, 44i32, -3i32, -39i32, 6i32, 34i32, 15i32, -37i32, 49i32] }
-- output { [14i32, 18i32, 14i32, 49i32, 23i32, -12i32, -26i32, 25i32, 38i32, 14i32, 14i32, 39i32, -7i32, 4i32, -15i32, 30i32, 31i32, 34i32, 69i32, 41i32, 37i32, 57i32, 96i32, 145i32, 181i32, 225i32, -3i32, -42i32, -36i32, 34i32, 49i32, 12i32, 61i32] }

-- ==
-- entry: segment_argmax
-- input { empty([0]bool) empty([0]i32) }
-- output { empty([0]i64) }
-- input { [true] [-33i32] }
-- output { [0i64] }
-- input { [true, false] [47i32, -42i32] }
-- output { [0i64] }
-- input { [true, true, false, false, false, false, true] [-47i32, -1i32, 5i32, 27i32, 47i32, 48i32, -50i32] }
-- output { [0i64, 5i64, 6i64] }
-- input { [true, false, true, false, false, true, false, true, false, true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, false, true, false, false, false] [14i32, 4i32, 14i32, 35i32, -26i32, -12i32, -14i32, 25i32, 13i32, 14i32, 0i32, 25i32, -46i32, 11i32, -19i32, 45i32, 1i32, 3i32, 35i32, -28i32, -4i32, 20i32, 39i32, 49i32, 36i32, 44i32, -3i32, -39i32, 6i32, 34i32, 15i32, -37i32, 49i32] }
-- output { [0i64, 3i64, 5i64, 7i64, 23i64, 28i64, 32i64] }

-- ==
-- entry: triangles
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [1i64] }
-- output { [10i64] }
-- input { [3i64, 1i64, 4i64, 1i64, 5i64] }
-- output { [30i64, 31i64, 32i64, 10i64, 40i64, 41i64, 42i64, 43i64, 10i64, 50i64, 51i64, 52i64, 53i64, 54i64] }
-- input { [2i64, 2i64, 9i64] }
-- output { [20i64, 21i64, 20i64, 21i64, 90i64, 91i64, 92i64, 93i64, 94i64, 95i64, 96i64, 97i64, 98i64] }

module type monoid = {
  type t
  val zero : t
  val op : t -> t -> t
}

local def prefix_sums [n] (xs: [n]i64) : [n]i64 = scan (+) 0 xs

module mk_segmented (M: monoid) = {
  local def lift (x: (bool, M.t)) (y: (bool, M.t)) : (bool, M.t) =
    let (xf, xv) = x
    let (yf, yv) = y
    in (xf || yf, if yf then yv else xv `M.op` yv)

  -- | Inclusive scan that starts over at each flag.
  def scans [n] (flags: [n]bool) (xs: [n]M.t) : [n]M.t =
    zip flags xs |> scan lift (false, M.zero) |> unzip |> (.1)

  -- | The last value of each segment of `scans`.
  def reduce [n] (flags: [n]bool) (xs: [n]M.t) : []M.t =
    let sums = scans flags xs
    let ends = rotate 1 flags |> map i64.bool
    let offsets = prefix_sums ends
    let k = if n == 0 then 0 else last offsets
    in scatter (replicate k M.zero)
               (map2 (\e o -> if e == 1 then o - 1 else -1) ends offsets)
               sums
}

def replicated_iota [n] (reps: [n]i64) : []i64 =
  let starts = exscan (+) 0 reps
  let total = i64.sum reps
  let marks = reduce_by_index (replicate total 0) i64.max 0 starts (indices reps)
  in scan i64.max 0 marks

def segmented_iota [n] (flags: [n]bool) : [n]i64 =
  let module_sum = map (const 1i64) flags
  let add (f1: bool, v1: i64) (f2: bool, v2: i64) =
    (f1 || f2, if f2 then v2 else v1 + v2)
  in zip flags module_sum |> scan add (false, 0) |> map (.1) |> map (+ -1)

def expand 'a 'b (size: a -> i64) (get: a -> i64 -> b) (xs: []a) : []b =
  let sizes = map size xs
  let owner = replicated_iota sizes
  let flags = map2 (!=) owner (rotate (-1) owner)
  let inner = segmented_iota flags
  in map2 (\i j -> get xs[i] j) owner inner

module sums = mk_segmented {
  type t = i32
  def zero = 0i32
  def op = (i32.+)
}

module maxima = mk_segmented {
  type t = (i32, i64)
  def zero = (i32.lowest, -1i64)
  def op (a: t) (b: t) = if b.0 > a.0 then b else a
}

entry segment_sums [n] (flags: [n]bool) (xs: [n]i32) : []i32 = sums.reduce flags xs

entry segment_scans [n] (flags: [n]bool) (xs: [n]i32) = sums.scans flags xs

entry segment_argmax [n] (flags: [n]bool) (xs: [n]i32) : []i64 =
  maxima.reduce flags (zip xs (iota n)) |> map (.1)

entry triangles (ns: []i64) = expand id (\x i -> x * 10 + i) ns
