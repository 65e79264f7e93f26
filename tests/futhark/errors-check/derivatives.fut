-- Derivatives are told of at each place, beside other errors.
-- ==
-- error: automatic differentiation is not supported yet(.|\n)*`y` is not defined(.|\n)*automatic differentiation is

def f (x: f64) : f64 = vjp (\x -> x * x) x 1 + y
def g (x: f64) : f64 = (jvp2 f64.sin x 1).1
def h (x: f64) : f64 = with_vjp f64.sin (\x dy -> f64.cos x * dy) x
