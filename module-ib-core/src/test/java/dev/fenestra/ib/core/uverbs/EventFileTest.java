package dev.fenestra.ib.core.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.kernel.inspection.Awaited;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a file of events knows of its debts. */
class EventFileTest {
    private static final int RECORD_BYTES = 8;

    /** Events in the kernel, as names of objects. */
    private final Deque<Long> unread = new ArrayDeque<>();

    /** What the process has not read. */
    private final List<byte[]> inPort = new ArrayList<>();

    private boolean hasRoom = true;
    private final EventFile file = new EventFile(RECORD_BYTES, 1, this::read, () -> !unread.isEmpty(), gone -> {});

    private final EventPort port = new EventPort() {
        @Override
        public boolean send(byte[] record) {
            return hasRoom && inPort.add(record);
        }

        @Override
        public byte[] recall() {
            byte[] all = new byte[inPort.size() * RECORD_BYTES];
            for (int i = 0; i < inPort.size(); i++) {
                System.arraycopy(inPort.get(i), 0, all, i * RECORD_BYTES, RECORD_BYTES);
            }
            inPort.clear();
            return all;
        }
    };

    private byte @Nullable [] read() {
        Long name = unread.poll();
        if (name == null) {
            return null;
        }
        byte[] record = new byte[RECORD_BYTES];
        ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN).putLong(name);
        return record;
    }

    private List<String> missing() {
        return file.missing().stream().map(Awaited::what).toList();
    }

    @Test
    void shouldBeBehindWhileTheKernelHasAnEventThatThePortCouldTake() {
        unread.add(5L);
        assertFalse(file.isHere(), "nobody reads the file yet");
        file.connect(port);
        assertFalse(file.isHere());
        unread.add(6L);
        assertTrue(file.isHere());
        hasRoom = false;
        file.pump();
        unread.add(7L);
        assertFalse(file.isHere(), "the process does not read");
        hasRoom = true;
        file.pump();
        assertFalse(file.isHere());
        assertEquals(3, inPort.size());
    }

    @Test
    void shouldTellTheProcessToAcknowledgeWhatItHasReadAndNothingElse() {
        file.connect(port);
        unread.addAll(List.of(5L, 5L, 6L));
        file.pump();
        inPort.removeFirst();
        assertEquals(1, file.forget(5, 2));
        assertEquals(1, inPort.size());
        assertEquals(0, file.forget(6, 1));
        assertEquals(List.of(), missing());
    }

    /** The process would wait for them for ever. */
    @Test
    void shouldKnowWhichEventsTheProcessMustAcknowledgeAndNeverGot() {
        file.connect(port);
        unread.addAll(List.of(0L, 6L));
        file.pump();
        inPort.clear();
        assertEquals(1, file.forget(6, 1));
        assertEquals(List.of(), missing());

        assertEquals(1, file.forget(5, 1));

        assertEquals(List.of("to acknowledge 1 event that it never got"), missing());
        Awaited event = file.missing().getFirst();
        assertFalse(event.isHere() || event.canCome());
        assertEquals("object 0x5, which is destroyed", event.object());
    }
}
