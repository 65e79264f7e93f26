-- A parametric module is wrong also where it is applied to a module whose types are known, and hold no arrays.
-- ==
-- error: error\[E0401\]: `s` is used after it was consumed
module type stack = { type t val empty : i64 -> *t val push : *t -> *t val size : t -> i64 }
module sizes (S: stack) = { def both (k: i64) : i64 = let s = S.empty k let t = S.push s in S.size t + S.size s }
module counts = sizes { type t = i64 def empty (k: i64) : t = k def push (n: *t) : *t = n + 1 def size (n: t) = n }

entry main (k: i64) : i64 = counts.both k
