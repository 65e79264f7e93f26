-- | Functions on functions, and operators for all types.

-- | Whether two values are equal. Their type must not contain functions.
#[native(equal)]
def (==) 'a (x: a) (y: a) : bool = ???

-- | Whether two values differ. Their type must not contain functions.
#[native(not_equal)]
def (!=) 'a (x: a) (y: a) : bool = ???

-- | Logical and. The second operand is evaluated only if the first is true.
#[native(and)]
def (&&) (x: bool) (y: bool) : bool = ???

-- | Logical or. The second operand is evaluated only if the first is false.
#[native(or)]
def (||) (x: bool) (y: bool) : bool = ???

-- | Applies a function: `x |> f` is `f x`.
#[native(pipe_right)]
def (|>) '^a '^b (x: a) (f: a -> b) : b = ???

-- | Applies a function: `f <| x` is `f x`.
#[native(pipe_left)]
def (<|) '^a '^b (f: a -> b) (x: a) : b = ???

-- | Composes two functions; the left one is applied first.
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) : a -> c = \x -> g (f x)

-- | Composes two functions; the right one is applied first.
def (<-<) '^a '^b '^c (g: b -> c) (f: a -> b) : a -> c = \x -> g (f x)

-- | Returns the argument.
def id '^a (x: a) : a = x

-- | Returns the first argument and ignores the second.
def const '^a '^b (x: a) (_: b) : a = x

-- | Turns a function of a pair into a function of two arguments.
def curry '^a '^b '^c (f: (a, b) -> c) (x: a) (y: b) : c = f (x, y)

-- | Turns a function of two arguments into a function of a pair.
def uncurry '^a '^b '^c (f: a -> b -> c) (p: (a, b)) : c = f p.0 p.1

-- | Applies the function with its arguments swapped.
def flip '^a '^b '^c (f: a -> b -> c) (y: b) (x: a) : c = f x y

-- | Applies `f` `n` times.
def iterate 'a (n: i32) (f: a -> a) (x: a) : a = loop x = x for _i < n do f x

-- | Applies `f` until `p` holds.
def iterate_until 'a (p: a -> bool) (f: a -> a) (x: a) : a = loop x = x while ! (p x) do f x

-- | Applies `f` as long as `p` holds.
def iterate_while 'a (p: a -> bool) (f: a -> a) (x: a) : a = loop x = x while p x do f x

-- | Returns the negation.
def not (x: bool) : bool = !x

-- | Returns the argument. The compiler may optimize across this call.
#[native(identity)]
def opaque 'a (x: a) : a = ???

-- | Returns the argument. The evaluator also prints it.
#[native(trace)]
def trace 'a (x: a) : a = ???

-- | Returns the argument.
#[native(identity)]
def break 'a (x: a) : a = ???
