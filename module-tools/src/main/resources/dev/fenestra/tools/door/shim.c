/*
 * Lets a program use the devices of a Fenestra server. It is preloaded, and answers for the files of the table below
 * and for those of sysfs that describe them. It knows no command: an ioctl goes to the server as the bytes that the
 * program gave, and the server says what to store where. Connections, all to one Unix socket:
 *   file     what the program has in place of a descriptor of a device; its end is the end of the opened device
 *   events   what the program reads events from
 *   calls    on these a process calls, and names the file that it means
 *   service  one for the process; here the server asks, and a thread of this library answers: pages that devices are to
 *            use are moved into a file that the server maps, where the server says
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/netlink.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <rdma/rdma_user_ioctl_cmds.h>
#include <signal.h>
#include <stdarg.h>
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
#include <unistd.h>

#define PAGES "fenestra-pages"

enum { INLINE_BYTES = 8, LINES = 8, REPLY_BYTES = 1 << 20 };
enum { HELLO_SERVICE = 0x46534e01, HELLO_CALLS, HELLO_EVENTS, HELLO_FILE, HELLO_CONNECTIONS };
enum { CALL_IOCTL = 1, CALL_MAP, CALL_SHARE, CALL_WRITE };
enum { ASK_AREAS = 1, ASK_MOVE, ASK_EVENTS, ASK_RECALL, ASK_READ };

/* Files that are connections: where they are found, and what their descriptors are said to be. */
static const struct file_kind {
    const char *path; /* a number may follow */
    uint32_t hello, major, minor;
} file_kinds[] = {
    {"/dev/infiniband/uverbs", HELLO_FILE, 231, 192},
    {"/dev/infiniband/rdma_cm", HELLO_CONNECTIONS, 10, 58},
};

/* What the server has in a tree of its own. */
static const char *const folders[] = {"/sys/class/infiniband", "/sys/class/misc/rdma_cm", "/dev/infiniband"};

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

/* A connection for the calls of one thread at a time. */
static struct line {
    pthread_mutex_t lock;
    int fd;
} lines[LINES] = {[0 ... LINES - 1] = {PTHREAD_MUTEX_INITIALIZER, -1}};

static pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER;
static int has_written;             /* whether a file is open that a program writes to */
static int service = -1;            /* its connection, when this process has one */
static int memory = -1;             /* the file for pages that devices use */
static int faults = -1;             /* write-protects pages while they are copied */
static int fork_pipe[2];            /* ends when a forked child has its copies */
static char bytes[REPLY_BYTES + 1]; /* what the service thread, or a forked child, has at hand */

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

/* What a descriptor stands for, as its connection's own name says; NULL for other descriptors. */
static const char *path_of(int fd) {
    static __thread struct sockaddr_un name;
    socklen_t length = sizeof(name);
    int saved = errno;
    int is_named = fd >= 0 && getsockname(fd, (struct sockaddr *)&name, &length) == 0 && length == sizeof(name) &&
               name.sun_family == AF_UNIX && !*name.sun_path;
    errno = saved;
    return is_named && kind_at(name.sun_path + 1) ? name.sun_path + 1 : NULL;
}

/* Maps what other libraries are not to know of. */
static void *map_raw(void *at, size_t length, int rights, int flags, int fd, off_t offset) {
    return (void *)syscall(SYS_mmap, at, length, rights, flags, fd, offset);
}

/* Moves pages of private memory to a place in the file. While they are copied, whoever stores there waits. */
static int move_to_file(uint64_t from, uint64_t length, uint64_t place, int rights) {
    struct uffdio_register watched = {.range = {from, length}, .mode = UFFDIO_REGISTER_MODE_WP};
    struct uffdio_writeprotect frozen = {.range = {from, length}, .mode = UFFDIO_WRITEPROTECT_MODE_WP};
    int is_frozen = faults >= 0 && rights & PROT_WRITE && REAL(ioctl)(faults, UFFDIO_REGISTER, &watched) == 0;
    int error = 0;
    if (is_frozen) {
        madvise((void *)from, length, MADV_POPULATE_READ);
        REAL(ioctl)(faults, UFFDIO_WRITEPROTECT, &frozen);
    }
    for (uint64_t at = from, end = from + length; at < end && !error;) {
        ssize_t copied = pwrite(memory, (void *)at, end - at, at - from + place);
        if (copied > 0)
            at += copied;
        else if (errno != EINTR)
            error = errno == ENOSPC || errno == ENOMEM ? ENOMEM : EFAULT;
    }
    if (!error && map_raw((void *)from, length, rights, MAP_SHARED | MAP_FIXED, memory, place) == MAP_FAILED)
        error = errno;
    if (is_frozen && error)
        REAL(ioctl)(faults, UFFDIO_UNREGISTER, &watched.range);
    if (is_frozen)
        REAL(ioctl)(faults, UFFDIO_WAKE, &watched.range);
    return error;
}

