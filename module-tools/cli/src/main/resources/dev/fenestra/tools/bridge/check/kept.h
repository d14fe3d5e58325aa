/* The bytes of a request, from its post to the poll of its completion. Included by check.c. */

/* With what describes it, a request that is kept whole takes 64 KiB. */
enum { MOST_KEPT = (1 << 16) - 1024, BLOCK = 64, PAGE = 4096, SLAB = 1 << 20, CLASSES = 12, SMALLEST_CLASS = 6 };
enum { MOST_RUNS = 8, RUN_SHOWN = 16, PIECES = 32 };

struct piece {
    uint64_t address;
    uint32_t length, key;
};
/* Up to MOST_KEPT bytes are kept whole. Of more, the first and the last block, one in each page, and a sum of all. */
struct kept {
    uint64_t total, sum;
    uint8_t class;
    uint8_t is_lost; /* the memory was unmapped */
    uint16_t count;
    struct piece pieces[];
};
/* Bytes that differ, as the server gets them. */
struct run {
    uint64_t address;
    uint32_t length, shown;
    uint8_t before[RUN_SHOWN], after[RUN_SHOWN];
};

/* Free memory of a class of sizes, from mappings of its own: the program's heap stays as it is without a check. */
static struct free_part {
    struct free_part *next;
} *free_parts[CLASSES];
static char *slab;
static size_t slab_left;

