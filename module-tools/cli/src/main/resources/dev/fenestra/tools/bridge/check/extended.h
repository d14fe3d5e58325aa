/* Requests that are built by ibv_wr_*, and completions that are read one by one. Included by check.c. */

static struct built *new_built(struct ibv_qp_ex *qp, enum ibv_wr_opcode opcode, struct site from) {
    struct queue *queue = queue_of(&qp->qp_base);
    if (queue->built_count == queue->built_room) {
        uint32_t room = queue->built_room ? 2 * queue->built_room : 16;
        struct built *more = realloc(queue->built, room * sizeof(*more));
        if (!more)
            return queue->built + queue->built_count - 1; /* the last one is lost; room for the first is there */
        queue->built = more;
        queue->built_room = room;
    }
    struct built *made = queue->built + queue->built_count++;
    made->request = (struct ibv_send_wr){.wr_id = qp->wr_id, .opcode = opcode, .send_flags = qp->wr_flags};
    made->window = NULL;
    made->place = ring ? place_of(from) : 0;
    return made;
}

static struct built *last_built(struct ibv_qp_ex *qp) {
    struct queue *queue = queue_of(&qp->qp_base);
    return queue->built_count ? queue->built + queue->built_count - 1 : NULL;
}

#define CALLS(qp) (queue_of(&(qp)->qp_base)->calls)

static struct built *new_remote(struct ibv_qp_ex *qp, enum ibv_wr_opcode opcode, uint32_t rkey, uint64_t at,
                                struct site from) {
    struct built *made = new_built(qp, opcode, from);
    made->request.wr.rdma.remote_addr = at;
    made->request.wr.rdma.rkey = rkey;
    return made;
}

static void wr_atomic_cmp_swp(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t at, uint64_t compare, uint64_t swap) {
    struct built *made = new_built(qp, IBV_WR_ATOMIC_CMP_AND_SWP, SITE);
    made->request.wr.atomic.remote_addr = at;
    made->request.wr.atomic.rkey = rkey;
    CALLS(qp).wr_atomic_cmp_swp(qp, rkey, at, compare, swap);
}

static void wr_atomic_fetch_add(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t at, uint64_t add) {
    struct built *made = new_built(qp, IBV_WR_ATOMIC_FETCH_AND_ADD, SITE);
    made->request.wr.atomic.remote_addr = at;
    made->request.wr.atomic.rkey = rkey;
    CALLS(qp).wr_atomic_fetch_add(qp, rkey, at, add);
}

static void wr_bind_mw(struct ibv_qp_ex *qp, struct ibv_mw *mw, uint32_t rkey, const struct ibv_mw_bind_info *info) {
    struct built *made = new_built(qp, IBV_WR_BIND_MW, SITE);
    made->request.bind_mw.rkey = rkey;
    made->window = mw;
    made->bind = *info;
    CALLS(qp).wr_bind_mw(qp, mw, rkey, info);
}

static void wr_local_inv(struct ibv_qp_ex *qp, uint32_t key) {
    new_built(qp, IBV_WR_LOCAL_INV, SITE)->request.invalidate_rkey = key;
    CALLS(qp).wr_local_inv(qp, key);
}

static void wr_rdma_read(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t at) {
    new_remote(qp, IBV_WR_RDMA_READ, rkey, at, SITE);
    CALLS(qp).wr_rdma_read(qp, rkey, at);
}

static void wr_rdma_write(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t at) {
    new_remote(qp, IBV_WR_RDMA_WRITE, rkey, at, SITE);
    CALLS(qp).wr_rdma_write(qp, rkey, at);
}

static void wr_rdma_write_imm(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t at, __be32 immediate) {
    new_remote(qp, IBV_WR_RDMA_WRITE_WITH_IMM, rkey, at, SITE);
    CALLS(qp).wr_rdma_write_imm(qp, rkey, at, immediate);
}

static void wr_send(struct ibv_qp_ex *qp) {
    new_built(qp, IBV_WR_SEND, SITE);
    CALLS(qp).wr_send(qp);
}

static void wr_send_imm(struct ibv_qp_ex *qp, __be32 immediate) {
    new_built(qp, IBV_WR_SEND_WITH_IMM, SITE);
    CALLS(qp).wr_send_imm(qp, immediate);
}

static void wr_send_inv(struct ibv_qp_ex *qp, uint32_t key) {
    new_built(qp, IBV_WR_SEND_WITH_INV, SITE)->request.invalidate_rkey = key;
    CALLS(qp).wr_send_inv(qp, key);
}

static void wr_send_tso(struct ibv_qp_ex *qp, void *header, uint16_t length, uint16_t mss) {
    new_built(qp, IBV_WR_SEND, SITE);
    CALLS(qp).wr_send_tso(qp, header, length, mss);
}

static void set_pieces(struct ibv_qp_ex *qp, size_t count, const struct ibv_sge *list) {
    struct built *last = last_built(qp);
    if (last) {
        last->request.num_sge = count < PIECES ? count : PIECES;
        memcpy(last->pieces, list, last->request.num_sge * sizeof(*list));
    }
}

static void wr_set_sge(struct ibv_qp_ex *qp, uint32_t lkey, uint64_t at, uint32_t length) {
    set_pieces(qp, 1, &(struct ibv_sge){at, length, lkey});
    CALLS(qp).wr_set_sge(qp, lkey, at, length);
}

static void wr_set_sge_list(struct ibv_qp_ex *qp, size_t count, const struct ibv_sge *list) {
    set_pieces(qp, count, list);
    CALLS(qp).wr_set_sge_list(qp, count, list);
}

static void set_inline(struct ibv_qp_ex *qp) {
    struct built *last = last_built(qp);
    if (last)
        last->request.send_flags |= IBV_SEND_INLINE;
}

