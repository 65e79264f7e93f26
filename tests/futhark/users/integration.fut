-- Numerical integration: trapezoids, Simpson and Gauss-Legendre as higher-order functions.
-- ==
-- entry: polynomials
-- input { 0.0f64 4.0f64 } output { [16.0f64, 16.0f64, 16.0f64] }
-- input { -1.0f64 1.0f64 } output { [-2.0f64, -2.0f64, -2.0f64] }

-- ==
-- entry: bells
-- input { [50i64, 100i64] } output { [0.8820813907624215f64, 0.8820813907624215f64] }
-- input { empty([0]i64) } output { empty([0]f64) }

type interval = {from: f64, to: f64}

def width (r: interval) : f64 = r.to - r.from

-- | The points that cut an interval into n equal pieces.
def points (n: i64) (r: interval) : [n + 1]f64 =
  tabulate (n + 1) (\i -> r.from + width r * f64.i64 i / f64.i64 n)

def trapezoids (n: i64) (f: f64 -> f64) (r: interval) : f64 =
  let ys = map f (points n r)
  in width r / f64.i64 n * (f64.sum ys - (head ys + last ys) / 2)

def simpson (n: i64) (f: f64 -> f64) (r: interval) : f64 =
  let m = 2 * n
  let weight i = if i == 0 || i == m then 1 else if i % 2 == 1 then 4 else 2
  in points m r
     |> zip (indices (points m r))
     |> map (\(i, x) -> weight i * f x)
     |> f64.sum
     |> (* (width r / (3 * f64.i64 m)))

-- | Five nodes and their weights on [-1, 1].
def gauss (f: f64 -> f64) ({from = a, to = b}: interval) : f64 =
  let nodes = [(0, 128 / 225), (0.5384693101056831, 0.47862867049936647), (0.906179845938664, 0.23692688505618908)]
  let half = (b - a) / 2
  let middle = (a + b) / 2
  let part (x, w) = if x == 0 then w * f middle else w * (f (middle - half * x) + f (middle + half * x))
  in half * (nodes |> map part |> reduce (+) 0)

def bell (x: f64) : f64 = f64.exp (-(x ** 2))

entry polynomials (a: f64) (b: f64) : [3]f64 =
  let cubic x = x * (x * (x - 3) + 2)
  let r = {from = a, to = b}
  in iota 3
     |> map (\k ->
               match k
               case 0 -> trapezoids 1000 cubic r
               case 1 -> simpson 4 cubic r
               case _ -> gauss cubic r)

entry bells (ns: []i64) : []f64 =
  map (\n -> simpson n bell {from = 0, to = 2}) ns
