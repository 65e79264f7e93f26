-- Searches with a stack in a loop: queens with sets as bits, a sudoku by propagation and guesses, subsets by enumeration.
-- ==
-- entry: queens
-- input { 1i32 } output { 1i32 }
-- input { 2i32 } output { 0i32 }
-- input { 6i32 } output { 4i32 }
-- input { 7i32 } output { 40i32 }

-- ==
-- entry: sudoku
-- input { "530070000600195000098000060800060003400803001700020006060000280000419005000080079" }
-- output { "534678912672195348198342567859761423426853791713924856961537284287419635345286179" 1i32 }
-- input { "534678912672195348198342567859761423426853791713924856961537284287419635345286179" }
-- output { "534678912672195348198342567859761423426853791713924856961537284287419635345286179" 0i32 }

-- ==
-- entry: subset_sums
-- input { [3i32,5,8,-1,4] 8i32 } output { [3u32, 4u32, 26u32] }
-- input { empty([0]i32) 0i32 } output { [0u32] }
-- input { empty([0]i32) 1i32 } output { empty([0]u32) }

module bitset (W: integral) : {
  type set
  val empty : set
  val insert : i32 -> set -> set
  val remove : i32 -> set -> set
  val member : i32 -> set -> bool
  val size : set -> i32
  val least : set -> i32
  val up_to : i32 -> set
  val union : set -> set -> set
  val minus : set -> set -> set
} = {
  type set = W.t
  def empty = W.i32 0
  def one k = W.(i32 1 << i32 k)
  def insert k s = W.(s | one k)
  def remove k s = W.(s & not (one k))
  def member k s = W.get_bit k s == 1
  def size = W.popc
  def least = W.ctz
  def up_to k = W.(one k - i32 1)
  def union = (W.|)
  def minus a b = W.(a & not b)
}

module s16 = bitset u16

entry queens (n: i32) : i32 =
  let place (c: u32) = c
  let all = (1u32 << u32.i32 (place 0 |> i32.u32 |> (+ n))) - 1
  let frame = (0u32, 0u32, 0u32)
  let (found, _, _) =
    loop (found, stack, top) = (0, replicate (i64.i32 (n * n) + 1) frame, 1) while top > 0 do
      let (columns, left, right) = stack[top - 1]
      let top = top - 1
      let free = all & !(columns | left | right)
      in if columns == all then (found + 1, stack, top)
         else let (stack, top, _) =
                loop (stack, top, free) = (stack, top, free) while free != 0 do
                  let bit = free & -free
                  in (stack with [top] = (columns | bit, (left | bit) << 1, (right | bit) >> 1), top + 1, free ^ bit)
              in (found, stack, top)
  in found

type board = [9][9]i32

def options (b: board) (i: i64) (j: i64) : s16.set =
  let used = loop s = s16.empty for k < 9 do
    s |> s16.insert b[i, k] |> s16.insert b[k, j] |> s16.insert b[i / 3 * 3 + k / 3, j / 3 * 3 + k % 3]
  in s16.minus (s16.remove 0 (s16.up_to 10)) used

-- | The empty cell with the fewest choices.
def tightest (b: board) : (i32, i64, i64) =
  let cells = tabulate_2d 9 9 (\i j -> if b[i, j] != 0 then (10, i, j) else (s16.size (options b i j), i, j))
  in reduce (\(a, i, j) (b, k, l) -> if a <= b then (a, i, j) else (b, k, l)) (11, -1, -1) (flatten cells)

entry sudoku (text: [81]u8) : ([]u8, i32) =
  let start = map (\c -> i32.u8 (c - '0')) (text :> [9 * 9]u8) |> unflatten
  let (done, solution, _, _, tried) =
    loop (done, solution, stack: *[200]board, top, tried) =
         (false, start, replicate 200 start, 1, 0)
    while !done && top > 0 do
      let b = copy stack[top - 1]
      let (k, i, j) = tightest b
      in if k == 10 then (true, b, stack, top, tried)
         else let (stack, top, _) =
                loop (stack, top, s) = (stack, top - 1, options b i j) while s16.size s > 0 do
                  let d = s16.least s
                  in (stack with [top] = (copy b with [i, j] = d), top + 1, s16.remove d s)
              in (false, solution, stack, top, tried + 1)
  let result : #unsolved | #solved board = if done then #solved solution else #unsolved
  in match result
     case #solved b -> (flatten b |> map (\x -> u8.i32 x + '0'), if tried > 0 then 1 else 0)
     case #unsolved -> ([], tried)

-- | All subsets with a sum, as bits.
entry subset_sums [n] (xs: [n]i32) (goal: i32) : []u32 =
  let total s = i32.sum (map2 (\i x -> if u32.get_bit i s == 1 then x else 0) (map i32.i64 (iota n)) xs)
  in filter (\s -> total s == goal) (map u32.i64 (iota (2 ** n)))
