-- Lexing in parallel: tables of state changes composed by a scan, tokens cut out of the states.
-- ==
-- entry: states
-- input { empty([0]u8) }
-- output { empty([0]u8) }
-- input { [120u8] }
-- output { [1u8] }
-- input { [32u8, 32u8] }
-- output { [0u8, 0u8] }
-- input { [108u8, 101u8, 116u8, 32u8, 120u8, 49u8, 32u8, 61u8, 32u8, 52u8, 50u8, 59u8] }
-- output { [1u8, 1u8, 1u8, 0u8, 1u8, 1u8, 0u8, 6u8, 0u8, 2u8, 2u8, 6u8] }
-- input { [102u8, 40u8, 34u8, 97u8, 32u8, 98u8, 92u8, 34u8, 99u8, 34u8, 44u8, 32u8, 55u8, 41u8, 43u8, 121u8] }
-- output { [1u8, 6u8, 3u8, 3u8, 3u8, 3u8, 4u8, 3u8, 3u8, 5u8, 6u8, 0u8, 2u8, 6u8, 6u8, 1u8] }
-- input { [34u8, 111u8, 112u8, 101u8, 110u8] }
-- output { [3u8, 3u8, 3u8, 3u8, 3u8] }
-- input { [34u8, 34u8, 32u8, 97u8, 34u8, 34u8] }
-- output { [3u8, 5u8, 0u8, 1u8, 3u8, 5u8] }
-- input { [49u8, 50u8, 97u8, 98u8, 32u8, 51u8, 32u8, 34u8, 113u8, 92u8, 92u8, 34u8, 32u8, 122u8] }
-- output { [2u8, 2u8, 1u8, 1u8, 0u8, 2u8, 0u8, 3u8, 3u8, 4u8, 3u8, 5u8, 0u8, 1u8] }

