/*
 * Registers memory that two processes share, and checks that devices and both processes see the same bytes. The first
 * argument says what is shared, the second, if there is one, where its file lies. Ends with 1 and a line at the first
 * surprise. In each process a QP that is connected to itself does the requests.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define BYTES 12288
#define ADDS 200
#define ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC)

static const char *who = "first";
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static struct ibv_qp *qp;
static struct ibv_mr *buffer; /* of private memory */
static int to_other, from_other;

static void check(int holds, const char *what) {
    if (!holds) {
        printf("%s: not so: %s (%s)\n", who, what, strerror(errno));
        fflush(stdout);
        _exit(1);
    }
}

/* What is shared, as either process maps it. */
static struct shared {
    const char *kind, *path;
    int fd, id;
    char *inherited;
} shared;

static int is(const char *kind) {
    return strncmp(shared.kind, kind, strlen(kind)) == 0;
}

static int is_removed(void) {
    return strstr(shared.kind, "-removed") != NULL;
}

static void create(void) {
    if (is("memfd"))
        shared.fd = memfd_create("of two", MFD_CLOEXEC);
    else if (is("posix"))
        shared.fd = shm_open(shared.path, O_RDWR | O_CREAT | O_EXCL, 0600);
    else if (is("file"))
        shared.fd = open(shared.path, O_RDWR | O_CREAT | O_EXCL, 0600);
    else if (is("sysv"))
        check((shared.id = shmget(IPC_PRIVATE, BYTES, IPC_CREAT | 0600)) >= 0, "a segment is made");
    else if (strcmp(shared.kind, "anonymous") == 0)
        shared.inherited = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    else /* behind the back of libraries */
        shared.inherited = (void *)syscall(SYS_mmap, NULL, BYTES, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    check(shared.fd >= 0 && shared.inherited != MAP_FAILED, "an object is made");
    check(shared.fd == 0 || !ftruncate(shared.fd, BYTES), "it has a length");
}

static char *map(int rights) {
    char *at = shared.inherited;
    if (shared.fd)
        at = mmap(NULL, BYTES, rights, MAP_SHARED, shared.fd, 0);
    else if (is("sysv"))
        at = shmat(shared.id, NULL, rights & PROT_WRITE ? 0 : SHM_RDONLY);
    check(at && at != MAP_FAILED, "it is mapped");
    return at;
}

/* Nothing but the mappings leads to the object any more. */
static void remove_name(int is_last) {
    if (shared.fd)
        close(shared.fd);
    if (is_last && is("posix"))
        shm_unlink(shared.path);
    if (is_last && is("file"))
        unlink(shared.path);
    if (is_last && is("sysv"))
        shmctl(shared.id, IPC_RMID, NULL);
}

static void tell(void) {
    check(write(to_other, "", 1) == 1, "the other is told");
}

static void await(void) {
    check(read(from_other, &(char){0}, 1) == 1, "the other goes on");
}

static struct ibv_mr *registered(char *at, size_t length, int access) {
    struct ibv_mr *mr = ibv_reg_mr(pd, at, length, access);
    check(mr != NULL, "memory is registered");
    return mr;
}

static void connect_to_itself(void) {
    struct ibv_device **devices = ibv_get_device_list(NULL);
    struct ibv_context *context = devices && devices[0] ? ibv_open_device(devices[0]) : NULL;
    check(context != NULL, "a device is opened");
    pd = ibv_alloc_pd(context);
    cq = ibv_create_cq(context, 4, NULL, NULL, 0);
    struct ibv_qp_init_attr init = {.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC, .cap = {4, 1, 1, 1, 0}};
    union ibv_gid gid;
    qp = ibv_create_qp(pd, &init);
    check(qp && !ibv_query_gid(context, 1, 0, &gid), "a QP is created");
    struct ibv_qp_attr initial = {.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = ACCESS};
    struct ibv_qp_attr ready = {
        .qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = qp->qp_num, .max_dest_rd_atomic = 1,
        .min_rnr_timer = 12, .ah_attr = {.is_global = 1, .port_num = 1, .grh = {.dgid = gid, .hop_limit = 64}}};
    struct ibv_qp_attr sending = {
        .qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7, .rnr_retry = 7, .max_rd_atomic = 1};
    check(!ibv_modify_qp(qp, &initial, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS) &&
              !ibv_modify_qp(qp, &ready, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                                             IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER) &&
              !ibv_modify_qp(qp, &sending, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
                                               IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC),
          "it is connected");
    buffer = registered(mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), BYTES, ACCESS);
}

