-- A stack machine and a Brainfuck interpreter as loops over records; brackets by a scan; a calculator by precedence.
-- ==
-- entry: polish
-- input { "34+2*7-" } output { 7i32 }
-- input { "9~ 5 *" } output { -45i32 }
-- input { "12" } error: 
-- input { "7" } output { 7i32 }

-- ==
-- entry: brainfuck
-- input { "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+." empty([0]u8) }
-- output { [72u8, 101u8, 108u8, 108u8, 111u8, 32u8, 87u8, 111u8, 114u8, 108u8, 100u8, 33u8] }
-- input { ",[.,]" "echo" } output { "echo" }
-- input { empty([0]u8) empty([0]u8) } output { empty([0]u8) }

-- ==
-- entry: calculate
-- input { "12+3*45+2*2*2" } output { 155i64 }
-- input { "7" } output { 7i64 }

-- ==
-- entry: balanced
-- input { "(a(b)c)()" } output { true }
-- input { ")(" } output { false }
-- input { "((" } output { false }
-- input { empty([0]u8) } output { true }

type machine [n] = {stack: [n]i32, top: i64}

def push [n] (x: i32) (m: *machine [n]) : *machine [n] =
  let {stack, top} = m
  in {stack = stack with [top] = x, top = top + 1}

def binary [n] (f: i32 -> i32 -> i32) (m: *machine [n]) : *machine [n] =
  let {stack, top} = m
  let value = f stack[top - 2] stack[top - 1]
  in {stack = stack with [top - 2] = value, top = top - 1}

-- | Reverse Polish notation of one-digit numbers.
entry polish [n] (program: [n]u8) : i32 =
  let start : *machine [n] = {stack = replicate n 0, top = 0}
  let final =
    loop m = start for c in program do
      match c
      case ' ' -> m
      case '+' -> binary (+) m
      case '-' -> binary (-) m
      case '*' -> binary (*) m
      case '~' -> let i = m.top - 1
                  let stack = m.stack with [i] = -m.stack[i]
                  in {stack, top = m.top}
      case d -> push (i32.u8 (d - '0')) m
  in assert (final.top == 1) final.stack[0]

-- | The partner of each bracket, -1 elsewhere.
def partners [n] (code: [n]u8) : [n]i64 =
  let (out, _, _) =
    loop (out, stack, top) = (replicate n (-1), replicate n 0i64, 0i64) for i < n do
      if code[i] == '[' then (out, stack with [top] = i, top + 1)
      else if code[i] == ']'
      then let j = stack[top - 1] in (out with [i] = j with [j] = i, stack, top - 1)
      else (out, stack, top)
  in out

entry brainfuck [n] (code: [n]u8) (input: []u8) : []u8 =
  let partner = partners code
  let (out, _, _, _, _) =
    loop (out: []u8, tape: *[64]u8, head: i64, pc: i64, read: i64) = ([], replicate 64 0, 0, 0, 0)
    while pc < n do
      let now = tape[head]
      in match code[pc]
         case '>' -> (out, tape, (head + 1) % 64, pc + 1, read)
         case '<' -> (out, tape, (head - 1) % 64, pc + 1, read)
         case '+' -> (out, tape with [head] = now + 1, head, pc + 1, read)
         case '-' -> (out, tape with [head] = now - 1, head, pc + 1, read)
         case '.' -> (out ++ [now], tape, head, pc + 1, read)
         case ',' -> (out, tape with [head] = if read < length input then input[read] else 0, head, pc + 1, read + 1)
         case '[' -> (out, tape, head, (if now == 0 then partner[pc] else pc) + 1, read)
         case ']' -> (out, tape, head, (if now != 0 then partner[pc] else pc) + 1, read)
         case _ -> (out, tape, head, pc + 1, read)
  in out

-- | Sums of products, such as 12+3*45, by two running values.
entry calculate (text: []u8) : i64 =
  let (sum, product, number) =
    loop (sum, product, number) = (0, 1, 0) for c in text do
      if c == '+' then (sum + product * number, 1, 0)
      else if c == '*' then (sum, product * number, 0)
      else (sum, product, number * 10 + i64.u8 (c - '0'))
  in sum + product * number

entry balanced (text: []u8) : bool =
  let depth = text |> map (\c -> match c case '(' -> 1 case ')' -> -1 case _ -> 0i32) |> scan (+) 0
  in all (>= 0) depth && (null depth || last depth == 0)
