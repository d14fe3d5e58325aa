package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.HcaCapability;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.dv.DvCapabilities;
import dev.fenestra.vendor.mlx.dv.DvContext;
import dev.fenestra.vendor.mlx.dv.DvMkey;
import dev.fenestra.vendor.mlx.dv.DvMkeyFlag;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * Direct verbs of an opened device. As in the real provider (DEVX) the user half writes the device's command and the
 * kernel half vets it.
 */
final class MlxDirectVerbs implements DvContext {
    private static final Set<DvMkeyFlag> OFFERED = EnumSet.of(DvMkeyFlag.INDIRECT, DvMkeyFlag.REMOTE_INVALIDATE);
    private static final int LIST_UNIT = 4;

    private final VendorCalls calls;

    MlxDirectVerbs(VendorCalls calls) {
        this.calls = calls;
    }

    @Override
    public DvCapabilities capabilities() {
        Udata udata = Udata.ofBytes(CommandInput.BYTES, HcaCapability.BYTES);
        CommandInput.OPCODE.set(udata.request(), 0, CommandOpcode.QUERY_HCA_CAP.code());
        calls.query(udata);
        MemorySegment out = udata.response();
        return new DvCapabilities(
                HcaCapability.MAX_INDIRECTION.get(out, 0),
                1 << HcaCapability.LOG_MAX_KLM_LIST.get(out, 0),
                1L << HcaCapability.LOG_MAX_KLM_BYTES.get(out, 0));
    }

    @Override
    public DvMkey createMkey(int pd, int maxEntries, DvMkeyFlag... flags) {
        Set<DvMkeyFlag> asked = Set.of(flags);
        if (!asked.contains(DvMkeyFlag.INDIRECT) || !OFFERED.containsAll(asked)) {
            throw new VerbsException(MlxRule.MKEY_FLAGS, "flags=" + Arrays.toString(flags));
        }
        if (maxEntries < 1 || maxEntries > Integer.MAX_VALUE - LIST_UNIT) {
            throw new VerbsException(MlxRule.MKEY_SIZE, "max_entries=" + maxEntries);
        }
        int entries = (maxEntries + LIST_UNIT - 1) / LIST_UNIT * LIST_UNIT;
        Udata udata = Udata.ofBytes(CreateMkey.BYTES, CommandOutput.BYTES);
        describe(udata.request(), entries, asked.contains(DvMkeyFlag.REMOTE_INVALIDATE));
        int handle = calls.createObject(pd, udata);
        MemorySegment out = udata.response();
        int key = MemoryKey.of(CommandOutput.OBJECT.get(out, 0), CommandOutput.TAG.get(out, 0));
        return new MlxMkey(calls, handle, key, entries);
    }

    private static void describe(MemorySegment in, int entries, boolean remoteInvalidate) {
        int mkey = CreateMkey.MKEY_OFFSET;
        CommandInput.OPCODE.set(in, 0, CommandOpcode.CREATE_MKEY.code());
        MkeyContext.OBJECT_CLASS.set(in, mkey, MkeyContext.CLASS_INDIRECT);
        MkeyContext.ACCESS_MODE.set(in, mkey, MkeyContext.ACCESS_MODE_KLM);
        MkeyContext.FREE.set(in, mkey, true);
        MkeyContext.UMR_ENABLED.set(in, mkey, true);
        MkeyContext.LOCAL_READ.set(in, mkey, true);
        MkeyContext.QPN.set(in, mkey, MkeyContext.ANY_QPN);
        MkeyContext.CHOOSE_TAG.set(in, mkey, true);
        MkeyContext.REMOTE_INVALIDATE.set(in, mkey, remoteInvalidate);
        MkeyContext.TRANSLATION_OCTOWORDS.set(in, mkey, entries);
    }
}
