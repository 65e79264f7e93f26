-- An entry point has no type parameters.
-- ==
-- error: error\[E0601\]: .*

entry same 'a (x: a) : a = x
