-- A network of layers that know their own gradients, joined by a combinator; every layer hides its weights in a record of functions.
-- ==
-- entry: predict
-- input { [[1.0f64, 0.0f64, 0.5f64], [-0.5f64, 1.0f64, 2.0f64], [0.3f64, -0.7f64, 1.0f64]] }
-- output { [[0.6618026862214985f64, 0.6132319249463611f64], [0.59249630724103f64, 0.48960021220783567f64], [0.7868131802392564f64, 0.5584088279109958f64]] }
-- input { empty([0][3]f64) } output { empty([0][2]f64) }

-- ==
-- entry: learn
-- input { 0.3f64 5i64 [[1.0f64, 0.0f64, 0.5f64], [-0.5f64, 1.0f64, 2.0f64], [0.3f64, -0.7f64, 1.0f64]] [[1.0f64, 0.0f64], [0.0f64, 1.0f64], [0.5f64, 0.5f64]] }
-- output { [1.1876640258298496f64, 0.9919665639052564f64, 0.8617369774401022f64, 0.7770231440180833f64, 0.7066007245242105f64] [[0.6008670934078165f64, -0.24749062931033528f64, -0.16518167541506346f64], [-0.13400668598589943f64, 1.0296415474634202f64, -0.19717919040419113f64]] [-0.02720690655717304f64, -0.11512016937092984f64] [[1.1821542038342012f64, -0.8912058207951605f64], [0.09441224234233939f64, 0.3255718801624715f64]] }

-- ==
-- entry: difference
-- input { [[1.0f64, 0.0f64, 0.5f64], [-0.5f64, 1.0f64, 2.0f64], [0.3f64, -0.7f64, 1.0f64]] } output { true }

module type layer = {
  type weights [i][o]
  val forward [i][o] : weights [i][o] -> [i]f64 -> [o]f64
  -- | The gradient of the weights and that of the input, from that of the output.
  val backward [i][o] : weights [i][o] -> [i]f64 -> [o]f64 -> (weights [i][o], [i]f64)
  val update [i][o] : f64 -> weights [i][o] -> weights [i][o] -> weights [i][o]
  val plus [i][o] : weights [i][o] -> weights [i][o] -> weights [i][o]
  val none : (i: i64) -> (o: i64) -> weights [i][o]
  val make [i][o] : [o][i]f64 -> [o]f64 -> weights [i][o]
  val show [i][o] : weights [i][o] -> ([o][i]f64, [o]f64)
}

module dense (A: {val f : f64 -> f64 val df : f64 -> f64}) : layer = {
  type weights [i][o] = {w: [o][i]f64, b: [o]f64}
  def sums [i][o] (l: weights [i][o]) (x: [i]f64) : [o]f64 =
    map2 (\row b -> b + f64.sum (map2 (*) row x)) l.w l.b
  def forward [i][o] (l: weights [i][o]) (x: [i]f64) : [o]f64 = map A.f (sums l x)
  def backward [i][o] (l: weights [i][o]) (x: [i]f64) (g: [o]f64) : (weights [i][o], [i]f64) =
    let d = map2 (\z g -> A.df z * g) (sums l x) g
    in ({w = map (\d -> map (d *) x) d, b = d},
        map (\column -> f64.sum (map2 (*) column d)) (transpose l.w))
  def update [i][o] (rate: f64) (l: weights [i][o]) (g: weights [i][o]) : weights [i][o] =
    {w = map2 (map2 (\x y -> x - rate * y)) l.w g.w, b = map2 (\x y -> x - rate * y) l.b g.b}
  def plus [i][o] (a: weights [i][o]) (b: weights [i][o]) : weights [i][o] =
    {w = map2 (map2 (+)) a.w b.w, b = map2 (+) a.b b.b}
  def none (i: i64) (o: i64) : weights [i][o] = {w = replicate o (replicate i 0), b = replicate o 0}
  def make [i][o] (w: [o][i]f64) (b: [o]f64) : weights [i][o] = {w, b}
  def show [i][o] ({w, b}: weights [i][o]) : ([o][i]f64, [o]f64) = (w, b)
}

module tanh_layer = dense {def f = f64.tanh def df x = 1 - f64.tanh x ** 2}
module logistic_layer = dense {
  def f (x: f64) = 1 / (1 + f64.exp (-x))
  def df x = f x * (1 - f x)
}

-- | Two networks one after the other make a network.
module join (L: layer) (M: layer) = {
  type weights [i][h][o] = {first: L.weights [i][h], second: M.weights [h][o]}
  def forward [i][h][o] (n: weights [i][h][o]) : [i]f64 -> [o]f64 = L.forward n.first >-> M.forward n.second
  def gradient [i][h][o] (n: weights [i][h][o]) (x: [i]f64) (y: [o]f64) : (f64, weights [i][h][o]) =
    let middle = L.forward n.first x
    let d = map2 (-) (M.forward n.second middle) y
    let (second, g) = M.backward n.second middle (map (2 *) d)
    let (first, _) = L.backward n.first x g
    in (f64.sum (map (** 2) d), {first, second})
  def train [i][h][o][k] (rate: f64) (epochs: i64) (n: weights [i][h][o]) (xs: [k][i]f64) (ys: [k][o]f64)
      : ([epochs]f64, weights [i][h][o]) =
    loop (losses, n) = (replicate epochs 0, n) for e < epochs do
      let (ls, gs) = unzip (map2 (gradient n) xs ys)
      let g = reduce (\(a: weights [i][h][o]) (b: weights [i][h][o]) ->
                        {first = L.plus a.first b.first, second = M.plus a.second b.second})
                     {first = L.none i h, second = M.none h o} gs
      in (losses with [e] = f64.sum ls,
          {first = L.update rate n.first g.first, second = M.update rate n.second g.second})
}

module network = join tanh_layer logistic_layer

def start : network.weights [3][2][2] =
  {first = tanh_layer.make [[0.5, -0.25, 0.1], [0.3, 0.8, -0.6]] [0.1, -0.1],
   second = logistic_layer.make [[1, -1], [0.5, 0.25]] [0, 0.2]}

entry predict [k] (xs: [k][3]f64) : [k][2]f64 = map (network.forward start) xs

entry learn [k] (rate: f64) (epochs: i64) (xs: [k][3]f64) (ys: [k][2]f64) : ([epochs]f64, [2][3]f64, [2]f64, [2][2]f64) =
  let (losses, n) = network.train rate epochs (copy start) xs ys
  let (w1, b1) = tanh_layer.show n.first
  let (w2, _) = logistic_layer.show n.second
  in (losses, w1, b1, w2)

entry difference [k] (xs: [k][3]f64) : bool =
  let h = 1e-6
  let value b = (network.gradient (start with second = logistic_layer.make [[1, -1], [0.5, 0.25]] [b, 0.2]) xs[0] [1, 0]).0
  let slope = (value h - value (-h)) / (2 * h)
  let (_, g) = network.gradient start xs[0] [1, 0]
  in f64.abs (slope - (logistic_layer.show g.second).1[0]) < 1e-6
