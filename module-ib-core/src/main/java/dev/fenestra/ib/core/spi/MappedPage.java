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

    /** {@return which plain stores for a completion event are lost, since a later one takes their place} */
    default LostArms lostArms() {
        return LostArms.NONE;
    }

    /** Requests for a completion event that another program makes by a call (REQ_NOTIFY_CQ) too. */
    enum LostArms {
        /** None: the device sees each store. */
        NONE,
        /** A store for any entry, when one for solicited entries follows. Then the later one is a call before. */
        WIDER,
        /** All. */
        ALL
    }
}
