-- Three literals that do not fit.
-- ==
-- error: error\[E0103\]: .*256(.|\n)*E0103\]: .*128(.|\n)*E0103\]: .*65536

def f (a: u8) (b: i8) (c: u16) = (a + 256, b + 128, c + 65536)
