/* The thread that answers the server. Included by preload.c. */

/* Moves pages, one range at a time. A place and the rights of its pages are one number. 0, or an errno. */
static int move(const struct message *asked) {
    __typeof__(&move_to_file) how = asked->kind == ASK_MOVE ? move_to_file : move_back;
    pthread_mutex_lock(&runs_lock);
    int error = how(asked->a, asked->b, asked->c & ~4095ul, asked->c & 4095);
    pthread_mutex_unlock(&runs_lock);
    return error;
}

/*
 * The same on a thread of the program. It would wait for itself if it used these pages while they are held, so its own
 * stack and what it has of libc are EDEADLK. A signal handler may use anything.
 */
static int move_here(const struct message *asked) {
    uint64_t own[] = {(uint64_t)__builtin_frame_address(0), (uint64_t)&errno};
    sigset_t all, before;
    for EACH (used, own)
        if (asked->a < *used + OWN_BYTES && *used < asked->a + asked->b + OWN_BYTES)
            return EDEADLK;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = move(asked);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

/* Answers a question about this process's memory, or about a descriptor: how many bytes. */
static uint64_t answer(int kind, char *bytes, uint64_t address, uint64_t length) {
    struct sockaddr_un name;
    if (kind == ASK_AREAS)
        return read_areas(bytes, address, address + length);
    if (kind == ASK_FILE) {
        uint64_t number = is_named(address, &name) ? number_in(name.sun_path + 1) : 0;
        memcpy(bytes, &number, sizeof(number));
        return sizeof(number);
    }
    if (kind == ASK_STORABLE) {
        *bytes = is_storable(address, length);
        return 1;
    }
    return length <= REPLY_BYTES && copy(LOAD, bytes, address, length) == 0 ? length : 0;
}

/* Answers the server's questions until it ends. */
static void *serve(void *unused) {
    for (struct message asked; transfer(RECEIVE, service, &asked, sizeof(asked)) == 0;) {
        struct message reply = {sizeof(reply)};
        if (asked.kind == ASK_AREAS || asked.kind == ASK_READ || asked.kind == ASK_FILE ||
            asked.kind == ASK_STORABLE) {
            reply.length += answer(asked.kind, bytes, asked.a, asked.b);
        } else if (asked.kind == ASK_MOVE || asked.kind == ASK_RETURN) {
            reply.kind = move(&asked);
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
