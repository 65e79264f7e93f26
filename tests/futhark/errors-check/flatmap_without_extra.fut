-- The function of flatmap gives rows and something else.
-- ==
-- error: expected .*found

def f (ns: []i64) = flatmap iota ns
