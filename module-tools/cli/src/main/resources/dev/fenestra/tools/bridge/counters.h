/*
 * Files of counters. A program finds the numbers of the moment in them whenever it begins to read one, as in sysfs: the
 * server writes them when it is asked. Included by preload.c.
 */
enum { WATCHED = 4096, SHORTEST_COUNTER = 2, LONGEST_COUNTER = 24 };
static char is_counter[WATCHED]; /* by descriptor; one that was closed may still be noted */
static int has_counters; /* whether a descriptor was ever noted */

/* Whether a descriptor is a file of counters. Few files are as short, so few are asked for their name. */
static int reads_counter(int fd) {
    struct stat found;
    char link[32], name[PATH_MAX] = "";
    const char *tree = getenv("FENESTRA_TREE");
    if (!tree || fd < 0 || REAL(fstat)(fd, &found) || !S_ISREG(found.st_mode) || found.st_size < SHORTEST_COUNTER ||
        found.st_size > LONGEST_COUNTER)
        return 0;
    snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
    ssize_t length = REAL(readlink)(link, name, sizeof(name) - 1);
    return length > 0 && strncmp(name, tree, strlen(tree)) == 0 && strstr(name, "counters/");
}

/* Has the server write the counters. Without a server the last ones stay. */
static void ask_for_counters(void) {
    int saved = errno;
    int asked = connect_as(HELLO_COUNTERS, "[counters]", 0, O_CLOEXEC);
    forget(&asked);
    errno = saved;
}

/* Looks at a descriptor that was opened, and returns it. */
static int opened(int fd) {
    int saved = errno;
    if (reads_counter(fd)) {
        has_counters |= fd < WATCHED;
        if (fd < WATCHED)
            is_counter[fd] = 1;
        ask_for_counters();
    }
    errno = saved;
    return fd;
}

/* A file that stays open has new numbers for a program that begins to read it again. */
static void before_read(int fd, off_t from) {
    if (!has_counters || fd < 0 || fd >= WATCHED || !is_counter[fd])
        return;
    int saved = errno;
    is_counter[fd] = reads_counter(fd);
    if (is_counter[fd] && (from >= 0 ? from : lseek(fd, 0, SEEK_CUR)) == 0)
        ask_for_counters();
    errno = saved;
}

ssize_t read(int fd, void *into, size_t room) {
    before_read(fd, -1);
    return REAL(read)(fd, into, room);
}

ssize_t pread(int fd, void *into, size_t room, off_t from) {
    before_read(fd, from);
    return REAL(pread)(fd, into, room, from);
}

FILE *fopen(const char *path, const char *mode) {
    FILE *file = REAL(fopen)(redirect(path), mode);
    if (file)
        opened(fileno(file));
    return file;
}
