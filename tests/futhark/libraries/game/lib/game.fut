open import "../lib/colours"

-- | What the host calls.
module type game = {
  type~ state
  val init : (seed: u32) -> (h: i64) -> (w: i64) -> state
  val resize : (h: i64) -> (w: i64) -> state -> state
  val key : i32 -> state -> state
  val step : f32 -> state -> state
  val render : state -> [][]argb.colour
  val score : state -> i32
  val over : state -> bool
}

module game : game = {
  type brick = #none | #solid argb.colour | #falling {colour: argb.colour, age: i32}
  type~ state = {
    h: i64, w: i64,
    grid: [][]brick,
    mode: #playing | #paused i32 | #over,
    score: i32,
    seed: u32,
    clock: f32
  }

  def next (s: u32) : u32 = s * 1664525 + 1013904223

  def spawn (s: state) : state =
    let seed = next s.seed
    let x = i64.u32 (seed >> 8) % s.w
    let colour = argb.from_rgb (u8.u32 (seed >> 24)) 128 255
    in match s.grid[0, x]
       case #none -> s with grid = (copy s.grid with [0, x] = #falling {colour, age = 0}) with seed = seed
       case _ -> s with mode = #over

  def init (seed: u32) (h: i64) (w: i64) : state =
    spawn {h, w, grid = replicate h (replicate w #none), mode = #playing, score = 0, seed, clock = 0}

  def resize (h: i64) (w: i64) (s: state) : state =
    s with grid = tabulate_2d h w (\i j -> if i < s.h && j < s.w then s.grid[i, j] else #none)
      with h = h with w = w

  def shift (d: i64) (s: state) : state =
    let at i j = if j >= 0 && j < s.w then s.grid[i, j] else #none
    let falling b = match b case #falling _ -> true case _ -> false
    let free = any falling (flatten s.grid) &&
               and (flatten (tabulate_2d s.h s.w (\i j ->
                 match at i j
                 case #falling _ -> j + d >= 0 && j + d < s.w &&
                                    (match at i (j + d) case #solid _ -> false case _ -> true)
                 case _ -> true)))
    in if !free then s
       else s with grid = tabulate_2d s.h s.w (\i j ->
              match (at i (j - d), at i j)
              case (#falling f, _) -> #falling f
              case (_, #falling _) -> #none
              case (_, b) -> b)

  def key (k: i32) (s: state) : state =
    match (k, s.mode)
    case (0x70, #paused n) -> s with mode = if n > 0 then #playing else #over
    case (0x70, #playing) -> s with mode = #paused 1
    case (-1, #playing) -> shift (-1) s
    case (1, #playing) -> shift 1 s
    case (_, _) -> s

  local def fall (s: state) : (bool, state) =
    let lands = or (flatten (tabulate_2d s.h s.w (\i j ->
      match s.grid[i, j]
      case #falling _ -> i == s.h - 1 || (match s.grid[i + 1, j] case #solid _ -> true case _ -> false)
      case _ -> false)))
    let grid =
      if lands
      then map (map (\b -> match b case #falling {colour, age = _} -> #solid colour case b -> b)) s.grid
      else tabulate_2d s.h s.w (\i j ->
             let above = if i == 0 then #none else s.grid[i - 1, j]
             in match (above, s.grid[i, j])
                case (#falling f, #none) -> #falling (f with age = f.age + 1)
                case (_, #falling _) -> #none
                case (_, b) -> b)
    in (lands, s with grid = grid)

  local def clear (s: state) : state =
    let full [n] (row: [n]brick) = all (\b -> match b case #solid _ -> true case _ -> false) row
    let (gone, kept) = partition full (s.grid :> [s.h][s.w]brick)
    let k = length gone
    in s with grid = replicate k (replicate s.w #none) ++ kept
         with score = s.score + 100 * i32.i64 (k * k)

  def step (dt: f32) (s: state) : state =
    match s.mode
    case #playing ->
      let s = s with clock = s.clock + dt
      in if s.clock < 1 then s
         else let s = s with clock = s.clock - 1
              let (lands, s) = fall s
              in if lands then spawn (clear s) else s
    case _ -> s

  def render (s: state) : [][]argb.colour =
    let dark c = argb.mix 0.5 c 0.5 argb.black
    in map (map (\b -> match b
                       case #none -> argb.black
                       case #solid c -> dark c
                       case #falling f -> f.colour)) s.grid

  def score (s: state) = s.score
  def over (s: state) : bool = match s.mode case #over -> true case _ -> false
}
