-- Trees as arrays of parents: depths by pointer jumping, sums over subtrees, lowest common ancestors.
-- ==
-- entry: depths
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [0i64] }
-- output { [0i64] [0i64] }
-- input { [0i64, 0i64, 1i64] }
-- output { [0i64, 1i64, 2i64] [0i64, 0i64, 0i64] }
-- input { [0i64, 0i64, 1i64, 0i64, 0i64, 4i64, 0i64, 4i64, 3i64, 7i64] }
-- output { [0i64, 1i64, 2i64, 1i64, 1i64, 2i64, 1i64, 2i64, 2i64, 3i64] [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [0i64, 1i64, 1i64, 1i64, 3i64, 4i64, 3i64, 2i64, 4i64, 3i64, 2i64, 3i64, 1i64, 9i64, 4i64, 8i64, 15i64] }
-- output { [0i64, 0i64, 1i64, 1i64, 2i64, 3i64, 2i64, 2i64, 3i64, 2i64, 2i64, 2i64, 1i64, 3i64, 3i64, 4i64, 5i64] [0i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [0i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64, 11i64] [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }

-- ==
-- entry: sums
-- input { empty([0]i64) empty([0]i32) }
-- output { empty([0]i32) }
-- input { [0i64] [1i32] }
-- output { [1i32] }
-- input { [0i64, 0i64, 1i64] [1i32, 2i32, 3i32] }
-- output { [6i32, 5i32, 3i32] }
-- input { [0i64, 0i64, 1i64, 0i64, 0i64, 4i64, 0i64, 4i64, 3i64, 7i64] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32] }
-- output { [55i32, 5i32, 3i32, 13i32, 29i32, 6i32, 7i32, 18i32, 9i32, 10i32] }
-- input { [0i64, 1i64, 1i64, 1i64, 3i64, 4i64, 3i64, 2i64, 4i64, 3i64, 2i64, 3i64, 1i64, 9i64, 4i64, 8i64, 15i64] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32, 11i32, 12i32, 13i32, 14i32, 15i32, 16i32, 17i32] }
-- output { [1i32, 152i32, 22i32, 115i32, 68i32, 6i32, 7i32, 8i32, 42i32, 24i32, 11i32, 12i32, 13i32, 14i32, 15i32, 33i32, 17i32] }
-- input { [0i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32, 11i32, 12i32] }
-- output { [78i32, 77i32, 75i32, 72i32, 68i32, 63i32, 57i32, 50i32, 42i32, 33i32, 23i32, 12i32] }

-- ==
-- entry: deepest_below
-- input { empty([0]i64) }
-- output { empty([0]i64) }
-- input { [0i64] }
-- output { [0i64] }
-- input { [0i64, 0i64, 1i64] }
-- output { [2i64, 2i64, 2i64] }
-- input { [0i64, 0i64, 1i64, 0i64, 0i64, 4i64, 0i64, 4i64, 3i64, 7i64] }
-- output { [3i64, 2i64, 2i64, 2i64, 3i64, 2i64, 1i64, 3i64, 2i64, 3i64] }
-- input { [0i64, 1i64, 1i64, 1i64, 3i64, 4i64, 3i64, 2i64, 4i64, 3i64, 2i64, 3i64, 1i64, 9i64, 4i64, 8i64, 15i64] }
-- output { [0i64, 5i64, 2i64, 5i64, 5i64, 3i64, 2i64, 2i64, 5i64, 3i64, 2i64, 2i64, 1i64, 3i64, 3i64, 5i64, 5i64] }
-- input { [0i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64] }
-- output { [11i64, 11i64, 11i64, 11i64, 11i64, 11i64, 11i64, 11i64, 11i64, 11i64, 11i64, 11i64] }

-- ==
-- entry: ancestors
-- input { [0i64] [[0i64, 0i64]] }
-- output { [0i64] }
-- input { [0i64, 0i64, 1i64, 0i64, 0i64, 4i64, 0i64, 4i64, 3i64, 7i64] [[0i64, 0i64], [0i64, 3i64], [0i64, 6i64], [0i64, 9i64], [2i64, 0i64], [2i64, 3i64], [2i64, 6i64], [2i64, 9i64], [4i64, 0i64], [4i64, 3i64], [4i64, 6i64], [4i64, 9i64], [6i64, 0i64], [6i64, 3i64], [6i64, 6i64], [6i64, 9i64], [8i64, 0i64], [8i64, 3i64], [8i64, 6i64], [8i64, 9i64]] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 4i64, 0i64, 0i64, 6i64, 0i64, 0i64, 3i64, 0i64, 0i64] }
-- input { [0i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64] [[0i64, 0i64], [0i64, 3i64], [0i64, 6i64], [0i64, 9i64], [2i64, 0i64], [2i64, 3i64], [2i64, 6i64], [2i64, 9i64], [4i64, 0i64], [4i64, 3i64], [4i64, 6i64], [4i64, 9i64], [6i64, 0i64], [6i64, 3i64], [6i64, 6i64], [6i64, 9i64], [8i64, 0i64], [8i64, 3i64], [8i64, 6i64], [8i64, 9i64], [10i64, 0i64], [10i64, 3i64], [10i64, 6i64], [10i64, 9i64]] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 2i64, 2i64, 2i64, 0i64, 3i64, 4i64, 4i64, 0i64, 3i64, 6i64, 6i64, 0i64, 3i64, 6i64, 8i64, 0i64, 3i64, 6i64, 9i64] }

