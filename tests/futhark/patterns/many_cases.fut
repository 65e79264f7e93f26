-- Matches with many cases on integers: the first case that matches decides, whatever way it is found.
-- ==
-- entry: dense
-- input { [-1i32, 0, 1, 7, 8, 9] } output { [-1i32, 5, 11, 47, 53, -1] }

-- ==
-- entry: values
-- input { [-5i64, -4, 0, 3, 6, 7, 9223372036854775807, -9223372036854775808] } output { [0u8, 17, 5, 200, 9, 0, 0, 0] }

-- ==
-- entry: sparse
-- input { [3i16, 5, 100, 1000, 20000, -7, 32767, -32768, 6, 4] } output { [1i32, 2, 4, 5, 6, 7, 8, 9, 3, 32] }

-- ==
-- entry: borders_i8
-- input { [-128i8, -127, -126, 127, 126, 125, 0, 1] } output { [0i32, 1, 2, 3, 4, 5, 6, -1] }

-- ==
-- entry: borders_u64
-- input { [18446744073709551615u64, 18446744073709551614, 18446744073709551613, 18446744073709551612, 18446744073709551611, 9223372036854775808, 0] } output { [1i32, 2, 3, 4, -1, 5, 6] }

-- ==
-- entry: in_order
-- input { [0i32, 1, 2, 3, 4, 5, 6, 7, 8] } output { [1i64, 2, 3, 4, 5, 6, 7, 8, 0] }

-- ==
-- entry: pairs
-- input { [0i32, 0, 1, 1, 2, 2, 7, 7, 3] [0i32, 5, 1, 2, 2, 3, 7, 8, 3] } output { [100i32, 105, 102, 13, 104, 23, 106, 708, 107] }

-- ==
-- entry: mixed
-- input { [0i32, 1, 2, 3, 4, 5, 6] [0i32, 9, 9, 0, 5, 5, 7] } output { [1i32, 2, 3, 4, 9, 6, 8] }

-- ==
-- entry: switches
-- input { [false, true] [false, true] [true, false] } output { [1i32, 6] }

-- ==
-- entry: sums
-- input { [0i32, 1, 2, 3, 4, 5, 6, 7, 8] } output { [10i32, 11, 12, 13, 14, 15, 16, 17, 99] }

-- ==
-- entry: arrays
-- input { 0i32 } output { [1i32] }
-- input { 5i32 } output { [0i32, 1, 2, 3, 4] }
-- input { 9i32 } output { [9i32, 9, 9] }

-- ==
-- entry: letters
-- input { "futhark" } output { [6i32, 21, 20, 8, 1, 18, 11] }
-- input { "a Z" } output { [1i32, 0, -1] }

-- ==
-- entry: once
-- input { [2i32, 3] } output { [20i32, 30] }

entry dense (xs: []i32) : []i32 =
  map (\x -> match x
             case 0 -> x * 6 + 5
             case 1 -> x * 6 + 5
             case 2 -> x * 6 + 5
             case 3 -> x * 6 + 5
             case 4 -> x * 6 + 5
             case 5 -> x * 6 + 5
             case 6 -> x * 6 + 5
             case 7 -> x * 6 + 5
             case 8 -> x * 6 + 5
             case _ -> -1)
      xs

-- Close to each other, in no order, with holes: a table.
entry values (xs: []i64) : []u8 =
  map (\x -> match x case 6 -> 9 case -4 -> 17 case 0 -> 5 case 3 -> 200 case -1 -> 4 case 4 -> 3 case 1 -> 1 case 5 -> 2
             case _ -> 0)
      xs

entry sparse (xs: []i16) : []i32 =
  map (\x -> match x
             case 3 -> 1
             case 5 -> 2
             case 6 -> 3
             case 100 -> 4
             case 1000 -> 5
             case 20000 -> 6
             case -7 -> 7
             case 32767 -> 8
             case -32768 -> 9
             case 5 -> 1000
             case y -> i32.i16 (y * 8))
      xs

entry borders_i8 (xs: []i8) : []i32 =
  map (\x -> match x
             case -128 -> 0 case -127 -> 1 case -126 -> 2 case 127 -> 3 case 126 -> 4 case 125 -> 5 case 0 -> 6
             case 124 -> 7 case 123 -> 8
             case _ -> -1)
      xs

entry borders_u64 (xs: []u64) : []i32 =
  map (\x -> match x
             case 18446744073709551615 -> 1 case 18446744073709551614 -> 2 case 18446744073709551613 -> 3
             case 18446744073709551612 -> 4 case 9223372036854775808 -> 5 case 0 -> 6 case 7 -> 7 case 8 -> 8
             case _ -> -1)
      xs

