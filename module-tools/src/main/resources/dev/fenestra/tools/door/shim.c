/*
 * Lets a program use the devices of a Fenestra server: preloaded into it, this library answers for
 * /dev/infiniband/uverbsN and for the files below /sys/class/infiniband*. It knows no command: an ioctl goes to the
 * server as the bytes that the program gave, and comes back as the bytes that it is to get.
 *
 * Connections, all to one Unix socket:
 *   file     what the program has in place of a descriptor of uverbsN; its end is the end of the opened device
 *   events   what the program reads events from
 *   service  one for the process; here the server asks, and a thread of this library answers: pages that devices are to
 *            use are moved into a file that the server maps, at offsets that are their addresses
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
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
#include <sys/un.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif
#ifndef NETLINK_RDMA
#define NETLINK_RDMA 20
#endif

#define DEVICE "/dev/infiniband/uverbs"
#define CLASS "/sys/class/infiniband"
#define VERBS_IOCTL 0xc0181b01u /* RDMA_VERBS_IOCTL of rdma_user_ioctl_cmds.h */
#define PAGE 4096ul
#define INLINE_BYTES 8
#define LOCKS 64

enum { HELLO_MAGIC = 0x46534e54, HELLO_SERVICE = 1, HELLO_FILE = 2, HELLO_EVENTS = 3 };
enum { CALL_IOCTL = 1, CALL_MAP = 2 };
enum { ASK_ADOPT = 1, ASK_EVENTS = 2, ASK_RECALL = 3 };

struct hello {
	uint32_t magic, kind, pid, number;
	char host[112];
};
struct call {
	uint32_t length, kind;
	uint16_t object, method, attributes, unused;
	uint64_t a, b;
};
struct result {
	uint32_t length;
	int32_t error;
	uint32_t answers, unused;
};
struct answer {
	uint32_t attribute, is_inline, length, unused;
};
struct question {
	uint32_t kind, flag;
	uint64_t a, b;
};
struct reply {
	int64_t result;
	uint64_t length;
};
struct verbs_header {
	uint16_t length, object, method, attributes;
	uint64_t reserved1;
	uint32_t driver, reserved2;
};
struct verbs_attribute {
	uint16_t id, length, flags, reserved;
	uint64_t data;
};

static pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *call_locks; /* shared with forked children, which have the same connections */
static pthread_once_t locks_once = PTHREAD_ONCE_INIT;
static pid_t started_pid; /* the process that has a service thread */
static int memory = -1;   /* the file for pages that devices use */
static struct stat memory_stat;
static int faults = -1; /* write-protects pages while they are copied */
static int service = -1;
static int fork_pipe[2];

/* The function of this name behind this library. */
#define REAL(name) \
	({ \
		static __typeof__(name) *found; \
		if (!found) \
			found = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); \
		found; \
	})

static const char *socket_path(void)
{
	return getenv("FENESTRA_SOCKET");
}

static int send_all(int fd, const void *bytes, size_t length)
{
	for (const char *at = bytes; length > 0;) {
		ssize_t sent = send(fd, at, length, MSG_NOSIGNAL);
		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return -1;
		at += sent;
		length -= sent;
	}
	return 0;
}

static int receive_all(int fd, void *bytes, size_t length)
{
	for (char *at = bytes; length > 0;) {
		ssize_t got = recv(fd, at, length, MSG_WAITALL);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return -1;
		at += got;
		length -= got;
	}
	return 0;
}

/* A new connection, or -1 and errno. */
static int connect_as(uint32_t kind, uint32_t number, int flags)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	struct hello hello = {HELLO_MAGIC, kind, getpid(), number, ""};
	const char *path = socket_path(), *host = getenv("FENESTRA_HOST");
	int32_t error;
	int fd;

	if (!path || strlen(path) >= sizeof(address.sun_path)) {
		errno = ENOENT;
		return -1;
	}
	strcpy(address.sun_path, path);
	if (host)
		strncpy(hello.host, host, sizeof(hello.host) - 1);
	fd = REAL(socket)(AF_UNIX, SOCK_STREAM | (flags & O_CLOEXEC ? SOCK_CLOEXEC : 0), 0);
	if (fd < 0)
		return -1;
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)) || send_all(fd, &hello, sizeof(hello)) ||
	    receive_all(fd, &error, sizeof(error))) {
		close(fd);
		errno = EIO;
		return -1;
	}
	if (error) {
		close(fd);
		errno = error;
		return -1;
	}
	return fd;
}

