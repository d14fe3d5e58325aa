package dev.fenestra.tools.windows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Step 1 of the demo. */
class RegionWithoutRightsTest {
    @AutoClose
    private final Pair pair = new Pair();

    private final RemoteBuffer region = pair.bob().region().remote();

    @Test
    void shouldRefuseAWriteToARegionWithoutRemoteWrite() {
        pair.assertRefused(
                HcaRule.R4,
                region,
                RdmaWrite.of(1, region, pair.alice().region().slice(0, 100)));
    }

    @Test
    void shouldRefuseAReadOfARegionWithoutRemoteRead() {
        pair.assertRefused(
                HcaRule.R4, region, RdmaRead.of(1, region, pair.alice().region().slice(0, 100)));
    }

    @Test
    void shouldPlaceNothingOfALongWriteThatIsRefused() {
        pair.assertRefused(
                HcaRule.R4,
                region,
                RdmaWrite.of(1, region, pair.alice().region().all()));
    }

    @Test
    void shouldUseTheSameTwoQpsAgainAfterARefusal() {
        pair.assertRefused(
                HcaRule.R4,
                region,
                RdmaWrite.of(1, region, pair.alice().region().slice(0, 100)));

        pair.reconnect();

        assertEquals(QpState.RTS, pair.alice().qp().state());
        assertEquals(QpState.RTS, pair.bob().qp().state());
        RemoteBuffer window =
                pair.bob().bind(2, pair.bob().pd().allocMw(MwType.TYPE_1), 0, 100, AccessFlag.REMOTE_WRITE);
        pair.alice().perform(RdmaWrite.of(3, window, pair.alice().region().slice(0, 100)));
        assertArrayEquals(pair.alice().memory().get(0, 100), pair.bob().memory().get(0, 100));
    }
}
