package dev.fenestra.ib.core.kernel.gsi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.fenestra.ib.core.memory.ProcessMemory;
import java.lang.foreign.MemorySegment;

/**
 * The buffers of a QP 1, in memory of the kernel: slots that datagrams are received to, and slots that they are sent
 * from. No slot crosses the end of a page.
 */
final class GsiMemory {
    /** Octets of a management datagram (IBA 13.4.2). */
    static final int MAD_BYTES = 256;

    /** Octets of the routing header, or of the IP header in its place, before each datagram that is received. */
    static final int GRH_BYTES = 40;

    /** Slots of either kind. */
    static final int SLOTS = 64;

    private static final int STRIDE = 512;

    private final ProcessMemory memory;
    private final long address;

    GsiMemory(ProcessMemory memory) {
        this.memory = memory;
        address = memory.allocate(bytes());
    }

    long address() {
        return address;
    }

    static long bytes() {
        return 2L * SLOTS * STRIDE;
    }

    long receiveSlot(int slot) {
        return address + (long) slot * STRIDE;
    }

    long sendSlot(int slot) {
        return receiveSlot(SLOTS + slot);
    }

    void write(int sendSlot, byte[] mad) {
        long at = sendSlot(sendSlot);
        MemorySegment.copy(mad, 0, memory.writableSegment(at), JAVA_BYTE, memory.offset(at), MAD_BYTES);
    }

    /** {@return what a receive slot holds: the header's 40 octets, then the datagram} */
    byte[] read(int receiveSlot) {
        byte[] bytes = new byte[GRH_BYTES + MAD_BYTES];
        long at = receiveSlot(receiveSlot);
        MemorySegment.copy(memory.segment(at), JAVA_BYTE, memory.offset(at), bytes, 0, bytes.length);
        return bytes;
    }
}
