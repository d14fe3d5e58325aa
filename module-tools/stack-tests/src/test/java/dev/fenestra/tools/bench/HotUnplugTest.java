package dev.fenestra.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.AsyncEvent;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.request.Send;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A card is taken out while programs use it. */
class HotUnplugTest {
    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final BenchHost alice = bench.host("alice");
    private final QpPair pair = bench.pair(alice.open(), bench.host("bob").open(), PairOptions.DEFAULT.withCm());
    private final Context context = pair.one().context();

    @Test
    void shouldTellProgramsAndIdsOfRdmaCm() {
        alice.unplug();

        try (AsyncEvent event = context.awaitAsyncEvent(Patience.LIMIT)) {
            assertEquals(AsyncEventType.DEVICE_FATAL, event.type());
        }
        CmEvent event = pair.one().cm().orElseThrow().channel().awaitEvent(Patience.LIMIT);
        assertEquals(CmEventType.DEVICE_REMOVAL, event.type());
    }

    @Test
    void shouldRefuseCallsWithEioAndNameTheRule() {
        alice.unplug();

        VerbsException refused = assertThrows(VerbsException.class, context::allocPd);

        assertEquals(Errno.EIO, refused.errno());
        assertEquals("HND-5", refused.rule().id());
        assertEquals("HND-5", alice.refusals().getLast().ruleId());
    }

    @Test
    void shouldHaveNoDeviceAnyMore() {
        alice.unplug();

        assertTrue(alice.kernel().devices().isEmpty());
        VerbsException refused = assertThrows(VerbsException.class, () -> alice.open("mlx5_0"));
        assertEquals(Errno.ENXIO, refused.errno());
        assertThrows(VerbsException.class, () -> alice.kernel().unplug("mlx5_0"));
    }

    @Test
    void shouldDestroyTheObjectsOfThePrograms() {
        alice.unplug();

        assertEquals(
                List.of(),
                alice.kernel().resources().stream()
                        .filter(resource -> !resource.toString().contains("CM"))
                        .toList());
    }

    @Test
    void shouldIgnoreWhatIsPostedAfterwards() {
        alice.unplug();

        pair.one().qp().post(Send.of(1, pair.one().region().slice(0, 8)));
        bench.run(Duration.ofMillis(1));

        assertEquals(0, pair.one().cq().poll(new Completions(1)));
    }

    @Test
    void shouldLookToThePeerLikeACardThatIsSilent() {
        alice.unplug();

        Completion lost = pair.other().attempt(Send.of(2, pair.other().region().slice(0, 8)));

        assertEquals(WcStatus.RETRY_EXC_ERR, lost.status());
    }

    @Test
    void shouldLetProgramsCloseTheirObjects() {
        alice.unplug();

        pair.close();
        context.close();

        assertFalse(pair.one().qp().isOpen());
        assertEquals(List.of(), alice.kernel().resources());
    }
}
