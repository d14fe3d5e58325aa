package dev.fenestra.tools.receives;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.Send;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class InlineReceiveTest {
    private static final int LARGEST = 65;

    /** Driver options, and how many bytes then travel in CQEs. */
    static List<Arguments> options() {
        return List.of(
                Arguments.of("MLX5_CQE_SIZE", "64", 32),
                Arguments.of("MLX5_CQE_SIZE", "128", 64),
                Arguments.of("MLX5_SCATTER_TO_CQE", "1", 32),
                Arguments.of("MLX5_SCATTER_TO_CQE", "00", 32),
                Arguments.of("MLX5_SCATTER_TO_CQE", "0", 0));
    }

    /** Alice and bob with one QP each; alice's memory holds a pattern, bob's zeros. */
    private static final class Stage implements AutoCloseable {
        final TestBench bench;
        final CompletionQueue aliceCq;
        final CompletionQueue bobCq;
        final ProtectionDomain alicePd;
        final ProtectionDomain bobPd;
        final Memory source;
        final Memory target;
        final MemoryRegion from;
        final MemoryRegion to;
        final QueuePair alice;
        final QueuePair bob;

        Stage(String option, String value, UnaryOperator<QpSpec> bobSpec) {
            bench = TestBench.builder()
                    .hostConfig(config -> config.withDriverOption(option, value))
                    .build();
            Context aliceContext = bench.host("alice").open();
            Context bobContext = bench.host("bob").open();
            aliceCq = aliceContext.createCq(64);
            bobCq = bobContext.createCq(64);
            alicePd = aliceContext.allocPd();
            bobPd = bobContext.allocPd();
            source = aliceContext.allocate(PAGE_BYTES);
            target = bobContext.allocate(2 * PAGE_BYTES);
            from = alicePd.regMr(source, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);
            to = bobPd.regMr(target, AccessFlag.LOCAL_WRITE);
            alice = alicePd.createQp(QpSpec.rc(aliceCq, aliceCq));
            bob = bobPd.createQp(bobSpec.apply(QpSpec.rc(bobCq, bobCq)));
            bench.connectPair(alice, bob);
            byte[] pattern = new byte[PAGE_BYTES];
            for (int i = 0; i < PAGE_BYTES; i++) {
                pattern[i] = (byte) (0xff - i % 251);
            }
            source.put(0, pattern);
        }

        byte[] sent(int length) {
            return source.get(0, length);
        }

        void send(int length) {
            alice.post(Send.of(1, from.slice(0, length)));
            aliceCq.await(1, Patience.LIMIT).orThrow();
        }

        @Override
        public void close() {
            bench.close();
        }
    }

    private static Stage stage(String option, String value) {
        return new Stage(option, value, spec -> spec);
    }

    @ParameterizedTest(name = "{0}={1}")
    @MethodSource("options")
    void shouldReceiveEverySizeRightAndPlaceSmallDataAtThePoll(String option, String value, int room) {
        try (Stage s = stage(option, value)) {
            for (int length = 0; length <= LARGEST; length++) {
                s.target.fill((byte) 0);
                // Three pieces; the second crosses a page.
                s.bob.postRecv(
                        length, s.to.slice(8, 5), s.to.slice(PAGE_BYTES - 9, 40), s.to.slice(PAGE_BYTES + 1000, 100));
                s.send(length);

                byte[] first = Arrays.copyOf(s.sent(length), Math.min(5, length));
                boolean travels = length > 0 && length <= room;
                assertArrayEquals(travels ? new byte[first.length] : first, s.target.get(8, first.length));

                Completion.Done done = s.bobCq.await(length, Patience.LIMIT).orThrow();
                assertEquals(length, done.byteLength());
                byte[] expected = new byte[2 * PAGE_BYTES];
                byte[] sent = s.sent(length);
                for (int i = 0; i < length; i++) {
                    expected[i < 5 ? 8 + i : i < 45 ? PAGE_BYTES - 9 + i - 5 : PAGE_BYTES + 1000 + i - 45] = sent[i];
                }
                assertArrayEquals(expected, s.target.get(0, 2 * PAGE_BYTES), "length " + length);
            }
        }
    }

    @ParameterizedTest(name = "{0}={1}")
    @MethodSource("options")
    void shouldReadEverySizeRight(String option, String value, int room) {
        for (boolean all : new boolean[] {true, false}) {
            try (Stage s = new Stage(option, value, spec -> spec.signalAll(all))) {
                for (int length = 1; length <= LARGEST; length++) {
                    s.target.fill((byte) 0);
                    s.bob.post(RdmaRead.of(length, s.from.remote().slice(0, length), s.to.slice(3, length)));
                    awaitOneOnTheWire(s);
                    boolean travels = all && length <= room;
                    assertArrayEquals(travels ? new byte[length] : s.sent(length), s.target.get(3, length));

                    assertEquals(
                            length,
                            s.bobCq.await(length, Patience.LIMIT).orThrow().byteLength());
                    assertArrayEquals(s.sent(length), s.target.get(3, length));
                    assertEquals(0, s.target.get(3 + length, 1)[0]);
                }
            }
        }
    }

    /** Lets the devices work without taking bob's completion. */
    private static void awaitOneOnTheWire(Stage s) {
        Completions none = new Completions(1);
        for (int i = 0; i < 20; i++) {
            s.aliceCq.poll(none);
        }
    }

    @ParameterizedTest(name = "{0}={1}")
    @MethodSource("options")
    void shouldBringTheValueBeforeAnAtomic(String option, String value, int room) {
        try (Stage s = new Stage(option, value, spec -> spec.signalAll(true))) {
            byte[] before = s.sent(8);
            s.bob.post(AtomicFetchAndAdd.of(1, s.from.remote().slice(0, 8), 1, s.to.slice(16, 8)));
            awaitOneOnTheWire(s);
            assertArrayEquals(room == 0 ? before : new byte[8], s.target.get(16, 8));

            s.bobCq.await(1, Patience.LIMIT).orThrow();

            assertArrayEquals(before, s.target.get(16, 8));
        }
    }

    @Test
    void shouldPlaceDataItselfWhereAddressesAreNotTheProcesss() {
        try (Stage s = stage("MLX5_SCATTER_TO_CQE", "1")) {
            MemoryRegion zeroBased = s.bobPd.regMr(s.target, AccessFlag.LOCAL_WRITE, AccessFlag.ZERO_BASED);
            MemoryRegion elsewhere = s.bobPd.regMrIova(s.target, 0, PAGE_BYTES, 0x7000_0000L, AccessFlag.LOCAL_WRITE);
            int round = 0;
            for (MemoryRegion region : List.of(zeroBased, elsewhere)) {
                s.target.fill((byte) 0);
                s.bob.postRecv(++round, region.slice(40, 32));
                s.send(32);
                assertArrayEquals(s.sent(32), s.target.get(40, 32), "placed before the poll");
                s.bobCq.await(round, Patience.LIMIT).orThrow();
                assertArrayEquals(s.sent(32), s.target.get(40, 32));
            }
        }
    }

    @Test
    void shouldRefuseTheSameKeysAsOtherwise() {
        try (Stage s = stage("MLX5_SCATTER_TO_CQE", "1")) {
            MemoryRegion readOnly = s.bobPd.regMr(s.target, AccessFlag.REMOTE_READ);
            s.bob.postRecv(1, readOnly.slice(0, 32));
            s.alice.post(Send.of(1, s.from.slice(0, 8)));

            assertEquals(WcStatus.REM_OP_ERR, s.aliceCq.await(1, Patience.LIMIT).status());
            assertEquals(WcStatus.LOC_PROT_ERR, s.bobCq.await(1, Patience.LIMIT).status());
            assertArrayEquals(new byte[32], s.target.get(0, 32));
        }
    }

    @Test
    void shouldRefuseAMessageLongerThanItsReceive() {
        try (Stage s = stage("MLX5_SCATTER_TO_CQE", "1")) {
            s.bob.postRecv(1, s.to.slice(0, 7));
            s.alice.post(Send.of(1, s.from.slice(0, 8)));

            assertEquals(
                    WcStatus.REM_INV_REQ_ERR, s.aliceCq.await(1, Patience.LIMIT).status());
            assertEquals(WcStatus.LOC_LEN_ERR, s.bobCq.await(1, Patience.LIMIT).status());
        }
    }

    @Test
    void shouldArriveThroughASharedQueueToo() {
        try (Sharing sharing = new Sharing(2, SrqSpec.of(7))) {
            SharedReceiveQueue srq = sharing.srq;
            for (int length = 0; length <= LARGEST; length++) {
                sharing.target.fill((byte) 0);
                srq.post(length, sharing.slot(1, 20), sharing.slot(2, 100));
                sharing.sends(length % 2, 1000 + length, length);
                assertEquals(length, sharing.received(length).orThrow().byteLength());
                int first = Math.min(20, length);
                assertArrayEquals(sharing.source.get(0, first), sharing.target.get(PAGE_BYTES, first));
                assertArrayEquals(
                        sharing.source.get(first, length - first), sharing.target.get(2 * PAGE_BYTES, length - first));
            }
        }
    }

    /** What data left in an entry of the ring must not show in the next completion there. */
    @Test
    void shouldNotTakeOldDataForTheSourceOfAMessage() {
        try (Stage s = stage("MLX5_SCATTER_TO_CQE", "1")) {
            Completions one = new Completions(1);
            for (int i = 0; i < 300; i++) {
                int length = i < 150 ? 32 : 33;
                s.bob.postRecv(i, s.to.slice(0, 64));
                s.send(length);
                assertEquals(1, s.bobCq.poll(one));
                if (length > 32) {
                    assertEquals(0, one.flags(0));
                }
            }
        }
    }

    @Test
    void shouldRefuseAnEntrySizeThatDoesNotExist() {
        for (String size : List.of("32", "100", "256", "many")) {
            try (TestBench bench = TestBench.builder()
                            .hostConfig(config -> config.withDriverOption("MLX5_CQE_SIZE", size))
                            .build();
                    Context context = bench.host("alice").open()) {
                VerbsException refused = assertThrows(VerbsException.class, () -> context.createCq(4));

                assertEquals(Errno.EINVAL, refused.errno());
                assertEquals("MLX-25", refused.rule().id());
            }
        }
    }
}
