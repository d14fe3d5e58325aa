package dev.fenestra.uverbs;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import org.jspecify.annotations.Nullable;

/**
 * What {@link ProtectionDomain#regMrEx} is to register ({@code ibv_mr_init_attr}): a mask says which of the values mean
 * something.
 *
 * @param length bytes
 * @param access mask of {@link AccessFlag}
 * @param mask bits of this class
 * @param iova address by which work requests name the first byte; without IOVA that is the address or, of a file, the
 *     offset
 * @param address first byte in the process
 * @param descriptor file descriptor of a dma-buf
 * @param offset of the first byte in the file
 * @param buf that the address is in, or null
 */
public record MrInitAttributes(
        long length,
        int access,
        long mask,
        long iova,
        long address,
        int descriptor,
        long offset,
        @Nullable Buf buf) {
    public static final long IOVA = 1;
    public static final long ADDRESS = 1 << 1;
    public static final long DESCRIPTOR = 1 << 2;
    public static final long OFFSET = 1 << 3;
    public static final long BUF = 1 << 5;
    /** Every bit that means something here; a DMA handle, bit 4, does not. */
    public static final long ALL = IOVA | ADDRESS | DESCRIPTOR | OFFSET | BUF;

    /**
     * So many bytes of nothing yet.
     *
     * @param length bytes
     * @param access rights; none is local reading only
     * @return attributes with length and access set
     */
    public static MrInitAttributes of(long length, AccessFlag... access) {
        return new MrInitAttributes(length, AccessFlag.mask(access), 0, 0, 0, 0, 0, null);
    }

    /**
     * {@return such attributes with the address by which work requests name the first byte}
     *
     * @param newIova an address with the page offset of the memory
     */
    public MrInitAttributes withIova(long newIova) {
        return new MrInitAttributes(length, access, mask | IOVA, newIova, address, descriptor, offset, buf);
    }

    /**
     * {@return such attributes with the virtual address of the first byte}
     *
     * @param newAddress an address of the process
     */
    public MrInitAttributes withAddress(long newAddress) {
        return new MrInitAttributes(length, access, mask | ADDRESS, iova, newAddress, descriptor, offset, buf);
    }

    /**
     * {@return such attributes with the file descriptor of a dma-buf}
     *
     * @param newDescriptor a descriptor that the process has open
     */
    public MrInitAttributes withDescriptor(int newDescriptor) {
        return new MrInitAttributes(length, access, mask | DESCRIPTOR, iova, address, newDescriptor, offset, buf);
    }

    /**
     * {@return such attributes with the place of the first byte in the dma-buf}
     *
     * @param newOffset bytes from the beginning of the buffer
     */
    public MrInitAttributes withOffset(long newOffset) {
        return new MrInitAttributes(length, access, mask | OFFSET, iova, address, descriptor, newOffset, buf);
    }

    /**
     * {@return such attributes with an address in a buffer of the library's own}
     *
     * @param newBuf allocated from the PD that registers
     */
    public MrInitAttributes withBuf(Buf newBuf) {
        return new MrInitAttributes(length, access, mask | BUF, iova, address, descriptor, offset, newBuf);
    }

    /**
     * Any mask, also one that means nothing.
     *
     * @param newMask bits of the constants of this class
     * @return such attributes, so changed
     */
    public MrInitAttributes withMask(long newMask) {
        return new MrInitAttributes(length, access, newMask, iova, address, descriptor, offset, buf);
    }

    boolean has(long bit) {
        return (mask & bit) != 0;
    }

    /** The rule they break, or null when the kernel may see them. */
    @Nullable
    VerbsRule broken(ProtectionDomain pd) {
        if ((mask & ~ALL) != 0) {
            return VerbsRule.MR_MASK;
        }
        if (has(BUF)) {
            return brokenOf(pd, buf);
        }
        if (has(ADDRESS) == has(DESCRIPTOR)) {
            return VerbsRule.MR_SOURCE;
        }
        return has(DESCRIPTOR) == has(OFFSET) ? null : VerbsRule.MR_OFFSET;
    }

    /** The first rule that is broken, in the order of verbs.c {@code fill_mr_init_attr_from_buf}. */
    private @Nullable VerbsRule brokenOf(ProtectionDomain pd, @Nullable Buf named) {
        if (named == null) {
            return VerbsRule.BUF_SOURCE;
        }
        if (named.pd() != pd) {
            return VerbsRule.BUF_PD;
        }
        if (!has(ADDRESS)) {
            return VerbsRule.BUF_SOURCE;
        }
        long inside = address - named.address();
        boolean fits = Long.compareUnsigned(address, named.address()) >= 0
                && Long.compareUnsigned(inside, named.length()) <= 0
                && Long.compareUnsigned(length, named.length() - inside) <= 0;
        if (!fits) {
            return VerbsRule.BUF_RANGE;
        }
        boolean byFile = has(DESCRIPTOR)
                || has(OFFSET)
                || has(IOVA) && named.descriptor().isPresent();
        return byFile ? VerbsRule.BUF_SOURCE : null;
    }
}