/* Whether a descriptor is a connection to the server: the socket's own peer says so, also after dup and exec. */
static int is_ours(int fd)
{
	struct sockaddr_un peer;
	socklen_t length = sizeof(peer);
	const char *path = socket_path();
	int saved = errno, ours;

	ours = fd >= 0 && path && getpeername(fd, (struct sockaddr *)&peer, &length) == 0 &&
	       peer.sun_family == AF_UNIX && length > sizeof(sa_family_t) && strcmp(peer.sun_path, path) == 0;
	errno = saved;
	return ours;
}

static void *map_raw(void *at, size_t length, int rights, int flags, int fd, off_t offset)
{
	return (void *)syscall(SYS_mmap, at, length, rights, flags, fd, offset);
}

/* Moves pages of private memory into the file. While they are copied, whoever stores there waits. */
static int move_pages_to_file(uint64_t from, uint64_t to, int rights)
{
	struct uffdio_register watched = {.range = {from, to - from}, .mode = UFFDIO_REGISTER_MODE_WP};
	struct uffdio_writeprotect frozen = {.range = {from, to - from}, .mode = UFFDIO_WRITEPROTECT_MODE_WP};
	int is_frozen = faults >= 0 && rights & PROT_WRITE && ioctl(faults, UFFDIO_REGISTER, &watched) == 0;
	int error = 0;

	if (is_frozen) {
		madvise((void *)from, to - from, MADV_POPULATE_READ);
		ioctl(faults, UFFDIO_WRITEPROTECT, &frozen);
	}
	for (uint64_t at = from; at < to && !error;) {
		ssize_t copied = pwrite(memory, (void *)at, to - at, at);
		if (copied <= 0 && errno != EINTR)
			error = errno == ENOSPC || errno == ENOMEM ? ENOMEM : EFAULT;
		else if (copied > 0)
			at += copied;
	}
	if (!error && map_raw((void *)from, to - from, rights, MAP_SHARED | MAP_FIXED, memory, from) == MAP_FAILED)
		error = errno;
	if (is_frozen) {
		if (error)
			ioctl(faults, UFFDIO_UNREGISTER, &watched.range);
		ioctl(faults, UFFDIO_WAKE, &watched.range);
	}
	return error;
}

/* A line of /proc/self/maps. */
struct area {
	uint64_t start, end, offset, inode;
	unsigned int major, minor;
	char rights[5];
};

static int is_in_file(const struct area *area)
{
	return area->inode == memory_stat.st_ino && makedev(area->major, area->minor) == memory_stat.st_dev &&
	       area->offset == area->start;
}

/* Calls a function for each area that overlaps a range, in order, until one returns an error. */
static int for_areas(uint64_t from, uint64_t to, int (*call)(const struct area *, void *), void *context)
{
	static __thread char text[1 << 16];
	size_t held = 0;
	int error = 0, fd = REAL(open)("/proc/self/maps", O_RDONLY | O_CLOEXEC);

	while (fd >= 0 && !error) {
		ssize_t got = read(fd, text + held, sizeof(text) - 1 - held);
		char *line = text, *end;
		if (got <= 0)
			break;
		held += got;
		text[held] = 0;
		for (; !error && (end = strchr(line, '\n')); line = end + 1) {
			struct area area;
			if (sscanf(line, "%lx-%lx %4s %lx %x:%x %lu", &area.start, &area.end, area.rights, &area.offset,
				   &area.major, &area.minor, &area.inode) == 7 &&
			    area.start < to && area.end > from)
				error = call(&area, context);
		}
		held -= line - text;
		memmove(text, line, held);
	}
	if (fd >= 0)
		close(fd);
	return fd < 0 ? EIO : error;
}

struct adoption {
	uint64_t next, end;
	int writable;
};

