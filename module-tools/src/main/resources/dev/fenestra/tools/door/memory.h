/* The memory of a program, as the server asks for it. Included by shim.c. */

static int service = -1;            /* its connection, when this process has one */
static int memory = -1;             /* the file for pages that devices use */
static int faults = -1;             /* write-protects pages while they are copied */
static char bytes[REPLY_BYTES + 1]; /* what the service thread, or a forked child, has at hand */

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
static uint64_t read_areas(char *bytes, uint64_t from, uint64_t to) {
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

/* Answers a question about this process's memory, or about a descriptor: how many bytes. */
static uint64_t answer(int kind, char *bytes, uint64_t address, uint64_t length) {
    struct iovec to = {bytes, length}, from = {(void *)address, length};
    struct sockaddr_un name;
    if (kind == ASK_AREAS)
        return read_areas(bytes, address, address + length);
    if (kind == ASK_FILE) {
        uint64_t number = is_named(address, &name) ? number_in(name.sun_path + 1) : 0;
        memcpy(bytes, &number, sizeof(number));
        return sizeof(number);
    }
    return length <= REPLY_BYTES && process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)length ? length : 0;
}

/* Answers the server's questions until it ends. */
static void *serve(void *unused) {
    for (struct message asked; transfer(RECEIVE, service, &asked, sizeof(asked)) == 0;) {
        struct message reply = {sizeof(reply)};
        if (asked.kind == ASK_AREAS || asked.kind == ASK_READ || asked.kind == ASK_FILE) {
            reply.length += answer(asked.kind, bytes, asked.a, asked.b);
        } else if (asked.kind == ASK_MOVE) {
            reply.kind = move_to_file(asked.a, asked.b, asked.c & ~4095ul, asked.c & 4095);
        } else if (asked.kind == ASK_EVENTS) {
            int fd = connect_as(HELLO_EVENTS, "[events]", asked.a, O_CLOEXEC);
            reply.kind = fd < 0 ? errno : 0;
            reply.a = fd;
        } else if (asked.kind == ASK_RECALL) {
            ssize_t unread = recv(asked.a, bytes, REPLY_BYTES, MSG_DONTWAIT);
            reply.length += unread > 0 ? unread : 0;
        } else {
            reply.kind = ENOSYS;
        }
        if (transfer(SEND, service, &reply, sizeof(reply)) ||
            transfer(SEND, service, bytes, reply.length - sizeof(reply)))
            break;
    }
    return unused;
}
