-- A word of the language is no name of a type.
-- ==
-- error: error\[E0102\]: unexpected `module`

type module = i32
