package dev.fenestra.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.uverbs.memory.MemoryWindow;
import org.junit.jupiter.api.Test;

/** What a shell shows of a handle. */
@Fenestra
class HandleTextTest {
    @Test
    void shouldShowKeyRangeRightsAndHostOfAHandle(Peer alice) {
        String region = alice.region().toString();
        assertTrue(region.startsWith(alice.region().name() + " of alice: key="), region);
        assertTrue(region.contains(MemoryKey.text(alice.region().rkey())), region);
        assertTrue(
                region.contains(
                        String.format("range=0x%x+0x10000", alice.region().address())),
                region);
        assertTrue(
                region.endsWith("access=[LOCAL_WRITE, MW_BIND], " + alice.pd().name()), region);
        assertTrue(alice.qp()
                .toString()
                .contains(String.format("number=0x%x, RC", alice.qp().number())));
        assertTrue(alice.cq().toString().contains("capacity=" + alice.cq().capacity()), alice.cq()::toString);
        MemoryWindow window = alice.pd().allocMw(MwType.TYPE_1);
        String open = window.toString();
        assertTrue(open.contains("key=" + MemoryKey.text(window.rkey()) + ", TYPE_1"), open);
        window.close();
        assertEquals(open + ", closed", window.toString());
    }
}
