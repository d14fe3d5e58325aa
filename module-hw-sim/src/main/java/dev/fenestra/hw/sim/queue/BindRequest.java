package dev.fenestra.hw.sim.queue;

/** What a request asks of a window; filled anew for each. */
public final class BindRequest {
    /** The key that names the window. */
    public int oldKey;

    public int newTag;
    /** Address by which peers will name the window's first byte. */
    public long startAddress;
    /** 0 unbinds. */
    public long length;
    /** L_Key of the region. */
    public int lkey;
    /** Address of the window's first byte in the region. */
    public long address;
    /** Rights as in the first word of the {@link dev.fenestra.hw.sim.prm.MkeyContext}. */
    public int rights;

    public BindRequest() {}

    public boolean isZeroBased() {
        return startAddress != address;
    }
}
