/*
 * Gives a QP each attribute of its path, and asks what became of it: what is out of range is refused and changes
 * nothing, what is accepted is told by the query. An XRC QP ignores what it does not have. A datagram shows the
 * receiver the traffic class and the hop limit of its address handle.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <netinet/ip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TO_RTR (IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN \
                | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER)
#define TO_RTS (IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN \
                | IBV_QP_MAX_QP_RD_ATOMIC)
#define QKEY 0x1234

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static union ibv_gid gid;

static void check(int holds, const char *what) {
    if (!holds) {
        printf("not so: %s (errno %d)\n", what, errno);
        exit(1);
    }
}

static struct ibv_qp *created(enum ibv_qp_type type) {
    struct ibv_qp_init_attr init = {.send_cq = cq, .recv_cq = cq, .qp_type = type, .sq_sig_all = 1,
                                    .cap = {.max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1}};
    if (type == IBV_QPT_XRC_SEND)
        init.cap.max_recv_wr = init.cap.max_recv_sge = 0;
    struct ibv_qp *qp = ibv_create_qp(pd, &init);
    check(qp != NULL, "a QP");
    struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = 1, .qkey = QKEY,
                               .qp_access_flags = IBV_ACCESS_REMOTE_WRITE};
    int last = type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS;
    check(qp && !ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | last), "a QP in INIT");
    return qp;
}

static struct ibv_ah_attr path(void) {
    struct ibv_ah_attr path = {.is_global = 1, .port_num = 1, .sl = 5, .static_rate = IBV_RATE_100_GBPS};
    path.grh = (struct ibv_global_route){
        .dgid = gid, .sgid_index = 0, .flow_label = 0x12345, .hop_limit = 9, .traffic_class = 0x6a};
    return path;
}

static struct ibv_qp_attr rtr(struct ibv_qp *qp) {
    return (struct ibv_qp_attr){.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = qp->qp_num,
                                .rq_psn = 0xff000007, .max_dest_rd_atomic = 1, .min_rnr_timer = 12, .ah_attr = path()};
}

static void refused(struct ibv_qp *qp, struct ibv_qp_attr attr, int mask, const char *what) {
    struct ibv_qp_attr told;
    struct ibv_qp_init_attr init;
    check(ibv_modify_qp(qp, &attr, mask) == EINVAL, what);
    check(!ibv_query_qp(qp, &told, IBV_QP_STATE, &init) && told.qp_state == IBV_QPS_INIT, "the QP is still in INIT");
}

static void connected(void) {
    struct ibv_qp *qp = created(IBV_QPT_RC);
    struct ibv_qp_attr attr = rtr(qp), told;
    struct ibv_qp_init_attr init;

    attr.ah_attr.is_global = 0;
    refused(qp, attr, TO_RTR, "is_global 0");
    int ports[] = {0, 2, 255}, rates[] = {1, 99};
    for (int i = 0; i < 3; i++) {
        attr = rtr(qp);
        attr.ah_attr.port_num = ports[i];
        refused(qp, attr, TO_RTR, "port_num of the path");
    }
    for (int i = 0; i < 2; i++) {
        attr = rtr(qp);
        attr.ah_attr.static_rate = rates[i];
        refused(qp, attr, TO_RTR, "static_rate");
    }
    attr = rtr(qp);
    attr.alt_port_num = attr.alt_ah_attr.port_num = 1;
    attr.alt_ah_attr = attr.ah_attr;
    refused(qp, attr, TO_RTR | IBV_QP_ALT_PATH, "an alternate path");
    attr.path_mtu = 6;
    refused(qp, attr, TO_RTR, "path_mtu 6");
    attr = rtr(qp);
    attr.ah_attr.grh.sgid_index = 200;
    refused(qp, attr, TO_RTR, "sgid_index 200");
    refused(qp, rtr(qp), TO_RTR | IBV_QP_CAP, "IBV_QP_CAP");

    attr = rtr(qp);
    check(!ibv_modify_qp(qp, &attr, TO_RTR), "the path is accepted");
    check(!ibv_query_qp(qp, &told, IBV_QP_AV, &init), "a query");
    check(told.ah_attr.grh.traffic_class == 0x6a, "traffic_class is told");
    check(told.ah_attr.grh.flow_label == 0x12345, "flow_label is told");
    check(told.ah_attr.grh.hop_limit == 64, "hop_limit is that of the route");
    check(told.ah_attr.sl == 5 && told.ah_attr.static_rate == IBV_RATE_100_GBPS, "sl and static_rate are told");
    check(told.ah_attr.is_global == 1 && told.ah_attr.port_num == 1, "is_global and port_num are told");
    check(!memcmp(&told.ah_attr.grh.dgid, &gid, sizeof gid), "dgid is told");
    check(told.rq_psn == 7 && told.min_rnr_timer == 12 && told.path_mtu == IBV_MTU_1024, "the others are told");
    check(init.sq_sig_all == 1, "sq_sig_all is told");
    ibv_destroy_qp(qp);
}

/* The masks of perftest for both ends of XRC: all attributes of a requester and of a responder. */
static void extended(void) {
    struct ibv_xrcd_init_attr open = {.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS, .fd = -1,
                                      .oflags = 0100};
    struct ibv_xrcd *domain = ibv_open_xrcd(context, &open);
    struct ibv_qp_init_attr_ex target = {
        .qp_type = IBV_QPT_XRC_RECV, .comp_mask = IBV_QP_INIT_ATTR_XRCD, .xrcd = domain};
    struct ibv_qp *ends[] = {created(IBV_QPT_XRC_SEND), domain ? ibv_create_qp_ex(context, &target) : NULL};
    struct ibv_qp_attr first = {.qp_state = IBV_QPS_INIT, .port_num = 1};
    check(ends[1] && !ibv_modify_qp(ends[1], &first,
                                    IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
          "an XRC target in INIT");
    for (int i = 0; i < 2; i++) {
        struct ibv_qp_attr attr = rtr(ends[i]);
        check(!ibv_modify_qp(ends[i], &attr, TO_RTR), "an XRC QP ignores attributes on its way to RTR");
        attr = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7, .rnr_retry = 7,
                                    .sq_psn = 3, .max_rd_atomic = 1};
        check(!ibv_modify_qp(ends[i], &attr, TO_RTS), "an XRC QP ignores attributes on its way to RTS");
        ibv_destroy_qp(ends[i]);
    }
    ibv_close_xrcd(domain);
}

