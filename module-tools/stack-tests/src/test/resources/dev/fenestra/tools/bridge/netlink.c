/* What libibverbs learns of a device from RDMA netlink; and a child that is forked while a device uses its memory. */
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <linux/netlink.h>
#include <rdma/rdma_netlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

static void check(int holds, const char *what) {
    if (!holds) {
        printf("not so: %s\n", what);
        exit(1);
    }
}

/* The answer to a message without attributes. */
static ssize_t ask(int fd, int type, int flags, char *answer, size_t room) {
    struct nlmsghdr asked = {.nlmsg_len = sizeof(asked), .nlmsg_type = type, .nlmsg_flags = flags, .nlmsg_seq = 7};
    check(sendto(fd, &asked, sizeof(asked), 0, NULL, 0) == sizeof(asked), "a message is sent");
    struct sockaddr_nl from;
    socklen_t length = sizeof(from);
    ssize_t got = recvfrom(fd, answer, room, 0, (struct sockaddr *)&from, &length);
    check(length == sizeof(from) && from.nl_family == AF_NETLINK, "the answer has an address of netlink");
    struct nlmsghdr *head = (struct nlmsghdr *)answer;
    check(got >= (ssize_t)sizeof(*head) && head->nlmsg_seq == 7, "the answer has the number of the question");
    return got;
}

int main(void) {
    char answer[8192];
    struct nlmsghdr *head = (struct nlmsghdr *)answer;
    struct ibv_device **devices = ibv_get_device_list(NULL);
    check(devices && devices[0] && ibv_get_device_index(devices[0]) == 0, "a device has an index");
    check(ibv_is_fork_initialized() == IBV_FORK_UNNEEDED, "a child needs no preparation");

    struct ibv_pd *pd = ibv_alloc_pd(ibv_open_device(devices[0]));
    char *memory = aligned_alloc(4096, 4096);
    strcpy(memory, "registered");
    check(pd && ibv_reg_mr(pd, memory, 4096, IBV_ACCESS_LOCAL_WRITE), "memory is registered");
    pid_t child = fork();
    if (child == 0)
        _exit(strcmp(memory, "registered") != 0);
    int status;
    check(waitpid(child, &status, 0) == child && status == 0, "the child has a copy of it");

    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_RDMA);
    check(fd >= 0, "there is a socket for RDMA netlink");
    ask(fd, RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_SYS_GET), NLM_F_REQUEST, answer, sizeof(answer));
    check(head->nlmsg_type == RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_SYS_GET), "the system answers");
    ask(fd, RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_DELLINK), NLM_F_REQUEST, answer, sizeof(answer));
    check(head->nlmsg_type == NLMSG_ERROR && ((struct nlmsgerr *)(head + 1))->error < 0, "nothing can be changed");
    ask(fd, RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_GET), NLM_F_REQUEST, answer, sizeof(answer));
    check(head->nlmsg_type == NLMSG_ERROR, "a question about one device must name it");
    ask(fd, RDMA_NL_GET_TYPE(RDMA_NL_LS, 0), NLM_F_REQUEST, answer, sizeof(answer));
    check(head->nlmsg_type == NLMSG_ERROR, "other clients are not there");
    struct stat found;
    int cm = open("/dev/infiniband/rdma_cm", O_RDWR);
    check(cm >= 0 && fstat(cm, &found) == 0 && S_ISCHR(found.st_mode), "the connection manager is a device");
    check(major(found.st_rdev) == 10 && minor(found.st_rdev) == 58, "it has the number that netlink says");
    return 0;
}
