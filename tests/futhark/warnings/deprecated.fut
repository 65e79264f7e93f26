-- Comparisons of arrays, types of entry points without a name, and included types that hide others.
-- ==
-- warning: E0709.*the included type `t`(.|\n)*:19:29(.|\n)*E0707(.|\n)*:21:52(.|\n)*E0708.*argument(.|\n)*:23:12(.|\n)*E0708.*result(.|\n)*:25

-- ==
-- entry: same
-- input { [1, 2] [1, 2] } output { true }

-- ==
-- entry: norm
-- script input { {x = 3i32} } output { 3 }

type t = i64

type named = {a: i32}

module type one = { type t val one : t }

module type two = { include one val two : t }

entry same [n] (xs: [n]i32) (ys: [n]i32) : bool = !(xs != ys)

entry norm (p: {x: i32}) : i32 = p.x

entry part (x: i32) : (i32, {y: i32}) = (x, {y = x})

entry without (x: named) (_: ()) (ys: [](i32)) : (named, i64) = (x, length ys)
