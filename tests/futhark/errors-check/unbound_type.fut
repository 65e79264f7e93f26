-- A type that nothing defines.
-- ==
-- error: error\[E0202\]: .*`vector`

type vectors [n] = [n]{x: f32, y: f32}

entry norm (x: f32) (y: f32) : f32 =
  let v : vector = {x, y}
  in f32.sqrt (v.x * v.x + v.y * v.y)
