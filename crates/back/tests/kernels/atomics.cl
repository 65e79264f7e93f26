
__kernel __attribute__((reqd_work_group_size(RISTA_GROUP_SIZE, 1, 1))) void rista_f0_f_kernel_0(RISTA_GLOBAL struct rista_failure *failure, int64_t launch, RISTA_LOCAL uint8_t *shared, int64_t n_1_given, RISTA_GLOBAL const uint8_t *RISTA_APART is_2, RISTA_GLOBAL uint8_t *hs_4, RISTA_GLOBAL uint8_t *flags_5) {
  RISTA_SKIP_AFTER_FAILURE();
  const rista_index g_7 = RISTA_GROUP;
  struct rista_thread state = {failure, launch, g_7, 0}, *thread = &state;
  const rista_index n_1 = (rista_index)n_1_given;
  RISTA_LOCAL uint8_t *shared_end = shared;
  RISTA_LOCAL uint32_t *counts_8 = (RISTA_LOCAL uint32_t *)shared_end;
  shared_end += RISTA_ALIGNED((4) * 4);
  RISTA_SHARED int32_t failed_in;
  int32_t phase = 1;
  if (RISTA_THREAD == 0)
    failed_in = 0;
  RISTA_BARRIER();
  for (rista_index j_9 = RISTA_THREAD, j_9_end = 4; j_9 < j_9_end; j_9 += RISTA_SIZE) {
    counts_8[j_9] = 0U;
  }
  RISTA_BARRIER();
  {
    const rista_index t_10 = RISTA_THREAD;
    thread->iteration = t_10;
    rista_index at_11 = (g_7 * rista_group_size) + t_10;
    if (at_11 < n_1) {
      int64_t i_12 = ((const RISTA_GLOBAL int64_t *)is_2)[at_11];
      if (!((bool)((0 <= i_12) & (i_12 < 4)))) {
        const int64_t values[] = {(int64_t)(i_12)};
        rista_fail(thread, 0, 1, values);
        failed_in = phase;
        goto left_0;
      }
      RISTA_ATOMIC_ADD_32((RISTA_LOCAL uint32_t *)&counts_8[(rista_offset)i_12], (uint32_t)(1U));
      {
        const size_t place = (size_t)&((RISTA_GLOBAL uint8_t *)flags_5)[(rista_offset)i_12];
        volatile RISTA_GLOBAL uint32_t *at = (volatile RISTA_GLOBAL uint32_t *)(place & ~(size_t)3);
        const uint32_t shift = (uint32_t)(place & 3) * 8, mask = UINT8_MAX;
        uint32_t found = *at, seen;
        do {
          const bool old_14 = (found >> shift & mask) != 0;
          const uint32_t made = ((bool)(old_14 | true)) ? 1 : 0;
          seen = found;
          found = RISTA_COMPARE_EXCHANGE_32(at, seen, (seen & ~(mask << shift)) | made << shift);
        } while (found != seen);
      }
    }
  }
  left_0:;
  RISTA_BARRIER();
  if (failed_in != 0 && failed_in <= phase)
    return;
  phase++;
  for (rista_index j_15 = RISTA_THREAD, j_15_end = 4; j_15 < j_15_end; j_15 += RISTA_SIZE) {
    {
      volatile RISTA_GLOBAL uint32_t *at = (volatile RISTA_GLOBAL uint32_t *)&((RISTA_GLOBAL float *)hs_4)[j_15];
      uint32_t found = *at, seen;
      do {
        const float old_16 = rista_f32_of_bits(found);
        const uint32_t made = rista_bits_f32(old_16 + ((float)counts_8[j_15]));
        seen = found;
        found = RISTA_COMPARE_EXCHANGE_32(at, seen, made);
      } while (found != seen);
    }
  }
}
