package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.card.DoorbellPage;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandStatus;
import dev.fenestra.hw.sim.mlx5.prm.CqDoorbell;
import dev.fenestra.hw.sim.mlx5.prm.Cqc;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CreateCq;
import dev.fenestra.hw.sim.mlx5.prm.CreateEq;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.CreateSrq;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.Eqc;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.Srqc;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A host with memory and a device only: does by hand what a driver does, so that a test may also do it wrongly. */
public final class RawHost implements AutoCloseable {
    public static final int LOCAL_WRITE = MkeyContext.LOCAL_WRITE.insert(1);
    public static final int REMOTE_READ = MkeyContext.REMOTE_READ.insert(1);
    public static final int REMOTE_WRITE = MkeyContext.REMOTE_WRITE.insert(1);
    public static final int REMOTE_ATOMIC = MkeyContext.ATOMIC.insert(1);
    public static final int ALL_RIGHTS = LOCAL_WRITE | REMOTE_READ | REMOTE_WRITE | REMOTE_ATOMIC;
    /** Bits of the class word. */
    public static final int MW_BIND = MkeyContext.MW_BIND.insert(1);

    public static final int ZERO_BASED = MkeyContext.ZERO_BASED.insert(1);

    /** log2 of the entries of an ordinary CQ. */
    public static final int LOG_CQ = 8;

    private static final int LOG_SEND_BLOCKS = 6;
    private static final int STRIDE_UNIT_LOG = 2;

    /** A refusal that the device reported. */
    public record Refusal(HcaRule rule, int qpn, String values) {}

    public final RawMemory memory = new RawMemory();
    public final Hca hca;
    public final RawCommands commands;
    public final List<Refusal> refusals = new ArrayList<>();
    private final DoorbellPage doorbell;

    public RawHost(HcaConfig config, Fabric fabric) {
        hca = new Hca(config, fabric);
        hca.connect(memory);
        hca.refusals((rule, qpn, values) -> refusals.add(new Refusal(rule, qpn, values)));
        commands = new RawCommands(memory, hca, fabric);
        doorbell = hca.doorbellPage();
    }

    public DoorbellPage doorbell() {
        return doorbell;
    }

    /** A reply that must be good. */
    public static Reply good(Reply reply) {
        if (reply.delivery() != 0 || reply.status() != CommandStatus.OK) {
            throw new AssertionError("command refused: delivery " + reply.delivery() + ", status " + reply.status());
        }
        return reply;
    }

    public int pd() {
        return good(commands.execute(CommandOpcode.ALLOC_PD, 0)).object();
    }

    /** Input of CREATE_MKEY for a region that starts in the middle of the address space. */
    public MemorySegment regionInput(int pd, long address, long length, long[] pages, int rights, int classBits) {
        MemorySegment in =
                RawCommands.input(CommandOpcode.CREATE_MKEY, 0, CreateMkey.LIST_OFFSET + (pages.length + 1 & -2) * 8);
        int at = CreateMkey.MKEY_OFFSET;
        MkeyContext.FREE.word(in, at, rights | MkeyContext.LOCAL_READ.insert(1));
        MkeyContext.OBJECT_CLASS.word(in, at, MkeyContext.OBJECT_CLASS.insert(MkeyContext.CLASS_MR) | classBits);
        MkeyContext.CHOOSE_TAG.set(in, at, 1);
        MkeyContext.QPN.set(in, at, MkeyContext.ANY_QPN);
        MkeyContext.ACCESS_MODE.set(in, at, MkeyContext.ACCESS_MODE_MTT);
        MkeyContext.PD.set(in, at, pd);
        MkeyContext.START_ADDRESS.setLong(in, at, address);
        MkeyContext.LENGTH.setLong(in, at, length);
        MkeyContext.LOG_PAGE_SIZE.set(in, at, 12);
        CreateMkey.TRANSLATION_OCTOWORDS.set(in, 0, (pages.length + 1) / 2);
        for (int i = 0; i < pages.length; i++) {
            MttEntry.VALUE.setLong(in, CreateMkey.LIST_OFFSET + i * 8L, pages[i] | MttEntry.READ | MttEntry.WRITE);
        }
        return in;
    }