static void wr_set_inline_data(struct ibv_qp_ex *qp, void *at, size_t length) {
    set_inline(qp);
    CALLS(qp).wr_set_inline_data(qp, at, length);
}

static void wr_set_inline_data_list(struct ibv_qp_ex *qp, size_t count, const struct ibv_data_buf *list) {
    set_inline(qp);
    CALLS(qp).wr_set_inline_data_list(qp, count, list);
}

/* The driver holds the lock of the queue from here on, and lets it go when all is built or given up. */
static void wr_start(struct ibv_qp_ex *qp) {
    CALLS(qp).wr_start(qp);
    queue_of(&qp->qp_base)->built_count = 0;
}

static void wr_abort(struct ibv_qp_ex *qp) {
    queue_of(&qp->qp_base)->built_count = 0;
    CALLS(qp).wr_abort(qp);
}

static int wr_complete(struct ibv_qp_ex *qp) {
    struct queue *queue = queue_of(&qp->qp_base);
    uint32_t count = queue->built_count;
    pthread_mutex_lock(&check_lock);
    if (count && ring)
        look_at_receives(queue->built->place);
    for (struct built *one = queue->built; one < queue->built + count && ring; one++) {
        struct bind bind = {0};
        if (one->window)
            bind = bind_of(one->window, &one->bind);
        one->request.sg_list = one->pieces;
        tell_send(queue, &one->request, one->place, one->window ? &bind : NULL);
    }
    pthread_mutex_unlock(&check_lock);
    queue->built_count = 0;
    int error = queue->calls.wr_complete(qp);
    if (error) {
        pthread_mutex_lock(&check_lock);
        withdraw(queue, count);
        pthread_mutex_unlock(&check_lock);
    }
    return error;
}

#define REPLACE(name) \
    if (qp->name) \
    qp->name = name

/* Looks at the requests that a QP builds from now on. */
static void watch_builder(struct queue *queue, struct ibv_qp_ex *qp) {
    if (!qp || !qp->wr_start)
        return;
    queue->calls = *qp;
    REPLACE(wr_atomic_cmp_swp);
    REPLACE(wr_atomic_fetch_add);
    REPLACE(wr_bind_mw);
    REPLACE(wr_local_inv);
    REPLACE(wr_rdma_read);
    REPLACE(wr_rdma_write);
    REPLACE(wr_rdma_write_imm);
    REPLACE(wr_send);
    REPLACE(wr_send_imm);
    REPLACE(wr_send_inv);
    REPLACE(wr_send_tso);
    REPLACE(wr_set_sge);
    REPLACE(wr_set_sge_list);
    REPLACE(wr_set_inline_data);
    REPLACE(wr_set_inline_data_list);
    REPLACE(wr_start);
    REPLACE(wr_complete);
    REPLACE(wr_abort);
}

/* A driver may have another function for the end of a list when the QP is in another state: libmlx5 does. */
static void watch_complete(struct queue *queue, struct ibv_qp_ex *qp) {
    if (qp && qp->wr_complete && qp->wr_complete != wr_complete) {
        queue->calls.wr_complete = qp->wr_complete;
        qp->wr_complete = wr_complete;
    }
}

/* CQs whose completions are read one by one, with the driver's functions. */
static struct read_cq {
    struct read_cq *next;
    struct ibv_cq_ex *cq;
    int (*start_poll)(struct ibv_cq_ex *, struct ibv_poll_cq_attr *);
    int (*next_poll)(struct ibv_cq_ex *);
} *read_cqs;

static struct read_cq *read_cq_of(const struct ibv_cq_ex *cq) {
    struct read_cq *one = read_cqs;
    while (one && one->cq != cq)
        one = one->next;
    return one;
}

static void tell_read(struct ibv_cq_ex *cq, int error, struct site from) {
    struct ibv_cq *plain = ibv_cq_ex_to_cq(cq);
    uint32_t id = ID(plain);
    if (!ring || is_inside || error == ENOENT && !was_armed(id) || error && error != ENOENT)
        return;
    uint32_t place = place_of(from);
    int is_known = !error && cq->read_qp_num && (cq->status || cq->read_opcode);
    pthread_mutex_lock(&check_lock);
    poll_moment++;
    if (error)
        tell(POLLED_IN_VAIN, id, place, (struct act){0});
    else if (is_known)
        tell_polled(plain, id, cq->read_qp_num(cq), cq->wr_id, cq->status, cq->status ? 0 : cq->read_opcode(cq),
                    !cq->status && cq->read_byte_len ? cq->read_byte_len(cq) : 0, place);
    pthread_mutex_unlock(&check_lock);
}

static int start_poll(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *how) {
    int error = read_cq_of(cq)->start_poll(cq, how);
    tell_read(cq, error, SITE);
    return error;
}

static int next_poll(struct ibv_cq_ex *cq) {
    int error = read_cq_of(cq)->next_poll(cq);
    tell_read(cq, error, SITE);
    return error;
}

/* Under the lock. */
static void watch_reader(struct ibv_cq_ex *cq) {
    struct read_cq *made = cq->start_poll && cq->next_poll ? malloc(sizeof(*made)) : NULL;
    if (made) {
        *made = (struct read_cq){read_cqs, cq, cq->start_poll, cq->next_poll};
        read_cqs = made;
        cq->start_poll = start_poll;
        cq->next_poll = next_poll;
    }
}

/* Under the lock. */
static void forget_reader(const struct ibv_cq *cq) {
    for (struct read_cq **at = &read_cqs; *at; at = &(*at)->next)
        if ((const void *)(*at)->cq == cq) {
            struct read_cq *gone = *at;
            *at = gone->next;
            free(gone);
            return;
        }
}
