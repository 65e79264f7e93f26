-- Constructors without payloads: conversion to numbers and back, comparison, arrays of them.
-- ==
-- entry: next
-- input { 0i32 } output { 1i32 }
-- input { 2i32 } output { 3i32 }
-- input { 3i32 } output { 0i32 }

-- ==
-- entry: equal
-- input { [0i32, 1, 2, 3] [0i32, 2, 2, 1] } output { [true, false, true, false] 2i64 }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]bool) 0i64 }

type direction = #north | #east | #south | #west
def from (k: i32) : direction =
  match k case 0 -> #north case 1 -> #east case 2 -> #south case _ -> #west
def to (d: direction) : i32 =
  match d case #north -> 0 case #east -> 1 case #south -> 2 case #west -> 3
def right (d: direction) : direction =
  match d case #north -> #east case #east -> #south case #south -> #west case #west -> #north
entry next (k: i32) : i32 = to (right (from k))
entry equal [n] (a: [n]i32) (b: [n]i32) : ([n]bool, i64) =
  let same = map2 (\x y -> from x == from y) a b
  in (same, i64.sum (map i64.bool same))