static void perform(enum ibv_wr_opcode opcode, struct ibv_mr *mr, size_t length) {
    struct ibv_sge with = {(uintptr_t)buffer->addr, length, buffer->lkey};
    struct ibv_send_wr *bad, wr = {.opcode = opcode, .sg_list = &with, .num_sge = 1, .send_flags = IBV_SEND_SIGNALED};
    struct ibv_wc wc;
    if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
        wr.wr.atomic.remote_addr = (uintptr_t)mr->addr;
        wr.wr.atomic.rkey = mr->rkey;
        wr.wr.atomic.compare_add = 1;
    } else {
        wr.wr.rdma.remote_addr = (uintptr_t)mr->addr;
        wr.wr.rdma.rkey = mr->rkey;
    }
    check(!ibv_post_send(qp, &wr, &bad), "a request is posted");
    while (ibv_poll_cq(cq, 1, &wc) == 0)
        ;
    check(wc.status == IBV_WC_SUCCESS, "a request succeeds");
}

static int has(const char *at, char letter) {
    return at[0] == letter && at[BYTES / 2] == letter && at[BYTES - 1] == letter;
}

static void device_writes(struct ibv_mr *mr, char letter) {
    memset(buffer->addr, letter, BYTES);
    perform(IBV_WR_RDMA_WRITE, mr, BYTES);
}

static int device_reads(struct ibv_mr *mr, char letter) {
    memset(buffer->addr, 0, BYTES);
    perform(IBV_WR_RDMA_READ, mr, BYTES);
    return has(buffer->addr, letter);
}

static void add(struct ibv_mr *mr) {
    for (int i = 0; i < ADDS; i++)
        perform(IBV_WR_ATOMIC_FETCH_AND_ADD, mr, 8);
}

/* Sees what the first process does, and lets its own device do the same. */
static void be_second(void) {
    who = "second";
    await();
    char *at = map(PROT_READ | PROT_WRITE);
    if (is_removed())
        remove_name(1);
    tell();
    await();
    check(has(at, 'a'), "the second process sees what the device of the first has written");
    connect_to_itself();
    struct ibv_mr *mr = registered(at, BYTES, ACCESS);
    check(device_reads(mr, 'a'), "so does its own device");
    device_writes(mr, 'b');
    tell();
    await();
    check(has(at, 'c') && device_reads(mr, 'c'), "it sees what the first process has stored");
    memset(at, 0, 8);
    tell();
    add(mr);
    tell();
    await();
    check(*(uint64_t *)at == 2 * ADDS, "no atomic is lost");
    check(!ibv_dereg_mr(mr), "a region is deregistered");
    tell();
}

static void be_first(char *at) {
    tell();
    await();
    if (is_removed())
        remove_name(0);
    connect_to_itself();
    struct ibv_mr *mr = registered(at, BYTES, ACCESS), *again = registered(at + 4096, 4096, ACCESS);
    check(has(at, 0) && device_reads(mr, 0), "it is zeroed");
    device_writes(mr, 'a');
    check(has(at, 'a'), "the process sees what its device has written");
    check(!ibv_dereg_mr(again), "a region of a part is deregistered");
    tell();
    await();
    check(has(at, 'b') && device_reads(mr, 'b'), "it sees what the device of the second has written");
    memset(at, 'c', BYTES);
    check(device_reads(mr, 'c'), "the device sees what the process has stored");
    tell();
    await();
    add(mr);
    await();
    tell();
    await();
    check(!ibv_dereg_mr(mr), "a region is deregistered");
}

/* What else a region of such memory can be. */
static void vary(char *at) {
    memset(at, 'd', BYTES);
    struct ibv_mr *mr = registered(at, BYTES, ACCESS | IBV_ACCESS_ON_DEMAND);
    check(device_reads(mr, 'd'), "an on-demand region has it");
    device_writes(mr, 'e');
    check(has(at, 'e'), "an on-demand region writes to it");
    check(!ibv_dereg_mr(mr), "an on-demand region is deregistered");

    mr = registered(at, 4096, ACCESS);
    check(!ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, at, BYTES, 0), "a region is registered anew");
    device_writes(mr, 'f');
    check(has(at, 'f'), "it has all then");
    check(!ibv_dereg_mr(mr), "it is deregistered");

    char *mixed = mmap(NULL, 3 * BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    check(mremap(at, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, mixed + BYTES) == mixed + BYTES, "it is moved");
    at = mixed + BYTES;
    mr = registered(mixed, 3 * BYTES, ACCESS);
    mr->addr = at - BYTES / 2;
    device_writes(mr, 'g');
    check(at[-1] == 'g' && at[0] == 'g' && at[BYTES / 2 - 1] == 'g' && at[BYTES / 2] == 'f', "a region spans both kinds");
    check(!ibv_dereg_mr(mr), "it is deregistered");

    check(!mprotect(at, BYTES, PROT_READ), "it is made read-only");
    errno = 0;
    check(!ibv_reg_mr(pd, at, BYTES, ACCESS) && errno == EFAULT, "read-only memory is not registered for writing");
    memset(mixed, 'h', 8);
    mr = registered(at, BYTES, IBV_ACCESS_REMOTE_READ);
    memset(buffer->addr, 0, BYTES);
    perform(IBV_WR_RDMA_READ, mr, BYTES);
    check(((char *)buffer->addr)[0] == 'g' && ((char *)buffer->addr)[BYTES - 1] == 'f', "it is registered for reading");
    check(!ibv_dereg_mr(mr), "it is deregistered");
}

