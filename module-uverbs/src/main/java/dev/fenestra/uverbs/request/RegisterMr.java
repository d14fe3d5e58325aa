package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.spi.MrRegistration;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.PageList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Gives a free fast-register region its memory and its rights, in the order of the send queue ({@code IB_WR_REG_MR} of
 * Linux). Later requests on the same QP may use the new key at once. Peers may use it once the request has completed,
 * or when a later message tells them. The request fails with MW_BIND_ERR when the region is not free, belongs to
 * another PD, has another key at present, or when the pages are not those of the list. Then nothing is changed.
 *
 * <p>An accepted post sets the key, address, length and rights of {@link MemoryRegion} to the new ones.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param region from {@code ProtectionDomain.allocMr}
 * @param newKey the index of the region's key and a tag of the caller's choice
 *     ({@link dev.fenestra.ib.core.vocabulary.MemoryKey#next})
 * @param pages the list of the pages
 * @param numbers of the region's pages in the list, in order; a page may appear twice
 * @param iova address of the first byte in requests; its low 12 bits are the offset in the first page
 * @param length bytes
 * @param access local write, remote rights, MW_BIND
 */
public record RegisterMr(
        long wrId,
        int flags,
        MemoryRegion region,
        int newKey,
        PageList pages,
        List<Integer> numbers,
        long iova,
        long length,
        Set<AccessFlag> access)
        implements WorkRequest {

    /** Keeps copies of the pages and the rights. */
    public RegisterMr {
        numbers = List.copyOf(numbers);
        access = Set.copyOf(access);
    }

    /**
     * {@return all pages of a list, under the addresses that they have in the process}
     *
     * @param wrId the number that the completion of the request carries
     * @param region a fast-register region of the PD of the QP
     * @param newKey the new key, with the region's index
     * @param pages the pages, from {@code ProtectionDomain.listPages}
     * @param access rights that the region gets
     */
    public static RegisterMr of(long wrId, MemoryRegion region, int newKey, PageList pages, AccessFlag... access) {
        long length = (long) pages.size() * PageList.PAGE_BYTES;
        return of(wrId, region, newKey, pages, pages.all(), pages.address(0), length, access);
    }

    /**
     * {@return a request that gives a fast-register region some of the pages, in any order, under an address of the
     * caller's choice, signaled}
     *
     * @param wrId the number that its completion carries
     * @param region a fast-register region of the PD of the QP
     * @param newKey the new key, with the region's index
     * @param pages the list that the pages are taken from
     * @param numbers which pages, from 0, in the order that the region has them
     * @param iova address of the first byte in requests
     * @param length bytes
     * @param access rights that the region gets
     */
    public static RegisterMr of(
            long wrId,
            MemoryRegion region,
            int newKey,
            PageList pages,
            List<Integer> numbers,
            long iova,
            long length,
            AccessFlag... access) {
        Set<AccessFlag> rights = AccessFlag.of(AccessFlag.mask(access));
        return new RegisterMr(wrId, SendFlag.SIGNALED, region, newKey, pages, numbers, iova, length, rights);
    }

    /**
     * Makes the request wait for earlier READs and atomics of the QP.
     *
     * @return a copy with the fence
     */
    public RegisterMr fenced() {
        return new RegisterMr(wrId, flags | SendFlag.FENCE, region, newKey, pages, numbers, iova, length, access);
    }

    /**
     * Makes the request complete visibly only when it fails.
     *
     * @return a copy that is not signaled
     */
    public RegisterMr unsignaled() {
        return new RegisterMr(wrId, flags & ~SendFlag.SIGNALED, region, newKey, pages, numbers, iova, length, access);
    }

    /** The request is posted: the region has its memory and its rights from now on. */
    void posted() {
        region.registered(newKey, iova, length, accessMask(), virtualAddress());
    }

    /** The virtual address of the first byte; 0 when the pages are not in this order in the program. */
    private long virtualAddress() {
        int first = numbers.isEmpty() ? 0 : numbers.getFirst();
        boolean inOrder =
                !numbers.isEmpty() && IntStream.range(0, numbers.size()).allMatch(i -> numbers.get(i) == first + i);
        return inOrder ? pages.address(first) + (iova & PageList.PAGE_BYTES - 1) : 0;
    }

    void describe(MrRegistration target) {
        target.region = region.fast();
        target.oldKey = region.lkey();
        target.newKey = newKey;
        target.pagesKey = pages.key();
        target.pages = numbers.stream().mapToLong(pages::address).toArray();
        target.pageCount = numbers.size();
        target.iova = iova;
        target.length = length;
        target.access = accessMask();
    }

    private int accessMask() {
        return AccessFlag.mask(access.toArray(AccessFlag[]::new));
    }
}
