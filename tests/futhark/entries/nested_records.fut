-- Records in records: the leaves are those of the fields, sorted by name on each level.
-- ==
-- entry: advance
-- input { 0.5 1.0 2.0 10u8 4.0 -2.0 } output { 3.0 1.0 10u8 4.0 -2.0 }
-- input { 0.0 1.0 2.0 0u8 4.0 -2.0 } output { 1.0 2.0 0u8 4.0 -2.0 }

-- ==
-- entry: energy
-- input { 1.0 2.0 2u8 3.0 4.0 } output { 25.0 }

type vector = {x: f64, y: f64}
type body = {velocity: vector, position: vector, tag: u8}

entry advance (dt: f64) (b: body) : body =
  b with position.x = b.position.x + dt * b.velocity.x with position.y = b.position.y + dt * b.velocity.y

entry energy (b: body) : f64 =
  f64.u8 b.tag / 2 * (b.velocity.x * b.velocity.x + b.velocity.y * b.velocity.y)
