package dev.fenestra.tools.bench;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.JournalText;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.uverbs.cm.CmChannel;
import dev.fenestra.uverbs.cm.Listener;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.request.Send;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What can be closed can be closed again, and before or after what it belongs to: the second time does nothing. */
class CloseTwiceTest {
    private static void closeTwice(AutoCloseable thing) {
        assertDoesNotThrow(thing::close);
        assertDoesNotThrow(thing::close);
    }

    /** Makes one thing on a bench. */
    @FunctionalInterface
    private interface Maker {
        AutoCloseable on(TestBench bench, Context alice) throws Exception;
    }

    private static CompletionQueue cq(Context alice) {
        return alice.createCq(4);
    }

    private static QueuePair qp(Context alice, ProtectionDomain pd) {
        return pd.createQp(QpSpec.rc(cq(alice), cq(alice)));
    }

    private static CmAddress address(Context alice) {
        return new CmAddress(alice.gid(0), 0);
    }

    private static Map<String, Maker> makers() {
        Map<String, Maker> makers = new LinkedHashMap<>();
        makers.put("context", (bench, _) -> bench.host("bob").open());
        makers.put("PD", (_, alice) -> alice.allocPd());
        makers.put("parent domain", (_, alice) -> alice.allocPd().allocParentDomain());
        makers.put("thread domain", (_, alice) -> alice.allocTd());
        makers.put("region", (_, alice) -> alice.allocPd().regMr(alice.allocate(4096)));
        makers.put("null region", (_, alice) -> alice.allocPd().allocNullMr());
        makers.put("fast-register region", (_, alice) -> alice.allocPd().allocMr(4));
        makers.put("page list", (_, alice) -> alice.allocPd().listPages(alice.allocate(4096)));
        makers.put("window", (_, alice) -> alice.allocPd().allocMw(MwType.TYPE_1));
        makers.put("CQ", (_, alice) -> cq(alice));
        makers.put("completion channel", (_, alice) -> alice.createCompletionChannel());
        makers.put("SRQ", (_, alice) -> alice.allocPd().createSrq(SrqSpec.of(4)));
        makers.put("QP", (_, alice) -> qp(alice, alice.allocPd()));
        makers.put("address handle", (_, alice) -> alice.allocPd().createAh(alice.gid(0)));
        makers.put("XRC domain", (_, alice) -> alice.openXrcDomain());
        makers.put("device memory", (_, alice) -> alice.allocDm(64));
        makers.put("dma-buf", (_, alice) -> alice.process().exportDmaBuf(4096));
        makers.put("memory", (_, alice) -> alice.allocate(4096));
        makers.put("process", (_, alice) -> alice.process());
        makers.put("child", (_, alice) -> alice.process().fork("child"));
        makers.put("CM channel", (_, alice) -> CmChannel.open(alice));
        makers.put("CM id", (_, alice) -> CmChannel.open(alice).createId(PortSpace.TCP, QpType.RC));
        makers.put("listener", (_, alice) -> {
            ProtectionDomain pd = alice.allocPd();
            return Listener.open(pd, QpSpec.rc(cq(alice), cq(alice)), address(alice), 1);
        });
        makers.put("pair", (bench, alice) -> bench.pair(alice, bench.host("bob").open()));
        makers.put("peer", (bench, alice) -> {
            QpPair pair = bench.pair(alice, bench.host("bob").open());
            return pair.one();
        });
        makers.put(
                "pair by CM",
                (bench, alice) -> bench.pair(alice, bench.host("bob").open(), PairOptions.DEFAULT.withCm()));
        makers.put("CM connection", (bench, alice) -> {
            Context bob = bench.host("bob").open();
            return bench.connectByCm(qp(alice, alice.allocPd()), qp(bob, bob.allocPd()));
        });
        makers.put("journal", (bench, _) -> Journal.of(bench));
        makers.put("capture", (bench, _) -> PcapTap.on(bench, Journal.of(bench), new ByteArrayOutputStream(), 1 << 20));
        makers.put("kernel", (bench, _) -> bench.host("bob").kernel());
        makers.put("kernel's process", (bench, _) -> bench.host("bob").process());
        makers.put("connections", (bench, _) -> bench.host("bob").kernel().connections());
        return makers;
    }

    static Set<String> things() {
        return makers().keySet();
    }

    @ParameterizedTest
    @MethodSource("things")
    void shouldCloseTwiceAndThenTheBenchTwice(String thing) throws Exception {
        TestBench bench = TestBench.twoHosts();
        Maker maker = makers().get(thing);
        closeTwice(maker.on(bench, bench.host("alice").open()));
        closeTwice(bench);
    }

    /** Objects of a process end with it. */
    @ParameterizedTest
    @MethodSource("things")
    void shouldCloseTheBenchAndThenTheThingTwice(String thing) throws Exception {
        TestBench bench = TestBench.twoHosts();
        AutoCloseable made = makers().get(thing).on(bench, bench.host("alice").open());
        closeTwice(bench);
        closeTwice(made);
    }

    @Test
    void shouldCloseTheKernelBeforeTheBenchAndAfterIt() {
        TestBench bench = TestBench.twoHosts();
        Host kernel = bench.host("alice").kernel();
        bench.host("alice").open().allocPd();
        closeTwice(kernel);
        closeTwice(bench);
        closeTwice(kernel);
        assertEquals(
                List.of(),
                kernel.refusals().refusals().stream().map(Refusal::ruleId).toList());
    }

    @Test
    void shouldCloseACardTwice() {
        TestBench bench = TestBench.twoHosts();
        closeTwice(bench);
        closeTwice(bench.host("alice").hca());
    }

    @Test
    void shouldLeaveALaterCaptureAndJournalAlone() throws Exception {
        try (TestBench bench = TestBench.twoHosts();
                QpPair pair =
                        bench.pair(bench.host("alice").open(), bench.host("bob").open())) {
            Journal first = Journal.of(bench);
            PcapTap early = PcapTap.on(bench, first, new ByteArrayOutputStream(), 1 << 20);
            early.close();
            first.close();
            List<Object> seen = new ArrayList<>();
            Journal second = Journal.of(bench);
            second.addSink(seen::add);
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            PcapTap late = PcapTap.on(bench, second, file, 1 << 20);

            early.close();
            first.close();
            pair.other().qp().postRecv(1, pair.other().region().slice(0, 64));
            pair.one().perform(Send.of(2, pair.one().region().slice(0, 64)));

            late.close();
            second.close();
            assertFalse(seen.isEmpty());
            assertTrue(file.size() > 400, "the capture has packets: " + file.size());
        }
    }

    @Test
    void shouldWriteTheTextOfAJournalOnce() throws Exception {
        StringWriter text = new StringWriter();
        closeTwice(new JournalText(text));
        assertEquals("", text.toString());
    }

    @Test
    void shouldKeepMemoryThatWasFreedTwiceOutOfOthersHands() {
        try (TestBench bench = TestBench.twoHosts()) {
            Context alice = bench.host("alice").open();
            Memory first = alice.allocate(4096);
            first.close();
            Memory second = alice.allocate(4096);
            second.put(0, new byte[] {7});
            first.close();
            assertEquals(7, second.get(0, 1)[0]);
        }
    }
}
