-- Matches on sums with many constructors: in their order, in another one, with cases for all others, with arrays, and where a
-- case looks at more than the constructor.
-- ==
-- entry: run
-- input { 5i64 [0i32, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12] } output { 9i64 }
-- input { 3i64 [8i32, 5, 5] } output { 36i64 }
-- input { 3i64 empty([0]i32) } output { 3i64 }

-- ==
-- entry: others
-- input { [0i32, 1, 2, 3, 4, 5, 6, 7, 8, 9] } output { [10i64, 11, 12, 13, 14, 15, 16, 17, 99, 99] [99i64, 99, 12, 13, 14, 15, 16, 17, 18, 19] [99i64, 11, 12, 99, 14, 15, 16, 17, 18, 19] }

-- ==
-- entry: inner
-- input { [0i32, 1, 2, 3, 4, 5, 6, 7, 8, 9] } output { [0i64, 1, 2, 3, 4, 5, 6, 7, 8, 19] }

-- ==
-- entry: arrays
-- input { 0i32 } output { [0i64] }
-- input { 4i32 } output { [4i64, 4] }
-- input { 8i32 } output { [0i64, 1, 2, 3, 4, 5, 6, 7] }

type op = #push i64 | #add | #sub | #mul i64 i64 | #neg | #double | #half | #swap (i64, i64) | #set {to: i64} | #stop

def op (code: i32) : op =
  match code
  case 0 -> #push 1 case 1 -> #add case 2 -> #sub case 3 -> #mul 2 3 case 4 -> #neg case 5 -> #double case 6 -> #half
  case 7 -> #swap (4, 5) case 8 -> #set {to = 9} case _ -> #stop

-- Not in the order in which the constructors are declared.
def step (x: i64) (op: op) : i64 =
  match op
  case #stop -> x
  case #set {to} -> to
  case #swap (a, b) -> x + a - b
  case #half -> x / 2
  case #double -> x * 2
  case #neg -> -x
  case #mul a b -> x * a - b
  case #sub -> x - 2
  case #add -> x + 1
  case #push y -> x + y * 3

entry run (x: i64) (codes: []i32) : i64 =
  loop x for code in codes do step x (op code)

entry others (codes: []i32) : ([]i64, []i64, []i64) =
  let upto (op: op) : i64 =
    match op case #push y -> 9 + y case #add -> 11 case #sub -> 12 case #mul a b -> 8 + a + b case #neg -> 14 case #double -> 15
             case #half -> 16 case #swap (a, b) -> 8 + a + b case _ -> 99
  let from (op: op) : i64 =
    match op case #stop -> 19 case #set s -> 9 + s.to case #swap _ -> 17 case #half -> 16 case #double -> 15 case #neg -> 14
             case #mul _ _ -> 13 case #sub -> 12 case _ -> 99
  -- All others do not stand side by side.
  let apart (op: op) : i64 =
    match op case #stop -> 19 case #set s -> 9 + s.to case #swap _ -> 17 case #half -> 16 case #double -> 15 case #neg -> 14
             case #sub -> 12 case #add -> 11 case _ -> 99
  in (map (op >-> upto) codes, map (op >-> from) codes, map (op >-> apart) codes)

entry inner (codes: []i32) : []i64 =
  let look (op: op) : i64 =
    match op case #push 1 -> 0 case #push _ -> 100 case #add -> 1 case #sub -> 2 case #mul _ _ -> 3 case #neg -> 4
             case #double -> 5 case #half -> 6 case #swap (4, _) -> 7 case #swap _ -> 101 case #set {to = 9} -> 8
             case #set _ -> 102 case #stop -> 19
  in map (op >-> look) codes

type~ shape = #a | #b []i64 | #c | #d i64 | #e [2]i64 | #f | #g | #h (i64, []i64) | #i []i64

def sized (code: i32) : shape =
  match code case 0 -> #a case 1 -> #b [1] case 4 -> #e [4, 4] case 8 -> #i (iota 8) case _ -> #h (3, [3])

entry arrays (code: i32) : []i64 =
  match sized code
  case #a -> [0]
  case #b xs -> xs
  case #c -> [2, 2]
  case #d x -> [x]
  case #e xs -> xs
  case #f -> []
  case #g -> [6]
  case #h (_, xs) -> xs
  case #i xs -> xs
