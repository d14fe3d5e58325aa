/* What a child gets of its parent. Included by calls.h. */

/* The same for a child, of an area of its memory. What the parent has kept from it (MADV_DONTFORK) it does not get. */
static void copy_for_child(uint64_t at, uint64_t to, uint64_t place, int rights) {
    for (struct run run; at < to && take_run(place, place + to - at, &run);) {
        uint64_t mine = at + run.place - place;
        if (run.waits && bring_back(mine, run, rights)) {
            syscall(SYS_munmap, mine, run.length);
        } else if (!run.waits) {
            map_raw((void *)mine, run.length, rights | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
            COPY(pread, mine, run.length, run.place);
            protect(mine, run.length, rights);
        }
    }
}

struct moved {
    uint64_t from, to, place;
    int rights;
};

/* The next area of the file in memory, in the text that read_areas has. Returns what follows, or NULL. */
static char *next_moved(char *text, struct moved *found) {
    for (char *end; (end = strchr(text, '\n')); text = end + 1) {
        char rights[5];
        *end = 0;
        if (sscanf(text, "%lx-%lx %4s %lx", &found->from, &found->to, rights, &found->place) < 4 || rights[3] != 's' ||
            !strstr(text, "/memfd:" PAGES))
            continue;
        found->rights = (rights[0] == 'r' ? PROT_READ : 0) | (rights[1] == 'w' ? PROT_WRITE : 0) |
                        (rights[2] == 'x' ? PROT_EXEC : 0);
        return end + 1;
    }
    return NULL;
}

/* Ends the mappings that wait in a child for pages that it does not have. */
static void forget_runs(void) {
    for (struct run *run = runs; run < runs + run_count; run++)
        if (run->waits)
            syscall(SYS_munmap, run->waits, run->length);
    run_count = 0;
}

static int fork_pipe[2]; /* ends when a forked child has its copies */

static void before_fork(void) {
    pread(-1, NULL, 0, 0); /* finds it now: a child that begins cannot look for functions */
    pthread_mutex_lock(&runs_lock);
    if (pipe2(fork_pipe, O_CLOEXEC))
        fork_pipe[0] = fork_pipe[1] = -1;
}

/* The parent waits until its child has its copies: from then on it may store. */
static void after_fork_in_parent(void) {
    close(fork_pipe[1]);
    while (read(fork_pipe[0], &(char){0}, 1) < 0 && errno == EINTR) {}
    close(fork_pipe[0]);
    pthread_mutex_unlock(&runs_lock);
}

/* Pages of the file are the parent's, so are its connections for calls: a child gets copies, and begins anew. */
static void after_fork_in_child(void) {
    int *all[] = {&service, &memory, fork_pipe, fork_pipe + 1};
    forget(&faults);
    is_followed = 0;
    /* Nothing may be allocated yet: what malloc has is the parent's. */
    struct moved area = {.to = 0};
    for (uint64_t next = 0, last = 1; next != last;) {
        last = next;
        read_areas(bytes, next, 1ul << 63);
        for (char *text = bytes; (text = next_moved(text, &area));)
            if (area.from >= next) {
                copy_for_child(area.from, area.to, area.place, area.rights);
                next = area.to;
            }
    }
    forget_runs();
    runs_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    for EACH (line, lines) {
        forget(&line->fd);
        line->box = NULL;
        line->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    }
    for EACH (fd, all)
        forget(*fd);
}
