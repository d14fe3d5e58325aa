/*
 * Calls about memory, each before, during and after a registration of a part of it. For each call and each time it says
 * whether memory, device and a child are as on Linux: "CALL|TIME|as on Linux", or what is not so.
 */
#define _GNU_SOURCE
#include "loopback.h"

#include <errno.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096
#define ALL (4 * PAGE) /* of which the two pages in the middle are registered */

enum when { BEFORE, DURING, AFTER };
static const char *const whens[] = {"before", "during", "after"};

static char *at;         /* the memory; a call may move it */
static char *registers;  /* the pages in the middle */
static const char *seen; /* what is not as on Linux */

/* Notes the first thing that is not so. */
static int so(int holds, const char *otherwise) {
    if (!holds && !seen)
        seen = otherwise;
    return holds;
}

/* One mapping, with a letter in each byte. Nothing is mapped beside it. */
static char *one_mapping(char letter) {
    char *with_gaps = mmap(NULL, ALL + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    check(with_gaps != MAP_FAILED && !mprotect(with_gaps + PAGE, ALL, PROT_READ | PROT_WRITE), "memory is mapped");
    munmap(with_gaps, PAGE);
    munmap(with_gaps + PAGE + ALL, PAGE);
    return memset(with_gaps + PAGE, letter, ALL);
}

static int is_all(const char *from, size_t length, char letter) {
    for (size_t i = 0; i < length; i++)
        if (from[i] != letter)
            return 0;
    return 1;
}

/* How many of the pages have a flag in /proc/self/smaps. */
static int pages_with(const char *flag) {
    char line[1024];
    unsigned long from = 0, to = 0, first, end;
    int pages = 0;
    FILE *areas = fopen("/proc/self/smaps", "r");
    while (fgets(line, sizeof(line), areas)) {
        if (sscanf(line, "%lx-%lx ", &first, &end) == 2) {
            from = first > (uintptr_t)at ? first : (uintptr_t)at;
            to = end < (uintptr_t)at + ALL ? end : (uintptr_t)at + ALL;
        }
        if (strncmp(line, "VmFlags:", 8) == 0 && from < to && strstr(line, flag))
            pages += (to - from) / PAGE;
    }
    fclose(areas);
    return pages;
}

/* What a forked child answers. */
static int in_child(int (*question)(void)) {
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(question());
    check(child > 0 && waitpid(child, &status, 0) == child, "a child ends");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int pages_mapped(void) {
    int pages = 0;
    for (int i = 0; i < ALL / PAGE; i++)
        pages += mincore(at + i * PAGE, PAGE, &(unsigned char){0}) == 0;
    return pages;
}

static int first_byte(void) { return at[PAGE]; }

/* How a call is made: by libc, which the library for programs sees, or as a raw system call. */
typedef int advise(void *, size_t, int);
static int raw_madvise(void *from, size_t length, int advice) { return syscall(SYS_madvise, from, length, advice); }

static void dontneed_by(advise *call) {
    so(call(at, ALL, MADV_DONTNEED) == 0, "it is refused");
    so(is_all(at, ALL, 0), "the registered pages keep their contents");
}
static void dontneed(void) { dontneed_by(madvise); }
static void dontneed_raw(void) { dontneed_by(raw_madvise); }

static void free_by(advise *call) {
    so(call(at, ALL, MADV_FREE) == 0, "it is refused");
    memset(at, 'a', ALL);
}
static void free_pages(void) { free_by(madvise); }
static void free_pages_raw(void) { free_by(raw_madvise); }

static void remove_by(advise *call) {
    so(call(registers, BYTES, MADV_REMOVE) == -1 && errno == EINVAL, "it succeeds, and the contents are lost");
}
static void remove_pages(void) { remove_by(madvise); }
static void remove_raw(void) { remove_by(raw_madvise); }

static void dontfork(void) { so(madvise(at, ALL, MADV_DONTFORK) == 0, "it is refused"); }
static void dontfork_raw(void) { so(raw_madvise(at, ALL, MADV_DONTFORK) == 0, "it is refused"); }
static void not_in_child(void) { so(in_child(pages_mapped) == 0, "a child has the registered pages"); }
static void not_in_later_child(void) { so(in_child(pages_mapped) == 0, "a child has them after the deregistration"); }

static void dofork(void) {
    so(madvise(at, ALL, MADV_DONTFORK) == 0 && madvise(at, ALL, MADV_DOFORK) == 0, "it is refused");
}
static void in_a_child(void) {
    so(in_child(pages_mapped) == 4 && in_child(first_byte) == at[PAGE], "a child lacks the registered pages");
}

static void wipeonfork(void) { so(madvise(at, ALL, MADV_WIPEONFORK) == 0, "it is refused"); }
static void zero_in_child(void) { so(in_child(first_byte) == 0, "a child has copies of the registered pages"); }

static void hugepage(void) { so(madvise(at, ALL, MADV_HUGEPAGE) == 0, "it is refused"); }
static void hugepage_raw(void) { so(raw_madvise(at, ALL, MADV_HUGEPAGE) == 0, "it is refused"); }
static void is_hugepage(void) { so(pages_with(" hg") == 4, "it is forgotten by the deregistration"); }
static void nohugepage(void) { so(madvise(at, ALL, MADV_NOHUGEPAGE) == 0, "it is refused"); }
static void is_nohugepage(void) { so(pages_with(" nh") == 4, "it is forgotten by the deregistration"); }
static void dontdump(void) { so(madvise(at, ALL, MADV_DONTDUMP) == 0, "it is refused"); }
static void is_dontdump(void) { so(pages_with(" dd") == 4, "it is forgotten by the deregistration"); }

static void hints(void) {
    int all[] = {MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_COLD, MADV_PAGEOUT};
    for (int i = 0; i < 6; i++)
        so(madvise(at, ALL, all[i]) == 0 && is_all(at, ALL, 'a'), "one is refused");
}
static void populate(void) {
    so(madvise(at, ALL, MADV_POPULATE_READ) == 0 && madvise(at, ALL, MADV_POPULATE_WRITE) == 0, "it is refused");
    so(is_all(at, ALL, 'a'), "the contents change");
}

static void move_all(void) {
    char *moved = mremap(at, ALL, 2 * ALL, MREMAP_MAYMOVE);
    if (so(moved != MAP_FAILED, "EFAULT, unless all pages of the range are registered, or none")) {
        so(is_all(moved, ALL, 'a') && is_all(moved + ALL, ALL, 0), "the contents change");
        registers += moved - at;
        at = moved;
    }
}
static void move_registered(void) {
    char *moved = mremap(registers, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, one_mapping('-'));
    so(moved != MAP_FAILED && is_all(moved, BYTES, 'a'), "it fails");
    registers = moved;
}
static void shrink(void) { so(mremap(at, ALL, PAGE, 0) == at && is_all(at, PAGE, 'a'), "it fails"); }

static void lock(void) { so(mlock(at, ALL) == 0, "it is refused"); }
static void is_locked(void) { so(pages_with(" lo") == 4, "it is forgotten by the deregistration"); }
static void unlock(void) { so(mlock(at, ALL) == 0 && munlock(at, ALL) == 0, "it is refused"); }
static void is_unlocked(void) { so(pages_with(" lo") == 0, "the memory is locked afterwards"); }

static void read_only(void) { so(mprotect(at, ALL, PROT_READ) == 0, "it is refused"); }
static void is_read_only(void) {
    struct iovec from = {"s", 1}, to = {at + PAGE, 1};
    so(process_vm_writev(getpid(), &from, 1, &to, 1, 0) == -1 && errno == EFAULT, "a store succeeds");
    check(mprotect(at, ALL, PROT_READ | PROT_WRITE) == 0, "it is writable again");
}

static void replace(void) {
    so(munmap(at, ALL) == 0, "it is refused");
    check(mmap(at, ALL, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == at, "it is mapped");
    so(is_all(at, ALL, 0), "the registered pages keep their contents");
    memset(at, 'a', ALL);
}

/* A child that looks when its parent has stored, and a parent that looks when its child has stored. */
static void fork_by(pid_t child, int go[2], int done[2]) {
    char byte = 0;
    int status;
    if (child == 0) {
        byte = read(go[0], &byte, 1) == 1 && is_all(at, ALL, 'a');
        memset(at, 'c', ALL);
        _exit(write(done[1], &byte, 1) != 1);
    }
    memset(at, 'p', ALL);
    check(child > 0 && write(go[1], &byte, 1) == 1 && read(done[0], &byte, 1) == 1, "a child answers");
    so(byte && is_all(at, ALL, 'p'), "parent and child share the registered pages");
    check(waitpid(child, &status, 0) == child && status == 0, "a child ends");
}
static void fork_child(void) {
    int go[2], done[2];
    check(!pipe(go) && !pipe(done), "there are pipes");
    fork_by(fork(), go, done);
}
static void fork_child_raw(void) {
    int go[2], done[2];
    check(!pipe(go) && !pipe(done), "there are pipes");
    fork_by(syscall(SYS_clone, 17, 0, 0, 0, 0), go, done);
}
static void spawn(void) {
    pid_t child;
    int status;
    char *const words[] = {"true", NULL};
    so(!posix_spawnp(&child, "true", NULL, NULL, words, NULL) && waitpid(child, &status, 0) == child && status == 0,
       "it fails");
    so(is_all(at, ALL, 'a'), "the contents change");
}

/* What a WRITE of the device reaches while a call is made during the registration. */
enum reaches { SAME, OTHER };

static const struct row {
    const char *name;
    void (*call)(void);
    enum reaches reaches;
    void (*during)(void); /* what holds from then on while memory is registered, and afterwards */
    void (*after)(void);
} rows[] = {
    {"madvise MADV_DONTNEED", dontneed, OTHER},
    {"madvise MADV_DONTNEED, raw", dontneed_raw, OTHER},
    {"madvise MADV_FREE", free_pages},
    {"madvise MADV_FREE, raw", free_pages_raw},
    {"madvise MADV_REMOVE", remove_pages},
    {"madvise MADV_REMOVE, raw", remove_raw},
    {"madvise MADV_DONTFORK", dontfork, SAME, not_in_child, not_in_later_child},
    {"madvise MADV_DONTFORK, raw", dontfork_raw, SAME, not_in_child, not_in_later_child},
    {"madvise MADV_DOFORK", dofork, SAME, in_a_child, in_a_child},
    {"madvise MADV_WIPEONFORK", wipeonfork, SAME, zero_in_child, zero_in_child},
    {"madvise MADV_HUGEPAGE", hugepage, SAME, NULL, is_hugepage},
    {"madvise MADV_HUGEPAGE, raw", hugepage_raw, SAME, NULL, is_hugepage},
    {"madvise MADV_NOHUGEPAGE", nohugepage, SAME, NULL, is_nohugepage},
    {"madvise MADV_DONTDUMP", dontdump, SAME, NULL, is_dontdump},
    {"madvise MADV_WILLNEED and other hints", hints},
    {"madvise MADV_POPULATE_READ and _WRITE", populate},
    {"mremap of more than the registered pages", move_all},
    {"mremap of the registered pages", move_registered},
    {"mremap that unmaps registered pages", shrink, OTHER},
    {"mlock", lock, SAME, NULL, is_locked},
    {"munlock", unlock, SAME, NULL, is_unlocked},
    {"mprotect PROT_READ", read_only, SAME, NULL, is_read_only},
    {"munmap, and mmap there", replace, OTHER},
    {"fork", fork_child},
    {"fork, raw", fork_child_raw},
    {"posix_spawn and vfork", spawn},
};

/* Whether the device stores into the memory that is mapped now. A program that has read-only memory is no exception. */
static void look(struct ibv_mr *mr, enum reaches wanted) {
    char before = wanted == SAME ? 0 : *registers;
    write_to(mr, 'w');
    if (wanted == SAME)
        so(is_all(registers, BYTES, 'w'), "the device does not reach the memory");
    else
        so(is_all(registers, BYTES, before), "the device reaches the memory");
}

static void run(const struct row *row, enum when when) {
    int is_shrunk = row->call == shrink, is_read_only_now = row->call == read_only;
    at = one_mapping('a');
    registers = at + PAGE;
    seen = NULL;
    struct ibv_mr *mr = NULL;
    if (when == BEFORE)
        row->call();
    if (when == BEFORE && (is_shrunk || is_read_only_now)) {
        so(!ibv_reg_mr(pd, registers, BYTES, ACCESS) && errno == EFAULT, "the memory is registered");
    } else if (!seen) {
        mr = registered(registers, ACCESS);
    }
    if (when == AFTER && mr) {
        look(mr, SAME);
        check(!ibv_dereg_mr(mr), "a region is deregistered");
        mr = NULL;
        memset(at, 'a', ALL);
    }
    if (when != BEFORE)
        row->call();
    if (mr && !seen && row->during)
        row->during();
    if (mr && !seen && !(when == DURING && is_shrunk))
        look(mr, when == DURING ? row->reaches : SAME);
    if (mr)
        check(!ibv_dereg_mr(mr), "a region is deregistered");
    if (!seen && row->after)
        row->after();
    printf("%s|%s|%s%s\n", row->name, whens[when], seen ? "no: " : "as on Linux", seen ?: "");
    fflush(stdout);
}

int main(void) {
    open_device();
    for (const struct row *row = rows; row < rows + sizeof(rows) / sizeof(*rows); row++)
        for (enum when when = BEFORE; when <= AFTER; when++)
            run(row, when);
    return 0;
}
