/* The commands that a program gives to an opened file. Included by preload.c. */

/*
 * The server gets the header, and each attribute with what it points to. In place of its reserved field an attribute
 * says whether the pointer is wild.
 */
static int verbs_ioctl(int fd, const char *path, uint64_t asked) {
    struct ib_uverbs_ioctl_hdr header;
    struct ib_uverbs_attr attributes[4096 / sizeof(struct ib_uverbs_attr)];
    if (copy(LOAD, &header, asked, sizeof(header)))
        return fail(EFAULT);
    size_t bytes = header.num_attrs * sizeof(*attributes), length = sizeof(struct message) + header.length;
    if (header.length > 4096 || header.length != sizeof(header) + bytes)
        return fail(EINVAL);
    if (header.reserved1 || header.reserved2)
        return fail(EPROTONOSUPPORT);
    if (copy(LOAD, attributes, asked + sizeof(header), bytes))
        return fail(EFAULT);
    for (int i = 0; i < header.num_attrs; i++)
        length += attributes[i].len > INLINE_BYTES ? attributes[i].len : 0;
    struct message *call = malloc(length);
    if (!call)
        return -1;
    *call = (struct message){length, CALL_IOCTL, asked};
    int is_writable = is_storable(asked, header.length);
    char *at = mempcpy(call + 1, &header, sizeof(header));
    for (struct ib_uverbs_attr *one = attributes; one < attributes + header.num_attrs; one++) {
        char *behind = at + sizeof(*one);
        size_t more = one->len > INLINE_BYTES ? one->len : 0;
        one->attr_data.reserved = (copy(LOAD, memset(behind, 0, more), one->data, more) ? NO_LOAD : 0) |
                                  (is_storable(one->data, one->len) ? 0 : NO_STORE) |
                                  (is_writable ? 0 : NO_STORE_INSIDE);
        memcpy(at, one, sizeof(*one));
        at = behind + more;
    }
    int result = call_file(fd, path, call);
    free(call);
    return result;
}

/*
 * What would wait for an event is tried again when there may be one. A command of RDMA CM says how long it is, and what
 * follows is not looked at. The header of another command has the length in words, which the server compares.
 */
static ssize_t write_to_server(int fd, const char *path, uint64_t from, size_t length) {
    struct rdma_ucm_cmd_hdr header = {0};
    if (copy(LOAD, &header, from, length < sizeof(header) ? length : sizeof(header)))
        return fail(EFAULT);
    int is_bounded = kind_at(path)->hello == HELLO_CONNECTIONS && length > sizeof(header) + header.in;
    size_t needed = is_bounded ? sizeof(header) + header.in : length;
    if (needed > BOX_BYTES)
        return fail(EINVAL);
    struct message *call = malloc(sizeof(*call) + needed);
    int result = -1, tries = call != NULL;
    while (tries) {
        *call = (struct message){sizeof(*call) + needed, CALL_WRITE};
        result = copy(LOAD, call + 1, from, needed) ? fail(EFAULT) : call_file(fd, path, call);
        int error = errno;
        if (call->a) /* it was readable for an event that is read now, or that an id has taken along */
            recv(fd, &(char){0}, 1, MSG_DONTWAIT);
        errno = error;
        tries = result && errno == EAGAIN && !(fcntl(fd, F_GETFL) & O_NONBLOCK) &&
                poll(&(struct pollfd){fd, POLLIN}, 1, -1) >= 0;
    }
    if (result == 0 && call->c) /* one more than the descriptor that an id has left with its events */
        recv(call->c - 1, &(char){0}, 1, MSG_DONTWAIT);
    free(call);
    return result ? -1 : (ssize_t)length;
}
