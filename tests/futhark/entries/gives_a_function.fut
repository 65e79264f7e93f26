-- An entry point that gives a function takes that function's parameters too.
-- ==
-- entry: twice
-- input { 3i64 } output { 6i64 }

-- ==
-- entry: add_to
-- input { 3i64 4i64 } output { 7i64 }

-- ==
-- entry: adder section
-- input { 3 4 } output { 7 }

-- ==
-- entry: scaled
-- input { 3i32 [1i32, 2] } output { [3i32, 6] }
-- input { 3i32 empty([0]i32) } output { empty([0]i32) }

-- ==
-- entry: pairs
-- input { [1i32, 2] [3i64, 4] } output { [1i32, 2] [3i64, 4] }
-- input { [1i32, 2] [3i64] } error: .

def double (x: i64) : i64 = x * 2
def add (x: i64) (y: i64) : i64 = x + y

entry twice = double
entry add_to (x: i64) = add x
entry adder (x: i32) = \(y: i32) -> x + y
entry section (x: i32) = (+ x)
entry scaled (k: i32) : []i32 -> []i32 = \xs -> map (* k) xs
def pair [n] (xs: [n]i32) (ys: [n]i64) : [](i32, i64) = zip xs ys
entry pairs [n] (xs: [n]i32) : [n]i64 -> ([n]i32, [n]i64) = \ys -> unzip (pair xs ys)
