package dev.fenestra.hw.sim.hns;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.hw.sim.card.CountedPosts;
import dev.fenestra.hw.sim.card.IndexedPosts;
import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.hca.queue.BindRequest;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs may store anything into their rings: the card reads no byte beyond them, and throws nothing. */
class HnsScribbleTest {
    private static final int PAGE = 4096;
    private static final int SLOTS = 16;
    private static final int FURTHER = 256;
    private static final int LOG_RECEIVE_BYTES = 5;
    private static final int ROUNDS = 50_000;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Random random = new Random(7);
    /** Exactly as long as the rings, so that a byte beyond them is not there. */
    private final MemorySegment memory = Arena.ofAuto().allocate(SLOTS << HnsFormats.LOG_SEND_BYTES, PAGE);

    private final MemorySegment pieces = Arena.ofAuto().allocate(FURTHER << HnsFormats.LOG_PIECE_BYTES, PAGE);
    private final MemorySegment receives = Arena.ofAuto().allocate(SLOTS << LOG_RECEIVE_BYTES, PAGE);
    private final MemorySegment record = Arena.ofAuto().allocate(8, 8);

    private static PinnedRing ring(MemorySegment memory) {
        return new PinnedRing(new long[] {0}, 0, _ -> memory, _ -> 0);
    }

    private static SendFormat format(boolean isDatagram) {
        return isDatagram ? HnsFormats.DATAGRAMS : HnsFormats.SENDS;
    }

    private CardQueues queues(boolean isDatagram, int further) {
        PostRecord posted = new PostRecord(ring(record), ByteOrder.LITTLE_ENDIAN);
        return new CardQueues(
                format(isDatagram),
                HnsFormats.RECEIVES,
                new HnsPlaces(new RingSlots(ring(pieces), 0, further, HnsFormats.LOG_PIECE_BYTES), 0),
                new CountedPosts(new RingSlots(ring(memory), 0, SLOTS, HnsFormats.LOG_SEND_BYTES), posted),
                new CountedPosts(new RingSlots(ring(receives), 0, SLOTS, LOG_RECEIVE_BYTES), posted),
                false);
    }

    private void scribble(MemorySegment into) {
        for (long at = 0; at < into.byteSize(); at += Integer.BYTES) {
            into.set(WORD, at, random.nextInt(3) == 0 ? random.nextInt(1 << 13) : random.nextInt());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReadAnyBytesWithoutAnExceptionAndNoneBeyondARing(boolean isDatagram) {
        CardQueues with = queues(isDatagram, FURTHER);
        CardQueues without = queues(isDatagram, 0);
        SendOperation operation = new SendOperation();
        DataPiece piece = new DataPiece();
        InlineRun run = new InlineRun();
        int inline = 0;
        int many = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int index = random.nextInt(1 << 16);
            CardQueues queues = random.nextBoolean() ? with : without;
            if (round % SLOTS == 0) {
                scribble(memory);
                scribble(receives);
            }
            queues.fetch(index, operation);
            queues.remote(index, operation);
            queues.operands(index, operation);
            queues.destination(index, operation);
            queues.bind(index, new BindRequest());
            many += operation.endOfPieces > 2 ? 1 : 0;
            for (int number = 0; number < operation.endOfPieces; number++) {
                queues.piece(index, number, piece);
                inline += piece.isInline ? 1 : 0;
            }
            queues.inline(index, 0, random.nextInt(queues.inlineRoom(0, operation.endOfPieces)), run);
            assertTrue(
                    run.length > 0 && run.offset >= 0 && run.offset + run.length <= run.memory.byteSize(),
                    () -> run.offset + " is outside");
            for (int number = 0; queues.receivePiece(index, number, piece); number++) {
                assertTrue(number < 1 << LOG_RECEIVE_BYTES);
            }
        }
        assertTrue(inline > 100 && many > 100, inline + " with inline data, " + many + " with further pieces");
    }

    @Test
    void shouldFindShortDataOfADatagramInTheGapsOfItsWords() {
        byte[] data = {11, 22, 33, 44, 55, 66, 77, 88};
        // What libhns stores for 8 bytes of inline data (hns_roce_u_hw_v2.c set_ud_inl_seg).
        memory.set(WORD, 0, 1 << 12);
        memory.set(WORD, 4, 8 | (11 | 22 << 8) << 16);
        memory.set(WORD, 12, 33 << 24);
        memory.set(WORD, 16, 44 | 55 << 8 | 66 << 16);
        memory.set(WORD, 20, 77 | 88 << 8);
        CardQueues queues = queues(true, FURTHER);
        DataPiece piece = new DataPiece();
        queues.piece(0, 0, piece);
        assertTrue(piece.isInline);
        assertEquals(data.length, piece.length);
        byte[] found = new byte[data.length];
        InlineRun run = new InlineRun();
        for (int done = 0; done < found.length; done += run.length) {
            queues.inline(0, 0, done, run);
            MemorySegment.copy(run.memory, ValueLayout.JAVA_BYTE, run.offset, found, done, run.length);
        }
        assertArrayEquals(data, found);
    }

    @Test
    void shouldGoOnAtTheBeginningOfTheRingOfFurtherPieces() {
        scribble(pieces);
        memory.set(WORD, 0, 3);
        memory.set(WORD, 12, 4 << 24);
        memory.set(WORD, 16, FURTHER - 1);
        CardQueues queues = queues(false, FURTHER);
        DataPiece piece = new DataPiece();

        queues.piece(0, 2, piece);
        assertEquals(pieces.get(WORD, (FURTHER - 1) * 16L + 4), piece.lkey);
        queues.piece(0, 3, piece);
        assertEquals(pieces.get(WORD, 4), piece.lkey);
    }

    @Test
    void shouldTakeEachIndexOfASharedQueueOnce() {
        MemorySegment words = Arena.ofAuto().allocate(SLOTS * Integer.BYTES, PAGE);
        IndexedPosts posts = new IndexedPosts(new RingSlots(ring(receives), 0, SLOTS, LOG_RECEIVE_BYTES), ring(words));
        assertEquals(0, posts.posted());
        int next = 0;
        for (int round = 0; round < 100_000; round++) {
            int slot = round * 7 % SLOTS;
            words.set(WORD, (round & SLOTS - 1) * 4L, slot);
            next = round + 1 & 0xffff;
            assertEquals(next, posts.posted());
            assertEquals(slot, posts.name(round & 0xffff));
            words.set(WORD, (round & SLOTS - 1) * 4L, random.nextInt());
            assertEquals(slot, posts.name(round & 0xffff), "what the program stores later changes nothing");
            posts.retired(round & 0xffff);
        }
        scribble(words);
        for (int i = 0; i < SLOTS; i++) {
            words.set(WORD, i * 4L, 0);
        }
        assertEquals(next + SLOTS & 0xffff, posts.posted(), "no more than the ring has");
    }
}
