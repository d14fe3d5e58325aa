/*
 * Tells a Fenestra server what a program does with its devices, so that the server can check what the program owes. It
 * is preloaded before preload.c, and only where a check is on. Each act is a record in memory that both share; ring.h
 * has them. The bytes of requests stay here: they are kept at the post and compared at the poll, since a device sees
 * them too late.
 */
#include "ring.h"

#include "places.h"

#include "kept.h"

#include "objects.h"

#include "arms.h"

#include "requests.h"

#include "extended.h"

#include "windows.h"

#undef ibv_reg_mr
#undef ibv_reg_mr_iova

/* Runs a call of the program. Those that it makes itself are not the program's. */
#define INSIDE(call) \
    ({ \
        is_inside++; \
        __auto_type result_inside = call; \
        is_inside--; \
        result_inside; \
    })
#define IS_TOLD (ring && !is_inside)

/* Objects of which only the end counts. What has no handle of its own is known by its address. */
enum object { PD_OBJECT = 1, CHANNEL_OBJECT, AH_OBJECT, XRCD_OBJECT };
#define ADDRESS_ID(object) id_of((object)->context, (uint64_t)(object) >> 4 & 0xffffff)

#define TELL_CREATED(what, made, id) \
    if (made && IS_TOLD) \
    TELL(CREATED, id, HERE, .d = what)

struct ibv_pd *ibv_alloc_pd(struct ibv_context *context) {
    struct ibv_pd *made = INSIDE(REAL(ibv_alloc_pd)(context));
    TELL_CREATED(PD_OBJECT, made, ADDRESS_ID(made));
    return made;
}

static struct ibv_pd *alloc_parent_domain(struct ibv_context *context, struct ibv_parent_domain_init_attr *how) {
    struct ibv_pd *made = INSIDE(opened_of(context)->alloc_parent_domain(context, how));
    TELL_CREATED(PD_OBJECT, made, ADDRESS_ID(made));
    return made;
}

int ibv_dealloc_pd(struct ibv_pd *pd) {
    uint32_t id = ADDRESS_ID(pd);
    int error = INSIDE(REAL(ibv_dealloc_pd)(pd));
    if (!error && IS_TOLD)
        TELL(DESTROYED, id, HERE, .d = PD_OBJECT);
    return error;
}

struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *context) {
    struct ibv_comp_channel *made = INSIDE(REAL(ibv_create_comp_channel)(context));
    TELL_CREATED(CHANNEL_OBJECT, made, id_of(context, made->fd));
    return made;
}

int ibv_destroy_comp_channel(struct ibv_comp_channel *channel) {
    uint32_t id = id_of(channel->context, channel->fd);
    int error = INSIDE(REAL(ibv_destroy_comp_channel)(channel));
    if (!error && IS_TOLD)
        TELL(DESTROYED, id, HERE, .d = CHANNEL_OBJECT);
    return error;
}

struct ibv_ah *ibv_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *how) {
    struct ibv_ah *made = INSIDE(REAL(ibv_create_ah)(pd, how));
    TELL_CREATED(AH_OBJECT, made, ADDRESS_ID(made));
    return made;
}

int ibv_destroy_ah(struct ibv_ah *ah) {
    uint32_t id = ADDRESS_ID(ah);
    int error = INSIDE(REAL(ibv_destroy_ah)(ah));
    if (!error && IS_TOLD)
        TELL(DESTROYED, id, HERE, .d = AH_OBJECT);
    return error;
}

static struct ibv_xrcd *open_xrcd(struct ibv_context *context, struct ibv_xrcd_init_attr *how) {
    struct ibv_xrcd *made = INSIDE(opened_of(context)->open_xrcd(context, how));
    TELL_CREATED(XRCD_OBJECT, made, ADDRESS_ID(made));
    return made;
}

static int close_xrcd(struct ibv_xrcd *xrcd) {
    struct ibv_context *context = xrcd->context;
    uint32_t id = ADDRESS_ID(xrcd);
    int error = INSIDE(opened_of(context)->close_xrcd(xrcd));
    if (!error && IS_TOLD)
        TELL(DESTROYED, id, HERE, .d = XRCD_OBJECT);
    return error;
}

