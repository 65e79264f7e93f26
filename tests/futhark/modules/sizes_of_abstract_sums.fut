-- Sizes of an abstract type that is a sum: returned by functions, branches, blocks, loops and values beside the value.
-- ==
-- entry: bound
-- input { 3i64 } output { 12i64 }
-- input { 7i64 } output { 7i64 }

-- ==
-- entry: argument piped
-- input { 3i64 } output { 3i64 }
-- input { 7i64 } output { 7i64 }

-- ==
-- entry: filtered
-- input { 3i64 } output { 1i64 }
-- input { 7i64 } output { 5i64 }

-- ==
-- entry: from_if
-- input { true 4i64 } output { 4i64 }
-- input { false 4i64 } output { 2i64 }

-- ==
-- entry: from_match
-- input { 0i64 } output { 7i64 }
-- input { 1i64 } output { 1i64 }
-- input { 6i64 } output { 4i64 }

-- ==
-- entry: polymorphic
-- input { 3i64 } output { 3i64 }

-- ==
-- entry: two
-- input { 3i64 } output { 34i64 }

-- ==
-- entry: from_block
-- input { 3i64 } output { 666i64 }

-- ==
-- entry: from_loop
-- input { 4i64 } output { 7i64 13i64 }

-- ==
-- entry: claimed
-- input { 4i64 4i64 } output { 4i64 }
-- input { 7i64 4i64 } error: size 7 where 4 is needed

-- ==
-- entry: renamed
-- input { 3i64 } output { 3i64 }

-- ==
-- entry: top_level
-- input { } output { 6i64 3i64 }

module type arrays = {
  type arr [n]
  val mk : i64 -> arr []
  val mkn : (n: i64) -> arr [n]
  val other : i64 -> arr []
  val size [n] : arr [n] -> i64
  val both [n] : arr [n] -> arr [n] -> i64
  val filtered [n] : [n]i64 -> ?[k].arr [k]
  val poly 'a : a -> i64 -> (arr [], a)
  val pair : i64 -> ?[k][l].(arr [k], arr [l])
  val six : arr []
}

module sums : arrays = {
  type arr [n] = #leaf | #node ([n]i64)
  def mkn (n: i64) : arr [n] = if n > 5 then #leaf else #node (replicate n 1)
  def mk (n: i64) = mkn n
  def other = mk
  def size [n] (_: arr [n]) = n
  def both [n] (a: arr [n]) (b: arr [n]) =
    match (a, b)
    case (#node x, #node y) -> i64.sum (map2 (+) x y)
    case _ -> -n
  def filtered [n] (xs: [n]i64) : ?[k].arr [k] =
    let ys = filter (> 1) xs
    in if n > 5 then #leaf else #node ys
  def poly 'a (x: a) (n: i64) : (arr [], a) = (mk n, x)
  def pair (n: i64) = (mk n, mk (n + 1))
  def six = mk 6
}

module uses (m: arrays) = {
  def bound (n: i64) =
    let [k] (x: m.arr [k]) = m.mk n
    in k + m.size x + m.both x x
  def argument (n: i64) = m.size (m.mk n)
  def piped (n: i64) = n |> m.mk |> m.size
  def filtered (n: i64) = m.size (m.filtered (iota n))
  def from_if (b: bool) (n: i64) =
    m.size (if b then m.mk n else m.filtered (iota n))
  def from_match (n: i64) =
    m.size (match n
            case 0 -> m.mk 7
            case 1 -> m.mkn n
            case _ -> m.filtered (iota n))
  def polymorphic (n: i64) =
    let (x, t) = m.poly true n in if t then m.size x else 0
  def two (n: i64) = let (x, y) = m.pair n in 10 * m.size x + m.size y
  def from_block (n: i64) =
    let (x, size) = let x = m.mk (n + 3) in (x, m.size x)
    in m.size x + 10 * size + 100 * m.size (let k = 2 * n in m.mk k)
  def from_loop (n: i64) =
    let [k] (x: m.arr [k]) = loop x = m.mk n for i < 3 do m.mk (m.size x + i)
    let (y, _) =
      loop (y, i) = (m.mk n, 0) while m.size y < 10 do
        (m.mk (m.size y + i), i + 2)
    in (k + 0 * m.size x, m.size y + 3 - 0 * k)
  def claimed (n: i64) (l: i64) = m.size (m.mk n :> m.arr [l])
  def renamed (n: i64) = m.size (m.other n)
}

module used = uses sums

entry bound = used.bound
entry argument = used.argument
entry piped = used.piped
entry filtered = used.filtered
entry from_if = used.from_if
entry from_match = used.from_match
entry polymorphic = used.polymorphic
entry two = used.two
entry from_block = used.from_block
entry from_loop = used.from_loop
entry claimed = used.claimed
entry renamed = used.renamed

def size_of_sum [n] (_: #none | #some ([n]i64)) = n

def some : #none | #some ([]i64) =
  let xs = filter (> 2) (iota 6) in if length xs > 2 then #some xs else #none

entry top_level = (sums.size sums.six, size_of_sum some)
