-- Convex hulls by quickhull, all edges in a round at once; the circle of corners grows in a loop.
-- ==
-- entry: corners
-- input { empty([0]f64) empty([0]f64) }
-- output { empty([0]f64) empty([0]f64) }
-- input { [1.0f64] [2.0f64] }
-- output { [1.0f64] [2.0f64] }
-- input { [1.0f64, 1.0f64] [2.0f64, 2.0f64] }
-- output { [1.0f64] [2.0f64] }
-- input { [0.0f64, 3.0f64] [0.0f64, 1.0f64] }
-- output { [0.0f64, 3.0f64] [0.0f64, 1.0f64] }
-- input { [0.0f64, 4.0f64, 4.0f64, 0.0f64, 2.0f64] [0.0f64, 0.0f64, 4.0f64, 4.0f64, 2.0f64] }
-- output { [0.0f64, 0.0f64, 4.0f64, 4.0f64] [0.0f64, 4.0f64, 4.0f64, 0.0f64] }
-- input { [3.0f64, 6.0f64, -7.0f64, -3.0f64, -4.0f64, 0.0f64, 1.0f64, 7.0f64] [-8.0f64, 3.0f64, 4.0f64, 9.0f64, 1.0f64, 6.0f64, 4.0f64, -3.0f64] }
-- output { [-7.0f64, -3.0f64, 6.0f64, 7.0f64, 3.0f64] [4.0f64, 9.0f64, 3.0f64, -3.0f64, -8.0f64] }
-- input { [-1.0f64, 3.0f64, -7.0f64, -3.0f64, 3.0f64, -1.0f64, -4.0f64, 9.0f64, 3.0f64, -3.0f64, -3.0f64, -9.0f64, -6.0f64, 3.0f64, 8.0f64, -3.0f64, 1.0f64, 6.0f64, 5.0f64, -7.0f64, -6.0f64, 8.0f64, -5.0f64, 2.0f64, 7.0f64, 0.0f64, -7.0f64, 8.0f64, 3.0f64, 0.0f64, -2.0f64, 3.0f64, -7.0f64, 2.0f64, 4.0f64, 5.0f64, -3.0f64, 6.0f64, -6.0f64, -4.0f64] [1.0f64, 6.0f64, -1.0f64, -8.0f64, -5.0f64, -8.0f64, 5.0f64, 6.0f64, 3.0f64, -9.0f64, -4.0f64, -1.0f64, 3.0f64, -2.0f64, -8.0f64, -4.0f64, 8.0f64, 7.0f64, -9.0f64, -8.0f64, 6.0f64, -1.0f64, -8.0f64, -7.0f64, -9.0f64, 2.0f64, -7.0f64, 5.0f64, -3.0f64, 3.0f64, 6.0f64, -6.0f64, -6.0f64, 7.0f64, 4.0f64, -7.0f64, 0.0f64, 4.0f64, 8.0f64, 2.0f64] }
-- output { [-9.0f64, -6.0f64, 1.0f64, 6.0f64, 9.0f64, 8.0f64, 7.0f64, -3.0f64, -7.0f64] [-1.0f64, 8.0f64, 8.0f64, 7.0f64, 6.0f64, -8.0f64, -9.0f64, -9.0f64, -8.0f64] }

