/* The acts of a program, on their way to the server. Included by check.c. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { RING_BYTES = 1 << 22, HEADER_BYTES = 4096, HIGH_FD = 512, HELLO_CHECK = 0x46534e08 };
enum { FULL_NANOS = 20000, PATIENCE = 10000000 / (FULL_NANOS / 1000) }; /* 10 seconds, in naps */

/* The program writes behind the head, and the server reads behind the tail; both only grow. */
static struct ring {
    uint64_t magic, token, is_strict;
    _Alignas(64) _Atomic uint64_t head;
    _Alignas(64) _Atomic uint64_t tail;
    _Alignas(HEADER_BYTES) char bytes[RING_BYTES];
} *ring;
static const uint64_t ring_magic = 0x676e697274736e46; /* "Fnstring" */
static int connection = -1; /* its end is the end of the program */
static pthread_mutex_t check_lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int is_inside; /* whether a call of the program is under way: what it calls is not the program's */

/* What happened. The meaning of most fields depends on the kind; ActReader has it. */
struct act {
    uint32_t length; /* of all of it, a multiple of 8 */
    uint16_t kind, count;
    uint64_t stamp;
    uint32_t place, object;
    uint64_t a, b, c;
    uint32_t d, e, f, g;
};
enum kind { PAD, PLACE, CREATED, DESTROYED, REGION, DEREGISTERED, WINDOW, DEALLOCATED, CQ, DESTROYING_CQ, DESTROYED_CQ,
            SRQ, DESTROYED_SRQ, QP, DESTROYED_QP, MODIFIED, SENT, RECEIVE, SHARED_RECEIVE, REFUSED_SENDS,
            REFUSED_RECEIVES, REFUSED_SHARED, CHANGED, POLLED, POLLED_IN_VAIN, ARMED, EVENT, ACKNOWLEDGED, UNMAPPING,
            WINDOW_KEY, RESIZED_CQ, RECEIVE_CHANGED };

/* The function of this name behind this library; libibverbs may be known to one library of the program alone. */
static void *behind(const char *name) {
    return dlsym(RTLD_NEXT, name) ?: dlsym(dlopen("libibverbs.so.1", RTLD_LAZY | RTLD_NOLOAD), name);
}
#define REAL(name) \
    ({ \
        static __typeof__(&name) found; \
        found ?: (found = (__typeof__(&name))behind(#name)); \
    })

static uint64_t nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ul + now.tv_nsec;
}

/* Whether the server has ended. */
static int is_alone(void) {
    char byte;
    ssize_t got = recv(connection, &byte, 1, MSG_DONTWAIT | MSG_PEEK);
    return got == 0 || got < 0 && errno != EAGAIN && errno != EINTR;
}

static void end_check(void) {
    static const char said[] = "fenestra: the server takes no more acts of this program; it is no longer checked\n";
    ssize_t ignored = write(STDERR_FILENO, said, sizeof(said) - 1);
    (void)ignored;
    ring = NULL;
}

/* Waits for room; 0 when there will be none. */
static int has_room(uint64_t end) {
    for (int naps = 0; end - ring->tail > RING_BYTES; naps++) {
        if (naps == PATIENCE || is_alone()) {
            end_check();
            return 0;
        }
        clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){0, FULL_NANOS}, NULL);
    }
    return 1;
}

/* Room for an act and what belongs to it, under the lock; NULL when the check has ended. */
static struct act *begin_act(enum kind kind, uint32_t object, uint32_t place, size_t more) {
    if (!ring)
        return NULL;
    uint64_t length = sizeof(struct act) + more + 7 & ~7ul, at = ring->head, left = RING_BYTES - at % RING_BYTES;
    if (!has_room(at + length + (left < length ? left : 0)))
        return NULL;
    if (left < length) {
        *(uint64_t *)(ring->bytes + at % RING_BYTES) = left; /* its kind is PAD */
        at += left;
        atomic_store_explicit(&ring->head, at, memory_order_release);
    }
    struct act *act = (struct act *)(ring->bytes + at % RING_BYTES);
    *act = (struct act){length, kind, 0, nanos(), place, object};
    return act;
}

/* Shows the act to the server. */
static void end_act(struct act *act) {
    atomic_store_explicit(&ring->head, ring->head + act->length, memory_order_release);
}

/* Tells of an act without more bytes; the last arguments are its fields, such as .d = 1. */
#define TELL(kind, object, place, ...) \
    do { \
        uint32_t told_object = object, told_place = place; \
        pthread_mutex_lock(&check_lock); \
        tell(kind, told_object, told_place, (struct act){__VA_ARGS__}); \
        pthread_mutex_unlock(&check_lock); \
    } while (0)

static void tell(enum kind kind, uint32_t object, uint32_t place, struct act like) {
    struct act *act = begin_act(kind, object, place, 0);
    if (act) {
        like.length = act->length;
        like.kind = kind;
        like.stamp = act->stamp;
        like.place = place;
        like.object = object;
        *act = like;
        end_act(act);
    }
}

static int transfer(int sends, int fd, void *bytes, size_t length) {
    for (char *at = bytes, *end = at + length; at < end;) {
        ssize_t moved = sends ? send(fd, at, end - at, MSG_NOSIGNAL) : recv(fd, at, end - at, MSG_WAITALL);
        if (moved > 0)
            at += moved;
        else if (moved == 0 || errno != EINTR)
            return -1;
    }
    return 0;
}

/* Connects with the server, which opens the file of the ring by its descriptor. 0 when it checks this program. */
static int greet(int file) {
    struct {
        uint32_t length;
        int32_t kind;
        uint64_t a, b, c;
    } hello = {sizeof(hello), HELLO_CHECK, file, getpid()};
    struct sockaddr_un server = {.sun_family = AF_UNIX};
    const char *host = getenv("FENESTRA_HOST") ?: "", *path = getenv("FENESTRA_SOCKET") ?: "";
    hello.length += strlen(host);
    if (strlen(path) >= sizeof(server.sun_path))
        return -1;
    strcpy(server.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH_FD);
    if (high >= 0) {
        close(fd);
        fd = high;
    }
    if (connect(fd, (struct sockaddr *)&server, sizeof(server)) || transfer(1, fd, &hello, sizeof(hello)) ||
        transfer(1, fd, (void *)host, strlen(host)) || transfer(0, fd, &hello, sizeof(hello)) || hello.kind) {
        close(fd);
        return -1;
    }
    connection = fd;
    return 0;
}

static void forget_in_child(void);

/* Begins the check of this process, once. It is on only where the server wants it. */
static void begin_check(void) {
    static pid_t asked, watches_fork;
    const char *token = getenv("FENESTRA_CHECK");
    if (asked == getpid() || !getenv("FENESTRA_SOCKET"))
        return;
    asked = getpid();
    int file = memfd_create("fenestra-acts", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0 || ftruncate(file, sizeof(*ring)) || fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW))
        return;
    void *made = (void *)syscall(SYS_mmap, NULL, sizeof(*ring), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (made != MAP_FAILED) {
        madvise(made, sizeof(*ring), MADV_DONTFORK);
        struct ring *fresh = made;
        fresh->magic = ring_magic;
        fresh->is_strict = token && *token == 's';
        fresh->token = token ? strtoull(token + 1, NULL, 10) : 0;
        if (greet(file) == 0)
            ring = fresh;
        else
            munmap(made, sizeof(*ring));
    }
    close(file);
    if (!watches_fork)
        watches_fork = pthread_atfork(NULL, NULL, forget_in_child) == 0;
}
