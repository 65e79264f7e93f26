-- Functions under types that promise no more than they keep.
-- ==
-- entry: declared
-- input { 5 } output { 5 1 }

-- ==
-- entry: bound
-- input { [3, 4] } output { [1, 4] [9, 4] }

-- ==
-- entry: in_record
-- input { [3, 4] } output { 7 [0, 4] }

def last_of (xs: *[2]i32) : i32 = (xs with [0] = 1)[1]
def first_of (xs: *[2]i32) : i32 = (xs with [0] = 1)[0]

def g : *[2]i32 -> i32 = last_of

-- It says that it may consume, and does not.
def h : *[2]i32 -> i32 = \xs -> xs[0]

def made (k: i32) = [k, k]

def fresh : i32 -> *[2]i32 = made

entry declared (k: i32) : (i32, i32) = (g (fresh k), h (fresh 1))

entry bound (xs: [2]i32) : ([2]i32, [2]i32) =
  let f : *[2]i32 -> *[2]i32 = \(ys: *[2]i32) -> ys with [0] = 1
  let c : [2]i32 -> *[2]i32 = \ys -> copy ys
  let ys = c xs
  in (f (copy xs), ys with [0] = 9)

type^ operations = {total: [2]i32 -> i32, clear: *[2]i32 -> *[2]i32}

def operations : operations = {total = \xs -> xs[0] + xs[1], clear = \(xs: *[2]i32) -> xs with [0] = 0}

entry in_record (xs: *[2]i32) : (i32, [2]i32) =
  let sum = operations.total xs
  in (sum, operations.clear xs)
