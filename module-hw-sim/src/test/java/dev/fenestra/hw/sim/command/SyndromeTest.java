package dev.fenestra.hw.sim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.device.HcaMemory;
import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.device.MttPlacement;
import dev.fenestra.hw.sim.device.WindowSupport;
import dev.fenestra.hw.sim.prm.AllocMemic;
import dev.fenestra.hw.sim.prm.CommandInput;
import dev.fenestra.hw.sim.prm.CommandOpcode;
import dev.fenestra.hw.sim.prm.CommandSyndrome;
import dev.fenestra.hw.sim.prm.Cqc;
import dev.fenestra.hw.sim.prm.CreateCq;
import dev.fenestra.hw.sim.prm.CreateEq;
import dev.fenestra.hw.sim.prm.CreateMkey;
import dev.fenestra.hw.sim.prm.CreateQp;
import dev.fenestra.hw.sim.prm.CreateSrq;
import dev.fenestra.hw.sim.prm.Eqc;
import dev.fenestra.hw.sim.prm.ManagePages;
import dev.fenestra.hw.sim.prm.MkeyContext;
import dev.fenestra.hw.sim.prm.ModifyCq;
import dev.fenestra.hw.sim.prm.ModifyMkey;
import dev.fenestra.hw.sim.prm.MttEntry;
import dev.fenestra.hw.sim.prm.Qpc;
import dev.fenestra.hw.sim.prm.Srqc;
import dev.fenestra.hw.sim.prm.UpdateTranslations;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawEq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Reply;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each syndrome, from a command that is wrong in one way. */
class SyndromeTest {
    private static final QpSetup USUAL = QpSetup.usual();
    private static final int MKEY = CreateMkey.MKEY_OFFSET;
    private static final int SRQC = CreateSrq.SRQC_OFFSET;
    private static final int QPC = CreateQp.QPC_OFFSET;

    /** Two billion translations would have to be taken first. */
    private static final Set<CommandSyndrome> BEYOND_A_TEST = EnumSet.of(CommandSyndrome.MKEY_TRANSLATIONS);

    private static final Map<CommandSyndrome, Function<SyndromeStage, Reply>> REFUSALS = refusals();

    private static Map<CommandSyndrome, Function<SyndromeStage, Reply>> refusals() {
        Map<CommandSyndrome, Function<SyndromeStage, Reply>> all = new EnumMap<>(CommandSyndrome.class);
        all.put(
                CommandSyndrome.OPCODE,
                s -> s.run(
                        RawCommands.input(CommandOpcode.ALLOC_PD, 0, 16), in -> CommandInput.OPCODE.set(in, 0, 0x999)));
        all.put(CommandSyndrome.CAPABILITY_OUTPUT, s -> s.run(CommandOpcode.QUERY_HCA_CAP, 0));
        all.put(CommandSyndrome.PD_UNKNOWN, s -> s.run(CommandOpcode.DEALLOC_PD, 99));
        all.put(CommandSyndrome.PD_LIMIT, s -> s.untilRefused(() -> s.run(CommandOpcode.ALLOC_PD, 0)));
        all.put(CommandSyndrome.UAR_UNKNOWN, s -> s.run(CommandOpcode.DEALLOC_UAR, 99));
        all.put(CommandSyndrome.UAR_LIMIT, s -> s.untilRefused(() -> s.run(CommandOpcode.ALLOC_UAR, 0)));
        regions(all);
        changes(all);
        paging(all);
        completionQueues(all);
        eventQueues(all);
        sharedReceives(all);
        xrc(all);
        GroupRefusals.addTo(all);
        queuePairs(all);
        transitions(all);
        return all;
    }

