-- Constructors whose payloads share slots: several of one type, of different types, arrays and tuples as payloads, an
-- enumeration, a type with one constructor, and updates of arrays of sums.
-- ==
-- entry: slots
-- input { 5i32 } output { [5i32, 11, 18, 0, 25] }

-- ==
-- entry: enumeration
-- input { [0i32, 1, 2, 3] } output { [1i32, 2, 0, 0] [false, true, false, false] }

-- ==
-- entry: single
-- input { 3i32 } output { 4i32 3i32 }

-- ==
-- entry: arrays
-- input { true } output { 6i32 [1i32, 2, 3] }
-- input { false } output { 9i32 [0i32, 9, 0] }

-- ==
-- entry: updated
-- input { 3i64 1i64 } output { [0i32, 7, 2] }
-- input { 1i64 0i64 } output { [7i32] }
-- input { 1i64 1i64 } error: [Oo]ut of bounds

-- ==
-- entry: machine
-- input { [0i32, 5, 0, 7, 1, 0, 2, 2, 2] } output { 24i32 1i64 }
-- input { empty([0]i32) } output { 0i32 0i64 }
-- input { [1i32] } output { 0i32 0i64 }

type mixed = #a i32 | #b i32 i32 | #c i64 i32 bool | #d | #e (i32, {x: i64, y: i32})

def value (m: mixed) : i32 =
  match m
  case #a x -> x
  case #b x y -> x + y
  case #c x y true -> i32.i64 x + y
  case #c _ _ false -> -1
  case #d -> 0
  case #e (p, {x, y = 5}) -> p * i32.i64 x
  case #e (p, {x = _, y = _}) -> p

def slots_of (x: i32) : [5]mixed =
  [#a x, #b x (x + 1), #c 10 (x + 3) true, #d, #e (x, {x = 5, y = 5})]

entry slots (x: i32) : [5]i32 = map value (slots_of x)

type colour = #red | #green | #blue

def next (c: colour) : colour =
  match c
  case #red -> #green
  case #green -> #blue
  case #blue -> #red

entry enumeration [n] (xs: [n]i32) : ([n]i32, [n]bool) =
  let colour x : colour = if x == 0 then #red else if x == 1 then #green else #blue
  let code (c: colour) = match c case #red -> 0 case #green -> 1 case #blue -> 2
  let turned = map (colour >-> next) xs
  in (map code turned, map (\c -> c == #blue) turned)

type wrapped = #only i32 i32

entry single (x: i32) : (i32, i32) =
  let w : wrapped = #only x (x + 1)
  let #only a b = w
  in (b, a)

entry arrays (full: bool) : (i32, [3]i32) =
  let s : #full [3]i32 | #one i32 i64 = if full then #full [1, 2, 3] else #one 9 1
  let dense : [3]i32 =
    match s
    case #full xs -> xs
    case #one x at -> replicate 3 0 with [at] = x
  in (i32.sum dense, dense)

entry updated (n: i64) (at: i64) : [n]i32 =
  let xs : [n]mixed = map (\i -> #a (i32.i64 i)) (iota n)
  let xs[at] = #b 3 4
  in map value xs

-- A stack machine: 0 v pushes v, 1 adds, 2 multiplies; too few operands are ignored.
entry machine [n] (program: [n]i32) : (i32, i64) =
  let decode i : (i64, #push i32 | #add | #multiply) =
    if program[i] == 0 then (i + 2, #push program[i + 1])
    else if program[i] == 1 then (i + 1, #add)
    else (i + 1, #multiply)
  let (_, stack, top) =
    loop (i, stack, top) = (0, replicate (n + 1) 0, 0)
    while i < n do
      match decode i
      case (next, #push v) -> (next, stack with [top] = v, top + 1)
      case (next, operation) ->
        if top < 2
        then (next, stack, top)
        else let (x, y) = (stack[top - 2], stack[top - 1])
             let z = match operation case #multiply -> x * y case _ -> x + y
             in (next, stack with [top - 2] = z, top - 1)
  in (stack[i64.max 0 (top - 1)], top)
