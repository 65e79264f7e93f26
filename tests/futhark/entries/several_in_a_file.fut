-- Entry points that call each other, some of which are called with values of the same types inside.
-- ==
-- entry: double
-- input { 1i32 2i32 } output { 2i32 4i32 }

-- ==
-- entry: quadruple
-- input { 1i32 2i32 } output { 4i32 8i32 }

-- ==
-- entry: all
-- input { [1i32, 2] [3i32, 4] } output { [2i32, 4] [6i32, 8] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- input { [1i32, 2] [3i32, 4] } output { 10i32 }

type pair = (i32, i32)

entry double (p: pair) : pair = (p.0 * 2, p.1 * 2)
entry quadruple (p: pair) : pair = double (double p)
entry all [n] (ps: [n]pair) : [n]pair = map double ps
def main [n] (ps: [n]pair) = (reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) ps) |> \(a, b) -> a + b
