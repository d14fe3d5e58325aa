/* CQs that were armed and not polled since. Included by check.c. */

static _Atomic uint8_t arms[1 << 12]; /* by a part of the id: a poll too many is told, never one too few */

static int req_notify_cq(struct ibv_cq *cq, int solicited) {
    int error = opened_of(cq->context)->calls.req_notify_cq(cq, solicited);
    if (!error && ring && !is_inside) {
        uint32_t id = ID(cq);
        arms[id % sizeof(arms)] = 1;
        TELL(ARMED, id, HERE);
    }
    return error;
}

/* Whether a CQ was armed since it was asked for last. */
static int was_armed(uint32_t id) {
    return arms[id % sizeof(arms)] && atomic_exchange(arms + id % sizeof(arms), 0);
}
