package dev.fenestra.vendor.mlx.user;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.vendor.mlx.testing.FakeMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueBufferTest {
    private final FakeMemory memory = new FakeMemory();

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 4095, 4096, 4097, 8192, 3 * 4096 + 64})
    void shouldReachEveryByteAtItsVirtualAddress(int bytes) {
        QueueBuffer buffer = new QueueBuffer(memory, bytes);

        for (int at = 0; at < bytes; at += at < 64 ? 1 : 61) {
            buffer.segment(at).set(JAVA_BYTE, buffer.offset(at), (byte) (at * 31));
            assertEquals((byte) (at * 31), memory.read(buffer.address() + at, 1)[0]);
        }
    }

    @Test
    void shouldGiveItsMemoryBack() {
        QueueBuffer buffer = new QueueBuffer(memory, 5 * 4096);

        buffer.free();

        assertTrue(memory.areas().isEmpty());
    }
}
