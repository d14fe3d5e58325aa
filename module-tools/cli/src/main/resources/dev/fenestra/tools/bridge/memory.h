/* The memory of a program, as the server asks for it. Included by preload.c. */

static int service = -1;            /* its connection, when this process has one */
static int memory = -1;             /* the file for pages that devices use */
static int faults = -1;             /* write-protects pages while they are copied */
static _Atomic int is_followed;     /* whether a device uses memory on demand, and must know what becomes of it */
static char bytes[REPLY_BYTES + 1]; /* what the service thread, or a forked child, has at hand */

/* Maps what other libraries are not to know of. */
static void *map_raw(void *at, size_t length, int rights, int flags, int fd, off_t offset) {
    return (void *)syscall(SYS_mmap, at, length, rights, flags, fd, offset);
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
        length += sprintf(bytes + length, "%lx-%lx %c%c%c%c %lx %x:%x %lu %s\n", area.start, area.end,
                          "-r"[area.rights & 1], "-w"[area.rights / 2 & 1], "-x"[area.rights / 4 & 1],
                          "ps"[area.rights / 8 & 1], area.offset, area.major, area.minor, area.inode,
                          area.name_size ? name : "");
    }
    /* A kernel without the query has the text. */
    ssize_t got = error && error != ENOENT;
    for (length = got ? 0 : length; got > 0; length += got > 0 ? got : 0)
        got = read(fd, bytes + length, REPLY_BYTES - length);
    close(fd);
    bytes[length] = 0;
    return length;
}
