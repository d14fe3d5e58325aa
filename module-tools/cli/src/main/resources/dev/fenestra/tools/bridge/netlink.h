/*
 * RDMA netlink: questions about the devices of a host, which the server answers. A program has a netlink socket for
 * messages between programs in place of one to the kernel, so all but sending works as it is: what the program sends
 * goes to the server, and another such socket sends the answer to the program's own. Included by preload.c.
 */
static int has_netlink; /* whether a socket was ever opened */

/* Datagrams on their way, each behind its length. */
struct datagrams {
    char *all, *at, *end;
    int sender;
    struct sockaddr_nl to;
};

int socket(int domain, int type, int protocol) {
    int asks_devices = domain == AF_NETLINK && protocol == NETLINK_RDMA && getenv("FENESTRA_SOCKET");
    has_netlink |= asks_devices;
    return REAL(socket)(domain, type, asks_devices ? NETLINK_USERSOCK : protocol);
}

static int is_netlink(int fd) {
    int domain = 0, protocol = 0, saved = errno;
    socklen_t length = sizeof(int);
    int is_netlink = has_netlink && getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 &&
                     getsockopt(fd, SOL_SOCKET, SO_PROTOCOL, &protocol, &length) == 0 && domain == AF_NETLINK &&
                     protocol == NETLINK_USERSOCK;
    errno = saved;
    return is_netlink;
}

/* Sends as many as the receiver has room for, or all. -1 if there is no room at present. */
static int deliver(struct datagrams *sent, int flags) {
    for (uint32_t length; sent->at < sent->end; sent->at += sizeof(length) + length) {
        memcpy(&length, sent->at, sizeof(length));
        if (REAL(sendto)(sent->sender, sent->at + sizeof(length), length, flags, (struct sockaddr *)&sent->to,
                         sizeof(sent->to)) < 0 && errno == EAGAIN)
            return -1;
    }
    forget(&sent->sender);
    free(sent->all);
    return 0;
}

/* The program reads while this thread waits for room. */
static void *deliver_rest(void *given) {
    deliver(given, 0);
    free(given);
    return NULL;
}

/* Delivers an answer to a socket of this process. */
static int answer_netlink(struct datagrams sent) {
    pthread_t thread;
    sent.sender = REAL(socket)(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_USERSOCK);
    if (sent.sender >= 0 && deliver(&sent, MSG_DONTWAIT) == 0)
        return 0;
    struct datagrams *rest = sent.sender < 0 ? NULL : malloc(sizeof(sent));
    if (rest)
        *rest = sent;
    if (rest && pthread_create(&thread, NULL, deliver_rest, rest) == 0)
        return pthread_detach(thread);
    free(rest);
    forget(&sent.sender);
    free(sent.all);
    return fail(ENOBUFS);
}

/* The number of a socket; one that has none gets one. */
static int address_of(int fd, struct sockaddr_nl *found) {
    struct sockaddr_nl any = {.nl_family = AF_NETLINK};
    socklen_t length = sizeof(*found);
    if (getsockname(fd, (struct sockaddr *)found, &length) == 0 && found->nl_pid)
        return 0;
    return bind(fd, (struct sockaddr *)&any, sizeof(any)) || getsockname(fd, (struct sockaddr *)found, &length);
}

/* Asks the server. What is sent is a whole message. */
static ssize_t ask_netlink(int fd, const struct iovec *parts, size_t count) {
    struct datagrams answer = {.sender = -1};
    struct message call = {sizeof(call), 0};
    size_t asked = 0;
    for (size_t i = 0; i < count; i++)
        asked += parts[i].iov_len;
    int server = address_of(fd, &answer.to) ? -1 : connect_as(HELLO_NETLINK, "[netlink]", 0, O_CLOEXEC);
    if (server < 0)
        return -1;
    call.length += asked;
    call.a = answer.to.nl_pid;
    int failed = transfer(SEND, server, &call, sizeof(call));
    for (size_t i = 0; i < count && !failed; i++)
        failed = transfer(SEND, server, parts[i].iov_base, parts[i].iov_len);
    failed = failed || transfer(RECEIVE, server, &call, sizeof(call));
    size_t length = failed ? 0 : call.length - sizeof(call);
    answer.all = answer.at = malloc(length + 1);
    failed = failed || !answer.all || transfer(RECEIVE, server, answer.all, length);
    answer.end = answer.all + length;
    forget(&server);
    if (!failed)
        return answer_netlink(answer) ? -1 : (ssize_t)asked;
    free(answer.all);
    return fail(EIO);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    return is_netlink(fd) ? ask_netlink(fd, message->msg_iov, message->msg_iovlen) : REAL(sendmsg)(fd, message, flags);
}

ssize_t sendto(int fd, const void *from, size_t length, int flags, const struct sockaddr *to, socklen_t room) {
    struct iovec all = {(void *)from, length};
    return is_netlink(fd) ? ask_netlink(fd, &all, 1) : REAL(sendto)(fd, from, length, flags, to, room);
}
