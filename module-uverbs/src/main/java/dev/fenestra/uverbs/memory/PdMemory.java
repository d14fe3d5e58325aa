package dev.fenestra.uverbs.memory;

import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.kernel.MwResponse;
import dev.fenestra.ib.core.kernel.calls.KernelMrs;
import dev.fenestra.ib.core.memory.ProcessMemory;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserFastMr;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.spi.UserPd;
import dev.fenestra.ib.core.spi.UserState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.device.ForkGuard;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.device.QueueMemory;
import dev.fenestra.uverbs.device.VerbArguments;
import java.util.OptionalInt;

/**
 * What a PD makes of memory: regions, page lists, windows and buffers. It calls the kernel, and keeps the values for
 * the data path. A program calls {@code ProtectionDomain}.
 */
public final class PdMemory {
    private final Pd pd;
    private final OpenDevice device;
    private final UserPd user;
    private final QueueMemory buffers;
    private final KernelMrs kernel;
    private final ForkGuard guard;

    /**
     * Makes the part of a PD that is about memory.
     *
     * @param pd the PD
     * @param device the opened device of the PD
     * @param user the PD as its provider knows it
     * @param buffers allocates its buffers
     */
    @SuppressWarnings("exports")
    public PdMemory(Pd pd, OpenDevice device, UserPd user, QueueMemory buffers) {
        this.pd = pd;
        this.device = device;
        this.user = user;
        this.buffers = buffers;
        kernel = device.kernel().mrs();
        guard = device.guard();
    }

    private MemoryRegion opened(MrResponse response, long iova, long length, int access, MrType type, long virtual) {
        return opened(response, iova, length, access, type, virtual, UserState.NONE);
    }

    private MemoryRegion opened(
            MrResponse response, long iova, long length, int access, MrType type, long virtual, UserState state) {
        UserMr made = new UserMr(response.lkey(), response.rkey(), pd.handle(), iova, length, access, type, state);
        MemoryRegion.Registration registration = new MemoryRegion.Registration(pd, made, virtual);
        return device.opened(new MemoryRegion(device, response.handle(), registration));
    }

    /**
     * {@return a region of a part of a memory}
     *
     * @param memory memory of the program
     * @param offset of the first byte in the memory
     * @param length bytes
     * @param iova address of the first byte in work requests; ZERO_BASED makes it 0
     * @param access mask of {@link AccessFlag}
     */
    public MemoryRegion register(Memory memory, long offset, long length, long iova, int access) {
        long address = memory.address() + offset;
        long wireAddress = AccessFlag.ZERO_BASED.in(access) ? 0 : iova;
        device.calling(
                "ibv_reg_mr_iova", () -> VerbArguments.region(pd.handle(), address, length, wireAddress, access));
        return register(address, length, wireAddress, access);
    }

    /**
     * {@return a region of new memory, which is freed with it}
     *
     * @param length bytes
     * @param access mask of {@link AccessFlag}
     */
    public MemoryRegion allocated(long length, int access) {
        ProcessMemory process = device.process().memory();
        Memory memory = new Memory(process, contiguous(process, length), length, MapOptions.USUAL);
        try {
            MemoryRegion region = register(memory, 0, length, memory.address(), access);
            region.owns(memory);
            return region;
        } catch (VerbsException refused) {
            memory.free();
            throw refused;
        }
    }

    /** Contiguous frames if the host has such a run, else any frames. */
    private static long contiguous(ProcessMemory process, long bytes) {
        try {
            return process.allocateContiguous(bytes);
        } catch (VerbsException noRun) {
            if (noRun.errno() != Errno.ENOMEM) {
                throw noRun;
            }
            return process.allocate(bytes);
        }
    }

    /**
     * {@return a region of memory of the process}
     *
     * @param address virtual address of the first byte
     * @param length bytes
     * @param iova address of the first byte in work requests
     * @param access mask of {@link AccessFlag}
     */
    public MemoryRegion register(long address, long length, long iova, int access) {
        Pending<UserState> pending = device.user().prepareMr(user, address, length, iova, access);
        MrResponse response = pending.during(udata -> registered(address, length, iova, access, udata));
        UserState state = pending.complete(response.handle());
        return opened(response, iova, length, access, response.type(), address, state);
    }

