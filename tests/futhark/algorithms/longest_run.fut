-- The longest run of equal neighbours, as an associative reduction over summaries (first, last, prefix, suffix, best,
-- length), checked against a sequential loop.
-- ==
-- entry: parallel sequential
-- input { empty([0]i32) } output { 0i64 }
-- input { [7] } output { 1i64 }
-- input { [7, 7] } output { 2i64 }
-- input { [1, 2, 3] } output { 1i64 }
-- input { [1, 1, 2, 2, 2, 3, 3] } output { 3i64 }
-- input { [5, 5, 5, 1, 5, 5, 5, 5, 2] } output { 4i64 }
-- input { [-1, 0, 0, -1, -1, -1] } output { 3i64 }

type summary = {first: i32, last: i32, prefix: i64, suffix: i64, best: i64, length: i64}

def nothing : summary = {first = 0, last = 0, prefix = 0, suffix = 0, best = 0, length = 0}

def single (x: i32) : summary = {first = x, last = x, prefix = 1, suffix = 1, best = 1, length = 1}

def join (a: summary) (b: summary) : summary =
  if a.length == 0
  then b
  else if b.length == 0
  then a
  else let joined = a.last == b.first
       in { first = a.first
          , last = b.last
          , prefix = if joined && a.prefix == a.length then a.length + b.prefix else a.prefix
          , suffix = if joined && b.suffix == b.length then b.length + a.suffix else b.suffix
          , best = i64.max (i64.max a.best b.best) (if joined then a.suffix + b.prefix else 0)
          , length = a.length + b.length
          }

entry parallel (xs: []i32) : i64 =
  (xs |> map single |> reduce join nothing).best

entry sequential [n] (xs: [n]i32) : i64 =
  let (best, _) =
    loop (best, current) = (0, 0) for i < n do
      let current = if i > 0 && xs[i] == xs[i - 1] then current + 1 else 1
      in (i64.max best current, current)
  in best
