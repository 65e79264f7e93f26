-- What is wrong with a body is reported once, however often it is applied.
-- ==
-- error: ^[^E]*error\[E0301\]: ([^E]|E[^0])*$

module type s = { type t val x : t }
module f (S: s) = { def y : bool = S.x }
module a = f { type t = i32 def x = 1i32 }
module b = f { type t = f32 def x = 1f32 }
def main : bool = true
