package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.MrQueryResponse;
import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.calls.ContextCalls.Call;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.device.KernelDevice.Room;
import dev.fenestra.ib.core.kernel.objects.DmObject;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.HandleTable.Hold;
import dev.fenestra.ib.core.kernel.objects.MrObject;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.verbs.MemoryAdvice;
import dev.fenestra.ib.core.kernel.verbs.MemoryRegions;
import dev.fenestra.ib.core.kernel.verbs.MrAccess;
import dev.fenestra.ib.core.kernel.verbs.OdpChecks;
import dev.fenestra.ib.core.kernel.verbs.RegionChanges;
import dev.fenestra.ib.core.kernel.verbs.RegionKinds;
import dev.fenestra.ib.core.kernel.verbs.ReregRequest;
import dev.fenestra.ib.core.memory.DmaBuf;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AdvisedRange;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.function.IntFunction;

/** The system calls about memory regions of one device that a process has opened. */
public final class KernelMrs {
    private final ContextCalls calls;
    private final KernelDevice device;
    private final HandleTable handles;
    private final MrAccess rights;
    private final MemoryRegions regions;
    private final RegionKinds kinds;
    private final RegionChanges changes;
    private final MemoryAdvice advice;
    private final IntFunction<DmaBuf> buffers;

    KernelMrs(
            ContextCalls calls,
            KernelDevice device,
            HandleTable handles,
            MrAccess rights,
            MemoryRegions regions,
            RegionKinds kinds,
            RegionChanges changes,
            MemoryAdvice advice,
            IntFunction<DmaBuf> buffers) {
        this.calls = calls;
        this.device = device;
        this.handles = handles;
        this.rights = rights;
        this.regions = regions;
        this.kinds = kinds;
        this.changes = changes;
        this.advice = advice;
        this.buffers = buffers;
    }

    /**
     * Registers memory: checks the page offset, the access flags, the handle, then pins.
     *
     * @param pd handle of the PD
     * @param address virtual address of the first byte
     * @param length bytes
     * @param iova address by which work requests will name the first byte; 0 with ZERO_BASED whatever is given
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}; unknown optional bits are dropped
     * @return handle and keys
     */
    public MrResponse register(int pd, long address, long length, long iova, int access) {
        return register(pd, address, length, iova, access, Udata.none());
    }

