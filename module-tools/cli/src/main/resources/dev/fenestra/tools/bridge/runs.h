/* Which pages of this process are in the file for devices. Included by preload.c. */

/*
 * Parts of the file that have pages of this process. The private mapping of such pages waits at another address. It has
 * no pages meanwhile and no rights, but keeps what the program has said of this memory (madvise). When it comes back
 * the kernel joins it with its neighbours, as if it had never been away.
 */
struct run {
    uint64_t place, length, waits; /* where it waits; 0 when the kernel could not move it */
};
static struct run *runs; /* by place; no memory of malloc, which a device may use */
static size_t run_count, run_room;
static pthread_mutex_t runs_lock = PTHREAD_MUTEX_INITIALIZER;

enum { RUNS_AT_FIRST = 1 << 12 };

/* Whether there is room for two more runs. */
static int has_room(void) {
    if (run_count + 2 <= run_room)
        return 1;
    size_t room = run_room ? 2 * run_room : RUNS_AT_FIRST;
    struct run *more = map_raw(NULL, room * sizeof(*runs), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (more == MAP_FAILED)
        return 0;
    if (runs) {
        memcpy(more, runs, run_count * sizeof(*runs));
        syscall(SYS_munmap, runs, run_room * sizeof(*runs));
    }
    runs = more;
    run_room = room;
    return 1;
}

/* The first run that ends behind a place. */
static size_t run_behind(uint64_t place) {
    size_t low = 0, high = run_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (runs[middle].place + runs[middle].length > place)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* A part of a run. */
static struct run part_of(const struct run *run, uint64_t from, uint64_t to) {
    return (struct run){from, to - from, run->waits ? run->waits + from - run->place : 0};
}

/* Adds a run, for which there is room. */
static void note_run(struct run run) {
    size_t at = run_behind(run.place);
    struct run *before = runs + at - 1;
    if (at && before->place + before->length == run.place &&
        (run.waits ? before->waits && before->waits + before->length == run.waits : !before->waits)) {
        before->length += run.length;
        return;
    }
    memmove(runs + at + 1, runs + at, (run_count++ - at) * sizeof(run));
    runs[at] = run;
}

/* Takes the first part of a range out of the runs; 0 when there is none. */
static int take_run(uint64_t from, uint64_t to, struct run *part) {
    size_t at = run_behind(from);
    if (at == run_count || runs[at].place >= to || !has_room())
        return 0;
    struct run whole = runs[at];
    uint64_t end = whole.place + whole.length;
    from = from > whole.place ? from : whole.place;
    to = to < end ? to : end;
    *part = part_of(&whole, from, to);
    memmove(runs + at, runs + at + 1, (--run_count - at) * sizeof(whole));
    if (whole.place < from)
        note_run(part_of(&whole, whole.place, from));
    if (to < end)
        note_run(part_of(&whole, to, end));
    return 1;
}
