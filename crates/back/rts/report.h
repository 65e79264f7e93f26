// What accelerated expressions cost, for the report of a run. The services `report.begin` and `report.end` surround each
// of them. They wait for the device, so that its work belongs to the expression that asked for it.

// Returns what the run has cost so far.
static struct rista_costs rista_costs(struct rista_context *ctx) {
  struct rista_costs costs = {.nanoseconds = rista_now()};
#if defined(RISTA_DEVICE)
  const struct rista_device *device = ctx->device;
  if (!rista_has_report(ctx))
    return costs;
  costs.sent = device->sent;
  costs.received = device->received;
  costs.copies = device->copies;
  for (int i = 0; i < RISTA_KERNELS; i++) {
    costs.launches += device->launches[i].count;
    costs.kernels += device->launches[i].nanoseconds;
  }
#else
  (void)ctx;
#endif
  return costs;
}

// Returns the expression with these places, which is new at its first run; NULL without memory.
static struct rista_expression *rista_expression(struct rista_report *report, int64_t file, int64_t start,
                                                 int64_t end) {
  for (size_t i = 0; i < report->count; i++) {
    struct rista_expression *item = &report->items[i];
    if (item->file == file && item->start == start && item->end == end)
      return item;
  }
  struct rista_expression *items = realloc(report->items, (report->count + 1) * sizeof(struct rista_expression));
  if (items == NULL)
    return NULL;
  report->items = items;
  items[report->count] = (struct rista_expression){.file = file, .start = start, .end = end};
  return &items[report->count++];
}

static inline int rista_service_begin(struct rista_context *ctx, int64_t file, int64_t start, int64_t end,
                                      bool imperative) {
  struct rista_report *report = &ctx->report;
  struct rista_expression *expression = rista_expression(report, file, start, end);
  if (expression == NULL)
    return RISTA_OUT_OF_MEMORY;
  expression->imperative = imperative;
  expression->runs++;
  report->running = (size_t)(expression - report->items) + 1;
  report->before = rista_costs(ctx);
  return RISTA_SUCCESS;
}

static inline int rista_service_end(struct rista_context *ctx) {
  struct rista_report *report = &ctx->report;
  if (report->running == 0)
    return RISTA_SUCCESS;
  struct rista_costs *costs = &report->items[report->running - 1].costs, after = rista_costs(ctx);
  costs->nanoseconds += after.nanoseconds - report->before.nanoseconds;
  costs->launches += after.launches - report->before.launches;
  costs->kernels += after.kernels - report->before.kernels;
  costs->sent += after.sent - report->before.sent;
  costs->received += after.received - report->before.received;
  costs->copies += after.copies - report->before.copies;
  report->running = 0;
  return RISTA_SUCCESS;
}

// Bytes of the text of one expression, at most.
#define RISTA_EXPRESSION_ROOM 320

// Reports the expressions that have run. One that failed ends here.
static int rista_report_expressions(struct rista_context *ctx, char *text, size_t room) {
  rista_service_end(ctx);
  int at = snprintf(text, room, "\"expressions\":[");
  for (size_t i = 0; i < ctx->report.count; i++) {
    const struct rista_expression *item = &ctx->report.items[i];
    at += snprintf(text + at, room - (size_t)at,
                   "%s{\"file\":%" PRId64 ",\"start\":%" PRId64 ",\"end\":%" PRId64 ",\"imperative\":%s,\"runs\":%" PRId64
                   ",\"launches\":%" PRId64 ",\"sent\":%" PRId64 ",\"received\":%" PRId64
                   ",\"duration\":%.3f,\"kernels\":%.3f,\"copies\":%.3f}",
                   i > 0 ? "," : "", item->file, item->start, item->end, item->imperative ? "true" : "false",
                   item->runs, item->costs.launches, item->costs.sent, item->costs.received,
                   (double)item->costs.nanoseconds / 1000.0, (double)item->costs.kernels / 1000.0,
                   (double)item->costs.copies / 1000.0);
  }
  return at + snprintf(text + at, room - (size_t)at, "],");
}
