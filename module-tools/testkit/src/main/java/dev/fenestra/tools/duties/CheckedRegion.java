package dev.fenestra.tools.duties;

/**
 * A region, as a program has registered it.
 *
 * @param handle its handle
 * @param lkey its L_Key
 * @param rkey its R_Key
 * @param iova address of its first byte in requests
 * @param range its bytes
 * @param isRemote whether it has a right for peers
 * @param place the line that registered it
 */
record CheckedRegion(int handle, int lkey, int rkey, long iova, AddressRange range, boolean isRemote, String place) {

    /** {@return the bytes behind an address of a request} */
    AddressRange at(long address, long length) {
        return new AddressRange(range.address() + (address - iova), length);
    }

    @Override
    public String toString() {
        return "MR " + handle;
    }
}
