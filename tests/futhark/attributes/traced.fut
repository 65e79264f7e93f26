-- `#[trace]` and its kin change no value, of any type.

-- ==
-- entry: scalars
-- input { 3i32 } output { 7i32 }

-- ==
-- entry: arrays
-- input { [1i32, 2] } output { [2i32, 3] [[1i32, 2], [1, 2]] }
-- input { empty([0]i32) } output { empty([0]i32) empty([2][0]i32) }

-- ==
-- entry: structures
-- input { 1i32 } output { 3i32 true }

-- ==
-- entry: consumed
-- input { [1i32, 2] } output { [7i32, 2] }

-- ==
-- entry: functions
-- input { [1i32, 2] } output { [3i32, 5] }

entry scalars (x: i32) = trace (#[trace] x + #[trace(here)] (x + break 1))

entry arrays [n] (xs: [n]i32) = (map (\x -> #[trace(element)] (x + 1)) xs, #[trace(rows)] replicate 2 (opaque xs))

entry structures (x: i32) =
  let r = #[trace(record)] {a = (x, x + 1), b = #[break] true}
  let s : #none | #some i32 = #[trace(sum)] #some (r.a.0 + r.a.1)
  in match s
     case #some y -> (y, r.b)
     case #none -> (0, false)

entry consumed (xs: *[]i32) : *[]i32 = #[trace] (#[trace] xs) with [0] = 7

entry functions (xs: []i32) = map (#[trace(f)] (\x -> 2 * x + 1)) (#[trace] xs |> trace)
