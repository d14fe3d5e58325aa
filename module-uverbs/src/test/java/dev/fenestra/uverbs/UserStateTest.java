package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.UserState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a provider's user half keeps with PDs, regions and windows, and its bytes for a change of a QP. */
class UserStateTest {
    @AutoClose
    private final Bench bench = new Bench();

    private final List<String> asked = bench.provider.asked;
    private final Memory memory = bench.context.allocate(8192);

    @BeforeEach
    void keepState() {
        bench.provider.keepsState = true;
        asked.clear();
    }

    @Test
    void shouldKeepStateWithAPdUntilItEnds() {
        ProtectionDomain pd = bench.context.allocPd();
        assertEquals(List.of("prepare state of PD", "complete state of PD " + pd.handle()), asked);
        asked.clear();

        pd.close();

        assertEquals(List.of("deallocPd", "state of PD ended"), asked);
    }

    @Test
    void shouldKeepStateWithARegionThroughItsChanges() {
        ProtectionDomain pd = bench.context.allocPd();
        MemoryRegion region = pd.regMr(memory, AccessFlag.LOCAL_WRITE);
        UserState state = region.user().state();
        assertEquals("state of MR in state of PD", state.toString());

        region.changeAccess(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ);
        region.changeTranslation(memory, 0, 4096);

        assertEquals(state, region.user().state());
        asked.clear();
        region.close();
        assertEquals(List.of("deregMr", state + " ended"), asked);
    }

    @Test
    void shouldKeepStateWithAWindowForTheDataPath() {
        ProtectionDomain pd = bench.context.allocPd();
        MemoryWindow window = pd.allocMw(MwType.TYPE_2);
        assertInstanceOf(FakeUserHalf.State.class, window.user().state());
        asked.clear();

        window.close();

        assertEquals(List.of("deallocMw", "state of TYPE_2 in state of PD ended"), asked);
    }

    @Test
    void shouldGiveThePdToTheProviderThatLaysOutAQp() {
        ProtectionDomain pd = bench.context.allocPd();

        bench.qp(pd);

        assertEquals(pd.handle(), bench.provider.lastPd.number());
        assertEquals("state of PD", bench.provider.lastPd.state().toString());
    }

    @Test
    void shouldGiveTheBytesOfAChangeBackWithTheAnswer() {
        QueuePair qp = bench.qp(bench.context.allocPd());
        asked.clear();

        qp.modify(QpAttributes.to(QpState.INIT).pkeyIndex(0).port(1).access(0));

        int mask = QpAttribute.mask(
                EnumSet.of(QpAttribute.STATE, QpAttribute.PKEY_INDEX, QpAttribute.PORT, QpAttribute.ACCESS_FLAGS));
        assertEquals(
                List.of("modifying " + mask, "modifyQp", "modified " + mask + " with its bytes", "user QP INIT"),
                asked);
    }

    @Test
    void shouldDiscardTheStateOfAnObjectThatTheKernelRefuses() {
        ProtectionDomain pd = bench.context.allocPd();
        bench.provider.refused = String.format("regMr iova=0x%x", memory.address());
        asked.clear();

        assertThrows(VerbsException.class, () -> pd.regMr(memory, AccessFlag.LOCAL_WRITE));

        assertEquals("discard state of MR in state of PD", asked.getLast());
    }

    @Test
    void shouldNotChangeAQpThatTheKernelRefusesToChange() {
        QueuePair qp = bench.qp(bench.context.allocPd());
        asked.clear();

        assertThrows(VerbsException.class, () -> qp.modify(QpAttributes.to(QpState.RTS)));

        assertEquals(1, asked.size());
        assertTrue(asked.getFirst().startsWith("modifying "));
    }

    @Test
    void shouldKeepNothingWithAPdThatIsImported() {
        ProtectionDomain pd = bench.context.allocPd();

        bench.qp(bench.context.importPd(pd.handle()));

        assertEquals(pd.handle(), bench.provider.lastPd.number());
        assertEquals(UserState.NONE, bench.provider.lastPd.state());
    }
}
