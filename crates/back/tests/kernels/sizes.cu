
extern "C" __global__ void __launch_bounds__(RISTA_GROUP_SIZE) rista_f0_main_kernel_0(int64_t launch, int64_t n_1_given, int64_t parts_2_given, int64_t seed_3, int64_t far_4, RISTA_GLOBAL const uint8_t *RISTA_APART xs_5, RISTA_GLOBAL uint8_t *to_6) {
  const rista_index group_7 = RISTA_GROUP;
  const rista_index n_1 = (rista_index)n_1_given;
  const rista_index parts_2 = (rista_index)parts_2_given;
  rista_index part_8 = rista_rem_size(group_7, parts_2);
  {
    const rista_index thread_9 = RISTA_THREAD;
    rista_index piece_10 = (part_8 * rista_group_size) + thread_9;
    rista_index pieces_11 = rista_mul_int64_t(parts_2, rista_group_size);
    int64_t hash_12 = rista_add_int64_t(rista_mul_int64_t(piece_10, INT64_C(6364136223846793005)), seed_3);
    for (rista_index at_13 = 0, at_13_end = rista_quot_index(rista_add_index(rista_max_index(rista_sub_index(n_1, piece_10), 0), rista_sub_index(pieces_11, 1)), pieces_11); at_13 < at_13_end; at_13++) {
      int64_t index_14 = rista_add_int64_t(piece_10, rista_mul_int64_t(at_13, pieces_11));
      rista_index beside_15 = piece_10 - 1;
      hash_12 = rista_add_int64_t(hash_12, rista_mul_int64_t(((const RISTA_GLOBAL int64_t *)xs_5)[(n_1 * (rista_offset)index_14) - ((rista_offset)far_4 + 1)], rista_rem_int64_t(hash_12, far_4)));
      ((RISTA_GLOBAL int64_t *)to_6)[(beside_15 < 0) ? piece_10 : beside_15] = hash_12 ^ piece_10;
    }
    int64_t sum_16 = rista_add_int64_t(piece_10, piece_10);
    if (sum_16 < far_4) {
      {
        const rista_offset to = (rista_offset)sum_16 * n_1, from = (rista_offset)(rista_quot_int64_t(sum_16, n_1));
        for (rista_index i = 0, end = pieces_11; i < end; i++)
          ((RISTA_GLOBAL int64_t *)to_6)[to + i] = ((const RISTA_GLOBAL int64_t *)xs_5)[from + i];
      }
    }
  }
}
