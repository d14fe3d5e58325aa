package dev.fenestra.tools.attacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Datagram;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A17, A18: what a process without CAP_NET_RAW may not do, and what it may. */
class PrivilegeTest {
    private static final int PLAIN = 0x11111111;
    private static final int CONTROLLED = 0x80010000;
    private static final int ROOM = 128;

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final Context alice = bench.host("alice").open();
    private final Context bob = bench.host("bob").open();
    private final CompletionQueue sent = alice.createCq(16);
    private final CompletionQueue received = bob.createCq(16);
    private final ProtectionDomain alicePd = alice.allocPd();
    private final ProtectionDomain bobPd = bob.allocPd();
    private final QueuePair from = alicePd.createQp(QpSpec.ud(sent, sent));
    private final QueuePair to = bobPd.createQp(QpSpec.ud(received, received));

    @Test
    void shouldRefuseARawQpToAnUnprivilegedProcessAndSayNotBuiltToAnother() {
        VerbsException refused =
                assertThrows(VerbsException.class, () -> alicePd.createQp(QpSpec.rawPacket(sent, sent)));
        assertEquals(Errno.EPERM, refused.errno());
        assertEquals(QueueRule.QP_PRIVILEGE, refused.rule());

        bench.host("alice").process().capNetRaw(true);

        VerbsException notBuilt =
                assertThrows(VerbsException.class, () -> alicePd.createQp(QpSpec.rawPacket(sent, sent)));
        assertEquals(Errno.EOPNOTSUPP, notBuilt.errno());
        assertEquals(from.number() + 1, alicePd.createQp(QpSpec.ud(sent, sent)).number(), "no number was used up");
    }

    /** Bob is privileged and listens on one Q_Key; alice tries one, with a QP of her own Q_Key. */
    @ParameterizedTest
    @CsvSource({
        "plain, plain, plain, false, delivered",
        "plain, plain, other, false, dropped",
        "plain, plain, controlled, false, delivered", // the highest bit asks for her own, which is right
        "controlled, plain, controlled, false, dropped",
        "controlled, controlled, controlled, false, EPERM",
        "controlled, controlled, controlled, true, delivered",
        "controlled, controlled, plain, true, dropped"
    })
    void shouldLetInOnlyDatagramsOfTheRightQKey(
            String listens, String own, String asked, boolean privileged, String outcome) {
        bench.host("bob").process().capNetRaw(true);
        bench.host("alice").process().capNetRaw(privileged);
        to.bringUp(qkey(listens));
        MemoryRegion into = bobPd.regMr(bob.allocate(ROOM), AccessFlag.LOCAL_WRITE);
        MemoryRegion data = alicePd.regMr(alice.allocate(ROOM), AccessFlag.LOCAL_WRITE);
        to.postRecv(1, into.slice(0, ROOM));
        if (outcome.equals("EPERM")) {
            VerbsException refused = assertThrows(VerbsException.class, () -> from.bringUp(qkey(own)));
            assertEquals(Errno.EPERM, refused.errno());
            assertEquals(QueueRule.QKEY_PRIVILEGE, refused.rule());
            assertEquals(QpState.RESET, from.state());
            return;
        }
        from.bringUp(qkey(own));
        AddressHandle toBob = alicePd.createAh(bob.gid(0));

        from.post(Datagram.of(2, toBob, to.number(), qkey(asked), data.slice(0, 8)));
        sent.await(2, Patience.LIMIT).orThrow();

        boolean delivered = received.poll(new Completions(1)) == 1;
        assertEquals(outcome.equals("delivered"), delivered);
        assertEquals(delivered ? 0 : 1, bench.host("bob").hca().counters().qkeyViolations);
    }

    private static int qkey(String name) {
        return switch (name) {
            case "plain" -> PLAIN;
            case "other" -> PLAIN ^ 1;
            default -> CONTROLLED;
        };
    }
}
