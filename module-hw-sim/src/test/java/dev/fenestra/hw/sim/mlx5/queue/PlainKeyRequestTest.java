package dev.fenestra.hw.sim.mlx5.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.queue.KeyRequest;
import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawMemory;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which UMR WQEs are plain: a bind to a range and an invalidate, as drivers write them, and nothing else. */
class PlainKeyRequestTest {
    private static final int QPN = 0x48;
    private static final int KEY = 0x0000_1207;
    private static final int BIND_UNITS = 12;
    private static final int FREE_UNITS = 8;
    private static final int NONE = 0;
    private static final int BLOCKS = 64;

    private final RawMemory memory = new RawMemory();
    private final QueueGeometry queues = new QueueGeometry(
            RingMemory.of(memory, memory.pages(1)), 0, 0, 0, BLOCKS, MemorySegment.ofArray(new long[1]), 0);
    private final KeyRequest request = new KeyRequest();

    private static Wqe bind() {
        return Wqe.bind(KEY, 8, new RawRegion(new RawMemory(), 0x2201, 0x1000, new long[0]), 0x1040, 64, 0);
    }

    static Stream<Arguments> requests() {
        long changed = UmrControlSegment.MASK_FREE;
        long paged = changed | UmrControlSegment.MASK_LENGTH | UmrControlSegment.MASK_PAGE_SIZE;
        return Stream.of(
                Arguments.of("a bind", bind(), BIND_UNITS, 3, 3),
                Arguments.of("a bind of which one block is not posted", bind(), BIND_UNITS, 2, NONE),
                Arguments.of("a bind that is too short", bind(), BIND_UNITS - 1, 3, NONE),
                Arguments.of("a bind that is too long", bind(), BIND_UNITS + 1, 4, NONE),
                Arguments.of("a bind to no byte", bind().range(0x1040, 0, 0, 0x2201, 0x1040), BIND_UNITS, 3, NONE),
                Arguments.of(
                        "a bind in contradiction", bind().range(0x1040, 8, 0, 0x2201, 0x1048), BIND_UNITS, 3, NONE),
                Arguments.of("an invalidate", Wqe.invalidate(KEY), FREE_UNITS, 2, 2),
                Arguments.of(
                        "an invalidate of which one block is not posted", Wqe.invalidate(KEY), FREE_UNITS, 1, NONE),
                Arguments.of("an unbind", Wqe.free(KEY, 9, false), FREE_UNITS, 2, NONE),
                Arguments.of("a type-2 bind of length 0", Wqe.free(KEY, 9, true), FREE_UNITS, 2, NONE),
                Arguments.of(
                        "an invalidate of a free window",
                        Wqe.invalidate(KEY).flags(UmrControlSegment.CHECK_FREE),
                        FREE_UNITS,
                        2,
                        NONE),
                Arguments.of("a configuration", Wqe.configure(KEY, 0), FREE_UNITS, 2, NONE),
                Arguments.of("a registration", Wqe.umr(KEY, 1, paged), FREE_UNITS, 2, NONE),
                Arguments.of("a SEND", Wqe.send(), FREE_UNITS, 2, NONE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void shouldReadBindsAndInvalidatesOnly(String name, Wqe wqe, int units, int posted, int slots) {
        write(wqe, units, QPN);
        assertEquals(slots, queues.plainKeyRequest(0, posted, QPN, request));
    }

    @Test
    void shouldReadNoRequestOfAnotherQp() {
        write(bind(), BIND_UNITS, QPN + 1);
        assertEquals(NONE, queues.plainKeyRequest(0, 3, QPN, request));
    }

    @Test
    void shouldReadWhatABindAsks() {
        write(bind().unsignaled(), BIND_UNITS, QPN);
        queues.plainKeyRequest(0, 3, QPN, request);
        assertEquals(KeyRequest.BIND, request.kind);
        assertEquals(KEY, request.bind.oldKey);
        assertEquals(8, request.bind.newTag);
        assertEquals(0x2201, request.bind.lkey);
        assertEquals(0x1040, request.bind.address);
        assertEquals(64, request.bind.length);
        assertFalse(request.signaled);
    }

    @Test
    void shouldReadTheRightsOfABind() {
        int rights = RawHost.REMOTE_READ | RawHost.REMOTE_WRITE;
        write(bind().range(0x1040, 64, rights, 0x2201, 0x1040), BIND_UNITS, QPN);
        queues.plainKeyRequest(0, 3, QPN, request);
        assertEquals(rights, request.bind.rights);
        assertTrue(request.signaled);
    }

    private void write(Wqe wqe, int units, int qpn) {
        ControlSegment.QPN.set(wqe.memory(), 0, qpn);
        ControlSegment.DS.set(wqe.memory(), 0, units);
        RingMemory ring = queues.memory();
        MemorySegment.copy(wqe.memory(), 0, ring.segment(0), ring.offset(0), (long) BLOCKS * Wqe.UNIT);
    }
}
