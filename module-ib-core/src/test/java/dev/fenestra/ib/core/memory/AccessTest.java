package dev.fenestra.ib.core.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.MapOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads and stores of a process while another of its threads takes pages away. */
class AccessTest {
    private static final long PAGE = 4096;
    private static final int ROUNDS = 20_000;
    private static final long OURS = 0x0101_0101_0101_0101L;

    private final PhysicalMemory physical = new PhysicalMemory(16 << 20, 1);
    private final ProcessMemory memory = new ProcessMemory(physical, "alice", 0);
    private final MemoryCopier copier = new MemoryCopier(memory);
    private final long address = memory.map(PAGE, MapOptions.USUAL);

    @AfterEach
    void close() {
        physical.close();
    }

    @Test
    void shouldLetAChangeWaitForTheStoresThatHaveBegun() throws InterruptedException {
        AccessGate gate = new AccessGate();
        AtomicBoolean stored = new AtomicBoolean();
        assertTrue(gate.tryHold());
        AtomicBoolean waited = new AtomicBoolean();
        Thread change = Thread.ofPlatform().start(() -> gate.change(() -> waited.set(stored.get())));
        boolean isClosed = false;
        while (!isClosed && change.isAlive()) {
            assertFalse(Thread.currentThread().isInterrupted(), "interrupted while the gate stayed open");
            isClosed = !gate.tryHold();
            if (!isClosed) {
                gate.release();
            }
        }
        assertTrue(isClosed, "no store begins while a change waits");
        stored.set(true);
        gate.release();
        change.join();

        assertTrue(waited.get(), "the store had ended");
        assertTrue(gate.tryHold(), "the change has ended");
    }

    @Test
    void shouldTellALoadOfEachChange() {
        AccessGate gate = new AccessGate();
        long before = gate.begin();
        assertTrue(gate.isUndisturbed(before));
        gate.change(() -> {
            assertFalse(gate.isUndisturbed(before));
            assertFalse(gate.isUndisturbed(gate.begin()), "a load in the middle");
            assertFalse(gate.tryHold());
        });
        assertFalse(gate.isUndisturbed(before));
        assertTrue(gate.isUndisturbed(gate.begin()));
    }

    static Stream<Removal> removals() {
        return Stream.of(
                new Removal("swapped out", memory -> at -> memory.swapOut(at, PAGE, true)),
                new Removal("shared with a child and copied", memory -> at -> {
                    ProcessMemory child = memory.fork("child", true);
                    new MemoryCopier(memory).putLong(at + PAGE - Long.BYTES, 0);
                    child.freeAll();
                }));
    }

    private record Removal(String name, Function<ProcessMemory, LongConsumer> of) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Whoever gets the frames that the process gives up writes something else there at once. */
    @ParameterizedTest
    @MethodSource("removals")
    void shouldLoadAndStoreItsOwnBytesWhilePagesGo(Removal removal) throws InterruptedException {
        copier.putLong(address, OURS);
        LongConsumer remove = removal.of.apply(memory);
        ProcessMemory bob = new ProcessMemory(physical, "bob", 1);
        MemoryCopier ofBob = new MemoryCopier(bob);
        AtomicBoolean done = new AtomicBoolean();
        Thread mover = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                remove.accept(address);
                long taken = bob.allocate(4 * PAGE);
                ofBob.fill(taken, 4 * PAGE, (byte) 0x7e);
                bob.free(taken);
            }
        });
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment target = arena.allocate(2 * Long.BYTES);
            for (int i = 1; i <= ROUNDS; i++) {
                copier.putLong(address + 8, i);
                copier.putInt(address + 16, i);
                copier.putByte(address + 20, (byte) i);
                assertEquals(OURS, copier.getLong(address));
                assertEquals((int) OURS, copier.getInt(address));
                assertEquals((byte) OURS, copier.getByte(address));
                assertEquals(i, copier.getLong(address + 8), "a store was lost");
                assertEquals(i, copier.getInt(address + 16));
                assertEquals((byte) i, copier.getByte(address + 20));
                copier.get(address, target, 0, 16);
                assertEquals(OURS, target.get(JAVA_LONG_UNALIGNED, 0));
                assertEquals(i, target.get(JAVA_LONG_UNALIGNED, 8));
                copier.put(address + 24, target, 8, 8);
                assertEquals(i, copier.getLong(address + 24));
            }
        } finally {
            done.set(true);
            mover.join();
        }
    }
}
