package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.limits.HcaMemory;
import dev.fenestra.hw.sim.hca.limits.MttPlacement;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.mlx5.prm.AllocMemic;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.ManagePages;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.ModifyMkey;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.hw.sim.mlx5.prm.UpdateTranslations;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Reply;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.function.Function;

/** The syndromes of regions, windows, page lists and device memory. */
final class KeyRefusals {
    private static final QpSetup USUAL = QpSetup.usual();
    private static final int MKEY = CreateMkey.MKEY_OFFSET;

    private KeyRefusals() {}

    static void addTo(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        regions(all);
        changes(all);
        paging(all);
    }

    private static void regions(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.MKEY_INPUT, s -> s.run(CommandOpcode.CREATE_MKEY, 0));
        all.put(CommandSyndrome.MKEY_OUTPUT, s -> s.run(CommandOpcode.QUERY_MKEY, s.region.index()));
        all.put(CommandSyndrome.MKEY_UNKNOWN, s -> s.run(CommandOpcode.DESTROY_MKEY, 0x3f));
        all.put(CommandSyndrome.MKEY_PD, s -> s.region(in -> MkeyContext.PD.set(in, MKEY, 3)));
        all.put(CommandSyndrome.MKEY_CLASS, s -> s.region(in -> MkeyContext.OBJECT_CLASS.set(in, MKEY, 15)));
        all.put(CommandSyndrome.MKEY_RANGE, s -> s.region(in -> MkeyContext.LENGTH.setLong(in, MKEY, -1)));
        all.put(CommandSyndrome.MKEY_PAGE_SIZE, s -> s.region(in -> MkeyContext.LOG_PAGE_SIZE.set(in, MKEY, 11)));
        all.put(CommandSyndrome.MKEY_LIST, s -> s.region(in -> MkeyContext.LENGTH.setLong(in, MKEY, 8193)));
        all.put(
                CommandSyndrome.MKEY_PAGE,
                s -> s.region(in -> MttEntry.VALUE.setLong(in, CreateMkey.LIST_OFFSET, s.host.memory.hole())));
        all.put(CommandSyndrome.MKEY_LEDGER, s -> s.region(in -> CreateMkey.LEDGER.setLong(in, 0, 4)));
        all.put(CommandSyndrome.MKEY_LIMIT, s -> s.untilRefused(() -> s.region(in -> {})));
        all.put(CommandSyndrome.MKEY_NO_WINDOWS, KeyRefusals::windowWithoutWindows);
        all.put(CommandSyndrome.MKEY_SPECIAL_OUTPUT, s -> s.run(CommandOpcode.QUERY_SPECIAL_CONTEXTS, 0));
        all.put(CommandSyndrome.MKEY_LAYOUT, s -> {
            MemorySegment in = s.host.mkeyInput(s.pd, 4);
            return s.run(in, mkey -> MkeyContext.ACCESS_MODE.set(mkey, MKEY, MkeyContext.ACCESS_MODE_KSM));
        });
        memoryKinds(all);
        all.put(CommandSyndrome.MKEY_HELD, s -> {
            s.bind();
            return s.host.destroyKey(s.region.key());
        });
    }

    private static void memoryKinds(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(
                CommandSyndrome.MKEY_WHOLE_PAGES,
                s -> s.region(in -> {
                    MkeyContext.OBJECT_CLASS.set(in, MKEY, MkeyContext.CLASS_PAGES);
                    MkeyContext.LENGTH.setLong(in, MKEY, 100);
                }));
        all.put(
                CommandSyndrome.MKEY_FAST_PAGES,
                s -> s.region(in -> {
                    MkeyContext.FAST.set(in, MKEY, 1);
                    MkeyContext.TRANSLATION_OCTOWORDS.set(in, MKEY, 257);
                }));
        all.put(CommandSyndrome.MKEY_PAGES_HELD, s -> {
            RawRegion list = s.host.pageList(s.pd, 0x6000_0000L, 2);
            s.pair.alice.qp.post(
                    Wqe.register(s.host.fastRegion(s.pd, 2), 0x77, 0x5000, 8, 0).page(list.key(), 0x6000_0000L));
            s.pair.settle();
            return s.host.destroyKey(list.key());
        });
        all.put(
                CommandSyndrome.MKEY_DEVICE_MEMORY,
                s -> s.region(in -> MkeyContext.OBJECT_CLASS.set(in, MKEY, MkeyContext.CLASS_DEVICE_MEMORY)));
        all.put(CommandSyndrome.MKEY_SHARED, s -> s.region(in -> CreateMkey.SHARED_KEY.set(in, 0, s.region.key() ^ 1)));
        all.put(CommandSyndrome.PAGES_INPUT, s -> s.host.commands.execute(given(2, 0), 16));
        all.put(CommandSyndrome.PAGES_UNWANTED, s -> s.host.commands.execute(given(0, 0), 16));
        all.put(CommandSyndrome.PAGES_PAGE, s -> {
            HcaMemory inHost = HcaMemory.DEFAULT.withTranslations(MttPlacement.HOST_MEMORY);
            try (RawPair other = new RawPair(USUAL, USUAL, c -> c.withMemory(inHost))) {
                return other.alice.host.commands.execute(given(1, 8), 16);
            }
        });
        all.put(CommandSyndrome.MEMIC_INPUT, s -> s.run(CommandOpcode.ALLOC_MEMIC, 0));
        all.put(CommandSyndrome.MEMIC_SIZE, s -> s.host.commands.execute(memic(0), 16));
        all.put(CommandSyndrome.MEMIC_LIMIT, s -> s.host.commands.execute(memic(-1), 16));
        all.put(CommandSyndrome.MEMIC_UNKNOWN, s -> {
            MemorySegment in = RawCommands.input(CommandOpcode.DEALLOC_MEMIC, 0, AllocMemic.BYTES);
            return s.host.commands.execute(in, 16);
        });
        all.put(CommandSyndrome.MEMIC_USED, s -> {
            RawHost.good(s.host.commands.execute(memic(64), 16));
            RawHost.good(s.region(in -> {
                MkeyContext.OBJECT_CLASS.set(in, MKEY, MkeyContext.CLASS_DEVICE_MEMORY);
                MkeyContext.LENGTH.setLong(in, MKEY, 64);
            }));
            MemorySegment in = RawCommands.input(CommandOpcode.DEALLOC_MEMIC, 0, AllocMemic.BYTES);
            return s.host.commands.execute(in, 16);
        });
    }

    /** Input of MANAGE_PAGES with room for one page. */
    private static MemorySegment given(int count, long page) {
        MemorySegment in = RawCommands.input(CommandOpcode.MANAGE_PAGES, 0, ManagePages.LIST_OFFSET + 8);
        ManagePages.COUNT.set(in, 0, count);
        MttEntry.VALUE.setLong(in, ManagePages.LIST_OFFSET, page);
        return in;
    }

    private static MemorySegment memic(int bytes) {
        MemorySegment in = RawCommands.input(CommandOpcode.ALLOC_MEMIC, 0, AllocMemic.BYTES);
        AllocMemic.SIZE.set(in, 0, bytes);
        return in;
    }

    private static Reply windowWithoutWindows(SyndromeStage stage) {
        try (RawPair plain = new RawPair(USUAL, USUAL, c -> c.withWindows(WindowSupport.NONE))) {
            RawHost host = plain.alice.host;
            return host.commands.execute(host.windowInput(plain.alice.pd, MkeyContext.CLASS_MW_TYPE_1), 16);
        }
    }

    private static void changes(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.MODIFY_NO_REGION, s -> s.modify(s.host.window(s.pd, 1), in -> {}));
        all.put(CommandSyndrome.MODIFY_NOTHING, s -> s.modify(s.region.key(), in -> ModifyMkey.CHANGES.set(in, 0, 0)));
        all.put(CommandSyndrome.MODIFY_HELD, s -> {
            s.bind();
            return s.modify(s.region.key(), in -> {});
        });
    }

    private static void paging(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.MKEY_NO_ON_DEMAND, s -> s.region(in -> CreateMkey.PAGE_ACCESS.set(in, 0, 1)));
        all.put(CommandSyndrome.MODIFY_ON_DEMAND, s -> {
            RawHost bob = s.pair.bob.host;
            MemorySegment in = bob.regionInput(s.pair.bob.pd, 0, 4096, bob.memory.pages(1), 0, 0);
            CommandInput.OPCODE.set(in, 0, CommandOpcode.MODIFY_MKEY.code());
            CommandInput.OBJECT.set(in, 0, s.onDemand() >>> 8);
            ModifyMkey.CHANGES.set(in, 0, ModifyMkey.ACCESS);
            return bob.commands.execute(in, 16);
        });
        all.put(
                CommandSyndrome.UPDATE_INPUT,
                s -> s.update(s.onDemand(), in -> {
                    UpdateTranslations.FIRST.setLong(in, 0, 0);
                    UpdateTranslations.COUNT.setLong(in, 0, 2);
                }));
        all.put(CommandSyndrome.UPDATE_OUTPUT, s -> {
            MemorySegment in =
                    RawCommands.input(CommandOpcode.UPDATE_TRANSLATIONS, s.onDemand() >>> 8, UpdateTranslations.BYTES);
            return s.pair.bob.host.commands.execute(in, 16);
        });
        all.put(
                CommandSyndrome.UPDATE_NO_REGION,
                s -> s.update(s.pair.bob.host.region(s.pair.bob.pd, 8192).key(), in -> {}));
        all.put(
                CommandSyndrome.UPDATE_RANGE,
                s -> s.update(s.onDemand(), in -> UpdateTranslations.FIRST.setLong(in, 0, 2)));
        all.put(
                CommandSyndrome.UPDATE_PAGE,
                s -> s.update(
                        s.onDemand(), in -> MttEntry.VALUE.setLong(in, UpdateTranslations.LIST_OFFSET, 1L << 60 | 1)));
    }
}