static void datagram(void) {
    static unsigned char memory[4096];
    struct ibv_mr *mr = ibv_reg_mr(pd, memory, sizeof memory, IBV_ACCESS_LOCAL_WRITE);
    struct ibv_qp *qp = created(IBV_QPT_UD);
    struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RTR, .sq_psn = 0};
    check(mr && !ibv_modify_qp(qp, &attr, IBV_QP_STATE), "RTR");
    attr.qp_state = IBV_QPS_RTS;
    check(!ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN), "RTS");
    struct ibv_ah_attr to = path();
    struct ibv_ah *ah = ibv_create_ah(pd, &to);
    check(ah != NULL, "an address handle");

    struct ibv_sge in = {(uintptr_t)memory, 1024, mr->lkey}, out = {(uintptr_t)memory + 2048, 8, mr->lkey};
    struct ibv_recv_wr receive = {.sg_list = &in, .num_sge = 1}, *bad_receive;
    struct ibv_send_wr send = {.sg_list = &out, .num_sge = 1, .opcode = IBV_WR_SEND}, *bad_send;
    send.wr.ud.ah = ah;
    send.wr.ud.remote_qpn = qp->qp_num;
    send.wr.ud.remote_qkey = QKEY;
    check(!ibv_post_recv(qp, &receive, &bad_receive) && !ibv_post_send(qp, &send, &bad_send), "the datagram is posted");
    struct ibv_wc wc;
    for (int done = 0; done < 2;) {
        int polled = ibv_poll_cq(cq, 1, &wc);
        check(polled >= 0 && (polled == 0 || wc.status == IBV_WC_SUCCESS), "the datagram arrives");
        done += polled;
    }
    struct ip *header = (struct ip *)(memory + 20);
    check(header->ip_v == 4 && header->ip_tos == 0x6a && header->ip_ttl == 9, "TOS and TTL are on the wire");

    to.port_num = 2;
    check(ibv_create_ah(pd, &to) == NULL, "an address handle of port 2");
    to = path();
    to.is_global = 0;
    check(ibv_create_ah(pd, &to) == NULL, "an address handle without GIDs");
}

int main(void) {
    struct ibv_device **devices = ibv_get_device_list(NULL);
    context = ibv_open_device(devices[0]);
    pd = ibv_alloc_pd(context);
    cq = ibv_create_cq(context, 16, NULL, NULL, 0);
    check(pd && cq && !ibv_query_gid(context, 1, 0, &gid), "a device is open");
    connected();
    extended();
    datagram();
    return 0;
}
