-- Names of entry points with primes.
-- ==
-- entry: step' step'' it's
-- input { 1i32 } output { 2i32 }

-- ==
-- entry: step
-- input { 1i32 } output { 3i32 }

-- ==
-- entry: p'
-- input { 1i32 2i32 } output { 3i32 }

type point' = {x': i32, y'': i32}

entry step (x: i32) : i32 = x + 2
entry step' (x: i32) : i32 = x + 1
entry step'' x = step' x
entry it's = step'
entry p' (x': i32) (x'': i32) : i32 = let p: point' = {x' = x', y'' = x''} in p.x' + p.y''
