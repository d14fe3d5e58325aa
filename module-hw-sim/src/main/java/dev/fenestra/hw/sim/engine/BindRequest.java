package dev.fenestra.hw.sim.engine;

/** What a UMR WQE asks of a window; filled anew for each. */
final class BindRequest {
    /** The key that names the window. */
    int oldKey;

    int newTag;
    /** Address by which peers will name the window's first byte. */
    long startAddress;
    /** 0 unbinds. */
    long length;
    /** L_Key of the region. */
    int lkey;
    /** Address of the window's first byte in the region. */
    long address;
    /** Rights as in the first word of the mkey context. */
    int rights;

    boolean isZeroBased() {
        return startAddress != address;
    }
}
