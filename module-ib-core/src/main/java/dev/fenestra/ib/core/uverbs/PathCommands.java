package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.Consumer;

/** The commands about address handles and multicast groups. */
final class PathCommands implements CommandGroup {
    private static final AbiField HANDLE = AbiField.u32(0);
    private static final AbiField GROUP = AbiField.u64(0);
    private static final AbiField MEMBER = AbiField.u32(16);

    private final KernelContext calls;

    PathCommands(UverbsContext context) {
        calls = context.calls();
    }

    @Override
    public void register(Map<WriteCommand, Consumer<WriteCall>> handlers) {
        handlers.put(WriteCommand.CREATE_AH, this::create);
        handlers.put(WriteCommand.DESTROY_AH, call -> calls.ahs().destroy(HANDLE.getInt(call.request())));
        handlers.put(
                WriteCommand.ATTACH_MCAST,
                call -> calls.qps().attachMcast(MEMBER.getInt(call.request()), GROUP.gid(call.request())));
        handlers.put(
                WriteCommand.DETACH_MCAST,
                call -> calls.qps().detachMcast(MEMBER.getInt(call.request()), GROUP.gid(call.request())));
    }

    private void create(WriteCall call) {
        MemorySegment in = call.request();
        AhAttributes path = new AhAttributes(
                AbiField.u64(24).gid(in),
                AbiField.u8(54).getInt(in),
                AbiField.u8(44).getInt(in),
                AbiField.u32(40).getInt(in),
                AbiField.u8(45).getInt(in),
                AbiField.u8(46).getInt(in),
                AbiField.u8(50).getInt(in),
                AbiField.u8(52).getInt(in));
        HANDLE.set(call.response(), calls.ahs().create(AbiField.u32(16).getInt(in), path, call.udata()));
    }
}
