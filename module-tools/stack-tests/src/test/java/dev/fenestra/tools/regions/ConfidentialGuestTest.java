package dev.fenestra.tools.regions;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ParentDomainAttributes;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.Buf;
import dev.fenestra.uverbs.memory.DmaBuf;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * PDs that consent to memory which is not protected from devices, on confidential guests and elsewhere (pyverbs
 * BufTrafficTest).
 */
class ConfidentialGuestTest {
    private static final int BYTES = 4 * PAGE_BYTES;
    private static final AccessFlag[] ALL = {LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC};

    /** What the hosts are. */
    private enum Kind {
        USUAL(config -> config),
        GUEST(HostConfig::asConfidentialGuest),
        GUEST_WITH_IOMMU(config -> config.asConfidentialGuest().withIommu());

        private final UnaryOperator<HostConfig> change;

        Kind(UnaryOperator<HostConfig> change) {
            this.change = change;
        }

        TestBench bench() {
            return TestBench.builder().hostConfig(change).build();
        }
    }

    /** A host whose queues and memory are of a consenting PD. */
    private static final class End {
        private final Context context;
        private final ProtectionDomain base;
        private final ProtectionDomain pd;
        private final CompletionQueue cq;
        private final Buf buf;
        private final MemoryRegion region;

        End(BenchHost host) {
            context = host.open();
            base = context.allocPd();
            pd = base.allocParentDomain(ParentDomainAttributes.NONE.allowingCcUnprotectedAlloc());
            cq = pd.createCq(16);
            buf = pd.allocBuf(BYTES);
            region = pd.regBufMr(buf, PAGE_BYTES, 2 * PAGE_BYTES, ALL);
        }

        void await(long wrId) {
            cq.await(wrId, Patience.LIMIT).orThrow();
        }

        void close() {
            region.close();
            buf.close();
            cq.close();
            pd.close();
            base.close();
            context.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryAllTrafficAndLeaveNothingBehind(Kind kind) {
        try (TestBench bench = kind.bench()) {
            End alice = new End(bench.host("alice"));
            End bob = new End(bench.host("bob"));
            byte[] data = new byte[PAGE_BYTES];
            Arrays.fill(data, (byte) 9);
            for (int round = 0; round < 3; round++) {
                QueuePair from = alice.pd.createQp(QpSpec.rc(alice.cq, alice.cq));
                QueuePair to = bob.pd.createQp(QpSpec.rc(bob.cq, bob.cq));
                bench.connectPair(from, to);
                data[0]++;
                alice.buf.put(PAGE_BYTES, data);
                to.postRecv(10, bob.region.all());
                from.post(Send.of(1, alice.region.slice(0, PAGE_BYTES)));
                alice.await(1);
                bob.await(10);
                assertArrayEquals(data, bob.buf.get(PAGE_BYTES, PAGE_BYTES));
                from.post(RdmaWrite.of(
                        2, bob.region.remote().slice(PAGE_BYTES, PAGE_BYTES), alice.region.slice(0, PAGE_BYTES)));
                alice.await(2);
                assertArrayEquals(data, bob.buf.get(2 * PAGE_BYTES, PAGE_BYTES));
                from.post(
                        RdmaRead.of(3, bob.region.remote().slice(PAGE_BYTES, 64), alice.region.slice(PAGE_BYTES, 64)));
                alice.await(3);
                assertArrayEquals(Arrays.copyOf(data, 64), alice.buf.get(2 * PAGE_BYTES, 64));
                from.post(AtomicFetchAndAdd.of(4, bob.region.remote().slice(0, 8), 1, alice.region.slice(0, 8)));
                alice.await(4);
                from.close();
                to.close();
            }
            SharedReceiveQueue srq = bob.pd.createSrq(SrqSpec.of(4));
            srq.close();
            assertTrue(
                    bench.host("bob").refusals().isEmpty(),
                    bench.host("bob").refusals().toString());
            alice.close();
            bob.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReceiveDatagramsIntoPinnedMemoryOnly(Kind kind) {
        try (TestBench bench = kind.bench()) {
            End alice = new End(bench.host("alice"));
            End bob = new End(bench.host("bob"));
            QueuePair from = alice.pd.createQp(QpSpec.ud(alice.cq, alice.cq));
            QueuePair to = bob.pd.createQp(QpSpec.ud(bob.cq, bob.cq));
            from.bringUp(7);
            to.bringUp(7);
            alice.buf.put(PAGE_BYTES, new byte[] {5});
            to.postRecv(10, bob.region.slice(0, 1024));
            from.post(Datagram.of(1, alice.pd.createAh(bob.context.gid(0)), to.number(), 7, alice.region.slice(0, 64)));
            alice.await(1);
            WcStatus expected = kind == Kind.USUAL ? WcStatus.SUCCESS : WcStatus.LOC_PROT_ERR;
            assertEquals(expected, bob.cq.await(10, Patience.LIMIT).status());
            assertEquals(kind == Kind.USUAL ? 5 : 0, bob.buf.get(PAGE_BYTES + 40, 1)[0]);
        }
    }

    @Test
    void shouldNeitherResizeACqNorUseQueuesOfAnotherPd() {
        try (TestBench bench = Kind.GUEST.bench()) {
            End bob = new End(bench.host("bob"));
            long frames = bench.host("bob").kernel().memory().usedFrames();
            assertEquals(Errno.EOPNOTSUPP, errno(() -> bob.cq.resize(64)));
            assertEquals(Errno.EOPNOTSUPP, errno(() -> bob.context.createCq(8)));
            assertEquals(Errno.EOPNOTSUPP, errno(() -> bob.base.createQp(QpSpec.rc(bob.cq, bob.cq))));
            assertEquals(Errno.EOPNOTSUPP, errno(() -> bob.base.createSrq(SrqSpec.of(4))));
            ProtectionDomain without = bob.base.allocParentDomain();
            assertEquals(Errno.EOPNOTSUPP, errno(() -> without.createCq(8)));
            Buf own = bob.base.allocBuf(PAGE_BYTES);
            assertEquals(Errno.EOPNOTSUPP, errno(() -> bob.base.regBufMr(own, LOCAL_WRITE)));
            own.close();
            without.close();
            long page = 1; // of doorbell records, which the context keeps
            assertEquals(frames + page, bench.host("bob").kernel().memory().usedFrames());
        }
    }

    @Test
    void shouldExportABufferThatOutlivesIt() {
        try (TestBench bench = Kind.GUEST.bench()) {
            End bob = new End(bench.host("bob"));
            Buf buf = bob.pd.allocBuf(PAGE_BYTES);
            DmaBuf file = buf.exportDmaBuf();
            buf.put(0, new byte[] {3});
            assertEquals(3, file.get(0, 1)[0]);
            assertEquals(Errno.EOPNOTSUPP, errno(file::move));
            buf.close();
            assertEquals(3, file.get(0, 1)[0]);
            bob.base.regDmaBufMr(file, 0, PAGE_BYTES, 0, LOCAL_WRITE).close();
            file.close();
        }
    }

    private static Errno errno(Runnable call) {
        return assertThrows(VerbsException.class, call::run).errno();
    }
}
