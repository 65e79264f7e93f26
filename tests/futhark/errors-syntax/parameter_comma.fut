-- Parameters are not separated by commas outside of brackets.
-- ==
-- error: error\[E0102\]: unexpected `,`

def f x, y = x + y
