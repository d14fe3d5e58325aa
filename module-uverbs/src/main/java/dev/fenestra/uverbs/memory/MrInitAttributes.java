package dev.fenestra.uverbs.memory;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.device.VerbArguments;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of {@code ProtectionDomain.regMrEx} ({@code ibv_mr_init_attr}). A mask says which values are given.
 *
 * @param length bytes
 * @param access mask of {@link AccessFlag}
 * @param mask bits of this class
 * @param iova address of the first byte in work requests; without IOVA it is the address or, for a file, the offset
 * @param address of the first byte in the process
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
    /** All known bits. A DMA handle, bit 4, is not among them. */
    public static final long ALL = IOVA | ADDRESS | DESCRIPTOR | OFFSET | BUF;

    /**
     * Attributes with a length and rights; the memory is added with the methods below.
     *
     * @param length bytes
     * @param access rights; none means local reading only
     * @return attributes with length and access set
     */
    public static MrInitAttributes of(long length, AccessFlag... access) {
        return new MrInitAttributes(length, AccessFlag.mask(access), 0, 0, 0, 0, 0, null);
    }

    /**
     * {@return such attributes with the address of the first byte in work requests}
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
     * {@return such attributes with the offset of the first byte in the dma-buf}
     *
     * @param newOffset bytes from the beginning of the buffer
     */
    public MrInitAttributes withOffset(long newOffset) {
        return new MrInitAttributes(length, access, mask | OFFSET, iova, address, descriptor, newOffset, buf);
    }

    /**
     * {@return such attributes with a buffer of the library}
     *
     * @param newBuf allocated from the PD that registers
     */
    public MrInitAttributes withBuf(Buf newBuf) {
        return new MrInitAttributes(length, access, mask | BUF, iova, address, descriptor, offset, newBuf);
    }

    /**
     * Sets any mask, even one with unknown bits.
     *
     * @param newMask bits of the constants of this class
     * @return such attributes with this mask
     */
    public MrInitAttributes withMask(long newMask) {
        return new MrInitAttributes(length, access, newMask, iova, address, descriptor, offset, buf);
    }

    boolean has(long bit) {
        return (mask & bit) != 0;
    }

    /** The rule that they break, or null when the call may go to the kernel. */
    @Nullable
    VerbsRule broken(Pd pd) {
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

    /** The first broken rule, in the order of verbs.c {@code fill_mr_init_attr_from_buf}. */
    private @Nullable VerbsRule brokenOf(Pd pd, @Nullable Buf named) {
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

    /** What the call was given, for observers. */
    CallArguments arguments(int pd) {
        return VerbArguments.range(pd, address, length).hex("comp_mask", mask).access(access);
    }
}