    private static void regions(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.MKEY_INPUT, s -> s.run(CommandOpcode.CREATE_MKEY, 0));
        all.put(CommandSyndrome.MKEY_OUTPUT, s -> s.run(CommandOpcode.QUERY_MKEY, s.region.index()));
        all.put(CommandSyndrome.MKEY_UNKNOWN, s -> s.run(CommandOpcode.DESTROY_MKEY, 0x3f));
        all.put(CommandSyndrome.MKEY_PD, s -> s.region(in -> MkeyContext.PD.set(in, MKEY, 3)));
        all.put(CommandSyndrome.MKEY_CLASS, s -> s.region(in -> MkeyContext.OBJECT_CLASS.set(in, MKEY, 15)));
        all.put(CommandSyndrome.MKEY_RANGE, s -> s.region(in -> MkeyContext.LENGTH.setLong(in, MKEY, 0)));
        all.put(CommandSyndrome.MKEY_PAGE_SIZE, s -> s.region(in -> MkeyContext.LOG_PAGE_SIZE.set(in, MKEY, 11)));
        all.put(CommandSyndrome.MKEY_LIST, s -> s.region(in -> MkeyContext.LENGTH.setLong(in, MKEY, 8193)));
        all.put(
                CommandSyndrome.MKEY_PAGE,
                s -> s.region(in -> MttEntry.VALUE.setLong(in, CreateMkey.LIST_OFFSET, s.host.memory.hole())));
        all.put(CommandSyndrome.MKEY_LEDGER, s -> s.region(in -> CreateMkey.LEDGER.setLong(in, 0, 4)));
        all.put(CommandSyndrome.MKEY_LIMIT, s -> s.untilRefused(() -> s.region(in -> {})));
        all.put(CommandSyndrome.MKEY_NO_WINDOWS, SyndromeTest::windowWithoutWindows);
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
            s.pair.client.qp.post(
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
                return other.client.host.commands.execute(given(1, 8), 16);
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
            RawHost host = plain.client.host;
            return host.commands.execute(host.windowInput(plain.client.pd, MkeyContext.CLASS_MW_TYPE_1), 16);
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
            RawHost server = s.pair.server.host;
            MemorySegment in = server.regionInput(s.pair.server.pd, 0, 4096, server.memory.pages(1), 0, 0);
            CommandInput.OPCODE.set(in, 0, CommandOpcode.MODIFY_MKEY.code());
            CommandInput.OBJECT.set(in, 0, s.onDemand() >>> 8);
            ModifyMkey.CHANGES.set(in, 0, ModifyMkey.ACCESS);
            return server.commands.execute(in, 16);
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
            return s.pair.server.host.commands.execute(in, 16);
        });
        all.put(
                CommandSyndrome.UPDATE_NO_REGION,
                s -> s.update(s.pair.server.host.region(s.pair.server.pd, 8192).key(), in -> {}));
        all.put(
                CommandSyndrome.UPDATE_RANGE,
                s -> s.update(s.onDemand(), in -> UpdateTranslations.FIRST.setLong(in, 0, 2)));
        all.put(
                CommandSyndrome.UPDATE_PAGE,
                s -> s.update(
                        s.onDemand(), in -> MttEntry.VALUE.setLong(in, UpdateTranslations.LIST_OFFSET, 1L << 60 | 1)));
    }

    private static void completionQueues(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.CQ_INPUT, s -> s.cq(in -> Cqc.LOG_ENTRIES.set(in, CreateCq.CQC_OFFSET, 7)));
        all.put(CommandSyndrome.CQ_UNKNOWN, s -> s.run(CommandOpcode.DESTROY_CQ, 0x999));
        all.put(CommandSyndrome.CQ_SIZE, s -> s.cq(in -> Cqc.LOG_ENTRIES.set(in, CreateCq.CQC_OFFSET, 23)));
        all.put(CommandSyndrome.CQ_PAGE, s -> s.cq(in -> MttEntry.VALUE.setLong(in, CreateCq.PAGES_OFFSET, 64)));
        all.put(CommandSyndrome.CQ_RECORD, s -> s.cq(in -> Cqc.DOORBELL_ADDRESS.setLong(in, CreateCq.CQC_OFFSET, 4)));
        all.put(CommandSyndrome.CQ_LIMIT, s -> s.untilRefused(() -> s.cq(in -> {})));
    }

    private static void eventQueues(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        int eqc = CreateEq.EQC_OFFSET;
        all.put(CommandSyndrome.EQ_INPUT, s -> s.eq(in -> Eqc.LOG_ENTRIES.set(in, eqc, 7)));
        all.put(CommandSyndrome.EQ_UNKNOWN, s -> s.run(CommandOpcode.DESTROY_EQ, 0x999));
        all.put(CommandSyndrome.EQ_SIZE, s -> s.eq(in -> Eqc.LOG_ENTRIES.set(in, eqc, 23)));
        all.put(CommandSyndrome.EQ_PAGE, s -> s.eq(in -> MttEntry.VALUE.setLong(in, CreateEq.PAGES_OFFSET, 64)));
        all.put(CommandSyndrome.EQ_LIMIT, s -> s.untilRefused(() -> s.eq(in -> {})));
        all.put(CommandSyndrome.EQ_HELD, s -> {
            RawEq queue = s.host.eq(6, 0, 0);
            s.host.cq(6, queue);
            return s.run(CommandOpcode.DESTROY_EQ, queue.number());
        });
        all.put(CommandSyndrome.CQ_EQ, s -> s.cq(in -> Cqc.EQN.set(in, CreateCq.CQC_OFFSET, 7)));
        all.put(CommandSyndrome.CQ_OUTPUT, s -> s.run(CommandOpcode.QUERY_CQ, s.pair.client.sends.number()));
        all.put(CommandSyndrome.CQ_MODIFY, s -> s.changeCq(s.pair.client.sends, in -> {}));
        all.put(CommandSyndrome.CQ_ROOM, s -> {
            s.complete();
            return s.changeCq(s.pair.client.sends, in -> {
                CommandInput.OP_MOD.set(in, 0, ModifyCq.RESIZE);
                Cqc.LOG_ENTRIES.set(in, CreateCq.CQC_OFFSET, 0);
            });
        });
        all.put(CommandSyndrome.CQ_DEAD, s -> {
            for (int i = 0; i <= 1 << RawHost.LOG_CQ; i++) {
                s.complete();
            }
            return s.changeCq(s.pair.client.sends, in -> CommandInput.OP_MOD.set(in, 0, ModifyCq.RESIZE));
        });
    }

    private static void sharedReceives(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.SRQ_INPUT, s -> s.srq(in -> Srqc.LOG_SIZE.set(in, SRQC, 7)));
        all.put(CommandSyndrome.SRQ_OUTPUT, s -> s.run(CommandOpcode.QUERY_SRQ, srqn(s)));
        all.put(CommandSyndrome.SRQ_UNKNOWN, s -> s.run(CommandOpcode.ARM_RQ, 0x999));
        all.put(CommandSyndrome.SRQ_PD, s -> s.srq(in -> Srqc.PD.set(in, SRQC, 3)));
        all.put(CommandSyndrome.SRQ_SIZE, s -> s.srq(in -> Srqc.LOG_SIZE.set(in, SRQC, 12)));
        all.put(CommandSyndrome.SRQ_STRIDE, s -> s.srq(in -> Srqc.LOG_STRIDE.set(in, SRQC, 0)));
        all.put(CommandSyndrome.SRQ_PAGE, s -> s.srq(in -> MttEntry.VALUE.setLong(in, CreateSrq.PAGES_OFFSET, 64)));
        all.put(CommandSyndrome.SRQ_RECORD, s -> s.srq(in -> Srqc.DOORBELL_ADDRESS.setLong(in, SRQC, 4)));
        all.put(CommandSyndrome.SRQ_LIMIT, s -> s.untilRefused(() -> s.srq(in -> {})));
        all.put(CommandSyndrome.SRQ_HELD, s -> {
            int srqn = srqn(s);
            RawHost.good(s.sharingQp(srqn, in -> {}));
            return s.run(CommandOpcode.DESTROY_SRQ, srqn);
        });
        all.put(CommandSyndrome.QP_SRQ, s -> s.sharingQp(0x999, in -> {}));
        all.put(
                CommandSyndrome.QP_SRQ_SERVICE,
                s -> s.sharingQp(srqn(s), in -> Qpc.SERVICE.set(in, QPC, Qpc.SERVICE_UC)));
        all.put(CommandSyndrome.QP_RECEIVES, s -> s.qp(in -> Qpc.RECEIVES.set(in, QPC, 7)));
    }

    private static void xrc(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.XRCD_UNKNOWN, s -> s.run(CommandOpcode.DEALLOC_XRCD, 99));
        all.put(CommandSyndrome.XRCD_LIMIT, s -> s.untilRefused(() -> s.run(CommandOpcode.ALLOC_XRCD, 0)));
        all.put(CommandSyndrome.XRCD_HELD, s -> {
            int domain = s.domain();
            RawHost.good(s.xrcSrq(domain, in -> {}));
            return s.run(CommandOpcode.DEALLOC_XRCD, domain);
        });
        all.put(CommandSyndrome.SRQ_XRC_DOMAIN, s -> s.xrcSrq(99, in -> {}));
        all.put(CommandSyndrome.SRQ_CQ, s -> s.xrcSrq(s.domain(), in -> Srqc.CQN.set(in, SRQC, 0)));
        all.put(CommandSyndrome.QP_XRC_DOMAIN, s -> s.target(99, in -> {}));
        all.put(CommandSyndrome.QP_XRC_RECEIVES, s -> s.target(s.domain(), in -> Qpc.RECEIVES.set(in, QPC, 0)));
    }

    private static int srqn(SyndromeStage stage) {
        return RawHost.good(stage.srq(in -> {})).object();
    }

    private static void queuePairs(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.QP_INPUT, s -> s.run(CommandOpcode.CREATE_QP, 0));
        all.put(CommandSyndrome.QP_OUTPUT, s -> s.run(CommandOpcode.QUERY_QP, s.qpn()));
        all.put(CommandSyndrome.QP_UNKNOWN, s -> s.run(CommandOpcode.DESTROY_QP, 0x999));
        all.put(CommandSyndrome.QP_CQ, s -> s.qp(in -> Qpc.SEND_CQN.set(in, QPC, 1)));
        all.put(CommandSyndrome.QP_PD, s -> s.qp(in -> Qpc.PD.set(in, QPC, 3)));
        all.put(CommandSyndrome.QP_SERVICE, s -> s.qp(in -> Qpc.SERVICE.set(in, QPC, 6)));
        all.put(
                CommandSyndrome.QP_SEND_START,
                s -> s.qp(in -> {
                    Qpc.LOG_RQ_SIZE.set(in, QPC, 0);
                    Qpc.LOG_RQ_STRIDE.set(in, QPC, 0);
                }));
        all.put(CommandSyndrome.QP_LIST, s -> s.qp(in -> Qpc.LOG_SQ_SIZE.set(in, QPC, 10)));
        all.put(CommandSyndrome.QP_PAGE, s -> s.qp(in -> MttEntry.VALUE.setLong(in, CreateQp.PAGES_OFFSET, 64)));
        all.put(CommandSyndrome.QP_RECORD, s -> s.qp(in -> Qpc.DOORBELL_ADDRESS.setLong(in, QPC, 4)));
        all.put(CommandSyndrome.QP_LEDGER, s -> s.qp(in -> Qpc.LEDGER.setLong(in, QPC, 4)));
        all.put(CommandSyndrome.QP_LIMIT, s -> s.untilRefused(() -> s.qp(in -> {})));
    }

    private static void transitions(Map<CommandSyndrome, Function<SyndromeStage, Reply>> all) {
        all.put(CommandSyndrome.QP_STATE, s -> s.transit(CommandOpcode.RST2INIT_QP, s.qpn(), in -> {}));
        all.put(CommandSyndrome.QP_DRAINING, s -> s.drainWhileBusy());
        all.put(CommandSyndrome.QP_MTU, s -> {
            int qpn = RawHost.good(s.qp(in -> {})).object();
            RawHost.good(s.transit(CommandOpcode.RST2INIT_QP, qpn, in -> {}));
            return s.transit(CommandOpcode.INIT2RTR_QP, qpn, in -> Qpc.MTU.set(in, QPC, 6));
        });
        all.put(CommandSyndrome.QP_HELD, s -> {
            s.bind();
            return s.run(CommandOpcode.DESTROY_QP, s.qpn());
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = CommandSyndrome.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "MKEY_TRANSLATIONS"})
    void shouldNameWhatRefused(CommandSyndrome syndrome) {
        try (SyndromeStage stage = new SyndromeStage()) {
            Reply reply = REFUSALS.get(syndrome).apply(stage);
            assertEquals(0, reply.delivery());
            assertEquals(syndrome, CommandSyndrome.of(reply.syndrome()));
            assertEquals(syndrome.status(), reply.status());
            assertEquals(0, reply.object());
        }
    }

    @Test
    void shouldProvokeEverySyndromeThatATestCanReach() {
        Set<CommandSyndrome> rest = EnumSet.complementOf(EnumSet.copyOf(REFUSALS.keySet()));
        rest.remove(CommandSyndrome.NONE);
        assertEquals(BEYOND_A_TEST, rest);
    }

    @Test
    void shouldSayNothingOfACommandThatSucceeds() {
        try (SyndromeStage stage = new SyndromeStage()) {
            assertEquals(0, stage.region(in -> {}).syndrome());
        }
    }

    @Test
    void shouldNameTheRulesThatRefuseCommands() {
        Map<CommandSyndrome, String> rules = Map.of(
                CommandSyndrome.MKEY_HELD,
                "D1",
                CommandSyndrome.QP_HELD,
                "D2",
                CommandSyndrome.MODIFY_HELD,
                "D3",
                CommandSyndrome.MKEY_PAGES_HELD,
                "D4");
        rules.forEach((syndrome, rule) -> {
            assertEquals("rule " + rule, syndrome.text().substring(0, 7));
            try (SyndromeStage stage = new SyndromeStage()) {
                REFUSALS.get(syndrome).apply(stage);
                assertEquals(
                        List.of(rule),
                        stage.host.rules().stream().map(HcaRule::id).toList());
            }
        });
    }
}
