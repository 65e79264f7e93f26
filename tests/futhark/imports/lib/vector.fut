-- | Vectors in the plane.

import "inner/scalar"

type vector = {x: f64, y: f64}
def vector (x: f64) (y: f64) : vector = {x, y}
def scale (k: f64) (v: vector) : vector = {x = k * v.x, y = k * v.y}
def length (v: vector) : f64 = root (v.x * v.x + v.y * v.y)
local def secret = 1i32
entry not_an_entry (x: f64) : f64 = x
def main : i32 = 17
