package dev.fenestra.tools.slate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.Send;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The second vendor's SRQs: a queue of receives of its own format, whatever size it has had. */
class SharedReceiveResizeTest {
    private static final int BYTES = 1 << 16;
    private static final int SLOT = 16;
    private static final int LANES = 3;
    private static final int STEPS = 600;
    private static final int BATCH = 32;

    /** The first MIDDLE packet is lost, so that the message it belongs to waits for a timer. */
    @AutoClose
    private final TestBench bench = SlateModule.bench()
            .faults(FaultPlan.of(
                    Fault.at(FaultAction.DROP, PacketMatch.ANY.withOpcode(WireOpcode.RC_SEND_MIDDLE.number()), 1)))
            .build();

    private final Context alice = bench.host("alice").open();
    private final Context bob = bench.host("bob").open();
    private final CompletionQueue aliceCq = alice.createCq(64);
    private final CompletionQueue bobCq = bob.createCq(64);
    private final Memory source = alice.allocate(BYTES);
    private final Memory target = bob.allocate(BYTES);
    private final ProtectionDomain bobPd = bob.allocPd();
    private final MemoryRegion to = bobPd.regMr(target, AccessFlag.LOCAL_WRITE);
    private final ProtectionDomain alicePd = alice.allocPd();
    private final MemoryRegion from = alicePd.regMr(source, AccessFlag.LOCAL_WRITE);
    private final SharedReceiveQueue srq = bobPd.createSrq(SrqSpec.of(4));
    private final QueuePair[] senders = new QueuePair[LANES];

    /** What was posted and not taken. */
    private final Deque<Long> posted = new ArrayDeque<>();

    private long nextReceive;
    private long nextSend = 1 << 20;

    SharedReceiveResizeTest() {
        for (int i = 0; i < LANES; i++) {
            senders[i] = alicePd.createQp(QpSpec.rc(aliceCq, aliceCq));
            bench.connectPair(senders[i], bobPd.createQp(QpSpec.rc(bobCq, bobCq).srq(srq)));
        }
    }

    /** The slot of a receive says which one it was. */
    private long offset(long receive) {
        return receive * SLOT % BYTES;
    }

    private int post() {
        int errno = srq.post(nextReceive, to.lkey(), to.address() + offset(nextReceive), SLOT);
        if (errno == 0) {
            posted.add(nextReceive++);
        }
        return errno;
    }

    private void send(int connection) {
        long receive = posted.remove();
        byte[] data = new byte[SLOT];
        Arrays.fill(data, (byte) (receive + 1));
        source.put(0, data);
        senders[connection].post(Send.of(++nextSend, from.slice(0, SLOT)));
        aliceCq.await(nextSend, Patience.LIMIT).orThrow();
        assertEquals(receive, bobCq.await(Patience.LIMIT).orThrow().wrId());
        assertArrayEquals(data, target.get((int) offset(receive), SLOT));
    }

    private void drain() {
        while (!posted.isEmpty()) {
            send(posted.size() % LANES);
        }
    }

    @Test
    void shouldAnnounceSrqsAndTheirResize() {
        assertTrue(bob.deviceAttributes().can(DeviceCapability.SRQ_RESIZE));
        assertEquals(1024, bob.deviceAttributes().srqs().maxWr());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldKeepReceivesInOrderWhateverSizesFollow(long seed) {
        Random random = new Random(seed);
        int refused = 0;
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(5)) {
                case 0 -> refused += resize(1 + random.nextInt(1 << random.nextInt(1, 8))) ? 0 : 1;
                case 1, 2 -> {
                    boolean full = posted.size() == srq.capacity().maxWr();
                    assertEquals(full ? Errno.ENOMEM.code() : 0, post());
                }
                default -> {
                    if (!posted.isEmpty()) {
                        send(random.nextInt(LANES));
                    }
                }
            }
            while (random.nextInt(3) > 0 && posted.size() < srq.capacity().maxWr()) {
                post();
            }
        }
        assertTrue(refused > 0, "no resize was too small");
        drain();
    }

    /** False when it was refused, and then nothing has changed. */
    private boolean resize(int maxWr) {
        var before = srq.query();
        int rounded = maxWr == 1 ? 1 : Integer.highestOneBit(maxWr - 1) << 1;
        if (posted.size() <= rounded) {
            srq.resize(maxWr);
            assertEquals(rounded, srq.capacity().maxWr());
            assertEquals(srq.capacity(), srq.query().capacity());
            return true;
        }
        VerbsException refused = assertThrows(VerbsException.class, () -> srq.resize(maxWr));
        assertEquals(Errno.EINVAL, refused.errno());
        assertEquals("SLATE-SRQ_ROOM", refused.rule().id());
        assertEquals(before, srq.query());
        return false;
    }

    @Test
    void shouldFillAReceiveThatWasTakenBeforeItsRingWent() {
        int length = 3 * 4096;
        byte[] data = new byte[length];
        new Random(5).nextBytes(data);
        source.put(0, data);
        srq.resize(1);
        assertEquals(0, srq.post(7, to.lkey(), to.address(), length));
        senders[0].post(Send.of(1, from.slice(0, length)));
        Completions found = new Completions(1);
        int polls = 0;
        while (srq.post(8, to.lkey(), to.address() + length, SLOT) != 0) {
            assertEquals(0, bobCq.poll(found), "the message has arrived");
            assertTrue(polls++ < 1000, "no receive was taken");
        }

        srq.resize(16);
        srq.resize(2);

        aliceCq.await(1, Patience.LIMIT).orThrow();
        assertEquals(length, bobCq.await(7, Patience.LIMIT).orThrow().byteLength());
        assertArrayEquals(data, target.get(0, length));
        senders[1].post(Send.of(2, from.slice(0, SLOT)));
        bobCq.await(8, Patience.LIMIT).orThrow();
    }

    @Test
    void shouldCountReceivesAcrossTheEndOfTheirNumbers() {
        srq.resize(1024);
        long all = (1 << 16) + 100;
        while (nextReceive < all) {
            while (posted.size() < 1024 && nextReceive < all) {
                assertEquals(0, post());
            }
            if (nextReceive > 1 << 15) {
                srq.resize(nextReceive % 2 == 0 ? 1024 : 1000);
            }
            if (nextReceive >= (1 << 16) - 2048) {
                drain();
            } else {
                skip();
            }
        }
        drain();
    }

    /** Takes all receives, many at a time and without a look at their data. */
    private void skip() {
        Completions found = new Completions(BATCH);
        while (!posted.isEmpty()) {
            int batch = Math.min(BATCH, posted.size());
            for (int i = 1; i < batch; i++) {
                senders[0].post(Send.of(++nextSend, from.slice(0, 0)).unsignaled());
            }
            senders[0].post(Send.of(++nextSend, from.slice(0, 0)));
            aliceCq.await(nextSend, Patience.LIMIT).orThrow();
            assertEquals(batch, bobCq.poll(found));
            for (int i = 0; i < batch; i++) {
                assertEquals(posted.remove(), found.wrId(i));
            }
        }
    }

    @Test
    void shouldGiveBackTheMemoryOfEveryRing() {
        long before = bench.host("bob").process().memory().pinnedPages();
        for (int i = 0; i < 50; i++) {
            srq.resize(1 + 97 * i % 1024);
        }
        srq.resize(4);
        assertEquals(before, bench.host("bob").process().memory().pinnedPages());
    }
}
