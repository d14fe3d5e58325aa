/*
 * Threads store to pages while these move into the file and back: no store is lost. Then memory of other kinds moves.
 * Ends with 1 and a line at the first surprise.
 */
#define _GNU_SOURCE
#include "loopback.h"

#include <pthread.h>
#include <unistd.h>

#define PAGE 4096
#define THREADS 3
#define TIMES 300

static _Atomic int has_ended;
static char *pages;
static char data[3 * BYTES] = "in the file of the program", bss[3 * BYTES];

/* Each thread has a word in both pages. */
static void *store(void *number) {
    volatile long *words = (long *)(pages + 64 * (long)number), *others = words + PAGE / sizeof(*words);
    for (long count = 1; !has_ended; count++) {
        *words = *others = count;
        check(*words == count && *others == count, "a store is not lost");
    }
    return NULL;
}

static void move_while_threads_store(void) {
    pthread_t threads[THREADS];
    pages = map(NULL, 0);
    for (long i = 0; i < THREADS; i++)
        check(!pthread_create(threads + i, NULL, store, (void *)i), "a thread begins");
    for (int i = 0; i < TIMES; i++)
        check(!ibv_dereg_mr(registered(pages, ACCESS)), "a region is deregistered");
    has_ended = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    munmap(pages, BYTES);
}

/* The device reaches memory of this kind, and so does the program afterwards. */
static void move(char *memory, const char *what) {
    char *at = (char *)(((uintptr_t)memory + PAGE - 1) & -PAGE);
    memset(memory, 'a', 3 * BYTES);
    for (int i = 0; i < 3; i++) {
        struct ibv_mr *mr = registered(at + 1, ACCESS);
        write_to(mr, 'b' + i);
        check(at[0] == 'a' && at[1] == 'b' + i && at[BYTES] == 'b' + i && at[BYTES + 1] == 'a', what);
        check(!ibv_dereg_mr(mr), "a region is deregistered");
        check(at[0] == 'a' && at[1] == 'b' + i && at[BYTES] == 'b' + i && at[BYTES + 1] == 'a', what);
    }
}

static void *move_stack(void *unused) {
    char stack[3 * BYTES];
    move(stack, unused ? "the stack of a thread" : "the stack");
    return NULL;
}

static void move_other_kinds(void) {
    pthread_t thread;
    char *heap = malloc(3 * BYTES), *top = sbrk(3 * BYTES);
    move(data, "initialized data");
    move(bss, "data without a value");
    move(heap, "the heap");
    move(top, "what sbrk gives");
    move_stack(NULL);
    check(!pthread_create(&thread, NULL, move_stack, "") && !pthread_join(thread, NULL), "a thread ends");
    char *huge = mmap(NULL, 1 << 22, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    check(huge != MAP_FAILED && !madvise(huge, 1 << 22, MADV_HUGEPAGE), "huge pages are advised");
    memset(huge, 'a', 1 << 22);
    move(huge + (1 << 21) - PAGE, "huge pages");
}

int main(void) {
    open_device();
    move_while_threads_store();
    move_other_kinds();
    puts("as it should be");
    return 0;
}
