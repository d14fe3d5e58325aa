/* Pointers of the program, which may be wild: then a call ends with EFAULT, as in the kernel. Included by preload.c. */

enum copy { LOAD = SYS_process_vm_readv, STORE = SYS_process_vm_writev };

/* How much of a range the kernel copies; all of it, unseen, where it does not offer that. */
static size_t copied(enum copy how, void *own, uint64_t address, size_t length) {
    struct iovec mine = {own, length}, its = {(void *)address, length};
    ssize_t done = syscall(how, getpid(), &mine, 1, &its, 1, 0);
    if (done >= 0 || errno == EFAULT)
        return done < 0 ? 0 : done;
    memcpy(how == LOAD ? own : (void *)address, how == LOAD ? (void *)address : own, length);
    return length;
}

/* Copies between memory of this library and a pointer of the program: 0 or EFAULT. */
static int copy(enum copy how, void *own, uint64_t address, size_t length) {
    int saved = errno;
    if (length == 0 || copied(how, own, address, length) == length)
        return 0;
    /* A page that moves at this moment is held, also from system calls. */
    pthread_mutex_lock(&runs_lock);
    int error = copied(how, own, address, length) == length ? 0 : EFAULT;
    pthread_mutex_unlock(&runs_lock);
    errno = saved;
    return error;
}

static int has_pages(uint64_t address, size_t length) {
    uint64_t first = address & ~4095ul;
    return syscall(SYS_madvise, first, address + length - first, MADV_POPULATE_WRITE) == 0;
}

/* Whether bytes could be stored; yes where the kernel does not tell (before Linux 5.14). Nothing is changed. */
static int is_storable(uint64_t address, size_t length) {
    static _Atomic int tells;
    int saved = errno, is_storable = length == 0 || has_pages(address, length);
    if (!is_storable && address >= 4096) {
        pthread_mutex_lock(&runs_lock);
        tells = tells ?: has_pages((uint64_t)&saved, 1) ? 1 : -1;
        is_storable = tells < 0 || has_pages(address, length);
        pthread_mutex_unlock(&runs_lock);
    }
    errno = saved;
    return is_storable;
}

/* Whether there is a string, or none. What the kernel refuses is not for this library. */
static int is_text(const char *path) {
    return !path || copy(LOAD, &(char){0}, (uint64_t)path, 1) == 0;
}
