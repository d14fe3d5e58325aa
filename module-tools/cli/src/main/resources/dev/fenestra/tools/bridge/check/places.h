/* Where the program calls from. Included by check.c. */

enum { MOST_PLACES = 1 << 12, FRAMES = 24, SHOWN_FRAMES = 3, PLACE_BYTES = 640 };

/* Each call site is told once, with the calls that led to it then. Its number is its index and 1. */
static void *_Atomic places[MOST_PLACES];

/* The function of a file whose symbols a program does not export, in the table that strip takes away. */
static const char *symbol_in(const void *image, size_t size, uint64_t address, uint64_t *start) {
    const ElfW(Ehdr) *head = image;
    const ElfW(Shdr) *sections = image + head->e_shoff;
    if (size < sizeof(*head) || memcmp(head->e_ident, ELFMAG, SELFMAG) || head->e_shoff > size ||
        head->e_shnum * sizeof(*sections) > size - head->e_shoff)
        return NULL;
    for (int i = 0; i < head->e_shnum; i++) {
        const ElfW(Shdr) *table = sections + i, *names = sections + table->sh_link;
        if (table->sh_type != SHT_SYMTAB || table->sh_link >= head->e_shnum || table->sh_offset > size ||
            table->sh_size > size - table->sh_offset || names->sh_offset > size ||
            names->sh_size > size - names->sh_offset)
            continue;
        const ElfW(Sym) *symbols = image + table->sh_offset;
        for (uint64_t n = 0; n < table->sh_size / sizeof(*symbols); n++)
            if (ELF64_ST_TYPE(symbols[n].st_info) == STT_FUNC && address - symbols[n].st_value < symbols[n].st_size &&
                symbols[n].st_name < names->sh_size) {
                *start = symbols[n].st_value;
                return image + names->sh_offset + symbols[n].st_name;
            }
    }
    return NULL;
}

/* Appends a frame of a function that is not exported; 0 when its file does not tell. */
static int show_local(char *text, size_t room, void *frame, const Dl_info *info, const char *file) {
    int fd = open(info->dli_fname, O_RDONLY | O_CLOEXEC), length = 0;
    off_t size = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
    void *image = size <= 0 ? MAP_FAILED : (void *)syscall(SYS_mmap, NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (image != MAP_FAILED) {
        const ElfW(Ehdr) *head = image;
        uint64_t address = (uint64_t)frame - (head->e_type == ET_DYN ? (uint64_t)info->dli_fbase : 0), start = 0;
        const char *name = symbol_in(image, size, address, &start);
        if (name)
            length = snprintf(text, room, "%.*s+0x%lx (%s)", 200, name, address - start, file);
        syscall(SYS_munmap, image, size);
    }
    if (fd >= 0)
        close(fd);
    return length;
}

/* Appends a frame, such as "main+0x12 (prog)". 0 when the frames behind it are of no interest. */
static int show_frame(char *text, size_t room, void *frame) {
    Dl_info info = {0};
    if (!dladdr(frame, &info) || !info.dli_fname)
        return snprintf(text, room, "%p", frame);
    const char *slash = strrchr(info.dli_fname, '/'), *file = slash ? slash + 1 : info.dli_fname;
    if (strncmp(file, "libc.so", 7) == 0 || strncmp(file, "libpthread", 10) == 0)
        return 0;
    if (info.dli_sname)
        return snprintf(text, room, "%.*s+0x%lx (%s)", 200, info.dli_sname, frame - info.dli_saddr, file);
    return show_local(text, room, frame, &info, file)
               ?: snprintf(text, room, "%s+0x%lx", file, frame - info.dli_fbase);
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

/* Of a place: a function of a header that the compiler has not taken into its caller. What counts is the caller. */
static uint8_t is_of_header[MOST_PLACES];

static int is_header_function(const char *text) {
    const char *file = strstr(text, " ("), *end = strchrnul(text, ',');
    int is_named = strncmp(text, "ibv_", 4) == 0 || strncmp(text, "rdma_post_", 10) == 0;
    return is_named && file && file < end && !strstr(text, "(libibverbs.so") && !strstr(text, "(librdmacm.so");
}

static void learn_place(void *from, uint32_t number) {
    char text[PLACE_BYTES] = "";
    size_t length = show_frames(text, from);
    pthread_mutex_lock(&check_lock);
    struct act *act = places[number - 1] ? NULL : begin_act(PLACE, number, 0, length);
    if (act) {
        act->d = length;
        memcpy(act + 1, text, length);
        end_act(act);
        is_of_header[number - 1] = is_header_function(text);
        places[number - 1] = from;
    }
    pthread_mutex_unlock(&check_lock);
}

/* The number of a return address; 0 when there is no room for more. */
static uint32_t number_of(void *from) {
    uint64_t first = (uint64_t)from * 0x9e3779b97f4a7c15 >> 52;
    for (int i = 0; i < MOST_PLACES; i++) {
        uint32_t at = (first + i) % MOST_PLACES;
        if (!places[at]) {
            int saved = errno;
            learn_place(from, at + 1);
            errno = saved;
        }
        if (places[at] == from)
            return at + 1;
        if (!places[at])
            return 0;
    }
    return 0;
}

/* A call of the program: where it returns to, and the frame of the called function. */
struct site {
    void *from, **frame;
};
#define SITE ((struct site){__builtin_return_address(0), __builtin_frame_address(0)})

static uint32_t place_of(struct site site) {
    uint32_t number = number_of(site.from);
    if (!number || !is_of_header[number - 1])
        return number;
    void **before = *site.frame; /* code that was not optimized has a chain of frames */
    int is_frame = before > site.frame && before < site.frame + MOST_PLACES && (uint64_t)before % sizeof(*before) == 0;
    return is_frame ? number_of(before[1]) : number;
}
#define HERE (ring ? place_of(SITE) : 0)
