-- A parametric module that takes another one.
-- ==
-- input { [1, 2, 3] } output { [3, 4, 5] [4, 8, 12] }

module type step = { val step : i32 -> i32 }

module twice (F: (S: step) -> step) (S: step) = F (F S)

module plus_one (S: step) = { def step (x: i32) = S.step x + 1 }
module doubled (S: step) = { def step (x: i32) = 2 * S.step x }
module same = { def step (x: i32) = x }

module a = twice plus_one same
module b = twice doubled same

def main [n] (xs: [n]i32) : ([n]i32, [n]i32) = (map a.step xs, map b.step xs)
