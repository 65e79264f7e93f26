-- Functions call only themselves.
-- ==
-- error: E0201

def even (n: i32) : bool = n == 0 || odd (n - 1)
def odd (n: i32) : bool = n != 0 && even (n - 1)
