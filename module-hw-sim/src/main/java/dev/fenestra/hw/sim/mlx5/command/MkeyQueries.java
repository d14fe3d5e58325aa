package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.table.MptEntry;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.mlx5.prm.BoundWindows;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.QueryMkey;
import dev.fenestra.hw.sim.mlx5.prm.SpecialKeys;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/** Commands that query the key table. */
final class MkeyQueries {
    private final MptTable mpt;

    MkeyQueries(MptTable mpt) {
        this.mpt = mpt;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.QUERY_MKEY, this::queryMkey);
        handlers.put(CommandOpcode.QUERY_SPECIAL_CONTEXTS, MkeyQueries::querySpecialKeys);
        handlers.put(CommandOpcode.QUERY_BOUND_WINDOWS, this::queryBoundWindows);
    }

    private CommandSyndrome queryMkey(CommandBuffers buffers) {
        int index = buffers.object();
        if (!mpt.isAlive(index)) {
            return CommandSyndrome.MKEY_UNKNOWN;
        }
        if (buffers.outputLength() < QueryMkey.BYTES) {
            return CommandSyndrome.MKEY_OUTPUT;
        }
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        MemorySegment out = buffers.output();
        int mkey = QueryMkey.MKEY_OFFSET;
        MkeyContext.FREE.word(out, mkey, MkeyContext.FREE.word(memory, entry));
        MkeyContext.QPN.set(out, mkey, MkeyContext.QPN.get(memory, entry));
        MkeyContext.TAG.set(out, mkey, MptEntry.tag(memory, entry));
        MkeyContext.OBJECT_CLASS.set(out, mkey, MkeyContext.OBJECT_CLASS.get(memory, entry));
        MkeyContext.MW_BIND.set(out, mkey, MkeyContext.MW_BIND.get(memory, entry));
        MkeyContext.ZERO_BASED.set(out, mkey, MkeyContext.ZERO_BASED.get(memory, entry));
        MkeyContext.FAST.set(out, mkey, MkeyContext.FAST.get(memory, entry));
        MkeyContext.PD.set(out, mkey, MkeyContext.PD.get(memory, entry));
        MkeyContext.START_ADDRESS.setLong(out, mkey, MkeyContext.START_ADDRESS.getLong(memory, entry));
        MkeyContext.LENGTH.setLong(out, mkey, MkeyContext.LENGTH.getLong(memory, entry));
        if (isWindow(memory, entry) && !MkeyContext.FREE.isSet(memory, entry)) {
            QueryMkey.BOUND_LKEY.set(out, 0, MptEntry.TRANSLATION.get(memory, entry));
            QueryMkey.BOUND_ADDRESS.setLong(out, 0, MptEntry.BASE.getLong(memory, entry));
        }
        return CommandSyndrome.NONE;
    }

    private static CommandSyndrome querySpecialKeys(CommandBuffers buffers) {
        if (buffers.outputLength() < SpecialKeys.BYTES) {
            return CommandSyndrome.MKEY_SPECIAL_OUTPUT;
        }
        SpecialKeys.DUMP_FILL_MKEY.set(buffers.output(), 0, SpecialKeys.NULL_KEY);
        SpecialKeys.NULL_MKEY.set(buffers.output(), 0, SpecialKeys.NULL_KEY);
        SpecialKeys.TERMINATE_MKEY.set(buffers.output(), 0, DataSegment.TERMINATOR_LKEY);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome queryBoundWindows(CommandBuffers buffers) {
        int region = buffers.object();
        if (!mpt.isAlive(region)) {
            return CommandSyndrome.MKEY_UNKNOWN;
        }
        int room = (buffers.outputLength() - BoundWindows.LIST_OFFSET) / BoundWindows.ENTRY_BYTES;
        int found = 0;
        for (int index = 0; index < mpt.end() && found < room; index++) {
            if (mpt.isAlive(index) && isBoundTo(mpt.segment(index), mpt.offset(index), region)) {
                report(buffers.output(), found++, index);
            }
        }
        BoundWindows.COUNT.set(buffers.output(), 0, found);
        return CommandSyndrome.NONE;
    }

    /** {@return whether an entry is a window bound to a region, or a region registered over a page list} */
    private static boolean isBoundTo(MemorySegment memory, long entry, int region) {
        if (MkeyContext.FREE.isSet(memory, entry)) {
            return false;
        }
        return isWindow(memory, entry)
                ? MptEntry.TRANSLATION.get(memory, entry) >>> 8 == region
                : MkeyContext.FAST.isSet(memory, entry) && MptEntry.PAGES.get(memory, entry) >>> 8 == region;
    }

    private static boolean isWindow(MemorySegment memory, long entry) {
        int objectClass = MkeyContext.OBJECT_CLASS.get(memory, entry);
        return objectClass == MkeyContext.CLASS_MW_TYPE_1 || objectClass == MkeyContext.CLASS_MW_TYPE_2;
    }

    private void report(MemorySegment out, int place, int index) {
        MemorySegment memory = mpt.segment(index);
        long entry = mpt.offset(index);
        long at = BoundWindows.LIST_OFFSET + (long) place * BoundWindows.ENTRY_BYTES;
        BoundWindows.RKEY.set(out, at, index << 8 | MkeyContext.TAG.get(memory, entry));
        BoundWindows.QPN.set(out, at, MkeyContext.QPN.get(memory, entry));
    }
}
