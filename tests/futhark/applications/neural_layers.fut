-- A small neural network: layers as records of functions, joined by an operator.
-- ==
-- entry: predict
-- input { 3i64 0i32 [[0.0f64, 0.0f64], [0.0f64, 1.0f64], [1.0f64, 0.0f64], [1.0f64, 1.0f64]] [[0.0f64], [1.0f64], [1.0f64], [0.0f64]] }
-- output { [[0.49875000260416025f64], [0.46879062662624377f64], [0.4850044983805899f64], [0.4737740906279313f64]] }
-- input { 4i64 30i32 [[0.0f64, 0.0f64], [0.0f64, 1.0f64], [1.0f64, 0.0f64], [1.0f64, 1.0f64]] [[0.0f64], [1.0f64], [1.0f64], [0.0f64]] }
-- output { [[0.48213114841152455f64], [0.5029001551130751f64], [0.5453308175330223f64], [0.4774266062956555f64]] }
-- input { 2i64 5i32 [[0.5f64, -1.0f64, 2.0f64]] [[1.0f64, 0.0f64]] }
-- output { [[0.7683095489173337f64, 0.2193969212652062f64]] }

-- ==
-- entry: trained_weights
-- input { 3i64 0i32 [[0.0f64, 0.0f64], [0.0f64, 1.0f64], [1.0f64, 0.0f64], [1.0f64, 1.0f64]] [[0.0f64], [1.0f64], [1.0f64], [0.0f64]] }
-- output { [[-0.35f64, 0.25f64], [0.050000000000000044f64, -0.35f64], [0.45000000000000007f64, 0.050000000000000044f64]] [0.0f64] }
-- input { 4i64 30i32 [[0.0f64, 0.0f64], [0.0f64, 1.0f64], [1.0f64, 0.0f64], [1.0f64, 1.0f64]] [[0.0f64], [1.0f64], [1.0f64], [0.0f64]] }
-- output { [[-0.35f64, 0.11704237309292127f64], [0.5331885973042618f64, -0.6223026617241992f64], [0.393135247538122f64, -0.027663544862092437f64], [-0.19367877926443514f64, 0.33050328300779985f64]] [-0.10647782287085214f64] }
-- input { 2i64 5i32 [[0.5f64, -1.0f64, 2.0f64]] [[1.0f64, 0.0f64]] }
-- output { [[-0.35f64, 0.25f64, -0.14999999999999997f64], [0.127044826427285f64, -0.5040896528545699f64, 0.5581793057091398f64]] [0.20173541546252763f64, -0.09592867470535173f64] }

module type activation = {
  val f : f64 -> f64
  val df : f64 -> f64
}

module sigmoid : activation = {
  def f x = 1 / (1 + f64.exp (-x))
  def df x = f x * (1 - f x)
}
module relu : activation = {
  def f = f64.max 0
  def df (x: f64) = if x > 0 then 1f64 else 0
}

-- | A layer is its forward pass, which also gives what the backward pass needs, and its backward pass.
type^ layer 'i 'o 'p 'cache = {
  forward: p -> i -> (cache, o),
  backward: p -> cache -> o -> (i, p),
  update: f64 -> p -> p -> p
}

type weights [m][n] = {w: [n][m]f64, b: [n]f64}

module dense (Act: activation) = {
  def layer (m: i64) (n: i64) : layer ([m]f64) ([n]f64) (weights [m][n]) ([m]f64, [n]f64) =
    { forward = \{w, b} x ->
        let z = map2 (\row bias -> bias + f64.sum (map2 (*) row x)) w b
        in ((x, z), map Act.f z)
    , backward = \p (x, z) err ->
        let delta = map2 (\e y -> e * Act.df y) err z
        let back = map (\col -> f64.sum (map2 (*) col delta)) (transpose p.w)
        in (back, {w = map (\d -> map (* d) x) delta, b = delta})
    , update = \rate p g ->
        { w = map2 (map2 (\x y -> x - rate * y)) p.w g.w
        , b = map2 (\x y -> x - rate * y) p.b g.b }
    }
}

def (>>>) 'a 'b 'c 'p 'q 's 't (f: layer a b p s) (g: layer b c q t) : layer a c (p, q) (s, t) =
  { forward = \(p, q) x ->
      let (s, y) = f.forward p x
      let (t, z) = g.forward q y
      in ((s, t), z)
  , backward = \(p, q) (s, t) e ->
      let (e', gq) = g.backward q t e
      let (e'', gp) = f.backward p s e'
      in (e'', (gp, gq))
  , update = \rate (p, q) (gp, gq) -> (f.update rate p gp, g.update rate q gq)
  }

def train 'i 'p 'c [n][k] (net: layer i ([k]f64) p c) (rate: f64) (epochs: i32) (start: p) (xs: [n]i) (ys: [n][k]f64) : p =
  loop p = start for _e < epochs do
    loop p for i < n do
      let (cache, out) = net.forward p xs[i]
      let err = map2 (-) out ys[i]
      let (_, g) = net.backward p cache err
      in net.update rate p g

module dense_sigmoid = dense sigmoid
module dense_relu = dense relu

def initial (m: i64) (n: i64) : weights [m][n] =
  { w = tabulate_2d n m (\i j -> f64.i64 ((i * 7 + j * 3) % 5) / 5 - 0.35)
  , b = map (\i -> f64.i64 i / 10) (iota n) }

def network (m: i64) (h: i64) (k: i64) = dense_relu.layer m h >>> dense_sigmoid.layer h k

entry predict [n][m][k] (hidden: i64) (epochs: i32) (xs: [n][m]f64) (ys: [n][k]f64) : [n][k]f64 =
  let net = network m hidden k
  let p = train net 0.5 epochs (initial m hidden, initial hidden k) xs ys
  in map (\x -> (net.forward p x).1) xs

entry trained_weights [n][m][k] (hidden: i64) (epochs: i32) (xs: [n][m]f64) (ys: [n][k]f64) : ([hidden][m]f64, [k]f64) =
  let p = train (network m hidden k) 0.5 epochs (initial m hidden, initial hidden k) xs ys
  in (p.0.w, p.1.b)
