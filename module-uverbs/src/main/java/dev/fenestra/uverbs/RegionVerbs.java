package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AdvisedRange;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The part of a {@link ProtectionDomain} that registers memory. */
abstract sealed class RegionVerbs extends VerbsObject permits ProtectionDomain {
    private static final long WHOLE_ADDRESS_SPACE = -1;

    /**
     * @param context of the QP that has received
     * @param handle the PD's handle in the kernel
     * @param key by which the context lists it
     */
    RegionVerbs(Context context, int handle, int key) {
        super(context, handle, key);
    }

    abstract Registrations regions();

    abstract Buffers buffers();

    /**
     * Registers all of a memory under its virtual address, or from 0 with ZERO_BASED.
     *
     * @param memory memory of the program
     * @param access rights; none is local reading only
     * @return the region
     */
    public MemoryRegion regMr(Memory memory, AccessFlag... access) {
        return regMr(memory, 0, memory.length(), access);
    }

    /**
     * Registers a part of a memory under its virtual address, or from 0 with ZERO_BASED.
     *
     * @param memory memory of the program
     * @param offset of the first byte in the memory
     * @param length bytes
     * @param access rights; none is local reading only
     * @return the region
     */
    public MemoryRegion regMr(Memory memory, long offset, long length, AccessFlag... access) {
        return regMrIova(memory, offset, length, memory.address() + offset, access);
    }

    /**
     * Registers a part of a memory under an address of the caller's choice. With ON_DEMAND nothing is pinned: pages are
     * brought in when they are used, and keys stay valid when they go.
     *
     * @param memory memory of the program
     * @param offset of the first byte in the memory
     * @param length bytes
     * @param iova address by which work requests name the first byte; ZERO_BASED makes it 0
     * @param access rights; none is local reading only
     * @return the region
     * @throws VerbsException EINVAL for page offsets of address and iova that differ, access flags that do not go
     *     together, length 0 or a range that wraps; EFAULT for a range that is not mapped; EOPNOTSUPP for access the
     *     device does not offer; ENOMEM. With ON_DEMAND a range that wraps is EOVERFLOW, and one that is not mapped is
     *     found out when it is used
     */
    public MemoryRegion regMrIova(Memory memory, long offset, long length, long iova, AccessFlag... access) {
        checkOpen();
        context().calling("ibv_reg_mr_iova");
        int mask = AccessFlag.mask(access);
        long address = memory.address() + offset;
        long wireAddress = AccessFlag.ZERO_BASED.in(mask) ? 0 : iova;
        return regions().register(address, length, wireAddress, mask);
    }

    /**
     * Registers what a mask names ({@code ibv_reg_mr_ex}): memory of the process by its address, a part of a dma-buf,
     * or a part of a buffer by its address.
     *
     * @param asked length, rights and a mask that says what else is given
     * @return the region
     * @throws VerbsException EOPNOTSUPP for unknown bits of the mask; EINVAL with both an address and a file, with
     *     neither, or with a file or an offset alone; EINVAL for a buffer of another PD, a range outside of it, and
     *     with a file or, when it is a dma-buf, an iova; else as {@link #regMrIova} or {@link #regDmaBufMr(int, long,
     *     long, long, AccessFlag...)}
     */
    public MemoryRegion regMrEx(MrInitAttributes asked) {
        checkOpen();
        context().calling("ibv_reg_mr_ex");
        return regions().register(asked);
    }

    /**
     * Allocates memory for regions of this PD ({@code ibv_alloc_buf}), zeroed: where the allocator of a parent domain
     * says, in memory that a confidential guest shares with its devices for a {@linkplain
     * ParentDomainAttributes#allowCcUnprotectedAlloc PD that consents}, else as {@link Context#allocate}. The PD cannot
     * be deallocated before it.
     *
     * @param length bytes
     * @return the buffer
     * @throws VerbsException EINVAL for no bytes, ENOMEM when there is no room, and what an allocator's memory is
     *     refused with
     */
    public Buf allocBuf(long length) {
        checkOpen();
        context().calling("ibv_alloc_buf");
        return buffers().allocate(length);
    }

    /**
     * Registers a part of a buffer under its virtual address ({@code ibv_reg_buf_mr}): as {@link #regMr} or, when it is
     * a dma-buf, as {@link #regDmaBufMr(int, long, long, long, AccessFlag...)}. The buffer is not freed before the
     * region.
     *
     * @param buf allocated from this PD, and not from another that stands for the same, else EINVAL
     * @param offset of the first byte in the buffer
     * @param length bytes; EINVAL for a part that is not inside
     * @param access rights; none is local reading only
     * @return the region
     * @throws VerbsException as those two
     */
    public MemoryRegion regBufMr(Buf buf, long offset, long length, AccessFlag... access) {
        return regMrEx(MrInitAttributes.of(length, access).withBuf(buf).withAddress(buf.address() + offset));
    }

