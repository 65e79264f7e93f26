-- Two constructors have no case; both are listed.
-- ==
-- error: no case for `#b`.*`#c`|no case for(.|\n)*`#b`(.|\n)*`#c`

def f (x: #a | #b | #c) : i32 = match x case #a -> 1