-- ==
-- entry: area
-- input { empty([0]f64) empty([0]f64) }
-- output { 0.0f64 }
-- input { [1.0f64] [2.0f64] }
-- output { 0.0f64 }
-- input { [1.0f64, 1.0f64] [2.0f64, 2.0f64] }
-- output { 0.0f64 }
-- input { [0.0f64, 3.0f64] [0.0f64, 1.0f64] }
-- output { 0.0f64 }
-- input { [0.0f64, 4.0f64, 4.0f64, 0.0f64, 2.0f64] [0.0f64, 0.0f64, 4.0f64, 4.0f64, 2.0f64] }
-- output { 16.0f64 }
-- input { [3.0f64, 6.0f64, -7.0f64, -3.0f64, -4.0f64, 0.0f64, 1.0f64, 7.0f64] [-8.0f64, 3.0f64, 4.0f64, 9.0f64, 1.0f64, 6.0f64, 4.0f64, -3.0f64] }
-- output { 122.0f64 }
-- input { [-1.0f64, 3.0f64, -7.0f64, -3.0f64, 3.0f64, -1.0f64, -4.0f64, 9.0f64, 3.0f64, -3.0f64, -3.0f64, -9.0f64, -6.0f64, 3.0f64, 8.0f64, -3.0f64, 1.0f64, 6.0f64, 5.0f64, -7.0f64, -6.0f64, 8.0f64, -5.0f64, 2.0f64, 7.0f64, 0.0f64, -7.0f64, 8.0f64, 3.0f64, 0.0f64, -2.0f64, 3.0f64, -7.0f64, 2.0f64, 4.0f64, 5.0f64, -3.0f64, 6.0f64, -6.0f64, -4.0f64] [1.0f64, 6.0f64, -1.0f64, -8.0f64, -5.0f64, -8.0f64, 5.0f64, 6.0f64, 3.0f64, -9.0f64, -4.0f64, -1.0f64, 3.0f64, -2.0f64, -8.0f64, -4.0f64, 8.0f64, 7.0f64, -9.0f64, -8.0f64, 6.0f64, -1.0f64, -8.0f64, -7.0f64, -9.0f64, 2.0f64, -7.0f64, 5.0f64, -3.0f64, 3.0f64, 6.0f64, -6.0f64, -6.0f64, 7.0f64, 4.0f64, -7.0f64, 0.0f64, 4.0f64, 8.0f64, 2.0f64] }
-- output { 266.0f64 }

type point = {x: f64, y: f64}

def cross (o: point) (a: point) (b: point) : f64 =
  (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)

def before (a: point) (b: point) : bool = a.x < b.x || (a.x == b.x && a.y < b.y)

def arg_best 'a 'b [n] (better: b -> b -> bool) (f: a -> b) (x0: a) (xs: [n]a) : a =
  (map (\x -> (x, f x)) xs
   |> reduce (\(x, fx) (y, fy) -> if better fy fx then (y, fy) else (x, fx)) (x0, f x0)).0

-- | The hull as a circle of corners. Each point outside knows the edge that it is outside of; in a
-- round each edge with such points gets a new corner, and the points go to one of two edges or inside.
def hull [n] (points: [n]point) : []point =
  if n < 2 then points else
  let least = arg_best before id points[0] points
  let most = arg_best (\a b -> before b a) id points[0] points
  let above = filter (\p -> cross least most p > 0) points |> map (\p -> (0i64, p))
  let below = filter (\p -> cross most least p > 0) points |> map (\p -> (1i64, p))
  let (corners, _) =
    loop (corners, outside) = ([least, most], above ++ below) while !(null outside) do
      let [k] (corners: [k]point) = corners
      let next = rotate 1 corners
      let farther (p: point, a: f64) (q: point, b: f64) =
        if b > a || (b == a && before p q) then (q, b) else (p, a)
      let none = ({x = 0, y = 0}, 0)
      let distances = map (\(e, p) -> (p, cross corners[e] next[e] p)) outside
      let far = hist farther none k (map (.0) outside) distances
      let grows = map (\(_, d) -> d > 0) far
      let places = exscan (+) 0 (map (\g -> 1 + i64.bool g) grows)
      let corners' =
        let olds = zip places corners
        let news = filter (.0) (zip3 grows places far) |> map (\(_, at, (p, _)) -> (at + 1, p))
        let (is, ps) = unzip (olds ++ news)
        in scatter (map (const none.0) is) is ps
      let place (e, p) =
        let (c, _) = far[e]
        in if cross corners[e] c p > 0 then (places[e], p)
           else if cross c next[e] p > 0 then (places[e] + 1, p)
           else (-1, p)
      in (corners', map place outside |> filter ((.0) >-> (>= 0)))
  in if least == most then [least] else corners

entry corners [n] (xs: [n]f64) (ys: [n]f64) : ([]f64, []f64) =
  hull (map2 (\x y -> {x, y}) xs ys) |> map (\{x, y} -> (x, y)) |> unzip

entry area [n] (xs: [n]f64) (ys: [n]f64) : f64 =
  let corners = hull (map2 (\x y -> {x, y}) xs ys)
  in map2 (\a b -> b.x * a.y - a.x * b.y) corners (rotate 1 corners) |> f64.sum |> (/ 2)
