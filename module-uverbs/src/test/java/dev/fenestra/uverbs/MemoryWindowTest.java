package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.MwState;
import dev.fenestra.uverbs.memory.MwState.State;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryWindowTest {
    private final Bench bench = new Bench();
    private final Context context = bench.context;
    private final ProtectionDomain pd = context.allocPd();
    private final MemoryRegion mr = pd.regMr(context.allocate(4096), AccessFlag.MW_BIND);

    @AfterEach
    void close() {
        bench.close();
    }

    @ParameterizedTest
    @CsvSource({"TYPE_1,VALID", "TYPE_2,FREE"})
    void shouldOpenNothingBeforeABind(MwType type, State state) {
        MemoryWindow mw = pd.allocMw(type);

        MwState now = mw.query();

        assertEquals(new MwState(mw.rkey() + 1, type, state, pd, null, OptionalInt.empty(), 0, 0, Set.of()), now);
        assertFalse(now.isBound());
        assertSame(pd, mw.pd());
    }

    @ParameterizedTest
    @CsvSource({"TYPE_1,-1", "TYPE_2,0x11"})
    void shouldTellWhatItIsBoundTo(MwType type, int qpNumber) {
        int access = AccessFlag.mask(AccessFlag.REMOTE_READ, AccessFlag.ZERO_BASED);
        provider(new WindowState.Binding(mr.lkey(), qpNumber, 0, 64, access));
        MemoryWindow mw = pd.allocMw(type);

        MwState now = mw.query();

        assertEquals(State.VALID, now.state());
        assertSame(mr, now.region());
        assertEquals(qpNumber < 0 ? OptionalInt.empty() : OptionalInt.of(qpNumber), now.qpNumber());
        assertEquals(64, now.length());
        assertEquals(Set.of(AccessFlag.REMOTE_READ, AccessFlag.ZERO_BASED), now.access());
        assertTrue(now.isBound());
    }

    @Test
    void shouldNameNoRegionThatIsNotOpenHere() {
        provider(new WindowState.Binding(0x999 << 8, -1, 0x5000, 64, 0));

        assertNull(pd.allocMw(MwType.TYPE_1).query().region());
    }

    @Test
    void shouldRefuseToQueryAClosedWindow() {
        MemoryWindow mw = pd.allocMw(MwType.TYPE_2);
        mw.close();

        assertThrows(IllegalStateException.class, mw::query);
    }

    private void provider(WindowState.Binding binding) {
        bench.provider.binding = binding;
    }
}
