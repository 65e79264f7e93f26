
extern "C" __global__ void __launch_bounds__(RISTA_GROUP_SIZE) rista_f0_f_ordered_kernel_0(RISTA_GLOBAL struct rista_failure *failure, int64_t launch, RISTA_GLOBAL uint64_t *posts, RISTA_GLOBAL const uint8_t *RISTA_APART xs_2, RISTA_GLOBAL uint8_t *ys_4) {
  RISTA_SKIP_AFTER_FAILURE();
  RISTA_SHARED uint32_t number;
  if (RISTA_THREAD == 0)
    number = rista_begin(posts);
  RISTA_BARRIER();
  const rista_index g_5 = (rista_index)number;
  for (rista_index t_6 = RISTA_THREAD, t_6_end = 1; t_6 < t_6_end; t_6 += RISTA_SIZE) {
    int32_t sum_7 = ((const RISTA_GLOBAL int32_t *)xs_2)[g_5];
    if (0 < g_5) {
      rista_await(posts, g_5 - 1, RISTA_STAGE(launch, 1), 0);
      sum_7 = rista_add_int32_t(sum_7, ((const RISTA_GLOBAL int32_t *)ys_4)[g_5 - 1]);
    }
    ((RISTA_GLOBAL int32_t *)ys_4)[g_5] = sum_7;
    rista_post(posts, number, RISTA_STAGE(launch, 1));
  }
}

extern "C" __global__ void __launch_bounds__(RISTA_GROUP_SIZE) rista_f0_f_ordered_kernel_1(RISTA_GLOBAL struct rista_failure *failure, int64_t launch, RISTA_GLOBAL uint64_t *posts, RISTA_GLOBAL const uint8_t *RISTA_APART xs_2, RISTA_GLOBAL uint8_t *ys_4) {
  RISTA_SKIP_AFTER_FAILURE();
  RISTA_SHARED uint32_t number;
  if (RISTA_THREAD == 0)
    number = rista_begin(posts);
  RISTA_BARRIER();
  const rista_index g_8 = (rista_index)number;
  struct rista_thread state = {failure, launch, g_8, 0}, *thread = &state;
  RISTA_SHARED int32_t failed_in;
  int32_t phase = 1;
  if (RISTA_THREAD == 0)
    failed_in = 0;
  RISTA_BARRIER();
  {
    const rista_index t_9 = RISTA_THREAD;
    thread->iteration = t_9;
    if (!(((const RISTA_GLOBAL int32_t *)xs_2)[g_8] != 13)) {
      rista_fail(thread, 0, 0, 0);
      failed_in = phase;
      goto left_0;
    }
  }
  left_0:;
  RISTA_BARRIER();
  if (failed_in != 0 && failed_in <= phase)
    return;
  phase++;
  for (rista_index t_10 = RISTA_THREAD, t_10_end = 1; t_10 < t_10_end; t_10 += RISTA_SIZE) {
    thread->iteration = t_10;
    if (0 < g_8) {
      if (!rista_await(posts, g_8 - 1, RISTA_STAGE(launch, 2), thread)) {
        failed_in = phase;
        goto left_1;
      }
    }
    rista_post(posts, number, RISTA_STAGE(launch, 2));
  }
  left_1:;
  RISTA_BARRIER();
  if (failed_in != 0 && failed_in <= phase)
    return;
  phase++;
  for (rista_index t_11 = RISTA_THREAD, t_11_end = 1; t_11 < t_11_end; t_11 += RISTA_SIZE) {
    ((RISTA_GLOBAL int32_t *)ys_4)[g_8] = rista_add_int32_t(((const RISTA_GLOBAL int32_t *)ys_4)[g_8], 1);
  }
}
