-- Records and sums in and out of recursive functions.
-- ==
-- entry: divided
-- input { 17 5 } output { 3 2 }
-- input { 4 9 } output { 0 4 }
-- input { 100 10 } output { 10 0 }

-- ==
-- entry: executed
-- input { empty([0]i32) 3 } output { 3 }
-- input { [0, 0, 1] 3 } output { 10 }
-- input { [1, 2, 0] 5 } output { -1 }
-- input { [2] 5 } output { -1 }

-- ==
-- entry: bounds
-- input { [3, 1, 2] } output { 1 3 3i64 }
-- input { [7] } output { 7 7 1i64 }

type division = {quotient: i32, rest: i32}
type step = #add i32 | #double | #stop

def divide (a: i32) (b: i32) : division =
  if a < b then {quotient = 0, rest = a} else
  let {quotient, rest} = divide (a - b) b
  in {quotient = quotient + 1, rest}

def next (code: i32) : step = if code == 0 then #add 1 else if code == 1 then #double else #stop

def run (codes: []i32) (state: #going i32 | #stopped) : #going i32 | #stopped =
  match state
  case #stopped -> #stopped
  case #going x ->
    if length codes == 0 then state
    else match next codes[0]
         case #add y -> run codes[1:] (#going (x + y))
         case #double -> run codes[1:] (#going (x * 2))
         case #stop -> run codes[1:] #stopped

def range [n] (xs: [n]i32) : {least: i32, most: i32, count: i64} =
  if n == 1 then {least = xs[0], most = xs[0], count = 1} else
  let a = range (take (n / 2) xs)
  let b = range (drop (n / 2) xs)
  in {least = i32.min a.least b.least, most = i32.max a.most b.most, count = a.count + b.count}

entry divided (a: i32) (b: i32) : (i32, i32) = let d = divide a b in (d.quotient, d.rest)
entry executed (codes: []i32) (x: i32) : i32 =
  match run codes (#going x)
  case #going y -> y
  case #stopped -> -1
entry bounds (xs: []i32) : (i32, i32, i64) = let r = range xs in (r.least, r.most, r.count)
