package dev.fenestra.ib.core.kernel.gsi;

import dev.fenestra.ib.core.memory.MemoryCopier;
import dev.fenestra.ib.core.memory.ProcessMemory;

/**
 * The buffers of a QP 1, in memory of the kernel: slots that datagrams are received to, and slots that they are sent
 * from. No slot crosses the end of a page.
 */
final class GsiMemory {
    /** Octets of a management datagram (IBA 13.4.2). */
    static final int MAD_BYTES = 256;

    /** Octets of the routing header, or of the IP header in its place, before each datagram that is received. */
    static final int GRH_BYTES = 40;

    /** Datagrams that may have come and are not read yet (core/mad.c IB_MAD_QP_RECV_SIZE). */
    static final int RECEIVES = 512;

    /** Datagrams that may be under way (core/mad.c IB_MAD_QP_SEND_SIZE). */
    static final int SENDS = 128;

    private static final int STRIDE = 512;

    private final MemoryCopier memory;
    private final long address;

    GsiMemory(ProcessMemory memory) {
        this.memory = new MemoryCopier(memory);
        address = memory.allocate(bytes());
    }

    long address() {
        return address;
    }

    static long bytes() {
        return (long) (RECEIVES + SENDS) * STRIDE;
    }

    long receiveSlot(int slot) {
        return address + (long) slot * STRIDE;
    }

    long sendSlot(int slot) {
        return receiveSlot(RECEIVES + slot);
    }

    void write(int sendSlot, byte[] mad) {
        memory.put(sendSlot(sendSlot), mad, 0, MAD_BYTES);
    }

    /** {@return what a receive slot holds: the header's 40 octets, then the datagram} */
    byte[] read(int receiveSlot) {
        byte[] bytes = new byte[GRH_BYTES + MAD_BYTES];
        memory.get(receiveSlot(receiveSlot), bytes, 0, bytes.length);
        return bytes;
    }
}
