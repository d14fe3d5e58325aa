package dev.fenestra.uverbs.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.Ece;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.Provokes;
import dev.fenestra.uverbs.VerbsRule;
import org.junit.jupiter.api.Test;

/** What becomes of an exchange when another event comes than the one that is awaited. */
public class CmStepsTest {
    private static final int ID = 3;

    private static CmEvent event(CmEventType type, int id) {
        return new CmEvent(type, id, 0, 0, -110, null, null, Ece.NONE);
    }

    @Test
    void shouldPassTheAwaitedEventOn() {
        CmEvent event = event(CmEventType.ESTABLISHED, ID);

        assertSame(event, CmSteps.check(event, ID, CmEventType.ESTABLISHED));
    }

    @Test
    @Provokes("EVT-3")
    void shouldCallARejectedConnectionRefused() {
        CmEvent event = event(CmEventType.REJECTED, ID);

        VerbsException refused =
                assertThrows(VerbsException.class, () -> CmSteps.check(event, ID, CmEventType.CONNECT_RESPONSE));

        assertEquals(Errno.ECONNREFUSED, refused.errno());
        assertEquals(VerbsRule.CM_ACCEPTED, refused.rule());
    }

    @Test
    @Provokes("EVT-4")
    void shouldCallAnExchangeAbortedThatAnotherEventEnds() {
        CmEvent unreachable = event(CmEventType.UNREACHABLE, ID);
        CmEvent ofAnother = event(CmEventType.ESTABLISHED, ID + 1);

        VerbsException refused =
                assertThrows(VerbsException.class, () -> CmSteps.check(unreachable, ID, CmEventType.ESTABLISHED));

        assertEquals(Errno.ECONNABORTED, refused.errno());
        assertEquals(VerbsRule.CM_STEP, refused.rule());
        assertThrows(VerbsException.class, () -> CmSteps.check(ofAnother, ID, CmEventType.ESTABLISHED));
    }
}
