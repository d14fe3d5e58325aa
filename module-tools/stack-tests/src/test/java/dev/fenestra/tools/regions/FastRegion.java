package dev.fenestra.tools.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.PageList;
import dev.fenestra.uverbs.request.RegisterMr;
import dev.fenestra.uverbs.request.WorkRequest;
import org.junit.jupiter.api.AutoClose;

/** A fast-register region of bob over listed pages, and a peer that uses it. */
abstract class FastRegion {
    static final int PAGE = PageList.PAGE_BYTES;
    static final int PAGES = 8;

    @AutoClose
    final Pair pair = new Pair();

    final Side alice = pair.alice();
    final Side bob = pair.bob();
    final Memory memory = bob.context().allocate((long) PAGES * PAGE);
    final PageList pages = bob.pd().listPages(memory);
    final MemoryRegion region = bob.pd().allocMr(PAGES);

    int nextKey() {
        return MemoryKey.next(region.lkey());
    }

    RegisterMr all(AccessFlag... access) {
        return RegisterMr.of(1, region, nextKey(), pages, access);
    }

    void assertFails(HcaRule rule, WcStatus status, WorkRequest request) {
        Completion.Failed failed = (Completion.Failed) bob.attempt(request);
        assertEquals(status, failed.status());
        assertEquals(
                rule.code(),
                failed.vendorError(),
                () -> HcaRule.of(failed.vendorError()).orElseThrow().name());
        assertEquals(QpState.ERR, bob.qp().state());
        assertEquals(
                rule.id(), bob.host().kernel().refusals().refusals().getLast().ruleId());
    }
}
