package dev.fenestra.ib.core.memory;

/** A program touched an address of its process where nothing is mapped: the simulated SIGSEGV. */
public final class SegmentationFault extends IndexOutOfBoundsException {
    private static final long serialVersionUID = 1L;

    private final long address;

    SegmentationFault(String process, long address) {
        super(String.format("%s has nothing mapped at 0x%x", process, address));
        this.address = address;
    }

    /** The first address that is not mapped. */
    public long address() {
        return address;
    }
}
