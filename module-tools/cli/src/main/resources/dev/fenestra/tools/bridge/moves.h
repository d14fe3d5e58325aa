/* Pages move into the file for devices, and come back. Included by preload.c. */

enum { WITHOUT_UNMAP = 4 };
static const uint64_t aside = 1ul << 45; /* differs between an address and where its mapping waits, if it can */

static int move_mapping(uint64_t from, uint64_t length, int flags, uint64_t to) {
    long moved = syscall(SYS_mremap, from, length, length, MREMAP_MAYMOVE | MREMAP_FIXED | flags, to);
    return moved == -1 ? errno : 0;
}

static int protect(uint64_t from, uint64_t length, int rights) {
    return syscall(SYS_mprotect, from, length, rights) ? errno : 0;
}

/* Whether memory is locked (mlock): its pages cannot be given up. Those of a file stay anyway. */
static int is_locked(uint64_t from, uint64_t length) {
    return syscall(SYS_madvise, from, length, MADV_DONTNEED) && errno == EINVAL;
}

/* From now on each thread that stores there waits; also each one that loads where no page is. Not in other files. */
static int hold(uint64_t from, uint64_t length, int mode) {
    struct uffdio_register watched = {.range = {from, length}, .mode = mode};
    return faults >= 0 && REAL(ioctl)(faults, UFFDIO_REGISTER, &watched) == 0;
}

static void freeze(uint64_t from, uint64_t length) {
    struct uffdio_writeprotect frozen = {.range = {from, length}, .mode = UFFDIO_WRITEPROTECT_MODE_WP};
    REAL(ioctl)(faults, UFFDIO_WRITEPROTECT, &frozen);
}

/* Who waits goes on; as before when nothing has moved. */
static void let_go(uint64_t from, uint64_t length, int error) {
    struct uffdio_range range = {from, length};
    if (error)
        REAL(ioctl)(faults, UFFDIO_UNREGISTER, &range);
    REAL(ioctl)(faults, UFFDIO_WAKE, &range);
}

/* Copies between memory and the file: pwrite or pread. */
#define COPY(how, from, length, place) \
    ({ \
        int copy_error = 0; \
        for (uint64_t done = 0; done < length && !copy_error;) { \
            ssize_t copied = how(memory, (void *)(from + done), length - done, place + done); \
            if (copied > 0) \
                done += copied; \
            else if (copied == 0 || errno != EINTR) \
                copy_error = errno == ENOSPC || errno == ENOMEM ? ENOMEM : EFAULT; \
        } \
        copy_error; \
    })

/* Sets a private mapping aside; nothing is there for a moment, so all must be held. 0 and errno if it cannot. */
static uint64_t set_aside(uint64_t from, uint64_t length) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *waits = map_raw((void *)(from ^ aside), length, PROT_NONE, flags, -1, 0);
    if (waits == MAP_FAILED)
        return 0;
    int error = hold(from, length, UFFDIO_REGISTER_MODE_WP | UFFDIO_REGISTER_MODE_MISSING)
                    ? move_mapping(from, length, WITHOUT_UNMAP, (uint64_t)waits)
                    : errno;
    if (!error)
        return (uint64_t)waits;
    syscall(SYS_munmap, waits, length);
    errno = error;
    return 0;
}

/* Brings a private mapping back, with the contents of the file; EINVAL when it waits no more. */
static int bring_back(uint64_t to, struct run run, int rights) {
    if (!run.waits || protect(run.waits, run.length, rights | PROT_WRITE))
        return EINVAL;
    int locks = is_locked(to, run.length);
    int is_held = hold(to, run.length, UFFDIO_REGISTER_MODE_WP);
    if (is_held)
        freeze(to, run.length);
    int error = COPY(pread, run.waits, run.length, run.place);
    if (!error && !(rights & PROT_WRITE))
        error = protect(run.waits, run.length, rights);
    error = error ?: move_mapping(run.waits, run.length, 0, to);
    if (is_held)
        let_go(to, run.length, error);
    if (error)
        protect(run.waits, run.length, PROT_NONE);
    else if (locks)
        syscall(SYS_mlock, to, run.length);
    return error == EINVAL ? EFAULT : error;
}

/* A private mapping of the file takes each page from the file when it is stored to, and loses no other's store. */
static int make_private(uint64_t at, struct run run, int rights) {
    int flags = MAP_PRIVATE | MAP_FIXED;
    if (map_raw((void *)at, run.length, rights | PROT_WRITE, flags, memory, run.place) == MAP_FAILED)
        return errno;
    for (uint64_t page = at; page < at + run.length; page += 4096)
        __atomic_fetch_or((char *)page, 0, __ATOMIC_RELAXED);
    return rights & PROT_WRITE ? 0 : protect(at, run.length, rights);
}

/* Makes pages private again that no device uses, at an address; at 0 when the program has unmapped them. */
static int move_back(uint64_t at, uint64_t length, uint64_t place, int rights) {
    int error = 0;
    for (struct run run; !error && take_run(place, place + length, &run);) {
        uint64_t to = at ? at + run.place - place : 0;
        if (!to) {
            if (run.waits)
                syscall(SYS_munmap, run.waits, run.length);
        } else if ((error = bring_back(to, run, rights)) == EINVAL) {
            error = make_private(to, run, rights);
        }
        if (error)
            note_run(run);
        else
            fallocate(memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, run.place, run.length);
    }
    return error;
}

/*
 * Moves pages of private memory to a place in the file. While they are copied, whoever stores there waits. Without
 * userfaultfd nobody waits, and the private mapping ends. What was at that place before is mapped nowhere.
 */
static int move_to_file(uint64_t from, uint64_t length, uint64_t place, int rights) {
    if (move_back(0, length, place, 0) || !has_room())
        return ENOMEM;
    struct run run = {place, length, 0};
    syscall(SYS_madvise, from, length, MADV_POPULATE_READ);
    int is_held = hold(from, length, UFFDIO_REGISTER_MODE_WP);
    if (is_held)
        freeze(from, length);
    int error = COPY(pwrite, from, length, place);
    if (!error && is_held && !(run.waits = set_aside(from, length)) && errno == ENOMEM)
        error = ENOMEM;
    if (!error && map_raw((void *)from, length, rights, MAP_SHARED | MAP_FIXED, memory, place) == MAP_FAILED) {
        error = errno;
        if (run.waits)
            move_mapping(run.waits, length, 0, from);
    }
    if (is_held)
        let_go(from, length, error);
    if (error)
        return error;
    if (run.waits) {
        protect(run.waits, length, PROT_NONE);
        if (is_locked(run.waits, length)) {
            syscall(SYS_munlock, run.waits, length);
            syscall(SYS_mlock, from, length);
            syscall(SYS_madvise, run.waits, length, MADV_DONTNEED);
        }
    }
    note_run(run);
    return 0;
}
