void product(float *result, struct tuple_i32_f32_end x) { *result = (float)x.v0 * x.v1; }
