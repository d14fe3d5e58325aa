/*
 * Prefetches memory of an on-demand region without waiting for it. The pages must come although the program never lets
 * the device work again. Ends with 1 and a line at the first surprise.
 */
#include "loopback.h"
#include <time.h>

enum { PATIENCE_SECONDS = 10 };

/* Pages that the device has prefetched for all programs. */
static long prefetched(void) {
    char path[256];
    long count = -1;
    snprintf(path, sizeof(path), "/sys/class/infiniband/%s/ports/1/hw_counters/page_prefetch",
             ibv_get_device_name(pd->context->device));
    FILE *counter = fopen(path, "r");
    check(counter && fscanf(counter, "%ld", &count) == 1, "the device counts prefetched pages");
    fclose(counter);
    return count;
}

int main(void) {
    open_device();
    struct ibv_mr *region = registered(map(NULL, 'a'), ACCESS | IBV_ACCESS_ON_DEMAND);
    struct ibv_sge range = {(uintptr_t)region->addr, BYTES, region->lkey};
    struct timespec moment = {.tv_nsec = 1000 * 1000};
    long before = prefetched();
    time_t end = time(NULL) + PATIENCE_SECONDS;
    check(!ibv_advise_mr(pd, IBV_ADVISE_MR_ADVICE_PREFETCH_WRITE, 0, &range, 1), "the advice is taken");
    while (prefetched() < before + 2 && time(NULL) < end)
        nanosleep(&moment, NULL);
    check(prefetched() >= before + 2, "both pages are prefetched");
    puts("as it should be");
    return 0;
}
