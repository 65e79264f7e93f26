def root (x: f64) : f64 = f64.sqrt x
