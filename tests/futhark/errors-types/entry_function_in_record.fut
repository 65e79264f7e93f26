-- An entry point takes no functions, not in records either.
-- ==
-- error: error\[E0602\]: .*

entry main (r: {f: i32 -> i32}) : i32 = r.f 1
