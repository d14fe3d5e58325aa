package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.fabric.link.PacketTap;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Settles;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Datagram;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Multicast groups of UD QPs: alice sends, bob and carol are in the group or not. */
class MulticastTest {
    private static final int QKEY = 0x11111111;
    private static final int GRH = 40;
    private static final int EVERYBODY = 0xffffff;
    private static final Gid GROUP = Gid.ofIpv4(0xe0810203);

    private TestBench bench;
    private End alice;
    private End bob;
    private End carol;
    private AddressHandle toGroup;

    @BeforeEach
    void begin() {
        begin(UnaryOperator.identity(), GROUP);
    }

    private void begin(UnaryOperator<HcaConfig> config, Gid group) {
        bench = TestBench.builder()
                .hosts("alice", "bob", "carol")
                .hcaConfig(config)
                .build();
        alice = end("alice");
        bob = end("bob");
        carol = end("carol");
        toGroup = alice.pd.createAh(group);
        alice.memory.fill((byte) 0xa5);
    }

    private End end(String name) {
        End end = new End(bench.host(name), QpType.UD);
        end.qp.bringUp(QKEY);
        end.qp.postRecv(1, end.slice(1000, 200));
        return end;
    }

    @AfterEach
    void end() {
        bench.close();
    }

    private Datagram datagram(long wrId, int length) {
        return Datagram.of(wrId, toGroup, EVERYBODY, QKEY, alice.slice(0, length));
    }

    private void assertReceived(End by, int length) {
        Completion.Done done = by.awaitReceived(1).orThrow();
        assertEquals(GRH + length, done.byteLength());
        assertEquals(OptionalInt.of(alice.qp.number()), done.sourceQpNumber());
        assertArrayEquals(alice.memory.get(0, length), by.memory.get(1000 + GRH, length));
    }

    @Test
    @Settles(37)
    void shouldDeliverToEachQpOfTheGroupAndToNobodyElse() {
        bob.qp.attachMulticast(GROUP);
        carol.qp.attachMulticast(GROUP);
        alice.qp.post(datagram(2, 64));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(2).status());
        assertReceived(bob, 64);
        assertReceived(carol, 64);
        assertTrue(alice.isQuiet(), "alice is not in the group");
    }

    @Test
    @Settles(37)
    void shouldDeliverToTheSenderItselfWhenItIsAttached() {
        alice.qp.attachMulticast(GROUP);
        bob.qp.attachMulticast(Gid.ofIpv4(0xe0810204));
        alice.qp.post(datagram(2, 8));

        assertReceived(alice, 8);
        assertTrue(bob.isQuiet(), "bob is in another group");
    }

    @Test
    @Settles(37)
    void shouldDropForTheQpWithAnotherQkeyOnly() {
        bob.qp.attachMulticast(GROUP);
        carol.qp.attachMulticast(GROUP);
        bob.qp.modify(QpAttributes.to(QpState.RTS).qkey(0x77));
        alice.qp.post(datagram(2, 8));

        assertReceived(carol, 8);
        assertTrue(bob.isQuiet());
        assertEquals("U2", bob.lastRefusal());
    }

    @Test
    @Settles(37)
    void shouldDeliverOnceToAQpThatIsAttachedTwiceAndNoMoreWhenItIsDetached() {
        bob.qp.postRecv(3, bob.slice(1000, 200));
        bob.qp.attachMulticast(GROUP);
        bob.qp.attachMulticast(GROUP);
        alice.qp.post(datagram(2, 8));
        assertReceived(bob, 8);
        assertTrue(bob.isQuiet());

        bob.qp.detachMulticast(GROUP);
        alice.qp.post(datagram(4, 8));
        assertEquals(WcStatus.SUCCESS, alice.awaitSent(4).status());
        assertTrue(bob.isQuiet());
        VerbsException refused = assertThrows(VerbsException.class, () -> bob.qp.detachMulticast(GROUP));
        assertEquals("MCG-4", refused.rule().id());
    }

    @Test
    @Settles(37)
    void shouldNotDeliverToTheNumberOfAQpAtTheAddressOfAGroup() {
        bob.qp.attachMulticast(GROUP);
        alice.qp.post(
                Datagram.of(2, toGroup, bob.qp.number(), QKEY, alice.slice(0, 8)),
                Datagram.of(3, alice.pd.createAh(bob.context.gid(0)), EVERYBODY, QKEY, alice.slice(0, 8)));

        assertEquals(WcStatus.SUCCESS, alice.awaitSent(3).status());
        assertTrue(bob.isQuiet());
    }

    @Test
    void shouldKeepAQpThatIsAttachedAndGoOnWithoutTheOneThatLeft() {
        bob.qp.attachMulticast(GROUP);
        VerbsException refused = assertThrows(VerbsException.class, bob.qp::close);
        assertEquals(Errno.EBUSY, refused.errno());
        assertEquals("MCG-5", refused.rule().id());
        carol.qp.attachMulticast(GROUP);
        alice.qp.post(datagram(2, 8));
        assertReceived(bob, 8);
        assertReceived(carol, 8);
        carol.qp.detachMulticast(GROUP);
        carol.qp.close();

        bob.qp.postRecv(1, bob.slice(1000, 200));
        alice.qp.post(datagram(3, 16));
        assertReceived(bob, 16);
    }

    @Test
    void shouldRefuseOneQpMoreThanTheDeviceAnnounces() {
        int most = bob.context.deviceAttributes().multicast().maxQpAttach();
        for (int i = 0; i < most; i++) {
            bob.pd.createQp(QpSpec.ud(bob.sent, bob.received)).attachMulticast(GROUP);
        }
        VerbsException refused = assertThrows(VerbsException.class, () -> bob.qp.attachMulticast(GROUP));
        assertEquals(Errno.ENOMEM, refused.errno());
        bob.qp.close();
    }

    @Test
    void shouldShowTheGroupAsIpAddressInTheGrh() {
        bob.qp.attachMulticast(GROUP);
        alice.qp.post(datagram(2, 64));
        bob.awaitReceived(1).orThrow();

        assertEquals("e0810203", HexFormat.of().formatHex(bob.memory.get(1000 + GRH - 4, 4)));
    }

    @Test
    void shouldReachGroupsOverIpv6() {
        end();
        Gid group = new Gid(0xff0e000000000000L, 0x1234);
        begin(config -> config.withGid(0xfd09000000000000L, config.gidLow() & 0xf), group);
        bob.qp.attachMulticast(group);
        alice.qp.post(datagram(2, 8));

        assertReceived(bob, 8);
    }

    @Test
    void shouldShowATapOnePacketAndThatItWasAccepted() {
        bob.qp.attachMulticast(GROUP);
        carol.qp.attachMulticast(GROUP);
        List<String> seen = new ArrayList<>();
        bench.fabric().tap(new PacketTap() {
            @Override
            public void packet(Packet packet, long time) {
                seen.add("sent");
            }

            @Override
            public void judged(Packet packet, Verdict verdict, long time) {
                seen.add(verdict.text());
            }
        });
        alice.qp.post(datagram(2, 8));
        assertReceived(carol, 8);

        assertEquals(List.of("sent", "accepted"), seen);
    }
}
