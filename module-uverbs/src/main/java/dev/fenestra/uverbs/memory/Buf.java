package dev.fenestra.uverbs.memory;

import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.device.QueueMemory;
import dev.fenestra.uverbs.handles.ParentDomainAttributes;
import java.util.OptionalInt;

/**
 * Memory that the library has allocated for a PD ({@code ibv_buf}, from {@code ProtectionDomain.allocBuf}): zeroed
 * pages of the process. For a {@linkplain ParentDomainAttributes#allowCcUnprotectedAlloc confidential} PD, on a device
 * that needs it, the memory is a dma-buf that the guest shares with its devices.
 *
 * <p>{@code ProtectionDomain.regBufMr} registers it, only in the PD that it was allocated from. Closing it frees it
 * ({@code ibv_free_buf}).
 */
public final class Buf extends VerbsObject {
    private final OpenDevice device;
    private final Pd pd;
    private final QueueMemory source;
    private final Memory bytes;
    private int regions;

    /**
     * @param source has allocated it, and takes it back
     * @param bytes of it
     */
    Buf(OpenDevice device, Pd pd, QueueMemory source, Memory bytes) {
        super(device, "buffer", device.handleOfOurs());
        this.device = device;
        this.pd = pd;
        this.source = source;
        this.bytes = bytes;
    }

    /** {@return the PD that it was allocated from} */
    public Pd pd() {
        return pd;
    }

    /** {@return virtual address of its first byte; page-aligned} */
    public long address() {
        return bytes.address();
    }

    /** {@return its length in bytes, as the program asked for it} */
    public long length() {
        return bytes.length();
    }

    /**
     * Stores bytes, as the program's processor does. Throws {@link IndexOutOfBoundsException} outside of the buffer,
     * and {@link IllegalStateException} after the buffer was freed.
     *
     * @param offset bytes from the beginning
     * @param from the bytes to copy
     */
    public void put(long offset, byte[] from) {
        checkOpen();
        bytes.put(offset, from);
    }

    /**
     * Loads bytes, as the program's processor does. Throws as {@link #put} does.
     *
     * @param offset bytes from the beginning
     * @param count bytes
     * @return the bytes
     */
    public byte[] get(long offset, int count) {
        checkOpen();
        return bytes.get(offset, count);
    }

    /**
     * Opens its dma-buf once more ({@code ibv_export_buf_dmabuf_fd}). The caller closes the result, which stays valid
     * when the buffer is freed.
     *
     * @return another object for the same buffer, with a descriptor of its own
     * @throws VerbsException ENODATA when it is ordinary memory
     */
    public DmaBuf exportDmaBuf() {
        checkOpen();
        device.calling("ibv_export_buf_dmabuf_fd");
        OptionalInt descriptor = descriptor();
        if (descriptor.isEmpty()) {
            throw device.logged("uverbs", new VerbsException(VerbsRule.BUF_DMA_BUF, toString()));
        }
        return DmaBuf.reopen(device.process().files(), descriptor.getAsInt());
    }

    /** File descriptor of its dma-buf; empty for ordinary memory. */
    OptionalInt descriptor() {
        return source.descriptor(address());
    }

    /** A region is registered over it. */
    synchronized void hold() {
        checkOpen();
        regions++;
    }

    /** The region is gone, or has other memory. */
    synchronized void release() {
        regions--;
    }

    @Override
    protected void destroy() {
        device.calling("ibv_free_buf", this);
        if (regions > 0) {
            String held = name() + " is held by " + regions + (regions == 1 ? " region" : " regions");
            throw device.logged("uverbs", new VerbsException(VerbsRule.BUF_UNUSED, held));
        }
        source.freeBuffer(address());
    }
}
