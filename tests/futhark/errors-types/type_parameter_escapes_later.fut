-- The unknown type of something inside is that of something outside, and then the type parameter.
-- ==
-- error: error\[E0301\]: the type parameter `b` would escape its scope

def f x =
  let g 'b (y: b) : b =
    let h = \z -> z
    let _ = h x
    in h y
  in (g 1i32, g true)
