/*
 * Verbs on request: one line of text over TCP asks for one verb, and one line answers it.
 *
 * A line is a word and pairs NAME=NUMBER; the answer is "ok" with such pairs, or "error ERRNO". Objects have numbers
 * that the peer chooses. Addresses of local memory are offsets into one buffer. A connection has a process of its own,
 * so what it leaves behind is freed when it ends. EndpointClient.java is the peer.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum { OBJECTS = 64, PIECES = 8, PORT = 18516, LINE = 1 << 17, POLLED = 64, DOMAINS = 2, GID_BYTES = 16 };

static struct ibv_context *context;
static struct ibv_pd *domains[DOMAINS];
static struct ibv_comp_channel *channel;
static struct ibv_cq *cq;
static struct ibv_qp *qps[OBJECTS];
static struct ibv_ah *paths[OBJECTS];
static struct ibv_mr *regions[OBJECTS];
static struct ibv_mw *windows[OBJECTS];
static int gid_index;
static uint8_t *memory;
static size_t memory_bytes;
static char *line;
static FILE *out;

/* The text behind NAME= in the line, or null. */
static const char *text(const char *name)
{
    size_t length = strlen(name);
    for (const char *at = line; (at = strstr(at, name)); at += length)
        if (at > line && at[-1] == ' ' && at[length] == '=')
            return at + length + 1;
    return NULL;
}

static uint64_t number(const char *name)
{
    const char *found = text(name);
    return found ? strtoull(found, NULL, 0) : 0;
}

static unsigned object(const char *name)
{
    return number(name) % OBJECTS;
}

static void answer(int error)
{
    if (error)
        fprintf(out, "error %d\n", error < 0 ? -error : error);
    else
        fprintf(out, "ok\n");
}

static int is_inside(uint64_t offset, uint64_t length)
{
    return offset <= memory_bytes && length <= memory_bytes - offset;
}

