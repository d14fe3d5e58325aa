package dev.fenestra.hw.sim.device;

/**
 * Memory of the card itself.
 *
 * @param deviceMemoryBytes what programs may allocate there (MEMIC), whole pages, at most 1 GiB; 0 for none
 */
public record HcaMemory(int deviceMemoryBytes) {
    private static final int PAGE_BYTES = 4096;

    /** 256 KiB for programs, as on a ConnectX-5. */
    public static final HcaMemory DEFAULT = new HcaMemory(256 << 10);

    public HcaMemory {
        if (deviceMemoryBytes < 0 || deviceMemoryBytes > 1 << 30 || deviceMemoryBytes % PAGE_BYTES != 0) {
            throw new IllegalArgumentException("device memory is 0 to 1 GiB in whole pages, not " + deviceMemoryBytes);
        }
    }

    /** The same card with other memory for programs. */
    public HcaMemory withDeviceMemory(int bytes) {
        return new HcaMemory(bytes);
    }
}