-- The numbers of cases are the numbers themselves, or one more.
entry in_order (xs: []i32) : []i64 =
  map (\x -> match x
             case 0 -> 1 case 1 -> 2 case 2 -> 3 case 3 -> 4 case 4 -> 5 case 5 -> 6 case 6 -> 7 case 7 -> 8
             case _ -> 0)
      xs

entry pairs (xs: []i32) (ys: []i32) : []i32 =
  map2 (\x y -> match (x, y)
                case (0, 0) -> 100
                case (0, 5) -> 105
                case (1, 1) -> 102
                case (2, 2) -> 104
                case (7, 7) -> 106
                case (3, 3) -> 107
                case (1, b) -> 11 + b
                case (a, 3) -> 11 * a + 1
                case (4, 4) -> 108
                case (a, b) -> 100 * a + b)
       xs ys

-- Now one field decides, now the other, now both.
entry mixed (xs: []i32) (ys: []i32) : []i32 =
  map2 (\x y -> match {x, y}
                case {x = 0, y = _} -> 1
                case {x = 1, y = 9} -> 2
                case {x = _, y = 9} -> 3
                case {x = 3, y = 0} -> 4
                case {x = 4, y = 4} -> 5
                case {x = 5, y = _} -> 6
                case {x = 6, y = 6} -> 7
                case {x = _, y = 7} -> 8
                case {x = 4, y = _} -> 9
                case {x = _, y = _} -> 10)
       xs ys

entry switches (xs: []bool) (ys: []bool) (zs: []bool) : []i32 =
  map3 (\x y z -> match (x, y, z)
                  case (false, false, false) -> 0
                  case (false, false, true) -> 1
                  case (false, true, false) -> 2
                  case (false, true, true) -> 3
                  case (true, false, false) -> 4
                  case (true, false, true) -> 5
                  case (true, true, false) -> 6
                  case (true, true, true) -> 7)
       xs ys zs

type shape = #dot | #line i32 | #other i32 i32

-- What comes after the numbers is a match as before.
entry sums (xs: []i32) : []i32 =
  let shape (x: i32) : shape = if x < 8 then #dot else if x < 0 then #line x else #other x x
  in map (\x -> match (x, shape x)
                case (0, _) -> 10 case (1, _) -> 11 case (2, _) -> 12 case (3, _) -> 13
                case (4, _) -> 14 case (5, _) -> 15 case (6, _) -> 16 case (7, _) -> 17
                case (_, #dot) -> 97
                case (_, #line _) -> 98
                case (8, #other 8 8) -> 99
                case (_, #other _ _) -> 100)
         xs

-- Cases with arrays of sizes of their own.
entry arrays (x: i32) : []i32 =
  match x
  case 0 -> [1]
  case 1 -> [1, 2]
  case 2 -> replicate (i64.i32 x) 3
  case 3 -> [4]
  case 4 -> [5]
  case 5 -> map i32.i64 (iota 5)
  case 6 -> []
  case 7 -> [0, 0]
  case y -> [y, y, y]

entry letters (text: []u8) : []i32 =
  map (\c -> match c
             case 'a' -> 1
             case 'b' -> 2
             case 'c' -> 3
             case 'd' -> 4
             case 'e' -> 5
             case 'f' -> 6
             case 'g' -> 7
             case 'h' -> 8
             case 'i' -> 9
             case 'j' -> 10
             case 'k' -> 11
             case 'l' -> 12
             case 'm' -> 13
             case 'n' -> 14
             case 'o' -> 15
             case 'p' -> 16
             case 'q' -> 17
             case 'r' -> 18
             case 's' -> 19
             case 't' -> 20
             case 'u' -> 21
             case 'v' -> 22
             case 'w' -> 23
             case 'x' -> 24
             case 'y' -> 25
             case 'z' -> 26
             case ' ' -> 0
             case _ -> -1)
      text

-- The value is computed once.
entry once (xs: *[]i32) : []i32 =
  let set (xs: *[]i32) = (xs[0], xs with [0] = 20)
  let (x, ys) = match set xs
    case (0, _) -> (0, []) case (1, _) -> (1, []) case (2, ys) -> (2, ys) case (3, _) -> (3, []) case (4, _) -> (4, [])
    case (5, _) -> (5, []) case (6, _) -> (6, []) case (7, _) -> (7, []) case (8, _) -> (8, []) case (_, ys) -> (9, ys)
  in ys with [1] = x * 15