/* A memfd stands for the exporter of a buffer. */
static void import(void) {
    int fd = memfd_create("exported", MFD_CLOEXEC), ends[2];
    check(fd >= 0 && !ftruncate(fd, 2 * BYTES) && !pipe(ends), "a buffer is made");
    char *at = mmap(NULL, 2 * BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    connect_to_itself();
    check(!ibv_reg_dmabuf_mr(pd, 0, BYTES, 0, 1000, ACCESS) && errno == EBADF, "a descriptor must be open");
    check(!ibv_reg_dmabuf_mr(pd, 0, BYTES, 0, ends[0], ACCESS) && errno == EINVAL, "and of a buffer");
    check(!ibv_reg_dmabuf_mr(pd, BYTES, 2 * BYTES, 0, fd, ACCESS) && errno == EINVAL, "which has all bytes");
    check(!ibv_reg_dmabuf_mr(pd, 0, BYTES, 1, fd, ACCESS) && errno == EINVAL, "offset and iova agree in the page");
    for (int i = 0; i < 3; i++) {
        struct ibv_mr *mr = ibv_reg_dmabuf_mr(pd, BYTES, BYTES, 0x10000, fd, ACCESS);
        check(mr != NULL, "a buffer is imported");
        mr->addr = (void *)0x10000;
        device_writes(mr, 'i');
        check(has(at + BYTES, 'i') && at[BYTES - 1] == 0, "the device writes to its part of the buffer");
        memset(at + BYTES, 'j', BYTES);
        check(device_reads(mr, 'j'), "it reads what the process has stored there");
        check(!ibv_dereg_mr(mr), "the region is deregistered");
        memset(at, 0, 2 * BYTES);
    }
}

/* Cuts what is registered, so that nobody can make it longer, and lets the device write there. */
static void cut(void) {
    int fd = memfd_create("cut", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    check(fd >= 0 && !ftruncate(fd, BYTES), "an object is made");
    char *at = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    connect_to_itself();
    struct ibv_mr *mr = is("cut buffer")
                            ? ibv_reg_dmabuf_mr(pd, 0, BYTES, 0, fd, ACCESS)
                            : registered(at, BYTES, ACCESS);
    check(mr != NULL, "it is registered");
    device_writes(mr, 'a');
    check(has(at, 'a'), "the device reaches it");
    check(!ftruncate(fd, 0) && !fcntl(fd, F_ADD_SEALS, F_SEAL_GROW), "it is cut");
    struct ibv_sge with = {(uintptr_t)buffer->addr, BYTES, buffer->lkey};
    struct ibv_send_wr *bad, wr = {.opcode = IBV_WR_RDMA_WRITE, .sg_list = &with, .num_sge = 1,
                                   .wr.rdma = {(uintptr_t)mr->addr, mr->rkey}};
    check(!ibv_post_send(qp, &wr, &bad), "a request is posted");
    for (int tries = 0; tries < 20000 && pd; tries++) {
        struct ibv_pd *more = ibv_alloc_pd(pd->context);
        if (!more)
            return;
        ibv_dealloc_pd(more);
        usleep(1000);
    }
    check(0, "it is given up");
}

int main(int count, char **arguments) {
    int down[2], up[2], status;
    shared.kind = arguments[1];
    shared.path = count > 2 ? arguments[2] : NULL;
    if (is("exported") || is("cut")) {
        is("cut") ? cut() : import();
        puts("as it should be");
        return 0;
    }
    check(!pipe(down) && !pipe(up), "there are pipes");
    create();
    char *at = map(PROT_READ | PROT_WRITE);
    pid_t second = fork();
    check(second >= 0, "a process is forked");
    to_other = second ? down[1] : up[1];
    from_other = second ? up[0] : down[0];
    close(second ? down[0] : down[1]);
    close(second ? up[1] : up[0]);
    if (second == 0) {
        be_second();
        return 0;
    }
    be_first(at);
    check(waitpid(second, &status, 0) == second && status == 0, "the second process ends well");
    vary(at);
    puts("as it should be");
    return 0;
}