    public RawRegion region(int pd, long address, int length, int rights, int classBits) {
        long[] pages =
                memory.pages((int) ((address & RawMemory.PAGE - 1) + length + RawMemory.PAGE - 1) / RawMemory.PAGE);
        return region(regionInput(pd, address, length, pages, rights, classBits), address, pages);
    }

    public RawRegion region(MemorySegment input, long address, long[] pages) {
        return new RawRegion(memory, good(commands.execute(input, 16)).key(), address, pages);
    }

    /** A region with all rights, windows included. */
    public RawRegion region(int pd, int length) {
        return regionWithCell(pd, length, 0);
    }

    /** The same, with a cell of the binding ledger. */
    public RawRegion regionWithCell(int pd, int length, long cell) {
        long address = 0x7f00_0000_0000L + 0x123;
        long[] pages = memory.pages(1 + (0x123 + length - 1) / RawMemory.PAGE);
        MemorySegment in = regionInput(pd, address, length, pages, ALL_RIGHTS, MW_BIND);
        CreateMkey.LEDGER.setLong(in, 0, cell);
        return region(in, address, pages);
    }

    public MemorySegment windowInput(int pd, int objectClass) {
        MemorySegment in = RawCommands.input(CommandOpcode.CREATE_MKEY, 0, CreateMkey.BYTES);
        MkeyContext.OBJECT_CLASS.set(in, CreateMkey.MKEY_OFFSET, objectClass);
        MkeyContext.CHOOSE_TAG.set(in, CreateMkey.MKEY_OFFSET, 1);
        MkeyContext.PD.set(in, CreateMkey.MKEY_OFFSET, pd);
        return in;
    }

    /** The key of a new window of type 1 or 2. */
    public int window(int pd, int type) {
        int objectClass = type == 1 ? MkeyContext.CLASS_MW_TYPE_1 : MkeyContext.CLASS_MW_TYPE_2;
        return good(commands.execute(windowInput(pd, objectClass), 16)).key();
    }

    /** Input of CREATE_MKEY for an indirect mkey whose layout may have a number of units of 16 bytes. */
    public MemorySegment mkeyInput(int pd, int units) {
        MemorySegment in = windowInput(pd, MkeyContext.CLASS_INDIRECT);
        MkeyContext.ACCESS_MODE.set(in, CreateMkey.MKEY_OFFSET, MkeyContext.ACCESS_MODE_KLM);
        MkeyContext.TRANSLATION_OCTOWORDS.set(in, CreateMkey.MKEY_OFFSET, units);
        return in;
    }

    /** The key of a new indirect mkey. */
    public int mkey(int pd, int units) {
        return good(commands.execute(mkeyInput(pd, units), 16)).key();
    }

    /** The key of a new fast-register region with room for an even number of pages. */
    public int fastRegion(int pd, int pages) {
        MemorySegment in = windowInput(pd, MkeyContext.CLASS_MR);
        MkeyContext.FAST.set(in, CreateMkey.MKEY_OFFSET, 1);
        MkeyContext.TRANSLATION_OCTOWORDS.set(in, CreateMkey.MKEY_OFFSET, pages / 2);
        return good(commands.execute(in, 16)).key();
    }

    /** A new page list. */
    public RawRegion pageList(int pd, long address, int count) {
        long[] pages = memory.pages(count);
        MemorySegment in = regionInput(pd, address, (long) count * RawMemory.PAGE, pages, 0, 0);
        MkeyContext.OBJECT_CLASS.set(in, CreateMkey.MKEY_OFFSET, MkeyContext.CLASS_PAGES);
        return region(in, address, pages);
    }

    public Reply destroyKey(int key) {
        return commands.execute(CommandOpcode.DESTROY_MKEY, key >>> 8);
    }

