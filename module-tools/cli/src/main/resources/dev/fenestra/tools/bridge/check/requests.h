/* Posts of a program, and the polls of their completions. Included by check.c. */

enum { CONTENT_BYTES = 8 };

static int gathers(enum ibv_wr_opcode opcode) {
    return opcode == IBV_WR_RDMA_WRITE || opcode == IBV_WR_RDMA_WRITE_WITH_IMM || opcode == IBV_WR_SEND ||
           opcode == IBV_WR_SEND_WITH_IMM || opcode == IBV_WR_SEND_WITH_INV;
}

/* Where the pieces of a request lie in memory; how many there are. 0 when some may not be looked at. */
static int resolve(uint32_t device, const struct ibv_sge *list, int count, struct piece *pieces) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        struct region *region = list[i].length ? *region_at(device, list[i].lkey) : NULL;
        uint64_t offset = region ? list[i].addr - region->iova : 0;
        if (list[i].length == 0)
            continue;
        if (!region || region->is_lost || offset > region->length || list[i].length > region->length - offset ||
            !is_mapped(region->address + offset, list[i].length, nanos() >> 20 | 1ul << 63))
            return 0;
        pieces[found++] = (struct piece){region->address + offset, list[i].length, list[i].lkey};
    }
    return found;
}

#include "receives.h"

/* Appends the pieces of a request, as the program has them. */
static void *put_pieces(struct act *act, const struct ibv_sge *list, int count) {
    struct piece *to = (struct piece *)(act + 1);
    act->count = count;
    for (int i = 0; i < count; i++)
        to[i] = (struct piece){list[i].addr, list[i].length, list[i].lkey};
    return to + count;
}

/* What an opened region or window is bound by. */
struct bind {
    uint32_t window, region;
    uint64_t address, length, access;
    uint64_t unused;
};

/* A send request is about to be given to the driver. Under the lock. */
static void tell_send(struct queue *queue, const struct ibv_send_wr *one, uint32_t place, const struct bind *bind) {
    int is_inline = one->send_flags & IBV_SEND_INLINE, count = is_inline || one->num_sge < 0 ? 0 : one->num_sge;
    count = one->opcode == IBV_WR_LOCAL_INV || one->opcode == IBV_WR_BIND_MW ? 0 : count > PIECES ? PIECES : count;
    struct act *act = begin_act(SENT, queue->id, place,
                                count * sizeof(struct piece) + CONTENT_BYTES + (bind ? sizeof(*bind) : 0));
    struct request *request = act ? add_request(queue) : NULL;
    if (!request)
        return;
    struct piece pieces[PIECES];
    int found = gathers(one->opcode) ? resolve(queue->device, one->sg_list, count, pieces) : 0;
    *request = (struct request){one->wr_id, ++request_number, NULL,
                                queue->signals_all || one->send_flags & IBV_SEND_SIGNALED};
    request->kept = found ? keep(pieces, found, request->number) : NULL;
    int is_atomic = one->opcode == IBV_WR_ATOMIC_CMP_AND_SWP || one->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
    act->a = one->wr_id;
    act->b = is_atomic ? one->wr.atomic.remote_addr : one->wr.rdma.remote_addr;
    act->c = request->number;
    act->d = one->opcode;
    act->e = one->send_flags;
    act->f = is_atomic ? one->wr.atomic.rkey : one->wr.rdma.rkey;
    act->g = one->opcode == IBV_WR_SEND_WITH_INV || one->opcode == IBV_WR_LOCAL_INV ? one->invalidate_rkey
             : one->opcode == IBV_WR_BIND_MW                                        ? one->bind_mw.rkey
                                                                                    : 0;
    void *behind = put_pieces(act, one->sg_list, count);
    memcpy(behind, &(uint64_t){request->kept && request->kept->total <= MOST_KEPT ? request->kept->sum : 0},
           CONTENT_BYTES);
    if (bind)
        memcpy(behind + CONTENT_BYTES, bind, sizeof(*bind));
    end_act(act);
}

static struct bind bind_of(const struct ibv_mw *window, const struct ibv_mw_bind_info *info) {
    return (struct bind){ID(window), info->mr && info->length ? ID(info->mr) : 0, info->addr,
                         info->mr ? info->length : 0, info->mw_access_flags};
}

/* The last requests of a queue were refused: they are no requests. Under the lock. */
static void withdraw(struct queue *queue, uint32_t count) {
    tell(REFUSED_SENDS, queue->id, 0, (struct act){.d = count});
    for (; count && queue->end > queue->first; count--)
        give_back(queue->requests[--queue->end & queue->room - 1].kept);
}

static int post_send(struct ibv_qp *qp, struct ibv_send_wr *first, struct ibv_send_wr **bad) {
    struct queue *queue = is_inside ? NULL : queue_of(qp);
    int (*driver)(struct ibv_qp *, struct ibv_send_wr *, struct ibv_send_wr **) =
        opened_of(qp->context)->calls.post_send;
    if (!ring || !queue)
        return driver(qp, first, bad);
    uint32_t place = HERE, count = 0;
    pthread_mutex_lock(&check_lock);
    look_at_receives(place);
    for (struct ibv_send_wr *one = first; one; one = one->next) {
        struct bind bind = {0};
        int binds = one->opcode == IBV_WR_BIND_MW;
        if (binds)
            bind = bind_of(one->bind_mw.mw, &one->bind_mw.bind_info);
        tell_send(queue, one, place, binds ? &bind : NULL);
    }
    pthread_mutex_unlock(&check_lock);
    is_inside++;
    int error = driver(qp, first, bad);
    is_inside--;
    if (error) {
        for (struct ibv_send_wr *one = *bad; one; one = one->next)
            count++;
        pthread_mutex_lock(&check_lock);
        withdraw(queue, count);
        pthread_mutex_unlock(&check_lock);
    }
    return error;
}

