package dev.fenestra.tools.junit.runs;

import static org.junit.jupiter.api.Assertions.fail;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

@Fenestra
public class Leaky {

    @Test
    void leavesARegionWithAWindow(Peer alice, Peer bob) {
        MemoryRegion region = bob.pd().regMr(bob.memory(), AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
        MemoryWindow window = bob.pd().allocMw(MwType.TYPE_1);
        bob.qp().bindMw(1, window, region.slice(0, 8), AccessFlag.REMOTE_READ);
        bob.await(1).orThrow();
    }

    @Test
    void leavesADeviceOpen(BenchHost alice) {
        alice.open();
    }

    @Test
    void failsBeforeItCloses(Context alice) {
        alice.allocPd();
        fail("on purpose");
    }

    @Test
    void givesUp(Context alice) {
        alice.allocPd();
        Assumptions.abort();
    }

    @Test
    void closesAll(Context alice) {
        alice.allocPd().close();
    }
}
