-- A stack machine: instructions, status and results as sums, an unique state passed through pipelines.
-- ==
-- entry: run_all
-- input { "h" [0i64] [0i64, 1i64, 5i64, -3i64] }
-- output { [0i32, 0i32, 0i32, 0i32] [0i64, 1i64, 5i64, -3i64] [1i32, 1i32, 1i32, 1i32] }
-- input { empty([0]u8) empty([0]i64) [0i64, 1i64, 5i64, -3i64] }
-- output { [1i32, 1i32, 1i32, 1i32] [0i64, 0i64, 0i64, 0i64] [1i32, 1i32, 1i32, 1i32] }
-- input { "d*h" [0i64, 0i64, 0i64] [0i64, 1i64, 5i64, -3i64] }
-- output { [0i32, 0i32, 0i32, 0i32] [0i64, 1i64, 25i64, 9i64] [3i32, 3i32, 3i32, 3i32] }
-- input { "j" [0i64] [0i64, 1i64, 5i64, -3i64] }
-- output { [2i32, 2i32, 2i32, 2i32] [0i64, 0i64, 0i64, 0i64] [200i32, 200i32, 200i32, 200i32] }
-- input { "dj" [0i64, 0i64] [0i64, 1i64, 5i64, -3i64] }
-- output { [1i32, 1i32, 1i32, 1i32] [1i64, 1i64, 1i64, 1i64] [31i32, 31i32, 31i32, 31i32] }
-- input { "bh" [3i64, 0i64] [0i64, 1i64, 5i64, -3i64] }
-- output { [1i32, 1i32, 1i32, 1i32] [3i64, 2i64, 2i64, 2i64] [2i32, 2i32, 2i32, 2i32] }
-- input { "psdbso*sp-j-h" [1i64, 0i64, 0i64, 11i64, 0i64, 0i64, 0i64, 0i64, 1i64, 0i64, 2i64, 0i64, 0i64] [0i64, 1i64, 5i64, -3i64] }
-- output { [0i32, 0i32, 0i32, 2i32] [1i64, 1i64, 120i64, 0i64] [6i32, 15i32, 51i32, 200i32] }
-- input { " p +h" [9i64, 7i64, 0i64, 0i64, 0i64] [0i64, 1i64, 5i64, -3i64] }
-- output { [0i32, 0i32, 0i32, 0i32] [7i64, 8i64, 12i64, 4i64] [3i32, 3i32, 3i32, 3i32] }
-- input { "h" [0i64] empty([0]i64) }
-- output { empty([0]i32) empty([0]i64) empty([0]i32) }

-- ==
-- entry: code_length
-- input { empty([0]u8) }
-- output { 0i64 }
-- input { " " }
-- output { 0i64 }
-- input { "p + h" }
-- output { 3i64 }

module type machine = {
  type state
  type result = #done i64 | #stuck i64 | #out_of_steps
  val assemble [n] : [n](u8, i64) -> ?[k].[k](#push i64 | #add | #mul | #sub | #dup | #swap | #jump i64 | #branch i64 | #over | #halt)
  val run [n] : i32 -> [n](u8, i64) -> i64 -> (result, i32)
}

def capacity = 16i64

module machine : machine = {
  type instruction = #push i64 | #add | #mul | #sub | #dup | #swap | #jump i64 | #branch i64 | #over | #halt
  type status = #running | #halted | #error
  type state = {stack: [capacity]i64, depth: i64, pc: i64, status: status}
  type result = #done i64 | #stuck i64 | #out_of_steps

  def decode (op: u8) (arg: i64) : instruction =
    match op
    case 'p' -> #push arg
    case '+' -> #add
    case '*' -> #mul
    case '-' -> #sub
    case 'd' -> #dup
    case 's' -> #swap
    case 'j' -> #jump arg
    case 'b' -> #branch arg
    case 'o' -> #over
    case _ -> #halt

  def assemble [n] (text: [n](u8, i64)) : []instruction =
    filter (\(c, _) -> c != ' ') text |> map (uncurry decode)

  local def fail (s: *state) : *state = s with status = #error
  local def push (x: i64) (s: *state) : *state =
    if s.depth >= capacity then fail s
    else {stack = s.stack with [s.depth] = x, depth = s.depth + 1, pc = s.pc, status = s.status}
  local def peek (s: state) (k: i64) : i64 = s.stack[s.depth - 1 - k]
  local def drop (k: i64) (s: *state) : *state = s with depth = s.depth - k
  local def binary (f: i64 -> i64 -> i64) (s: *state) : *state =
    let x = f (peek s 1) (peek s 0) in drop 2 s |> push x

  local def needs (i: instruction) : i64 =
    match i
    case #push _ -> 0 case #jump _ -> 0 case #halt -> 0
    case #dup -> 1 case #branch _ -> 1
    case _ -> 2

  def step [n] (code: [n]instruction) (s: *state) : *state =
    if s.pc < 0 || s.pc >= n then fail s else
    let i = code[s.pc]
    in if s.depth < needs i then fail s else
    let s = s with pc = s.pc + 1
    in match i
       case #push x -> push x s
       case #add -> binary (+) s
       case #mul -> binary (*) s
       case #sub -> binary (-) s
       case #dup -> let x = peek s 0 in push x s
       case #over -> let x = peek s 1 in push x s
       case #swap ->
         let (a, b) = (peek s 0, peek s 1)
         in drop 2 s |> push a |> push b
       case #jump t -> s with pc = t
       case #branch t ->
         let x = peek s 0
         let s = drop 1 s
         in if x == 0 then s with pc = t else s
       case #halt -> s with status = #halted

  def run [n] (limit: i32) (text: [n](u8, i64)) (x: i64) : (result, i32) =
    let code = assemble text
    let start: *state = {stack = replicate capacity 0, depth = 0, pc = 0, status = #running} |> push x
    let (final, steps) =
      loop (s, k) = (start, 0) while k < limit && s.status == #running do (step code s, k + 1)
    in ( match final.status
         case #running -> #out_of_steps
         case #halted -> if final.depth > 0 then #done (peek final 0) else #stuck final.pc
         case #error -> #stuck final.pc
       , steps)
}

def show (r: machine.result) : (i32, i64) =
  match r
  case #done x -> (0, x)
  case #stuck pc -> (1, pc)
  case #out_of_steps -> (2, 0)

entry run_all [n][m] (ops: [n]u8) (args: [n]i64) (inputs: [m]i64) : ([m]i32, [m]i64, [m]i32) =
  map (\x -> let (r, k) = machine.run 200 (zip ops args) x
             let (tag, v) = show r
             in (tag, v, k)) inputs
  |> unzip3

entry code_length [n] (ops: [n]u8) : i64 = length (machine.assemble (map (\c -> (c, 0)) ops))
