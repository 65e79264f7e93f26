-- Random numbers by engines and distributions that are modules: sequences, dice, normal numbers, blocks thrown away.
-- ==
-- entry: numbers
-- input { 5i64 [1i32, 2i32, 3i32] } output { [1351407054u64, 1806642362u64, 1270035079u64, 1647627500u64, 570185855u64] }
-- input { 5i64 [77i32] } output { [241363182u64, 743373347u64, 1070575314u64, 694500686u64, 2022884236u64] }
-- input { 5i64 [-5i32, 123456i32] } output { [470371244u64, 2093203040u64, 1898352490u64, 98343653u64, 1207614093u64] }

-- ==
-- entry: blocks
-- input { 7i64 [9i32, 8i32] }
-- output { [1251581595u64, 2085214841u64, 773922368u64, 381102516u64, 2120363592u64, 852849765u64, 268483509u64] }

-- ==
-- entry: dice
-- input { 12i64 [4i32] } output { [6i32, 1i32, 6i32, 1i32, 6i32, 6i32, 6i32, 6i32, 3i32, 4i32, 3i32, 3i32] }
-- input { 0i64 [4i32] } output { empty([0]i32) }

-- ==
-- entry: normals
-- input { 4i64 [4i32, 5i32, 6i32] 10f64 2f64 }
-- output { [10.425708140930285f64, 12.847462236187667f64, 14.192645691608107f64, 6.706697205375561f64] }

-- ==
-- entry: joined
-- input { 3i64 [4i32, 5i32, 6i32] } output { 1669915436u64 }

-- ==
-- entry: mean
-- input { 50i64 [3i32] } output { 1.0909078356352708f64 }

import "random"

module minstd = linear_congruential_engine u64 {
  def a = 48271u64
  def c = 0u64
  def m = 2147483647u64
}

module lazy_engine = discard_block_engine {def p = 5i32 def r = 2i32} minstd
module die = uniform_int_distribution i32 minstd
module normal = normal_distribution f64 minstd
module uniform = uniform_real_distribution f64 lazy_engine

def generate 'g 'x (rand: g -> (g, x)) (n: i64) (start: g) (zero: x) : [n]x =
  (loop (xs, g) = (replicate n zero, start) for i < n do
     let (g, x) = rand g
     in (xs with [i] = x, g)).0

entry numbers (n: i64) (seed: []i32) : [n]u64 = generate minstd.rand n (minstd.rng_from_seed seed) 0

entry blocks (n: i64) (seed: []i32) : [n]u64 =
  generate lazy_engine.rand n (lazy_engine.rng_from_seed seed) (lazy_engine.int.i32 0)

entry dice (n: i64) (seed: []i32) : [n]i32 =
  let gs = minstd.split_rng n (minstd.rng_from_seed seed)
  let (_, xs) = unzip (map (die.rand (1, 6)) gs)
  in xs

entry normals (n: i64) (seed: []i32) (mean: f64) (stddev: f64) : [n]f64 =
  generate (normal.rand {mean, stddev}) n (minstd.rng_from_seed seed) 0

entry joined (n: i64) (seed: []i32) : u64 =
  let g = minstd.rng_from_seed seed
  let (gs, _) = map minstd.rand (minstd.split_rng n g) |> unzip
  in minstd.join_rng gs

entry mean [k] (n: i64) (seed: [k]i32) : f64 =
  f64.sum (generate (uniform.rand (-1, 3)) n (lazy_engine.rng_from_seed seed) 0) / f64.i64 n
