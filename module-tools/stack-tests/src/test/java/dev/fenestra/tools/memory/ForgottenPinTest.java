package dev.fenestra.tools.memory;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.memory.MemoryRule;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Why a region pins its pages.
 *
 * <p>A device knows no virtual addresses of bob. When he registers memory, it is told once in which frames his pages
 * lie, and from then on it goes there by itself: no kernel looks on. So the kernel must promise that these pages stay
 * in these frames until the region ends. That promise is the pin. Each test here does the same things in the same
 * order: bob registers a page, his host runs short of memory and takes the page away, somebody else gets the frame, and
 * alice writes into bob's region.
 */
class ForgottenPinTest {
    private static final byte[] SECRET = "carol's own page".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MESSAGE = "hello bob, this is alice".getBytes(StandardCharsets.US_ASCII);

    @AutoClose
    private Pair pair;
    /** Of bob, registered: what alice may write to. */
    private Memory mailbox;

    private MemoryRegion region;
    /** The memory of carol, who has a process on bob's host that does not use RDMA. */
    private Memory carols;

    @Test
    void shouldKeepAPinnedPageWhereTheDeviceLooksForIt() {
        bobRegistersAPage(TestBench.builder());

        // The kernel looks for pages to take, and leaves bob's alone: its frame is pinned.
        assertEquals(0, theHostTakesThePageAway());
        carolGetsTheNextFreeFrame();

        assertEquals(WcStatus.SUCCESS, aliceWrites().status());
        assertArrayEquals(MESSAGE, mailbox.get(0, MESSAGE.length));
        assertArrayEquals(SECRET, carols.get(0, SECRET.length));
    }

    @Test
    void shouldShowThatWithoutThePinTheBytesLandInAnotherProcess() {
        bobRegistersAPage(TestBench.builder().drivers(ForgetfulDriver.ofBob()));

        // The kernel does not know that a device still uses the frame, so it may take it.
        assertEquals(1, theHostTakesThePageAway());
        // Giving it to somebody else is right, too.
        carolGetsTheNextFreeFrame();

        // All is well, says the device: the key is good, the range lies inside the region, and the frame is there.
        assertEquals(WcStatus.SUCCESS, aliceWrites().status());

        // But bob got nothing, and the network has overwritten carol's page, which was never registered.
        assertArrayEquals(new byte[MESSAGE.length], mailbox.get(0, MESSAGE.length));
        assertArrayEquals(MESSAGE, carols.get(0, MESSAGE.length));
        // Nothing anywhere was refused, so nothing anywhere could have told.
        assertEquals(List.of(), pair.bob().host().refusals());
    }

    @Test
    void shouldShowThatAnIommuTurnsTheCorruptionIntoAFault() {
        bobRegistersAPage(TestBench.builder().drivers(ForgetfulDriver.ofBob()).hostConfig(HostConfig::withIommu));
        assertEquals(1, theHostTakesThePageAway());
        carolGetsTheNextFreeFrame();

        // The device still goes where it was told. But that is now a bus address which leads nowhere: its mapping went
        // with the pin.
        Completion outcome = aliceWrites();

        assertEquals(WcStatus.REM_ACCESS_ERR, outcome.status());
        assertArrayEquals(SECRET, carols.get(0, SECRET.length));
        assertArrayEquals(new byte[MESSAGE.length], mailbox.get(0, MESSAGE.length));
        // Bob's host knows what happened, and says so.
        assertEquals(QpState.ERR, pair.bob().qp().state());
        List<String> refused =
                pair.bob().host().refusals().stream().map(Refusal::ruleId).toList();
        assertEquals(List.of(MemoryRule.IOMMU_MAPPED.id(), HcaRule.H1.id()), refused);
        assertTrue(bobIsTold().contains(AsyncEventType.IOMMU_FAULT));
    }

    @Test
    void shouldFindTheCulpritInTheLogWhenTheRegionEnds() {
        bobRegistersAPage(TestBench.builder().drivers(ForgetfulDriver.ofBob()));

        region.close();

        Refusal last = pair.bob().host().refusals().getLast();
        assertEquals(MemoryRule.PINS_KEPT.id(), last.ruleId(), last.toString());
    }

    private void bobRegistersAPage(TestBenchBuilder bench) {
        pair = new Pair(bench.build());
        mailbox = pair.bob().context().allocate(PAGE_BYTES);
        region = pair.bob().pd().regMr(mailbox, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
    }

    private long theHostTakesThePageAway() {
        return mailbox.swapOut(0, PAGE_BYTES);
    }

    private void carolGetsTheNextFreeFrame() {
        Process carol = pair.bob().host().kernel().createProcess("carol");
        carols = Context.open(carol, pair.bob().context().device()).allocate(PAGE_BYTES);
        carols.put(0, SECRET);
    }

    private Completion aliceWrites() {
        pair.alice().memory().put(0, MESSAGE);
        return pair.alice()
                .attempt(RdmaWrite.of(1, region.remote(), pair.alice().region().slice(0, MESSAGE.length)));
    }

    private List<AsyncEventType> bobIsTold() {
        List<AsyncEventType> types = new ArrayList<>();
        Context bob = pair.bob().context();
        for (var event = bob.pollAsyncEvent(); event.isPresent(); event = bob.pollAsyncEvent()) {
            try (AsyncEvent read = event.get()) {
                types.add(read.type());
            }
        }
        return types;
    }
}
