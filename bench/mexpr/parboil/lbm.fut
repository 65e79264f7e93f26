-- Steps of the lattice Boltzmann method with 19 velocities: see `lbm.mc`.
-- ==
-- entry: run
-- input @ data/lbm.in output @ data/lbm.out

def dx : [19]i64 =
  [0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0]
def dy : [19]i64 =
  [0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1]
def dz : [19]i64 =
  [0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1]
def opposite : [19]i64 =
  [0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15, 18, 17]
def weight (q: i64) : f32 =
  if q == 0 then 0.33333334 else if q < 7 then 0.055555556 else 0.027777778

entry run [n][m] (steps: i64) (nx: i64) (ny: i64) (kinds: [n]u8) (start: [m]f32)
    : [m]f32 =
  let offsets = map3 (\x y z -> x + nx * (y + ny * z)) dx dy dz
  let cell (old: [m]f32) (c: i64) : [19]f32 =
    if kinds[c] == 1
    then tabulate 19 (\q -> old[19 * c + q])
    else let f =
           tabulate 19
                    (\q ->
                       let from = c - offsets[q]
                       in if kinds[from] == 1
                          then old[19 * c + opposite[q]]
                          else old[19 * from + q])
         let sum (directions: [19]i64) : f32 =
           loop a = 0 for q < 19 do a + f32.i64 directions[q] * f[q]
         let density: f32 = foldl (+) 0 f
         let (ux, uy, uz) =
           if kinds[c] == 2
           then (0.005, 0.002, 0)
           else (sum dx / density, sum dy / density, sum dz / density)
         let square = 1.5 * (ux * ux + uy * uy + uz * uz)
         in tabulate 19
                     (\q ->
                        let along =
                          f32.i64 dx[q] * ux
                          + f32.i64 dy[q] * uy
                          + f32.i64 dz[q] * uz
                        let wanted =
                          weight q
                          * density
                          * (1 + 3 * along + 4.5 * along * along - square)
                        in -0.95 * f[q] + 1.95 * wanted)
  in loop old = start for _i < steps do
       flatten (tabulate n (cell old)) :> [m]f32
