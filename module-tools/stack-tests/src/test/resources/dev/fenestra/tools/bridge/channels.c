/*
 * Creates completion channels with CQs and destroys them, 300 times; of every second one it closes the descriptor while
 * the CQ is still there. Then it stops with its device open. The server is to have none of the channels any more.
 */
#include <infiniband/verbs.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    struct ibv_device **devices = ibv_get_device_list(NULL);
    struct ibv_context *context = ibv_open_device(devices[0]);
    for (int i = 0; i < 300; i++) {
        struct ibv_comp_channel *channel = ibv_create_comp_channel(context);
        struct ibv_cq *cq = channel ? ibv_create_cq(context, 4, NULL, channel, 0) : NULL;
        if (!cq || (i % 2 && close(channel->fd)) || ibv_destroy_cq(cq)) {
            perror("channel");
            return 1;
        }
        if (i % 2 == 0)
            ibv_destroy_comp_channel(channel);
    }
    raise(SIGSTOP);
    return 0;
}
