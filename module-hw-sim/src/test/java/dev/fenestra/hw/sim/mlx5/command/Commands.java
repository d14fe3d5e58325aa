package dev.fenestra.hw.sim.mlx5.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.testing.Reply;

/** What command tests ask of a reply. */
final class Commands {
    private Commands() {}

    static void refused(int status, Reply reply) {
        assertEquals(0, reply.delivery());
        assertEquals(status, reply.status(), "status");
        CommandSyndrome syndrome = CommandSyndrome.of(reply.syndrome());
        assertNotNull(syndrome, () -> "syndrome " + reply.syndrome());
        assertEquals(status, syndrome.status(), syndrome.name());
    }

    static void undelivered(int delivery, Reply reply) {
        assertEquals(delivery, reply.delivery(), "delivery status");
    }
}
