package dev.fenestra.hw.sim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.testing.Reply;

/** What command tests ask of a reply. */
final class Commands {
    private Commands() {}

    static void refused(int status, Reply reply) {
        assertEquals(0, reply.delivery());
        assertEquals(status, reply.status(), "status");
    }

    static void undelivered(int delivery, Reply reply) {
        assertEquals(delivery, reply.delivery(), "delivery status");
    }
}
