-- An operator on a type that does not have it.
-- ==
-- error: error\[E0304\]: .*number.*bool

entry main (a: bool) (b: bool) : bool = a + b
