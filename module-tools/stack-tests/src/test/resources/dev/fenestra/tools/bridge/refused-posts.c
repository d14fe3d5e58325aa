/*
 * Posts what the library refuses by itself: the server is to know of it. Other posts go on as before, and a program that
 * tries again and again is told of once.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BYTES 4096

static void check(int holds, const char *what) {
    if (!holds) {
        printf("not so: %s\n", what);
        exit(1);
    }
}

int main(void) {
    struct ibv_context *context = ibv_open_device(*ibv_get_device_list(NULL));
    struct ibv_pd *pd = ibv_alloc_pd(context);
    struct ibv_cq *cq = ibv_create_cq(context, 16, NULL, NULL, 0);
    struct ibv_qp_init_attr init = {.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC,
        .cap = {.max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1, .max_inline_data = 16}};
    struct ibv_qp *qp = ibv_create_qp(pd, &init);
    char *memory = calloc(1, BYTES);
    struct ibv_mr *mr = ibv_reg_mr(pd, memory, BYTES, IBV_ACCESS_LOCAL_WRITE);
    struct ibv_sge piece = {(uintptr_t)memory, BYTES, mr->lkey};
    struct ibv_sge pieces[64];
    struct ibv_recv_wr *bad_receive, receive = {.wr_id = 11, .sg_list = pieces, .num_sge = 64};
    struct ibv_send_wr *bad, wr = {.wr_id = 7, .sg_list = &piece, .num_sge = 1, .opcode = IBV_WR_SEND,
        .send_flags = IBV_SEND_INLINE};
    struct ibv_qp_attr to_init = {.qp_state = IBV_QPS_INIT, .port_num = 1};
    check(mr && qp, "there are a region and a QP");
    for (int i = 0; i < 64; i++) {
        pieces[i] = piece;
    }
    check(!ibv_modify_qp(qp, &to_init,
        IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS), "INIT");
    errno = 77;
    check(ibv_post_send(qp, &wr, &bad) == ENOMEM && bad == &wr && errno == 77, "inline data is too long");
    for (int i = 0; i < 1000; i++) {
        check(ibv_post_send(qp, &wr, &bad) == ENOMEM, "and stays so");
    }
    wr.wr_id = 8;
    wr.opcode = 77;
    wr.send_flags = 0;
    piece.length = 8;
    check(ibv_post_send(qp, &wr, &bad) == EINVAL, "there is no such opcode");
    check(ibv_post_recv(qp, &receive, &bad_receive) != 0, "a receive has too many pieces");
    receive.num_sge = 1;
    check(ibv_post_recv(qp, &receive, &bad_receive) == 0, "another one is taken");
    return 0;
}
