package dev.fenestra.tools.slate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcExField;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.CqSpec;
import org.junit.jupiter.api.Test;

/** A device that stamps nothing. */
class SlateClockTest {
    @Test
    void shouldRefuseTimesWhereTheDeviceHasNoClock() {
        try (TestBench bench = SlateModule.bench().build()) {
            Context context = bench.host("alice").open();
            assertEquals(0, context.clock().timestampMask());

            VerbsException refused = assertThrows(
                    VerbsException.class,
                    () -> context.createCq(CqSpec.of(16).extended(WcExField.COMPLETION_TIMESTAMP)));
            assertEquals(VerbsRule.CQ_FIELDS, refused.rule());
            assertEquals(Errno.EOPNOTSUPP, refused.errno());
            assertEquals(
                    Errno.EOPNOTSUPP,
                    assertThrows(VerbsException.class, () -> context.clock().read())
                            .errno());
            context.createCq(CqSpec.of(16)).close();
        }
    }
}
