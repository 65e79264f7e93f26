-- A histogram by an accumulator for each row of a map, and one within another's function.
-- ==
-- entry: main
-- input { [[0i64, 1, 1], [2, 2, 2]] } output { [[1i32, 2, 0], [0, 0, 3]] [1i32, 2, 3] }
-- input { empty([0][2]i64) } output { empty([0][3]i32) [0i32, 0, 0] }
-- input { empty([2][0]i64) } output { [[0i32, 0, 0], [0, 0, 0]] [0i32, 0, 0] }

def count [n] (is: [n]i64) : [3]i32 =
  intrinsics.hist_stream (replicate 3 0) (+) 0 (\acc i -> intrinsics.acc_write acc i 1) is

entry main [n] [m] (iss: [n][m]i64) : ([n][3]i32, [3]i32) =
  let all = intrinsics.hist_stream (replicate 3 0) (+) 0
              (\acc is ->
                let c = count is
                in loop acc for j < 3 do intrinsics.acc_write acc j c[j])
              iss
  in (map count iss, all)
