package dev.fenestra.tools.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.WorkRequest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory of a Java program that devices use without a copy, and what happens when it goes away. */
class BusFaultTest {
    private static final int BYTES = 3 * 4096 + 100;
    private static final AccessFlag[] ALL = {
        AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC
    };

    private final Pair pair = new Pair();
    private final Arena arena = Arena.ofShared();

    @AfterEach
    void close() {
        pair.close();
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    private MemoryRegion register(Side side, MemorySegment segment) {
        return side.pd().regMr(side.context().map(segment), ALL);
    }

    @Test
    void shouldMoveDataBetweenSegmentsOfTheProgramWithoutACopy() {
        MemorySegment from = arena.allocate(BYTES + 24, 4096).asSlice(24, BYTES);
        MemorySegment to = arena.allocate(BYTES + 8, 4096).asSlice(8, BYTES);
        for (long i = 0; i < BYTES; i++) {
            from.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31));
        }
        MemoryRegion source = register(pair.alice(), from);
        MemoryRegion target = register(pair.bob(), to);

        pair.alice().perform(RdmaWrite.of(1, target.remote(), source.all()));

        assertEquals(-1, from.mismatch(to));
        to.fill((byte) 7);
        pair.alice().perform(RdmaRead.of(2, target.remote(), source.all()));
        assertEquals(7, from.get(ValueLayout.JAVA_BYTE, BYTES - 1));
        source.close();
        target.close();
    }

    @Test
    void shouldDoAtomicsInASegment() {
        MemorySegment to = arena.allocate(4096 + 8, 4096).asSlice(8, 64);
        MemoryRegion target = register(pair.bob(), to);
        pair.alice()
                .perform(AtomicFetchAndAdd.of(
                        1, target.remote(), 5, pair.alice().region().slice(0, 8)));

        assertEquals(5, to.get(ValueLayout.JAVA_LONG, 0));
    }

    @Test
    void shouldReachAMappedFileAndAnAutomaticArena(@TempDir Path folder) throws IOException {
        try (FileChannel file = FileChannel.open(
                folder.resolve("data"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
            MemoryRegion target = register(pair.bob(), mapped);
            MemoryRegion source =
                    register(pair.alice(), Arena.ofAuto().allocate(BYTES).fill((byte) 9));
            pair.alice().perform(RdmaWrite.of(1, target.remote(), source.all()));

            assertEquals(9, mapped.get(ValueLayout.JAVA_BYTE, BYTES - 1));
        }
    }

    @Test
    void shouldRegisterAReadOnlySegmentForReadingOnly() {
        MemorySegment segment = arena.allocate(64).fill((byte) 3).asReadOnly();
        Memory memory = pair.bob().context().map(segment);
        assertEquals(
                MemoryRule.WRITABLE.id(),
                assertThrows(VerbsException.class, () -> pair.bob().pd().regMr(memory, AccessFlag.LOCAL_WRITE))
                        .rule()
                        .id());
        MemoryRegion readable = pair.bob().pd().regMr(memory, AccessFlag.REMOTE_READ);
        pair.alice()
                .perform(RdmaRead.of(1, readable.remote(), pair.alice().region().slice(0, 64)));

        assertEquals(3, pair.alice().memory().get(63, 1)[0]);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, BYTES})
    void shouldRefusePeersOnceTheArenaIsClosed(int bytes) {
        MemoryRegion target = register(pair.bob(), arena.allocate(BYTES));
        arena.close();

        assertRefusedAtBob(RdmaWrite.of(
                1, target.remote(), pair.alice().region().slice(0, Math.min(bytes, Side.REGION_BYTES))));
        assertRefusedAtBob(RdmaRead.of(
                2, target.remote(), pair.alice().region().slice(0, Math.min(bytes, Side.REGION_BYTES))));
        assertRefusedAtBob(AtomicFetchAndAdd.of(
                3, target.remote(), 1, pair.alice().region().slice(0, 8)));
        target.close();
    }

    private void assertRefusedAtBob(WorkRequest request) {
        byte[] before = pair.alice().bytes();
        assertEquals(WcStatus.REM_ACCESS_ERR, pair.alice().attempt(request).status());
        assertEquals(HcaRule.H1.id(), last(pair.bob()).ruleId());
        assertEquals(QpState.ERR, pair.bob().qp().state());
        assertArrayEquals(before, pair.alice().bytes());
        pair.reconnect();
    }

    private static Refusal last(Side side) {
        return side.host().refusals().getLast();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 4096})
    void shouldFailTheProgramsOwnRequestsOnceTheArenaIsClosed(int bytes) {
        MemoryRegion own = register(pair.alice(), arena.allocate(BYTES));
        MemoryRegion bobs = pair.bob().pd().regMr(pair.bob().memory(), ALL);
        arena.close();

        assertFailedAtAlice(RdmaWrite.of(1, bobs.remote(), own.slice(0, bytes)));
        assertFailedAtAlice(RdmaRead.of(2, bobs.remote(), own.slice(0, bytes)));
        assertFailedAtAlice(Send.of(3, own.slice(0, bytes)));
        assertFailedAtAlice(AtomicFetchAndAdd.of(4, bobs.remote(), 0, own.slice(0, 8)));
    }

    private void assertFailedAtAlice(WorkRequest request) {
        byte[] before = pair.bob().bytes();
        assertEquals(WcStatus.LOC_PROT_ERR, pair.alice().attempt(request).status());
        assertEquals(HcaRule.H1.id(), last(pair.alice()).ruleId());
        assertArrayEquals(before, pair.bob().bytes());
        pair.reconnect();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 4096})
    void shouldFailAReceiveOnceTheArenaIsClosed(int bytes) {
        MemoryRegion own = register(pair.bob(), arena.allocate(BYTES));
        pair.bob().qp().postRecv(7, own.slice(0, bytes));
        arena.close();

        Completion sent = pair.alice().attempt(Send.of(1, pair.alice().region().slice(0, bytes)));

        assertEquals(WcStatus.REM_OP_ERR, sent.status());
        assertEquals(WcStatus.LOC_PROT_ERR, pair.bob().await(7).status());
    }

    /** Java may refuse to close an arena at the very moment at which its memory is copied. */
    private static void closePatiently(Arena closing) {
        Patience.until("the arena is closed", () -> {
            try {
                closing.close();
            } catch (IllegalStateException inUse) {
                return false;
            }
            return true;
        });
    }

    @Test
    void shouldNeverCrashWhenTheArenaIsClosedWhileDataMoves() throws InterruptedException {
        for (int round = 0; round < 5; round++) {
            Arena closing = Arena.ofShared();
            MemoryRegion own = register(pair.alice(), closing.allocate(1 << 20));
            MemoryRegion target = register(pair.bob(), closing.allocate(1 << 20));
            Thread closer = Thread.ofPlatform().start(() -> closePatiently(closing));
            Completion outcome;
            do {
                pair.alice().qp().post(RdmaWrite.of(round, target.remote(), own.all()));
                outcome = pair.alice().cq().await(round, Duration.ofSeconds(10));
            } while (outcome.status() == WcStatus.SUCCESS);
            assertFalse(Thread.interrupted(), "nobody interrupted this thread");
            closer.join();
            own.close();
            target.close();
            pair.reconnect();
        }
    }
}
