-- A function of more arrays than the C compiler would like as variables: when it fails, they are freed all the same.
-- ==
-- entry: many
-- input { [0] 0i64 0i64 } output { [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69] [0] [0] 0 }
-- input { [2, 0, 5] 1i64 0i64 } output { [2, 0, 5, 3, 1, 6, 4, 2, 7, 5, 3, 8, 6, 4, 9, 7, 5, 10, 8, 6, 11, 9, 7, 12, 10, 8, 13, 11, 9, 14, 12, 10, 15, 13, 11, 16, 14, 12, 17, 15, 13, 18, 16, 14, 19, 17, 15, 20, 18, 16, 21, 19, 17, 22, 20, 18, 23, 21, 19, 24, 22, 20, 25, 23, 21, 26, 24, 22, 27, 25, 23, 28, 26, 24, 29, 27, 25, 30, 28, 26, 31, 29, 27, 32, 30, 28, 33, 31, 29, 34, 32, 30, 35, 33, 31, 36, 34, 32, 37, 35, 33, 38, 36, 34, 39, 37, 35, 40, 38, 36, 41, 39, 37, 42, 40, 38, 43, 41, 39, 44, 42, 40, 45, 43, 41, 46, 44, 42, 47, 45, 43, 48, 46, 44, 49, 47, 45, 50, 48, 46, 51, 49, 47, 52, 50, 48, 53, 51, 49, 54, 52, 50, 55, 53, 51, 56, 54, 52, 57, 55, 53, 58, 56, 54, 59, 57, 55, 60, 58, 56, 61, 59, 57, 62, 60, 58, 63, 61, 59, 64, 62, 60, 65, 63, 61, 66, 64, 62, 67, 65, 63, 68, 66, 64, 69, 67, 65, 70, 68, 66, 71, 69, 67, 72, 70, 68, 73, 71, 69, 74] [5, 0, 2] [2, 0, 5] 5 }
-- input { [2, 0, 5] 2i64 6i64 } error: Index \[4\] out of bounds
-- input { [1] 3i64 70i64 } error: Index \[70\] out of bounds

-- Not inlined.
#[noinline]
def shift [n] (by: i32) (xs: [n]i32) : [n]i32 = map (+ by) xs

entry many (xs: []i32) (rounds: i64) (at: i64) =
  let all =
    shift 0 xs
    ++ shift 1 xs
    ++ shift 2 xs
    ++ shift 3 xs
    ++ shift 4 xs
    ++ shift 5 xs
    ++ shift 6 xs
    ++ shift 7 xs
    ++ shift 8 xs
    ++ shift 9 xs
    ++ shift 10 xs
    ++ shift 11 xs
    ++ shift 12 xs
    ++ shift 13 xs
    ++ shift 14 xs
    ++ shift 15 xs
    ++ shift 16 xs
    ++ shift 17 xs
    ++ shift 18 xs
    ++ shift 19 xs
    ++ shift 20 xs
    ++ shift 21 xs
    ++ shift 22 xs
    ++ shift 23 xs
    ++ shift 24 xs
    ++ shift 25 xs
    ++ shift 26 xs
    ++ shift 27 xs
    ++ shift 28 xs
    ++ shift 29 xs
    ++ shift 30 xs
    ++ shift 31 xs
    ++ shift 32 xs
    ++ shift 33 xs
    ++ shift 34 xs
    ++ shift 35 xs
    ++ shift 36 xs
    ++ shift 37 xs
    ++ shift 38 xs
    ++ shift 39 xs
    ++ shift 40 xs
    ++ shift 41 xs
    ++ shift 42 xs
    ++ shift 43 xs
    ++ shift 44 xs
    ++ shift 45 xs
    ++ shift 46 xs
    ++ shift 47 xs
    ++ shift 48 xs
    ++ shift 49 xs
    ++ shift 50 xs
    ++ shift 51 xs
    ++ shift 52 xs
    ++ shift 53 xs
    ++ shift 54 xs
    ++ shift 55 xs
    ++ shift 56 xs
    ++ shift 57 xs
    ++ shift 58 xs
    ++ shift 59 xs
    ++ shift 60 xs
    ++ shift 61 xs
    ++ shift 62 xs
    ++ shift 63 xs
    ++ shift 64 xs
    ++ shift 65 xs
    ++ shift 66 xs
    ++ shift 67 xs
    ++ shift 68 xs
    ++ shift 69 xs
  let (a, b) =
    loop (a, b) = (copy xs, reverse xs) for _i < rounds do (b, a)
  in (all, a, b, xs[i64.i32 all[at]])
