package dev.fenestra.hw.sim.mlx5.command;

import static dev.fenestra.hw.sim.mlx5.command.Commands.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.hca.observe.HcaObserver;
import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.mlx5.prm.BoundWindows;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandStatus;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.ModifyMkey;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Reply;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Binds and commands: the ledger, and the windows that hold a region. */
class WindowCommandTest {
    private static final int QPS_BEFORE_AN_HEIR = 1_000;

    private final RawPair pair = new RawPair();
    private final RawHost host = pair.alice.host;
    private final int pd = pair.alice.pd;
    private final long cell = host.memory.page() + 64;
    private final RawRegion region = withLedger();
    private int tag = 0x40;

    private RawRegion withLedger() {
        long[] pages = host.memory.pages(2);
        MemorySegment in = host.regionInput(pd, 0x8000, 8192, pages, RawHost.ALL_RIGHTS, RawHost.MW_BIND);
        CreateMkey.LEDGER.setLong(in, 0, cell);
        return host.region(in, 0x8000, pages);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    /** Binds and returns the new key. */
    private int bind(int window) {
        int newTag = tag++;
        run(Wqe.bind(window, newTag, region, region.address(), 64, RawHost.REMOTE_READ));
        return window & ~0xff | newTag;
    }

    private void run(Wqe wqe) {
        pair.alice.qp.post(wqe);
        pair.settle();
        assertTrue(pair.alice.sent().isSuccess(), () -> host.refusals.toString());
    }

    private long ledger() {
        return host.memory.readLong(cell);
    }

    @Test
    void shouldKeepTheLedgerEqualToTheBoundWindows() {
        int first = bind(host.window(pd, 2));
        assertEquals(1, ledger());
        int second = bind(host.window(pd, 1));
        assertEquals(2, ledger());
        second = bind(second);
        assertEquals(2, ledger(), "a type-1 window was bound anew");
        run(Wqe.free(second, 0x77, false));
        assertEquals(1, ledger(), "unbound");
        run(Wqe.invalidate(first));
        assertEquals(0, ledger(), "invalidated");
        run(Wqe.invalidate(first));
        assertEquals(0, ledger(), "it was free already");
        int third = bind(first);
        assertEquals(1, ledger());
        RawHost.good(host.destroyKey(third));
        assertEquals(0, ledger(), "destroyed");
        RawHost.good(host.destroyKey(region.key()));
    }

    @Test
    void shouldMoveTheLedgerOfBothRegionsWhenATypeOneWindowMoves() {
        int window = bind(host.window(pd, 1));
        RawRegion other = host.region(pd, 64);
        run(Wqe.bind(window, 0x99, other, other.address(), 8, RawHost.REMOTE_READ));
        assertEquals(0, ledger());
        RawHost.good(host.destroyKey(region.key()));
        refused(CommandStatus.RESOURCE_BUSY, host.destroyKey(other.key()));
    }

    @Test
    void shouldLeaveTheLedgerAloneWhenABindIsRefused() {
        bind(host.window(pd, 2));
        pair.alice.qp.post(Wqe.bind(host.window(pd, 2), 1, region, region.address() - 1, 64, 0));
        pair.settle();
        assertEquals(HcaRule.B12.code(), pair.alice.sent().vendor());
        assertEquals(1, ledger());
    }

    @Test
    void shouldWriteTheLedgerBeforeTheCompletionIsVisible() {
        List<Long> atCompletion = new ArrayList<>();
        host.hca.observe(new Watcher() {
            @Override
            public void keyChanged(KeyChange change, int key) {
                assertTrue(!pair.alice.sends.hasNext(), "the CQE must not be visible yet");
            }

            @Override
            public void completion(int cqn, int qpn, CompletionKind kind, CompletionStatus status) {
                atCompletion.add(ledger());
            }
        });
        int key = bind(host.window(pd, 2));
        run(Wqe.invalidate(key));
        assertEquals(List.of(1L, 0L), atCompletion);
    }

    @Test
    void shouldNotDestroyAPageListThatRegistrationsHold() {
        RawRegion list = host.pageList(pd, 0x6000_0000L, 2);
        int fast = host.fastRegion(pd, 2);
        run(Wqe.register(fast, 0x77, 0x5000, 8, 0).page(list.key(), 0x6000_0000L));
        refused(CommandStatus.RESOURCE_BUSY, host.destroyKey(list.key()));
        assertEquals(List.of(HcaRule.D4), host.rules());
        RawHost.good(host.destroyKey(fast));
        RawHost.good(host.destroyKey(list.key()));
    }

    @Test
    void shouldNotDestroyARegionThatWindowsHold() {
        int key = bind(host.window(pd, 2));
        refused(CommandStatus.RESOURCE_BUSY, host.destroyKey(region.key()));
        assertEquals(List.of(HcaRule.D1), host.rules());
        assertEquals(1, ledger());
        run(Wqe.invalidate(key));
        RawHost.good(host.destroyKey(region.key()));
    }

    @Test
    void shouldNotChangeARegionThatWindowsHold() {
        int key = bind(host.window(pd, 2));
        for (int changes = 1; changes < 8; changes++) {
            MemorySegment in =
                    host.regionInput(pd, region.address(), 8192, region.pages(), RawHost.REMOTE_READ, RawHost.MW_BIND);
            CommandInput.OPCODE.set(in, 0, CommandOpcode.MODIFY_MKEY.code());
            CommandInput.OBJECT.set(in, 0, region.index());
            ModifyMkey.CHANGES.set(in, 0, changes);
            refused(CommandStatus.RESOURCE_BUSY, host.commands.execute(in, 16));
        }
        assertEquals(Set.of(HcaRule.D3), Set.copyOf(host.rules()));
        run(Wqe.invalidate(key));
        bind(key);
    }

    @Test
    void shouldNameTheWindowsOfARegion() {
        assertEquals(Set.of(), windows(10));
        Set<Integer> bound = IntStream.range(0, 6)
                .mapToObj(i -> bind(host.window(pd, 1 + i % 2)))
                .collect(Collectors.toSet());
        host.window(pd, 1);
        host.window(pd, 2);
        assertEquals(bound, windows(10));
        assertEquals(4, windows(4).size(), "as many as fit");
        assertEquals(0, windows(0).size());
    }

    private Set<Integer> windows(int room) {
        Reply reply = RawHost.good(host.commands.execute(
                RawCommands.input(CommandOpcode.QUERY_BOUND_WINDOWS, region.index(), 16),
                BoundWindows.LIST_OFFSET + room * BoundWindows.ENTRY_BYTES));
        return IntStream.range(0, BoundWindows.COUNT.get(reply.output(), 0))
                .mapToObj(i -> {
                    long at = BoundWindows.LIST_OFFSET + (long) i * BoundWindows.ENTRY_BYTES;
                    int qpn = BoundWindows.QPN.get(reply.output(), at);
                    assertTrue(qpn == MkeyContext.ANY_QPN || qpn == pair.alice.qp.number());
                    return BoundWindows.RKEY.get(reply.output(), at);
                })
                .collect(Collectors.toSet());
    }

    @Test
    void shouldNotTakeAQpFromItsTypeTwoAWindows() {
        QpSetup usual = QpSetup.usual();
        try (RawPair other = new RawPair(usual, usual, c -> c.withWindows(WindowSupport.TYPES_1_AND_2A))) {
            RawHost its = other.alice.host;
            RawRegion memory = its.region(other.alice.pd, 64);
            int window = its.window(other.alice.pd, 2);
            other.alice.qp.post(Wqe.bind(window, 5, memory, memory.address(), 8, RawHost.REMOTE_READ));
            other.settle();
            assertTrue(other.alice.sent().isSuccess());
            int qpn = other.alice.qp.number();
            refused(CommandStatus.RESOURCE_BUSY, its.commands.execute(CommandOpcode.DESTROY_QP, qpn));
            refused(CommandStatus.RESOURCE_BUSY, its.commands.execute(CommandOpcode.TO_RST_QP, qpn));
            assertEquals(List.of(HcaRule.D2, HcaRule.D2), its.rules());
            assertEquals(Qpc.STATE_RTS, its.state(qpn), "nothing has changed");
            RawHost.good(its.destroyKey(window));
            RawHost.good(its.commands.execute(CommandOpcode.DESTROY_QP, qpn));
        }
    }

    @Test
    void shouldNotLendATypeTwoBWindowToALaterQpOfTheSameNumber() {
        int key = bind(host.window(pd, 2));
        int number = pair.alice.qp.number();
        RawHost.good(host.commands.execute(CommandOpcode.DESTROY_QP, number));
        RawQp heir = heir(number);
        HcaConfig peer = pair.bob.host.hca.config();
        host.connect(number, pair.bob.qp.number(), peer, QpSetup.usual());
        heir.post(Wqe.invalidate(key));
        pair.settle();
        assertEquals(HcaRule.I3.code(), pair.alice.sent().vendor());
        assertEquals(1, ledger());
    }

    /** A later QP of this number; QPs with other numbers come and go before. */
    private RawQp heir(int number) {
        for (int i = 0; i < QPS_BEFORE_AN_HEIR; i++) {
            RawQp qp = host.qp(pd, pair.alice.sends, pair.alice.receives);
            if (qp.number() == number) {
                return qp;
            }
            RawHost.good(host.commands.execute(CommandOpcode.DESTROY_QP, qp.number()));
        }
        throw new AssertionError("no QP has had the number " + number + " again");
    }

    /** Sees nothing unless told otherwise. */
    private static class Watcher implements HcaObserver {
        @Override
        public void command(int opcode, int status) {}

        @Override
        public void doorbell(int qpn) {}

        @Override
        public void wqeFetched(int qpn, int index, int opcode, int octowords) {}

        @Override
        public void keyChanged(KeyChange change, int key) {}

        @Override
        public void translationsWritten(int count) {}

        @Override
        public void packetSent(byte[] header, int headerBytes, int payloadBytes) {}

        @Override
        public void packetReceived(byte[] header, int headerBytes, int payloadBytes) {}

        @Override
        public void completion(int cqn, int qpn, CompletionKind kind, CompletionStatus status) {}

        @Override
        public void qpState(int qpn, QpState state) {}
    }
}
