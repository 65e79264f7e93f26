-- The parameter's type is not known where its field is taken.
-- ==
-- error: error\[E0306\]: the type of a record in `f` is not known

def f = \r -> r.x
