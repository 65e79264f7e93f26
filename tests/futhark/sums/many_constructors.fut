-- A type of twelve constructors.
-- ==
-- entry: main
-- input { [0i32, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] } output { [31i32, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] }
-- input { [1i32, 1] } output { [28i32, 28] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: leap
-- input { 1i32 true } output { 29i32 }
-- input { 1i32 false } output { 28i32 }
-- input { 0i32 true } output { 31i32 }

type month = #jan | #feb bool | #mar | #apr | #may | #jun | #jul | #aug | #sep | #oct | #nov | #dec
def month (k: i32) (leap: bool) : month =
  match k
  case 0 -> #jan case 1 -> #feb leap case 2 -> #mar case 3 -> #apr case 4 -> #may case 5 -> #jun
  case 6 -> #jul case 7 -> #aug case 8 -> #sep case 9 -> #oct case 10 -> #nov case _ -> #dec
def days (m: month) : i32 =
  match m
  case #feb leap -> if leap then 29 else 28
  case #apr -> 30
  case #jun -> 30
  case #sep -> 30
  case #nov -> 30
  case _ -> 31
entry main [n] (ks: [n]i32) : [n]i32 = map (\k -> days (month k false)) ks
entry leap (k: i32) (b: bool) : i32 = days (month k b)
