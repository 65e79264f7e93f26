-- Queries over ranges: trees in arrays over monoids that are modules, made of other monoids; sparse tables with sizes from logarithms.
-- ==
-- entry: ranges
-- input { [-25i32, -11i32, -28i32, -17i32, 22i32, -15i32, 15i32, -2i32, 27i32, 6i32, 14i32, 1i32, -8i32] [8i64, 4i64, 0i64, 8i64, 3i64, 11i64, 4i64, 0i64] [12i64, 9i64, 13i64, 10i64, 12i64, 13i64, 10i64, 4i64] }
-- output { [48i64, 47i64, -21i64, 33i64, 51i64, -7i64, 53i64, -81i64] [27i32, 27i32, 27i32, 27i32, 27i32, 1i32, 27i32, -11i32] [48i64, 47i64, -21i64, 33i64, 51i64, -7i64, 53i64, -81i64] }
-- input { empty([0]i32) [0i64] [0i64] } output { [0i64] [-2147483648i32] [0i64] }

-- ==
-- entry: best
-- input { [-25i64, -11i64, -28i64, -17i64, 22i64, -15i64, 15i64, -2i64, 27i64, 6i64, 14i64, 1i64, -8i64] [3i64,7] -40i64 }
-- output { 68i64 48i64 }
-- input { empty([0]i64) empty([0]i64) 1i64 } output { 0i64 0i64 }

-- ==
-- entry: sparse_table
-- input { [-25i32, -11i32, -28i32, -17i32, 22i32, -15i32, 15i32, -2i32, 27i32, 6i32, 14i32, 1i32, -8i32] [8i64, 4i64, 0i64, 8i64, 3i64, 11i64, 4i64, 0i64] [12i64, 9i64, 13i64, 10i64, 12i64, 13i64, 10i64, 4i64] }
-- output { [1i32, -15i32, -28i32, 6i32, -17i32, -8i32, -15i32, -28i32] }

module type monoid = { type t val ne : t val op : t -> t -> t }
module type group = { include monoid val inv : t -> t }

module add (N: numeric) : group with t = N.t = { type t = N.t def ne = N.i32 0 def op = (N.+) def inv x = N.(i32 0 - x) }
module max (N: numeric) : monoid with t = N.t = { type t = N.t def ne = N.lowest def op = N.max }
module product (A: monoid) (B: monoid) : monoid with t = (A.t, B.t) = {
  type t = (A.t, B.t)
  def ne = (A.ne, B.ne)
  def op (a, b) (c, d) : t = (a `A.op` c, b `B.op` d)
}

-- | The greatest sum of neighbours.
module best_run : monoid with t = {all: i64, prefix: i64, suffix: i64, best: i64} = {
  type t = {all: i64, prefix: i64, suffix: i64, best: i64}
  def ne : t = {all = 0, prefix = 0, suffix = 0, best = 0}
  def op (a: t) (b: t) : t =
    {all = a.all + b.all,
     prefix = i64.max a.prefix (a.all + b.prefix),
     suffix = i64.max b.suffix (b.all + a.suffix),
     best = a.best `i64.max` b.best `i64.max` (a.suffix + b.prefix)}
}

module mk_tree (M: monoid) : {
  type tree [n]
  val build [n] : [n]M.t -> tree [n]
  val query [n] : (i64, i64) -> tree [n] -> M.t
  val set [n] : i64 -> M.t -> *tree [n] -> *tree [n]
} = {
  type tree [n] = {leaves: i64, nodes: [4 * n + 4]M.t}

  def build [n] (xs: [n]M.t) : tree [n] =
    let size = loop s = 1 while s < n do s * 2
    let nodes = replicate (4 * n + 4) M.ne
    let nodes = scatter nodes (map (+ size) (iota n)) xs
    let (nodes, _) =
      loop (nodes, width) = (nodes, size / 2) while width > 0 do
        let level = map (\i -> M.op nodes[2 * i] nodes[2 * i + 1]) (width..<2 * width)
        in (scatter nodes (width..<2 * width) level, width / 2)
    in {leaves = size, nodes}

  def query [n] (from: i64, to: i64) (t: tree [n]) : M.t =
    let (l, r, _, _) =
      loop (l, r, i, j) = (M.ne, M.ne, from + t.leaves, to + t.leaves) while i < j do
        let (l, i) = if i & 1 == 1 then (M.op l t.nodes[i], i + 1) else (l, i)
        let (r, j) = if j & 1 == 1 then (M.op t.nodes[j - 1] r, j - 1) else (r, j)
        in (l, r, i / 2, j / 2)
    in M.op l r

  def set [n] (i: i64) (x: M.t) ({leaves, nodes}: *tree [n]) : *tree [n] =
    let nodes = nodes with [i + leaves] = x
    let (nodes, _) =
      loop (nodes, k) = (nodes, (i + leaves) / 2) while k > 0 do
        let y = copy (nodes[2 * k] `M.op` nodes[2 * k + 1])
        in (nodes with [k] = y, k / 2)
    in {leaves, nodes}
}

module fenwick (G: group) = {
  def build [n] (xs: [n]G.t) : [n]G.t =
    let sums = [G.ne] ++ scan G.op G.ne xs
    in tabulate n (\i -> let k = i + 1 in G.op sums[k] (G.inv sums[k - (k & -k)]))
  def prefix [n] (t: [n]G.t) (k: i64) : G.t =
    (loop (s, k) = (G.ne, k) while k > 0 do (G.op s t[k - 1], k - (k & -k))).0
}

module both = mk_tree (product (add i64) (max i32))
module runs = mk_tree best_run
module sums = fenwick (add i64)

entry ranges [n][q] (xs: [n]i32) (from: [q]i64) (to: [q]i64) : ([q]i64, [q]i32, [q]i64) =
  let t = both.build (map (\x -> (i64.i32 x, x)) xs)
  let (s, m) = unzip (map2 (\a b -> both.query (a, b) t) from to)
  let f = sums.build (map i64.i32 xs)
  in (s, m, map2 (\a b -> sums.prefix f b - sums.prefix f a) from to)

def leaf (x: i64) : best_run.t = let p = i64.max 0 x in {all = x, prefix = p, suffix = p, best = p}

entry best [n] (xs: [n]i64) (at: []i64) (to: i64) : (i64, i64) =
  let t = runs.build (map leaf xs)
  let before = (runs.query (0, n) t).best
  let t = loop t = runs.build (map leaf xs) for i in at do runs.set i (leaf to) t
  in (before, (runs.query (0, n) t).best)

-- | Minimum of any range as that of two that overlap.
entry sparse_table [n][q] (xs: [n]i32) (from: [q]i64) (to: [q]i64) : [q]i32 =
  let levels = 64 - i64.i32 (i64.clz n)
  let table : [levels][n]i32 =
    loop t = replicate levels xs for l in 1..<levels do
      let half = 1 << (l - 1)
      let previous = copy t[l - 1]
      in t with [l] = tabulate n (\i -> if i + half < n then i32.min previous[i] previous[i + half] else previous[i])
  let ask a b = if a >= b then i32.highest else
                let l = 63 - i64.i32 (i64.clz (b - a))
                in i32.min table[l, a] table[l, b - (1 << l)]
  in map2 ask from to
