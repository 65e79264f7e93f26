-- Blocked matrices whose sizes are products: blocked Cholesky and products of tiles; QR by reflections; all checked by multiplying back.
-- ==
-- entry: factor
-- input { [[82.0f64, 15.0f64, -36.0f64, -3.0f64, -11.0f64, 41.0f64], [15.0f64, 84.0f64, -73.0f64, 14.0f64, -32.0f64, 21.0f64], [-36.0f64, -73.0f64, 100.0f64, -26.0f64, 33.0f64, -48.0f64], [-3.0f64, 14.0f64, -26.0f64, 42.0f64, 11.0f64, 20.0f64], [-11.0f64, -32.0f64, 33.0f64, 11.0f64, 58.0f64, 6.0f64], [41.0f64, 21.0f64, -48.0f64, 20.0f64, 6.0f64, 90.0f64]] }
-- output { [[9.055385138137417f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64], [1.656472891122698f64, 9.014216414141364f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64], [-3.975534938694475f64, -7.367765659824986f64, 5.4691088061148685f64, 0.0f64, 0.0f64, 0.0f64], [-0.3312945782245396f64, 1.6139817172550877f64, -2.820502324164279f64, 5.597327358497915f64, 0.0f64, 0.0f64], [-1.214746786823312f64, -3.326723422238274f64, 0.6692522030503528f64, 3.189818641662147f64, 5.902072520551625f64, 0.0f64], [4.527692569068708f64, 1.4976343344521228f64, -3.46780103523332f64, 1.6618475371685513f64, 2.28768053938073f64, 6.8728616960659386f64]] }
-- input { [[9f64]] } output { [[3f64]] }
-- input { empty([0][0]f64) } output { empty([0][0]f64) }

-- ==
-- entry: agree
-- input { 1i64 [[82.0f64, 15.0f64, -36.0f64, -3.0f64, -11.0f64, 41.0f64], [15.0f64, 84.0f64, -73.0f64, 14.0f64, -32.0f64, 21.0f64], [-36.0f64, -73.0f64, 100.0f64, -26.0f64, 33.0f64, -48.0f64], [-3.0f64, 14.0f64, -26.0f64, 42.0f64, 11.0f64, 20.0f64], [-11.0f64, -32.0f64, 33.0f64, 11.0f64, 58.0f64, 6.0f64], [41.0f64, 21.0f64, -48.0f64, 20.0f64, 6.0f64, 90.0f64]] }
-- output { true true }
-- input { 2i64 [[82.0f64, 15.0f64, -36.0f64, -3.0f64, -11.0f64, 41.0f64], [15.0f64, 84.0f64, -73.0f64, 14.0f64, -32.0f64, 21.0f64], [-36.0f64, -73.0f64, 100.0f64, -26.0f64, 33.0f64, -48.0f64], [-3.0f64, 14.0f64, -26.0f64, 42.0f64, 11.0f64, 20.0f64], [-11.0f64, -32.0f64, 33.0f64, 11.0f64, 58.0f64, 6.0f64], [41.0f64, 21.0f64, -48.0f64, 20.0f64, 6.0f64, 90.0f64]] }
-- output { true true }
-- input { 3i64 [[82.0f64, 15.0f64, -36.0f64, -3.0f64, -11.0f64, 41.0f64], [15.0f64, 84.0f64, -73.0f64, 14.0f64, -32.0f64, 21.0f64], [-36.0f64, -73.0f64, 100.0f64, -26.0f64, 33.0f64, -48.0f64], [-3.0f64, 14.0f64, -26.0f64, 42.0f64, 11.0f64, 20.0f64], [-11.0f64, -32.0f64, 33.0f64, 11.0f64, 58.0f64, 6.0f64], [41.0f64, 21.0f64, -48.0f64, 20.0f64, 6.0f64, 90.0f64]] }
-- output { true true }
-- input { 6i64 [[82.0f64, 15.0f64, -36.0f64, -3.0f64, -11.0f64, 41.0f64], [15.0f64, 84.0f64, -73.0f64, 14.0f64, -32.0f64, 21.0f64], [-36.0f64, -73.0f64, 100.0f64, -26.0f64, 33.0f64, -48.0f64], [-3.0f64, 14.0f64, -26.0f64, 42.0f64, 11.0f64, 20.0f64], [-11.0f64, -32.0f64, 33.0f64, 11.0f64, 58.0f64, 6.0f64], [41.0f64, 21.0f64, -48.0f64, 20.0f64, 6.0f64, 90.0f64]] }
-- output { true true }
-- input { 4i64 [[82.0f64, 15.0f64, -36.0f64, -3.0f64, -11.0f64, 41.0f64], [15.0f64, 84.0f64, -73.0f64, 14.0f64, -32.0f64, 21.0f64], [-36.0f64, -73.0f64, 100.0f64, -26.0f64, 33.0f64, -48.0f64], [-3.0f64, 14.0f64, -26.0f64, 42.0f64, 11.0f64, 20.0f64], [-11.0f64, -32.0f64, 33.0f64, 11.0f64, 58.0f64, 6.0f64], [41.0f64, 21.0f64, -48.0f64, 20.0f64, 6.0f64, 90.0f64]] } error: 

