-- Patterns of parameters, `let`, lambdas and loops: tuples, records with renaming and punning, wildcards, ascriptions,
-- and names that shadow each other.
-- ==
-- entry: parameters
-- input { 1i32 2i32 3i32 } output { 321i32 }

-- ==
-- entry: lets
-- input { 5i32 } output { 5i32 6i32 7i32 8i32 }

-- ==
-- entry: lambdas
-- input { [1i32, 2] [10i32, 20] } output { [11i32, 22] [9i32, 18] 33i32 }

-- ==
-- entry: loops
-- input { 10i32 } output { 55i32 34i32 }
-- input { 0i32 } output { 0i32 1i32 }

-- ==
-- entry: shadowing
-- input { 2i32 } output { 2i32 3i32 5i32 30i32 }

-- ==
-- entry: gcd
-- input { 48i32 36i32 } output { 12i32 1i32 -1i32 }
-- input { 7i32 3i32 } output { 1i32 1i32 -2i32 }
-- input { 5i32 0i32 } output { 5i32 1i32 0i32 }

type rgb = {r: i32, g: i32, b: i32}

def weigh ({r, g = green, b = _}: rgb) ((_, scale): (bool, i32)) : i32 = r + green * scale

entry parameters (a: i32) (b: i32) (c: i32) : i32 =
  weigh {r = a, g = b, b = 0} (true, 10) + weigh {b = 9, g = c, r = 0} (false, 100)

entry lets (x: i32) : (i32, i32, i32, i32) =
  let (a, (b: i32, _)) = (x, (x + 1, 9u8))
  let {c = (c, d : i32), e = _} = {c = (x + 2, x + 3), e = 0u8}
  let _ = a + b
  in (a, b, c, d)

entry lambdas [n] (xs: [n]i32) (ys: [n]i32) : ([n]i32, [n]i32, i32) =
  let pairs = zip xs ys
  let records = map (\(x, y) -> {x, y}) pairs
  in ( map (\(x: i32, y: i32) -> x + y) pairs
     , map (\{x = a, y = b} -> b - a) records
     , reduce (+) 0 (map (\(_, y) -> y) pairs) + (\x _ -> x) 3 4.5
     )

entry loops (n: i32) : (i32, i32) =
  let {a, b = _} = loop {a, b} = {a = 0, b = 1} for _i < n do {a = b, b = a + b}
  let (_, (before, _)) =
    loop (i, (p, q)) = (1, (0, 1))
    while i < n do (i + 1, (q, p + q))
  in (a, if n == 0 then 1 else before)

entry shadowing (x: i32) : (i32, i32, i32, i32) =
  let first = x
  let x = x + 1
  let second = x
  let third = (let x = x + 2 in x)
  let i32 = 10
  in (first, second, third, i32 * x)

entry gcd (a: i32) (b: i32) : (i32, i32, i32) =
  let (g, s, t, _, _, _) =
    loop (old, s, t, new, s', t') = (a, 1, 0, b, 0, 1)
    while new != 0 do
      let q = old / new
      in (new, s', t', old - q * new, s - q * s', t - q * t')
  in (g, s, t)