/* Regions. Those on demand, and those of other memory, are not looked at. */
static struct ibv_mr *tell_region(struct ibv_mr *made, uint64_t iova, int access, int has_bytes, uint32_t place) {
    if (made && IS_TOLD) {
        int is_lost = !has_bytes || access & IBV_ACCESS_ON_DEMAND;
        note_region(device_of(made->context), made->lkey, iova, (uint64_t)made->addr, made->length, is_lost);
        TELL(REGION, ID(made), place, .a = iova, .b = (uint64_t)made->addr, .c = made->length, .d = made->lkey,
             .e = made->rkey, .f = access);
    }
    return made;
}

struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *at, size_t length, int access) {
    struct ibv_mr *made = INSIDE(REAL(ibv_reg_mr)(pd, at, length, access));
    return tell_region(made, access & IBV_ACCESS_ZERO_BASED ? 0 : (uint64_t)at, access, 1, HERE);
}

struct ibv_mr *ibv_reg_mr_iova(struct ibv_pd *pd, void *at, size_t length, uint64_t iova, int access) {
    return tell_region(INSIDE(REAL(ibv_reg_mr_iova)(pd, at, length, iova, access)), iova, access, 1, HERE);
}

struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *at, size_t length, uint64_t iova, unsigned access) {
    struct ibv_mr *made = INSIDE(REAL(ibv_reg_mr_iova2)(pd, at, length, iova, access));
    return tell_region(made, access & IBV_ACCESS_ZERO_BASED ? 0 : iova, access, 1, HERE);
}

struct ibv_mr *ibv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova, int fd, int access) {
    return tell_region(INSIDE(REAL(ibv_reg_dmabuf_mr)(pd, offset, length, iova, fd, access)), iova, access, 0, HERE);
}

int ibv_rereg_mr(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *at, size_t length, int access) {
    uint32_t device = device_of(mr->context), before = mr->lkey;
    int error = INSIDE(REAL(ibv_rereg_mr)(mr, flags, pd, at, length, access));
    if (!error && IS_TOLD) {
        pthread_mutex_lock(&check_lock);
        struct region *old = *region_at(device, before);
        uint64_t iova = flags & IBV_REREG_MR_CHANGE_TRANSLATION || !old ? (uint64_t)mr->addr : old->iova;
        forget_region(device, before);
        pthread_mutex_unlock(&check_lock);
        tell_region(mr, iova, flags & IBV_REREG_MR_CHANGE_ACCESS ? access : 0, 1, HERE);
    }
    return error;
}

int ibv_dereg_mr(struct ibv_mr *mr) {
    uint32_t id = ID(mr), device = device_of(mr->context), lkey = mr->lkey;
    int error = INSIDE(REAL(ibv_dereg_mr)(mr));
    if (!error && IS_TOLD) {
        pthread_mutex_lock(&check_lock);
        forget_region(device, lkey);
        pthread_mutex_unlock(&check_lock);
        TELL(DEREGISTERED, id, HERE);
    }
    return error;
}

/* CQs and their events. */
struct ibv_cq *ibv_create_cq(struct ibv_context *context, int cqe, void *own, struct ibv_comp_channel *channel,
                             int vector) {
    struct ibv_cq *made = INSIDE(REAL(ibv_create_cq)(context, cqe, own, channel, vector));
    if (made && IS_TOLD)
        TELL(CQ, ID(made), HERE, .d = made->cqe);
    return made;
}

static struct ibv_cq_ex *create_cq_ex(struct ibv_context *context, struct ibv_cq_init_attr_ex *how) {
    struct opened *one = opened_of(context);
    struct ibv_cq_init_attr_ex more = *how;
    more.wc_flags |= IBV_WC_EX_WITH_QP_NUM | IBV_WC_EX_WITH_BYTE_LEN;
    struct ibv_cq_ex *made = INSIDE(one->create_cq_ex(context, &more) ?: one->create_cq_ex(context, how));
    if (made && IS_TOLD) {
        pthread_mutex_lock(&check_lock);
        watch_reader(made);
        pthread_mutex_unlock(&check_lock);
        TELL(CQ, ID(ibv_cq_ex_to_cq(made)), HERE, .d = made->cqe);
    }
    return made;
}

int ibv_resize_cq(struct ibv_cq *cq, int cqe) {
    int error = INSIDE(REAL(ibv_resize_cq)(cq, cqe));
    if (!error && IS_TOLD)
        TELL(RESIZED_CQ, ID(cq), HERE, .d = cq->cqe);
    return error;
}

