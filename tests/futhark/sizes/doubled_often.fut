-- Sizes that double too often to be spoken of are unknown ones.
-- ==
-- entry: lengths
-- input { [1i32] } output { 4096i64 }
-- input { empty([0]i32) } output { 0i64 }

-- ==
-- entry: mixed
-- input { 7i64 } output { true }

entry lengths (xs: []i32) : i64 =
  let xs = xs ++ xs
  let xs = xs ++ xs
  let xs = xs ++ xs
  let xs = xs ++ xs
  let xs = xs ++ xs
  let xs = xs ++ xs
  let xs = xs ++ xs
  let xs = xs ++ xs
  let xs = xs ++ xs
  let xs = xs ++ xs
  let xs = xs ++ xs
  let xs = xs ++ xs
  in length xs

entry mixed (seed: i64) : bool =
  let xs = (let h = seed
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            let h = (h ^ (h >> 13)) * 31
            in iota (h % 10))
  in length xs < 10
