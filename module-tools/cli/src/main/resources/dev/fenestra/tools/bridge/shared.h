/* Memory that a program shares with others, and how the server finds it. Included by preload.c. */

enum { MOST_KEPT = 64, FIRST_KEPT = 512, TMPFS = 0x01021994, HUGETLBFS = 0x958458f6 };

/*
 * The server opens what a program has mapped shared by its path or by a descriptor of the program. These descriptors
 * are for what may have neither: anonymous memory, and files that have no name or lose it soon. They are closed when
 * nothing of the file is mapped any more, and room is needed.
 */
static struct kept {
    int fd;
    dev_t device;
    ino_t inode;
} kept[MOST_KEPT];
static int kept_count;
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;

static int is_kept(const struct kept *one, dev_t device, ino_t inode) {
    return one->inode == inode && one->device == device;
}

/* Whether a descriptor is still the one that was kept. The program may have closed it with all others. */
static int is_whole(const struct kept *one) {
    struct stat now;
    return REAL(fstat)(one->fd, &now) == 0 && is_kept(one, now.st_dev, now.st_ino);
}

static void forget_unmapped(void) {
    char line[PATH_MAX], is_mapped[MOST_KEPT] = {0};
    unsigned major, minor;
    unsigned long inode;
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps)
        return;
    while (fgets(line, sizeof(line), maps))
        if (sscanf(line, "%*x-%*x %*s %*x %x:%x %lu", &major, &minor, &inode) == 3)
            for (int i = 0; i < kept_count; i++)
                is_mapped[i] |= is_kept(kept + i, makedev(major, minor), inode);
    fclose(maps);
    for (int i = kept_count - 1; i >= 0; i--)
        if (!is_mapped[i] || !is_whole(kept + i)) {
            if (is_whole(kept + i))
                close(kept[i].fd);
            kept[i] = kept[--kept_count];
        }
}

/* Keeps a descriptor that nobody else has, above those that programs are used to. */
static void keep(int fd) {
    struct stat made;
    int high = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_KEPT);
    if (high >= 0) {
        close(fd);
        fd = high;
    }
    if (REAL(fstat)(fd, &made) == 0 && pthread_mutex_trylock(&kept_lock) == 0) {
        if (kept_count == MOST_KEPT)
            forget_unmapped();
        if (kept_count < MOST_KEPT) {
            kept[kept_count++] = (struct kept){fd, made.st_dev, made.st_ino};
            fd = -1;
        }
        pthread_mutex_unlock(&kept_lock);
    }
    forget(&fd);
}

/* A file without a name, or on a file system for memory, where programs remove names as soon as they can. */
static int may_be_lost(int fd) {
    struct stat file;
    struct statfs system;
    if (REAL(fstat)(fd, &file) || !S_ISREG(file.st_mode) || fstatfs(fd, &system))
        return 0;
    for (int i = 0; i < kept_count; i++)
        if (is_kept(kept + i, file.st_dev, file.st_ino) && is_whole(kept + i))
            return 0;
    return file.st_nlink == 0 || system.f_type == TMPFS || system.f_type == HUGETLBFS;
}

/* Opens a file once more: a lock that the program has by its own descriptor must not depend on this one. */
static void keep_file(int fd) {
    char path[64];
    int saved = errno;
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    int again = may_be_lost(fd) ? REAL(open)(path, fcntl(fd, F_GETFL) & O_ACCMODE | O_CLOEXEC) : -1;
    if (again >= 0)
        keep(again);
    errno = saved;
}

/* Anonymous memory is that of a memfd, which the server can open. */
static void *map_anonymous(void *at, size_t length, int rights, int flags) {
    int page = flags & (MAP_HUGETLB | MAP_HUGE_MASK << MAP_HUGE_SHIFT), saved = errno;
    int made = memfd_create("fenestra-shared",
                            MFD_CLOEXEC | (page ? MFD_HUGETLB | page & MAP_HUGE_MASK << MAP_HUGE_SHIFT : 0));
    void *mapped = made < 0 || ftruncate(made, length + 4095 & ~4095ul)
                       ? MAP_FAILED
                       : REAL(mmap)(at, length, rights, flags & ~(MAP_ANONYMOUS | page), made, 0);
    if (mapped == MAP_FAILED) {
        forget(&made);
        return REAL(mmap)(at, length, rights, flags, -1, 0);
    }
    keep(made);
    errno = saved;
    return mapped;
}

static void *map_shared(void *at, size_t length, int rights, int flags, int fd, off_t offset) {
    if (flags & MAP_ANONYMOUS)
        return map_anonymous(at, length, rights, flags);
    void *mapped = REAL(mmap)(at, length, rights, flags, fd, offset);
    if (mapped != MAP_FAILED)
        keep_file(fd);
    return mapped;
}