-- ==
-- entry: orthogonal
-- input { [[2.0f64, 3.0f64, -2.0f64, -1.0f64, -3.0f64, -4.0f64], [4.0f64, -4.0f64, 2.0f64, -2.0f64, 0.0f64, 3.0f64], [-3.0f64, 4.0f64, -4.0f64, 1.0f64, -3.0f64, 2.0f64], [-5.0f64, -5.0f64, 5.0f64, 1.0f64, 1.0f64, -5.0f64], [-3.0f64, -2.0f64, 5.0f64, -5.0f64, -2.0f64, -5.0f64], [3.0f64, 2.0f64, -4.0f64, 0.0f64, -5.0f64, 1.0f64]] }
-- output { true true true }
-- input { [[2.0f64, 3.0f64, -2.0f64], [4.0f64, -4.0f64, 2.0f64], [-3.0f64, 4.0f64, -4.0f64], [-5.0f64, -5.0f64, 5.0f64], [-3.0f64, -2.0f64, 5.0f64], [3.0f64, 2.0f64, -4.0f64]] }
-- output { true true true }
-- input { [[2.0f64, 3.0f64, -2.0f64, -1.0f64, -3.0f64, -4.0f64], [4.0f64, -4.0f64, 2.0f64, -2.0f64, 0.0f64, 3.0f64]] }
-- output { true true true }

def dot [n] (x: [n]f64) (y: [n]f64) = f64.sum (map2 (*) x y)
def mul [n][m][p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\r -> map (dot r) (transpose b)) a
def sub [n][m] (a: [n][m]f64) (b: [n][m]f64) = map2 (map2 (-)) a b

-- | An array of tiles and back.
def tiles [n][m] (b: i64) (a: [n * b][m * b]f64) : [n][m][b][b]f64 =
  a |> unflatten |> map (map unflatten >-> transpose)
def untile [n][m][b] (t: [n][m][b][b]f64) : [n * b][m * b]f64 =
  t |> map (transpose >-> map flatten) |> flatten

def mul_tiled [n][m][p] (b: i64) (x: [n * b][m * b]f64) (y: [m * b][p * b]f64) : [n * b][p * b]f64 =
  let (xs, ys) = (tiles b x, tiles b y)
  let add = map2 (map2 (+))
  let zero = replicate b (replicate b 0)
  in map (\row -> map (\col -> reduce add zero (map2 mul row col)) (transpose ys)) xs |> untile

def cholesky [n] (a: [n][n]f64) : [n][n]f64 =
  loop l = replicate n (replicate n 0) for j < n do
    let d = f64.sqrt (a[j, j] - dot l[j] l[j])
    let column = map2 (\i row -> if i < j then 0 else if i == j then d else (a[i, j] - dot row l[j]) / d) (iota n) l
    in l with [:, j] = column

-- | x such that x l^T = a.
def solve_right [n][m] (l: [n][n]f64) (a: [m][n]f64) : [m][n]f64 =
  map (\row -> loop x = replicate n 0 for j < n do x with [j] = (row[j] - dot x l[j]) / l[j, j]) a

def cholesky_blocked [k] (b: i64) (a: [k * b][k * b]f64) : [k * b][k * b]f64 =
  let t = tiles b a
  let t =
    loop t = copy t for j < k do
      let l = cholesky (copy t[j, j])
      let t[j, j] = l
      let below = map (\i -> if i > j then solve_right l t[i, j] else copy t[i, j]) (iota k)
      let below[j] = l
      let t[:, j] = below
      in tabulate_2d k k (\i i' ->
           if i > j && i' > j then sub t[i, i'] (mul below[i] (transpose below[i'])) else t[i, i'])
  in tabulate_2d k k (\i j -> if i < j then replicate b (replicate b 0) else t[i, j]) |> untile

def qr [n][m] (a: [n][m]f64) : ([n][n]f64, [n][m]f64) =
  let eye = tabulate_2d n n (\i j -> f64.bool (i == j))
  in loop (q, r) = (eye, a) for k < i64.min (n - 1) m do
       let x = map2 (\i row -> if i < k then 0 else row[k]) (iota n) r
       let norm = f64.sqrt (dot x x)
       let v = copy x with [k] = x[k] + (if x[k] < 0 then -norm else norm)
       let vv = dot v v
       let h = if vv == 0 then eye else tabulate_2d n n (\i j -> eye[i, j] - 2 * v[i] * v[j] / vv)
       in (mul q h, mul h r)

def near [n][m] (a: [n][m]f64) (b: [n][m]f64) : bool = all (\x -> f64.abs x < 1e-9) (flatten (sub a b))

entry factor [n] (a: [n][n]f64) : [n][n]f64 = cholesky a
entry agree (b: i64) (a: [][]f64) : (bool, bool) =
  let k = length a / b
  let a = a :> [k * b][k * b]f64
  in (near (cholesky a) (cholesky_blocked b a), near (mul a a) (mul_tiled b a a))
entry orthogonal [n][m] (a: [n][m]f64) : (bool, bool, bool) =
  let (q, r) = qr a
  in (near (mul q r) a,
      near (mul q (transpose q)) (tabulate_2d n n (\i j -> f64.bool (i == j))),
      and (flatten (tabulate_2d n m (\i j -> i <= j || f64.abs r[i, j] < 1e-9))))
