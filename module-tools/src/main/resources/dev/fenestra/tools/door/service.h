/* The thread that answers the server. Included by shim.c. */

/* Moves pages, one range at a time. A place and the rights of its pages are one number. */
static int move(__typeof__(move_to_file) *how, uint64_t address, uint64_t length, uint64_t place) {
    pthread_mutex_lock(&runs_lock);
    int error = how(address, length, place & ~4095ul, place & 4095);
    pthread_mutex_unlock(&runs_lock);
    return error;
}

/* Answers the server's questions until it ends. */
static void *serve(void *unused) {
    for (struct message asked; transfer(RECEIVE, service, &asked, sizeof(asked)) == 0;) {
        struct message reply = {sizeof(reply)};
        if (asked.kind == ASK_AREAS || asked.kind == ASK_READ || asked.kind == ASK_FILE) {
            reply.length += answer(asked.kind, bytes, asked.a, asked.b);
        } else if (asked.kind == ASK_MOVE) {
            reply.kind = move(move_to_file, asked.a, asked.b, asked.c);
        } else if (asked.kind == ASK_RETURN) {
            reply.kind = move(move_back, asked.a, asked.b, asked.c);
        } else if (asked.kind == ASK_EVENTS) {
            int fd = connect_as(HELLO_EVENTS, "[events]", asked.a, O_CLOEXEC);
            reply.kind = fd < 0 ? errno : 0;
            reply.a = fd;
        } else if (asked.kind == ASK_RECALL) {
            ssize_t unread = recv(asked.a, bytes, REPLY_BYTES, MSG_DONTWAIT);
            reply.length += unread > 0 ? unread : 0;
        } else {
            reply.kind = ENOSYS;
        }
        if (transfer(SEND, service, &reply, sizeof(reply)) ||
            transfer(SEND, service, bytes, reply.length - sizeof(reply)))
            break;
    }
    return unused;
}
