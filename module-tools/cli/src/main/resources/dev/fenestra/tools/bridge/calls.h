/* The calls of a program, and what they need to begin. Included by preload.c. */

/*
 * Whose turn it is, who sleeps, and one message, which is for the side whose turn it is. Who is about to sleep says so
 * and looks at the turn once more; who passes the turn looks then whether the other sleeps, and wakes it.
 */
struct box {
    _Alignas(64) _Atomic uint32_t turn;
    _Alignas(64) _Atomic uint32_t server_sleeps;
    _Alignas(64) _Atomic uint32_t program_sleeps;
    _Alignas(256) struct message message;
};
enum turn { PROGRAM, SERVER };

/* For the calls of one thread at a time. A byte on the connection wakes a side that sleeps. */
static struct line {
    pthread_mutex_t lock;
    int fd;
    struct box *box;
} lines[LINES] = {[0 ... LINES - 1] = {PTHREAD_MUTEX_INITIALIZER, -1}};

#include "forks.h"

static __thread uint64_t looks_from, off_nanos; /* when this thread looks again; how long it does not */

static pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER;

enum { SHMEM_WP = 1 << 12 }; /* UFFD_FEATURE_WP_HUGETLBFS_SHMEM of Linux 5.19 */

/* Write-protects memory, also for system calls where that is allowed, and if possible also pages of files. */
static int open_faults(void) {
    uint64_t features[] = {UFFD_FEATURE_PAGEFAULT_FLAG_WP | SHMEM_WP, UFFD_FEATURE_PAGEFAULT_FLAG_WP};
    int fd = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        fd = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
    for EACH (wanted, features)
        if (fd < 0 || REAL(ioctl)(fd, UFFDIO_API, &(struct uffdio_api){.api = UFFD_API, .features = *wanted}) == 0)
            return fd;
    forget(&fd);
    return fd;
}

/* Makes the file for pages, which nobody can make shorter, and the thread that answers; 0, or an errno. */
static int start_service(void) {
    static int watches_fork;
    sigset_t all, before;
    pthread_t thread;
    memory = memfd_create(PAGES, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0 || ftruncate(memory, file_bytes) || fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW))
        return errno;
    faults = open_faults();
    service = connect_as(HELLO_SERVICE, "[service]", memory, O_CLOEXEC);
    if (service < 0)
        return errno;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&thread, NULL, serve, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!error && !watches_fork)
        watches_fork = pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) == 0;
    return error;
}

/* Begins the service once in a process; -1 and errno if it cannot. */
static int need_service(void) {
    pthread_mutex_lock(&start_lock);
    int error = service < 0 ? start_service() : 0;
    pthread_mutex_unlock(&start_lock);
    return error ? fail(error) : 0;
}

static uint64_t nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ul + now.tv_nsec;
}

/* Connects a line and lets the server map its box, which lies at the end of the file for pages. */
static int open_line(struct line *line) {
    uint64_t place = file_bytes - (line - lines + 1) * BOX_BYTES;
    void *box = line->box ?: map_raw(NULL, BOX_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, memory, place);
    if (box == MAP_FAILED)
        return -1;
    syscall(SYS_madvise, box, BOX_BYTES, MADV_DONTFORK);
    line->box = box;
    line->box->turn = PROGRAM;
    line->fd = connect_as(HELLO_CALLS, "[calls]", place, O_CLOEXEC);
    return line->fd;
}

/*
 * Yields, and notes how long that took. Long yields that follow soon on each other show that more threads are busy than
 * there are processors: each gives a time slice away. Then looking is off for 20 ms, and for twice as long each time
 * that this repeats. A quarter of the time may be lost without that.
 */
static uint64_t yield(uint64_t before) {
    static __thread uint64_t lost, noted;
    sched_yield();
    uint64_t now = nanos(), took = now - before, forgiven = (now - noted) / 4;
    if (took > LONG_YIELD_NANOS) {
        int again = off_nanos && now - looks_from < off_nanos;
        lost = took + (lost > forgiven ? lost - forgiven : 0);
        noted = now;
        if (again || lost > MOST_LOST_NANOS) {
            off_nanos = !again ? SHORTEST_OFF_NANOS : off_nanos < LONGEST_OFF_NANOS ? 2 * off_nanos : off_nanos;
            looks_from = now + off_nanos;
            lost = 0;
        }
    }
    return now;
}

/* Gives the server the turn and waits until it comes back. Looking for a while is faster than being woken. */
static int pass_turn(struct line *line) {
    struct box *box = line->box;
    ssize_t got;
    box->turn = SERVER;
    int failed = box->server_sleeps && send(line->fd, &(char){0}, 1, MSG_NOSIGNAL) != 1;
    for (uint64_t start = nanos(), now = start;
         box->turn != PROGRAM && now >= looks_from && now - start < LOOK_NANOS && !failed;)
        now = yield(now);
    box->program_sleeps = 1;
    while (box->turn != PROGRAM && !failed)
        failed = (got = recv(line->fd, (char[64]){0}, 64, 0)) == 0 || got < 0 && errno != EINTR;
    box->program_sleeps = 0;
    return failed;
}

/* Makes a call. The answer takes its place; what follows is stored where it says. Meanwhile the server may ask. */
static int exchange(struct line *line, struct message *call) {
    struct message *said = &line->box->message;
    memcpy(said, call, call->length);
    int failed = pass_turn(line);
    while (!failed && said->kind < 0) { /* a question, not the answer */
        struct message asked = *said, reply = {sizeof(reply)};
        asked.kind = -asked.kind;
        if (asked.kind == ASK_MOVE || asked.kind == ASK_RETURN)
            reply.kind = move_here(&asked);
        else
            reply.length += answer(asked.kind, (char *)(said + 1), asked.a, asked.b);
        *said = reply;
        failed = pass_turn(line);
    }
    *call = *said;
    for (char *at = (char *)(said + 1), *end = failed ? at : (char *)said + call->length; at < end;) {
        struct store *store = (struct store *)at;
        if (copy(STORE, store + 1, store->address, store->length))
            call->kind = EFAULT;
        at += sizeof(*store) + (store->length + 7 & ~7ul);
    }
    return failed;
}

/* Calls the server. The answer takes the place of the call; -1 and errno if it is a refusal. */
static int call_server(struct message *call) {
    if (call->length > BOX_BYTES - offsetof(struct box, message))
        return fail(EINVAL);
    struct line *line = lines; /* the first free one: a single thread always meets the same thread of the server */
    while (pthread_mutex_trylock(&line->lock) && (line < lines + LINES - 1 || pthread_mutex_lock(&line->lock)))
        line++;
    int failed = line->fd < 0 && open_line(line) < 0 || exchange(line, call);
    if (failed)
        forget(&line->fd);
    pthread_mutex_unlock(&line->lock);
    if (!failed && call->b)
        is_followed = 1;
    return failed ? fail(EIO) : call->kind ? fail(call->kind) : 0;
}

/* Calls the file of a path_of. */
static int call_file(int fd, const char *path, struct message *call) {
    struct message share = {sizeof(share), CALL_SHARE, getpid()};
    if (!path || need_service())
        return -1;
    call->c = number_in(path);
    /* Who did not open the file shows that it has the descriptor. */
    if (call->c >> 32 != getpid() && transfer(SEND, fd, &share, sizeof(share)))
        return -1;
    return call_server(call);
}
