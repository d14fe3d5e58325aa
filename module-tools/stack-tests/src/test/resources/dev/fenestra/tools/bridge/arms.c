/*
 * Asks for an event of any entry, and at once for one of a solicited entry. The first request stays until its event,
 * although the second takes its place in memory. Ends with 1 and a line at the first surprise.
 */
#include "loopback.h"

#include <poll.h>

#define IDLE 40
#define TIMES 50

static struct ibv_comp_channel *channel;

static int is_told(int millis) {
    return poll(&(struct pollfd){channel->fd, POLLIN}, 1, millis) == 1;
}

static void take_event(void) {
    struct ibv_cq *about;
    void *context;
    check(!ibv_get_cq_event(channel, &about, &context) && about == cq, "the event is of the queue");
    ibv_ack_cq_events(about, 1);
}

int main(void) {
    struct ibv_device **list = ibv_get_device_list(NULL);
    struct ibv_context *context = ibv_open_device(list[0]);
    struct ibv_cq *idle[IDLE];
    pd = ibv_alloc_pd(context);
    channel = ibv_create_comp_channel(context);
    for (int i = 0; i < IDLE; i++)
        idle[i] = ibv_create_cq(context, 4, NULL, channel, 0);
    cq = ibv_create_cq(context, 4, NULL, channel, 0);
    check(pd && channel && idle[IDLE - 1] && cq, "a device is opened");
    connect_to_itself(context);
    source = registered(map(NULL, 's'), ACCESS);
    struct ibv_mr *target = registered(map(NULL, 't'), ACCESS);
    for (int i = 0; i < TIMES; i++) {
        check(!ibv_req_notify_cq(cq, 0) && !ibv_req_notify_cq(cq, 1), "both requests are taken");
        write_to(target, 'a');
        check(is_told(10000), "the wider request gets its event");
        take_event();
        check(!ibv_req_notify_cq(cq, 1), "a request is taken");
        write_to(target, 'b');
        check(!is_told(5), "a request for solicited entries gets none");
        check(!ibv_req_notify_cq(cq, 0), "a request is taken");
        write_to(target, 'c');
        check(is_told(10000), "a wider request gets its event");
        take_event();
    }
    return 0;
}
