/*
 * Memory windows of both types, in C: binds them, writes inside, is refused outside, and invalidates.
 * Two RC QPs of one process are connected to each other; peer owns the windows, writer uses them.
 *
 *     cc -o window window.c -libverbs
 *     ./fenestra exec -- ./window
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef WINDOW_AT
#define BYTES 4096
#define WINDOW_AT 1024
#endif
#define WINDOW_BYTES 64

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static struct ibv_mr *mr, *source_mr;
static struct ibv_qp *writer, *peer;
static char *memory, *source;

static void check(int holds, const char *what)
{
	printf("%s %s\n", holds ? "ok  " : "FAIL", what);
	if (!holds)
		exit(1);
}

static struct ibv_qp *create_qp(void)
{
	struct ibv_qp_init_attr init = {
		.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC,
		.cap = {.max_send_wr = 8, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1}};
	struct ibv_qp *qp = ibv_create_qp(pd, &init);

	check(qp != NULL, "a QP is created");
	return qp;
}

static void connect_to(struct ibv_qp *qp, struct ibv_qp *other)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = IBV_ACCESS_REMOTE_WRITE};
	union ibv_gid gid;
	int failed = ibv_query_gid(context, 1, 0, &gid) ||
		     ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);

	attr = (struct ibv_qp_attr){
		.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = other->qp_num, .min_rnr_timer = 12,
		.max_dest_rd_atomic = 1, .ah_attr = {.is_global = 1, .port_num = 1, .grh = {.dgid = gid, .hop_limit = 64}}};
	failed = failed || ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
						    IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
	attr = (struct ibv_qp_attr){
		.qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7, .rnr_retry = 7, .max_rd_atomic = 1};
	failed = failed || ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
						    IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC);
	check(!failed, "a QP is connected");
}

/* A refused access puts both QPs in error, so each refusal is followed by a new pair. */
static void connect_pair(void)
{
	if (writer)
		check(!ibv_destroy_qp(writer) && !ibv_destroy_qp(peer), "the old QPs are destroyed");
	writer = create_qp();
	peer = create_qp();
	connect_to(writer, peer);
	connect_to(peer, writer);
}

static enum ibv_wc_status completed(void)
{
	struct ibv_wc wc;
	int polled;

	while ((polled = ibv_poll_cq(cq, 1, &wc)) == 0)
		;
	check(polled == 1, "a request has completed");
	return wc.status;
}

static enum ibv_wc_status posted(struct ibv_qp *qp, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad;

	wr->send_flags |= IBV_SEND_SIGNALED;
	check(ibv_post_send(qp, wr, &bad) == 0, "a request is posted");
	return completed();
}

/* Writes to the window's memory, from so many bytes behind its beginning on. */
static enum ibv_wc_status write_to(uint32_t rkey, int behind)
{
	struct ibv_sge sge = {(uintptr_t)source, WINDOW_BYTES, source_mr->lkey};
	struct ibv_send_wr wr = {
		.opcode = IBV_WR_RDMA_WRITE, .sg_list = &sge, .num_sge = 1,
		.wr.rdma = {.remote_addr = (uintptr_t)memory + WINDOW_AT + behind, .rkey = rkey}};

	return posted(writer, &wr);
}

int main(void)
{
	struct ibv_device **devices = ibv_get_device_list(NULL);
	struct ibv_mw_bind_info where;
	struct ibv_mw *mw;

	context = devices && devices[0] ? ibv_open_device(devices[0]) : NULL;
	check(context != NULL, "a device is opened");
	memory = aligned_alloc(BYTES, 2 * BYTES);
	source = memory + BYTES;
	memset(memory, 0, BYTES);
	memset(source, 'w', BYTES);
	pd = ibv_alloc_pd(context);
	cq = ibv_create_cq(context, 16, NULL, NULL, 0);
	mr = ibv_reg_mr(pd, memory, BYTES, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND);
	source_mr = ibv_reg_mr(pd, source, BYTES, IBV_ACCESS_LOCAL_WRITE);
	check(pd && cq && mr && source_mr, "two regions are registered");
	where = (struct ibv_mw_bind_info){mr, (uintptr_t)memory + WINDOW_AT, WINDOW_BYTES, IBV_ACCESS_REMOTE_WRITE};

	connect_pair();
	mw = ibv_alloc_mw(pd, IBV_MW_TYPE_1);
	check(mw && !ibv_bind_mw(peer, mw, &(struct ibv_mw_bind){.send_flags = IBV_SEND_SIGNALED, .bind_info = where}) &&
		      completed() == IBV_WC_SUCCESS, "a window of type 1 is bound");
	check(write_to(mw->rkey, 0) == IBV_WC_SUCCESS && memory[WINDOW_AT] == 'w' && !memory[WINDOW_AT - 1] &&
		      memory[WINDOW_AT + WINDOW_BYTES - 1] == 'w', "a WRITE inside the window arrives");
	check(write_to(mw->rkey, 1) == IBV_WC_REM_ACCESS_ERR && !memory[WINDOW_AT + WINDOW_BYTES],
	      "a WRITE one byte beyond the window is refused");
	check(!ibv_dealloc_mw(mw), "the window is deallocated");

	connect_pair();
	mw = ibv_alloc_mw(pd, IBV_MW_TYPE_2);
	if (!mw && errno == ENOTSUP) {
		printf("ok   the library has no windows of type 2\n");
		return 0;
	}
	check(mw != NULL, "a window of type 2 is allocated");
	uint32_t rkey = ibv_inc_rkey(mw->rkey);
	struct ibv_send_wr bind = {.opcode = IBV_WR_BIND_MW, .bind_mw = {mw, rkey, where}};
	struct ibv_send_wr invalidate = {.opcode = IBV_WR_LOCAL_INV, .invalidate_rkey = rkey};
	check(posted(peer, &bind) == IBV_WC_SUCCESS, "a window of type 2 is bound");
	check(write_to(rkey, 0) == IBV_WC_SUCCESS, "a WRITE inside the window arrives");
	check(posted(peer, &invalidate) == IBV_WC_SUCCESS, "the window is invalidated");
	check(write_to(rkey, 0) == IBV_WC_REM_ACCESS_ERR, "a WRITE through the invalidated window is refused");

	connect_pair();
	bind.bind_mw.rkey = rkey = ibv_inc_rkey(rkey);
	check(posted(peer, &bind) == IBV_WC_SUCCESS && write_to(rkey, 1) == IBV_WC_REM_ACCESS_ERR &&
		      !memory[WINDOW_AT + WINDOW_BYTES], "a WRITE one byte beyond the window is refused");
	return 0;
}
