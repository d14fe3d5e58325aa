package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.AllocMw;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.AllocMwResp;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.AllocPdResp;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.CloseXrcd;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.DeallocMw;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.DeallocPd;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.DeregMr;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.OpenXrcd;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.OpenXrcdResp;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.RegMr;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.RegMrResp;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.ReregMr;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.ReregMrResp;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.kernel.MwResponse;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.Consumer;

/** The commands about protection domains, memory regions, memory windows and XRC domains. */
final class RegionCommands implements CommandGroup {
    private final KernelContext calls;
    private final Descriptors descriptors;

    RegionCommands(UverbsContext context, Descriptors descriptors) {
        calls = context.calls();
        this.descriptors = descriptors;
    }

    @Override
    public void register(Map<WriteCommand, Consumer<WriteCall>> handlers) {
        handlers.put(
                WriteCommand.ALLOC_PD,
                call -> AllocPdResp.PD_HANDLE.set(call.response(), calls.pds().allocate(call.udata())));
        handlers.put(
                WriteCommand.DEALLOC_PD, call -> calls.pds().deallocate(DeallocPd.PD_HANDLE.getInt(call.request())));
        handlers.put(WriteCommand.REG_MR, this::register);
        handlers.put(WriteCommand.REREG_MR, call -> change(call.request(), call.response()));
        handlers.put(WriteCommand.DEREG_MR, call -> calls.mrs().deregister(DeregMr.MR_HANDLE.getInt(call.request())));
        handlers.put(WriteCommand.ALLOC_MW, this::allocate);
        handlers.put(
                WriteCommand.DEALLOC_MW, call -> calls.mws().deallocate(DeallocMw.MW_HANDLE.getInt(call.request())));
        handlers.put(WriteCommand.OPEN_XRCD, call -> open(call.request(), call.response()));
        handlers.put(WriteCommand.CLOSE_XRCD, call -> calls.xrc().close(CloseXrcd.XRCD_HANDLE.getInt(call.request())));
    }

    private void register(WriteCall call) {
        MemorySegment in = call.request();
        MrResponse made = calls.mrs()
                .register(
                        RegMr.PD_HANDLE.getInt(in),
                        RegMr.START.get(in),
                        RegMr.LENGTH.get(in),
                        RegMr.HCA_VA.get(in),
                        RegMr.ACCESS_FLAGS.getInt(in),
                        call.udata());
        MemorySegment out = call.response();
        RegMrResp.MR_HANDLE.set(out, made.handle());
        RegMrResp.LKEY.set(out, made.lkey());
        RegMrResp.RKEY.set(out, made.rkey());
    }

    private void change(MemorySegment in, MemorySegment out) {
        MrResponse changed = calls.mrs()
                .change(
                        ReregMr.MR_HANDLE.getInt(in),
                        ReregMr.FLAGS.getInt(in),
                        ReregMr.START.get(in),
                        ReregMr.LENGTH.get(in),
                        ReregMr.HCA_VA.get(in),
                        ReregMr.ACCESS_FLAGS.getInt(in),
                        ReregMr.PD_HANDLE.getInt(in));
        ReregMrResp.LKEY.set(out, changed.lkey());
        ReregMrResp.RKEY.set(out, changed.rkey());
    }

    private void allocate(WriteCall call) {
        MemorySegment in = call.request();
        MwResponse made = calls.mws().allocate(AllocMw.PD_HANDLE.getInt(in), AllocMw.MW_TYPE.getInt(in), call.udata());
        MemorySegment out = call.response();
        AllocMwResp.MW_HANDLE.set(out, made.handle());
        AllocMwResp.RKEY.set(out, made.rkey());
    }

    /** A domain of the process alone, or one that all processes share that open it by the same file. */
    private void open(MemorySegment in, MemorySegment out) {
        int descriptor = OpenXrcd.FD.getInt(in);
        String name = descriptor == -1 ? null : descriptors.fileKey(descriptor);
        OpenXrcdResp.XRCD_HANDLE.set(out, calls.xrc().open(name, OpenXrcd.OFLAGS.getInt(in)));
    }
}