int ibv_destroy_cq(struct ibv_cq *cq) {
    uint32_t id = ID(cq);
    if (IS_TOLD)
        TELL(DESTROYING_CQ, id, HERE);
    int error = INSIDE(REAL(ibv_destroy_cq)(cq));
    if (!error && IS_TOLD) {
        pthread_mutex_lock(&check_lock);
        forget_reader(cq);
        pthread_mutex_unlock(&check_lock);
        TELL(DESTROYED_CQ, id, HERE);
    }
    return error;
}

int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **own) {
    int error = REAL(ibv_get_cq_event)(channel, cq, own);
    if (!error && IS_TOLD)
        TELL(EVENT, ID(*cq), HERE);
    return error;
}

void ibv_ack_cq_events(struct ibv_cq *cq, unsigned count) {
    uint32_t id = ID(cq);
    REAL(ibv_ack_cq_events)(cq, count);
    if (IS_TOLD)
        TELL(ACKNOWLEDGED, id, HERE, .d = count);
}

/* SRQs. */
struct ibv_srq *ibv_create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *how) {
    struct ibv_srq *made = INSIDE(REAL(ibv_create_srq)(pd, how));
    if (made && IS_TOLD)
        TELL(SRQ, ID(made), HERE);
    return made;
}

static struct ibv_srq *create_srq_ex(struct ibv_context *context, struct ibv_srq_init_attr_ex *how) {
    struct ibv_srq *made = INSIDE(opened_of(context)->create_srq_ex(context, how));
    if (made && IS_TOLD)
        TELL(SRQ, ID(made), HERE);
    return made;
}

int ibv_destroy_srq(struct ibv_srq *srq) {
    uint32_t id = ID(srq);
    int error = INSIDE(REAL(ibv_destroy_srq)(srq));
    if (!error && IS_TOLD) {
        pthread_mutex_lock(&check_lock);
        forget_receives(id, 1);
        pthread_mutex_unlock(&check_lock);
        TELL(DESTROYED_SRQ, id, HERE);
    }
    return error;
}

/* QPs. */
static struct ibv_qp *tell_qp(struct ibv_qp *made, int signals_all, struct ibv_qp_cap asked, uint32_t place) {
    if (made && IS_TOLD) {
        pthread_mutex_lock(&check_lock);
        struct queue *queue = note_queue(made, signals_all);
        if (queue)
            watch_builder(queue, INSIDE(REAL(ibv_qp_to_qp_ex)(made)));
        pthread_mutex_unlock(&check_lock);
        TELL(QP, qp_id(made->context, made->qp_num), place, .a = asked.max_send_wr, .b = asked.max_recv_wr,
             .c = signals_all, .d = made->qp_type, .e = made->send_cq ? ID(made->send_cq) : 0,
             .f = made->recv_cq ? ID(made->recv_cq) : 0, .g = made->srq ? ID(made->srq) : NO_SRQ);
    }
    return made;
}

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *how) {
    struct ibv_qp_cap asked = how->cap;
    return tell_qp(INSIDE(REAL(ibv_create_qp)(pd, how)), how->sq_sig_all, asked, HERE);
}

static struct ibv_qp *create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *how) {
    struct ibv_qp_cap asked = how->cap;
    return tell_qp(INSIDE(opened_of(context)->create_qp_ex(context, how)), how->sq_sig_all, asked, HERE);
}

/* What a QP is asked to be, as the server gets it. */
struct changes {
    uint32_t state, access, mtu, rq_psn, sq_psn, timeout, rnr_retry, reads, reads_of_peer, peer;
    uint8_t gid[16];
};

int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *how, int mask) {
    struct ibv_qp_attr asked = *how;
    int error = INSIDE(REAL(ibv_modify_qp)(qp, how, mask));
    struct queue *queue = queue_of(qp);
    if (queue)
        watch_complete(queue, INSIDE(REAL(ibv_qp_to_qp_ex)(qp)));
    if (error || !IS_TOLD)
        return error;
    struct changes changes = {asked.qp_state, asked.qp_access_flags, asked.path_mtu, asked.rq_psn, asked.sq_psn,
                              asked.timeout, asked.rnr_retry, asked.max_rd_atomic, asked.max_dest_rd_atomic,
                              asked.dest_qp_num};
    memcpy(changes.gid, asked.ah_attr.grh.dgid.raw, sizeof(changes.gid));
    uint32_t place = HERE;
    pthread_mutex_lock(&check_lock);
    if (queue && mask & IBV_QP_STATE && asked.qp_state == IBV_QPS_RESET) {
        empty(queue);
        empty_receives(receives_of(queue->id, 0));
    }
    struct act *act = begin_act(MODIFIED, qp_id(qp->context, qp->qp_num), place, sizeof(changes));
    if (act) {
        act->d = mask;
        memcpy(act + 1, &changes, sizeof(changes));
        end_act(act);
    }
    pthread_mutex_unlock(&check_lock);
    return 0;
}

