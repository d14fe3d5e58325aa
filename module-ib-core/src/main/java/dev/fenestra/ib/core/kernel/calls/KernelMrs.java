package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.MrQueryResponse;
import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.DmObject;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
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
import java.util.List;
import java.util.function.IntFunction;

/** The system calls about memory regions of one device that a process has opened. */
public final class KernelMrs {
    private final ContextCalls calls;
    private final KernelDevice device;
    private final HandleTable handles;
    private final MemoryRegions regions;
    private final RegionKinds kinds;
    private final RegionChanges changes;
    private final MemoryAdvice advice;
    private final IntFunction<DmaBuf> buffers;

    KernelMrs(
            ContextCalls calls,
            KernelDevice device,
            HandleTable handles,
            MemoryRegions regions,
            RegionKinds kinds,
            RegionChanges changes,
            MemoryAdvice advice,
            IntFunction<DmaBuf> buffers) {
        this.calls = calls;
        this.device = device;
        this.handles = handles;
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
        return calls.call(
                SystemCall.REG_MR,
                () -> range(pd, address, length).hex("iova", iova).access(access),
                () -> {
                    long wireAddress = MemoryRegions.checkIova(address, iova, access);
                    int granted = MrAccess.check(device.attributes(), device.odp(), access);
                    return calls.usingPd(
                            pd,
                            ObjectKind.MR,
                            owner -> added(regions.register(owner, address, length, wireAddress, granted, udata)));
                });
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
        return calls.call(
                SystemCall.REREG_MR,
                () -> changed(mr, flags, range(pd, address, length).hex("iova", iova), access),
                () -> {
                    RegionChanges.checkFlags(flags);
                    ReregRequest asked = new ReregRequest(flags, address, length, iova, access);
                    return handles.changing(mr, MrObject.class, region -> change(region, asked, pd));
                });
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
        calls.call(SystemCall.ADVISE_MR, () -> advised(pd, code, flags, ranges), () -> {
            MrAdvice known = OdpChecks.advice(device.odp(), code, flags, ranges);
            return handles.using(pd, PdObject.class, owner -> {
                advice.take(owner, known, flags, ranges);
                return true;
            });
        });
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
        return calls.call(
                SystemCall.ALLOC_MR,
                () -> CallArguments.of("pd", pd).with("max_num_sg", maxPages),
                () -> calls.usingPd(pd, ObjectKind.MR, owner -> added(kinds.allocateFast(owner, maxPages, udata))));
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
        return calls.call(
                SystemCall.SHARE_MR,
                () -> CallArguments.of("handle", mr).with("pd", pd).access(access),
                () -> handles.using(mr, MrObject.class, other -> {
                    int granted = MrAccess.check(device.attributes(), device.odp(), access);
                    return calls.usingPd(pd, ObjectKind.MR, owner -> added(kinds.share(other, owner, granted)));
                }));
    }

    /**
     * {@return keys and extent of a region of the process, for an import by its handle ({@code ibv_import_mr})}
     *
     * @param mr handle of the region
     */
    public MrQueryResponse query(int mr) {
        return calls.call(
                SystemCall.QUERY_MR,
                () -> CallArguments.of("handle", mr),
                () -> handles.using(
                        mr,
                        MrObject.class,
                        region -> new MrQueryResponse(
                                answer(region), region.pages().length(), region.iova())));
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
        return calls.call(
                SystemCall.REG_DM_MR,
                () -> CallArguments.of("pd", pd)
                        .with("dm", dm)
                        .with("offset", offset)
                        .with("length", length)
                        .access(access),
                () -> handles.using(
                        dm,
                        DmObject.class,
                        memory -> calls.usingPd(
                                pd,
                                ObjectKind.MR,
                                owner -> added(kinds.registerOnDevice(owner, memory, offset, length, access)))));
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
        return calls.call(
                SystemCall.REG_DMABUF_MR,
                () -> CallArguments.of("pd", pd)
                        .with("fd", descriptor)
                        .with("offset", offset)
                        .with("length", length)
                        .hex("iova", iova)
                        .access(access),
                () -> calls.usingPd(
                        pd, ObjectKind.MR, owner -> added(kinds.importBuffer(owner, files, descriptor, asked))));
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
        return calls.call(
                SystemCall.REG_PAGES,
                () -> range(pd, address, length),
                () -> calls.usingPd(pd, ObjectKind.MR, owner -> added(kinds.listPages(owner, address, length))));
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

    private MrResponse added(MrObject region) {
        device.add(region);
        handles.add(region);
        return answer(region);
    }

    private MrResponse change(MrObject region, ReregRequest asked, int pd) {
        RegionChanges.checkType(region);
        int access = RegionChanges.checkAccess(device, region, asked);
        if (asked.changes(ReregFlag.CHANGE_PD)) {
            handles.using(pd, PdObject.class, owner -> {
                changes.change(region, owner, asked, access);
                return null;
            });
        } else {
            changes.change(region, region.pd(), asked, access);
        }
        return answer(region);
    }
}
