-- | Colours packed into 32 bits.
module argb : {
  type colour = u32
  val from_rgb : u8 -> u8 -> u8 -> colour
  val to_rgb : colour -> (u8, u8, u8)
  val grey : colour -> u8
  val mix : f32 -> colour -> f32 -> colour -> colour
  val black : colour
  val white : colour
} = {
  type colour = u32
  def from_rgb (r: u8) (g: u8) (b: u8) : colour =
    0xFF000000 | u32.u8 r << 16 | u32.u8 g << 8 | u32.u8 b
  def to_rgb (c: colour) = (u8.u32 (c >> 16), u8.u32 (c >> 8), u8.u32 c)
  def grey c = let (r, g, b) = to_rgb c in u8.u32 ((u32.u8 r * 2 + u32.u8 g * 5 + u32.u8 b) / 8)
  def mix (m1: f32) (c1: colour) (m2: f32) (c2: colour) : colour =
    let (r1, g1, b1) = to_rgb c1
    let (r2, g2, b2) = to_rgb c2
    let part x y = u8.f32 (f32.round ((m1 * f32.u8 x + m2 * f32.u8 y) / (m1 + m2)))
    in from_rgb (part r1 r2) (part g1 g2) (part b1 b2)
  def black = from_rgb 0 0 0
  def white = from_rgb 255 255 255
}
