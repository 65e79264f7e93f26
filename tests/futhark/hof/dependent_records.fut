-- Functions with dependent sizes in records, in modules and as results.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 1, 2] [0i64, 2, 4] }
-- input { 0i64 } output { empty([0]i64) empty([0]i64) }

-- ==
-- entry: module_member
-- input { 2i64 } output { [1i32, 1] }

def run (r: {make: (n: i64) -> [n]i64}) (n: i64) : [n]i64 = r.make n
entry main (n: i64) : ([n]i64, [n]i64) =
  (run {make = iota} n, run {make = \m -> map (* 2) (iota m)} n)
module type maker = { val make : (n: i64) -> [n]i32 }
module ones : maker = { def make (n: i64) : [n]i32 = replicate n 1 }
entry module_member (n: i64) : [n]i32 = ones.make n
