-- A size may be an expression over integers of another type than its own.
-- ==
-- input { 5i64 } output { 0i64 }

def main (n: i64) : i64 =
  let a = (loop (x: [3]i64, y: [2]f64) = (replicate 3 0, replicate 2 0) for at < 3 do
             (x, let [k] (z: [k]i64) = (0..<(x[at % 3] % 6)) in y)).0
  in a[0] + n - n
