/*
 * Hands wild pointers to each call that follows one: the answer is EFAULT, as that of the kernel. Ends with 1 and a
 * line at the first surprise.
 */
#define _GNU_SOURCE
#include "loopback.h"

#include <errno.h>
#include <fcntl.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/rdma_user_cm.h>
#include <rdma/rdma_user_ioctl_cmds.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE 4096

static char *unmapped, *read_only; /* a page without rights, and one that is read only */
static char *last;                 /* the end of the page before the one without rights */
static int device;

static void faults(long result, const char *what) {
    check(result == -1 && errno == EFAULT, what);
}

/* ALLOC_PD by the method that takes commands of the write interface. */
struct alloc_pd {
    struct ib_uverbs_ioctl_hdr header;
    struct ib_uverbs_attr attributes[5];
    struct ib_uverbs_alloc_pd in;
    struct ib_uverbs_alloc_pd_resp out;
    uint32_t told;
};

static struct ib_uverbs_attr attribute(int id, size_t length, const void *data) {
    return (struct ib_uverbs_attr){.attr_id = id, .len = length, .flags = UVERBS_ATTR_F_MANDATORY,
                                   .data = (uintptr_t)data};
}

static struct alloc_pd *alloc_pd(struct alloc_pd *call) {
    memset(call, 0, sizeof(*call));
    call->header = (struct ib_uverbs_ioctl_hdr){.length = offsetof(struct alloc_pd, in), .num_attrs = 5,
                                                .object_id = UVERBS_OBJECT_DEVICE,
                                                .method_id = UVERBS_METHOD_INVOKE_WRITE};
    call->in.response = 1; /* not followed in this interface */
    call->attributes[0] = attribute(UVERBS_ATTR_CORE_IN, 16, (char[16]){0});
    call->attributes[0].data = (uintptr_t)&call->in;
    call->attributes[1] = attribute(UVERBS_ATTR_CORE_OUT, sizeof(call->out), &call->out);
    call->attributes[2] = attribute(UVERBS_ATTR_WRITE_CMD, sizeof(uint64_t), NULL);
    call->attributes[2].data = IB_USER_VERBS_CMD_ALLOC_PD;
    call->attributes[3] = attribute(UVERBS_ATTR_UHW_OUT, sizeof(call->told), &call->told);
    call->attributes[4] = attribute(UVERBS_ATTR_UHW_IN, 0, NULL);
    return call;
}

static int give(void *call) {
    return ioctl(device, RDMA_VERBS_IOCTL, call);
}

static void commands(void) {
    struct alloc_pd call;
    struct ib_uverbs_ioctl_hdr *cut = (void *)(last - sizeof(*cut));
    const void *wild[] = {unmapped, NULL, (void *)8, (void *)-8, (void *)(1ul << 62)};
    check(!give(alloc_pd(&call)), "a PD is allocated");
    for (int i = 0; i < 5; i++) {
        faults(give((void *)wild[i]), "a wild header");
        alloc_pd(&call)->attributes[0] = attribute(UVERBS_ATTR_CORE_IN, 16, wild[i]);
        faults(give(&call), "a wild request");
        alloc_pd(&call)->attributes[1] = attribute(UVERBS_ATTR_CORE_OUT, sizeof(call.out), wild[i]);
        faults(give(&call), "a wild response");
        alloc_pd(&call)->attributes[3] = attribute(UVERBS_ATTR_UHW_OUT, sizeof(call.told), wild[i]);
        faults(give(&call), "a wild response of the driver");
    }
    *cut = alloc_pd(&call)->header;
    faults(give(cut), "attributes that end where no memory is");
    alloc_pd(&call)->attributes[0] = attribute(UVERBS_ATTR_CORE_IN, 16, last - 8);
    faults(give(&call), "a request that ends where no memory is");
    alloc_pd(&call)->attributes[1] = attribute(UVERBS_ATTR_CORE_OUT, sizeof(call.out), read_only);
    faults(give(&call), "a response that is read only");
    alloc_pd(&call)->header.length++;
    check(give(&call) == -1 && errno == EINVAL, "a header of another length is EINVAL");
    check(!give(alloc_pd(&call)), "a PD is allocated after all that");
}

/* A new file of completion channels: its descriptor goes into the attribute itself. */
static void inside(void) {
    struct {
        struct ib_uverbs_ioctl_hdr header;
        struct ib_uverbs_attr attribute;
    } call = {{.length = sizeof(call), .num_attrs = 1, .object_id = UVERBS_OBJECT_ASYNC_EVENT}, attribute(0, 0, NULL)};
    void *constant = read_only + 64;
    check(!mprotect(read_only, PAGE, PROT_READ | PROT_WRITE), "the page is writable");
    memcpy(constant, &call, sizeof(call));
    check(!mprotect(read_only, PAGE, PROT_READ), "the page is read only again");
    faults(give(constant), "an answer into an attribute that is read only");
    check(!give(&call), "an answer into an attribute");
}

