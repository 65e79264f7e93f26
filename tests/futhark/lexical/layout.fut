-- Line breaks and blanks have no meaning between tokens.
-- ==
-- entry: main
-- input { 1i32 [1i32, 2, 3] } output { 13i32 [2i32, 3, 4] }
-- input { 2i32 empty([0]i32) } output { 11i32 empty([0]i32) }

-- ==
-- entry: one_line
-- input { 4i32 } output { 22i32 }

entry
  main
  [ n ]
  ( x
  : i32 ) (xs : [ n ] i32)
  :
  ( i32
  , [ n ]
    i32
  )
  =
  let y
    =
    x+1 let z=y*2
  in
    (
      z
      + z
      -y+
      i32.sum
        xs +
      (if x==1
       then
         1
       else 2)
      , map
        (\ e->e + 1)
        xs
    )
entry one_line (x: i32) : i32 =
  let a = x let b = a + 1 in loop c = b for i < 2 do c + a + i * b - 0 + i * a - i * a + 2 * 1
