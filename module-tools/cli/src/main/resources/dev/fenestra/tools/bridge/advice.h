/* What a program says of memory whose pages are in the file. Included by preload.c. */

/* The mapping that waits answers, since it is that of the program. Contents that are given up stay with the device. */
static int advise_moved(uint64_t at, struct run run, int rights, int advice) {
    int is_of_pages = advice == MADV_WILLNEED || advice == MADV_COLD || advice == MADV_PAGEOUT ||
                      advice == MADV_POPULATE_READ || advice == MADV_POPULATE_WRITE;
    if (!run.waits || is_of_pages || advice == MADV_DONTNEED && is_locked(at, run.length))
        return syscall(SYS_madvise, at, run.length, advice) ? errno : 0;
    if (advice == MADV_DONTNEED) {
        struct run gone;
        int error = protect(run.waits, run.length, rights) ?: move_mapping(run.waits, run.length, 0, at);
        return error ?: !take_run(run.place, run.place + run.length, &gone);
    }
    int error = syscall(SYS_madvise, run.waits, run.length, advice) ? errno : 0;
    if (!error && advice != MADV_FREE)
        syscall(SYS_madvise, at, run.length, advice);
    return error;
}

/* Goes through a range: parts whose pages are in the file, and others. */
static int advise(uint64_t at, uint64_t end, int advice) {
    static char text[REPLY_BYTES + 1];
    struct moved area;
    int error = 0;
    read_areas(text, at, end);
    for (char *next = text; at < end && (next = next_moved(next, &area));) {
        uint64_t from = area.from > at ? area.from : at, to = area.to < end ? area.to : end;
        if (from >= to)
            continue;
        if (at < from && REAL(madvise)((void *)at, from - at, advice))
            error = errno;
        for (at = from; at < to;) {
            uint64_t place = area.place + at - area.from;
            size_t found = run_behind(place);
            int is_run = found < run_count && runs[found].place <= place;
            uint64_t stop = is_run ? runs[found].place + runs[found].length - place + at : to;
            stop = stop < to ? stop : to;
            struct run part = {place, stop - at, 0};
            if (is_run)
                part = part_of(runs + found, place, place + stop - at);
            error = advise_moved(at, part, area.rights, advice) ?: error;
            at = stop;
        }
    }
    if (at < end && REAL(madvise)((void *)at, end - at, advice))
        error = errno;
    return error;
}

/* Not the default version, as mmap. */
__attribute__((symver("madvise@" VERSION)))
int fenestra_madvise(void *at, size_t length, int advice) {
    uint64_t from = (uint64_t)at, end = from + length + 4095 & ~4095ul;
    if (run_count == 0 || from & 4095 || end <= from)
        return REAL(madvise)(at, length, advice);
    pthread_mutex_lock(&runs_lock);
    int error = advise(from, end, advice);
    pthread_mutex_unlock(&runs_lock);
    if (!error && advice == MADV_DONTNEED)
        tell_change(at, length);
    return error ? fail(error) : 0;
}
