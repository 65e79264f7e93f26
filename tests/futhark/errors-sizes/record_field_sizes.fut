-- An array of records of arrays.
-- ==
-- error: E0501

type r [n] = {xs: [n]i32}

def f [n] [m] (a: r [n]) (b: r [m]) : [2](r [n]) = [a, b]
