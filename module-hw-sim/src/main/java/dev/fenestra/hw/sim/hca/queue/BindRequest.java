package dev.fenestra.hw.sim.hca.queue;

/** The operands of a bind. One object is filled anew for each request. */
public final class BindRequest {
    /** The key that names the window. */
    public int oldKey;

    /** The format has no tag of the present key: any tag of the window will do. */
    public boolean anyTag;

    /** The tag that the window has afterwards, 0 to 255. */
    public int newTag;
    /** Address by which peers will name the window's first byte. */
    public long startAddress;
    /** Bytes; 0 unbinds. */
    public long length;
    /** L_Key of the region. */
    public int lkey;
    /** Address of the window's first byte in the region. */
    public long address;
    /** Bits of {@link dev.fenestra.hw.sim.hca.vocabulary.Rights}. */
    public int rights;

    /** Makes a request of zeros. */
    public BindRequest() {}

    /** {@return whether peers would name the window's bytes by other addresses than the region's} */
    public boolean isZeroBased() {
        return startAddress != address;
    }
}
