/* Polls of a program that find nothing. Included by preload.c. */

/*
 * With fewer processors than threads that poll, empty polls take the processor time that the device needs. So a thread
 * that polls in vain gives its processor away. What polls return stays the same. These are the beginnings of structures
 * of verbs.h, whose layout belongs to the ABI of libibverbs.
 */
struct cq;
struct qp;
struct send;
struct receive;
struct context {
    void *device, *calls_before[11];
    int (*poll_cq)(struct cq *, int, void *);
    int (*req_notify_cq)(struct cq *, int);
    void *calls_between[12];
    int (*post_send)(struct qp *, struct send *, struct send **);
    int (*post_recv)(struct qp *, struct receive *, struct receive **);
    void *calls_behind[5];
    int command; /* the opened file */
};
struct cq {
    struct context *context;
    void *channel, *cq_context;
    uint32_t handle;
    int cqe;
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    uint32_t comp_events_completed, async_events_completed, comp_mask, status;
    uint64_t wr_id;
    int (*start_poll)(struct cq *, void *);
};
/* struct verbs_context has this before its context, and further calls between the two. */
struct extended_calls {
    struct cq *(*create_cq_ex)(struct context *, void *);
    void *calls_behind[13];
    size_t size;
    struct context context;
};

enum { EMPTY_POLLS = 4, YIELDS_NANOS = 100000, CROWD_NANOS = 1000000 };
enum { NAP_SHARE = 16, LONGEST_NAP_NANOS = 1000000 };
enum { MOST_WRAPPED = 1 << 12, MOST_PROBES = 64 };

/* The driver's function of a context or CQ that has one of this library instead. */
static struct wrapped {
    void *_Atomic object;
    void *_Atomic function;
} wrapped[MOST_WRAPPED];
static pthread_mutex_t wrapped_lock = PTHREAD_MUTEX_INITIALIZER;

/* The entry of an object, or the one that it can have; NULL when there is no room. */
static struct wrapped *entry_of(const void *object) {
    uint64_t first = (uint64_t)object * 0x9e3779b97f4a7c15 >> 52;
    for (int i = 0; i < MOST_PROBES; i++) {
        struct wrapped *entry = wrapped + (first + i) % MOST_WRAPPED;
        if (entry->object == object || !entry->object)
            return entry;
    }
    return NULL;
}

/* Notes the function of an object, whose address may be that of one that has ended. 0 when there is no room. */
static int note_function(void *object, void *function) {
    pthread_mutex_lock(&wrapped_lock);
    struct wrapped *entry = entry_of(object);
    if (entry) {
        entry->function = function;
        entry->object = object;
    }
    pthread_mutex_unlock(&wrapped_lock);
    return entry != NULL;
}

#define FUNCTION_OF(object, like) ((__typeof__(like))entry_of(object)->function)

/*
 * What a thread does after a poll. After some empty ones it yields. When that has gone on for a while it sleeps for a
 * moment: a processor that has nothing to do then takes a thread from another one, which may be the device's. The
 * longer a thread has polled in vain, the longer it sleeps, and no wait becomes longer by more than a sixteenth of it.
 * A yield that takes long shows that more threads are busy than there are processors. Then the thread sleeps after each
 * poll for a while, since a thread that wakes gets the processor, and one that yields gives a time slice away.
 */
static void polled(int is_empty) {
    static __thread unsigned empty;
    static __thread uint64_t first, since, yields_from; /* first yield, and that since a sleep; when it yields again */
    if (!is_empty) {
        empty = 0;
        return;
    }
    if (++empty <= EMPTY_POLLS)
        return;
    uint64_t now = nanos();
    if (empty == EMPTY_POLLS + 1)
        first = since = now;
    if (now - since > YIELDS_NANOS || now <= yields_from) {
        uint64_t nap = (now - first) / NAP_SHARE;
        nap = nap < 1 ? 1 : nap > LONGEST_NAP_NANOS ? LONGEST_NAP_NANOS : nap;
        clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, nap}, NULL);
        since = nanos();
        return;
    }
    sched_yield();
    uint64_t after = nanos();
    yields_from = after - now > LONG_YIELD_NANOS ? after + CROWD_NANOS : 0;
}

static int poll_cq(struct cq *cq, int most, void *into) {
    int found = FUNCTION_OF(cq->context, cq->context->poll_cq)(cq, most, into);
    polled(found == 0);
    return found;
}

static int start_poll(struct cq *cq, void *how) {
    int error = FUNCTION_OF(cq, cq->start_poll)(cq, how);
    polled(error == ENOENT);
    return error;
}

static struct extended_calls *extended(struct context *context) {
    return (struct extended_calls *)((char *)context - offsetof(struct extended_calls, context));
}

static struct cq *create_cq_ex(struct context *context, void *attributes) {
    struct extended_calls *calls = extended(context);
    struct cq *cq = FUNCTION_OF(calls, calls->create_cq_ex)(context, attributes);
    if (cq && cq->start_poll && note_function(cq, cq->start_poll))
        cq->start_poll = start_poll;
    return cq;
}

/* A function of libibverbs, which may be known to one library of the program alone. */
static void *of_verbs(const char *name) {
    return dlsym(RTLD_NEXT, name) ?: dlsym(dlopen("libibverbs.so.1", RTLD_LAZY | RTLD_NOLOAD), name);
}

#include "posts.h"

#include "arms.h"

struct context *ibv_open_device(void *device) {
    struct context *(*open_device)(void *) = of_verbs("ibv_open_device");
    loses_arms = 0;
    struct context *context = open_device(device);
    const char *how = getenv("FENESTRA_POLL");
    if (!context || !getenv("FENESTRA_SOCKET"))
        return context;
    watch_posts(context);
    if (loses_arms)
        watch_arms(context, loses_arms);
    if (how && strcmp(how, "spin") == 0)
        return context;
    struct extended_calls *calls = extended(context);
    if (note_function(context, context->poll_cq))
        context->poll_cq = poll_cq;
    if (note_function(calls, calls->create_cq_ex))
        calls->create_cq_ex = create_cq_ex;
    return context;
}