-- ==
-- entry: lex
-- input { empty([0]u8) }
-- output { empty([0]u8) empty([0]i64) empty([0]i64) }
-- input { [120u8] }
-- output { [97u8] [0i64] [1i64] }
-- input { [32u8, 32u8] }
-- output { empty([0]u8) empty([0]i64) empty([0]i64) }
-- input { [108u8, 101u8, 116u8, 32u8, 120u8, 49u8, 32u8, 61u8, 32u8, 52u8, 50u8, 59u8] }
-- output { [97u8, 97u8, 46u8, 48u8, 46u8] [0i64, 4i64, 7i64, 9i64, 11i64] [3i64, 2i64, 1i64, 2i64, 1i64] }
-- input { [102u8, 40u8, 34u8, 97u8, 32u8, 98u8, 92u8, 34u8, 99u8, 34u8, 44u8, 32u8, 55u8, 41u8, 43u8, 121u8] }
-- output { [97u8, 46u8, 115u8, 46u8, 48u8, 46u8, 46u8, 97u8] [0i64, 1i64, 2i64, 10i64, 12i64, 13i64, 14i64, 15i64] [1i64, 1i64, 8i64, 1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [34u8, 111u8, 112u8, 101u8, 110u8] }
-- output { empty([0]u8) empty([0]i64) empty([0]i64) }
-- input { [34u8, 34u8, 32u8, 97u8, 34u8, 34u8] }
-- output { [115u8, 97u8, 115u8] [0i64, 3i64, 4i64] [2i64, 1i64, 2i64] }
-- input { [49u8, 50u8, 97u8, 98u8, 32u8, 51u8, 32u8, 34u8, 113u8, 92u8, 92u8, 34u8, 32u8, 122u8] }
-- output { [48u8, 97u8, 48u8, 115u8, 97u8] [0i64, 2i64, 5i64, 7i64, 13i64] [2i64, 2i64, 1i64, 5i64, 1i64] }

-- ==
-- entry: closed
-- input { empty([0]u8) }
-- output { true }
-- input { [120u8] }
-- output { true }
-- input { [32u8, 32u8] }
-- output { true }
-- input { [108u8, 101u8, 116u8, 32u8, 120u8, 49u8, 32u8, 61u8, 32u8, 52u8, 50u8, 59u8] }
-- output { true }
-- input { [102u8, 40u8, 34u8, 97u8, 32u8, 98u8, 92u8, 34u8, 99u8, 34u8, 44u8, 32u8, 55u8, 41u8, 43u8, 121u8] }
-- output { true }
-- input { [34u8, 111u8, 112u8, 101u8, 110u8] }
-- output { false }
-- input { [34u8, 34u8, 32u8, 97u8, 34u8, 34u8] }
-- output { true }
-- input { [49u8, 50u8, 97u8, 98u8, 32u8, 51u8, 32u8, 34u8, 113u8, 92u8, 92u8, 34u8, 32u8, 122u8] }
-- output { true }

-- | The state after a character, for each state before it.
module type dfa = {
  val num_states : i64
  val start : u8
  val step : u8 -> u8 -> u8
}

module mk_lexer (D: dfa) = {
  type table = [D.num_states]u8
  local def identity : table = map u8.i64 (iota D.num_states)
  local def compose (f: table) (g: table) : table = map (\s -> #[unsafe] g[i64.u8 s]) f

  -- | The state after each character, all found at once by composing tables.
  def states [n] (text: [n]u8) : [n]u8 =
    text
    |> map (\c -> map (\s -> D.step (u8.i64 s) c) (iota D.num_states))
    |> scan compose identity
    |> map (\t -> t[i64.u8 D.start])

  def accepts (good: u8 -> bool) (text: []u8) : bool =
    null text && good D.start || !(null text) && good (last (states text))
}

-- 0 between, 1 in a name, 2 in a number, 3 in a string, 4 after `\\`, 5 closing quote, 6 punctuation
module words : dfa = {
  def num_states = 7i64
  def start = 0u8
  local def is_alpha (c: u8) = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
  local def is_digit (c: u8) = c >= '0' && c <= '9'
  def step (s: u8) (c: u8) : u8 =
    match s
    case 3 -> if c == '"' then 5 else if c == '\\' then 4 else 3
    case 4 -> 3
    case _ ->
      if c == '"' then 3
      else if is_alpha c then 1
      else if is_digit c then (if s == 1 then 1 else 2)
      else if c == ' ' || c == '\n' then 0
      else 6
}

module lexer = mk_lexer words
type kind = #name | #number | #string | #punctuation

def kind_of (s: u8) : kind =
  match s
  case 1 -> #name
  case 2 -> #number
  case 5 -> #string
  case _ -> #punctuation

def is_end (s: u8) (next: u8) : bool =
  s != 0 && s != 3 && s != 4 && (s == 5 || s == 6 || s != next)

def tokens [n] (text: [n]u8) : [](kind, i64, i64) =
  let states = lexer.states text
  let next i = if i == n - 1 then 0 else states[i + 1]
  let ends = filter (\i -> is_end states[i] (next i)) (iota n)
  let starts i = (loop j = i while j > 0 && states[j - 1] == states[i] && states[i] < 3 do j - 1)
  let string_start i = loop j = i - 1 while states[j] != 3 || (j > 0 && (states[j - 1] == 3 || states[j - 1] == 4)) do j - 1
  in map (\i -> let k = kind_of states[i]
                let from = match k case #string -> string_start i case _ -> starts i
                in (k, from, i + 1 - from)) ends

entry states (text: []u8) = lexer.states text

entry lex (text: []u8) : ([]u8, []i64, []i64) =
  tokens text
  |> map (\(k, at, len) -> (match k case #name -> 'a' case #number -> '0' case #string -> 's' case #punctuation -> '.', at, len))
  |> unzip3

entry closed (text: []u8) : bool = lexer.accepts (\s -> s != 3 && s != 4) text
