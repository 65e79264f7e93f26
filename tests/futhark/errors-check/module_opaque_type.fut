-- What an abstract type is, nobody knows outside.
-- ==
-- error: error\[E0301\]: .*by_one\.t

module type counter = { type t val start : t }
module by_one : counter = { type t = i32 def start = 0i32 }
def main : i32 = by_one.start
