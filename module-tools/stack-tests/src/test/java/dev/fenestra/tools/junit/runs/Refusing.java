package dev.fenestra.tools.junit.runs;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaRead;
import java.time.Duration;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** Tests of one bench that fail, after a refusal or without one. */
@Fenestra
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public class Refusing {
    Refusing(TestBench bench) {
        assertEquals(2, bench.hosts().size());
    }

    @Test
    @Order(1)
    void readsThroughAWindowThatMayBeWrittenOnly(Peer alice, Peer bob) {
        RemoteBuffer window = bob.window(0, 8, REMOTE_WRITE);
        alice.qp().post(RdmaRead.of(1, window, alice.region().slice(0, 8)));
        assertEquals(WcStatus.SUCCESS, alice.cq().await(1, Duration.ofMillis(1)).status());
    }

    @Test
    @Order(2)
    void refusesNothing(TestBench bench) {
        throw new IllegalStateException("on purpose");
    }
}
