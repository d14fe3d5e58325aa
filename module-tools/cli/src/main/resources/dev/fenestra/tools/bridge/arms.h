/* Arms of completion queues that a card cannot see. Included by preload.c. */

/*
 * Some libraries ask for an event by a store that a later store replaces, maybe before the card has looked. The server
 * says so when a register is mapped. The function of this library calls that of the driver, and asks the server by the
 * command that other libraries have in place of a register. Where devices of two drivers that need it are open, it
 * watches those of the first one.
 */
enum lost_arms { NO_ARMS, WIDER_ARMS, ALL_ARMS };

static int (*driver_req_notify_cq)(struct cq *, int);

static int ask_for_event(struct cq *cq, int solicited) {
    struct {
        struct ib_uverbs_cmd_hdr head;
        struct ib_uverbs_req_notify_cq asked;
    } command = {
        {IB_USER_VERBS_CMD_REQ_NOTIFY_CQ, sizeof(command) / 4},
        {cq->handle, solicited != 0},
    };
    int fd = cq->context->command;
    return write_to_server(fd, path_of(fd), (uint64_t)&command, sizeof(command)) < 0 ? errno : 0;
}

/* All queues share a register. */
static int arm_and_ask(struct cq *cq, int solicited) {
    return driver_req_notify_cq(cq, solicited) ?: ask_for_event(cq, solicited);
}

/* Each queue has its place: only an arm for any entry that one for solicited entries replaces can be lost. */
static int arm_or_ask(struct cq *cq, int solicited) {
    static _Atomic char is_wide[1 << 10]; /* queues that share an entry make more calls, and lose nothing */
    _Atomic char *wide = is_wide + ((uint64_t)cq * 0x9e3779b97f4a7c15 >> 54);
    int error = solicited && *wide ? ask_for_event(cq, solicited) : 0;
    if (!solicited)
        *wide = 1;
    return error ?: driver_req_notify_cq(cq, solicited);
}

/* Tells of the arms of a context from now on. */
static void watch_arms(struct context *context, enum lost_arms lost) {
    driver_req_notify_cq = driver_req_notify_cq ?: context->req_notify_cq;
    if (context->req_notify_cq == driver_req_notify_cq)
        context->req_notify_cq = lost == ALL_ARMS ? arm_and_ask : arm_or_ask;
}