static int adopt_area(const struct area *area, void *context)
{
	struct adoption *wanted = context;
	int rights = (area->rights[0] == 'r' ? PROT_READ : 0) | (area->rights[1] == 'w' ? PROT_WRITE : 0) |
		     (area->rights[2] == 'x' ? PROT_EXEC : 0);
	uint64_t from = wanted->next, to = area->end < wanted->end ? area->end : wanted->end;
	int error = 0;

	if (area->start > from || !(rights & PROT_READ) || (wanted->writable && !(rights & PROT_WRITE)))
		return EFAULT;
	if (!is_in_file(area))
		error = area->rights[3] == 's' ? EOPNOTSUPP : move_pages_to_file(from, to, rights);
	wanted->next = to;
	return error;
}

static int adopt(uint64_t from, uint64_t length, int writable)
{
	struct adoption wanted = {from, from + length, writable};
	int error = for_areas(from, from + length, adopt_area, &wanted);
	return error ? error : wanted.next < wanted.end ? EFAULT : 0;
}

/* Takes back what was sent to a descriptor and not read. */
static void recall(int fd)
{
	static char unread[1 << 18];
	struct reply reply = {0, 0};
	ssize_t got;

	while (is_ours(fd) && reply.length < sizeof(unread) &&
	       (got = recv(fd, unread + reply.length, sizeof(unread) - reply.length, MSG_DONTWAIT)) > 0)
		reply.length += got;
	if (send_all(service, &reply, sizeof(reply)) == 0)
		send_all(service, unread, reply.length);
}

/* Answers the server's questions until it ends. */
static void *serve(void *unused)
{
	struct question asked;

	while (receive_all(service, &asked, sizeof(asked)) == 0) {
		struct reply reply = {-ENOSYS, 0};
		if (asked.kind == ASK_RECALL) {
			recall(asked.a);
			continue;
		}
		if (asked.kind == ASK_ADOPT)
			reply.result = -adopt(asked.a, asked.b, asked.flag);
		if (asked.kind == ASK_EVENTS)
			reply.result = (reply.result = connect_as(HELLO_EVENTS, asked.a, O_CLOEXEC)) < 0 ? -errno : reply.result;
		if (send_all(service, &reply, sizeof(reply)))
			break;
	}
	return unused;
}

/* In a forked child pages of the file would be its parent's: it gets copies of its own. */
static int unshare_area(const struct area *area, void *context)
{
	size_t length = area->end - area->start;
	void *copy;

	if (!is_in_file(area))
		return 0;
	copy = map_raw(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (copy == MAP_FAILED)
		return ENOMEM;
	memcpy(copy, (void *)area->start, length);
	mremap(copy, length, length, MREMAP_MAYMOVE | MREMAP_FIXED, area->start);
	return 0;
}

static void before_fork(void)
{
	if (pipe2(fork_pipe, O_CLOEXEC))
		fork_pipe[0] = fork_pipe[1] = -1;
}

/* The parent waits until its child has its copies: from then on it may store. */
static void after_fork_in_parent(void)
{
	char unused;

	close(fork_pipe[1]);
	while (read(fork_pipe[0], &unused, 1) < 0 && errno == EINTR)
		;
	close(fork_pipe[0]);
}

static void after_fork_in_child(void)
{
	if (memory >= 0)
		for_areas(0, UINT64_MAX, unshare_area, NULL);
	close(fork_pipe[0]);
	close(fork_pipe[1]);
}

static void make_call_locks(void)
{
	pthread_mutexattr_t shared;

	call_locks = map_raw(NULL, LOCKS * sizeof(*call_locks), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (call_locks == MAP_FAILED)
		return;
	pthread_mutexattr_init(&shared);
	pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&shared, PTHREAD_MUTEX_ROBUST);
	for (int i = 0; i < LOCKS; i++)
		pthread_mutex_init(call_locks + i, &shared);
}

/* Makes the file and starts the service, once in a process; 0, or an errno. */
static int start(void)
{
	struct uffdio_api api = {.api = UFFD_API, .features = UFFD_FEATURE_PAGEFAULT_FLAG_WP};
	static int watches_fork;
	sigset_t all, before;
	pthread_t thread;
	int error = 0;

	pthread_mutex_lock(&start_lock);
	if (started_pid != getpid()) {
		memory = memfd_create("fenestra", MFD_CLOEXEC | MFD_ALLOW_SEALING);
		if (memory < 0 || ftruncate(memory, 1l << 47) || fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) ||
		    fstat(memory, &memory_stat))
			error = errno;
		faults = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
		if (faults >= 0 && ioctl(faults, UFFDIO_API, &api)) {
			close(faults);
			faults = -1;
		}
		service = error ? -1 : connect_as(HELLO_SERVICE, memory, O_CLOEXEC);
		if (!error && service < 0)
			error = errno;
		pthread_once(&locks_once, make_call_locks);
		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, &before);
		if (!error)
			error = pthread_create(&thread, NULL, serve, NULL);
		pthread_sigmask(SIG_SETMASK, &before, NULL);
		if (!error && !watches_fork)
			watches_fork = pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) == 0;
		if (!error)
			started_pid = getpid();
	}
	pthread_mutex_unlock(&start_lock);
	return error;
}

