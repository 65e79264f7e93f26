-- Matches with many cases that test what constructors hold. They become searches, so the order of cases must stay.
-- ==
-- entry: squares
-- input { [0i32, 1, 2, 4, 121, 122, -1] } output { [0i32, 1, -1, 2, 11, -1, -2] }

-- ==
-- entry: bodies
-- input { [0i32, 1, 2, 5, 6, 7, 8, 9, -3] } output { [100i32, 11, 12, 105, -6, 17, 18, 9, -2] }

-- ==
-- entry: nested
-- input { [0i64, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] }
-- output { [1i64, 12, 13, 1004, 1005, 6, 17, 8, 9, 10, 1011, 12, 13, 14] }

-- ==
-- entry: arrays
-- input { [[1i32, 2], [3, 4], [5, 6]] 3i32 } output { [4i32, 3, 2] }

-- ==
-- entry: floats
-- input { [0i32, 1, 2, 3, 4, 5, 6, 7] } output { [1i32, 2, 3, 4, 5, 6, 7, 8] }

type option 'a = #some a | #none

def of (n: i32) : option i32 = if n < 0 then #none else #some n

def square_root (n: option i32) : i32 =
  match n
  case #none -> -2
  case #some 0 -> 0
  case #some 1 -> 1
  case #some 4 -> 2
  case #some 9 -> 3
  case #some 16 -> 4
  case #some 25 -> 5
  case #some 36 -> 6
  case #some 49 -> 7
  case #some 64 -> 8
  case #some 81 -> 9
  case #some 100 -> 10
  case #some 121 -> 11
  case #some _ -> -1

entry squares (ns: []i32) = map (\n -> square_root (of n)) ns

-- A default that several constructors share, variables in payloads, and a case that is behind another one.
def body (n: i32) (v: option i32) : i32 =
  match v
  case #some 1 -> n + 10
  case #some 2 -> n + 10
  case #some 6 -> -n
  case #some 7 -> n + 10
  case #some 6 -> 6666
  case #some 8 -> n + 10
  case #some 9 -> n
  case #none -> -2
  case #some k -> k + 100

entry bodies (ns: []i32) = map (\n -> body n (of n)) ns

type t = #leaf i64 | #pair (i64, bool) | #inside (option i64)

def made (n: i64) : t =
  match n % 5
  case 0 -> #leaf n
  case 1 -> #pair (n, n > 5)
  case 2 -> #inside (#some n)
  case 3 -> #inside #none
  case _ -> #pair (n, false)

def inner (n: i64) (v: (t, i64)) : i64 =
  match v
  case (#leaf 0, 0) -> 1
  case (#pair (1, false), k) -> k + 11
  case (#inside (#some 2), _) -> 13
  case (#leaf 5, 5) -> 6
  case (#pair (6, true), 6) -> 17
  case (#inside (#some 7), k) -> k + 1
  case (#inside #none, 8) -> 9
  case (#pair (9, false), 9) -> 10
  case (#leaf m, 10) -> m + 1001
  case (#pair (m, false), 4) -> m + 1001
  case (#inside #none, 3) -> n + 1001
  case _ -> n + 1

entry nested (ns: []i64) = map (\n -> inner n (made n, n)) ns

def with_array (k: i32) (v: option ([2]i32, i32)) : i32 =
  match v
  case #some (_, 10) -> 0
  case #some (_, 11) -> 1
  case #some (a, 1) -> a[0] + k
  case #some (a, 3) -> a[1] - 1
  case #some (_, 5) -> k - 1
  case #some (a, 12) -> a[0]
  case #some (a, 13) -> a[1]
  case #some (a, _) -> a[0]
  case #none -> k

entry arrays (rows: [][2]i32) (k: i32) = map (\row -> with_array k (#some (row, row[0]))) rows

def with_floats (v: option (i32, f32)) : i32 =
  match v
  case #some (0, _) -> 1
  case #some (1, _) -> 2
  case #some (2, _) -> 3
  case #some (3, _) -> 4
  case #some (4, _) -> 5
  case #some (5, _) -> 6
  case #some (6, 6.0) -> 7
  case #some (7, 6.0) -> 0
  case #some (_, 7.0) -> 8
  case #some _ -> -1
  case #none -> -2

entry floats (ns: []i32) = map (\n -> with_floats (#some (n, f32.i32 n))) ns
