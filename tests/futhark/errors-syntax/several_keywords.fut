-- Two words of the language as names.
-- ==
-- error: error\[E0102\]: unexpected `loop`(.|\n)*E0102\]: unexpected `case`

def f (loop: i32) : i32 = 1

def g (case: i32) : i32 = 1