/* PROCMAP_QUERY of Linux 6.11: one area, without the text of all others. */
struct area_query {
    uint64_t size, flags, at, start, end, rights, page_size, offset, inode;
    uint32_t major, minor, name_size, build_id_size;
    uint64_t name, build_id;
};
enum { COVERING_OR_NEXT = 0x10 };

/* The text in which the kernel describes this process's memory, at least that of a range; how many bytes. */
static uint64_t read_areas(uint64_t from, uint64_t to) {
    char name[PATH_MAX];
    int fd = REAL(open)("/proc/self/maps", O_RDONLY | O_CLOEXEC), error = 0;
    uint64_t length = 0;
    for (struct area_query area = {.end = from}; area.end < to && length < REPLY_BYTES - 2 * sizeof(name);) {
        area = (struct area_query){.size = sizeof(area), .flags = COVERING_OR_NEXT, .at = area.end,
                                   .name_size = sizeof(name), .name = (uint64_t)name};
        error = REAL(ioctl)(fd, _IOWR('f', 17, struct area_query), &area) ? errno : 0;
        if (error || area.start >= to)
            break;
        length += sprintf(bytes + length, "%lx-%lx %c%c%c%c %lx 0:0 %lu %s\n", area.start, area.end,
                          "-r"[area.rights & 1], "-w"[area.rights / 2 & 1], "-x"[area.rights / 4 & 1],
                          "ps"[area.rights / 8 & 1], area.offset, area.inode, area.name_size ? name : "");
    }
    /* A kernel without the query has the text. */
    ssize_t got = error && error != ENOENT;
    for (length = got ? 0 : length; got > 0; length += got > 0 ? got : 0)
        got = read(fd, bytes + length, REPLY_BYTES - length);
    close(fd);
    bytes[length] = 0;
    return length;
}

/* Answers the server's questions until it ends. */
static void *serve(void *unused) {
    for (struct message asked; transfer(RECEIVE, service, &asked, sizeof(asked)) == 0;) {
        struct message reply = {sizeof(reply)};
        if (asked.kind == ASK_AREAS) {
            reply.length += read_areas(asked.a, asked.a + asked.b);
        } else if (asked.kind == ASK_MOVE) {
            reply.kind = move_to_file(asked.a, asked.b, asked.c & ~4095ul, asked.c & 4095);
        } else if (asked.kind == ASK_EVENTS) {
            int fd = connect_as(HELLO_EVENTS, "[events]", asked.a, O_CLOEXEC);
            reply.kind = fd < 0 ? errno : 0;
            reply.a = fd;
        } else if (asked.kind == ASK_RECALL) {
            ssize_t unread = recv(asked.a, bytes, REPLY_BYTES, MSG_DONTWAIT);
            reply.length += unread > 0 ? unread : 0;
        } else if (asked.kind == ASK_READ && asked.b <= REPLY_BYTES) {
            struct iovec to = {bytes, asked.b}, from = {(void *)asked.a, asked.b};
            reply.length += process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)asked.b ? asked.b : 0;
        } else {
            reply.kind = ENOSYS;
        }
        if (transfer(SEND, service, &reply, sizeof(reply)) ||
            transfer(SEND, service, bytes, reply.length - sizeof(reply)))
            break;
    }
    return unused;
}

static void before_fork(void) {
    if (pipe2(fork_pipe, O_CLOEXEC))
        fork_pipe[0] = fork_pipe[1] = -1;
}

/* The parent waits until its child has its copies: from then on it may store. */
static void after_fork_in_parent(void) {
    close(fork_pipe[1]);
    while (read(fork_pipe[0], &(char){0}, 1) < 0 && errno == EINTR) {}
    close(fork_pipe[0]);
}

