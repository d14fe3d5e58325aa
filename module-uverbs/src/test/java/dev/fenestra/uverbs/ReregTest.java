package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.memory.ReregError;
import dev.fenestra.uverbs.memory.ReregException;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReregTest {
    private static final long PAGE = 4096;

    private final Bench bench = new Bench();
    private final Context context = bench.context;
    private final FakeProvider provider = bench.provider;
    private final ProtectionDomain pd = context.allocPd();
    private final ProtectionDomain otherPd = context.allocPd();
    private final Memory memory = context.allocate(2 * PAGE);
    private final MemoryRegion mr = pd.regMrIova(memory, 0, PAGE, 0x10000, AccessFlag.LOCAL_WRITE);
    private final int key = mr.lkey();

    /** Whatever was refused, the region must still be closed, and can be. */
    @AfterEach
    void close() {
        mr.close();
        assertFalse(mr.isOpen());
        bench.close();
    }

    @Test
    void shouldNameTheNewMemoryByItsVirtualAddress() {
        mr.changeTranslation(memory, PAGE + 8, 100);

        long address = memory.address() + PAGE + 8;
        assertEquals(address, mr.address());
        assertEquals(100, mr.length());
        assertEquals(address + 4, mr.slice(4, 8).virtualAddress());
        assertEquals(new RemoteBuffer(address, 100, key), mr.remote());
        assertSame(pd, mr.pd());
        assertEquals(Set.of(AccessFlag.LOCAL_WRITE), mr.access());
        assertEquals(String.format("reregMr changes=1 iova=0x%x length=100 access=1", address), last());
    }

    @Test
    void shouldKeepAddressAndLengthWhenOnlyRightsChange() {
        mr.changeAccess(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ);

        assertEquals("reregMr changes=4 iova=0x10000 length=4096 access=5", last());
        assertEquals(Set.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ), mr.access());
        assertEquals(0x10000, mr.address());
        assertEquals(memory.address() + 5, mr.slice(5, 1).virtualAddress());
        assertEquals(key, mr.lkey());
    }

    @Test
    void shouldBelongToTheNewPd() {
        mr.changePd(otherPd);

        assertSame(otherPd, mr.pd());
        assertEquals(otherPd.handle(), mr.user().pd());
        pd.close();
        assertThrows(VerbsException.class, otherPd::close);
    }

    @Test
    void shouldChangeAllAtOnceAndTakeTheKeysThatTheKernelAnswers() {
        provider.makesNewKeys = true;
        int access = AccessFlag.mask(AccessFlag.LOCAL_WRITE, AccessFlag.ZERO_BASED);

        mr.rereg(ReregFlag.ALL, otherPd, memory, PAGE, PAGE, access);

        assertEquals("reregMr changes=7 iova=0x0 length=4096 access=33", last());
        assertNotEquals(key, mr.lkey());
        assertEquals(mr.lkey(), mr.rkey());
        assertEquals(0, mr.address());
        assertEquals(memory.address() + PAGE + 3, mr.slice(3, 1).virtualAddress());
        mr.changeTranslation(memory, 0, PAGE);
        assertEquals(0, mr.address());
    }

    @ParameterizedTest
    @ValueSource(ints = {8, -1})
    @Provokes("RRG-5")
    void shouldRefuseUnknownFlagsWithoutASystemCall(int flags) {
        assertInputRefused(VerbsRule.REREG_FLAGS, () -> mr.rereg(flags, pd, memory, 0, PAGE, 1));
    }

    @Test
    @Provokes("RRG-6")
    void shouldRefuseATranslationToNothingWithoutASystemCall() {
        int flags = ReregFlag.CHANGE_TRANSLATION;
        assertInputRefused(VerbsRule.REREG_MEMORY, () -> mr.rereg(flags, null, memory, 0, 0, 0));
        assertInputRefused(VerbsRule.REREG_MEMORY, () -> mr.rereg(flags, null, null, 0, PAGE, 0));
    }

    @Test
    @Provokes("RRG-7")
    void shouldRefuseRightsWithoutTheirFlagWithoutASystemCall() {
        assertInputRefused(
                VerbsRule.REREG_ACCESS, () -> mr.rereg(ReregFlag.CHANGE_TRANSLATION, null, memory, 0, PAGE, 1));
    }

    @Test
    @Provokes("RRG-8")
    void shouldRefuseToLeaveThePdForNoneWithoutASystemCall() {
        assertInputRefused(VerbsRule.REREG_PD, () -> mr.rereg(ReregFlag.CHANGE_PD, null, null, 0, 0, 0));
    }

    @Test
    void shouldSayThatTheKernelRefused() {
        ReregException none = assertThrows(ReregException.class, () -> mr.rereg(0, null, null, 0, 0, 0));
        assertEquals(ReregError.ERR_CMD, none.error());
        assertEquals(-4, none.error().code());
        assertEquals(Errno.EINVAL, none.errno());
        assertEquals(RegionRule.REREG_CHANGES, none.rule());
        long logged = bench.host.refusals().total();

        ReregException refused = assertThrows(ReregException.class, () -> mr.changeAccess(AccessFlag.REMOTE_WRITE));

        assertEquals(ReregError.ERR_CMD, refused.error());
        assertEquals(RegionRule.LOCAL_WRITE, refused.rule());
        assertTrue(refused.getCause() instanceof VerbsException);
        assertEquals(logged + 1, bench.host.refusals().total());
        assertUnchanged();
    }

    @Test
    void shouldLookAtNothingThatTheFlagsDoNotName() {
        mr.rereg(ReregFlag.CHANGE_ACCESS, null, null, -1, -1, 0);

        assertEquals("reregMr changes=4 iova=0x10000 length=4096 access=0", last());
    }

    @Test
    void shouldRefuseClosedObjects() {
        otherPd.close();
        assertThrows(IllegalStateException.class, () -> mr.changePd(otherPd));
        mr.close();
        assertThrows(IllegalStateException.class, () -> mr.changePd(pd));
    }

    private void assertInputRefused(VerbsRule rule, Executable call) {
        long calls = bench.process.transitions().total();
        ReregException refused = assertThrows(ReregException.class, call);

        assertEquals(ReregError.ERR_INPUT, refused.error());
        assertEquals(-1, refused.error().code());
        assertEquals(rule, refused.rule());
        assertEquals(rule.outcome(), refused.errno().name());
        assertEquals(calls, bench.process.transitions().total());
        Refusal logged = bench.host.refusals().refusals().getLast();
        assertEquals("uverbs", logged.layer());
        assertEquals(rule.id(), logged.ruleId());
        assertUnchanged();
    }

    private void assertUnchanged() {
        assertEquals(0x10000, mr.address());
        assertEquals(PAGE, mr.length());
        assertEquals(key, mr.lkey());
        assertSame(pd, mr.pd());
        assertEquals(Set.of(AccessFlag.LOCAL_WRITE), mr.access());
    }

    private String last() {
        return provider.asked.getLast();
    }
}
