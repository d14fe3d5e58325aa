/* Arms of completion queues that a card cannot see. Included by preload.c. */

/*
 * Some libraries ask for an event by a store to a register that all queues share, where the next store takes its place.
 * The server says so when the register is mapped. The function of this library calls that of the driver, and then asks
 * the server by the command that other libraries have in place of a register. Where devices of two drivers that need it
 * are open, it watches those of the first one.
 */
static int (*driver_req_notify_cq)(struct cq *, int);

static int req_notify_cq(struct cq *cq, int solicited) {
    struct {
        struct ib_uverbs_cmd_hdr head;
        struct ib_uverbs_req_notify_cq asked;
    } command = {
        {IB_USER_VERBS_CMD_REQ_NOTIFY_CQ, sizeof(command) / 4},
        {cq->handle, solicited != 0},
    };
    int error = driver_req_notify_cq(cq, solicited), fd = cq->context->command;
    return error ?: write_to_server(fd, path_of(fd), (uint64_t)&command, sizeof(command)) < 0 ? errno : 0;
}

/* Tells of the arms of a context from now on. */
static void watch_arms(struct context *context) {
    driver_req_notify_cq = driver_req_notify_cq ?: context->req_notify_cq;
    if (context->req_notify_cq == driver_req_notify_cq)
        context->req_notify_cq = req_notify_cq;
}
