-- The operand of a section binds as tightly as its operator.
-- ==
-- error: error\[E0102\]: unexpected `\)`

def f (x: i32) = (x + 1 *) 2