    public MemorySegment cqInput(int logEntries, long[] pages, long record) {
        MemorySegment in = RawCommands.input(CommandOpcode.CREATE_CQ, 0, CreateCq.PAGES_OFFSET + pages.length * 8);
        Cqc.LOG_ENTRIES.set(in, CreateCq.CQC_OFFSET, logEntries);
        Cqc.DOORBELL_ADDRESS.setLong(in, CreateCq.CQC_OFFSET, record);
        for (int i = 0; i < pages.length; i++) {
            MttEntry.VALUE.setLong(in, CreateCq.PAGES_OFFSET + i * 8L, pages[i]);
        }
        return in;
    }

    /** Input of CREATE_EQ for a queue that raises an interrupt line. */
    public MemorySegment eqInput(int logEntries, int line, long events, long[] pages) {
        MemorySegment in = RawCommands.input(CommandOpcode.CREATE_EQ, 0, CreateEq.PAGES_OFFSET + pages.length * 8);
        Eqc.LOG_ENTRIES.set(in, CreateEq.EQC_OFFSET, logEntries);
        Eqc.INTERRUPT.set(in, CreateEq.EQC_OFFSET, line);
        CreateEq.EVENTS.setLong(in, 0, events);
        for (int i = 0; i < pages.length; i++) {
            MttEntry.VALUE.setLong(in, CreateEq.PAGES_OFFSET + i * 8L, pages[i]);
        }
        return in;
    }

    /** An event queue of one page, not armed. */
    public RawEq eq(int logEntries, int line, long events) {
        long page = memory.page();
        for (int at = 0; at < RawMemory.PAGE; at += Eqe.BYTES) {
            Eqe.OWNER.word(memory.segment(page), memory.offset(page) + at, Eqe.FRESH);
        }
        int number = good(commands.execute(eqInput(logEntries, line, events, new long[] {page}), 16))
                .object();
        return new RawEq(memory, doorbell, page, logEntries, number);
    }

    /** A CQ whose completion events go to an event queue. */
    public RawCq cq(int logEntries, RawEq events) {
        return cq(logEntries, events.number(), false);
    }

    /** A CQ whose arm the device polls. */
    public RawCq polledCq(int logEntries, RawEq events) {
        return cq(logEntries, events.number(), true);
    }

    public RawCq cq() {
        return cq(LOG_CQ);
    }

    public RawCq cq(int logEntries) {
        return cq(logEntries, 0, false);
    }

    private RawCq cq(int logEntries, int eqn, boolean polled) {
        long[] pages = memory.pages(((Cqe.BYTES << logEntries) + RawMemory.PAGE - 1) / RawMemory.PAGE);
        for (long page : pages) {
            for (int at = 0; at < RawMemory.PAGE; at += Cqe.BYTES) {
                Cqe.OWNER.word(memory.segment(page), memory.offset(page) + at, Cqe.FRESH);
            }
        }
        long record = memory.page();
        MemorySegment in = cqInput(logEntries, pages, record);
        Cqc.EQN.set(in, CreateCq.CQC_OFFSET, eqn);
        Cqc.POLLED.set(in, CreateCq.CQC_OFFSET, polled);
        DoorbellRecord.publish(
                DoorbellRecord.SEND, memory.segment(record), memory.offset(record), CqDoorbell.NOT_ARMED);
        int number = good(commands.execute(in, 16)).object();
        return new RawCq(memory, doorbell, pages, record, logEntries, number);
    }

    /** Input of CREATE_SRQ for 16 WQEs of 64 bytes. */
    public MemorySegment srqInput(int pd, long page, long record) {
        MemorySegment in = RawCommands.input(CommandOpcode.CREATE_SRQ, 0, CreateSrq.PAGES_OFFSET + 8);
        Srqc.PD.set(in, CreateSrq.SRQC_OFFSET, pd);
        Srqc.LOG_SIZE.set(in, CreateSrq.SRQC_OFFSET, 4);
        Srqc.LOG_STRIDE.set(in, CreateSrq.SRQC_OFFSET, STRIDE_UNIT_LOG);
        Srqc.DOORBELL_ADDRESS.setLong(in, CreateSrq.SRQC_OFFSET, record);
        MttEntry.VALUE.setLong(in, CreateSrq.PAGES_OFFSET, page);
        return in;
    }

