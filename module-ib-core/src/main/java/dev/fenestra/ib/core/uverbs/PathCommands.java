package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.Consumer;

/** The commands about address handles and multicast groups. */
final class PathCommands implements CommandGroup {
    private static final AbiField HANDLE = AbiField.u32(0);
    /** Where the path begins in CREATE_AH. */
    private static final int IN_CREATE = 24;

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
        AhAttributes path = PathLayout.AH_ATTR.read(in.asSlice(IN_CREATE));
        HANDLE.set(call.response(), calls.ahs().create(AbiField.u32(16).getInt(in), path, call.udata()));
    }
}
