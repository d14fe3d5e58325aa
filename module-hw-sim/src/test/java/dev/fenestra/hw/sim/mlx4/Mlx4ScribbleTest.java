package dev.fenestra.hw.sim.mlx4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.card.CardQueues;
import dev.fenestra.hw.sim.card.CountedPosts;
import dev.fenestra.hw.sim.card.LappedPosts;
import dev.fenestra.hw.sim.card.PinnedRing;
import dev.fenestra.hw.sim.card.PostRecord;
import dev.fenestra.hw.sim.card.RingSlots;
import dev.fenestra.hw.sim.format.PieceFormat;
import dev.fenestra.hw.sim.hca.queue.BindRequest;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Programs may store anything into their rings: the card reads no byte beyond a slot, and throws nothing. */
class Mlx4ScribbleTest {
    private static final int PAGE = 4096;
    private static final int SLOTS = 16;
    private static final int LOG_BYTES = 7;
    private static final int LOG_RECEIVE_BYTES = 5;
    private static final int ROUNDS = 100_000;

    private final Random random = new Random(7);
    /** Exactly as long as the rings, so that a byte beyond them is not there. */
    private final MemorySegment memory = Arena.ofAuto().allocate(SLOTS << LOG_BYTES, PAGE);

    private final MemorySegment receiveMemory = Arena.ofAuto().allocate(SLOTS << LOG_RECEIVE_BYTES, PAGE);
    private final MemorySegment record = Arena.ofAuto().allocate(8, 8);
    private final LappedPosts sends = new LappedPosts(new RingSlots(ring(memory), 0, SLOTS, LOG_BYTES));
    private final CardQueues queues = new CardQueues(
            Mlx4Formats.SENDS,
            Mlx4Formats.RECEIVES,
            new Mlx4Places(1 << LOG_BYTES, 0),
            sends,
            new CountedPosts(
                    new RingSlots(ring(receiveMemory), 0, SLOTS, LOG_RECEIVE_BYTES), new PostRecord(ring(record))),
            false);

    private static PinnedRing ring(MemorySegment memory) {
        return new PinnedRing(new long[] {0}, 0, _ -> memory, _ -> 0);
    }

    private void scribble(MemorySegment into) {
        for (long at = 0; at < into.byteSize(); at += Integer.BYTES) {
            int word = random.nextInt(3) == 0 ? random.nextInt(256) << 24 : random.nextInt();
            into.set(ValueLayout.JAVA_INT, at, word);
        }
    }

    @Test
    void shouldReadAnyBytesWithoutAnExceptionAndNoneBeyondASlot() {
        SendOperation operation = new SendOperation();
        DataPiece piece = new DataPiece();
        InlineRun run = new InlineRun();
        int inline = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int index = random.nextInt(1 << 16);
            if (round % SLOTS == 0) {
                scribble(memory);
                scribble(receiveMemory);
            }
            queues.fetch(index, operation);
            queues.remote(index, operation);
            queues.operands(index, operation);
            queues.bind(index, new BindRequest());
            for (int number = 0; number < Math.min(operation.endOfPieces, 70); number++) {
                queues.piece(index, number, piece);
                inline += piece.isInline ? 1 : 0;
                assertTrue(!piece.isInline || piece.length <= 1 << LOG_BYTES, () -> "inline of " + piece.length);
            }
            int room = queues.inlineRoom(0, operation.endOfPieces);
            queues.inline(index, 0, random.nextInt(room), run);
            assertTrue(
                    run.length > 0 && run.offset + run.length <= memory.byteSize(), () -> run.offset + " is outside");
            for (int number = 0; queues.receivePiece(index, number, piece); number++) {
                assertTrue(number < 1 << LOG_RECEIVE_BYTES);
            }
        }
        assertTrue(inline > 100, "inline data were among them");
    }

    @Test
    void shouldSeeNoMoreRequestsThanTheRingHasWhateverTheLapsSay() {
        for (int round = 0; round < 1_000; round++) {
            scribble(memory);
            int posted = sends.posted();
            assertTrue(posted <= SLOTS, () -> posted + " requests");
        }
        sends.reset();
        memory.fill((byte) 0);
        assertEquals(SLOTS, sends.posted());
    }

    /** What lies behind the end is left from an earlier receive. */
    @Test
    void shouldReadNoPieceBehindTheEndOfAReceive() {
        receiveMemory.fill((byte) 0);
        PieceFormat format = Mlx4Formats.RECEIVES.piece();
        format.lkey().set(receiveMemory, 0, Mlx4Formats.END_KEY);
        format.lkey().set(receiveMemory, 16, 7);
        format.length().set(receiveMemory, 16, 8);
        DataPiece piece = new DataPiece();

        assertFalse(queues.receivePiece(0, 0, piece));
        format.length().set(receiveMemory, 0, 8);
        assertTrue(queues.receivePiece(0, 0, piece) && queues.receivePiece(0, 1, piece));
        assertEquals(7, piece.lkey);
    }
}
