-- The fast Fourier transform, radix 2 after Stockham, against the sum of its definition; complex numbers are records.
-- ==
-- entry: fast slow
-- input { [1f64, 2, 3, 4] } output { [10f64, -2, -2, -2] [0f64, 2, 0, -2] }
-- input { [5f64] } output { [5f64] [0f64] }
-- input { [1f64, 0] } output { [1f64, 1] [0f64, 0] }
-- input { [0f64, 1, 0, -1, 0, 1, 0, -1] } output { [0f64, 0, 0, 0, 0, 0, 0, 0] [0f64, 0, -4, 0, 0, 0, 4, 0] }

-- ==
-- entry: error
-- input { 1i64 } output { true }
-- input { 64i64 } output { true }

type complex = {re: f64, im: f64}

def plus (a: complex) (b: complex) : complex = {re = a.re + b.re, im = a.im + b.im}
def minus (a: complex) (b: complex) : complex = {re = a.re - b.re, im = a.im - b.im}
def times (a: complex) (b: complex) : complex =
  {re = a.re * b.re - a.im * b.im, im = a.re * b.im + a.im * b.re}
def unit (turns: f64) : complex = {re = f64.cospi (2 * turns), im = f64.sinpi (2 * turns)}

def transform [n] (xs: [n]complex) : [n]complex =
  let half = n / 2
  let (xs, _) =
    loop (xs, width) = (copy xs, 1)
    while width < n do
      let pair i =
        let k = i % width
        let a = xs[i]
        let b = times (unit (-(f64.i64 k) / f64.i64 (2 * width))) xs[i + half]
        let at = 2 * (i - k) + k
        in ((at, plus a b), (at + width, minus a b))
      let (low, high) = unzip (map pair (iota half))
      let (places, values) = unzip (low ++ high)
      in (scatter (map (const {re = 0, im = 0}) xs) places values, 2 * width)
  in xs

def definition [n] (xs: [n]complex) : [n]complex =
  let term k j = times xs[j] (unit (-(f64.i64 (k * j % n)) / f64.i64 n))
  in tabulate n (\k -> reduce plus {re = 0, im = 0} (tabulate n (term k)))

def real [n] (xs: [n]f64) : [n]complex = map (\re -> {re, im = 0}) xs

def parts [n] (xs: [n]complex) : ([n]f64, [n]f64) = unzip (map (\x -> (x.re, x.im)) xs)

entry fast [n] (xs: [n]f64) : ([n]f64, [n]f64) = parts (transform (real xs))

entry slow [n] (xs: [n]f64) : ([n]f64, [n]f64) = parts (definition (real xs))

entry error (n: i64) : bool =
  let xs = map (\i -> {re = f64.i64 (i * i % 7), im = f64.i64 (i % 3)}) (iota n)
  let far a b = (let d = minus a b in d.re * d.re + d.im * d.im)
  in f64.maximum (map2 far (transform xs) (definition xs)) < 1e-18