static void make_memory(void)
{
    memory_bytes = number("bytes");
    memory = mmap(NULL, memory_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        answer(errno);
    else
        fprintf(out, "ok address=%llu\n", (unsigned long long)(uintptr_t)memory);
}

static void make_region(void)
{
    struct ibv_mr *region = ibv_reg_mr(domains[number("pd") % DOMAINS], memory + number("offset"), number("length"),
                                       (int)number("access"));
    if (!region) {
        answer(errno);
        return;
    }
    regions[object("id")] = region;
    fprintf(out, "ok lkey=%u rkey=%u\n", region->lkey, region->rkey);
}

static void make_qp(void)
{
    struct ibv_qp_init_attr wanted = {
        .send_cq = cq,
        .recv_cq = cq,
        .qp_type = (enum ibv_qp_type)number("type"),
        .cap = { .max_send_wr = 256, .max_recv_wr = 256, .max_send_sge = PIECES, .max_recv_sge = PIECES, .max_inline_data = 128 },
    };
    struct ibv_qp *qp = ibv_create_qp(domains[number("pd") % DOMAINS], &wanted);
    if (!qp) {
        answer(errno);
        return;
    }
    qps[object("id")] = qp;
    fprintf(out, "ok qpn=%u\n", qp->qp_num);
}

static struct ibv_ah_attr path(void)
{
    struct ibv_ah_attr attributes = { .is_global = 1, .port_num = 1 };
    const char *gid = text("gid");
    attributes.grh.sgid_index = (uint8_t)gid_index;
    attributes.grh.hop_limit = 64;
    for (int i = 0; gid && i < GID_BYTES; i++) {
        unsigned byte = 0;
        sscanf(gid + 2 * i, "%2x", &byte);
        attributes.grh.dgid.raw[i] = (uint8_t)byte;
    }
    return attributes;
}

static int to_init(struct ibv_qp *qp)
{
    struct ibv_qp_attr reset = { .qp_state = IBV_QPS_RESET };
    int error = ibv_modify_qp(qp, &reset, IBV_QP_STATE);
    struct ibv_qp_attr init = { .qp_state = IBV_QPS_INIT, .port_num = 1, .qkey = (uint32_t)number("qkey"),
                                .qp_access_flags = (unsigned)number("access") };
    int mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;
    mask |= qp->qp_type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS;
    return error ? error : ibv_modify_qp(qp, &init, mask);
}

static int to_rtr(struct ibv_qp *qp)
{
    struct ibv_qp_attr rtr = {
        .qp_state = IBV_QPS_RTR,
        .ah_attr = path(),
        .path_mtu = (enum ibv_mtu)number("mtu"),
        .dest_qp_num = (uint32_t)number("qpn"),
        .rq_psn = (uint32_t)number("rqpsn"),
        .max_dest_rd_atomic = (uint8_t)number("reads"),
        .min_rnr_timer = (uint8_t)number("timer"),
    };
    int mask = IBV_QP_STATE;
    if (qp->qp_type != IBV_QPT_UD)
        mask |= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
    if (qp->qp_type == IBV_QPT_RC)
        mask |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
    return ibv_modify_qp(qp, &rtr, mask);
}

static int to_rts(struct ibv_qp *qp)
{
    struct ibv_qp_attr rts = {
        .qp_state = IBV_QPS_RTS,
        .sq_psn = (uint32_t)number("sqpsn"),
        .timeout = (uint8_t)number("timeout"),
        .retry_cnt = (uint8_t)number("retries"),
        .rnr_retry = (uint8_t)number("rnr"),
        .max_rd_atomic = (uint8_t)number("reads"),
    };
    int mask = IBV_QP_STATE | IBV_QP_SQ_PSN;
    if (qp->qp_type == IBV_QPT_RC)
        mask |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
    return ibv_modify_qp(qp, &rts, mask);
}

static int bring_up(struct ibv_qp *qp)
{
    int error = to_init(qp);
    error = error ? error : to_rtr(qp);
    return error ? error : to_rts(qp);
}

/* The kernel may move a QP to ERR for an error of before, while it is connected again: then once more. */
static void connect_qp(void)
{
    unsigned id = object("id");
    struct ibv_qp *qp = qps[id];
    int error = qp ? bring_up(qp) : EINVAL;
    for (int turn = 0; qp && error == EINVAL && turn < 3; turn++) {
        usleep(20000);
        error = bring_up(qp);
    }
    if (!error && qp->qp_type == IBV_QPT_UD && !paths[id]) {
        struct ibv_ah_attr attributes = path();
        paths[id] = ibv_create_ah(qp->pd, &attributes);
        error = paths[id] ? 0 : errno;
    }
    answer(error);
}

/* Reads KEY:OFFSET:LENGTH,... and returns how many there are. */
static int read_pieces(struct ibv_sge *pieces)
{
    const char *at = text("pieces");
    int count = 0;
    unsigned key, offset, length;
    while (at && count < PIECES && sscanf(at, "%u:%u:%u", &key, &offset, &length) == 3) {
        pieces[count++] = (struct ibv_sge){ .addr = (uintptr_t)memory + offset, .length = length, .lkey = key };
        const char *end = strpbrk(at, ", \n");
        at = end && *end == ',' ? end + 1 : NULL;
    }
    return count;
}

static void post_receive(void)
{
    struct ibv_sge pieces[PIECES];
    struct ibv_recv_wr request = { .wr_id = number("wr"), .sg_list = pieces, .num_sge = read_pieces(pieces) };
    struct ibv_recv_wr *bad;
    struct ibv_qp *qp = qps[object("id")];
    answer(qp ? ibv_post_recv(qp, &request, &bad) : EINVAL);
}

static void post_send(void)
{
    unsigned id = object("id");
    struct ibv_sge pieces[PIECES];
    struct ibv_send_wr request = {
        .wr_id = number("wr"),
        .sg_list = pieces,
        .num_sge = read_pieces(pieces),
        .opcode = (enum ibv_wr_opcode)number("opcode"),
        .send_flags = (unsigned)number("flags"),
    };
    struct ibv_send_wr *bad;
    if (!qps[id]) {
        answer(EINVAL);
        return;
    }
    if (request.opcode == IBV_WR_SEND_WITH_INV || request.opcode == IBV_WR_LOCAL_INV)
        request.invalidate_rkey = (uint32_t)number("operand");
    else
        request.imm_data = htonl((uint32_t)number("operand"));
    if (qps[id]->qp_type == IBV_QPT_UD) {
        request.wr.ud.ah = paths[id];
        request.wr.ud.remote_qpn = (uint32_t)number("qpn");
        request.wr.ud.remote_qkey = (uint32_t)number("qkey");
    } else if (request.opcode == IBV_WR_ATOMIC_CMP_AND_SWP || request.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
        request.wr.atomic.remote_addr = number("address");
        request.wr.atomic.rkey = (uint32_t)number("rkey");
        request.wr.atomic.compare_add = number("operand");
        request.wr.atomic.swap = number("swap");
    } else {
        request.wr.rdma.remote_addr = number("address");
        request.wr.rdma.rkey = (uint32_t)number("rkey");
    }
    answer(ibv_post_send(qps[id], &request, &bad));
}

static void make_window(void)
{
    struct ibv_mw *window = ibv_alloc_mw(domains[number("pd") % DOMAINS], (enum ibv_mw_type)number("type"));
    if (!window) {
        answer(errno);
        return;
    }
    windows[object("id")] = window;
    fprintf(out, "ok rkey=%u\n", window->rkey);
}

static void bind_window(void)
{
    struct ibv_qp *qp = qps[object("id")];
    struct ibv_mw *window = windows[object("window")];
    struct ibv_mr *region = regions[object("region")];
    if (!qp || !window || !region) {
        answer(EINVAL);
        return;
    }
    struct ibv_mw_bind_info range = { region, (uintptr_t)memory + number("offset"), number("length"),
                                      (unsigned)number("access") };
    int error;
    if (window->type == IBV_MW_TYPE_1) {
        struct ibv_mw_bind bind = { .wr_id = number("wr"), .send_flags = IBV_SEND_SIGNALED, .bind_info = range };
        error = ibv_bind_mw(qp, window, &bind);
    } else {
        struct ibv_send_wr request = { .wr_id = number("wr"), .opcode = IBV_WR_BIND_MW, .send_flags = IBV_SEND_SIGNALED };
        struct ibv_send_wr *bad;
        request.bind_mw.mw = window;
        request.bind_mw.rkey = ibv_inc_rkey(window->rkey);
        request.bind_mw.bind_info = range;
        error = ibv_post_send(qp, &request, &bad);
        if (!error)
            window->rkey = request.bind_mw.rkey;
    }
    if (error)
        answer(error);
    else
        fprintf(out, "ok rkey=%u\n", window->rkey);
}

/* Waits for a completion at most that long, and answers with all that are there. */
static void poll_completions(void)
{
    struct ibv_wc found[POLLED];
    int count = 0;
    for (long turns = (long)number("ms") * 5; !(count = ibv_poll_cq(cq, POLLED, found)) && turns > 0; turns--)
        usleep(200);
    if (count < 0) {
        answer(EIO);
        return;
    }
    fprintf(out, "ok");
    for (int i = 0; i < count; i++)
        fprintf(out, " %llu/%d/%d/%u/%u/%u/%u", (unsigned long long)found[i].wr_id, found[i].status, found[i].opcode,
                found[i].byte_len, found[i].wc_flags, ntohl(found[i].imm_data), found[i].qp_num);
    fprintf(out, "\n");
}

/* Whether a completion event comes in time. */
static void await_event(void)
{
    struct pollfd ready = { .fd = channel->fd, .events = POLLIN };
    struct ibv_cq *from;
    void *unused;
    int count = poll(&ready, 1, (int)number("ms"));
    if (count > 0 && !ibv_get_cq_event(channel, &from, &unused))
        ibv_ack_cq_events(from, 1);
    fprintf(out, "ok event=%d\n", count > 0);
}

static void fill(void)
{
    uint64_t offset = number("offset"), length = number("length");
    uint32_t seed = (uint32_t)number("seed");
    if (!is_inside(offset, length)) {
        answer(ERANGE);
        return;
    }
    for (uint32_t i = 0; i < length; i++)
        memory[offset + i] = (uint8_t)(((i + 1) * 0x9e3779b1u ^ seed * 0x9e3779b9u) >> 24);
    answer(0);
}

static void checksum(void)
{
    static uint32_t table[256];
    uint64_t offset = number("offset"), length = number("length");
    uint32_t crc = 0xffffffffu;
    if (!is_inside(offset, length)) {
        answer(ERANGE);
        return;
    }
    for (uint32_t i = 0; !table[255] && i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++)
            value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
        table[i] = value;
    }
    for (uint64_t i = 0; i < length; i++)
        crc = table[(crc ^ memory[offset + i]) & 0xff] ^ crc >> 8;
    fprintf(out, "ok crc=%u\n", ~crc);
}

