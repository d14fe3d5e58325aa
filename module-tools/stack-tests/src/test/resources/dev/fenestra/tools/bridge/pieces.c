/*
 * Posts pieces of 2^31 bytes and more, and READs and atomics with inline data. The card sends what the bytes of the WQE
 * say, and never takes inline data for a key and an address. The program is both ends of each connection.
 */
#include <endian.h>
#include <infiniband/verbs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BYTES 8192
#define TARGET 4096
#define POINTED 2048
#define PATIENCE 60

static struct ibv_pd *pd;
static struct ibv_cq *cq;
static struct ibv_mr *mr;
static union ibv_gid gid;
static struct ibv_qp *one, *other;
static char *memory;

static void check(int holds, const char *what) {
    if (!holds) {
        printf("not so: %s\n", what);
        exit(1);
    }
}

static struct ibv_qp *create(struct ibv_srq *srq) {
    struct ibv_qp_init_attr init = {.send_cq = cq, .recv_cq = cq, .srq = srq, .qp_type = IBV_QPT_RC,
        .cap = {.max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 2, .max_recv_sge = 2, .max_inline_data = 64}};
    struct ibv_qp *qp = ibv_create_qp(pd, &init);
    check(qp != NULL, "a QP is created");
    return qp;
}

static void connect_to(struct ibv_qp *qp, struct ibv_qp *peer) {
    struct ibv_qp_attr init = {.qp_state = IBV_QPS_INIT, .port_num = 1,
        .qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC};
    struct ibv_qp_attr rtr = {.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = peer->qp_num,
        .max_dest_rd_atomic = 1, .min_rnr_timer = 1,
        .ah_attr = {.is_global = 1, .port_num = 1, .grh = {.dgid = gid, .hop_limit = 1}}};
    struct ibv_qp_attr rts = {.qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7, .rnr_retry = 7,
        .max_rd_atomic = 1};
    check(!ibv_modify_qp(qp, &init, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS), "INIT");
    check(!ibv_modify_qp(qp, &rtr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN
        | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER), "RTR");
    check(!ibv_modify_qp(qp, &rts, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN
        | IBV_QP_MAX_QP_RD_ATOMIC), "RTS");
}

static void pair(struct ibv_srq *srq) {
    one = create(NULL);
    other = create(srq);
    connect_to(one, other);
    connect_to(other, one);
}

static enum ibv_wc_status done(uint64_t wr_id) {
    struct ibv_wc wc;
    time_t end = time(NULL) + PATIENCE;
    while (time(NULL) < end) {
        if (ibv_poll_cq(cq, 1, &wc) == 1 && wc.wr_id == wr_id) {
            return wc.status;
        }
    }
    check(0, "the request completes in time");
    return IBV_WC_GENERAL_ERR;
}

static enum ibv_wc_status post(enum ibv_wr_opcode opcode, unsigned flags, uint32_t length) {
    struct ibv_sge piece = {(uintptr_t)memory, length, mr->lkey};
    struct ibv_send_wr *bad, wr = {.wr_id = 1, .sg_list = &piece, .num_sge = 1, .opcode = opcode,
        .send_flags = IBV_SEND_SIGNALED | flags};
    if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD || opcode == IBV_WR_ATOMIC_CMP_AND_SWP) {
        wr.wr.atomic.remote_addr = (uintptr_t)memory + TARGET;
        wr.wr.atomic.rkey = mr->rkey;
        wr.wr.atomic.compare_add = wr.wr.atomic.swap = 1;
    } else {
        wr.wr.rdma.remote_addr = (uintptr_t)memory + TARGET;
        wr.wr.rdma.rkey = mr->rkey;
    }
    check(!ibv_post_send(one, &wr, &bad), "libmlx5 takes the request");
    return done(1);
}

/* 12 bytes that spell a key and an address of the program itself. */
static void spell(void) {
    uint32_t key = htobe32(mr->lkey);
    uint64_t address = htobe64((uintptr_t)memory + POINTED);
    memset(memory, 0, BYTES);
    memset(memory + TARGET, 7, 64);
    memcpy(memory, &key, sizeof key);
    memcpy(memory + sizeof key, &address, sizeof address);
}

static void inline_answer(enum ibv_wr_opcode opcode, const char *what) {
    pair(NULL);
    spell();
    check(post(opcode, IBV_SEND_INLINE, 12) == IBV_WC_LOC_QP_OP_ERR, what);
    check(memory[POINTED] == 0, "nothing lands where the inline data points");
    check(memory[TARGET] == 7, "nothing is executed");
}

static void long_receive(struct ibv_srq *srq, const char *what) {
    struct ibv_sge piece = {(uintptr_t)memory, 0x80000010, mr->lkey};
    struct ibv_recv_wr *bad, wr = {.wr_id = 2, .sg_list = &piece, .num_sge = 1};
    struct ibv_sge message = {(uintptr_t)memory + TARGET, 8, mr->lkey};
    struct ibv_send_wr *bad_send, send = {.wr_id = 1, .sg_list = &message, .num_sge = 1, .opcode = IBV_WR_SEND};
    pair(srq);
    check(!(srq ? ibv_post_srq_recv(srq, &wr, &bad) : ibv_post_recv(other, &wr, &bad)), "libmlx5 takes the receive");
    check(!ibv_post_send(one, &send, &bad_send), "a message is posted");
    check(done(2) == IBV_WC_LOC_QP_OP_ERR, what);
    check(done(1) == IBV_WC_REM_OP_ERR, "its sender sees REM_OP_ERR");
}

int main(void) {
    struct ibv_context *context = ibv_open_device(*ibv_get_device_list(NULL));
    struct ibv_srq_init_attr shared = {.attr = {.max_wr = 4, .max_sge = 2}};
    pd = ibv_alloc_pd(context);
    cq = ibv_create_cq(context, 64, NULL, NULL, 0);
    ibv_query_gid(context, 1, 0, &gid);
    memory = aligned_alloc(4096, BYTES);
    memset(memory, 0, BYTES);
    mr = ibv_reg_mr(pd, memory, BYTES, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ
        | IBV_ACCESS_REMOTE_ATOMIC);
    check(mr != NULL, "memory is registered");

    pair(NULL);
    check(post(IBV_WR_RDMA_WRITE, 0, 0x8000000c) == IBV_WC_SUCCESS, "12 bytes of the WQE are written");
    uint32_t key = htobe32(mr->lkey);
    uint64_t address = htobe64((uintptr_t)memory);
    check(!memcmp(memory + TARGET, &key, sizeof key), "they begin with the key");
    check(!memcmp(memory + TARGET + sizeof key, &address, sizeof address), "and end with the address");
    check(post(IBV_WR_RDMA_WRITE, 0, 0x8000000d) == IBV_WC_LOC_QP_OP_ERR, "13 bytes are beyond the WQE");

    inline_answer(IBV_WR_RDMA_READ, "an inline READ is refused");
    inline_answer(IBV_WR_ATOMIC_FETCH_AND_ADD, "an inline fetch-and-add is refused");
    inline_answer(IBV_WR_ATOMIC_CMP_AND_SWP, "an inline compare-and-swap is refused");
    pair(NULL);
    check(post(IBV_WR_RDMA_READ, 0, 0x8000000c) == IBV_WC_LOC_QP_OP_ERR, "a READ of a long piece is refused");
    long_receive(NULL, "a long receive is refused");
    long_receive(ibv_create_srq(pd, &shared), "a long receive of an SRQ is refused");
    return 0;
}
