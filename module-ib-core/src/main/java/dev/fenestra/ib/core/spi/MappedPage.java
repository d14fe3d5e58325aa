package dev.fenestra.ib.core.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** A page of a device mapped into a process, such as a doorbell page. */
public interface MappedPage {

    /** {@return the page's memory; the device sees plain stores there only when it looks} */
    MemorySegment memory();

    /**
     * An 8-byte store that the device notices, as a posted write on the bus does. The value is stored big-endian.
     *
     * @param offset bytes from the beginning of the page, a multiple of 8
     * @param value what is stored
     */
    void write64(int offset, long value);

    /**
     * {@return an 8-byte load that the device answers} The value is big-endian, as {@link #write64} stores it.
     *
     * @param offset bytes from the beginning of the page, a multiple of 8
     */
    default long read64(int offset) {
        return memory().get(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN), offset);
    }

    /**
     * {@return whether plain stores by which software asks for completion events are lost here, since each takes the
     * place of the last one} Then another program must ask by a call (REQ_NOTIFY_CQ) too.
     */
    default boolean losesArms() {
        return false;
    }
}