static int open_device(const char *path, int flags)
{
	int error = start();

	if (error) {
		errno = error;
		return -1;
	}
	return connect_as(HELLO_FILE, atoi(path + strlen(DEVICE)), flags);
}

/* Sends a message and receives the answer, which the caller frees; NULL and errno when the server is gone. */
static struct result *call_server(int fd, struct call *message)
{
	struct result *answer = NULL, first;
	struct stat file;
	pthread_mutex_t *lock;

	pthread_once(&locks_once, make_call_locks);
	if (call_locks == MAP_FAILED)
		return NULL;
	lock = call_locks + (REAL(fstat)(fd, &file) == 0 ? file.st_ino % LOCKS : 0);
	if (pthread_mutex_lock(lock) == EOWNERDEAD) {
		/* A process has died within a call: nobody knows where in the stream. */
		shutdown(fd, SHUT_RDWR);
		pthread_mutex_consistent(lock);
	}
	if (send_all(fd, message, message->length) == 0 && receive_all(fd, &first, sizeof(first)) == 0 &&
	    first.length >= sizeof(first) && (answer = malloc(first.length))) {
		*answer = first;
		if (receive_all(fd, answer + 1, first.length - sizeof(first))) {
			free(answer);
			answer = NULL;
		}
	}
	pthread_mutex_unlock(lock);
	if (!answer)
		errno = EIO;
	return answer;
}

static int verbs_ioctl(int fd, struct verbs_header *asked)
{
	struct verbs_attribute *attributes = (struct verbs_attribute *)(asked + 1);
	size_t length = sizeof(struct call);
	struct result *result;
	struct call *message;
	char *at;
	int error;

	for (int i = 0; i < asked->attributes; i++)
		length += sizeof(*attributes) + (attributes[i].length > INLINE_BYTES ? attributes[i].length : 0);
	message = malloc(length);
	if (!message)
		return -1;
	*message = (struct call){length, CALL_IOCTL, asked->object, asked->method, asked->attributes, 0, 0, 0};
	at = (char *)(message + 1);
	for (int i = 0; i < asked->attributes; i++) {
		at = mempcpy(at, attributes + i, sizeof(*attributes));
		if (attributes[i].length > INLINE_BYTES)
			at = mempcpy(at, (void *)attributes[i].data, attributes[i].length);
	}
	result = call_server(fd, message);
	free(message);
	if (!result)
		return -1;
	at = (char *)(result + 1);
	for (uint32_t i = 0; i < result->answers; i++) {
		struct answer *answer = (struct answer *)at;
		struct verbs_attribute *attribute = attributes + answer->attribute;
		memcpy(answer->is_inline ? (void *)&attribute->data : (void *)attribute->data, answer + 1, answer->length);
		attribute->flags |= 2; /* UVERBS_ATTR_F_VALID_OUTPUT */
		at += sizeof(*answer) + (answer->length + 7 & ~7u);
	}
	error = result->error;
	free(result);
	errno = error ? error : errno;
	return error ? -1 : 0;
}

/* What the server has for an offset is a part of a file of its own. */
static void *map_device(void *at, size_t length, int rights, int flags, int fd, off_t offset)
{
	struct call message = {sizeof(message), CALL_MAP, 0, 0, 0, 0, offset, length};
	struct result *result = call_server(fd, &message);
	void *mapped = MAP_FAILED;

	if (!result)
		return MAP_FAILED;
	if (result->error) {
		errno = result->error;
	} else {
		uint64_t *where = (uint64_t *)(result + 1);
		int file = REAL(open)((char *)(where + 1), O_RDWR | O_CLOEXEC);
		if (file >= 0) {
			mapped = map_raw(at, length, rights, flags, file, *where);
			close(file);
		}
	}
	free(result);
	return mapped;
}

