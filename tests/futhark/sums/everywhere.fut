-- Sums in records, in loops, in nested arrays, nested in each other, and through every array operation.
-- ==
-- entry: walk
-- input { [0i32, 1, 1, 2, 0] } output { 3i64 -1i64 true }
-- input { empty([0]i32) } output { 0i64 0i64 false }

-- ==
-- entry: board
-- input { 2i64 3i64 } output { [[0i32, 1, 2], [1, 2, 10]] [[0i32, 1], [1, 2], [2, 10]] }
-- input { 0i64 2i64 } output { empty([0][2]i32) empty([2][0]i32) }

-- ==
-- entry: nested
-- input { [0i32, 1, 2, 3, 4, 5, 6] } output { [1i32, 20, 3, 300, 5, -1, -1] }

-- ==
-- entry: moved
-- input { [5i32, 6, 7] [2i64, 0, 9] } output { [6i32, 0, 5] [0i32, 0, 5, 6, 7, 0] [6i32, 5, 0] }

-- ==
-- entry: running
-- input { [1i32, -1, 2, 3, -1, 4] } output { [1i32, 0, 2, 5, 0, 4] }

-- ==
-- entry: tallied
-- input { [0i64, 1, 0, 2, 0] [3i32, 4, -5, 6, 7] } output { [-5i32, 4, 6, 100] }

-- ==
-- entry: many
-- input { [0i32, 1, 2, 3, 4, 5] } output { [10i32, 21, 10, 43, 10, 65] }

type direction = #north | #east | #south | #west

def step (d: direction) : (i64, i64) =
  match d
  case #north -> (0, -1)
  case #south -> (0, 1)
  case #east -> (1, 0)
  case #west -> (-1, 0)

def right (d: direction) : direction =
  match d
  case #north -> #east
  case #east -> #south
  case #south -> #west
  case #west -> #north

type walker = {at: (i64, i64), heading: direction, last: #moved direction | #turned | #nothing}

-- A record with sums as a loop's value.
entry walk (orders: []i32) : (i64, i64, bool) =
  let start : walker = {at = (0, 0), heading = #north, last = #nothing}
  let advance (w: walker) k : walker =
    let (dx, dy) = step w.heading
    in w with at = (w.at.0 + k * dx, w.at.1 + k * dy) with last = #moved w.heading
  let w =
    loop w = start for o in orders do
      if o == 0
      then advance w 1
      else if o == 2
      then w with last = #turned
      else advance (w with heading = right w.heading) 1 with last = #turned
  let w = if length orders > 0 then advance w 3 with at = (3, -1) else w
  in (w.at.0, w.at.1, w.last == #moved #south)

type cell = #free | #digit i32 | #wall {strength: i32}

def shown (c: cell) : i32 =
  match c
  case #free -> 0
  case #digit x -> x
  case #wall w -> w.strength

entry board (n: i64) (m: i64) : ([n][m]i32, [m][n]i32) =
  let make i j : cell =
    if i + j == 0 then #free else if i + j > 2 then #wall {strength = 10} else #digit (i32.i64 (i + j))
  let cells = tabulate_2d n m make
  in (map (map shown) cells, map (map shown) (transpose cells))

type inner = #x i32 | #y
type outer = #p inner | #q inner inner | #r i32 (#s i32 | #t f32)

def build (i: i32) : outer =
  match i
  case 0 -> #p (#x 1)
  case 1 -> #q (#x 10) (#x 10)
  case 2 -> #q #y (#x 3)
  case 3 -> #r 100 (#s 3)
  case 4 -> #r 2 (#t 2.5)
  case 5 -> #p #y
  case _ -> #q #y #y

def weigh (o: outer) : i32 =
  match o
  case #p (#x a) -> a
  case #q (#x a) (#x b) -> a + b
  case #q _ (#x b) -> b
  case #r k (#s x) -> k * x
  case #r 2 (#t x) -> i32.f32 (x * 2)
  case _ -> -1

entry nested (is: []i32) : []i32 = map (weigh <-< build) is

-- Updates, concatenation, reversal and scatter of arrays of sums.
entry moved [n] (xs: [n]i32) (at: [n]i64) : ([n]i32, []i32, [n]i32) =
  let cells : [n]cell = map (\x -> #digit x) xs
  let free : [n]cell = replicate n #free
  let scattered = scatter (copy free) at cells
  let padded = [#free, #free] ++ cells ++ [#free]
  let turned = copy cells with [0:2] = reverse cells[0:2]
  let turned = turned with [2] = #free
  in (map shown scattered, map shown padded, map shown turned)

-- A scan with resets: an associative operator on sums.
type segment = #reset i32 | #more i32

entry running [n] (xs: [n]i32) : [n]i32 =
  let value (s: segment) = match s case #reset x -> x case #more x -> x
  let join (a: segment) (b: segment) : segment =
    match (a, b)
    case (_, #reset _) -> b
    case (#reset x, #more y) -> #reset (x + y)
    case (#more x, #more y) -> #more (x + y)
  in map (\x -> if x < 0 then #reset 0 else #more x) xs |> scan join (#more 0) |> map value

-- A histogram with values of a sum type: the least of each bin.
entry tallied (bins: []i64) (xs: []i32) : [4]i32 =
  let least (a: #none | #some i32) (b: #none | #some i32) =
    match (a, b)
    case (#none, _) -> b
    case (_, #none) -> a
    case (#some x, #some y) -> #some (i32.min x y)
  let found = hist least #none 4 (sized (length bins) bins) (sized (length bins) (map (\x -> #some x) xs))
  in map (\o -> match o case #some x -> x case #none -> 100) found

-- Filters and partitions of arrays of sums keep payloads with their tags.
entry many (xs: []i32) : []i32 =
  let cells = map (\x : cell -> if x % 2 == 0 then #wall {strength = 10} else #digit (x * 10 + x)) xs
  let (walls, others) = partition (\c -> match c case #wall _ -> true case _ -> false) cells
  let k = length others
  in tabulate (length xs) (\i ->
       if i % 2 == 0 then shown walls[i / 2] else shown others[i64.min (k - 1) (i / 2)] + 10)
