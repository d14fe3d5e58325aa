/*
 * Polls in vain, and counts how often that gives the processor away: by the argument "yield" again and again, by "spin"
 * never. Ends with 1 and a line at the first surprise.
 */
#include "loopback.h"

#include <errno.h>
#include <time.h>

static int yields; /* the library for programs calls this function, too */
int sched_yield(void) {
    yields++;
    return 0;
}

/* On a busy machine yields are off for less than a second, since they take long. */
static int goes_on(int wanted, int polls, time_t end) {
    return polls < 100 || (wanted && !yields && time(NULL) < end);
}

static void poll_in_vain(int wanted) {
    struct ibv_wc wc;
    time_t end = time(NULL) + 30;
    yields = 0;
    for (int i = 0; goes_on(wanted, i, end); i++)
        check(ibv_poll_cq(cq, 1, &wc) == 0, "the CQ is empty");
    check(wanted ? yields > 0 : yields == 0, "empty polls give way, or do not");
    write_to(source, 'a');
    yields = 0;
    check(ibv_poll_cq(cq, 1, &wc) == 0 && yields == 0, "the first empty poll after a completion does not");
}

static void start_in_vain(struct ibv_cq_ex *extended, int wanted) {
    struct ibv_poll_cq_attr how = {0};
    time_t end = time(NULL) + 30;
    yields = 0;
    for (int i = 0; goes_on(wanted, i, end); i++)
        check(ibv_start_poll(extended, &how) == ENOENT, "the extended CQ is empty");
    check(wanted ? yields > 0 : yields == 0, "empty polls of it give way, or do not");
}

/* What the driver's own poll stores is there after start_poll, too. */
static void start_and_find(struct ibv_cq_ex *extended) {
    struct ibv_poll_cq_attr how = {0};
    struct ibv_cq *before = cq;
    cq = ibv_cq_ex_to_cq(extended);
    ibv_destroy_qp(qp);
    connect_to_itself(pd->context);
    post_write(source, 'b');
    int error;
    while ((error = ibv_start_poll(extended, &how)) == ENOENT)
        ;
    check(!error && extended->status == IBV_WC_SUCCESS && ibv_wc_read_opcode(extended) == IBV_WC_RDMA_WRITE,
          "a WRITE is found");
    ibv_end_poll(extended);
    ibv_destroy_qp(qp);
    cq = before;
    connect_to_itself(pd->context);
}

int main(int count, char **words) {
    int wanted = count < 2 || strcmp(words[1], "spin");
    open_device();
    check(!ibv_dereg_mr(source) && (source = registered(map(NULL, '-'), ACCESS)), "a region is the target, too");
    for (int i = 0; i < 3; i++) {
        struct ibv_cq_init_attr_ex wish = {.cqe = 4};
        struct ibv_cq_ex *extended = ibv_create_cq_ex(pd->context, &wish);
        check(extended != NULL, "an extended CQ is created");
        poll_in_vain(wanted);
        start_in_vain(extended, wanted);
        start_and_find(extended);
        check(!ibv_destroy_cq(ibv_cq_ex_to_cq(extended)), "it is destroyed");
    }
    puts("as it should be");
    return 0;
}
