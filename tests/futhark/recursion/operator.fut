-- A user-defined operator may call itself.
-- ==
-- entry: main
-- input { 3i64 4u8 } output { 81i64 }
-- input { 7i64 0u8 } output { 1i64 }

def (x: i64) **** (n: u8) : i64 =
  if n == 0 then 1
  else if n % 2 == 1 then x * (x **** (n - 1))
  else let y = x **** (n / 2) in y * y

entry main (x: i64) (n: u8) : i64 = x **** n
