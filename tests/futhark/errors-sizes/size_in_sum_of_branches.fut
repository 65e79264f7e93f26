-- Branches with sums of different sizes, whose type is stated later only.
-- ==
-- error: inside of a sum is not returned from here

def size [n] (_: #none | #some ([n]i64)) = n

entry main (n: i64) (b: bool) =
  let x : #none | #some ([]i64) = if b then #some (replicate 1 7) else #some (iota n)
  in size x
