package dev.fenestra.uverbs.memory;

import dev.fenestra.ib.core.spi.UserDm;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.device.OpenDevice;
import java.lang.foreign.MemorySegment;

/**
 * Memory on the card ({@code ibv_alloc_dm}). It has no address in the program; the program reads and writes it with the
 * copies here. Closing it frees it, and is refused with EBUSY while a region of it is registered.
 */
public final class DeviceMemory extends VerbsObject {
    private final OpenDevice device;
    private final UserDm user;
    private final long length;

    /**
     * Memory that is allocated. A program gets it from its context.
     *
     * @param device whose memory it is
     * @param handle in the kernel
     * @param user the provider's part
     * @param length bytes
     */
    @SuppressWarnings("exports")
    public DeviceMemory(OpenDevice device, int handle, UserDm user, long length) {
        super(device, "DM", handle);
        this.device = device;
        this.user = user;
        this.length = length;
    }

    /** {@return its length in bytes, as the program asked for it} */
    public long length() {
        return length;
    }

    /**
     * Copies bytes to the card ({@code ibv_memcpy_to_dm}).
     *
     * @param offset bytes from the beginning
     * @param source the bytes to copy
     * @throws dev.fenestra.ib.core.vocabulary.VerbsException EFAULT outside of its length, else EINVAL for an offset or
     *     a length that is no multiple of 4; nothing is copied then
     */
    public void put(long offset, byte[] source) {
        checkOpen();
        user.write(offset, MemorySegment.ofArray(source));
    }

    /**
     * Copies bytes from the card ({@code ibv_memcpy_from_dm}); refused like {@link #put}.
     *
     * @param offset bytes from the beginning
     * @param count bytes
     * @return the bytes
     */
    public byte[] get(long offset, int count) {
        checkOpen();
        byte[] target = new byte[count];
        user.read(offset, MemorySegment.ofArray(target));
        return target;
    }

    @Override
    protected String details() {
        return "length=" + length;
    }

    @Override
    protected void destroy() {
        device.calling("ibv_free_dm", this);
        device.kernel().dms().free(handle());
    }
}
