-- The parameters of a type that is specified have names of their own.
-- ==
-- error: the size parameter `n` is declared twice.*the type parameter `a` is declared twice

module type s = { type t [n] [n] }
module type r = { type t 'a 'a }
