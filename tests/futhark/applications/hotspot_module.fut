-- Heat on a chip: a stencil whose physics is a module parameter.
-- ==
-- entry: temperatures
-- input { 3i32 empty([0][4]f64) empty([0][4]f64) }
-- output { empty([0][4]f64) }
-- input { 0i32 [[79.0f64]] [[1.0f64]] }
-- output { [[79.0f64]] }
-- input { 3i32 [[84.0f64]] [[0.25f64]] }
-- output { [[83.99920102982955f64]] }
-- input { 2i32 [[73.0f64, 87.0f64], [87.0f64, 92.0f64], [61.0f64, 97.0f64]] [[1.0f64, 0.0f64], [0.75f64, 1.0f64], [1.0f64, 0.25f64]] }
-- output { [[73.0009963192759f64, 86.99906383341035f64], [86.99898988058976f64, 91.99841046976324f64], [61.002647304152205f64, 96.99768809961408f64]] }
-- input { 10i32 [[66.0f64, 90.0f64, 83.0f64, 61.0f64, 93.0f64], [67.0f64, 99.0f64, 83.0f64, 78.0f64, 83.0f64], [79.0f64, 61.0f64, 86.0f64, 66.0f64, 66.0f64], [79.0f64, 72.0f64, 61.0f64, 88.0f64, 63.0f64]] [[0.75f64, 0.75f64, 0.75f64, 0.25f64, 1.0f64], [1.0f64, 0.0f64, 0.0f64, 0.5f64, 0.0f64], [0.5f64, 0.5f64, 0.0f64, 0.25f64, 0.75f64], [0.25f64, 0.0f64, 1.0f64, 0.5f64, 0.75f64]] }
-- output { [[66.01032737118962f64, 89.9927094758542f64, 82.99770790341665f64, 61.014838559987204f64, 92.99034707396699f64], [67.01019439113072f64, 98.98479715924086f64, 82.99842083902178f64, 78.00118466650207f64, 82.9976921946704f64], [78.9999612736307f64, 61.01521196759481f64, 85.9939544306819f64, 66.01075406648036f64, 66.00981729120802f64], [79.00050381547494f64, 72.00497263913891f64, 61.01467983194947f64, 87.99264882096168f64, 63.01240091354504f64]] }

-- ==
-- entry: hottest
-- input { 3i32 empty([0][4]f64) empty([0][4]f64) }
-- output { -1i64 -1i64 -f64.inf }
-- input { 0i32 [[79.0f64]] [[1.0f64]] }
-- output { 0i64 0i64 79.0f64 }
-- input { 3i32 [[84.0f64]] [[0.25f64]] }
-- output { 0i64 0i64 83.99920102982955f64 }
-- input { 2i32 [[73.0f64, 87.0f64], [87.0f64, 92.0f64], [61.0f64, 97.0f64]] [[1.0f64, 0.0f64], [0.75f64, 1.0f64], [1.0f64, 0.25f64]] }
-- output { 2i64 1i64 96.99768809961408f64 }
-- input { 10i32 [[66.0f64, 90.0f64, 83.0f64, 61.0f64, 93.0f64], [67.0f64, 99.0f64, 83.0f64, 78.0f64, 83.0f64], [79.0f64, 61.0f64, 86.0f64, 66.0f64, 66.0f64], [79.0f64, 72.0f64, 61.0f64, 88.0f64, 63.0f64]] [[0.75f64, 0.75f64, 0.75f64, 0.25f64, 1.0f64], [1.0f64, 0.0f64, 0.0f64, 0.5f64, 0.0f64], [0.5f64, 0.5f64, 0.0f64, 0.25f64, 0.75f64], [0.25f64, 0.0f64, 1.0f64, 0.5f64, 0.75f64]] }
-- output { 1i64 1i64 98.98479715924086f64 }

module type params = {
  val amb_temp : f64
  val t_chip : f64
  val chip_height : f64
  val chip_width : f64
}

module mk_hotspot (P: params) = {
  local def max_pd = 3.0e6f64
  local def precision = 0.001f64
  local def spec_heat_si = 1.75e6f64
  local def k_si = 100f64
  local def factor_chip = 0.5f64

  def step [row][col] (power: [row][col]f64) (step: f64) (cap: f64) (rx: f64) (ry: f64) (rz: f64) (temp: [row][col]f64) : [row][col]f64 =
    let at r c = temp[i64.min (row - 1) (i64.max 0 r), i64.max 0 c |> i64.min (col - 1)]
    in tabulate_2d row col (\r c ->
         let here = #[unsafe] temp[r, c]
         let delta = step / cap
                     * (power[r, c]
                        + (at (r + 1) c + at (r - 1) c - 2 * here) / ry
                        + (at r (c + 1) + at r (c - 1) - 2 * here) / rx
                        + (P.amb_temp - here) / rz)
         in here + delta)

  def simulate [row][col] (iterations: i32) (temp: [row][col]f64) (power: [row][col]f64) : [row][col]f64 =
    let grid_height = P.chip_height / f64.i64 row
    let grid_width = P.chip_width / f64.i64 col
    let cap = factor_chip * spec_heat_si * P.t_chip * grid_width * grid_height
    let rx = grid_width / (2 * k_si * P.t_chip * grid_height)
    let ry = grid_height / (2 * k_si * P.t_chip * grid_width)
    let rz = P.t_chip / (k_si * grid_height * grid_width)
    let max_slope = max_pd / (factor_chip * P.t_chip * spec_heat_si)
    in iterate iterations (step power (precision / max_slope) cap rx ry rz) temp
}

module chip = mk_hotspot {
  def amb_temp = 80f64
  def t_chip = 0.0005f64
  def chip_height = 0.016f64
  def chip_width = 0.016f64
}

entry temperatures [row][col] (iterations: i32) (temp: [row][col]f64) (power: [row][col]f64) =
  chip.simulate iterations temp power

entry hottest [row][col] (iterations: i32) (temp: [row][col]f64) (power: [row][col]f64) : (i64, i64, f64) =
  let later (r1, c1, t1) (r2, c2, t2) = if t1 >= t2 then (r1, c1, t1) else (r2, c2, t2)
  in chip.simulate iterations temp power
     |> map2 (\r -> map2 (\c t -> (r, c, t)) (iota col)) (iota row)
     |> flatten
     |> reduce later (-1, -1, -f64.inf)
