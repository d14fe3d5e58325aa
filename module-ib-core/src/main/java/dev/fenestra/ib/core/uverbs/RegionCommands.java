package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.kernel.MwResponse;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.Consumer;

/** The commands about protection domains, memory regions, memory windows and XRC domains. */
final class RegionCommands implements CommandGroup {
    /** The handle in the commands that destroy without an answer, and the one in answers. */
    private static final AbiField HANDLE = AbiField.u32(0);

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
                call -> HANDLE.set(call.response(), calls.pds().allocate(call.udata())));
        handlers.put(WriteCommand.DEALLOC_PD, call -> calls.pds().deallocate(HANDLE.getInt(call.request())));
        handlers.put(WriteCommand.REG_MR, this::register);
        handlers.put(WriteCommand.REREG_MR, call -> change(call.request(), call.response()));
        handlers.put(WriteCommand.DEREG_MR, call -> calls.mrs().deregister(HANDLE.getInt(call.request())));
        handlers.put(WriteCommand.ALLOC_MW, this::allocate);
        handlers.put(WriteCommand.DEALLOC_MW, call -> calls.mws().deallocate(HANDLE.getInt(call.request())));
        handlers.put(WriteCommand.OPEN_XRCD, call -> open(call.request(), call.response()));
        handlers.put(WriteCommand.CLOSE_XRCD, call -> calls.xrc().close(HANDLE.getInt(call.request())));
    }

    private void register(WriteCall call) {
        MemorySegment in = call.request();
        MrResponse made = calls.mrs()
                .register(
                        AbiField.u32(32).getInt(in),
                        AbiField.u64(8).get(in),
                        AbiField.u64(16).get(in),
                        AbiField.u64(24).get(in),
                        AbiField.u32(36).getInt(in),
                        call.udata());
        MemorySegment out = call.response();
        HANDLE.set(out, made.handle());
        AbiField.u32(4).set(out, made.lkey());
        AbiField.u32(8).set(out, made.rkey());
    }

    private void change(MemorySegment in, MemorySegment out) {
        MrResponse changed = calls.mrs()
                .change(
                        AbiField.u32(8).getInt(in),
                        AbiField.u32(12).getInt(in),
                        AbiField.u64(16).get(in),
                        AbiField.u64(24).get(in),
                        AbiField.u64(32).get(in),
                        AbiField.u32(44).getInt(in),
                        AbiField.u32(40).getInt(in));
        AbiField.u32(0).set(out, changed.lkey());
        AbiField.u32(4).set(out, changed.rkey());
    }

    private void allocate(WriteCall call) {
        MemorySegment in = call.request();
        MwResponse made =
                calls.mws().allocate(AbiField.u32(8).getInt(in), AbiField.u8(12).getInt(in), call.udata());
        MemorySegment out = call.response();
        HANDLE.set(out, made.handle());
        AbiField.u32(4).set(out, made.rkey());
    }

    /** A domain of the process alone, or one that all processes share that open it by the same file. */
    private void open(MemorySegment in, MemorySegment out) {
        int descriptor = AbiField.u32(8).getInt(in);
        String name = descriptor == -1 ? null : descriptors.fileKey(descriptor);
        HANDLE.set(out, calls.xrc().open(name, AbiField.u32(12).getInt(in)));
    }
}