    /**
     * Registers all of a buffer under its virtual address ({@code ibv_reg_buf_mr}).
     *
     * @param buf allocated from this PD, and not from another that stands for the same, else EINVAL
     * @param access rights; none is local reading only
     * @return the region
     */
    public MemoryRegion regBufMr(Buf buf, AccessFlag... access) {
        return regBufMr(buf, 0, buf.length(), access);
    }

    /**
     * Registers the whole address space, paged on demand: all that the process has mapped, whenever it is mapped.
     * ON_DEMAND need not be named.
     *
     * @param access rights; none is local reading only
     * @return the region
     * @throws VerbsException EOPNOTSUPP without on-demand paging, EINVAL without IMPLICIT or with HUGETLB
     */
    public MemoryRegion regImplicit(AccessFlag... access) {
        checkOpen();
        context().calling("ibv_reg_mr");
        int mask = AccessFlag.mask(access) | AccessFlag.ON_DEMAND.bit();
        return regions().register(0, WHOLE_ADDRESS_SPACE, 0, mask);
    }

    /**
     * Says which memory of on-demand regions will be used soon ({@code ibv_advise_mr}), and waits until it is there.
     *
     * @param advice read only, to be written, or read without a fault
     * @param pieces parts of on-demand regions of this PD
     * @throws VerbsException ENOENT for a region that is not ON_DEMAND, EPERM for one of another PD or, with
     *     PREFETCH_WRITE, one that is not written; EFAULT for a piece outside of its region or, but for
     *     PREFETCH_NO_FAULT, where nothing is mapped; EINVAL for no piece; EOPNOTSUPP from a device without on-demand
     *     paging
     */
    public void adviseMr(MrAdvice advice, MemorySlice... pieces) {
        List<AdvisedRange> ranges = new ArrayList<>();
        for (MemorySlice piece : pieces) {
            ranges.add(new AdvisedRange(piece.region().lkey(), piece.address(), piece.length()));
        }
        adviseMr(advice.code(), MrAdvice.FLUSH, ranges);
    }

    /**
     * Advises by the arguments of {@code ibv_advise_mr}.
     *
     * @param advice another than a code of {@link MrAdvice} is EOPNOTSUPP
     * @param flags {@link MrAdvice#FLUSH} to wait, or 0: then only the keys are checked now, and the rest is lost if it
     *     fails; else EINVAL
     * @param ranges parts of on-demand regions, by their L_Keys
     */
    public void adviseMr(int advice, int flags, List<AdvisedRange> ranges) {
        checkOpen();
        context().calling("ibv_advise_mr");
        context().kernel().mrs().advise(handle(), advice, flags, ranges);
    }

    /**
     * {@return a region of nothing ({@code ibv_alloc_null_mr}): what is read from it is zeros, what is written to it is
     * lost} Its address is 0, its length 2^64-1, and it has no R_Key. No system call; EOPNOTSUPP when the device has
     * none.
     */
    public MemoryRegion allocNullMr() {
        checkOpen();
        return regions().ofNothing();
    }

    /**
     * Allocates memory and registers it (ALLOCATE_MR of the vendor's older verbs): contiguous pages if the host has
     * such a run, others else. {@link MemoryRegion#memory} gives it back; it is freed with the region, or when the
     * region is registered anew over other memory.
     *
     * @param length bytes
     * @param access rights; none is local reading only
     * @return the region
     * @throws VerbsException EINVAL with ON_DEMAND, which has no contiguous pages; else as {@link #regMr}
     */
    public MemoryRegion allocateMr(long length, AccessFlag... access) {
        checkOpen();
        if (AccessFlag.ON_DEMAND.in(AccessFlag.mask(access))) {
            throw context()
                    .logged(
                            "uverbs",
                            new VerbsException(Errno.EINVAL, VerbsRule.ALLOCATED_PINNED, Arrays.toString(access)));
        }
        Memory memory = context().allocateContiguous(length);
        try {
            MemoryRegion region = regMr(memory, access);
            region.owns(memory);
            return region;
        } catch (VerbsException refused) {
            memory.free();
            throw refused;
        }
    }

