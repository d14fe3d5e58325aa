/*
 * Paths of sysfs and of devices. What a program finds there, the server has in a tree of its own. Included by
 * preload.c.
 */
static const char *const folders[] = {
    "/sys/class/infiniband", "/sys/class/misc/rdma_cm", "/dev/infiniband",
    /* Cards of a server have a PCI domain that no machine has. */
    "/sys/devices/pcif000:", "/sys/bus/pci/devices/f000:", "/sys/devices/virtual/infiniband",
};

/* Whether a path leads into a folder. */
static int is_below(const char *path, const char *folder) {
    return strncmp(path, folder, strlen(folder)) == 0;
}

/* Where the server has what stands at a path. */
static const char *redirect(const char *path) {
    static __thread char found[PATH_MAX];
    const char *tree = getenv("FENESTRA_TREE");
    for EACH (folder, folders)
        if (path && tree && is_text(path) && is_below(path, *folder) &&
            snprintf(found, PATH_MAX, "%s%s", tree, path) < PATH_MAX)
            return found;
    return path;
}

int access(const char *path, int mode) {
    return REAL(access)(redirect(path), mode);
}

int faccessat(int folder, const char *path, int mode, int flags) {
    return REAL(faccessat)(folder, redirect(path), mode, flags);
}

DIR *opendir(const char *path) {
    return REAL(opendir)(redirect(path));
}

int scandir(const char *path, struct dirent ***found, int (*is_wanted)(const struct dirent *),
            int (*order)(const struct dirent **, const struct dirent **)) {
    return REAL(scandir)(redirect(path), found, is_wanted, order);
}

int chdir(const char *path) {
    return REAL(chdir)(redirect(path));
}

int lstat(const char *path, struct stat *into) {
    return REAL(lstat)(redirect(path), into);
}

int fstatat(int folder, const char *path, struct stat *into, int flags) {
    return REAL(fstatat)(folder, redirect(path), into, flags);
}

ssize_t readlink(const char *path, char *into, size_t room) {
    return REAL(readlink)(redirect(path), into, room);
}

ssize_t readlinkat(int folder, const char *path, char *into, size_t room) {
    return REAL(readlinkat)(folder, redirect(path), into, room);
}

/* "ls -l" asks whether files have access control lists. */
ssize_t getxattr(const char *path, const char *name, void *into, size_t room) {
    return REAL(getxattr)(redirect(path), name, into, room);
}

ssize_t lgetxattr(const char *path, const char *name, void *into, size_t room) {
    return REAL(lgetxattr)(redirect(path), name, into, room);
}

/* The tree has links within itself only. So a path that leads into the tree is told without the tree's own folder. */
static char *untold(char *found) {
    const char *tree = getenv("FENESTRA_TREE");
    size_t length = tree ? strlen(tree) : 0;
    if (found && length && is_below(found, tree) && found[length] == '/')
        memmove(found, found + length, strlen(found + length) + 1);
    return found;
}

char *realpath(const char *path, char *into) {
    return untold(REAL(realpath)(redirect(path), into));
}

/* What programs call that are built with checks of their own buffers and flags. */
char *__realpath_chk(const char *path, char *into, size_t room) {
    extern char *__realpath_chk(const char *, char *, size_t);
    return untold(REAL(__realpath_chk)(redirect(path), into, room));
}

ssize_t __readlink_chk(const char *path, char *into, size_t length, size_t room) {
    extern ssize_t __readlink_chk(const char *, char *, size_t, size_t);
    return REAL(__readlink_chk)(redirect(path), into, length, room);
}

int __open_2(const char *path, int flags) {
    return open(path, flags);
}

int __openat_2(int folder, const char *path, int flags) {
    return openat(folder, path, flags);
}

char *canonicalize_file_name(const char *path) {
    return realpath(path, NULL);
}

char *getcwd(char *into, size_t room) {
    return untold(REAL(getcwd)(into, room));
}
