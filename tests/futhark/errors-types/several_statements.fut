-- Three statements with a mistake each.
-- ==
-- error: error\[E0301\]: .*i32.*f32(.|\n)*E0301\]: .*bool(.|\n)*E0303\]: .*`b`

def f (x: i32) (y: f32) (r: {a: i32}) : i32 =
  let p = x + y
  let q = if x then 1 else 2
  let s = r.b
  in p + q
