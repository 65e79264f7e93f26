RISTA_CALLED_FUNCTION int rista_f1_g(const struct rista_thread *thread, int64_t k_10, int64_t *out_r_11);

RISTA_CALLED_FUNCTION int rista_f1_g(const struct rista_thread *thread, int64_t k_10, int64_t *out_r_11) {
  int64_t r_11 = 0;
  int32_t to_12[RISTA_ROOM(12) * 1];
  int64_t kept_13[RISTA_ROOM(12) * 1];
  if (!(k_10 < (rista_quot_size(rista_stack_size, 12)))) {
    const int64_t values[] = {(int64_t)(rista_quot_size(rista_stack_size, 12))};
    rista_fail(thread, 0, 1, values);
    return RISTA_FAILED;
  }
  to_12[(rista_offset)k_10] = 1;
  kept_13[(rista_offset)k_10] = k_10;
  r_11 = rista_add_int64_t(kept_13[(rista_offset)k_10], (rista_index)to_12[(rista_offset)k_10]);
  *out_r_11 = r_11;
  return RISTA_SUCCESS;
}

__kernel __attribute__((reqd_work_group_size(RISTA_GROUP_SIZE, 1, 1))) void rista_f0_f_kernel_0(RISTA_GLOBAL struct rista_failure *failure, int64_t launch, RISTA_LOCAL uint8_t *shared, RISTA_GLOBAL uint8_t *ys_2) {
  RISTA_SKIP_AFTER_FAILURE();
  const rista_index group_3 = RISTA_GROUP;
  struct rista_thread state = {failure, launch, group_3, 0}, *thread = &state;
  for (rista_index thread_4 = RISTA_THREAD, thread_4_end = 1; thread_4 < thread_4_end; thread_4 += RISTA_SIZE) {
    thread->iteration = thread_4;
    int64_t y_5 = 0;
    if (rista_f1_g(thread, group_3, &y_5) != RISTA_SUCCESS)
      return;
    ((RISTA_GLOBAL int64_t *)ys_2)[group_3] = y_5;
  }
}
