/* A device, and a QP that is connected to itself. Included by programs that check what an RDMA WRITE reaches. */
#include <infiniband/verbs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define BYTES 8192
#define ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE)

static struct ibv_pd *pd;
static struct ibv_cq *cq;
static struct ibv_qp *qp;
static struct ibv_mr *source;

static void check(int holds, const char *what) {
    if (!holds) {
        printf("not so: %s\n", what);
        exit(1);
    }
}

static void connect_to_itself(struct ibv_context *context) {
    struct ibv_qp_init_attr init = {.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC, .cap = {4, 1, 1, 1, 0}};
    union ibv_gid gid;
    qp = ibv_create_qp(pd, &init);
    check(qp && !ibv_query_gid(context, 1, 0, &gid), "a QP is created");
    struct ibv_qp_attr initial = {.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = IBV_ACCESS_REMOTE_WRITE};
    struct ibv_qp_attr ready = {
        .qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = qp->qp_num, .max_dest_rd_atomic = 1,
        .min_rnr_timer = 12, .ah_attr = {.is_global = 1, .port_num = 1, .grh = {.dgid = gid, .hop_limit = 64}}};
    struct ibv_qp_attr sending = {
        .qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7, .rnr_retry = 7, .max_rd_atomic = 1};
    check(!ibv_modify_qp(qp, &initial, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS) &&
              !ibv_modify_qp(qp, &ready, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                                             IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER) &&
              !ibv_modify_qp(qp, &sending, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
                                               IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC),
          "it is connected");
}

/* Pages at an address, or anywhere, with a letter in each byte. */
static char *map(char *at, char letter) {
    char *mapped = mmap(at, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);
    check(mapped != MAP_FAILED, "memory is mapped");
    return memset(mapped, letter, BYTES);
}

static struct ibv_mr *registered(char *at, int access) {
    struct ibv_mr *mr = ibv_reg_mr(pd, at, BYTES, access);
    check(mr != NULL, "memory is registered");
    return mr;
}

/* Posts a WRITE of a letter to all bytes of a region. */
static inline void post_write(struct ibv_mr *mr, char letter) {
    struct ibv_sge from = {(uintptr_t)source->addr, BYTES, source->lkey};
    struct ibv_send_wr *bad, wr = {.opcode = IBV_WR_RDMA_WRITE, .sg_list = &from, .num_sge = 1,
                                   .send_flags = IBV_SEND_SIGNALED,
                                   .wr.rdma = {.remote_addr = (uintptr_t)mr->addr, .rkey = mr->rkey}};
    memset(source->addr, letter, BYTES);
    check(!ibv_post_send(qp, &wr, &bad), "a WRITE is posted");
}

static inline void write_to(struct ibv_mr *mr, char letter) {
    struct ibv_wc wc;
    post_write(mr, letter);
    while (ibv_poll_cq(cq, 1, &wc) == 0)
        ;
    check(wc.status == IBV_WC_SUCCESS, "a WRITE succeeds");
}

static inline void open_device(void) {
    struct ibv_device **devices = ibv_get_device_list(NULL);
    struct ibv_context *context = devices && devices[0] ? ibv_open_device(devices[0]) : NULL;
    check(context != NULL, "a device is opened");
    pd = ibv_alloc_pd(context);
    cq = ibv_create_cq(context, 4, NULL, NULL, 0);
    source = registered(map(NULL, '-'), IBV_ACCESS_LOCAL_WRITE);
    connect_to_itself(context);
}
