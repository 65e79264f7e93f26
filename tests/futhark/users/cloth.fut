-- A cloth of springs: a world that hosts keep between calls, made, moved on, touched and read by entries of its own.
-- ==
-- entry: after
-- input { 3i64 4i64 10i32 }
-- output { [[-0.0f64, -0.0f64, -0.0f64, -0.0f64], [-0.13543509585313243f64, -0.13543509585313243f64, -0.13543509585313243f64, -0.13543509585313243f64], [-0.13545798131715792f64, -0.13545798131715792f64, -0.13545798131715792f64, -0.13545798131715792f64]] }
-- input { 2i64 1i64 5i32 } output { [[-0.0f64], [-0.03725081934855757f64]] }
-- input { 0i64 2i64 1i32 } output { empty([0][2]f64) }

-- ==
-- entry: cut_after
-- input { 3i64 2i64 4i32 } output { true 0.2f64 }

type vec = [3]f64
type node = {p: vec, v: vec, fixed: bool}
type world [h][w] = {nodes: [h][w]node, time: f64}

def (+.) (a: vec) (b: vec) : vec = map2 (+) a b
def (-.) (a: vec) (b: vec) : vec = map2 (-) a b
def (*.) (s: f64) (a: vec) : vec = map (s *) a
def length3 (a: vec) : f64 = a |> map (** 2) |> f64.sum |> f64.sqrt

def spring (k: f64) (a: node) (b: node) : vec =
  let d = b.p -. a.p
  let l = length3 d
  in (k * (l - 1) / l) *. d

entry make (h: i64) (w: i64) : world [h][w] =
  {nodes = tabulate_2d h w (\i j -> {p = [f64.i64 j, 0, f64.i64 i], v = [0, 0, 0], fixed = i == 0}), time = 0}

entry step [h][w] (dt: f64) (s: world [h][w]) : world [h][w] =
  let g = [0, -1, 0]
  let force i j (n: node) : vec =
    let pull acc (di, dj) : vec =
      let (y, x) = (i + di, j + dj)
      in if 0 <= y && y < h && 0 <= x && x < w then acc +. spring 4 n s.nodes[y, x] else acc
    in #[unroll] foldl pull g [(0, 1), (1, 0), (0, -1), (-1, 0)] -. 0.1 *. n.v
  let move i j (n: node) : node =
    if n.fixed then n
    else let v = n.v +. dt *. force i j n
         in n with v = v with p = n.p +. dt *. v
  in s with nodes = tabulate_2d h w (\i j -> move i j s.nodes[i, j]) with time = s.time + dt

entry heights [h][w] (s: world [h][w]) : [h][w]f64 = map (map (.p[1])) s.nodes

entry cut [h][w] (i: i64) (s: *world [h][w]) : *world [h][w] =
  let nodes = s.nodes
  in {nodes = nodes with [i] = map (\n -> n with fixed = false) nodes[i], time = s.time}

entry after (h: i64) (w: i64) (k: i32) : [h][w]f64 = make h w |> iterate k (step 0.05) |> heights

entry cut_after (h: i64) (w: i64) (k: i32) : (bool, f64) =
  let s = iterate k (step 0.05) (cut 0 (make h w))
  in (f64.maximum (flatten (heights s)) - f64.minimum (flatten (heights s)) < 1e-12, s.time)
