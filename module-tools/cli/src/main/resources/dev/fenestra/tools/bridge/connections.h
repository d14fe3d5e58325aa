/* Connections of a program to the server, and the messages on them. Included by preload.c. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mman.h>
#include <linux/netlink.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/rdma_user_cm.h>
#include <rdma/rdma_user_ioctl_cmds.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define PAGES "fenestra-pages"

enum { INLINE_BYTES = 8, LINES = 8, REPLY_BYTES = 1 << 20, BOX_BYTES = 1 << 22, OWN_BYTES = 1 << 16 };
enum { LOOK_NANOS = 200000 };
enum { LONG_YIELD_NANOS = 500000, MOST_LOST_NANOS = 24000000 };
enum { SHORTEST_OFF_NANOS = 20000000, LONGEST_OFF_NANOS = 640000000 };
static const uint64_t file_bytes = 1ul << 62;
enum { HELLO_SERVICE = 0x46534e01, HELLO_CALLS, HELLO_EVENTS, HELLO_FILE, HELLO_CONNECTIONS,
       HELLO_COUNTERS, HELLO_NETLINK };
enum { CALL_IOCTL = 1, CALL_MAP, CALL_SHARE, CALL_WRITE, CALL_CHANGED, CALL_REFUSED };
enum { ASK_AREAS = 1, ASK_MOVE, ASK_EVENTS, ASK_RECALL, ASK_READ, ASK_FILE, ASK_RETURN, ASK_STORABLE };
enum { NO_LOAD = 1, NO_STORE = 2, NO_STORE_INSIDE = 4 }; /* of an attribute: which pointer is wild */

/* Files that are connections: where they are found, and what their descriptors are said to be. */
static const struct file_kind {
    const char *path; /* a number may follow */
    uint32_t hello, major, minor;
} file_kinds[] = {
    {"/dev/infiniband/uverbs", HELLO_FILE, 231, 192},
    {"/dev/infiniband/rdma_cm", HELLO_CONNECTIONS, 10, 58},
};

#define EACH(item, array) (__typeof__(&*array) item = array; item < array + sizeof(array) / sizeof(*array); item++)

/* Everything that is sent begins with this. */
struct message {
    uint32_t length; /* of all of it */
    int32_t kind;    /* of a greeting, a call or a question; in an answer the errno, or 0 */
    uint64_t a, b, c;
};

/* The answer to a call has these; each is followed by the bytes that belong there, padded to a multiple of 8. */
struct store {
    uint64_t address, length;
};

/* The function of this name behind this library. */
#define REAL(name) \
    ({ \
        static __typeof__(name) *found; \
        found ?: (found = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)); \
    })

static int fail(int error) {
    errno = error;
    return -1;
}

enum direction { SEND, RECEIVE };
static int transfer(enum direction direction, int fd, void *bytes, size_t length) {
    for (char *at = bytes, *end = at + length; at < end;) {
        ssize_t moved = direction == SEND ? send(fd, at, end - at, MSG_NOSIGNAL) : recv(fd, at, end - at, MSG_WAITALL);
        if (moved > 0)
            at += moved;
        else if (moved == 0 || errno != EINTR)
            return fail(EIO);
    }
    return 0;
}

static void forget(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/*
 * A new connection, or -1 and errno. Its own name says what it stands for and has a number, by which its descriptor is
 * known also after dup, fork and exec.
 */
static int connect_as(uint32_t kind, const char *path, uint64_t number, int flags) {
    static _Atomic uint32_t count;
    struct sockaddr_un server = {.sun_family = AF_UNIX}, own = {.sun_family = AF_UNIX};
    const char *host = getenv("FENESTRA_HOST") ?: "", *socket_path = getenv("FENESTRA_SOCKET") ?: "";
    struct message hello = {sizeof(hello) + strlen(host), kind, number, getpid()};
    if (strlen(socket_path) >= sizeof(server.sun_path))
        return fail(ENOENT);
    strcpy(server.sun_path, socket_path);
    int fd = REAL(socket)(AF_UNIX, SOCK_STREAM | (flags & O_CLOEXEC ? SOCK_CLOEXEC : 0), 0);
    if (fd < 0)
        return -1;
    do {
        hello.c = (uint64_t)getpid() << 32 | count++;
        snprintf(own.sun_path + 1, sizeof(own.sun_path) - 1, "%s %lu", path, hello.c);
    } while (bind(fd, (struct sockaddr *)&own, sizeof(own)) && errno == EADDRINUSE);
    if (connect(fd, (struct sockaddr *)&server, sizeof(server)) || transfer(SEND, fd, &hello, sizeof(hello)) ||
        transfer(SEND, fd, (void *)host, strlen(host)) || transfer(RECEIVE, fd, &hello, sizeof(hello)))
        hello.kind = EIO;
    if (hello.kind == 0)
        return fd;
    close(fd);
    return fail(hello.kind);
}

static const struct file_kind *kind_at(const char *path) {
    for EACH (kind, file_kinds)
        if (path && getenv("FENESTRA_SOCKET") && strncmp(path, kind->path, strlen(kind->path)) == 0)
            return kind;
    return NULL;
}

/* Whether a descriptor is a connection with a name of its own, which is stored. */
static int is_named(int fd, struct sockaddr_un *name) {
    socklen_t length = sizeof(*name);
    int saved = errno;
    int is_named = fd >= 0 && getsockname(fd, (struct sockaddr *)name, &length) == 0 && length == sizeof(*name) &&
               name->sun_family == AF_UNIX && !*name->sun_path;
    errno = saved;
    return is_named;
}

/* What a descriptor stands for, as its connection's own name says; NULL for other descriptors. */
static const char *path_of(int fd) {
    static __thread struct sockaddr_un name;
    return is_named(fd, &name) && kind_at(name.sun_path + 1) ? name.sun_path + 1 : NULL;
}

/* The number in a connection's own name. */
static uint64_t number_in(const char *name) {
    return strtoul(strchr(name, ' ') ?: "", NULL, 10);
}
