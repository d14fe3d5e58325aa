package dev.fenestra.tools.regions;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.request.RdmaWrite;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A second context for an open device, with PDs and regions of the first. */
class ImportTest {

    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();
    private final Context second =
            alice.context().process().importDevice(alice.context().descriptor());

    /** pyverbs test_imported_rc_ex_rdma_write. */
    @Test
    void shouldWriteWithAQpOfTheSecondContextAndARegionOfTheFirst() {
        ProtectionDomain pd = second.importPd(alice.pd().handle());
        MemoryRegion known = pd.importMr(alice.region().handle());
        assertEquals(0, known.address());
        assertEquals(0, known.length());
        assertEquals(alice.region().lkey(), known.lkey());
        CompletionQueue cq = second.createCq(8);
        QueuePair qp = pd.createQp(QpSpec.rc(cq, cq));
        pair.bench().reconnectPair(qp, bob.qp());
        MemoryRegion target = bob.pd().regMr(bob.memory(), LOCAL_WRITE, REMOTE_WRITE);

        MemorySlice source = new MemorySlice(known, alice.memory().address(), 64);
        qp.post(RdmaWrite.of(1, target.slice(0, 64).remote(), source));
        cq.await(1, Patience.LIMIT).orThrow();

        assertEquals(0xaaaa_aaaa_aaaa_aaaaL, bob.memory().getLong(56));
        assertEquals(0xbbbb_bbbb_bbbb_bbbbL, bob.memory().getLong(64));
    }

    @Test
    void shouldLeaveEverythingAsItIsWhenImportsAreClosed() {
        ProtectionDomain pd = second.importPd(alice.pd().handle());
        MemoryRegion known = pd.importMr(alice.region().handle());
        known.close();
        pd.close();
        second.close();

        MemoryRegion target = bob.pd().regMr(bob.memory(), LOCAL_WRITE, REMOTE_WRITE);
        alice.perform(
                RdmaWrite.of(1, target.slice(0, 64).remote(), alice.region().slice(0, 64)));
        assertEquals(0xaaaa_aaaa_aaaa_aaaaL, bob.memory().getLong(0));
    }

    @Test
    void shouldKeepTheDeviceOpenAsLongAsOneOfTheTwoIs() {
        Context first = bob.host().open();
        Context other = first.process().importDevice(first.descriptor());
        ProtectionDomain pd = first.allocPd();
        ProtectionDomain again = other.importPd(pd.handle());
        pd.close();
        first.close();
        assertEquals(first.number(), other.number());
        // The PD ended with the object that made it.
        assertEquals(
                Errno.ENOENT,
                assertThrows(VerbsException.class, () -> again.regMr(bob.memory(), LOCAL_WRITE))
                        .errno());
        again.close();
        ProtectionDomain fresh = other.allocPd();
        fresh.regMr(bob.memory(), LOCAL_WRITE).close();
        fresh.close();
        other.close();
        assertEquals(
                Errno.EBADF,
                assertThrows(VerbsException.class, () -> bob.context().process().importDevice(first.descriptor()))
                        .errno());
    }

    @Test
    void shouldHoldAPdForObjectsOfTheOtherContext() {
        Context first = bob.host().open();
        ProtectionDomain pd = first.allocPd();
        Context other = first.process().importDevice(first.descriptor());
        ProtectionDomain again = other.importPd(pd.handle());
        MemoryRegion region = again.regMr(bob.memory(), LOCAL_WRITE);
        VerbsException held = assertThrows(VerbsException.class, pd::close);
        assertEquals(KernelRule.HELD, held.rule());
        region.close();
        pd.close();
    }

    @Test
    void shouldRefuseWhatIsNoOpenDevice() {
        var process = bob.context().process();
        int buffer = process.exportDmaBuf(1).descriptor();
        assertEquals(
                KernelRule.DEVICE_FILE,
                assertThrows(VerbsException.class, () -> process.importDevice(buffer))
                        .rule());
        assertEquals(
                KernelRule.HANDLE,
                assertThrows(VerbsException.class, () -> bob.pd().importMr(9999))
                        .rule());
    }
}
