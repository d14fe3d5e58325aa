/* Posts that the library of a device refuses by itself. Included by preload.c. */

/*
 * Nobody but the program would know of them: the library makes no call. The function of this library calls that of the
 * driver, and tells the server only of a refusal. Where devices of two drivers are open, it watches those of the first
 * one. These are the beginnings of structures of verbs.h.
 */
struct qp {
    struct context *context;
    void *parts[5];
    uint32_t handle, number;
};
struct piece {
    uint64_t address;
    uint32_t length, key;
};
struct send {
    uint64_t wr_id;
    void *next;
    struct piece *pieces;
    int count;
    uint32_t opcode, flags;
};
struct receive {
    uint64_t wr_id;
    void *next;
    struct piece *pieces;
    int count;
};
enum { MOST_PIECES = 256, SAME_NANOS = 100000000, RECEIVED = ~0u };

static int (*driver_post_send)(struct qp *, struct send *, struct send **);
static int (*driver_post_recv)(struct qp *, struct receive *, struct receive **);

/* A program that tries again until it succeeds tells once in a while. */
static int is_told(uint32_t qp, int error, uint64_t bytes) {
    static __thread uint64_t told_bytes, told_at;
    static __thread uint32_t told_qp;
    static __thread int told_error;
    uint64_t now = nanos();
    int is_same = told_qp == qp && told_error == error && told_bytes == bytes && now - told_at < SAME_NANOS;
    if (!is_same) {
        told_qp = qp;
        told_error = error;
        told_bytes = bytes;
        told_at = now;
    }
    return is_same;
}

/* The request is memory of the program, which may be anything. */
static void tell_refused(struct qp *qp, void *request, size_t length, int returned) {
    struct send one = {.opcode = RECEIVED};
    struct piece pieces[MOST_PIECES];
    int saved = errno, error = returned > 0 ? returned : errno;
    uint64_t bytes = 0;
    if (copy(LOAD, &one, (uint64_t)request, length) == 0 && one.count > 0 && one.count <= MOST_PIECES &&
        copy(LOAD, pieces, (uint64_t)one.pieces, one.count * sizeof(*pieces)) == 0)
        for (int i = 0; i < one.count; i++)
            bytes += pieces[i].length;
    if (!is_told(qp->number, error, bytes)) {
        struct {
            struct message head;
            uint64_t wr_id, bytes;
            uint32_t opcode, flags, pieces, error;
        } call = {{sizeof(call), CALL_REFUSED, qp->number}, one.wr_id, bytes, one.opcode, one.flags, one.count, error};
        call_file(qp->context->command, path_of(qp->context->command), &call.head);
    }
    errno = saved;
}

static int post_send(struct qp *qp, struct send *first, struct send **bad) {
    int error = driver_post_send(qp, first, bad);
    if (__builtin_expect(error != 0, 0))
        tell_refused(qp, *bad, sizeof(struct send), error);
    return error;
}

static int post_recv(struct qp *qp, struct receive *first, struct receive **bad) {
    int error = driver_post_recv(qp, first, bad);
    if (__builtin_expect(error != 0, 0))
        tell_refused(qp, *bad, offsetof(struct receive, count) + sizeof(int), error);
    return error;
}

/* Looks at the posts on the QPs of a context from now on. */
static void watch_posts(struct context *context) {
    if (!driver_post_send) {
        driver_post_send = context->post_send;
        driver_post_recv = context->post_recv;
    }
    if (context->post_send == driver_post_send && context->post_recv == driver_post_recv) {
        context->post_send = post_send;
        context->post_recv = post_recv;
    }
}
