-- There is no tuple type of one part.
-- ==
-- error: error\[E0102\]: unexpected `\)`(.|\n)*second part of the tuple

def f (x: (i32,)) = x
