package dev.fenestra.uverbs.memory;

import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.request.RegisterMr;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Pinned pages of the program. {@link RegisterMr} requests name them by number. The kernel has pinned them for this
 * process, so no request can name memory that the process does not own. The list itself gives no access. Closing it
 * unpins the pages, and is refused with EBUSY while a region is registered over it.
 */
public final class PageList extends VerbsObject {
    private final OpenDevice device;
    /** Bytes of a page. */
    public static final int PAGE_BYTES = 4096;

    private final Pd pd;
    private final int key;
    private final long address;
    private final int size;

    PageList(OpenDevice device, MrResponse response, Pd pd, long address, int size) {
        super(device, "MR", response.handle());
        this.device = device;
        this.pd = pd;
        key = response.lkey();
        this.address = address;
        this.size = size;
    }

    /** {@return the PD whose regions may use these pages} */
    public Pd pd() {
        return pd;
    }

    /** {@return how many pages it has} */
    public int size() {
        return size;
    }

    /**
     * {@return the virtual address of a page}
     *
     * @param page number of the page, from 0
     */
    public long address(int page) {
        return address + (long) Objects.checkIndex(page, size) * PAGE_BYTES;
    }

    /** {@return the numbers of all its pages, in order} */
    public List<Integer> all() {
        return IntStream.range(0, size).boxed().toList();
    }

    /** {@return the L_Key of the pages, by which a registration names the list} */
    public int key() {
        return key;
    }

    @Override
    protected void destroy() {
        device.calling("ib_dma_unmap_sg", this);
        device.kernel().mrs().deregister(handle());
    }
}
