-- passes: inline tidy hoist fuse fuse-reads tidy
-- Two results of a map that a loop reads at its counter are one element, made once in each round; so are those of a
-- branch that reads them again. Results that are read at different places or in different branches stay, if they are not
-- cheap.
def parts [n] (xs: [n]f64) : ([n]f64, [n]f64) = unzip (map (\x -> (f64.sqrt x, 1 / x)) xs)

entry together : (f64, f64) =
  let (roots, inverses) = parts [1, 4, 16]
  in loop (a, b) = (0, 0) for i < 3i64 do
       (a + roots[i] * inverses[i], if b < 1 then b + inverses[i] else b)

entry apart : f64 =
  let (roots, inverses) = parts [1, 4, 16]
  in loop a = 0 for i < 3i64 do a + roots[i] * inverses[2 - i]

entry in_branches : f64 =
  let (roots, inverses) = parts [1, 4, 16]
  in loop a = 0 for i < 3i64 do if a < 2 then a + roots[i] else a - inverses[i]
