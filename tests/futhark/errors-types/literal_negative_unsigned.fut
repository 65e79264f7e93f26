-- The numbers of an unsigned type are none below zero.
-- ==
-- error: error\[E0103\]: -1 does not fit in u8(.|\n)*from 0 to 255

def x : u8 = -1