    public MemorySegment qpInput(int pd, RawCq send, RawCq receive, int logBlocks, long[] pages, long record) {
        MemorySegment in = RawCommands.input(CommandOpcode.CREATE_QP, 0, CreateQp.PAGES_OFFSET + pages.length * 8);
        int qpc = CreateQp.QPC_OFFSET;
        Qpc.PD.set(in, qpc, pd);
        Qpc.LOG_RQ_SIZE.set(in, qpc, RawQp.LOG_RECEIVES);
        Qpc.LOG_RQ_STRIDE.set(in, qpc, STRIDE_UNIT_LOG);
        Qpc.LOG_SQ_SIZE.set(in, qpc, logBlocks);
        Qpc.SEND_CQN.set(in, qpc, send.number());
        Qpc.RECEIVE_CQN.set(in, qpc, receive.number());
        Qpc.DOORBELL_ADDRESS.setLong(in, qpc, record);
        for (int i = 0; i < pages.length; i++) {
            MttEntry.VALUE.setLong(in, CreateQp.PAGES_OFFSET + i * 8L, pages[i]);
        }
        return in;
    }

    /** A QP of another service than RC. */
    public RawQp qp(int service, int pd, RawCq send, RawCq receive) {
        long[] pages =
                memory.pages(((RawQp.RECEIVE_STRIDE << RawQp.LOG_RECEIVES) + 64 + RawMemory.PAGE - 1) / RawMemory.PAGE);
        long record = memory.page();
        MemorySegment in = qpInput(pd, send, receive, 0, pages, record);
        Qpc.SERVICE.set(in, CreateQp.QPC_OFFSET, service);
        return new RawQp(
                memory,
                doorbell,
                pages,
                record,
                1,
                good(commands.execute(in, 16)).object());
    }

    public RawQp qp(int pd, RawCq send, RawCq receive) {
        return qp(pd, send, receive, LOG_SEND_BLOCKS);
    }

    public RawQp qp(int pd, RawCq send, RawCq receive, int logBlocks) {
        return qp(pd, send, receive, logBlocks, false);
    }

    /** A QP whose doorbell record the device polls. */
    public RawQp polledQp(int pd, RawCq send, RawCq receive) {
        return qp(pd, send, receive, LOG_SEND_BLOCKS, true);
    }

    private RawQp qp(int pd, RawCq send, RawCq receive, int logBlocks, boolean polled) {
        int bytes = (RawQp.RECEIVE_STRIDE << RawQp.LOG_RECEIVES) + (64 << logBlocks);
        long[] pages = memory.pages((bytes + RawMemory.PAGE - 1) / RawMemory.PAGE);
        long record = memory.page();
        MemorySegment in = qpInput(pd, send, receive, logBlocks, pages, record);
        Qpc.POLLED.set(in, CreateQp.QPC_OFFSET, polled);
        int number = good(commands.execute(in, 16)).object();
        return new RawQp(memory, doorbell, pages, record, 1 << logBlocks, number);
    }

    /** Takes a fresh QP to RTS. */
    public void connect(int qpn, int peer, HcaConfig to, QpSetup setup) {
        List<CommandOpcode> steps =
                List.of(CommandOpcode.RST2INIT_QP, CommandOpcode.INIT2RTR_QP, CommandOpcode.RTR2RTS_QP);
        for (CommandOpcode step : setup.sends() ? steps : steps.subList(0, 2)) {
            good(commands.execute(setup.input(step, qpn, peer, to), 16));
        }
    }

    /** The state of a QP, from the device. */
    public int state(int qpn) {
        Reply reply = good(commands.execute(RawCommands.input(CommandOpcode.QUERY_QP, qpn, 16), CreateQp.BYTES));
        return Qpc.STATE.get(reply.output(), CreateQp.QPC_OFFSET);
    }

    /** The rules refused so far. */
    public List<HcaRule> rules() {
        return refusals.stream().map(Refusal::rule).toList();
    }

    @Override
    public void close() {
        hca.close();
    }
}
