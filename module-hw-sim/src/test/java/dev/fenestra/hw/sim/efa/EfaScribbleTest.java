package dev.fenestra.hw.sim.efa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.card.AddressHandles;
import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.hw.sim.card.CountedPosts;
import dev.fenestra.hw.sim.card.GatheredPosts;
import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A program stores whatever it likes to its rings and registers. */
class EfaScribbleTest {
    private static final int PAGE = 4096;
    private static final int SLOTS = 16;
    private static final int LOG_SEND = 6;
    private static final int LOG_RECEIVE = 4;
    private static final int MOST_PIECES = 2;
    private static final int ROUNDS = 100_000;

    private final Random random = new Random(7);
    /** Exactly as long as the rings, so that a byte beyond them is not there. */
    private final MemorySegment sendMemory = Arena.ofAuto().allocate(SLOTS << LOG_SEND, PAGE);

    private final MemorySegment receiveMemory = Arena.ofAuto().allocate(SLOTS << LOG_RECEIVE, PAGE);
    private final MemorySegment register = Arena.ofAuto().allocate(8, 8);
    private final PostRecord record = new PostRecord(ring(register), ByteOrder.LITTLE_ENDIAN);
    private final GatheredPosts receives = new GatheredPosts(
            new RingSlots(ring(receiveMemory), 0, SLOTS, LOG_RECEIVE),
            record,
            EfaFormats.RECEIVE_NAME,
            EfaFormats.RECEIVE_LAST,
            MOST_PIECES);
    private final CardQueues queues = new CardQueues(
            EfaFormats.SENDS,
            EfaFormats.RECEIVES,
            new EfaPlaces(new AddressHandles(), 0),
            new CountedPosts(new RingSlots(ring(sendMemory), 0, SLOTS, LOG_SEND), record, EfaFormats.NAME),
            receives,
            false);

    private static PinnedRing ring(MemorySegment memory) {
        return new PinnedRing(new long[] {0}, 0, _ -> memory, _ -> 0);
    }

    private void scribble(MemorySegment into) {
        for (long at = 0; at < into.byteSize(); at += Integer.BYTES) {
            into.set(ValueLayout.JAVA_INT, at, random.nextInt());
        }
    }

    @Test
    void shouldReadAnyBytesWithoutAnExceptionAndNoneBeyondASlot() {
        SendOperation operation = new SendOperation();
        DataPiece piece = new DataPiece();
        InlineRun run = new InlineRun();
        int known = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int index = random.nextInt(1 << 16);
            if (round % SLOTS == 0) {
                scribble(sendMemory);
                scribble(receiveMemory);
                scribble(register);
            }
            queues.fetch(index, operation);
            queues.remote(index, operation);
            queues.destination(index, operation);
            known += operation.isComplete ? 1 : 0;
            for (int number = 0; number < operation.endOfPieces; number++) {
                queues.piece(index, number, piece);
            }
            if (operation.endOfPieces > 0 && piece.isInline) {
                queues.inline(index, 0, random.nextInt(queues.inlineRoom(0, 1)), run);
                assertTrue(
                        run.length > 0 && run.offset + run.length <= sendMemory.byteSize(),
                        () -> run.offset + " is outside");
            }
            queues.hasReceive(index);
            for (int number = 0; queues.receivePiece(index, number, piece); number++) {
                assertTrue(number < MOST_PIECES);
            }
            receives.retired(random.nextInt(1 << 16));
        }
        assertTrue(known > 100, "whole requests were among them");
    }

    private void post(int slot, int name, int length, boolean isLast) {
        long base = (long) slot << LOG_RECEIVE;
        receiveMemory.asSlice(base, 1 << LOG_RECEIVE).fill((byte) 0);
        EfaFormats.RECEIVE_NAME.set(receiveMemory, base, name);
        EfaFormats.RECEIVES.piece().length().set(receiveMemory, base, length);
        EfaFormats.RECEIVE_LAST.set(receiveMemory, base, isLast);
    }

    @Test
    void shouldGatherThePiecesOfAReceiveAlsoOverTheEndOfTheRing() {
        DataPiece piece = new DataPiece();
        for (int i = 0; i < SLOTS - 1; i++) {
            post(i, i, 8, true);
        }
        record.posted(SLOTS - 1);
        assertEquals(SLOTS - 1, receives.posted());
        receives.retired(SLOTS - 2);

        post(SLOTS - 1, 77, 10, false);
        record.posted(SLOTS);
        assertEquals(SLOTS - 1, receives.posted());
        post(0, 0, 20, true);
        record.posted(SLOTS + 1);

        assertEquals(SLOTS, receives.posted());
        assertEquals(77, receives.name(SLOTS - 1));
        assertTrue(queues.receivePiece(SLOTS - 1, 0, piece));
        assertEquals(10, piece.length);
        assertTrue(queues.receivePiece(SLOTS - 1, 1, piece));
        assertEquals(20, piece.length);
        assertFalse(queues.receivePiece(SLOTS - 1, 2, piece));
    }

    @Test
    void shouldTakeNoMoreReceivesThanTheRingHasWhateverTheRegisterSays() {
        for (int i = 0; i < SLOTS; i++) {
            post(i, i, 8, true);
        }
        record.posted(40_000);
        assertEquals(SLOTS, receives.posted());
        assertEquals(SLOTS, receives.posted());
        receives.reset();
        assertEquals(0, receives.posted());
    }

    @Test
    void shouldKeepTheOldestReceiveWhenTheRingIsFull() {
        DataPiece piece = new DataPiece();
        for (int i = 0; i < SLOTS; i++) {
            post(i, i, 8 + i, true);
        }
        record.posted(SLOTS);
        assertEquals(SLOTS, receives.posted());
        for (int i = 0; i < SLOTS; i++) {
            assertTrue(queues.receivePiece(i, 0, piece));
            assertEquals(8 + i, piece.length);
            assertFalse(queues.receivePiece(i, 1, piece));
        }
    }
}