/* Pages of the file are the parent's, so are its connections for calls: a child gets copies, and begins anew. */
static void after_fork_in_child(void) {
    int *all[] = {&service, &memory, &faults, fork_pipe, fork_pipe + 1};
    unsigned long from, to, place;
    /* Nothing may be allocated yet: what malloc has is the parent's. */
    read_areas(0, 1ul << 63);
    for (char *text = bytes, *end; (end = strchr(text, '\n')); text = end + 1) {
        *end = 0;
        if (!strstr(text, "/memfd:" PAGES) || sscanf(text, "%lx-%lx %*s %lx", &from, &to, &place) < 3)
            continue;
        map_raw((void *)from, to - from, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        for (ssize_t got; from < to && (got = pread(memory, (void *)from, to - from, place)) > 0; place += got)
            from += got;
    }
    for EACH (line, lines) {
        forget(&line->fd);
        line->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    }
    for EACH (fd, all)
        forget(*fd);
}

/* Makes the file for pages, which nobody can make shorter, and the thread that answers; 0, or an errno. */
static int start_service(void) {
    static int watches_fork;
    struct uffdio_api api = {.api = UFFD_API, .features = UFFD_FEATURE_PAGEFAULT_FLAG_WP};
    sigset_t all, before;
    pthread_t thread;
    memory = memfd_create(PAGES, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0 || ftruncate(memory, 1l << 62) || fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW))
        return errno;
    faults = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
    if (faults >= 0 && REAL(ioctl)(faults, UFFDIO_API, &api))
        forget(&faults);
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

/* Sends a call and receives the answer in its place. Stores what follows the answer where it says. */
static int exchange(int fd, struct message *call) {
    char *rest = NULL;
    int failed = transfer(SEND, fd, call, call->length) || transfer(RECEIVE, fd, call, sizeof(*call)) ||
                 !(rest = malloc(call->length)) || transfer(RECEIVE, fd, rest, call->length - sizeof(*call));
    for (char *at = rest, *end = failed ? at : at + call->length - sizeof(*call); at < end;) {
        struct store *store = (struct store *)at;
        memcpy((void *)store->address, store + 1, store->length);
        at += sizeof(*store) + (store->length + 7 & ~7ul);
    }
    free(rest);
    return failed;
}

/* Calls a file. The answer takes the place of the call; -1 and errno if it is a refusal. */
static int call_file(int fd, struct message *call) {
    const char *path = path_of(fd);
    struct message share = {sizeof(share), CALL_SHARE, getpid()};
    if (!path || need_service())
        return -1;
    call->c = strtoul(strchr(path, ' ') ?: "", NULL, 10);
    /* Who did not open the file shows that it has the descriptor. */
    if (call->c >> 32 != getpid() && transfer(SEND, fd, &share, sizeof(share)))
        return -1;
    struct line *line = lines; /* the first free one: a single thread always meets the same thread of the server */
    while (pthread_mutex_trylock(&line->lock) && (line < lines + LINES - 1 || pthread_mutex_lock(&line->lock)))
        line++;
    if (line->fd < 0)
        line->fd = connect_as(HELLO_CALLS, "[calls]", 0, O_CLOEXEC);
    int failed = line->fd < 0 || exchange(line->fd, call);
    if (failed)
        forget(&line->fd);
    pthread_mutex_unlock(&line->lock);
    return failed ? fail(EIO) : call->kind ? fail(call->kind) : 0;
}

/* The server gets the header, and each attribute with what it points to. */
static int verbs_ioctl(int fd, const struct ib_uverbs_ioctl_hdr *asked) {
    size_t length = sizeof(struct message) + sizeof(*asked);
    for (int i = 0; i < asked->num_attrs; i++)
        length += sizeof(*asked->attrs) + (asked->attrs[i].len > INLINE_BYTES ? asked->attrs[i].len : 0);
    struct message *call = malloc(length);
    if (!call)
        return -1;
    *call = (struct message){length, CALL_IOCTL, (uint64_t)asked};
    char *at = mempcpy(call + 1, asked, sizeof(*asked));
    for (int i = 0; i < asked->num_attrs; i++) {
        at = mempcpy(at, asked->attrs + i, sizeof(*asked->attrs));
        if (asked->attrs[i].len > INLINE_BYTES)
            at = mempcpy(at, (void *)asked->attrs[i].data, asked->attrs[i].len);
    }
    int result = call_file(fd, call);
    free(call);
    return result;
}

/* What would wait for an event is tried again when there may be one. */
static ssize_t write_to_server(int fd, const void *from, size_t length) {
    struct message *call = malloc(sizeof(*call) + length);
    int result = -1, tries = call != NULL;
    while (tries) {
        *call = (struct message){sizeof(*call) + length, CALL_WRITE};
        memcpy(call + 1, from, length);
        result = call_file(fd, call);
        tries = result && errno == EAGAIN && !(fcntl(fd, F_GETFL) & O_NONBLOCK) &&
                poll(&(struct pollfd){fd, POLLIN}, 1, -1) >= 0;
    }
    if (result == 0 && call->a) /* it was readable for an event that is read now */
        recv(fd, &(char){0}, 1, MSG_DONTWAIT);
    free(call);
    return result ? -1 : (ssize_t)length;
}

/* What the server has for an offset is a part of a file of its own. */
static void *map_device(void *at, size_t length, int rights, int flags, int fd, off_t offset) {
    char path[PATH_MAX];
    struct message call = {sizeof(call), CALL_MAP, offset, (uint64_t)path};
    int file = call_file(fd, &call) ? -1 : REAL(open)(path, O_RDWR | O_CLOEXEC);
    void *mapped = file < 0 ? MAP_FAILED : map_raw(at, length, rights, flags, file, call.a);
    forget(&file);
    return mapped;
}

/* Where the server has what stands at a path. */
static const char *redirect(const char *path) {
    static __thread char found[PATH_MAX];
    const char *tree = getenv("FENESTRA_TREE");
    for EACH (folder, folders)
        if (path && tree && strncmp(path, *folder, strlen(*folder)) == 0 &&
            snprintf(found, PATH_MAX, "%s%s", tree, path) < PATH_MAX)
            return found;
    return path;
}

/* Describes a file as the character device that it stands for. Returns what was given as the result. */
static int describe(int result, struct stat *into, const char *path) {
    const struct file_kind *kind = result == 0 ? kind_at(path) : NULL;
    if (kind) {
        into->st_mode = S_IFCHR | 0666;
        into->st_rdev = makedev(kind->major, kind->minor + atoi(path + strlen(kind->path)));
    }
    return result;
}

/* The last argument of a function that has one of this type, else 0. */
#define LAST(type, before, is_there) \
    ({ \
        va_list more; \
        va_start(more, before); \
        type last = is_there ? va_arg(more, type) : 0; \
        va_end(more); \
        last; \
    })

int openat(int folder, const char *path, int flags, ...) {
    mode_t mode = LAST(mode_t, flags, flags & (O_CREAT | O_TMPFILE));
    const struct file_kind *kind = kind_at(path);
    if (!kind)
        return REAL(openat)(folder, redirect(path), flags, mode);
    has_written |= kind->hello == HELLO_CONNECTIONS;
    return need_service() ? -1 : connect_as(kind->hello, path, atoi(path + strlen(kind->path)), flags);
}

int open(const char *path, int flags, ...) {
    return openat(AT_FDCWD, path, flags, LAST(mode_t, flags, flags & (O_CREAT | O_TMPFILE)));
}

int stat(const char *path, struct stat *into) {
    return describe(REAL(stat)(redirect(path), into), into, path);
}

int fstat(int fd, struct stat *into) {
    return describe(REAL(fstat)(fd, into), into, path_of(fd));
}

int statx(int folder, const char *path, int flags, unsigned mask, struct statx *into) {
    return REAL(statx)(folder, redirect(path), flags, mask, into);
}

int access(const char *path, int mode) {
    return REAL(access)(redirect(path), mode);
}

DIR *opendir(const char *path) {
    return REAL(opendir)(redirect(path));
}

/* An RDMA-capable kernel would answer for its own devices. */
int socket(int domain, int type, int protocol) {
    int asks_kernel = domain == AF_NETLINK && protocol == NETLINK_RDMA && getenv("FENESTRA_SOCKET");
    return asks_kernel ? fail(EPROTONOSUPPORT) : REAL(socket)(domain, type, protocol);
}

int ioctl(int fd, unsigned long request, ...) {
    void *argument = LAST(void *, request, 1);
    int is_verbs = (uint32_t)request == RDMA_VERBS_IOCTL && path_of(fd);
    return is_verbs ? verbs_ioctl(fd, argument) : REAL(ioctl)(fd, request, argument);
}

ssize_t write(int fd, const void *from, size_t length) {
    return has_written && path_of(fd) ? write_to_server(fd, from, length) : REAL(write)(fd, from, length);
}

/*
 * A symbol of this version, and not its default, is what programs are linked with and not what dlsym finds: UCX writes
 * over the code of what it finds, and it is to find that of libc.
 */
#ifdef __x86_64__
#define VERSION "GLIBC_2.2.5"
#else
#define VERSION "GLIBC_2.17"
#endif

__attribute__((symver("mmap@" VERSION), symver("mmap64@" VERSION)))
void *fenestra_mmap(void *at, size_t length, int rights, int flags, int fd, off_t offset) {
    __typeof__(&mmap) map = path_of(fd) ? map_device : REAL(mmap);
    return map(at, length, rights, flags, fd, offset);
}

/* The names for programs that are built for long files; the same where a long has 64 bits. */
#define ALSO_AS_64(name) extern __typeof__(name) name##_64 __asm__(#name "64") __attribute__((alias(#name)))

ALSO_AS_64(open); ALSO_AS_64(openat); ALSO_AS_64(stat); ALSO_AS_64(fstat);
