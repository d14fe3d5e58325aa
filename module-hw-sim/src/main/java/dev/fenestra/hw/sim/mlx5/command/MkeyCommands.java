package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.table.DeviceTables;
import dev.fenestra.hw.sim.hca.table.MptEntry;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.hca.table.MttTable;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * Commands that create and destroy keys: regions, windows and indirect mkeys. Requests of the send queue bind and
 * configure them.
 */
final class MkeyCommands {
    private final HcaConfig config;
    private final MkeyEntries keys;
    private final RegionCreation regions;
    private final MptTable mpt;
    private final Numbers numbers;
    private final Watch watch;

    MkeyCommands(
            HcaConfig config,
            MkeyEntries keys,
            RegionCreation regions,
            DeviceTables tables,
            Numbers numbers,
            Watch watch) {
        this.config = config;
        this.keys = keys;
        this.regions = regions;
        mpt = tables.keys();
        this.numbers = numbers;
        this.watch = watch;
    }

    void register(Map<CommandOpcode, CommandHandler> handlers) {
        handlers.put(CommandOpcode.CREATE_MKEY, this::create);
        handlers.put(CommandOpcode.DESTROY_MKEY, this::destroy);
    }

    private CommandSyndrome create(CommandBuffers buffers) {
        if (buffers.inputLength() < CreateMkey.BYTES) {
            return CommandSyndrome.MKEY_INPUT;
        }
        MemorySegment in = buffers.input();
        if (!numbers.pds.isAlive(MkeyContext.PD.get(in, CreateMkey.MKEY_OFFSET))) {
            return CommandSyndrome.MKEY_PD;
        }
        return switch (MkeyContext.OBJECT_CLASS.get(in, CreateMkey.MKEY_OFFSET)) {
            case MkeyContext.CLASS_MR -> regions.create(buffers, CreateMkey.LEDGER.getLong(in, 0));
            case MkeyContext.CLASS_DEVICE_MEMORY -> regions.onCard(buffers);
            case MkeyContext.CLASS_PAGES -> regions.pages(buffers, CreateMkey.LEDGER.getLong(in, 0));
            case MkeyContext.CLASS_MW_TYPE_1, MkeyContext.CLASS_MW_TYPE_2 -> createWindow(buffers);
            case MkeyContext.CLASS_INDIRECT -> createIndirect(buffers);
            default -> CommandSyndrome.MKEY_CLASS;
        };
    }

    private CommandSyndrome createWindow(CommandBuffers buffers) {
        if (config.windows() == WindowSupport.NONE) {
            return CommandSyndrome.MKEY_NO_WINDOWS;
        }
        try (MkeyClaim claim = keys.claim()) {
            if (claim.isRefused()) {
                return claim.refusal();
            }
            MemorySegment memory = keys.enter(buffers, claim.index());
            long entry = mpt.offset(claim.index());
            MkeyContext.FREE.set(memory, entry, 1);
            MkeyContext.QPN.set(memory, entry, MkeyContext.ANY_QPN);
            MptEntry.LAST_TAG.set(memory, entry, MkeyContext.TAG.get(memory, entry));
            return keys.created(claim);
        }
    }

    /**
     * Creates an mkey whose memory is a list of KLMs. UMR writes the list. It lies in the translation table, two
     * entries to a KLM.
     */
    private CommandSyndrome createIndirect(CommandBuffers buffers) {
        MemorySegment in = buffers.input();
        long octowords = MkeyContext.TRANSLATION_OCTOWORDS.getLong(in, CreateMkey.MKEY_OFFSET);
        boolean isList = MkeyContext.ACCESS_MODE.get(in, CreateMkey.MKEY_OFFSET) == MkeyContext.ACCESS_MODE_KLM
                && MkeyContext.ACCESS_MODE_HIGH.get(in, CreateMkey.MKEY_OFFSET) == 0;
        if (!isList
                || octowords < 1
                || octowords > 1L << config.limits().mkeys().logMaxList()) {
            return CommandSyndrome.MKEY_LAYOUT;
        }
        int entries = (int) octowords * MttTable.PER_OCTOWORD;
        try (MkeyClaim claim = keys.claim(entries)) {
            if (claim.isRefused()) {
                return claim.refusal();
            }
            MemorySegment memory = keys.enter(buffers, claim.index());
            long entry = mpt.offset(claim.index());
            MkeyContext.FREE.set(memory, entry, 1);
            MkeyContext.QPN.set(memory, entry, MkeyContext.ANY_QPN);
            MkeyContext.START_ADDRESS.setLong(memory, entry, 0);
            MkeyContext.LENGTH.setLong(memory, entry, 0);
            MptEntry.LAST_TAG.set(memory, entry, MkeyContext.TAG.get(memory, entry));
            MptEntry.TRANSLATION.set(memory, entry, claim.first());
            MptEntry.ENTRIES.set(memory, entry, claim.entries());
            MptEntry.LIST_UNITS.set(memory, entry, 0);
            return keys.created(claim);
        }
    }

    private CommandSyndrome destroy(CommandBuffers buffers) {
        int index = buffers.object();
        if (!mpt.isAlive(index)) {
            return CommandSyndrome.MKEY_UNKNOWN;
        }
        int bound = MptEntry.BOUND_COUNT.get(mpt.segment(index), mpt.offset(index));
        if (bound != 0) {
            return held(index, bound);
        }
        keys.remove(index);
        return CommandSyndrome.NONE;
    }

    private CommandSyndrome held(int index, int users) {
        if (MkeyContext.OBJECT_CLASS.get(mpt.segment(index), mpt.offset(index)) == MkeyContext.CLASS_PAGES) {
            watch.refused(HcaRule.D4, 0, String.format("page list 0x%06x has %d registrations", index, users));
            return CommandSyndrome.MKEY_PAGES_HELD;
        }
        watch.refused(HcaRule.D1, 0, String.format("region 0x%06x has %d windows", index, users));
        return CommandSyndrome.MKEY_HELD;
    }
}
