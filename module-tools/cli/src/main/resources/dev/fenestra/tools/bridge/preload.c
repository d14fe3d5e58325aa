/*
 * Lets a program use the devices of a Fenestra server. It is preloaded, and answers for the files of the table below
 * and for those of sysfs that describe them. It knows no command: an ioctl goes to the server as the bytes that the
 * program gave, and the server says what to store where. Connections, all to one Unix socket:
 *   file     what the program has in place of a descriptor of a device; its end is the end of the opened device
 *   events   what the program reads events from
 *   calls    on these a process calls, and names the file that it means; the messages are in memory that both share
 *   service  one for the process; here the server asks, and a thread of this library answers: private pages that
 *            devices are to use are moved into a file that the server maps, where the server says
 */
#include "connections.h"

#include "memory.h"

#include "runs.h"

#include "moves.h"

#include "pointers.h"

#include "shared.h"

#include "service.h"

#include "calls.h"

#include "commands.h"

#include "paths.h"

#include "counters.h"

static __thread int loses_arms; /* which arms of the device that this thread opens can be lost */
static int has_opened; /* whether a file is open that a program may write to */

/* What the server has for an offset is a part of a file of its own. */
static void *map_device(void *at, size_t length, int rights, int flags, int fd, off_t offset) {
    char found[PATH_MAX];
    struct {
        struct message head;
        uint64_t length;
    } call = {{sizeof(call), CALL_MAP, offset, (uint64_t)found}, length};
    int file = call_file(fd, path_of(fd), &call.head) ? -1 : REAL(open)(found, O_RDWR | O_CLOEXEC);
    loses_arms = file >= 0 && call.head.c ? call.head.c : loses_arms;
    void *mapped = file < 0 ? MAP_FAILED : map_raw(at, length, rights, flags, file, call.head.a);
    forget(&file);
    return mapped;
}

/* The number of a device at the end of a path; 0 where there is none. */
static int device_number(const struct file_kind *kind, const char *path) {
    const char *number = path + strlen(kind->path);
    return *number >= '0' && *number <= '9' ? atoi(number) : 0;
}

/* Describes a file as the character device that it stands for. Returns what was given as the result. */
static int describe(int result, struct stat *into, const char *path) {
    const struct file_kind *kind = result == 0 ? kind_at(path) : NULL;
    if (kind) {
        into->st_mode = S_IFCHR | 0666;
        into->st_rdev = makedev(kind->major, kind->minor + device_number(kind, path));
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
    const struct file_kind *kind = is_text(path) ? kind_at(path) : NULL;
    if (!kind)
        return opened(REAL(openat)(folder, redirect(path), flags, mode));
    has_opened = 1;
    return need_service() ? -1 : connect_as(kind->hello, path, device_number(kind, path), flags);
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

#include "netlink.h"

/*
 * libmlx4 and libhns ask libibverbs for the Ethernet address behind a GID, which would look into the routes of this
 * machine. They do not lead to the hosts of a server. Cards find each other by GID, so any address of a host will do.
 */
int ibv_resolve_eth_l2_from_gid(void *context, void *path, uint8_t *address, uint16_t *vlan) {
    static const uint8_t any[] = {2, 0, 0, 0, 0, 1};
    memcpy(address, any, sizeof(any));
    if (vlan)
        *vlan = 0xffff;
    return 0;
}

int ioctl(int fd, unsigned long request, ...) {
    void *argument = LAST(void *, request, 1);
    const char *path = (uint32_t)request == RDMA_VERBS_IOCTL ? path_of(fd) : NULL;
    return path ? verbs_ioctl(fd, path, (uint64_t)argument) : REAL(ioctl)(fd, request, argument);
}

ssize_t write(int fd, const void *from, size_t length) {
    const char *path = has_opened ? path_of(fd) : NULL;
    return path ? write_to_server(fd, path, (uint64_t)from, length) : REAL(write)(fd, from, length);
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

#include "changes.h"

__attribute__((symver("mmap@" VERSION), symver("mmap64@" VERSION)))
void *fenestra_mmap(void *at, size_t length, int rights, int flags, int fd, off_t offset) {
    int is_shared = (flags & MAP_SHARED) && getenv("FENESTRA_SOCKET");
    __typeof__(&mmap) map = path_of(fd) ? map_device : is_shared ? map_shared : REAL(mmap);
    void *mapped = map(at, length, rights, flags, fd, offset);
    if (mapped != MAP_FAILED && flags & MAP_FIXED)
        tell_change(mapped, length);
    return mapped;
}

#include "advice.h"

#include "polls.h"

/* The names for programs that are built for long files; the same where a long has 64 bits. */
#define ALSO_AS_64(name) extern __typeof__(name) name##_64 __asm__(#name "64") __attribute__((alias(#name)))

ALSO_AS_64(open); ALSO_AS_64(openat); ALSO_AS_64(stat); ALSO_AS_64(fstat); ALSO_AS_64(lstat);
ALSO_AS_64(fstatat); ALSO_AS_64(scandir); ALSO_AS_64(fopen); ALSO_AS_64(pread);
int __open64_2(const char *, int) __attribute__((alias("__open_2")));
int __openat64_2(int, const char *, int) __attribute__((alias("__openat_2")));
