-- A function given as an argument returns no size for the arrays inside of a sum.
-- ==
-- error: inside of a sum is not returned from here

def size [n] (_: #none | #some ([n]i64)) = n

def of_result (f: i64 -> ?[k].(#none | #some ([k]i64))) = size (f 3)

entry main = of_result (\n -> #some (iota n))
