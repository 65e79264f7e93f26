-- Functions whose results have sizes of two parameters, passed on and applied one argument at a time.
-- ==
-- entry: passed
-- input { 2i64 3i64 } output { [[7i64, 7, 7], [7, 7, 7]] }
-- input { 1i64 0i64 } output { empty([1][0]i64) }

-- ==
-- entry: partial
-- input { 2i64 3i64 } output { [[7i64, 7, 7], [7, 7, 7]] }
-- input { 0i64 2i64 } output { empty([0][2]i64) }

-- ==
-- entry: lambdas
-- input { 2i64 1i64 } output { [[7i64], [7]] }
-- input { 1i64 2i64 } output { [[7i64, 7]] }

def make (n: i64) (m: i64) : [n][m]i64 = replicate n (replicate m 7)
def run (f: (n: i64) -> (m: i64) -> [n][m]i64) (n: i64) (m: i64) : [n][m]i64 = f n m
entry passed (n: i64) (m: i64) : [n][m]i64 = run make n m
entry partial (n: i64) (m: i64) : [n][m]i64 = let g = make n in g m
entry lambdas (n: i64) (m: i64) : [n][m]i64 = run (\(p: i64) -> \(q: i64) -> make p q) n m
