-- Records as elements of reductions, scans and histograms.
-- ==
-- entry: statistics
-- input { [2f64, 4, 9] } output { 3i64 15f64 2f64 9f64 }
-- input { [-1f64] } output { 1i64 -1f64 -1f64 -1f64 }

-- ==
-- entry: running
-- input { [1i32, 5, 3] } output { [1i32, 6, 9] [1i32, 5, 5] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: grouped
-- input { [0i64, 1, 0] [3i32, 4, 5] } output { [2i32, 1] [8i32, 4] }

type stat = {n: i64, sum: f64, low: f64, high: f64}
def join (a: stat) (b: stat) : stat =
  {n = a.n + b.n, sum = a.sum + b.sum, low = f64.min a.low b.low, high = f64.max a.high b.high}
entry statistics (xs: []f64) : (i64, f64, f64, f64) =
  let {n, sum, low, high} =
    reduce join {n = 0, sum = 0, low = f64.inf, high = -f64.inf} (map (\x -> {n = 1, sum = x, low = x, high = x}) xs)
  in (n, sum, low, high)
entry running [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  let rs = scan (\a b -> {sum = a.sum + b.sum, top = i32.max a.top b.top}) {sum = 0, top = i32.lowest}
                (map (\x -> {sum = x, top = x}) xs)
  in (map (.sum) rs, map (.top) rs)
entry grouped [n] (is: [n]i64) (xs: [n]i32) : ([2]i32, [2]i32) =
  let rs = hist (\a b -> {count = a.count + b.count, sum = a.sum + b.sum}) {count = 0, sum = 0} 2 is
                (map (\x -> {count = 1i32, sum = x}) xs)
  in (map (.count) rs, map (.sum) rs)
