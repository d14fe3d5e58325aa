/* Memory windows. Included by check.c. */

static struct ibv_mw *alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type) {
    struct ibv_mw *made = opened_of(pd->context)->calls.alloc_mw(pd, type);
    if (made && ring && !is_inside)
        TELL(WINDOW, ID(made), HERE, .d = made->rkey, .e = type);
    return made;
}

static int dealloc_mw(struct ibv_mw *mw) {
    uint32_t id = ID(mw);
    int error = opened_of(mw->context)->calls.dealloc_mw(mw);
    if (!error && ring && !is_inside)
        TELL(DEALLOCATED, id, HERE);
    return error;
}

/* The bind of a window of type 1 is a request of the QP. Its key is known when it was posted. */
static int bind_mw(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *how) {
    struct queue *queue = is_inside ? NULL : queue_of(qp);
    uint32_t place = HERE;
    if (queue && ring) {
        struct ibv_send_wr request = {.wr_id = how->wr_id, .opcode = IBV_WR_BIND_MW, .send_flags = how->send_flags};
        struct bind bind = bind_of(mw, &how->bind_info);
        pthread_mutex_lock(&check_lock);
        tell_send(queue, &request, place, &bind);
        pthread_mutex_unlock(&check_lock);
    }
    is_inside++;
    int error = opened_of(qp->context)->calls.bind_mw(qp, mw, how);
    is_inside--;
    if (queue && ring) {
        pthread_mutex_lock(&check_lock);
        if (error)
            withdraw(queue, 1);
        else
            tell(WINDOW_KEY, ID(mw), place, (struct act){.d = mw->rkey});
        pthread_mutex_unlock(&check_lock);
    }
    return error;
}
