/*
 * Creates queues of each kind until the device has no more, or as many as the first argument says. The device has as
 * many of each kind as it announces.
 */
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_cq *cq;

static void *create_cq(void) {
    return ibv_create_cq(context, 1, NULL, NULL, 0);
}

static void *create_qp(void) {
    struct ibv_qp_init_attr init = {
        .send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC, .cap = {.max_send_wr = 1, .max_recv_wr = 1,
                                                                    .max_send_sge = 1, .max_recv_sge = 1}};
    return ibv_create_qp(pd, &init);
}

static void *create_srq(void) {
    struct ibv_srq_init_attr init = {.attr = {.max_wr = 1, .max_sge = 1}};
    return ibv_create_srq(pd, &init);
}

static void *create_pd(void) {
    return ibv_alloc_pd(context);
}

static void *create_mw(void) {
    return ibv_alloc_mw(pd, IBV_MW_TYPE_2);
}

static int destroy_cq(void *one) { return ibv_destroy_cq(one); }
static int destroy_qp(void *one) { return ibv_destroy_qp(one); }
static int destroy_srq(void *one) { return ibv_destroy_srq(one); }
static int destroy_pd(void *one) { return ibv_dealloc_pd(one); }
static int destroy_mw(void *one) { return ibv_dealloc_mw(one); }

static void count(const char *name, int announced, int wanted, void *(*create)(void), int (*destroy)(void *)) {
    int most = wanted && wanted < announced ? wanted : announced, made = 0;
    void **all = calloc(most + 1, sizeof(*all));
    while (made < most && (all[made] = create()))
        made++;
    void *more = most == announced ? create() : NULL;
    printf("%s: %d of %d, and then %s\n", name, made, announced, more ? "another" : "none");
    fflush(stdout);
    if (made < most || more)
        exit(1);
    for (int i = 0; i < made; i++)
        if (destroy(all[i]))
            exit(1);
    free(all);
}

int main(int arguments, char **values) {
    int wanted = arguments > 1 ? atoi(values[1]) : 0;
    struct ibv_device **devices = ibv_get_device_list(NULL);
    struct ibv_device_attr device;
    context = ibv_open_device(devices[0]);
    ibv_query_device(context, &device);
    count("max_cq", device.max_cq, wanted, create_cq, destroy_cq);
    count("max_pd", device.max_pd, wanted, create_pd, destroy_pd);
    pd = ibv_alloc_pd(context);
    cq = ibv_create_cq(context, 1, NULL, NULL, 0);
    count("max_qp", device.max_qp, wanted, create_qp, destroy_qp);
    count("max_srq", device.max_srq, wanted, create_srq, destroy_srq);
    if (device.max_mw)
        count("max_mw", device.max_mw, wanted, create_mw, destroy_mw);
    return 0;
}
