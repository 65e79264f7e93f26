-- A recursive function gives no accumulator.
-- ==
-- error: a recursive function gives an accumulator
def climb [k] (acc: *intrinsics.acc ([k]i32)) (i: i64) : *intrinsics.acc ([k]i32) =
  let acc = intrinsics.acc_write acc i 1
  in if i == 0 then acc else climb acc (i / 2)

entry main (is: []i64) : [8]i32 = intrinsics.hist_stream (replicate 8 0) (+) 0 climb is
