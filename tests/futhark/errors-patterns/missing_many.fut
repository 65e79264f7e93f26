-- Ten missing cases are listed.
-- ==
-- error: no case for `\(0, #a\)`, `\(0, #b\)`, `\(_, #a\)`|no case for .*`\(.*#a\)`, `.*#b

def f (x: i32) (y: #a | #b | #c) : i32 = match (x, y) case (_, #c) -> 1 case (1, _) -> 2
