-- Comments end with their lines, and may stand between any two tokens.
--
-- A dash more or less matters: `--` begins one, and so does `---`.
-- ==
-- entry: between
-- input { 1i32 2i32 } output { 3i32 }
-- input { -1i32 -2i32 } output { -3i32 }

-- ==
-- entry: minus
-- input { 5i32 } output { 7i32 4i32 [1i32, -2] }

entry between -- after a keyword and a name
  (a: i32) -- after a parameter
  (b: i32) : -- after the colon
  i32 = -- after the equals sign
  a -- + 100
  --- + 1000
  + -- between the operands; "strings" and 'c' mean nothing here
  b
-- a comment with é, €, -- and `ticks`
entry minus (x: i32) : (i32, i32, [2]i32) =
  (x - -2, x - 1 --2
  , [1 -- one
    , -2]
  )
-- the last line, without a declaration after it