    /** Hides pages from children before the kernel pins them. */
    private MrResponse registered(long address, long length, long iova, int access, Udata udata) {
        boolean pins = !AccessFlag.ON_DEMAND.in(access);
        if (pins) {
            guard.guard(address, length);
        }
        try {
            return kernel.register(pd.handle(), address, length, iova, access, udata);
        } catch (VerbsException refused) {
            if (pins) {
                guard.release(address, length);
            }
            throw refused;
        }
    }

    /**
     * {@return a region of the memory that the mask of {@code ibv_reg_mr_ex} describes}
     *
     * @param asked what the mask says
     */
    public MemoryRegion register(MrInitAttributes asked) {
        device.calling("ibv_reg_mr_ex", () -> asked.arguments(pd.handle()));
        VerbsRule broken = asked.broken(pd);
        if (broken != null) {
            throw device.logged("uverbs", new VerbsException(broken, asked.toString()));
        }
        Buf buf = asked.has(MrInitAttributes.BUF) ? asked.buf() : null;
        if (buf != null) {
            return register(buf, asked);
        }
        return named(asked);
    }

    /** From here on the buffer lives as long as its region. */
    private MemoryRegion register(Buf buf, MrInitAttributes asked) {
        buf.hold();
        try {
            OptionalInt descriptor = buf.descriptor();
            long inside = asked.address() - buf.address();
            MemoryRegion region = descriptor.isPresent()
                    ? importBuffer(
                            descriptor.getAsInt(),
                            inside,
                            asked.length(),
                            asked.address(),
                            asked.access(),
                            asked.address())
                    : named(asked);
            region.holds(buf);
            return region;
        } catch (VerbsException refused) {
            buf.release();
            throw refused;
        }
    }

    private MemoryRegion named(MrInitAttributes asked) {
        boolean ofFile = asked.has(MrInitAttributes.DESCRIPTOR);
        long first = ofFile ? asked.offset() : asked.address();
        long iova = asked.has(MrInitAttributes.IOVA) ? asked.iova() : first;
        if (ofFile) {
            return importBuffer(asked.descriptor(), first, asked.length(), iova, asked.access());
        }
        return register(first, asked.length(), AccessFlag.ZERO_BASED.in(asked.access()) ? 0 : iova, asked.access());
    }

    /**
     * {@return a region of a dma-buf}
     *
     * @param descriptor file descriptor of the buffer
     * @param offset of the first byte
     * @param length bytes
     * @param iova address of the first byte in work requests
     * @param access mask of {@link AccessFlag}
     */
    public MemoryRegion importBuffer(int descriptor, long offset, long length, long iova, int access) {
        return importBuffer(descriptor, offset, length, iova, access, offset);
    }

    private MemoryRegion importBuffer(int descriptor, long offset, long length, long iova, int access, long virtual) {
        MrResponse response = kernel.registerDmaBuf(pd.handle(), descriptor, offset, length, iova, access);
        return opened(response, iova, length, access, MrType.DMA_BUF, virtual);
    }

    /**
     * {@return a second region of the pages of another one}
     *
     * @param other the first region
     * @param access mask of {@link AccessFlag}
     */
    public MemoryRegion share(MemoryRegion other, int access) {
        long virtual = other.virtualAddress(other.address());
        MrResponse response = shared(other, virtual, access);
        long address = AccessFlag.ZERO_BASED.in(access) ? 0 : other.address();
        return opened(response, address, other.length(), access, MrType.MR, virtual);
    }

    private MrResponse shared(MemoryRegion other, long virtual, int access) {
        guard.guard(virtual, other.length());
        try {
            return kernel.share(other.handle(), pd.handle(), access);
        } catch (VerbsException refused) {
            guard.release(virtual, other.length());
            throw refused;
        }
    }

