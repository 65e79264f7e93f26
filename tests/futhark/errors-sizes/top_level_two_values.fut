-- The unknown sizes of two top-level values need not be equal; the message says whose they are.
-- ==
-- error: expected size length a, found length p.1
def a = filter (> 0) [1i32, 2]
def p = (1i32, map (\i -> [i]) (filter (> 0) [1i32, 2]))

entry main : []i32 = map2 (+) a (map (.[0]) p.1)
