/*
 * Unmaps and moves memory that is registered, and checks what an RDMA WRITE reaches afterwards. Ends with 1 and a line
 * at the first surprise. A QP that is connected to itself does the WRITEs. With an argument it stops first, while the
 * device waits for a page.
 */
#define _GNU_SOURCE
#include "loopback.h"

#include <signal.h>

static int has(const char *at, char letter) {
    return at[0] == letter && at[BYTES / 2] == letter && at[BYTES - 1] == letter;
}

/* What a region had stays its own, whatever the program maps and registers at its address. */
static void replace(void) {
    char *at = map(NULL, 'a');
    struct ibv_mr *old = registered(at, ACCESS);
    munmap(at, BYTES);
    map(at, 'b');
    write_to(old, 'x');
    check(has(at, 'b'), "a region does not reach what is mapped at its address later");
    struct ibv_mr *new = registered(at, ACCESS);
    write_to(old, 'x');
    check(has(at, 'b'), "a region does not reach what is registered at its address later");
    write_to(new, 'c');
    check(has(at, 'c'), "the new region reaches it");
    struct ibv_mr *third = registered(at, ACCESS);
    write_to(third, 'd');
    check(has(at, 'd'), "so does another region of the same pages");
    check(!ibv_dereg_mr(old) && !ibv_dereg_mr(new) && !ibv_dereg_mr(third), "regions are deregistered");
}

static void move(void) {
    char *before = map(NULL, 'a'), *after = map(NULL, '-');
    check(!ibv_dereg_mr(registered(before, ACCESS)), "a region is deregistered");
    check(mremap(before, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, after) == after, "memory is moved");
    map(before, 'b');
    struct ibv_mr *first = registered(before, ACCESS);
    check(has(after, 'a'), "moved memory keeps its contents when its old place is registered");
    struct ibv_mr *second = registered(after, ACCESS);
    write_to(first, 'c');
    write_to(second, 'd');
    check(has(before, 'c') && has(after, 'd'), "each region reaches its own memory");
    check(!ibv_dereg_mr(first) && !ibv_dereg_mr(second), "regions are deregistered");
}

static void replace_on_demand(void) {
    char *at = map(NULL, 'a');
    struct ibv_mr *old = registered(at, ACCESS | IBV_ACCESS_ON_DEMAND);
    write_to(old, 'b');
    check(has(at, 'b'), "an on-demand region reaches its memory");
    munmap(at, BYTES);
    map(at, 'c');
    struct ibv_mr *new = registered(at, ACCESS | IBV_ACCESS_ON_DEMAND);
    write_to(new, 'd');
    check(has(at, 'd'), "a new on-demand region reaches what is mapped now");
    write_to(old, 'e');
    check(has(at, 'e'), "so does the old one from then on");
    check(!ibv_dereg_mr(old) && !ibv_dereg_mr(new), "regions are deregistered");
}

/* Is silent when the device asks for the pages that a request needs. */
static void stop(void) {
    post_write(registered(map(NULL, 'a'), ACCESS | IBV_ACCESS_ON_DEMAND), 'b');
    raise(SIGSTOP);
}

int main(int count, char **unused) {
    open_device();
    if (count > 1)
        stop();
    for (int i = 0; i < 5; i++) {
        replace();
        move();
        replace_on_demand();
    }
    puts("as it should be");
    return 0;
}
