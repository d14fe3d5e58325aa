/*
 * Registers single pages while the process has few mappings left (vm.max_map_count). Ends with 1 and a line at the
 * first surprise. With arguments it measures instead: bytes, and how many registrations.
 */
#define _GNU_SOURCE
#include "loopback.h"

#include <errno.h>
#include <time.h>

#define PAGE 4096
#define LEFT 2000 /* mappings that the process may still make */

static int mappings(void) {
    char text[1 << 16];
    int lines = 0;
    FILE *areas = fopen("/proc/self/maps", "r");
    for (size_t got; (got = fread(text, 1, sizeof(text), areas)) > 0;)
        for (size_t i = 0; i < got; i++)
            lines += text[i] == '\n';
    fclose(areas);
    return lines;
}

static int most_mappings(void) {
    int most = 0;
    FILE *file = fopen("/proc/sys/vm/max_map_count", "r");
    check(fscanf(file, "%d", &most) == 1, "there is a limit");
    fclose(file);
    return most;
}

static char *memory(size_t bytes) {
    char *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    check(at != MAP_FAILED, "memory is mapped");
    return memset(at, 'a', bytes);
}

/* Leaves a few: every other page gets other rights. */
static void use_up_mappings(void) {
    int pages = most_mappings() - mappings() - LEFT;
    char *at = mmap(NULL, (size_t)pages * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    check(at != MAP_FAILED, "address space is mapped");
    for (int i = 0; i < pages; i += 2)
        check(!mprotect(at + (size_t)i * PAGE, PAGE, PROT_READ), "a page gets other rights");
}

static struct ibv_mr *register_page(char *page) {
    errno = 0;
    return ibv_reg_mr(pd, page, PAGE, IBV_ACCESS_LOCAL_WRITE);
}

/* Each registration is over before the next begins. */
static void one_after_another(void) {
    char *at = memory(2 * LEFT * PAGE);
    int before = mappings();
    for (int i = 0; i < 2 * LEFT; i += 2) {
        struct ibv_mr *mr = register_page(at + (size_t)i * PAGE);
        check(mr && !ibv_dereg_mr(mr), "a page is registered after many others");
    }
    check(mappings() == before, "no mapping is left of deregistered pages");
    munmap(at, 2 * LEFT * PAGE);
}

/* As many at once as the kernel allows. */
static void at_once(void) {
    static struct ibv_mr *mrs[LEFT];
    char *at = memory(2 * LEFT * PAGE);
    int before = mappings(), count = 0;
    while (count < LEFT && (mrs[count] = register_page(at + (size_t)2 * count * PAGE)))
        count++;
    int full = mappings();
    check(count < LEFT && errno == ENOMEM, "too many mappings are ENOMEM");
    check(most_mappings() - full < 10, "only the limit of the kernel refuses");
    check(!register_page(at + (size_t)2 * count * PAGE) && errno == ENOMEM, "ENOMEM again");
    check(mappings() == full, "what is refused changes no mapping");
    for (int i = 0; i < 2 * LEFT * PAGE; i++)
        check(at[i] == 'a', "what is refused changes no contents");
    while (count > 0)
        check(!ibv_dereg_mr(mrs[--count]), "a page is deregistered");
    check(mappings() == before, "no mapping is left of deregistered pages");
    munmap(at, 2 * LEFT * PAGE);
}

/* Neighbours are one mapping. */
static void neighbours(void) {
    static struct ibv_mr *mrs[LEFT];
    char *at = memory(LEFT * PAGE);
    for (int i = 0; i < LEFT; i++) {
        mrs[i] = register_page(at + (size_t)i * PAGE);
        check(mrs[i] != NULL, "neighbours are registered one by one");
    }
    for (int i = 0; i < LEFT; i++)
        check(!ibv_dereg_mr(mrs[i]), "a page is deregistered");
    munmap(at, LEFT * PAGE);
}

static double micros(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static int by_size(const void *one, const void *other) {
    return (*(double *)one > *(double *)other) - (*(double *)one < *(double *)other);
}

static void measure(size_t bytes, int count) {
    for (int distinct = 0; distinct < 2; distinct++) {
        double *reg = calloc(count, sizeof(*reg)), *dereg = calloc(count, sizeof(*dereg));
        char *at = memory(distinct ? bytes * count : bytes);
        for (int i = 0; i < count; i++) {
            double before = micros();
            struct ibv_mr *mr = ibv_reg_mr(pd, at + (distinct ? i * bytes : 0), bytes, IBV_ACCESS_LOCAL_WRITE);
            double between = micros();
            check(mr && !ibv_dereg_mr(mr), "memory is registered");
            reg[i] = between - before;
            dereg[i] = micros() - between;
        }
        qsort(reg, count, sizeof(*reg), by_size);
        qsort(dereg, count, sizeof(*dereg), by_size);
        printf("%zu bytes, %s buffer: reg %.0f us, dereg %.0f us\n", bytes, distinct ? "another" : "the same",
               reg[count / 2], dereg[count / 2]);
        munmap(at, distinct ? bytes * count : bytes);
    }
}

int main(int count, char **words) {
    open_device();
    if (count == 3) {
        measure(atol(words[1]), atoi(words[2]));
        return 0;
    }
    use_up_mappings();
    one_after_another();
    at_once();
    neighbours();
    puts("as it should be");
    return 0;
}
