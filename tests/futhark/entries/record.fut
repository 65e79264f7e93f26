-- A record goes in and comes out by its fields, sorted by name whatever order they are written in.
-- ==
-- entry: norm
-- input { 3.0 4.0 } output { 5.0 }
-- input { 0.0 -2.5 } output { 2.5 }

-- ==
-- entry: scale
-- input { 2.0 1.5 -3.0 } output { 3.0 -6.0 }

type vector = {y: f64, x: f64}

entry norm (v: vector) : f64 = f64.sqrt (v.x * v.x + v.y * v.y)
entry scale (k: f64) (v: vector) : vector = {y = k * v.y, x = k * v.x}