/* Commands of the first interface: libraries of other cards write them, also in place of a doorbell. */
static void written(void) {
    struct {
        struct ib_uverbs_cmd_hdr header;
        struct ib_uverbs_alloc_pd body;
    } pd = {{IB_USER_VERBS_CMD_ALLOC_PD, sizeof(pd) / 4, 2}};
    struct {
        struct ib_uverbs_cmd_hdr header;
        struct ib_uverbs_post_send body;
    } post = {{IB_USER_VERBS_CMD_POST_SEND, sizeof(post) / 4, 1}, {.qp_handle = 99, .wqe_size = 128}};
    struct {
        struct ib_uverbs_alloc_pd_resp core;
        uint32_t driver, untouched;
    } told = {.untouched = 7};
    faults(write(device, &pd, sizeof(pd)), "an answer to nowhere");
    faults(write(device, unmapped, sizeof(pd)), "a command from where no memory is");
    pd.body.response = (uintptr_t)&told;
    check(write(device, &pd, sizeof(pd)) == sizeof(pd) && told.core.pd_handle, "a PD is allocated by a write");
    check(told.driver && told.untouched == 7, "the driver answers behind the kernel");
    check(write(device, &pd, sizeof(pd) - 4) == -1 && errno == EINVAL, "a command that is shorter than it says");
    post.body.response = (uintptr_t)&told;
    check(write(device, &post, sizeof(post)) == -1 && errno == ENOENT, "a send queue of nobody");
}

static void memory(void) {
    check(!ibv_reg_mr(pd, unmapped, PAGE, ACCESS) && errno == EFAULT, "memory without rights");
    check(!ibv_reg_mr(pd, last - 8, 16, ACCESS) && errno == EFAULT, "memory that ends where no memory is");
    check(!ibv_reg_mr(pd, read_only, PAGE, ACCESS) && errno == EFAULT, "memory that is read only");
}

static void connections(void) {
    struct {
        struct rdma_ucm_cmd_hdr header;
        struct rdma_ucm_create_id body;
    } create = {{RDMA_USER_CM_CMD_CREATE_ID, sizeof(create.body), 4}, {.ps = RDMA_PS_TCP, .qp_type = IBV_QPT_RC}};
    struct rdma_ucm_create_id_resp made;
    int fd = open("/dev/infiniband/rdma_cm", O_RDWR | O_CLOEXEC);
    check(fd >= 0, "rdma_cm is opened");
    create.body.response = (uintptr_t)&made;
    check(write(fd, &create, sizeof(create)) == sizeof(create), "an id is created");
    faults(write(fd, unmapped, sizeof(create)), "a wild command");
    memcpy(last - sizeof(create.header), &create.header, sizeof(create.header));
    faults(write(fd, last - sizeof(create.header), sizeof(create)), "a command that ends where no memory is");
    create.body.response = (uintptr_t)unmapped;
    faults(write(fd, &create, sizeof(create)), "a wild response");
    create.body.response = (uintptr_t)read_only;
    faults(write(fd, &create, sizeof(create)), "a response that is read only");
    struct {
        struct rdma_ucm_cmd_hdr header;
        struct rdma_ucm_set_option body;
    } option = {{RDMA_USER_CM_CMD_SET_OPTION, sizeof(option.body), 0}, {(uintptr_t)unmapped, made.id, 0, 0, 1}};
    faults(write(fd, &option, sizeof(option)), "a wild option");
    create.body.response = (uintptr_t)&made;
    check(write(fd, &create, sizeof(create)) == sizeof(create), "an id is created after all that");
    close(fd);
}

static void events(struct ibv_context *context) {
    struct ibv_comp_channel *channel = ibv_create_comp_channel(context);
    struct ibv_cq *with_events = ibv_create_cq(context, 4, NULL, channel, 0), *got;
    struct ibv_mr *mr = registered(map(NULL, 'a'), ACCESS);
    void *unused;
    check(channel && with_events, "a channel is created");
    cq = with_events;
    connect_to_itself(context);
    check(!ibv_req_notify_cq(with_events, 0), "an event is asked for");
    write_to(mr, 'b');
    faults(read(channel->fd, unmapped, 8), "an event that is read to where no memory is");
    check(!ibv_get_cq_event(channel, &got, &unused) && got == with_events, "the event is not lost");
}

static void paths(void) {
    struct stat status;
    struct statx extended;
    faults(open(unmapped, O_RDONLY), "a wild path that is opened");
    faults(openat(AT_FDCWD, unmapped, O_RDONLY), "a wild path that is opened in a folder");
    faults(stat(unmapped, &status), "a wild path of which the status is asked");
    faults(statx(AT_FDCWD, unmapped, 0, STATX_ALL, &extended), "a wild path of which more is asked");
    faults(access(unmapped, R_OK), "a wild path that may be accessed");
    faults(stat("/dev/null", (void *)unmapped), "a status that goes where no memory is");
    faults(fstat(device, (void *)unmapped), "the status of a device that goes where no memory is");
}

int main(void) {
    char *pages = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    last = pages + PAGE;
    unmapped = last;
    read_only = pages + 2 * PAGE;
    /* What is really unmapped is soon mapped by a library. */
    check(!mprotect(unmapped, PAGE, PROT_NONE) && !mprotect(read_only, PAGE, PROT_READ), "pages are as they should be");
    open_device();
    device = pd->context->cmd_fd;
    commands();
    inside();
    written();
    memory();
    connections();
    events(pd->context);
    paths();
    puts("as it should be");
    return 0;
}
