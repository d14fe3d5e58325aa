/* Where the program calls from. Included by check.c. */

enum { MOST_PLACES = 1 << 12, FRAMES = 24, SHOWN_FRAMES = 3, PLACE_BYTES = 640 };

/* Each call site is told once, with the calls that led to it then. Its number is its index and 1. */
static void *_Atomic places[MOST_PLACES];

/* Appends a frame, such as "main+0x12 (prog)". 0 when the frames behind it are of no interest. */
static int show_frame(char *text, size_t room, void *frame) {
    Dl_info info = {0};
    if (!dladdr(frame, &info) || !info.dli_fname)
        return snprintf(text, room, "%p", frame);
    const char *slash = strrchr(info.dli_fname, '/'), *file = slash ? slash + 1 : info.dli_fname;
    if (strncmp(file, "libc.so", 7) == 0 || strncmp(file, "libpthread", 10) == 0)
        return 0;
    return info.dli_sname
               ? snprintf(text, room, "%s+0x%lx (%s)", info.dli_sname, frame - info.dli_saddr, file)
               : snprintf(text, room, "%s+0x%lx", file, frame - info.dli_fbase);
}

/* The frames from a return address on. */
static size_t show_frames(char *text, void *from) {
    void *frames[FRAMES] = {from};
    int count = backtrace(frames, FRAMES), first = 0, shown = 0;
    while (first < count && frames[first] != from)
        first++;
    if (first == count)
        frames[first = 0] = from, count = 1;
    size_t length = 0;
    for (int i = first; i < count && shown < SHOWN_FRAMES && length < PLACE_BYTES / 2; i++, shown++) {
        const char *before = shown ? ", called by " : "";
        int added = show_frame(text + length + strlen(before), PLACE_BYTES - length - strlen(before), frames[i]);
        if (!added)
            break;
        memcpy(text + length, before, strlen(before));
        length += strlen(before) + added;
    }
    return length < PLACE_BYTES ? length : PLACE_BYTES - 1;
}

static uint32_t new_place(void *from, uint32_t number) {
    char text[PLACE_BYTES];
    size_t length = show_frames(text, from);
    pthread_mutex_lock(&check_lock);
    struct act *act = places[number - 1] ? NULL : begin_act(PLACE, number, 0, length);
    if (act) {
        act->d = length;
        memcpy(act + 1, text, length);
        end_act(act);
        places[number - 1] = from;
    }
    pthread_mutex_unlock(&check_lock);
    return number;
}

/* The number of a call site; 0 when there is no room for more. */
static uint32_t place_of(void *from) {
    uint64_t first = (uint64_t)from * 0x9e3779b97f4a7c15 >> 52;
    for (int i = 0; i < MOST_PLACES; i++) {
        uint32_t at = (first + i) % MOST_PLACES;
        if (places[at] == from)
            return at + 1;
        if (!places[at]) {
            int saved = errno;
            uint32_t number = new_place(from, at + 1);
            errno = saved;
            if (places[at] == from)
                return number;
        }
    }
    return 0;
}
#define HERE (ring ? place_of(__builtin_return_address(0)) : 0)
