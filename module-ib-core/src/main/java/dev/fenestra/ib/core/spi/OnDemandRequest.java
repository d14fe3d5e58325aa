package dev.fenestra.ib.core.spi;

/**
 * A region that is to be paged on demand.
 *
 * @param address first byte in the process; 0 for the whole address space
 * @param length bytes; -1, that is 2^64-1, for the whole address space
 * @param iova address by which work requests will name the first byte
 * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}, checked; HUGETLB asks for huge pages only
 * @param writable a page may be brought in to be written
 */
public record OnDemandRequest(long address, long length, long iova, int access, boolean writable) {

    /** {@return whether it covers the whole address space} */
    public boolean isImplicit() {
        return address == 0 && length == -1;
    }
}
