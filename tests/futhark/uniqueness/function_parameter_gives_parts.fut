-- A function given as an argument whose result is unique in some of its parts.
-- ==
-- entry: main
-- input { 2i64 }
-- output { [true, false] [false, false] [true, false] [false, false] [true, false] [true, false] [3i32, 1] [true, true] }

def both [n] (f: (m: *[n]bool) -> (*[n]bool, *[n]bool)) (xs: *[n]bool) =
  let (a, b) = f xs
  let a[0] = true
  let b[0] = false
  in (a, b)

def one [n] (f: (m: *[n]bool) -> (*[n]bool, [n]bool)) (xs: *[n]bool) =
  let (a, b) = f xs
  let a[0] = true
  in (a, b)

def field [n] (f: (m: *[n]bool) -> {a: *[n]bool, b: i32}) (xs: *[n]bool) : *[n]bool =
  let r = f xs
  in r.a with [0] = true

def nested [n] (f: (m: *[n]bool) -> ((*[n]bool, i32), *[n]i32)) (xs: *[n]bool) : (*[n]bool, *[n]i32) =
  let ((a, i), b) = f xs
  in (a with [0] = true, b with [0] = i)

def chosen [n] (f: (i32, *[n]bool) -> (*[n]bool, *[n]bool)) (xs: *[n]bool) : *[n]bool =
  let (a, b) = f (1, xs)
  in if a[0] then b else a

entry main (n: i64) =
  let no = replicate n false
  let (a, b) = both (\(m: *[]bool) -> (copy m, m)) (copy no)
  let (c, d) = one (\(m: *[]bool) -> (copy m, m)) (copy no)
  let e = field (\(m: *[]bool) -> {a = m, b = 1}) (copy no)
  let (f, g) = nested (\(m: *[]bool) -> ((m, 3), replicate n 1)) (copy no)
  let h = chosen (\(_: i32, m: *[n]bool) -> (copy m, m)) (replicate n true)
  in (a, b, c, d, e, f, g, h)
