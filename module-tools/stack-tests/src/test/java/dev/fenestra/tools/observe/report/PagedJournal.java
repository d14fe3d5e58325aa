package dev.fenestra.tools.observe.report;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultStage;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MapOptions;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.journal.Journal;
import dev.fenestra.tools.observe.journal.PcapTap;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The journal of an on-demand region of four pages, and its capture. One WRITE brings pages 0 and 1, then page 1 is
 * swapped out, page 0 is unmapped, and another WRITE is lost and sent again.
 */
final class PagedJournal {
    static final int PAGE = 4096;
    static final String CARRIED = "these bytes cross the wire";

    private PagedJournal() {}

    static JournalFile record() {
        return record(new ByteArrayOutputStream());
    }

    /** Leaves the capture in a stream. */
    static JournalFile record(ByteArrayOutputStream capture) {
        try (TestBench bench = TestBench.builder().seed(7).build()) {
            Journal journal = Journal.of(bench);
            Recording recording = Recording.of(
                    "A region without pinned pages: they come, are swapped out, are unmapped", bench, journal);
            try (PcapTap tap = PcapTap.on(bench, journal, capture, Long.MAX_VALUE)) {
                play(bench, tap);
            }
            return recording.file();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void play(TestBench bench, PcapTap tap) {
        QpPair pair = bench.pair(bench.host("alice").open(), bench.host("bob").open());
        Peer alice = pair.one();
        Peer bob = pair.other();
        Memory memory = bob.context().map(4 * PAGE, MapOptions.USUAL);
        MemoryRegion paged =
                bob.pd().regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.ON_DEMAND);
        alice.memory().put(0, CARRIED.getBytes());
        RemoteBuffer first = new RemoteBuffer(paged.address(), 2 * PAGE, paged.rkey());
        alice.perform(RdmaWrite.of(1, first, alice.region().slice(0, 2 * PAGE)));
        memory.swapOut(PAGE, PAGE);
        memory.unmap(0, PAGE);
        bench.fabric().through(new FaultStage(FaultPlan.of(Fault.at(FaultAction.DROP, PacketMatch.ANY, 1))));
        RemoteBuffer second = new RemoteBuffer(paged.address() + 2 * PAGE, CARRIED.length(), paged.rkey());
        alice.perform(RdmaWrite.of(2, second, alice.region().slice(0, CARRIED.length())));
        if (tap.written() == 0) {
            throw new AssertionError("nothing was captured");
        }
    }
}
