
__kernel __attribute__((reqd_work_group_size(RISTA_GROUP_SIZE, 1, 1))) void rista_f0_main_kernel_0(int64_t launch, RISTA_LOCAL uint8_t *shared, int64_t n_1_given, RISTA_GLOBAL const uint8_t *RISTA_APART xs_2, RISTA_GLOBAL uint8_t *ys_3) {
  const rista_index group_4 = RISTA_GROUP;
  const rista_index n_1 = (rista_index)n_1_given;
  RISTA_LOCAL uint8_t *shared_end = shared;
  RISTA_LOCAL int32_t *tile_5 = (RISTA_LOCAL int32_t *)shared_end;
  shared_end += RISTA_ALIGNED((rista_warp_size * (rista_warp_size + 1)) * 4);
  {
    const rista_index thread_6 = RISTA_THREAD;
    for (rista_index at_7 = 0, at_7_end = rista_quot_size(rista_warp_size * rista_warp_size, rista_group_size); at_7 < at_7_end; at_7++) {
      rista_index element_8 = (at_7 * rista_group_size) + thread_6;
      tile_5[((rista_quot_size(element_8, rista_warp_size)) * (rista_warp_size + 1)) + (rista_rem_size(element_8, rista_warp_size))] = (int32_t)element_8;
    }
  }
  RISTA_BARRIER();
  {
    const rista_index thread_9 = RISTA_THREAD;
    int32_t own_10[4];
    for (rista_index block_11 = 0, block_11_end = rista_quot_size(rista_add_index(n_1, rista_tile_size - 1), rista_tile_size); block_11 < block_11_end; block_11++) {
      rista_index from_12 = block_11 * rista_tile_size;
      if ((rista_add_index(from_12, rista_tile_size)) <= n_1) {
        #pragma unroll 16
        for (rista_index deep_13 = 0, deep_13_end = rista_tile_size; deep_13 < deep_13_end; deep_13++) {
          #pragma unroll
          for (rista_index item_14 = 0, item_14_end = 4; item_14 < item_14_end; item_14++) {
            own_10[item_14] = rista_add_int32_t(((const RISTA_GLOBAL int32_t *)xs_2)[rista_add_index(from_12, deep_13)], tile_5[(deep_13 * (rista_warp_size + 1)) + item_14]);
          }
          if (n_1 < (rista_quot_size(rista_group_memory, rista_short_segment))) {
            ((RISTA_GLOBAL int32_t *)ys_3)[thread_9 + deep_13] = own_10[0];
          }
        }
      }
    }
  }
}