int ibv_destroy_qp(struct ibv_qp *qp) {
    uint32_t id = qp_id(qp->context, qp->qp_num);
    int error = INSIDE(REAL(ibv_destroy_qp)(qp));
    if (!error && IS_TOLD) {
        uint32_t place = HERE;
        pthread_mutex_lock(&check_lock);
        struct queue *queue = queue_at(id);
        if (queue)
            forget_queue(queue);
        forget_receives(id, 0);
        tell(DESTROYED_QP, id, place, (struct act){0});
        pthread_mutex_unlock(&check_lock);
    }
    return error;
}

/* Devices. */
static void watch(struct ibv_context *context) {
    static uint32_t devices;
    struct verbs_context *calls = verbs_get_ctx(context);
    struct opened *one = opened_of(NULL);
    if (!one)
        return;
    *one = (struct opened){.calls = context->ops};
    snprintf(one->name, sizeof(one->name), "%s", context->device->name);
    one->device = devices;
    for (struct opened *other = opened; other < opened + MOST_CONTEXTS; other++)
        if (other != one && strcmp(other->name, one->name) == 0)
            one->device = other->device;
    devices += one->device == devices;
    one->context = context;
    context->ops.post_send = post_send;
    context->ops.post_recv = post_recv;
    context->ops.post_srq_recv = post_srq_recv;
    context->ops.poll_cq = poll_cq;
    context->ops.req_notify_cq = req_notify_cq;
    context->ops.alloc_mw = alloc_mw;
    context->ops.dealloc_mw = dealloc_mw;
    context->ops.bind_mw = bind_mw;
    if (calls) {
        one->create_cq_ex = calls->create_cq_ex;
        one->create_qp_ex = calls->create_qp_ex;
        one->create_srq_ex = calls->create_srq_ex;
        one->alloc_parent_domain = calls->alloc_parent_domain;
        one->open_xrcd = calls->open_xrcd;
        one->close_xrcd = calls->close_xrcd;
        calls->create_cq_ex = create_cq_ex;
        calls->create_qp_ex = create_qp_ex;
        calls->create_srq_ex = create_srq_ex;
        calls->alloc_parent_domain = alloc_parent_domain;
        calls->open_xrcd = open_xrcd;
        calls->close_xrcd = close_xrcd;
    }
}

struct ibv_context *ibv_open_device(struct ibv_device *device) {
    begin_check();
    samples_only = getenv("FENESTRA_CHECK_FULL") == NULL;
    struct ibv_context *context = REAL(ibv_open_device)(device);
    if (context && ring)
        watch(context);
    return context;
}

int ibv_close_device(struct ibv_context *context) {
    struct opened *one = opened_of(context);
    int error = REAL(ibv_close_device)(context);
    if (!error && one)
        one->context = NULL;
    return error;
}

/* A child has objects of its own. */
static void forget_in_child(void) {
    ring = NULL;
    check_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    if (connection >= 0)
        close(connection);
    connection = -1;
    memset((void *)places, 0, sizeof(places));
}

/* Memory. The version is that of preload.c, for the same reason. */
#ifdef __x86_64__
#define VERSION "GLIBC_2.2.5"
#else
#define VERSION "GLIBC_2.17"
#endif

__attribute__((symver("munmap@" VERSION)))
int fenestra_munmap(void *at, size_t length) {
    static int (*real)(void *, size_t);
    if (!real)
        real = dlvsym(RTLD_NEXT, "munmap", VERSION);
    if (IS_TOLD) {
        uint32_t place = HERE;
        pthread_mutex_lock(&check_lock);
        lose((uint64_t)at, length);
        lose_receives((uint64_t)at, length);
        tell(UNMAPPING, 0, place, (struct act){.a = (uint64_t)at, .b = length});
        pthread_mutex_unlock(&check_lock);
    }
    return real(at, length);
}