/* Describes a device as the character device that it stands for. */
static void describe_device(struct stat *into, int number)
{
	into->st_mode = S_IFCHR | 0666;
	into->st_rdev = makedev(231, 192 + number);
}

static const char *redirect(const char *path, char *room, size_t size)
{
	const char *tree = getenv("SYSFS_PATH");

	if (path && tree && socket_path() && strncmp(path, CLASS, strlen(CLASS)) == 0 &&
	    snprintf(room, size, "%s%s", tree, path + strlen("/sys")) < (int)size)
		return room;
	return path;
}

static int is_device(const char *path)
{
	return path && socket_path() && strncmp(path, DEVICE, strlen(DEVICE)) == 0;
}

#define OPEN_BODY(call, last) \
	char room[4096]; \
	mode_t mode = 0; \
	if (flags & (O_CREAT | O_TMPFILE)) { \
		va_list more; \
		va_start(more, last); \
		mode = va_arg(more, mode_t); \
		va_end(more); \
	} \
	if (is_device(path)) \
		return open_device(path, flags); \
	path = redirect(path, room, sizeof(room)); \
	return call

int open(const char *path, int flags, ...) { OPEN_BODY(REAL(open)(path, flags, mode), flags); }
int open64(const char *path, int flags, ...) { OPEN_BODY(REAL(open64)(path, flags, mode), flags); }
int openat(int at, const char *path, int flags, ...) { OPEN_BODY(REAL(openat)(at, path, flags, mode), flags); }
int openat64(int at, const char *path, int flags, ...) { OPEN_BODY(REAL(openat64)(at, path, flags, mode), flags); }

#define STAT_BODY(call) \
	char room[4096]; \
	if (is_device(path)) { \
		memset(into, 0, sizeof(*into)); \
		describe_device((struct stat *)into, atoi(path + strlen(DEVICE))); \
		return 0; \
	} \
	path = redirect(path, room, sizeof(room)); \
	return call

int stat(const char *path, struct stat *into) { STAT_BODY(REAL(stat)(path, into)); }
int stat64(const char *path, struct stat64 *into) { STAT_BODY(REAL(stat64)(path, into)); }
int lstat(const char *path, struct stat *into) { STAT_BODY(REAL(lstat)(path, into)); }
int lstat64(const char *path, struct stat64 *into) { STAT_BODY(REAL(lstat64)(path, into)); }

int fstat(int fd, struct stat *into)
{
	int result = REAL(fstat)(fd, into);
	if (result == 0 && S_ISSOCK(into->st_mode) && is_ours(fd))
		describe_device(into, 0);
	return result;
}

int fstat64(int fd, struct stat64 *into)
{
	return fstat(fd, (struct stat *)into);
}

int access(const char *path, int mode)
{
	char room[4096];
	return is_device(path) ? 0 : REAL(access)(redirect(path, room, sizeof(room)), mode);
}

DIR *opendir(const char *path)
{
	char room[4096];
	return REAL(opendir)(redirect(path, room, sizeof(room)));
}

/* An RDMA-capable kernel would answer for its own devices. */
int socket(int domain, int type, int protocol)
{
	if (domain == AF_NETLINK && protocol == NETLINK_RDMA && socket_path()) {
		errno = EPROTONOSUPPORT;
		return -1;
	}
	return REAL(socket)(domain, type, protocol);
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list more;
	void *argument;

	va_start(more, request);
	argument = va_arg(more, void *);
	va_end(more);
	return (uint32_t)request == VERBS_IOCTL && is_ours(fd) ? verbs_ioctl(fd, argument)
							       : REAL(ioctl)(fd, request, argument);
}

void *mmap(void *at, size_t length, int rights, int flags, int fd, off_t offset)
{
	return is_ours(fd) ? map_device(at, length, rights, flags, fd, offset)
			   : map_raw(at, length, rights, flags, fd, offset);
}

void *mmap64(void *at, size_t length, int rights, int flags, int fd, off_t offset)
{
	return mmap(at, length, rights, flags, fd, offset);
}
