-- An array of sums as a program, which a loop runs on a stack.
-- ==
-- entry: main
-- input { [0i32, 0, 1] [3i32, 4, 0] } output { 7i32 }
-- input { [0i32, 0, 2, 0, 1] [3i32, 4, 0, 5, 0] } output { 17i32 }
-- input { [0i32, 3] [3i32, 0] } output { -3i32 }
-- input { empty([0]i32) empty([0]i32) } output { 0i32 }

type instruction = #push i32 | #add | #mul | #neg
def decode (op: i32) (x: i32) : instruction =
  match op case 0 -> #push x case 1 -> #add case 2 -> #mul case _ -> #neg
entry main [n] (ops: [n]i32) (args: [n]i32) : i32 =
  let program = map2 decode ops args
  let (stack, _) =
    loop (stack, top) = (replicate (n + 1) 0i32, 0i64) for i in program do
      match i
      case #push x -> (stack with [top] = x, top + 1)
      case #add -> (let v = stack[top - 2] + stack[top - 1] in stack with [top - 2] = v, top - 1)
      case #mul -> (let v = stack[top - 2] * stack[top - 1] in stack with [top - 2] = v, top - 1)
      case #neg -> (let v = -stack[top - 1] in stack with [top - 1] = v, top)
  in stack[0]