static void tell_receives(enum kind kind, uint32_t object, uint32_t device, struct ibv_recv_wr *first, uint32_t place) {
    pthread_mutex_lock(&check_lock);
    look_at_receives(place);
    for (struct ibv_recv_wr *one = first; one; one = one->next) {
        int count = one->num_sge < 0 ? 0 : one->num_sge > PIECES ? PIECES : one->num_sge;
        struct act *act = begin_act(kind, object, place, count * sizeof(struct piece));
        if (act) {
            act->a = one->wr_id;
            put_pieces(act, one->sg_list, count);
            end_act(act);
            keep_receive(object, kind == SHARED_RECEIVE, device, one);
        }
    }
    pthread_mutex_unlock(&check_lock);
}

static void tell_refused(enum kind kind, uint32_t object, struct ibv_recv_wr *bad) {
    uint32_t count = 0;
    for (; bad; bad = bad->next)
        count++;
    pthread_mutex_lock(&check_lock);
    tell(kind, object, 0, (struct act){.d = count});
    withdraw_receives(object, kind == REFUSED_SHARED, count);
    pthread_mutex_unlock(&check_lock);
}

static int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *first, struct ibv_recv_wr **bad) {
    uint32_t id = qp_id(qp->context, qp->qp_num);
    int is_told = ring && !is_inside;
    if (is_told)
        tell_receives(RECEIVE, id, device_of(qp->context), first, HERE);
    int error = opened_of(qp->context)->calls.post_recv(qp, first, bad);
    if (error && is_told)
        tell_refused(REFUSED_RECEIVES, id, *bad);
    return error;
}

static int post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *first, struct ibv_recv_wr **bad) {
    int is_told = ring && !is_inside;
    if (is_told)
        tell_receives(SHARED_RECEIVE, ID(srq), device_of(srq->context), first, HERE);
    int error = opened_of(srq->context)->calls.post_srq_recv(srq, first, bad);
    if (error && is_told)
        tell_refused(REFUSED_SHARED, ID(srq), *bad);
    return error;
}

/* A request is done: its bytes are compared. Under the lock. */
static void retire(struct queue *queue, struct request *done, uint64_t moment, uint32_t place) {
    struct run runs[MOST_RUNS];
    int count = done->kept ? find_changes(done->kept, done->number, moment, runs) : 0;
    struct act *act = count ? begin_act(CHANGED, queue->id, place, count * sizeof(*runs)) : NULL;
    if (act) {
        act->count = count;
        act->c = done->number;
        act->d = done->kept->total > MOST_KEPT;
        act->e = samples_only;
        memcpy(act + 1, runs, count * sizeof(*runs));
        end_act(act);
    }
    give_back(done->kept);
}

/* The request of a completion. A success is that of a signaled one. Under the lock. */
static uint64_t position_of(struct queue *queue, uint64_t wr_id, int has_succeeded) {
    uint64_t at = queue->first;
    for (; at < queue->end; at++) {
        struct request *one = queue->requests + (at & queue->room - 1);
        if (one->wr_id == wr_id && (one->is_signaled || !has_succeeded))
            break;
    }
    return at;
}

static uint64_t poll_moment;

/* A completion was polled. Under the lock. */
static void tell_polled(struct ibv_cq *cq, uint32_t cq_id, uint32_t qp_num, uint64_t wr_id, enum ibv_wc_status status,
                        enum ibv_wc_opcode opcode, uint32_t bytes, uint32_t place) {
    uint32_t id = qp_id(cq->context, qp_num);
    int is_receive = status == IBV_WC_SUCCESS && opcode & IBV_WC_RECV;
    struct queue *queue = queue_at(id);
    uint64_t to = queue ? queue->end : 0;
    if (queue && !is_receive && queue->qp->send_cq == cq) {
        to = position_of(queue, wr_id, status == IBV_WC_SUCCESS);
        for (uint64_t end = queue->end; to < end && queue->first <= to; queue->first++)
            retire(queue, queue->requests + (queue->first & queue->room - 1), poll_moment, place);
    }
    if (queue && to == queue->end && queue->qp->recv_cq == cq)
        forget_receive(queue->qp->srq ? ID(queue->qp->srq) : id, queue->qp->srq != NULL, wr_id);
    tell(POLLED, cq_id, place,
         (struct act){.a = wr_id, .b = is_receive ? bytes : 0, .d = id, .e = status, .f = is_receive});
}

static int poll_cq(struct ibv_cq *cq, int most, struct ibv_wc *into) {
    int found = opened_of(cq->context)->calls.poll_cq(cq, most, into);
    if (!ring || is_inside || found < 0)
        return found;
    uint32_t place = found ? HERE : 0, id = ID(cq);
    if (found == 0 && !was_armed(id))
        return found;
    pthread_mutex_lock(&check_lock);
    poll_moment++;
    if (found == 0)
        tell(POLLED_IN_VAIN, id, place, (struct act){0});
    for (int i = 0; i < found; i++)
        tell_polled(cq, id, into[i].qp_num, into[i].wr_id, into[i].status, into[i].opcode, into[i].byte_len, place);
    pthread_mutex_unlock(&check_lock);
    return found;
}
