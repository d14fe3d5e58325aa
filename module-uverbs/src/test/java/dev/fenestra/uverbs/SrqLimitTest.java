package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A limit that only the user half can judge: the kernel half would take it, as its ring is larger than the room. */
class SrqLimitTest {
    private static final int ROOM = 10;

    private final Bench bench = new Bench();
    private final List<String> asked = bench.provider.asked;
    private final ProtectionDomain pd = bench.context.allocPd();

    @AfterEach
    void close() {
        bench.close();
    }

    private static void assertRefused(Executable call) {
        VerbsException refused = assertThrows(VerbsException.class, call);
        assertEquals(VerbsRule.SRQ_LIMIT_ROOM, refused.rule());
        assertEquals(Errno.EINVAL, refused.errno());
        assertEquals("srq_limit=" + (ROOM + 1) + ", max_wr=" + ROOM, refused.values());
    }

    @Test
    @Provokes("SRQ-5")
    void shouldRefuseALimitAboveTheReceivesThatCanBePosted() {
        SharedReceiveQueue srq = pd.createSrq(SrqSpec.of(ROOM).limit(ROOM));
        assertEquals(ROOM, srq.query().limit());
        srq.limit(ROOM - 1);
        asked.clear();

        assertRefused(() -> srq.limit(ROOM + 1));

        assertEquals(List.of(), asked);
        assertEquals(ROOM - 1, srq.query().limit());
        srq.close();
    }

    @Test
    void shouldNotCreateAnSrqWithALimitAboveTheReceivesThatCanBePosted() {
        assertRefused(() -> pd.createSrq(SrqSpec.of(ROOM).limit(ROOM + 1)));

        assertTrue(asked.contains("discard SRQ"), asked::toString);
        assertFalse(asked.contains("createSrq"), asked::toString);
        pd.close();
    }
}
