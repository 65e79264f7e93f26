-- Alignments of sequences along anti-diagonals, by a higher-order function over the recurrence; chains of matrices; a grammar by bits.
-- ==
-- entry: levenshtein
-- input { "kitten" "sitting" } output { 3i32 }
-- input { "abc" "yabd" } output { 2i32 }
-- input { "intention" "execution" } output { 5i32 }
-- input { "a" "a" } output { 0i32 }
-- input { empty([0]u8) "abc" } output { 3i32 }
-- input { empty([0]u8) empty([0]u8) } output { 0i32 }

-- ==
-- entry: common
-- input { "AGGTAB" "GXTXAYB" } output { 4i32 }
-- input { "abcbdab" "bdcaba" } output { 4i32 }

-- ==
-- entry: local_alignment
-- input { "TGTTACGG" "GGTTGACTA" } output { 13i32 }
-- input { "aaa" "bb" } output { 0i32 }

-- ==
-- entry: chain
-- input { [30i64, 35i64, 15i64, 5i64, 10i64, 20i64, 25i64] } output { 15125i64 }
-- input { [2i64,3] } output { 0i64 }

-- ==
-- entry: grammatical
-- input { "([]())[]" } output { true }
-- input { "([)]" } output { false }
-- input { "(" } output { false }
-- input { empty([0]u8) } output { false }

type step 't = {diagonal: t, up: t, left: t}

-- | All cells of a table whose cells depend on three neighbours, one anti-diagonal after the other.
def wavefront [n][m] 'a 'b 't (first: i64 -> i64 -> t) (cell: a -> b -> step t -> t) (zero: t) (xs: [n]a) (ys: [m]b)
    : [n + 1][m + 1]t =
  let border = tabulate_2d (n + 1) (m + 1) (\i j -> if i == 0 || j == 0 then first i j else zero)
  in loop table = border for d in 2...n + m do
       let lo = i64.max 1 (d - m)
       let hi = i64.min n (d - 1)
       let is = map (+ lo) (iota (i64.max 0 (hi - lo + 1)))
       let values =
         map (\i -> let j = d - i
                    in cell xs[i - 1] ys[j - 1] {diagonal = table[i - 1, j - 1], up = table[i - 1, j], left = table[i, j - 1]}) is
       in scatter_2d table (map (\i -> (i, d - i)) is) values

def corner [n][m] 't (t: [n][m]t) : t = t[n - 1, m - 1]

entry levenshtein [n][m] (a: [n]u8) (b: [m]u8) : i32 =
  if n + m < 2 then i32.i64 (n + m) else
  wavefront (\i j -> i32.i64 (i + j))
            (\x y {diagonal, up, left} -> i32.min (diagonal + i32.bool (x != y)) (1 + i32.min up left))
            0 a b
  |> corner

entry common [n][m] (a: [n]u8) (b: [m]u8) : i32 =
  if n + m < 2 then 0 else
  corner (wavefront (\_ _ -> 0) (\x y s -> if x == y then s.diagonal + 1 else i32.max s.up s.left) 0 a b)

-- | The best local alignment, with where it ends.
entry local_alignment [n][m] (a: [n]u8) (b: [m]u8) : i32 =
  if n + m < 2 then 0 else
  let t = wavefront (\_ _ -> {score = 0, run = 0})
                    (\x y {diagonal, up, left} ->
                       let hit = x == y
                       let score = i32.max 0 (i32.max (diagonal.score + if hit then 3 else -3) (i32.max up.score left.score - 2))
                       in {score, run = if hit then diagonal.run + 1 else 0})
                    {score = 0, run = 0i32} a b
  in i32.maximum (map (.score) (flatten t))

entry chain [k] (sizes: [k]i64) : i64 =
  let n = k - 1
  let costs =
    loop costs = replicate n (replicate n 0) for l in 1..<n do
      let one i = i64.minimum (map (\j -> costs[i, j] + costs[j + 1, i + l] + sizes[i] * sizes[j + 1] * sizes[i + l + 1]) (i..<i + l))
      in loop next = copy costs for i < n - l do next with [i, i + l] = one i
  in costs[0, n - 1]

-- | Can brackets of three kinds be read from S = SS | (S) | [S] | () | [] ? Sets of nonterminals as bits.
entry grammatical [n] (text: [n]u8) : bool =
  let (s, l, r, l', r', x, y) = (1u8, 2u8, 4u8, 8u8, 16u8, 32u8, 64u8)
  let rules = [(s, s, s), (s, l, x), (x, s, r), (s, l', y), (y, s, r'), (s, l, r), (s, l', r')]
  let terminal c = match c case '(' -> l case ')' -> r case '[' -> l' case ']' -> r' case _ -> 0
  let join a b = foldl (\set (h, p, q) -> if a & p != 0 && b & q != 0 then set | h else set) 0 rules
  let table =
    loop t = tabulate_2d n n (\i j -> if i == j then terminal text[i] else 0) for d' < n - 1 do
      let d = d' + 1 in tabulate_2d n n (\i j ->
        if j - i != d then t[i, j]
        else reduce (|) 0 (map (\k -> join t[i, k] t[k + 1, j]) (i..<j)))
  in n > 0 && table[0, n - 1] & s != 0
