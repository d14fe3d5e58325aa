/* Posted receives, whose buffers are left alone. Included by check.c. */

enum { RECEIVE_KEPT = PAGE, MOST_LOOKS = 8 };

/* A receive whose completion was not polled yet, with its first bytes at the post. */
struct receive {
    uint64_t wr_id;
    struct kept *kept; /* NULL when they were told to have changed, too */
};
/* The receives of a QP or an SRQ, oldest first. The next message goes into the oldest one. */
static struct receives {
    struct receives *next;
    uint32_t id, device;
    int is_shared;
    struct receive *all; /* a ring */
    uint64_t room, first, end;
} *receive_queues;

/* Under the lock, as all of these. Queues that are used move to the front. */
static struct receives *receives_of(uint32_t id, int is_shared) {
    for (struct receives **at = &receive_queues; *at; at = &(*at)->next)
        if ((*at)->id == id && (*at)->is_shared == is_shared) {
            struct receives *found = *at;
            *at = found->next;
            found->next = receive_queues;
            return receive_queues = found;
        }
    return NULL;
}

static void empty_receives(struct receives *queue) {
    for (; queue && queue->first < queue->end; queue->first++)
        give_back(queue->all[queue->first & queue->room - 1].kept);
}

static void forget_receives(uint32_t id, int is_shared) {
    struct receives *gone = receives_of(id, is_shared);
    if (gone) {
        receive_queues = gone->next;
        empty_receives(gone);
        free(gone->all);
        free(gone);
    }
}

static struct receives *need_receives(uint32_t id, int is_shared, uint32_t device) {
    struct receives *queue = receives_of(id, is_shared) ?: calloc(1, sizeof(*queue));
    if (queue && queue != receive_queues) {
        *queue = (struct receives){receive_queues, id, device, is_shared};
        receive_queues = queue;
    }
    if (queue && queue->end - queue->first == queue->room) {
        uint64_t room = queue->room ? 2 * queue->room : 64;
        struct receive *more = malloc(room * sizeof(*more));
        if (!more)
            return NULL;
        for (uint64_t i = queue->first; i < queue->end; i++)
            more[i & room - 1] = queue->all[i & queue->room - 1];
        free(queue->all);
        queue->all = more;
        queue->room = room;
    }
    return queue;
}

/* Keeps the first bytes of a receive that is about to be posted. */
static void keep_receive(uint32_t id, int is_shared, uint32_t device, const struct ibv_recv_wr *one) {
    struct receives *queue = need_receives(id, is_shared, device);
    int count = one->num_sge < 0 ? 0 : one->num_sge > PIECES ? PIECES : one->num_sge;
    struct piece pieces[PIECES];
    if (!queue)
        return;
    count = resolve(device, one->sg_list, count, pieces);
    uint32_t left = RECEIVE_KEPT;
    for (int i = 0; i < count; i++) {
        pieces[i].length = pieces[i].length < left ? pieces[i].length : left;
        left -= pieces[i].length;
    }
    queue->all[queue->end++ & queue->room - 1] = (struct receive){one->wr_id, count ? keep(pieces, count, 0) : NULL};
}

/* A receive is done: mostly the oldest one. */
static void forget_receive(uint32_t id, int is_shared, uint64_t wr_id) {
    struct receives *queue = receives_of(id, is_shared);
    uint64_t at = queue ? queue->first : 0, end = queue ? queue->end : 0;
    while (at < end && queue->all[at & queue->room - 1].wr_id != wr_id)
        at++;
    if (at == end)
        return;
    give_back(queue->all[at & queue->room - 1].kept);
    for (; at > queue->first; at--)
        queue->all[at & queue->room - 1] = queue->all[at - 1 & queue->room - 1];
    queue->first++;
}

static void withdraw_receives(uint32_t id, int is_shared, uint32_t count) {
    struct receives *queue = receives_of(id, is_shared);
    for (; queue && count && queue->end > queue->first; count--)
        give_back(queue->all[--queue->end & queue->room - 1].kept);
}

/*
 * Looks at the receives that are the next to be used, before the program asks for something. The server knows whether a
 * message may have come; where none may, it was the program that has stored there.
 */
static void look_at_receives(uint32_t place) {
    int looks = 0;
    for (struct receives *queue = receive_queues; queue && looks < MOST_LOOKS; queue = queue->next) {
        struct receive *oldest = queue->first < queue->end ? queue->all + (queue->first & queue->room - 1) : NULL;
        struct run runs[MOST_RUNS];
        int count = oldest && oldest->kept ? find_changes(oldest->kept, 0, nanos() >> 20 | 1ul << 63, runs) : 0;
        looks += oldest != NULL;
        if (!count)
            continue;
        struct act *act = begin_act(RECEIVE_CHANGED, queue->id, place, count * sizeof(*runs));
        if (act) {
            act->count = count;
            act->a = oldest->wr_id;
            act->d = queue->is_shared;
            memcpy(act + 1, runs, count * sizeof(*runs));
            end_act(act);
        }
        give_back(oldest->kept);
        oldest->kept = NULL;
    }
}

/* Memory is about to be unmapped. */
static void lose_receives(uint64_t from, uint64_t length) {
    for (struct receives *queue = receive_queues; queue; queue = queue->next)
        for (uint64_t n = queue->first; n < queue->end; n++)
            lose_kept(queue->all[n & queue->room - 1].kept, from, length);
}
