-- passes: merge-blocks
-- Arrays in the blocks of others that are used no more: one after the other, in place where each iteration reads only
-- what it writes itself, and not in place where it reads its neighbour. The two buffers of an operator stay two.
def chain [n] (xs: [n]f64) : f64 =
  let a = scan (+) 0 xs
  let b = scan f64.max 0 (map (* 2) a)
  let c = scan (+) 0 (map f64.sqrt b)
  in c[n - 1] + c[0]

def scaled [n] (xs: [n]f64) : [n]f64 =
  let a = scan (+) 0 xs
  let last = a[n - 1]
  in map (/ last) a

def neighbours [n] (xs: [n]f64) : [n]f64 =
  let a = scan (+) 0 xs
  in map (\i -> if i > 0 then a[i - 1] else a[i]) (iota n)

def smaller [n] (xs: [n]i64) : i64 =
  let a = scan (+) 0 xs
  let most = i64.maximum a
  let b = scan (+) most (take (n / 2) xs)
  in b[n / 2 - 1]

def sums [n] (xs: [n][2]i64) : [2]i64 = reduce (map2 (+)) [0, 0] xs

entry all : (f64, []f64, []f64, i64, []i64) =
  (chain [1, 2, 3], scaled [1, 2, 5], neighbours [1, 2, 3], smaller [1, 2, 3, 4], sums [[1, 2], [3, 4]])