-- ==
-- entry: sizes_match
-- input { empty([0]i64) }
-- output { true }
-- input { [0i64] }
-- output { true }
-- input { [0i64, 0i64, 1i64] }
-- output { true }
-- input { [0i64, 0i64, 1i64, 0i64, 0i64, 4i64, 0i64, 4i64, 3i64, 7i64] }
-- output { true }
-- input { [0i64, 1i64, 1i64, 1i64, 3i64, 4i64, 3i64, 2i64, 4i64, 3i64, 2i64, 3i64, 1i64, 9i64, 4i64, 8i64, 15i64] }
-- output { true }
-- input { [0i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 10i64] }
-- output { true }

type tree [n] = {parent: [n]i64}

-- | Pointer jumping: how far each node is from the root, and where the root is.
def ranks [n] (t: tree [n]) : [n]{depth: i64, root: i64} =
  let start = map2 (\i p -> {depth = i64.bool (i != p), root = p}) (iota n) t.parent
  in loop ns = start for _k < 64 - i64.i32 (i64.clz n) do
       map (\{depth, root} -> {depth = depth + ns[root].depth, root = ns[root].root}) ns

-- | A sum over each subtree, level by level from below.
def subtree [n] 'a (op: a -> a -> a) (ne: a) (t: tree [n]) (values: [n]a) : [n]a =
  let depth = map (.depth) (ranks t)
  let deepest = i64.maximum ([0] ++ depth)
  in loop values = copy values for k < deepest do
       let level = deepest - k
       let here = filter (\i -> depth[i] == level) (iota n)
       let up = map (\i -> t.parent[i]) here
       let given = map (\i -> values[i]) here
       in reduce_by_index values op ne up given

-- | Ancestors at distances of powers of two, for queries.
def jump_table [n] (levels: i64) (t: tree [n]) : [levels][n]i64 =
  let table = replicate levels t.parent
  in loop table for k < levels - 1 do
       let row = table[k]
       in table with [k + 1] = map (\p -> row[p]) row

def lowest_common [n][l] (table: [l][n]i64) (depth: [n]i64) (a: i64) (b: i64) : i64 =
  let lift (v: i64) (by: i64) : i64 =
    loop v for k < l do if (by >> k) & 1 == 1 then table[k, v] else v
  let a' = lift a (i64.max 0 (depth[a] - depth[b]))
  let b' = lift b (i64.max 0 (depth[b] - depth[a]))
  let (x, y) =
    loop (x, y) = (a', b') for i < l do
      let k = l - 1 - i
      in if table[k, x] != table[k, y] then (table[k, x], table[k, y]) else (x, y)
  in if x == y then x else table[0, x]

def mk [n] (parent: [n]i64) : tree [n] = {parent}

entry depths [n] (parent: [n]i64) : ([n]i64, [n]i64) =
  ranks (mk parent) |> map (\{depth, root} -> (depth, root)) |> unzip
entry sums [n] (parent: [n]i64) (values: [n]i32) : [n]i32 = subtree (+) 0 (mk parent) values
entry deepest_below [n] (parent: [n]i64) : [n]i64 =
  let t = mk parent
  in subtree i64.max i64.lowest t (map (.depth) (ranks t))
entry ancestors [n] (parent: [n]i64) (pairs: [][2]i64) : []i64 =
  let t = mk parent
  let depth = map (.depth) (ranks t)
  let table = jump_table 5 t
  in map (\p -> lowest_common table depth p[0] p[1]) pairs
entry sizes_match [n] (parent: [n]i64) : bool =
  let t = mk parent
  let sizes = subtree (+) 0 t (rep 1i64)
  in i64.sum (map2 (\i p -> if i == p then sizes[i] else 0) (iota n) parent) == n