    /**
     * {@return a region of memory on the card}
     *
     * @param memory memory on the card
     * @param offset of the first byte
     * @param length bytes
     * @param access mask of {@link AccessFlag}
     */
    public MemoryRegion onDevice(DeviceMemory memory, long offset, long length, int access) {
        MrResponse response = kernel.registerDm(pd.handle(), memory.handle(), offset, length, access);
        return opened(response, 0, length, access, MrType.DM, 0);
    }

    /**
     * {@return a null region}
     */
    public MemoryRegion ofNothing() {
        OptionalInt lkey = device.user().nullLkey();
        if (lkey.isEmpty()) {
            throw device.logged(
                    "uverbs",
                    new VerbsException(VerbsRule.NULL_REGION, device.kernel().device()));
        }
        MrResponse nothing = new MrResponse(device.handleOfOurs(), lkey.getAsInt(), 0, MrType.NULL_MR);
        return opened(nothing, 0, -1, 0, MrType.NULL_MR, 0);
    }

    /**
     * {@return another object for a region} It gets a handle of its own, since the kernel's handle belongs to the
     * first.
     *
     * @param handle the region's handle in the kernel
     */
    public MemoryRegion known(int handle) {
        MrResponse other = kernel.query(handle).keys();
        MrResponse second = new MrResponse(device.handleOfOurs(), other.lkey(), other.rkey(), MrType.IMPORTED);
        return opened(second, 0, 0, 0, MrType.IMPORTED, 0);
    }

    /**
     * {@return a fast-register region}
     *
     * @param maxPages pages it may have
     */
    public MemoryRegion fast(int maxPages) {
        int most = Math.max(1, device.attributes().memory().maxFastRegPages());
        Pending<UserFastMr> pending = device.user().prepareFastMr(Math.clamp(maxPages, 1, most));
        MrResponse response = pending.during(udata -> kernel.allocate(pd.handle(), maxPages, udata));
        UserFastMr fast = pending.complete(response.handle());
        UserMr made = new UserMr(response.lkey(), response.rkey(), pd.handle(), 0, 0, 0, MrType.FAST_REG);
        MemoryRegion.Registration free = new MemoryRegion.Registration(pd, made, 0);
        return device.opened(new MemoryRegion(device, response.handle(), free, fast));
    }

    /**
     * {@return the pinned pages of memory of the process}
     *
     * @param address virtual address of the first byte
     * @param length bytes
     */
    public PageList pages(long address, long length) {
        MrResponse response = kernel.listPages(pd.handle(), address, length);
        long first = address / PageList.PAGE_BYTES;
        int pages = (int) ((address + length - 1) / PageList.PAGE_BYTES - first + 1);
        return device.opened(new PageList(device, response, pd, first * PageList.PAGE_BYTES, pages));
    }

    /**
     * {@return a window that is not bound}
     *
     * @param type type 1 or type 2
     */
    public MemoryWindow window(MwType type) {
        Pending<UserState> pending = device.user().prepareMw(user, type);
        MwResponse response = pending.during(udata -> device.kernel().mws().allocate(pd.handle(), type.code(), udata));
        UserMw window = new UserMw(type, pd.handle(), response.rkey(), pending.complete(response.handle()));
        return device.opened(new MemoryWindow(device, response.handle(), pd, window));
    }

    /**
     * {@return a buffer of zeroed pages}
     *
     * @param length bytes
     */
    public Buf buffer(long length) {
        if (length < 1) {
            throw device.logged("uverbs", new VerbsException(VerbsRule.BUF_LENGTH, "length=" + length));
        }
        Memory bytes;
        try {
            long address = buffers.takeBuffer(length);
            bytes = new Memory(device.process().memory(), address, length, MapOptions.USUAL);
        } catch (VerbsException refused) {
            throw device.logged("uverbs", refused);
        }
        return device.opened(new Buf(device, pd, buffers, bytes));
    }

    /** Refuses with EBUSY while there is a buffer. */
    public void checkNoBuffers() {
        int count = buffers.buffers();
        if (count > 0) {
            String held = pd.name() + " is held by " + count + (count == 1 ? " buffer" : " buffers");
            throw device.logged("uverbs", new VerbsException(VerbsRule.BUF_DOMAIN, held));
        }
    }
}
