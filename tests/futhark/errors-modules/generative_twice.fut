-- Two applications of one functor have two abstract types.
-- ==
-- error: E0301

module f (s: {val k : i32}) : {type t val x : t val get : t -> i32} = {type t = i32 def x : t = s.k def get (y: t) = y}
module a = f {def k = 1i32}
module b = f {def k = 1i32}

def main : i32 = a.get b.x
