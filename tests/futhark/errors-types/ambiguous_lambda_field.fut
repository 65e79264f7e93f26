-- The parameter's type is not known where its field is taken.
-- ==
-- error: error\[E0306\]: cannot infer the type of a record in `f`

def f = \r -> r.x
