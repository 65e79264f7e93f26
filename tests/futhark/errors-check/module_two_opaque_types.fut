-- Two abstract types are two types, whatever they are inside.
-- ==
-- error: error\[E0301\]: expected a\.t, found b\.t

module type counter = { type t val start : t val next : t -> t }
module a : counter = { type t = i32 def start = 0i32 def next (x: i32) = x + 1 }
module b : counter = { type t = i32 def start = 0i32 def next (x: i32) = x + 1 }
def main : bool = let _ = a.next b.start in true
