-- A type parameter in a record is one all the same.
-- ==
-- error: error\[E0601\]: .*

entry first 'a (p: {x: a, y: a}) : a = p.x
