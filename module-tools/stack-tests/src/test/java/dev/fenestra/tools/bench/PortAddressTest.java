package dev.fenestra.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.cm.CmChannel;
import dev.fenestra.uverbs.cm.CmId;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.request.Send;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A host gets and loses addresses while programs run. */
class PortAddressTest {
    private static final Gid SECOND = Gid.ofIpv4(0x0a000109);
    private static final Gid OF_BOB = Gid.ofIpv4(0x0a000209);

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final BenchHost host = bench.host("alice");
    private final BenchPort port = host.port(1);
    private final Context alice = host.open();
    private final Context bob = bench.host("bob").open();

    private void assertRefused(Errno errno, String rule, Gid gid) {
        VerbsException refused = assertThrows(VerbsException.class, () -> port.addGid(gid));
        assertEquals(errno, refused.errno());
        assertEquals(rule, refused.rule().id());
        assertEquals(rule, host.refusals().getLast().ruleId());
    }

    private static void send(QpPair pair) {
        pair.other().qp().postRecv(9, pair.other().region().slice(0, 8));
        pair.one().perform(Send.of(1, pair.one().region().slice(0, 8)));
        pair.other().await(9).orThrow();
    }

    @Test
    void shouldShowANewGidInTheTableAndTellPrograms() {
        int index = port.addGid(SECOND);

        assertEquals(SECOND, alice.gid(index));
        try (AsyncEvent event = alice.awaitAsyncEvent(Duration.ofSeconds(1))) {
            assertEquals(AsyncEventType.GID_CHANGE, event.type());
        }
        assertTrue(bob.pollAsyncEvent().isEmpty());
    }

    @Test
    void shouldConnectQpsByNewGids() {
        int index = port.addGid(SECOND);
        assertEquals(index, bench.host("bob").port(1).addGid(OF_BOB));

        PairOptions options = PairOptions.DEFAULT.withConnect(ConnectOptions.DEFAULT.withGidIndex(index));
        try (QpPair pair = bench.pair(alice, bob, options)) {
            assertEquals(OF_BOB, pair.one().qp().query().destination());
            send(pair);
        }
    }

    @Test
    void shouldLetAConnectedQpKeepAGidThatIsTakenAway() {
        int index = port.addGid(SECOND);
        bench.host("bob").port(1).addGid(OF_BOB);
        PairOptions options = PairOptions.DEFAULT.withConnect(ConnectOptions.DEFAULT.withGidIndex(index));
        try (QpPair pair = bench.pair(alice, bob, options)) {
            port.deleteGid(SECOND);

            send(pair);
            assertThrows(VerbsException.class, pair::reconnect);
        }
    }

    @Test
    void shouldLetRdmaCmUseANewAddress() {
        try (CmChannel channel = CmChannel.open(alice)) {
            port.addGid(SECOND);
            bench.run(Duration.ofMillis(1));

            try (CmId id = channel.createId(PortSpace.TCP, QpType.RC)) {
                id.bind(CmAddress.ofIpv4(0x0a000109, 4000));

                assertEquals(SECOND, id.query().source().ip());
            }
        }
    }

    @Test
    void shouldGiveAFreedEntryToTheNextGid() {
        int index = port.addGid(SECOND);
        port.deleteGid(SECOND);

        assertEquals(Gid.UNSPECIFIED, alice.gid(index));
        assertEquals(index, port.addGid(Gid.ofIpv4(0x0a00010a)));
        assertEquals(index, bench.host("bob").port(1).addGid(SECOND));
    }

    @Test
    void shouldKeepAGidThatThePortHasWhereItIs() {
        assertEquals(0, port.addGid(alice.gid(0)));
        assertTrue(alice.pollAsyncEvent().isEmpty());
    }

    @Test
    void shouldRefuseAGidThatIsNotOfOnePort() {
        assertRefused(Errno.EINVAL, "PORT-2", Gid.UNSPECIFIED);
        assertRefused(Errno.EINVAL, "PORT-2", Gid.ofIpv4(0xe0000001));
    }

    @Test
    void shouldRefuseTheGidOfAnotherHost() {
        VerbsException refused = assertThrows(VerbsException.class, () -> port.addGid(bob.gid(0)));

        assertEquals(Errno.EINVAL, refused.errno());
        assertEquals(Gid.UNSPECIFIED, alice.gid(2));
    }

    @Test
    void shouldRefuseAGidMoreThanTheTableHolds() {
        for (int i = 2; i < HcaConfig.GID_TABLE_SIZE; i++) {
            assertEquals(i, port.addGid(Gid.ofIpv4(0x0a000300 + i)));
        }

        assertRefused(Errno.ENOSPC, "PORT-3", SECOND);
    }

    @Test
    void shouldRefuseToTakeAwayAGidThatThePortDoesNotHave() {
        VerbsException refused = assertThrows(VerbsException.class, () -> port.deleteGid(SECOND));

        assertEquals(Errno.EINVAL, refused.errno());
        assertEquals("PORT-4", refused.rule().id());
        assertThrows(VerbsException.class, () -> port.deleteGid(Gid.UNSPECIFIED));
    }

    @Test
    void shouldKeepTheFirstGid() {
        Gid first = alice.gid(0);

        VerbsException refused = assertThrows(VerbsException.class, () -> port.deleteGid(first));

        assertEquals(Errno.EINVAL, refused.errno());
        assertEquals(first, alice.gid(0));
        assertTrue(alice.pollAsyncEvent().isEmpty());
    }
}
