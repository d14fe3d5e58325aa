package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.MrRegistration;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Gives a free fast-register region its memory and its rights, in the order of the send queue ({@code IB_WR_REG_MR} of
 * Linux). Requests behind it on the same QP may use the new key at once; peers, once it has completed or by a message
 * behind it. It fails with MW_BIND_ERR when the region is not free, belongs to another PD, has another key at present,
 * or the pages are not those of the list; then nothing is changed.
 *
 * <p>A post that is accepted moves the region's key, address, length and rights ({@link MemoryRegion}) to the new ones.
 *
 * @param wrId the number that the completion of the request carries
 * @param flags bits of {@link SendFlag}
 * @param region from {@link ProtectionDomain#allocMr}
 * @param newKey the index of the region's key and a tag of the caller's choice ({@link
 *     dev.fenestra.ib.core.vocabulary.MemoryKey#next})
 * @param pages where the pages come from
 * @param numbers which pages of the list the region has, in order; a page may come again
 * @param iova address by which requests name the first byte; its low 12 bits are the offset in the first page
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
     * @param newKey the key from then on: its index is that of the region
     * @param pages the pages, from {@link ProtectionDomain#listPages(Memory)}
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
     * @param newKey the key from then on: its index is that of the region
     * @param pages the list that the pages are taken from
     * @param numbers which pages, from 0, in the order that the region has them
     * @param iova address by which requests name the first byte
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
     * Waits for earlier READs and atomics of the QP.
     *
     * @return such a request, so changed
     */
    public RegisterMr fenced() {
        return new RegisterMr(wrId, flags | SendFlag.FENCE, region, newKey, pages, numbers, iova, length, access);
    }

    /**
     * Completes visibly only when it fails.
     *
     * @return such a request, so changed
     */
    public RegisterMr unsignaled() {
        return new RegisterMr(wrId, flags & ~SendFlag.SIGNALED, region, newKey, pages, numbers, iova, length, access);
    }

    /**
     * Where the program sees the first byte; 0, where nothing is mapped, when it does not see the pages in this order.
     */
    long virtualAddress() {
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
        target.access = AccessFlag.mask(access.toArray(AccessFlag[]::new));
    }
}