    /**
     * The same with bytes of the user half.
     *
     * @param pd handle of the PD
     * @param address virtual address of the first byte
     * @param length bytes
     * @param iova address by which work requests will name the first byte; 0 with ZERO_BASED whatever is given
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}; unknown optional bits are dropped
     * @param udata bytes of the user half, and room for the answer
     * @return handle and keys
     */
    public MrResponse register(int pd, long address, long length, long iova, int access, Udata udata) {
        Call call = calls.enter(
                SystemCall.REG_MR,
                () -> range(pd, address, length).hex("iova", iova).access(access));
        try (call) {
            long wireAddress = MemoryRegions.checkIova(address, iova, access);
            int granted = rights.check(access);
            try (Hold<PdObject> owner = handles.share(pd, PdObject.class);
                    Room room = device.reserve(ObjectKind.MR)) {
                return call.returns(
                        added(room, regions.register(owner.object(), address, length, wireAddress, granted, udata)));
            }
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Changes a region's memory, PD or rights: everything that the flags name, or nothing when it is refused. EBUSY for
     * another memory or PD, or for the loss of MW_BIND or LOCAL_WRITE, while a window is bound; the refusal names the
     * window.
     *
     * @param mr handle of the region
     * @param flags bits of {@link ReregFlag}; values of other bits are ignored
     * @param address virtual address of the first byte
     * @param length bytes
     * @param iova address by which requests name the first byte
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @param pd handle of the PD
     * @return the handle, which stays, and the keys, which are new ones when the device could not keep the old
     */
    public MrResponse change(int mr, int flags, long address, long length, long iova, int access, int pd) {
        Call call = calls.enter(
                SystemCall.REREG_MR,
                () -> changed(mr, flags, range(pd, address, length).hex("iova", iova), access));
        try (call) {
            RegionChanges.checkFlags(flags);
            ReregRequest asked = new ReregRequest(flags, address, length, iova, access);
            try (Hold<MrObject> region = handles.exclude(mr, MrObject.class)) {
                return call.returns(change(region.object(), asked, pd));
            }
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Gives advice about memory of on-demand regions ({@code ibv_advise_mr}).
     *
     * @param pd handle of the PD
     * @param code of a {@link dev.fenestra.ib.core.vocabulary.MrAdvice}; another is EOPNOTSUPP, as all are on a
     *     device without paging
     * @param flags {@link dev.fenestra.ib.core.vocabulary.MrAdvice#FLUSH} or 0, else EINVAL; without it failures after
     *     the checks are lost
     * @param ranges at least one (EINVAL). ENOENT for a key of no on-demand region, EINVAL for that of a window, EPERM
     *     for one of another PD or, with PREFETCH_WRITE, of a region without LOCAL_WRITE; EFAULT for a range outside of
     *     its region or, but for PREFETCH_NO_FAULT, where nothing is mapped
     */
    public void advise(int pd, int code, int flags, List<AdvisedRange> ranges) {
        Call call = calls.enter(SystemCall.ADVISE_MR, () -> advised(pd, code, flags, ranges));
        try (call) {
            MrAdvice known = OdpChecks.advice(device.odp(), code, flags, ranges);
            try (Hold<PdObject> owner = handles.share(pd, PdObject.class)) {
                advice.take(owner.object(), known, flags, ranges);
            }
            call.returns();
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Allocates a fast-register region, which gets its memory by REG_MR requests.
     *
     * @param pd handle of the PD
     * @param maxPages pages it may have, 1 to {@code max_fast_reg_page_list_len}, else EINVAL
     * @param udata bytes of the user half, and room for the answer
     * @return handle and keys
     */
    public MrResponse allocate(int pd, int maxPages, Udata udata) {
        Call call = calls.enter(
                SystemCall.ALLOC_MR, () -> CallArguments.of("pd", pd).with("max_num_sg", maxPages));
        try (call;
                Hold<PdObject> owner = handles.share(pd, PdObject.class);
                Room room = device.reserve(ObjectKind.MR)) {
            return call.returns(added(room, kinds.allocateFast(owner.object(), maxPages, udata)));
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Registers the memory of another region once more, under the same addresses. The new region has its own keys, PD
     * and rights. EINVAL for a region that is not of pinned memory, EFAULT for rights to write what was pinned for
     * reading.
     *
     * @param mr handle of the region
     * @param pd handle of the PD
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @return handle and keys
     */
    public MrResponse share(int mr, int pd, int access) {
        Call call = calls.enter(
                SystemCall.SHARE_MR,
                () -> CallArguments.of("handle", mr).with("pd", pd).access(access));
        try (call;
                Hold<MrObject> other = handles.share(mr, MrObject.class)) {
            int granted = rights.check(access);
            try (Hold<PdObject> owner = handles.share(pd, PdObject.class);
                    Room room = device.reserve(ObjectKind.MR)) {
                return call.returns(added(room, kinds.share(other.object(), owner.object(), granted)));
            }
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * {@return keys and extent of a region of the process, for an import by its handle ({@code ibv_import_mr})}
     *
     * @param mr handle of the region
     */
    public MrQueryResponse query(int mr) {
        return calls.using(
                SystemCall.QUERY_MR, mr, () -> CallArguments.of("handle", mr), MrObject.class, KernelMrs::queried);
    }

    /**
     * Registers a part of device memory; its addresses begin at 0. EINVAL without ZERO_BASED, for a range outside, and
     * for access that such memory cannot have.
     *
     * @param pd handle of the PD
     * @param dm handle of the device memory
     * @param offset bytes from the beginning
     * @param length bytes
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @return handle and keys
     */
    public MrResponse registerDm(int pd, int dm, long offset, long length, int access) {
        Call call = calls.enter(
                SystemCall.REG_DM_MR, () -> onDevice(pd, dm, offset, length).access(access));
        try (call;
                Hold<DmObject> memory = handles.share(dm, DmObject.class);
                Hold<PdObject> owner = handles.share(pd, PdObject.class);
                Room room = device.reserve(ObjectKind.MR)) {
            return call.returns(
                    added(room, kinds.registerOnDevice(owner.object(), memory.object(), offset, length, access)));
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Registers a part of an exporter's buffer, whose pages may move.
     *
     * @param pd handle of the PD
     * @param descriptor of the buffer: EBADF when it is not open, EINVAL when it is of something else
     * @param offset bytes from the beginning
     * @param length bytes
     * @param iova address by which work requests will name the first byte
     * @param access LOCAL_WRITE, remote rights, RELAXED_ORDERING; others are EINVAL
     * @return handle and keys
     */
    public MrResponse registerDmaBuf(int pd, int descriptor, long offset, long length, long iova, int access) {
        return registerDmaBuf(buffers, pd, descriptor, offset, length, iova, access);
    }

    /**
     * The same for a process whose descriptors are not the kernel's.
     *
     * @param files finds the buffer of a descriptor; EBADF and EINVAL as above
     * @param pd handle of the PD
     * @param descriptor of the buffer
     * @param offset bytes from the beginning
     * @param length bytes
     * @param iova address by which work requests will name the first byte
     * @param access LOCAL_WRITE, remote rights, RELAXED_ORDERING; others are EINVAL
     * @return handle and keys
     */
    public MrResponse registerDmaBuf(
            IntFunction<DmaBuf> files, int pd, int descriptor, long offset, long length, long iova, int access) {
        OnDemandRequest asked = new OnDemandRequest(offset, length, iova, access, false);
        Call call = calls.enter(SystemCall.REG_DMABUF_MR, () -> ofBuffer(pd, descriptor, asked));
        try (call;
                Hold<PdObject> owner = handles.share(pd, PdObject.class);
                Room room = device.reserve(ObjectKind.MR)) {
            return call.returns(added(room, kinds.importBuffer(owner.object(), files, descriptor, asked)));
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * Pins the pages of a range. REG_MR requests name them by the key in the answer, which gives no access by itself.
     *
     * @param pd handle of the PD
     * @param address virtual address of the first byte
     * @param length bytes
     * @return handle and keys
     */
    public MrResponse listPages(int pd, long address, long length) {
        Call call = calls.enter(SystemCall.REG_PAGES, () -> range(pd, address, length));
        try (call;
                Hold<PdObject> owner = handles.share(pd, PdObject.class);
                Room room = device.reserve(ObjectKind.MR)) {
            return call.returns(added(room, kinds.listPages(owner.object(), address, length)));
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /**
     * EBUSY while a window is bound to the region, or a region is registered over the page list; the refusal names it.
     *
     * @param mr handle of the region
     */
    public void deregister(int mr) {
        calls.destroy(SystemCall.DEREG_MR, mr, MrObject.class);
    }

    private static CallArguments range(int pd, long address, long length) {
        return CallArguments.of("pd", pd).hex("addr", address).with("length", length);
    }

    private static CallArguments onDevice(int pd, int dm, long offset, long length) {
        return CallArguments.of("pd", pd).with("dm", dm).with("offset", offset).with("length", length);
    }

    private static CallArguments ofBuffer(int pd, int descriptor, OnDemandRequest asked) {
        return CallArguments.of("pd", pd)
                .with("fd", descriptor)
                .with("offset", asked.address())
                .with("length", asked.length())
                .hex("iova", asked.iova())
                .access(asked.access());
    }

    private static CallArguments changed(int mr, int flags, CallArguments wanted, int access) {
        CallArguments all = CallArguments.of("handle", mr).hex("flags", flags);
        for (CallArguments.Argument argument : wanted.list()) {
            all = all.with(argument.name(), argument.value());
        }
        return all.access(access);
    }

    private static CallArguments advised(int pd, int code, int flags, List<AdvisedRange> ranges) {
        return CallArguments.of("pd", pd)
                .with("advice", code)
                .hex("flags", flags)
                .with("num_sge", ranges.size());
    }

    private static MrResponse answer(MrObject region) {
        return new MrResponse(
                region.handle(), region.driver().lkey(), region.driver().rkey(), region.type());
    }

    private static MrQueryResponse queried(MrObject region) {
        return new MrQueryResponse(answer(region), region.pages().length(), region.iova());
    }

    private MrResponse added(Room room, MrObject region) {
        device.add(region);
        handles.add(region);
        // Memory of a queue is no region of the program, so it takes no room.
        return region.isOfQueue() ? answer(region) : room.taken(answer(region));
    }

    private MrResponse change(MrObject region, ReregRequest asked, int pd) {
        RegionChanges.checkType(region);
        int access = changes.checkAccess(region, asked);
        if (asked.changes(ReregFlag.CHANGE_PD)) {
            try (Hold<PdObject> owner = handles.share(pd, PdObject.class)) {
                changes.change(region, owner.object(), asked, access);
            }
        } else {
            changes.change(region, region.pd(), asked, access);
        }
        return answer(region);
    }
}
