-- A record with a function that is made anew for each call.
-- ==
-- error: error\[E0211\]: a recursive call passes another function(.|\n)*this must be `ops` itself

def run (ops: {step: i32 -> i32, count: i32}) (x: i32) : i32 =
  if ops.count == 0 then x else run (ops with count = ops.count - 1) (ops.step x)

entry main (n: i32) (x: i32) : i32 = run {step = \y -> y * 2, count = n} x
