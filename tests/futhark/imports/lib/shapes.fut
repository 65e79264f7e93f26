module s : {type shape val mk : f64 -> f64 -> shape val area : shape -> f64} = {
  type shape = {w: f64, h: f64}
  def mk w h : shape = {w, h}
  def area (s: shape) = s.w * s.h
}
open s
