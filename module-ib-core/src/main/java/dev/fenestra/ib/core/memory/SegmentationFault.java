package dev.fenestra.ib.core.memory;

/**
 * A program touched an address of its process where nothing is mapped, or stored where it may only read: the simulated
 * SIGSEGV.
 */
public final class SegmentationFault extends IndexOutOfBoundsException {
    private static final long serialVersionUID = 1L;

    private final long address;

    SegmentationFault(String process, long address, boolean isMapped) {
        super(String.format(isMapped ? "%s may not store at 0x%x" : "%s has nothing mapped at 0x%x", process, address));
        this.address = address;
    }

    /** {@return the first address that could not be used} */
    public long address() {
        return address;
    }
}
