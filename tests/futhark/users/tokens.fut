-- A scanner and an evaluator of expressions: tokens are sums, the stacks arrays; identifiers looked up; errors are values.
-- ==
-- entry: value
-- input { "1+2*3" } output { 7i64 0i64 }
-- input { "(1+2)*3 - 12/5" } output { 7i64 0i64 }
-- input { "2^3^2" } output { 512i64 0i64 }
-- input { "100-10-1" } output { 89i64 0i64 }
-- input { "x*x + y" } output { 47i64 0i64 }
-- input { "((z))" } output { 100i64 0i64 }
-- input { "1/(x-7)" } output { 0i64 -2i64 }
-- input { "2 ^ y" } output { 0i64 -3i64 }
-- input { "1+" } output { 0i64 -1i64 }
-- input { "q" } output { 0i64 113i64 }
-- input { "3 # 4" } output { 0i64 1002i64 }
-- input { "1)" } output { 0i64 -4i64 }
-- input { "12 34" } output { 0i64 -5i64 }
-- input { empty([0]u8) } output { 0i64 -5i64 }
-- input { "(1" } output { 0i64 -1i64 }
-- input { "-7/2" } output { 0i64 -1i64 }
-- input { "(0-7)/2*1000000" } output { -4000000i64 0i64 }

-- ==
-- entry: counts
-- input { "12+345*(x-1)" } output { [3i32,3i32,3i32] }
-- input { empty([0]u8) } output { [0i32,0i32,0i32] }

module token = {
  type op = #plus | #minus | #times | #over | #power
  type t = #number i64 | #op op | #open | #close | #name u8 | #bad i64
}
type token = token.t
type result 'a = #ok a | #error i64

def is_digit (c: u8) = c >= '0' && c <= '9'
def is_letter (c: u8) = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')

-- | All tokens at once: each number is finished where no digit follows.
def tokens [n] (text: [n]u8) : []token =
  let digits (a: (bool, i64, i64)) (b: (bool, i64, i64)) =
    -- (only digits, value, power of ten)
    let (da, va, pa) = a
    let (db, vb, pb) = b
    in if db then (da, va * pb + vb, pa * pb) else b
  let lift c = if is_digit c then (true, i64.u8 (c - '0'), 10) else (false, 0, 1)
  let values = scan digits (true, 0, 1) (map lift text)
  let one i c : token =
    match c
    case ' ' -> #bad (-1)
    case '+' -> #op #plus
    case '-' -> #op #minus
    case '*' -> #op #times
    case '/' -> #op #over
    case '^' -> #op #power
    case '(' -> #open
    case ')' -> #close
    case c -> if is_letter c then #name c
              else if is_digit c
              then (if i + 1 < n && is_digit text[i + 1] then #bad (-1) else #number values[i].1)
              else #bad i
  in map2 one (indices text) text
     |> filter (\t -> match t case #bad (-1) -> false case _ -> true)

def priority (o: token.op) : i32 =
  match o case #plus -> 1 case #minus -> 1 case #times -> 2 case #over -> 2 case #power -> 3

def compute (o: token.op) (x: i64) (y: i64) : result i64 =
  match (o, y)
  case (#over, 0) -> #error (-2)
  case (#plus, _) -> #ok (x + y)
  case (#minus, _) -> #ok (x - y)
  case (#times, _) -> #ok (x * y)
  case (#over, _) -> #ok (x / y)
  case (#power, _) -> if y < 0 then #error (-3) else #ok (x ** y)

type machine [n] = {values: [n]i64, nv: i64, ops: [n]token, no: i64, state: result ()}

def apply [n] (m: *machine [n]) : *machine [n] =
  let {values, nv, ops, no, state} = m
  in match (state, if no > 0 then ops[no - 1] else #bad 0)
     case (#ok _, #op o) ->
       if nv < 2 then {values, nv, ops, no, state = #error (-1)}
       else (match compute o values[nv - 2] values[nv - 1]
             case #ok v -> {values = values with [nv - 2] = v, nv = nv - 1, ops, no = no - 1, state}
             case #error e -> {values, nv, ops, no, state = #error e})
     case _ -> {values, nv, ops, no, state = match state case #ok _ -> #error (-1) case e -> e}

def pushed [n] (x: i64) (m: *machine [n]) : *machine [n] =
  let {values, nv, ops, no, state} = m
  in {values = values with [nv] = x, nv = nv + 1, ops, no, state}

def fine 'a (r: result a) : bool = match r case #ok _ -> true case #error _ -> false

def evaluate [k] (names: [k](u8, i64)) (text: []u8) : result i64 =
  let ts = tokens text
  let n = length ts + 1
  let m : *machine [n] = {values = replicate n 0, nv = 0, ops = replicate n #open, no = 0, state = #ok ()}
  let m =
    loop m for t in ts do
      if !(fine m.state) then m else
      match t
      case #number x -> pushed x m
      case #name c ->
        let found = filter ((.0) >-> (== c)) names
        in if null found then m with state = #error (i64.u8 c) else pushed found[0].1 m
      case #open -> m with ops = (copy m.ops with [m.no] = #open) with no = m.no + 1
      case #close ->
        let m = loop m while fine m.state && m.no > 0 && m.ops[m.no - 1] != #open do apply m
        in if fine m.state && m.no == 0 then m with state = #error (-4) else m with no = m.no - 1
      case #op o ->
        let stronger (t: token) =
          match t
          case #op o' -> if o == #power then false else priority o' >= priority o
          case _ -> false
        let m = loop m while fine m.state && m.no > 0 && stronger m.ops[m.no - 1] do apply m
        in if fine m.state then m with ops = (copy m.ops with [m.no] = t) with no = m.no + 1 else m
      case #bad i -> m with state = #error (1000 + i)
  let m = loop m while fine m.state && m.no > 0 do apply m
  in match m.state
     case #ok () -> if m.nv == 1 then #ok m.values[0] else #error (-5)
     case #error e -> #error e

-- | The value, and 0 or what is wrong.
entry value (text: []u8) : (i64, i64) =
  match evaluate [('x', 7), ('y', -2), ('z', 100)] text
  case #ok v -> (v, 0)
  case #error e -> (0, e)

entry counts (text: []u8) : [3]i32 =
  let count (t: token) : [3]i32 =
    match t case #number _ -> [1, 0, 0] case #op _ -> [0, 1, 0] case _ -> [0, 0, 1]
  in tokens text |> map count |> reduce_comm (map2 (+)) (replicate 3 0)
