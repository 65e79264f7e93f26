-- Type parameters stand for arrays, whose sizes travel along.
-- ==
-- entry: main
-- input { [[1i32, 2], [3, 4], [5, 6]] } output { [[5i32, 6], [3, 4], [1, 2]] [[1i32, 2], [1, 2]] 3i64 }
-- input { empty([0][2]i32) } output { empty([0][2]i32) empty([0][2]i32) 0i64 }

def firsts 'a [n] (xs: [n]a) : [i64.min n 2]a = take (i64.min n 2) (map (\_ -> xs[0]) xs)

def len 'a (xs: []a) : i64 = loop k = 0 for _x in xs do k + 1

entry main [n] (xs: [n][2]i32) : ([n][2]i32, [][2]i32, i64) =
  (reverse xs, firsts xs, len xs)
