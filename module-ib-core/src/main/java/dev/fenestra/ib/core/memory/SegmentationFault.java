package dev.fenestra.ib.core.memory;

/**
 * The simulated SIGSEGV: a program accessed an unmapped address, or stored to a read-only page.
 */
public final class SegmentationFault extends IndexOutOfBoundsException {
    private static final long serialVersionUID = 1L;

    private final long address;

    SegmentationFault(String process, long address, boolean isMapped) {
        super(String.format(isMapped ? "%s may not store at 0x%x" : "%s has nothing mapped at 0x%x", process, address));
        this.address = address;
    }

    /** {@return the first address that failed} */
    public long address() {
        return address;
    }
}