    /**
     * Registers what another region covers once more, in this PD, under the same addresses (a shared region of the
     * vendor's older verbs): with keys and rights of its own, but the same translation. The pages stay pinned until
     * both are gone; a new translation of either ends the sharing.
     *
     * @param other a region of pinned memory of the same context
     * @param access rights; none is local reading only
     * @return the region
     * @throws VerbsException EINVAL for a region that is not of pinned memory, EFAULT for rights to write what was
     *     pinned for reading
     */
    public MemoryRegion shareMr(MemoryRegion other, AccessFlag... access) {
        checkOpen();
        checkUsable(other);
        context().calling("ibv_exp_reg_shared_mr");
        return regions().share(other, AccessFlag.mask(access));
    }

    /**
     * {@return another object for a region of which only the handle is known ({@code ibv_import_mr}): it has the keys,
     * but address 0 and no length} Closing it leaves the region as it is. ENOENT for an unknown handle.
     *
     * @param handle the region's handle in the kernel
     */
    public MemoryRegion importMr(int handle) {
        checkOpen();
        context().calling("ibv_import_mr");
        return regions().known(handle);
    }

    /**
     * Registers a part of an exporter's buffer ({@code ibv_reg_dmabuf_mr}). Its pages may move while it is registered.
     * It cannot be registered anew, and no window is bound to it.
     *
     * @param descriptor file descriptor of the buffer
     * @param offset of the first byte in the buffer
     * @param length bytes
     * @param iova address by which work requests name the first byte; its page offset is that of {@code offset}
     * @param access LOCAL_WRITE, remote rights, RELAXED_ORDERING
     * @return the region
     * @throws VerbsException EOPNOTSUPP when the device imports no buffers, EBADF for a descriptor that is not open;
     *     EINVAL for one that is of something else, page offsets that differ, other access, no bytes, or a range
     *     outside
     */
    public MemoryRegion regDmaBufMr(int descriptor, long offset, long length, long iova, AccessFlag... access) {
        checkOpen();
        context().calling("ibv_reg_dmabuf_mr");
        return regions().importBuffer(descriptor, offset, length, iova, AccessFlag.mask(access));
    }

    /**
     * Registers a part of a buffer that this process has open ({@code ibv_reg_dmabuf_mr}).
     *
     * @param buffer a buffer of this process
     * @param offset of the first byte in the memory
     * @param length bytes
     * @param iova address by which work requests name the first byte; its page offset is that of the offset
     * @param access rights; none is local reading only
     * @return the region
     */
    public MemoryRegion regDmaBufMr(DmaBuf buffer, long offset, long length, long iova, AccessFlag... access) {
        return regDmaBufMr(buffer.descriptor(), offset, length, iova, access);
    }

    /**
     * Registers a part of device memory ({@code ibv_reg_dm_mr}); requests name its bytes from 0 on. It cannot be
     * registered anew, and no window is bound to it.
     *
     * @param memory memory of the program
     * @param offset of the first byte in the memory
     * @param length bytes
     * @param access ZERO_BASED among them
     * @return the region
     * @throws VerbsException EINVAL without ZERO_BASED, for a range outside, and for access other than local write and
     *     remote rights
     */
    public MemoryRegion regDmMr(DeviceMemory memory, long offset, long length, AccessFlag... access) {
        checkOpen();
        checkUsable(memory);
        context().calling("ibv_reg_dm_mr");
        return regions().onDevice(memory, offset, length, AccessFlag.mask(access));
    }

    /**
     * Allocates a fast-register region ({@code ib_alloc_mr} of Linux): free, until {@link RegisterMr} requests give it
     * memory, and again after an invalidate.
     *
     * @param maxPages pages it may have
     * @return the region
     * @throws VerbsException EOPNOTSUPP when the device has none, EINVAL beyond its {@code max_fast_reg_page_list_len}
     */
    public MemoryRegion allocMr(int maxPages) {
        checkOpen();
        context().calling("ib_alloc_mr");
        return regions().fast(maxPages);
    }

    /**
     * Pins the pages that a part of a memory touches, for fast registrations.
     *
     * @param memory memory of the program
     * @param offset of the first byte in the memory
     * @param length bytes
     * @return the pages, pinned until it is closed
     * @throws VerbsException EOPNOTSUPP when the device has no fast-register regions; EINVAL, EFAULT as {@link #regMr}
     */
    public PageList listPages(Memory memory, long offset, long length) {
        checkOpen();
        context().calling("ib_dma_map_sg");
        return regions().pages(memory.address() + offset, length);
    }

    /**
     * {@return the pages of all of a memory}
     *
     * @param memory memory of the program
     */
    public PageList listPages(Memory memory) {
        return listPages(memory, 0, memory.length());
    }
}
