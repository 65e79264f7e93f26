-- The benchmark programs on inputs that are made on the device. For each program there is its input, of a size that keeps
-- a GPU busy for some milliseconds where `n` is 1, and the call that is measured.
-- ==
-- entry: check
-- input { 0.00001 } output { true }

module asum = import "../asum"
module black_scholes = import "../black_scholes"
module dot = import "../dot"
module histogram = import "../histogram"
module hotspot = import "../hotspot"
module kmeans = import "../kmeans"
module lattice_boltzmann = import "../lattice_boltzmann"
module lu = import "../lu"
module matmul = import "../matmul"
module needleman_wunsch = import "../needleman_wunsch"
module neighbours = import "../neighbours"
module quicksort_flat = import "../quicksort_flat"
module saxpy = import "../saxpy"
module stencil = import "../stencil"

-- A number between 0 and 1 that follows no pattern that matters here.
def number (i: i64) : f32 = f32.u32 ((u32.i64 i * 2654435761) >> 8) / 16777216

def between (low: f32) (high: f32) (i: i64) : f32 = low + (high - low) * number i

def vector (n: i64) (low: f32) (high: f32) : [n]f32 = tabulate n (between low high)

def matrix (n: i64) (m: i64) (low: f32) (high: f32) : [n][m]f32 =
  tabulate_2d n m (\i j -> between low high (i * m + j))

-- A number of elements that is a multiple of another.
def scaled (n: f64) (count: i64) (multiple: i64) : i64 =
  multiple * i64.max 1 (i64.f64 (n * f64.i64 count) / multiple)

entry asum_in (n: f64) : []f32 = vector (scaled n 134217728 1) (-1) 1
entry asum_it (xs: []f32) : f32 = asum.asum xs

entry dot_in (n: f64) : []f32 = vector (scaled n 134217728 1) (-1) 1
entry dot_it (xs: []f32) : f32 = dot.dot xs xs

entry saxpy_in (n: f64) : []f32 = vector (scaled n 134217728 1) (-1) 1
entry saxpy_it [n] (xs: [n]f32) : [n]f32 = saxpy.saxpy 2 xs xs

entry black_scholes_in (n: f64) : []f64 = map f64.f32 (vector (scaled n 16777216 1) 0 1)
entry black_scholes_it [n] (xs: [n]f64) : [n]f64 =
  black_scholes.black_scholes (map (\x -> 80 + 40 * x) xs) (map (\x -> 120 - 40 * x) xs) (map (+ 0.1) xs) 0.02 0.3

entry histogram_in (n: f64) : []i32 = map (\x -> i32.f32 x) (vector (scaled n 134217728 1) 0 1000)
entry histogram_it (xs: []i32) : [1000]i32 = histogram.histogram 1000 xs

entry kmeans_in (n: f64) : [][20]f32 = matrix (scaled n 2000000 16) 20 (-1) 1
entry kmeans_it [n] (points: [n][20]f32) : [16][20]f32 = kmeans.kmeans_step points (take 16 points)

entry matmul_in (n: f64) : ?[m].[m][m]f32 = let m = scaled n 2048 1 in matrix m m (-1) 1
entry matmul_it [n] (a: [n][n]f32) : [n][n]f32 = matmul.matmul a a

entry stencil_in (n: f64) : ?[m].[m][m]f32 = let m = scaled n 4096 1 in matrix m m 0 100
entry stencil_it [n] (grid: [n][n]f32) : [n][n]f32 = stencil.stencil 10 grid

entry hotspot_in (n: f64) : ?[m].[m][m]f32 = let m = scaled n 4096 1 in matrix m m 10 90
entry hotspot_it [n] (now: [n][n]f32) : [n][n]f32 = hotspot.hotspot 10 (map (map (* 1e-8)) now) now

entry lattice_boltzmann_in (n: f64) : ?[m].[m][m]f32 = let m = scaled n 1024 1 in matrix m m 0.9 1.1
entry lattice_boltzmann_it [n] (start: [n][n]f32) : [n][n][9]f32 =
  lattice_boltzmann.flow 10 1.2 (map (map (< 0.91)) start) (map (map (\x -> replicate 9 (x / 9))) start)

entry needleman_wunsch_in (n: f64) : ?[m].[m][m]i32 =
  let m = scaled n 4096 32 in map (map (\x -> i32.f32 x)) (matrix m m (-12) 15)
entry needleman_wunsch_it [n] (scores: [n][n]i32) : [][]i32 = needleman_wunsch.align 32 10 scores

entry lu_in (n: f64) : ?[m].[m][m]f32 =
  let m = scaled n 2048 16
  in tabulate_2d m m (\i j -> between (-1) 1 (i * m + j) + if i == j then f32.i64 m / 4 else 0)
entry lu_it [n] (a: [n][n]f32) : [n][n]f32 = lu.lu 16 a

entry neighbours_in (n: f64) : [][4]f32 = matrix (scaled n 16777216 1024) 4 (-1) 1
entry neighbours_it [n] (records: [n][4]f32) : ([]i64, []f32) =
  neighbours.nearest 1024 10 [0.1, 0.2, 0.3, 0.4] records

entry quicksort_flat_in (n: f64) : []i32 = map (\x -> i32.f32 x) (vector (scaled n 1000000 1) (-1e9) 1e9)
entry quicksort_flat_it [n] (xs: [n]i32) : [n]i32 = quicksort_flat.quicksort_flat xs

-- Whether the inputs fit the programs.
entry check (n: f64) : bool =
  let [m] (sorted: [m]i32) = quicksort_flat_it (quicksort_flat_in n)
  let points = kmeans_in n
  in asum_it (asum_in n) >= f32.abs (f32.sum (asum_in n))
     && dot_it (dot_in n) > 0
     && length (saxpy_it (saxpy_in n)) == length (saxpy_in n)
     && all (>= 0) (black_scholes_it (black_scholes_in n))
     && i64.i32 (i32.sum (histogram_it (histogram_in n))) == length (histogram_in n)
     && all (\row -> all (\x -> -1 <= x && x <= 1) row) (kmeans_it points)
     && and (map2 (<=) (init sorted) (tail sorted))
     && length (neighbours_it (neighbours_in n)).0 == 10
     && !(any (any f32.isnan) (lu_it (lu_in n)))
     && !(any (any f32.isnan) (matmul_it (matmul_in n)))
     && !(any (any f32.isnan) (stencil_it (stencil_in n)))
     && !(any (any f32.isnan) (hotspot_it (hotspot_in n)))
     && !(any (any (any f32.isnan)) (lattice_boltzmann_it (lattice_boltzmann_in n)))
     && (needleman_wunsch_it (needleman_wunsch_in n))[0, 0] == 0