static void read_memory(void)
{
    uint64_t offset = number("offset"), length = number("length");
    if (!is_inside(offset, length)) {
        answer(ERANGE);
        return;
    }
    fprintf(out, "ok bytes=");
    for (uint64_t i = 0; i < length; i++)
        fprintf(out, "%02x", memory[offset + i]);
    fprintf(out, "\n");
}

static void write_memory(void)
{
    const char *bytes = text("bytes");
    uint64_t offset = number("offset"), length = bytes ? strspn(bytes, "0123456789abcdef") / 2 : 0;
    if (!is_inside(offset, length)) {
        answer(ERANGE);
        return;
    }
    for (uint64_t i = 0; i < length; i++) {
        unsigned byte = 0;
        sscanf(bytes + 2 * i, "%2x", &byte);
        memory[offset + i] = (uint8_t)byte;
    }
    answer(0);
}

static void query_state(void)
{
    struct ibv_qp_attr attributes;
    struct ibv_qp_init_attr unused;
    struct ibv_qp *qp = qps[object("id")];
    int error = qp ? ibv_query_qp(qp, &attributes, IBV_QP_STATE, &unused) : EINVAL;
    if (error)
        answer(error);
    else
        fprintf(out, "ok state=%d\n", attributes.qp_state);
}

static void destroy_qp(void)
{
    struct ibv_qp **qp = &qps[object("id")];
    int error = *qp ? ibv_destroy_qp(*qp) : EINVAL;
    if (!error)
        *qp = NULL;
    answer(error);
}

