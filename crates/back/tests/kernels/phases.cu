RISTA_FUNCTION int rista_f0_g(const struct rista_thread *thread, int32_t x_1, RISTA_GLOBAL uint8_t *m_2, int32_t *out_r_3);

RISTA_FUNCTION int rista_f0_g(const struct rista_thread *thread, int32_t x_1, RISTA_GLOBAL uint8_t *m_2, int32_t *out_r_3) {
  int32_t r_3 = 0;
  if (!(x_1 != 13)) {
    const int64_t values[] = {(int64_t)(x_1), (int64_t)rista_bits_f32((float)x_1)};
    rista_fail(thread, 0, 2, values);
    return RISTA_FAILED;
  }
  r_3 = rista_add_int32_t(rista_mul_int32_t(x_1, 2), ((const RISTA_GLOBAL int32_t *)m_2)[0]);
  *out_r_3 = r_3;
  return RISTA_SUCCESS;
}

extern "C" __global__ void __launch_bounds__(RISTA_GROUP_SIZE) rista_f1_f_kernel_0(RISTA_GLOBAL struct rista_failure *failure, int64_t launch, int64_t n_1, RISTA_GLOBAL uint8_t *xs_2, RISTA_GLOBAL uint8_t *ys_4, RISTA_GLOBAL uint8_t *d_5, RISTA_GLOBAL uint8_t *hs_12) {
  RISTA_SKIP_AFTER_FAILURE();
  const rista_index g_6 = RISTA_GROUP;
  struct rista_thread state = {failure, launch, g_6, 0}, *thread = &state;
  RISTA_LOCAL uint8_t *shared_end = shared;
  RISTA_LOCAL int32_t *s_7 = (RISTA_LOCAL int32_t *)shared_end;
  shared_end += RISTA_ALIGNED((rista_group_size) * 4);
  RISTA_SHARED int32_t failed_in;
  int32_t phase = 1;
  if (RISTA_THREAD == 0)
    failed_in = 0;
  RISTA_BARRIER();
  int32_t p_8[2];
  int64_t from_20 = g_6 * rista_group_size;
  while (from_20 < n_1) {
    {
      const rista_index t_21 = RISTA_THREAD;
      thread->iteration = t_21;
      p_8[0] = 0;
      if ((rista_add_int64_t(from_20, t_21)) < n_1) {
        int32_t r_22 = 0;
        if (rista_f0_g(thread, ((const RISTA_GLOBAL int32_t *)xs_2)[(rista_offset)from_20 + t_21], xs_2, &r_22) != RISTA_SUCCESS) {
          failed_in = phase;
          goto left_0;
        }
        p_8[0] = r_22;
      }
      s_7[t_21] = p_8[0];
    }
    left_0:;
    RISTA_BARRIER();
    if (failed_in != 0 && failed_in <= phase)
      return;
    phase++;
    for (rista_index t_23 = RISTA_THREAD, t_23_end = 1; t_23 < t_23_end; t_23 += RISTA_SIZE) {
      int32_t sum_24 = 0;
      for (rista_index i_25 = 0, i_25_end = rista_group_size; i_25 < i_25_end; i_25++) {
        sum_24 = rista_add_int32_t(sum_24, s_7[i_25]);
      }
      {
        volatile RISTA_GLOBAL uint64_t *at = (volatile RISTA_GLOBAL uint64_t *)&((RISTA_GLOBAL double *)d_5)[0];
        uint64_t found = *at, seen;
        do {
          const double old_26 = rista_f64_of_bits(found);
          const uint64_t made = rista_bits_f64(old_26 + ((double)sum_24));
          seen = found;
          found = RISTA_COMPARE_EXCHANGE_64(at, seen, made);
        } while (found != seen);
      }
    }
    RISTA_BARRIER();
    {
      const rista_index t_27 = RISTA_THREAD;
      if ((rista_add_int64_t(from_20, t_27)) < n_1) {
        ((RISTA_GLOBAL int32_t *)ys_4)[(rista_offset)from_20 + t_27] = p_8[0];
        {
          const size_t place = (size_t)&((RISTA_GLOBAL uint8_t *)hs_12)[rista_rem_int64_t(rista_add_int64_t(from_20, t_27), 4)];
          volatile RISTA_GLOBAL uint32_t *at = (volatile RISTA_GLOBAL uint32_t *)(place & ~(size_t)3);
          const uint32_t shift = (uint32_t)(place & 3) * 8, mask = UINT8_MAX;
          uint32_t found = *at, seen;
          do {
            const uint8_t old_28 = (uint8_t)(found >> shift & mask);
            const uint32_t made = (uint8_t)(rista_max_uint8_t(old_28, (uint8_t)p_8[0]));
            seen = found;
            found = RISTA_COMPARE_EXCHANGE_32(at, seen, (seen & ~(mask << shift)) | made << shift);
          } while (found != seen);
        }
      }
    }
    RISTA_BARRIER();
    from_20 = rista_add_int64_t(from_20, rista_mul_int64_t(rista_groups, rista_group_size));
  }
}
