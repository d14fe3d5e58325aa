package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.uverbs.PathFields;
import dev.fenestra.ib.core.abi.uverbs.PathLayouts.AttachMcast;
import dev.fenestra.ib.core.abi.uverbs.PathLayouts.CreateAh;
import dev.fenestra.ib.core.abi.uverbs.PathLayouts.CreateAhResp;
import dev.fenestra.ib.core.abi.uverbs.PathLayouts.DestroyAh;
import dev.fenestra.ib.core.abi.uverbs.PathLayouts.DetachMcast;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.Consumer;

/** The commands about address handles and multicast groups. */
final class PathCommands implements CommandGroup {
    private final KernelContext calls;

    PathCommands(UverbsContext context) {
        calls = context.calls();
    }

    @Override
    public void register(Map<WriteCommand, Consumer<WriteCall>> handlers) {
        handlers.put(WriteCommand.CREATE_AH, this::create);
        handlers.put(WriteCommand.DESTROY_AH, call -> calls.ahs().destroy(DestroyAh.AH_HANDLE.getInt(call.request())));
        handlers.put(
                WriteCommand.ATTACH_MCAST,
                call -> calls.qps()
                        .attachMcast(
                                AttachMcast.QP_HANDLE.getInt(call.request()), AttachMcast.GID.get(call.request())));
        handlers.put(
                WriteCommand.DETACH_MCAST,
                call -> calls.qps()
                        .detachMcast(
                                DetachMcast.QP_HANDLE.getInt(call.request()), DetachMcast.GID.get(call.request())));
    }

    private void create(WriteCall call) {
        MemorySegment in = call.request();
        AhAttributes path = AbiChecks.path(PathFields.AH_ATTR, CreateAh.ATTR.of(in));
        CreateAhResp.AH_HANDLE.set(
                call.response(), calls.ahs().create(CreateAh.PD_HANDLE.getInt(in), path, call.udata()));
    }
}
