-- An entry point whose parameter may be of any type.
-- ==
-- error: error\[E0601\]: the entry point `main` has a type parameter

entry main x = x
