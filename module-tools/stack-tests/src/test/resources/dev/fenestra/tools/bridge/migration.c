/* An id takes its events along to another channel: its old channel is not readable any more, as on Linux. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <rdma/rdma_cma.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(that) \
    do { \
        if (!(that)) { \
            fprintf(stderr, "line %d: not %s, errno %d\n", __LINE__, #that, errno); \
            exit(1); \
        } \
    } while (0)

static int readable(struct rdma_event_channel *channel, int milliseconds) {
    return poll(&(struct pollfd){channel->fd, POLLIN}, 1, milliseconds);
}

static struct rdma_cm_id *next(struct rdma_event_channel *channel, enum rdma_cm_event_type type) {
    struct rdma_cm_event *event;
    CHECK(readable(channel, 10000) == 1);
    CHECK(rdma_get_cm_event(channel, &event) == 0);
    CHECK(event->event == type);
    struct rdma_cm_id *id = event->id;
    CHECK(rdma_ack_cm_event(event) == 0);
    return id;
}

static void has_none(struct rdma_event_channel *channel) {
    struct rdma_cm_event *event;
    CHECK(readable(channel, 0) == 0);
    for (int i = 0; i < 3; i++)
        CHECK(rdma_get_cm_event(channel, &event) == -1 && errno == EAGAIN && readable(channel, 0) == 0);
}

int main(int argc, char **argv) {
    struct rdma_event_channel *listening = rdma_create_event_channel(), *joining = rdma_create_event_channel(),
                              *later = rdma_create_event_channel();
    struct rdma_addrinfo *address, hints = {.ai_port_space = RDMA_PS_TCP, .ai_flags = RAI_NUMERICHOST};
    struct rdma_conn_param asked = {.responder_resources = 1, .initiator_depth = 1};
    struct ibv_qp_init_attr queues = {.cap = {1, 1, 1, 1}, .qp_type = IBV_QPT_RC}, same = queues;
    struct rdma_cm_id *listener, *joiner, *accepted;
    CHECK(argc == 2 && listening && joining && later);
    CHECK(rdma_getaddrinfo(argv[1], "7471", &hints, &address) == 0);
    CHECK(fcntl(listening->fd, F_SETFL, O_NONBLOCK) == 0);
    CHECK(rdma_create_id(listening, &listener, NULL, RDMA_PS_TCP) == 0);
    CHECK(rdma_bind_addr(listener, address->ai_dst_addr) == 0 && rdma_listen(listener, 4) == 0);
    has_none(listening);
    CHECK(rdma_create_id(joining, &joiner, NULL, RDMA_PS_TCP) == 0);
    CHECK(rdma_resolve_addr(joiner, NULL, address->ai_dst_addr, 2000) == 0);
    next(joining, RDMA_CM_EVENT_ADDR_RESOLVED);
    CHECK(rdma_resolve_route(joiner, 2000) == 0);
    next(joining, RDMA_CM_EVENT_ROUTE_RESOLVED);
    CHECK(rdma_create_qp(joiner, NULL, &queues) == 0);
    CHECK(rdma_connect(joiner, &asked) == 0);
    accepted = next(listening, RDMA_CM_EVENT_CONNECT_REQUEST);
    has_none(listening);
    CHECK(rdma_create_qp(accepted, NULL, &same) == 0);
    CHECK(rdma_accept(accepted, &asked) == 0);
    next(joining, RDMA_CM_EVENT_ESTABLISHED);
    CHECK(readable(listening, 10000) == 1);
    CHECK(rdma_migrate_id(accepted, later) == 0);
    has_none(listening);
    CHECK(next(later, RDMA_CM_EVENT_ESTABLISHED) == accepted);
    CHECK(readable(later, 0) == 0);
    rdma_destroy_qp(joiner);
    rdma_destroy_qp(accepted);
    CHECK(rdma_destroy_id(joiner) == 0 && rdma_destroy_id(accepted) == 0 && rdma_destroy_id(listener) == 0);
    puts("done");
    return 0;
}
