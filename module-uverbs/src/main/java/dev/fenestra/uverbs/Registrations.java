package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.kernel.calls.KernelMrs;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserFastMr;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.OptionalInt;

/** Creates the regions of a PD: calls the kernel, and keeps the values for the data path. */
final class Registrations {
    private final ProtectionDomain pd;
    private final Context context;
    private final KernelMrs kernel;
    private final ForkGuard guard;

    Registrations(ProtectionDomain pd, Context context) {
        this.pd = pd;
        this.context = context;
        kernel = context.kernel().mrs();
        guard = context.process().guard();
    }

    private MemoryRegion opened(MrResponse response, long iova, long length, int access, MrType type, long virtual) {
        return opened(response, iova, length, access, type, virtual, UserState.NONE);
    }

    private MemoryRegion opened(
            MrResponse response, long iova, long length, int access, MrType type, long virtual, UserState state) {
        UserMr user = new UserMr(response.lkey(), response.rkey(), pd.handle(), iova, length, access, type, state);
        MemoryRegion.Registration registration = new MemoryRegion.Registration(pd, user, virtual);
        return context.opened(new MemoryRegion(context, response.handle(), registration));
    }

    MemoryRegion register(long address, long length, long iova, int access) {
        Pending<UserState> pending = context.user().prepareMr(pd.user(), address, length, iova, access);
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

    /** Registers the memory that the mask of ibv_reg_mr_ex describes. */
    MemoryRegion register(MrInitAttributes asked) {
        VerbsRule broken = asked.broken(pd);
        if (broken != null) {
            throw context.logged("uverbs", new VerbsException(broken, asked.toString()));
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

    MemoryRegion importBuffer(int descriptor, long offset, long length, long iova, int access) {
        return importBuffer(descriptor, offset, length, iova, access, offset);
    }

    private MemoryRegion importBuffer(int descriptor, long offset, long length, long iova, int access, long virtual) {
        MrResponse response = kernel.registerDmaBuf(pd.handle(), descriptor, offset, length, iova, access);
        return opened(response, iova, length, access, MrType.DMA_BUF, virtual);
    }

    MemoryRegion share(MemoryRegion other, int access) {
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

    MemoryRegion onDevice(DeviceMemory memory, long offset, long length, int access) {
        MrResponse response = kernel.registerDm(pd.handle(), memory.handle(), offset, length, access);
        return opened(response, 0, length, access, MrType.DM, 0);
    }

    MemoryRegion ofNothing() {
        OptionalInt lkey = context.user().nullLkey();
        if (lkey.isEmpty()) {
            throw context.logged("uverbs", new VerbsException(VerbsRule.NULL_REGION, context.device()));
        }
        MrResponse nothing = new MrResponse(context.handleOfOurs(), lkey.getAsInt(), 0, MrType.NULL_MR);
        return opened(nothing, 0, -1, 0, MrType.NULL_MR, 0);
    }

    /** The second object gets a handle of its own, since the kernel's handle belongs to the first. */
    MemoryRegion known(int handle) {
        MrResponse other = kernel.query(handle).keys();
        MrResponse second = new MrResponse(context.handleOfOurs(), other.lkey(), other.rkey(), MrType.IMPORTED);
        return opened(second, 0, 0, 0, MrType.IMPORTED, 0);
    }

    MemoryRegion fast(int maxPages) {
        int most = Math.max(1, context.deviceAttributes().memory().maxFastRegPages());
        Pending<UserFastMr> pending = context.user().prepareFastMr(Math.clamp(maxPages, 1, most));
        MrResponse response = pending.during(udata -> kernel.allocate(pd.handle(), maxPages, udata));
        UserFastMr fast = pending.complete(response.handle());
        UserMr user = new UserMr(response.lkey(), response.rkey(), pd.handle(), 0, 0, 0, MrType.FAST_REG);
        MemoryRegion.Registration free = new MemoryRegion.Registration(pd, user, 0);
        return context.opened(new MemoryRegion(context, response.handle(), free, fast));
    }

    PageList pages(long address, long length) {
        MrResponse response = kernel.listPages(pd.handle(), address, length);
        long first = address / PageList.PAGE_BYTES;
        int pages = (int) ((address + length - 1) / PageList.PAGE_BYTES - first + 1);
        return context.opened(new PageList(context, response, pd, first * PageList.PAGE_BYTES, pages));
    }
}
