-- A row length that is a top-level constant is known where there are no rows, also one that is computed, or comes from
-- behind a module type.
-- ==
-- entry: mapped scanned of_module of_parameter joined
-- input { empty([0]u8) } output { empty([0][2]u8) }
-- input { [1u8] } output { [[1u8, 1u8]] }

-- ==
-- entry: empty
-- input { } output { empty([0][2]u8) empty([0][2][3]u8) }

-- ==
-- entry: nested
-- input { empty([0]u8) } output { empty([0][2][3]u8) }
-- input { [7u8] } output { [[[7u8, 7, 7], [7, 7, 7]]] }

-- ==
-- entry: looped
-- input { 0i64 } output { empty([0][2]u8) }
-- input { 2i64 } output { [[1u8, 1u8], [1u8, 1u8]] }

-- ==
-- entry: of_value
-- input { empty([0]i64) } output { empty([0][3]i64) }
-- input { [5i64] } output { [[10i64, 15, 20]] }

-- ==
-- entry: taken
-- input { [1u8, 2u8] } output { 3u8 [1u8, 2u8, 0u8] }

def k = i64.bool true + 1
def table = filter (> 1) [1i64, 2, 3, 4]
module m : { val k : i64 } = { def k = 2i64 }
module rows (p: { val states : i64 }) = {
  def of [n] (xs: [n]u8) : [n][p.states]u8 = map (\c -> replicate p.states c) xs
}
module two = rows { def states = k }

entry mapped [n] (xs: [n]u8) = map (\c -> replicate k c) xs
entry scanned [n] (xs: [n]u8) = map (\c -> replicate k c) xs |> scan (map2 (+)) (replicate k 0)
entry of_module [n] (xs: [n]u8) = map (\c -> replicate m.k c) xs
entry of_parameter [n] (xs: [n]u8) = two.of xs
entry joined [n] (xs: [n]u8) = map (replicate k) xs ++ []
entry empty : ([0][k]u8, [0][k][3]u8) = ([], [])
entry nested [n] (xs: [n]u8) = map (\c -> replicate k (replicate (k + 1) c)) xs
entry looped (n: i64) : [][k]u8 = loop rows = [] for _i < n do rows ++ [replicate k 1]
entry of_value [n] (xs: [n]i64) = map (\x -> map (* x) table) xs

-- Parameters of such lengths.
def total (xs: [k]u8) = u8.sum xs
def longer (xs: [k]u8) (ys: [k + 1]u8) : [k + 1]u8 = (xs ++ [0u8] :> [k + 1]u8) |> map2 (+) ys
entry taken (xs: [k]u8) = (total xs, longer xs (replicate (k + 1) 0))