static void arm(void)
{
    answer(ibv_req_notify_cq(cq, (int)number("solicited")));
}

static const struct { const char *word; void (*run)(void); } VERBS[] = {
    { "memory", make_memory }, { "region", make_region },     { "qp", make_qp },         { "connect", connect_qp },
    { "receive", post_receive }, { "post", post_send },       { "window", make_window }, { "bind", bind_window },
    { "poll", poll_completions }, { "event", await_event },   { "arm", arm },            { "fill", fill },
    { "checksum", checksum },  { "read", read_memory },       { "write", write_memory }, { "state", query_state },
    { "destroy", destroy_qp },
};

static void obey(void)
{
    size_t word = strcspn(line, " \r\n");
    for (size_t i = 0; i < sizeof VERBS / sizeof *VERBS; i++)
        if (strlen(VERBS[i].word) == word && !strncmp(VERBS[i].word, line, word)) {
            VERBS[i].run();
            return;
        }
    answer(ENOSYS);
}

static int open_device(const char *name)
{
    int count = 0;
    struct ibv_device **devices = ibv_get_device_list(&count);
    for (int i = 0; i < count; i++)
        if (!strcmp(ibv_get_device_name(devices[i]), name))
            context = ibv_open_device(devices[i]);
    for (int i = 0; context && i < DOMAINS; i++)
        domains[i] = ibv_alloc_pd(context);
    channel = context ? ibv_create_comp_channel(context) : NULL;
    cq = channel ? ibv_create_cq(context, 4096, NULL, channel, 0) : NULL;
    return cq ? 0 : -1;
}

static void serve(int socket, const char *device)
{
    FILE *in = fdopen(socket, "r");
    out = fdopen(dup(socket), "w");
    line = malloc(LINE);
    if (!in || !out || !line || open_device(device))
        _exit(1);
    while (fgets(line, LINE, in)) {
        obey();
        fflush(out);
    }
    _exit(0);
}

int main(int count, char **arguments)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons(PORT) };
    int listening = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    if (count != 3) {
        fprintf(stderr, "usage: verbs-endpoint DEVICE GID_INDEX\n");
        return 2;
    }
    gid_index = atoi(arguments[2]);
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(listening, (struct sockaddr *)&at, sizeof at) || listen(listening, 8)) {
        perror("verbs-endpoint");
        return 1;
    }
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        int peer = accept(listening, NULL, NULL);
        if (peer >= 0 && !fork()) {
            close(listening);
            serve(peer, arguments[1]);
        }
        close(peer);
    }
}
