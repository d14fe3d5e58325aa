/*
 * Changes memory of an on-demand region by calls of libc, and checks what an RDMA WRITE reaches afterwards: the pages
 * that the program has now, or none. Ends with 1 and a line at the first surprise.
 */
#define _GNU_SOURCE
#include "loopback.h"

static char *at;
static struct ibv_mr *region;

static int is_all(char letter) {
    return at[0] == letter && at[BYTES / 2] == letter && at[BYTES - 1] == letter;
}

static void begin(void) {
    at = map(NULL, 'a');
    region = registered(at, ACCESS | IBV_ACCESS_ON_DEMAND);
    write_to(region, 'b');
    check(is_all('b'), "the region reaches its memory");
}

static void end(const char *what) {
    write_to(region, 'z');
    check(is_all('z'), what);
    check(!ibv_dereg_mr(region) && is_all('z') && !munmap(at, BYTES), "the memory stays when the region ends");
}

static void dontneed(void) {
    begin();
    check(!madvise(at, BYTES, MADV_DONTNEED) && is_all(0), "contents are given up");
    end("a page after MADV_DONTNEED is reached");
}

static void dontneed_a_part(void) {
    begin();
    check(!madvise(at + BYTES / 2, BYTES / 2, MADV_DONTNEED) && at[0] == 'b' && at[BYTES / 2] == 0, "a part is");
    end("a page and its new neighbour are reached");
}

static void replace(void) {
    begin();
    map(at, 'c');
    check(is_all('c'), "other memory is mapped");
    end("what is mapped over it is reached");
}

static void unmap_and_map(void) {
    begin();
    check(!munmap(at, BYTES), "it is unmapped");
    check(map(at, 'c') == at, "other memory is mapped there");
    end("what is mapped afterwards is reached");
}

static void move_in(void) {
    begin();
    char *other = map(NULL, 'c');
    check(mremap(other, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, at) == at, "other memory is moved there");
    end("what is moved there is reached");
}

static void move_out(void) {
    begin();
    char *to = map(NULL, '-'), *from = at;
    check(mremap(at, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to) == to, "it is moved");
    map(from, 'c');
    write_to(region, 'd');
    at = to;
    check(is_all('b'), "its old pages are not reached");
    munmap(to, BYTES);
    at = from;
    end("what is mapped at its address is reached");
}

/* Pins of another region of the same pages keep them. */
static void dontneed_pinned(void) {
    begin();
    struct ibv_mr *pinned = registered(at, ACCESS);
    write_to(region, 'c');
    check(!madvise(at, BYTES, MADV_DONTNEED) && is_all(0), "contents are given up");
    write_to(pinned, 'd');
    check(is_all(0), "the pinned region reaches the old page");
    check(!ibv_dereg_mr(pinned), "a region is deregistered");
    end("the on-demand region reaches the new page");
}

/* The QP refuses its own WRITE, so the WRITE may be flushed before its answer comes. */
static int is_written(void) {
    struct ibv_wc wc;
    post_write(region, 'x');
    while (ibv_poll_cq(cq, 1, &wc) == 0)
        ;
    return wc.status == IBV_WC_SUCCESS;
}

static void refuse(int (*change)(void), const char *what) {
    begin();
    check(change() == 0, "the call succeeds");
    check(!is_written(), what);
    check(!ibv_dereg_mr(region), "the region ends");
    ibv_destroy_qp(qp);
    connect_to_itself(pd->context);
}
static int unmap(void) { return munmap(at, BYTES); }
static int protect(void) { return mprotect(at, BYTES, PROT_READ); }

static void protect_and_release(void) {
    begin();
    check(!mprotect(at, BYTES, PROT_READ) && is_all('b') && !mprotect(at, BYTES, PROT_READ | PROT_WRITE), "it is");
    end("memory that is writable again is reached");
}

int main(void) {
    open_device();
    for (int i = 0; i < 3; i++) {
        dontneed();
        dontneed_a_part();
        replace();
        unmap_and_map();
        move_in();
        move_out();
        dontneed_pinned();
        protect_and_release();
        refuse(unmap, "a WRITE to unmapped memory is refused");
        refuse(protect, "a WRITE to read-only memory is refused");
    }
    puts("as it should be");
    return 0;
}
