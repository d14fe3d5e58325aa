package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.prm.BoundWindows;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.QueryMkey;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverMw;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.spi.WindowOperations;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Memory windows. Each is an mkey. */
final class WindowOps implements WindowOperations {
    private static final int WINDOW_OCTOWORDS = 4;
    private static final int WINDOWS_REPORTED = 64;

    private final CommandQueue commands;
    private final Mkeys mkeys;
    private final MemoryWindows offered;

    /**
     * @param offered windows that the device has
     */
    WindowOps(CommandQueue commands, Mkeys mkeys, MemoryWindows offered) {
        this.commands = commands;
        this.mkeys = mkeys;
        this.offered = offered;
    }

    @Override
    public RdmaDevice device() {
        return commands.device();
    }

    /** CREATE_MKEY of a free window. */
    @Override
    public DriverMw allocMw(DriverPd pd, MwType type) {
        if (offered == MemoryWindows.NONE) {
            return WindowOperations.super.allocMw(pd, type);
        }
        try (Command command = mkeys.creation()) {
            MemorySegment in = command.in();
            boolean type2 = type == MwType.TYPE_2;
            MkeyContext.OBJECT_CLASS.set(
                    in, Mkeys.CONTEXT, type2 ? MkeyContext.CLASS_MW_TYPE_2 : MkeyContext.CLASS_MW_TYPE_1);
            MkeyContext.ACCESS_MODE.set(in, Mkeys.CONTEXT, MkeyContext.ACCESS_MODE_KLM);
            MkeyContext.FREE.set(in, Mkeys.CONTEXT, true);
            MkeyContext.UMR_ENABLED.set(in, Mkeys.CONTEXT, true);
            MkeyContext.LOCAL_READ.set(in, Mkeys.CONTEXT, true);
            MkeyContext.REMOTE_INVALIDATE.set(in, Mkeys.CONTEXT, type2);
            Mkeys.common(in, pd);
            MkeyContext.TRANSLATION_OCTOWORDS.set(in, Mkeys.CONTEXT, WINDOW_OCTOWORDS);
            return new MlxMw(mkeys.execute(command));
        }
    }

    @Override
    public void deallocMw(DriverMw mw) {
        mkeys.destroy(mw.rkey());
    }

    /** QUERY_MKEY of a window. */
    @Override
    public WindowState queryMw(DriverMw window) {
        int index = MemoryKey.index(window.rkey());
        try (Command command = commands.command(CommandOpcode.QUERY_MKEY, CommandInput.BYTES, QueryMkey.BYTES)) {
            commands.execute(command.about(index));
            MemorySegment out = command.out();
            int rkey = MemoryKey.of(index, MkeyContext.TAG.get(out, QueryMkey.MKEY_OFFSET));
            boolean free = MkeyContext.FREE.isSet(out, QueryMkey.MKEY_OFFSET);
            return new WindowState(rkey, free ? null : binding(out));
        }
    }

    private static WindowState.Binding binding(MemorySegment out) {
        int mkey = QueryMkey.MKEY_OFFSET;
        long start = MkeyContext.START_ADDRESS.getLong(out, mkey);
        boolean zeroBased = start == 0 && QueryMkey.BOUND_ADDRESS.getLong(out, 0) != 0;
        int access = right(out, MkeyContext.REMOTE_READ, AccessFlag.REMOTE_READ)
                | right(out, MkeyContext.REMOTE_WRITE, AccessFlag.REMOTE_WRITE)
                | right(out, MkeyContext.ATOMIC, AccessFlag.REMOTE_ATOMIC)
                | (zeroBased ? AccessFlag.ZERO_BASED.bit() : 0);
        int qpn = MkeyContext.QPN.get(out, mkey);
        return new WindowState.Binding(
                QueryMkey.BOUND_LKEY.get(out, 0),
                qpn == MkeyContext.ANY_QPN ? -1 : qpn,
                start,
                MkeyContext.LENGTH.getLong(out, mkey),
                access);
    }

    private static int right(MemorySegment out, Field field, AccessFlag flag) {
        return field.isSet(out, QueryMkey.MKEY_OFFSET) ? flag.bit() : 0;
    }

    /** The windows bound to a region, the first {@value #WINDOWS_REPORTED} of them. */
    @Override
    public List<WindowHolder> windowsOf(DriverMr mr) {
        long outputBytes = BoundWindows.LIST_OFFSET + (long) WINDOWS_REPORTED * BoundWindows.ENTRY_BYTES;
        try (Command command = commands.command(CommandOpcode.QUERY_BOUND_WINDOWS, CommandOutput.BYTES, outputBytes)) {
            commands.execute(command.about(MemoryKey.index(mr.lkey())));
            List<WindowHolder> holders = new ArrayList<>();
            int count = BoundWindows.COUNT.get(command.out(), 0);
            for (int i = 0; i < count; i++) {
                long at = BoundWindows.LIST_OFFSET + (long) i * BoundWindows.ENTRY_BYTES;
                int qpn = BoundWindows.QPN.get(command.out(), at);
                holders.add(new WindowHolder(
                        BoundWindows.RKEY.get(command.out(), at), qpn == MkeyContext.ANY_QPN ? -1 : qpn));
            }
            return holders;
        }
    }
}
