/*
 * Opens XRC domains by files: two descriptors of one file are one domain, another file is another one. Two domains are
 * the same when a target QP of one is found through the other.
 */
#include <errno.h>
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void check(int holds, const char *what) {
    if (!holds) {
        printf("not so: %s\n", what);
        exit(1);
    }
}

static struct ibv_xrcd *opened(struct ibv_context *context, int fd) {
    struct ibv_xrcd_init_attr init = {
        .comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS, .fd = fd, .oflags = O_CREAT};
    return ibv_open_xrcd(context, &init);
}

int main(void) {
    char first[] = "/tmp/xrcd-XXXXXX", second[] = "/tmp/xrcd-XXXXXX";
    struct ibv_device **devices = ibv_get_device_list(NULL);
    struct ibv_context *one = ibv_open_device(devices[0]), *other = ibv_open_device(devices[0]);
    int fd = mkstemp(first), elsewhere = mkstemp(second), again = open(first, O_RDONLY);
    check(fd >= 0 && elsewhere >= 0 && again >= 0, "files are open");
    unlink(first);
    unlink(second);

    struct ibv_xrcd *mine = opened(one, fd), *same = opened(other, again), *different = opened(other, elsewhere);
    check(mine && same && different, "domains are opened");
    struct ibv_qp_init_attr_ex init = {
        .qp_type = IBV_QPT_XRC_RECV, .comp_mask = IBV_QP_INIT_ATTR_XRCD, .xrcd = mine};
    struct ibv_qp *target = ibv_create_qp_ex(one, &init);
    check(target != NULL, "a target is created");
    struct ibv_qp_open_attr through = {.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_TYPE,
                                       .qp_num = target->qp_num, .xrcd = same, .qp_type = IBV_QPT_XRC_RECV};
    check(ibv_open_qp(other, &through) != NULL, "another descriptor of the file leads to the same domain");
    through.xrcd = different;
    check(ibv_open_qp(other, &through) == NULL, "another file leads to another domain");
    close(again);
    check(opened(one, again) == NULL && errno == EBADF, "a closed descriptor is refused");
    return 0;
}
