/* What this library knows of the objects of a program. Included by check.c. */

enum { MOST_CONTEXTS = 64, BUCKETS = 1 << 12, NO_SRQ = ~0u };

/* An opened device, and the functions that it had. Numbers of QPs are of a device, handles of an opened one. */
static struct opened {
    struct ibv_context *context;
    struct ibv_context_ops calls;
    struct ibv_cq_ex *(*create_cq_ex)(struct ibv_context *, struct ibv_cq_init_attr_ex *);
    struct ibv_qp *(*create_qp_ex)(struct ibv_context *, struct ibv_qp_init_attr_ex *);
    struct ibv_srq *(*create_srq_ex)(struct ibv_context *, struct ibv_srq_init_attr_ex *);
    struct ibv_pd *(*alloc_parent_domain)(struct ibv_context *, struct ibv_parent_domain_init_attr *);
    struct ibv_xrcd *(*open_xrcd)(struct ibv_context *, struct ibv_xrcd_init_attr *);
    int (*close_xrcd)(struct ibv_xrcd *);
    uint32_t device;
    char name[64];
} opened[MOST_CONTEXTS];

static struct opened *opened_of(const struct ibv_context *context) {
    for (struct opened *one = opened; one < opened + MOST_CONTEXTS; one++)
        if (one->context == context)
            return one;
    return NULL;
}

/* A handle that no other opened device has. */
static uint32_t id_of(const struct ibv_context *context, uint32_t handle) {
    struct opened *one = opened_of(context);
    return handle | (one ? one - opened : 0) << 24;
}
#define ID(object) id_of((object)->context, (object)->handle)

static uint32_t qp_id(const struct ibv_context *context, uint32_t number) {
    struct opened *one = opened_of(context);
    return number | (one ? one->device : 0) << 24;
}

/* A region whose bytes may be looked at. */
struct region {
    struct region *next;
    uint32_t device, lkey;
    uint64_t iova, address, length;
    int is_lost; /* memory of it was unmapped, or comes on demand */
};
static struct region *regions[BUCKETS];

static uint32_t device_of(const struct ibv_context *context) {
    struct opened *one = opened_of(context);
    return one ? one->device : 0;
}

static struct region **region_at(uint32_t device, uint32_t lkey) {
    struct region **at = regions + (lkey * 0x9e3779b1u >> 20);
    while (*at && ((*at)->lkey != lkey || (*at)->device != device))
        at = &(*at)->next;
    return at;
}

static void forget_region(uint32_t device, uint32_t lkey) {
    struct region **at = region_at(device, lkey), *gone = *at;
    if (gone) {
        *at = gone->next;
        free(gone);
    }
}

static void note_region(uint32_t device, uint32_t lkey, uint64_t iova, uint64_t address, uint64_t length, int is_lost) {
    struct region *made = malloc(sizeof(*made)), **at;
    if (!made)
        return;
    pthread_mutex_lock(&check_lock);
    forget_region(device, lkey);
    at = region_at(device, lkey);
    *made = (struct region){NULL, device, lkey, iova, address, length, is_lost};
    *at = made;
    pthread_mutex_unlock(&check_lock);
}

/* A request whose completion was not polled yet. */
struct request {
    uint64_t wr_id, number;
    struct kept *kept;
    int is_signaled;
};
/* A request that is being built by ibv_wr_*. */
struct built {
    struct ibv_send_wr request;
    struct ibv_sge pieces[PIECES];
    uint32_t place, region;
    struct ibv_mw *window;
    struct ibv_mw_bind_info bind;
};
/* The send queue of a QP. */
struct queue {
    struct queue *next, *next_of_qp;
    struct ibv_qp *qp;
    uint32_t id, device;
    int signals_all;
    struct request *requests; /* a ring */
    uint64_t room, first, end;
    struct ibv_qp_ex calls; /* the driver's functions of a QP that has them */
    struct built *built;
    uint32_t built_count, built_room;
};
static struct queue *queues[BUCKETS], *queues_of_qps[BUCKETS];
static uint64_t request_number;

static struct queue **queue_bucket(uint32_t id) {
    return queues + (id * 0x9e3779b1u >> 20);
}

static struct queue **qp_bucket(const struct ibv_qp *qp) {
    return queues_of_qps + ((uint64_t)qp * 0x9e3779b97f4a7c15 >> 52);
}

static struct queue *queue_at(uint32_t id) {
    struct queue *one = *queue_bucket(id);
    while (one && one->id != id)
        one = one->next;
    return one;
}

/* The queue of a QP; also without the lock, since a QP that is used is not destroyed. */
static struct queue *queue_of(const struct ibv_qp *qp) {
    struct queue *one = *qp_bucket(qp);
    while (one && one->qp != qp)
        one = one->next_of_qp;
    return one;
}

static void empty(struct queue *queue) {
    for (; queue->first < queue->end; queue->first++)
        give_back(queue->requests[queue->first & queue->room - 1].kept);
}

static void forget_queue(struct queue *gone) {
    struct queue **at = queue_bucket(gone->id);
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    for (at = qp_bucket(gone->qp); *at != gone;)
        at = &(*at)->next_of_qp;
    *at = gone->next_of_qp;
    empty(gone);
    free(gone->requests);
    free(gone->built);
    free(gone);
}

/* Under the lock. */
static struct queue *note_queue(struct ibv_qp *qp, int signals_all) {
    struct queue *made = calloc(1, sizeof(*made)), *old = queue_of(qp);
    if (old)
        forget_queue(old);
    if (!made)
        return NULL;
    made->qp = qp;
    made->device = device_of(qp->context);
    made->id = qp_id(qp->context, qp->qp_num);
    made->signals_all = signals_all;
    if ((old = queue_at(made->id)))
        forget_queue(old);
    made->next = *queue_bucket(made->id);
    *queue_bucket(made->id) = made;
    made->next_of_qp = *qp_bucket(qp);
    *qp_bucket(qp) = made;
    return made;
}

/* Room for one more request; NULL when there is none. */
static struct request *add_request(struct queue *queue) {
    if (queue->end - queue->first == queue->room) {
        uint64_t room = queue->room ? 2 * queue->room : 64;
        struct request *more = malloc(room * sizeof(*more));
        if (!more)
            return NULL;
        for (uint64_t i = queue->first; i < queue->end; i++)
            more[i & room - 1] = queue->requests[i & queue->room - 1];
        free(queue->requests);
        queue->requests = more;
        queue->room = room;
    }
    return queue->requests + (queue->end++ & queue->room - 1);
}

static void lose_kept(struct kept *kept, uint64_t from, uint64_t length) {
    for (int p = 0; kept && p < kept->count; p++)
        kept->is_lost |=
            kept->pieces[p].address < from + length && from < kept->pieces[p].address + kept->pieces[p].length;
}

/* The program is about to unmap memory: what was kept of it cannot be compared. */
static void lose(uint64_t from, uint64_t length) {
    for (int i = 0; i < BUCKETS; i++) {
        for (struct region *one = regions[i]; one; one = one->next)
            one->is_lost |= one->address < from + length && from < one->address + one->length;
        for (struct queue *queue = queues[i]; queue; queue = queue->next)
            for (uint64_t n = queue->first; n < queue->end; n++)
                lose_kept(queue->requests[n & queue->room - 1].kept, from, length);
    }
}
