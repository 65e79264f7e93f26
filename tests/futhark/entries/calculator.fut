-- Lists of operations as an array of sums, run on a stack in a record.
-- ==
-- entry: run
-- input { [2i8, 2, 0, 2, 1] [2i64, 3, 0, 4, 0] } output { 1i8 0i8 20i64 }
-- input { [0i8] [0i64] } output { 0i8 1i8 0i64 }
-- input { [2i8, 2] [1i64, 2] } output { 0i8 0i8 0i64 }
-- input { empty([0]i8) empty([0]i64) } output { 0i8 0i8 0i64 }

-- add 0, multiply 1, push 2
type operation = #push i64 | #add | #multiply

-- #left_over 0, #underflow 1
type fault = #underflow | #left_over

entry run [n] (operations: [n]operation) : #failed fault | #ok i64 =
  let binary (f: i64 -> i64 -> i64) (stack: *[n]i64, size: i64) : (*[n]i64, i64, bool) =
    if size < 2 then (stack, size, false)
    else let x = f stack[size - 2] stack[size - 1]
         in (stack with [size - 2] = x, size - 1, true)
  let (stack, size, fine) =
    loop (stack, size, fine) = (replicate n 0, 0, true) for o in operations do
      if !fine then (stack, size, false)
      else match o
           case #push x -> (stack with [size] = x, size + 1, true)
           case #add -> binary (+) (stack, size)
           case #multiply -> binary (*) (stack, size)
  in if !fine then #failed #underflow
     else if size != 1 then #failed #left_over
     else #ok stack[0]