static void *take_part(size_t bytes, uint8_t *class) {
    for (*class = 0; *class < CLASSES && (1ul << SMALLEST_CLASS + *class) < bytes;)
        ++*class;
    if (*class == CLASSES)
        return NULL;
    struct free_part *part = free_parts[*class];
    size_t size = 1ul << SMALLEST_CLASS + *class;
    if (part) {
        free_parts[*class] = part->next;
        return part;
    }
    if (slab_left < size) {
        void *more = (void *)syscall(SYS_mmap, NULL, SLAB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (more == MAP_FAILED)
            return NULL;
        slab = more;
        slab_left = SLAB;
    }
    slab_left -= size;
    return slab + slab_left;
}

static void give_back(struct kept *kept) {
    if (kept) {
        struct free_part *part = (struct free_part *)kept;
        uint8_t class = kept->class;
        part->next = free_parts[class];
        free_parts[class] = part;
    }
}

/* A sum of bytes, as fast as memory is: of words, and of the sums so far, so that places count, too. */
typedef uint64_t words __attribute__((vector_size(64)));
static uint64_t sum_of(const uint8_t *at, size_t length, uint64_t seed) {
    words sums = {seed}, of_sums = {0}, word;
    for (; length >= sizeof(word); at += sizeof(word), length -= sizeof(word)) {
        memcpy(&word, at, sizeof(word));
        sums += word;
        of_sums += sums;
    }
    uint64_t all = seed + length;
    for (; length; at++, length--)
        all = (all ^ *at) * 0x9e3779b97f4a7c15;
    for (int i = 0; i < 8; i++)
        all = (all ^ sums[i] ^ (of_sums[i] << 31 | of_sums[i] >> 33)) * 0x9e3779b97f4a7c15;
    return all ^ all >> 32;
}

/* Whether memory can be read now. The same page is not asked for again in the same act. */
static uint64_t looked_from, looked_to, looked_at;
static int is_mapped(uint64_t address, uint64_t length, uint64_t moment) {
    static unsigned char present[1 << 16];
    uint64_t from = address & ~(PAGE - 1ul), to = address + length + PAGE - 1 & ~(PAGE - 1ul);
    if (moment == looked_at && from >= looked_from && to <= looked_to)
        return 1;
    for (uint64_t at = from; at < to; at += (uint64_t)PAGE << 16) {
        uint64_t part = to - at < (uint64_t)PAGE << 16 ? to - at : (uint64_t)PAGE << 16;
        if (syscall(SYS_mincore, at, part, present))
            return 0;
    }
    looked_from = from;
    looked_to = to;
    looked_at = moment;
    return 1;
}

/* Which block of a page of a piece is kept. It is drawn by the place of the page and the request. */
static uint64_t drawn(uint64_t page, uint64_t number, uint64_t blocks) {
    uint64_t mixed = (page ^ number << 20) * 0xbf58476d1ce4e5b9;
    return (mixed ^ mixed >> 31) % blocks;
}

/* Calls a function with each block that is kept of a long request: bytes of the program, and their place. */
#define EACH_BLOCK(kept, number, block, bytes, doing) \
    for (int p = 0; p < (kept)->count; p++) { \
        const struct piece *piece = (kept)->pieces + p; \
        uint64_t step = block_step((kept)->total), room; \
        for (uint64_t page = 0; page < piece->length; page += step) \
            for (int which = page ? 1 : 0; which < (page + step >= piece->length ? 3 : 2); which++) { \
                room = piece->length - page < step ? piece->length - page : step; \
                uint64_t last = piece->length > BLOCK ? piece->length - BLOCK : 0, block = \
                    which == 0 ? 0 : which == 2 ? last \
                               : room < BLOCK ? page : page + drawn(page, number, room / BLOCK) * BLOCK; \
                uint64_t bytes = piece->length - block < BLOCK ? piece->length - block : BLOCK; \
                doing; \
            } \
    }

static uint64_t block_step(uint64_t total) {
    uint64_t step = total / (MOST_KEPT / BLOCK / 2) & ~(PAGE - 1ul);
    return step < PAGE ? PAGE : step;
}

static int samples_only; /* no sums, unless the variable FENESTRA_CHECK_FULL asks for them */

static uint64_t whole_sum(const struct kept *kept) {
    uint64_t sum = 0;
    for (int i = 0; i < kept->count; i++)
        sum = sum_of((const uint8_t *)kept->pieces[i].address, kept->pieces[i].length, sum);
    return sum;
}

/* Keeps the bytes of pieces, which the program can read; NULL when there are none, or no memory. */
static struct kept *keep(const struct piece *pieces, int count, uint64_t number) {
    uint64_t total = 0, blocks = 0, step;
    for (int i = 0; i < count; i++)
        total += pieces[i].length;
    step = block_step(total);
    for (int i = 0; i < count; i++)
        blocks += pieces[i].length / step + 3;
    uint8_t class;
    size_t head = sizeof(struct kept) + count * sizeof(*pieces);
    struct kept *kept = total ? take_part(head + (total <= MOST_KEPT ? total : blocks * BLOCK), &class) : NULL;
    if (!kept)
        return NULL;
    *kept = (struct kept){.total = total, .class = class, .count = count};
    memcpy(kept->pieces, pieces, count * sizeof(*pieces));
    uint8_t *at = (uint8_t *)kept + head;
    if (total <= MOST_KEPT) {
        for (int i = 0; i < count; i++)
            at = mempcpy(at, (void *)pieces[i].address, pieces[i].length);
        kept->sum = sum_of((uint8_t *)kept + head, total, 0);
        return kept;
    }
    EACH_BLOCK(kept, number, block, bytes, at = mempcpy(at, (void *)(piece->address + block), bytes));
    kept->sum = samples_only ? 0 : whole_sum(kept);
    return kept;
}

/* Adds the ranges in which bytes differ; how many runs there are then. */
static int add_runs(struct run *runs, int count, uint64_t address, const uint8_t *before, uint64_t length) {
    const uint8_t *now = (const uint8_t *)address;
    if (memcmp(before, now, length) == 0)
        return count;
    for (uint64_t i = 0; i < length && count < MOST_RUNS; i++) {
        if (before[i] == now[i])
            continue;
        uint64_t end = i + 1;
        while (end < length && before[end] != now[end])
            end++;
        struct run *run = runs + count++;
        *run = (struct run){address + i, end - i, end - i < RUN_SHOWN ? end - i : RUN_SHOWN};
        memcpy(run->before, before + i, run->shown);
        memcpy(run->after, now + i, run->shown);
        i = end;
    }
    return count;
}

/* What has changed since; a run that shows no bytes stands for all of the request, of which only the sum differs. */
static int find_changes(const struct kept *kept, uint64_t number, uint64_t moment, struct run *runs) {
    int count = 0;
    const uint8_t *at = (const uint8_t *)(kept->pieces + kept->count);
    for (int i = 0; i < kept->count; i++)
        if (kept->is_lost || !is_mapped(kept->pieces[i].address, kept->pieces[i].length, moment))
            return 0;
    if (kept->total <= MOST_KEPT) {
        for (int i = 0; i < kept->count; i++) {
            count = add_runs(runs, count, kept->pieces[i].address, at, kept->pieces[i].length);
            at += kept->pieces[i].length;
        }
        return count;
    }
    EACH_BLOCK(kept, number, block, bytes, (count = add_runs(runs, count, piece->address + block, at, bytes),
                                            at += bytes));
    if (count == 0 && !samples_only && whole_sum(kept) != kept->sum)
        runs[count++] = (struct run){kept->pieces[0].address, kept->pieces[0].length, 0};
    return count;
}
