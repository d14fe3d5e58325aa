package dev.fenestra.tools.receives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.XrcTarget;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicCompareAndSwap;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendWithImmediate;
import dev.fenestra.uverbs.request.XrcRequest;
import java.util.OptionalInt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** XRC: requests to SRQs of several processes through one target. */
class XrcTest {
    @AutoClose
    private final XrcScene scene = new XrcScene();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 4096, 4097, XrcScene.BYTES})
    void shouldDeliverSendToTheProcessWhoseSrqItNames(int length) {
        scene.first.receive(1);
        scene.second.receive(2);

        scene.does(scene.second, Send.of(7, scene.region.slice(0, length))).orThrow();

        Completion.Done done = scene.second.received(2).orThrow();
        assertEquals(scene.target.number(), done.qpNumber());
        assertEquals(length, done.byteLength());
        assertArrayEquals(scene.memory.get(0, length), scene.second.memory.get(0, length));
        scene.does(scene.first, Send.of(8, scene.region.slice(0, length))).orThrow();
        assertEquals(length, scene.first.received(1).orThrow().byteLength());
    }

    @Test
    void shouldCarryImmediatesAndWrites() {
        scene.second.receive(1);
        scene.second.receive(2);

        scene.does(scene.second, SendWithImmediate.of(1, 0x1234, scene.region.slice(0, 10)))
                .orThrow();
        scene.does(
                        scene.second,
                        RdmaWriteWithImmediate.of(
                                2, scene.second.remote(100, 5000), 0x5678, scene.region.slice(0, 5000)))
                .orThrow();
        scene.does(scene.second, RdmaWrite.of(3, scene.second.remote(8192, 9000), scene.region.slice(0, 9000)))
                .orThrow();

        assertEquals(OptionalInt.of(0x1234), scene.second.received(1).orThrow().immediate());
        Completion.Done written = scene.second.received(2).orThrow();
        assertEquals(WcOpcode.RECV_RDMA_WITH_IMM, written.opcode());
        assertEquals(OptionalInt.of(0x5678), written.immediate());
        assertArrayEquals(scene.memory.get(0, 5000), scene.second.memory.get(100, 5000));
        assertArrayEquals(scene.memory.get(0, 9000), scene.second.memory.get(8192, 9000));
    }

    @Test
    void shouldReadAndDoAtomics() {
        byte[] theirs = scene.memory.get(500, 9000);
        scene.first.memory.put(0, theirs);
        scene.does(scene.first, RdmaRead.of(1, scene.first.remote(0, 9000), scene.region.slice(0, 9000)))
                .orThrow();
        assertArrayEquals(theirs, scene.memory.get(0, 9000));

        scene.first.memory.putLong(16, 40);
        scene.does(scene.first, AtomicFetchAndAdd.of(2, scene.first.remote(16, 8), 2, scene.region.slice(0, 8)))
                .orThrow();
        assertEquals(40, scene.memory.getLong(0));
        scene.does(scene.first, AtomicCompareAndSwap.of(3, scene.first.remote(16, 8), 42, 99, scene.region.slice(0, 8)))
                .orThrow();
        assertEquals(42, scene.memory.getLong(0));
        assertEquals(99, scene.first.memory.getLong(16));
    }

    @Test
    void shouldPostThroughTheBuilder() {
        scene.second.receive(1);
        int errno = scene.initiator
                .builder()
                .start()
                .request(5, SendFlag.SIGNALED)
                .send()
                .remoteSrq(scene.second.srq.number())
                .sge(scene.region, scene.region.address(), 64)
                .complete();

        assertEquals(0, errno);
        scene.cq.await(5, Patience.LIMIT).orThrow();
        assertEquals(64, scene.second.received(1).orThrow().byteLength());
    }

    @Test
    void shouldWaitForReceiverThatIsNotReady() {
        scene.initiator.post(XrcRequest.of(scene.second.srq.number(), Send.of(1, scene.region.slice(0, 8))));
        assertEquals(0, scene.cq.poll(new Completions(1)));

        scene.second.receive(4);

        scene.cq.await(1, Patience.LIMIT).orThrow();
        scene.second.received(4).orThrow();
    }

    @Test
    void shouldTellWhenAnSrqPassesItsLimit() {
        scene.second.receive(1);
        scene.second.receive(2);
        scene.second.srq.limit(2);

        scene.does(scene.second, Send.of(1, scene.region.slice(0, 8))).orThrow();

        assertTrue(scene.second.events().contains(AsyncEventType.SRQ_LIMIT_REACHED));
        assertEquals(0, scene.second.srq.query().limit());
    }

    @Test
    void shouldUseEveryWqeManyTimes() {
        for (int round = 0; round < 100; round++) {
            XrcScene.Worker worker = round % 3 == 0 ? scene.first : scene.second;
            worker.receive(round);
            scene.does(worker, Send.of(round, scene.region.slice(0, round))).orThrow();
            assertEquals(round, worker.received(round).orThrow().byteLength());
        }
    }

    @Test
    void shouldServeThroughATargetWhoseMakerIsGone() {
        XrcTarget opened = scene.second.domain.openTarget(scene.target.number());
        scene.target.close();
        scene.first.srq.close();
        scene.first.domain.close();

        scene.second.receive(1);
        scene.does(scene.second, Send.of(1, scene.region.slice(0, 8))).orThrow();

        scene.second.received(1).orThrow();
        assertEquals(QpState.RTS, opened.state());
        assertEquals(
                Errno.EINVAL,
                assertThrows(VerbsException.class, () -> scene.second.domain.openTarget(0x999999))
                        .errno());
    }

    @Test
    void shouldFlushAndTellOfTheLastReceiveInError() {
        scene.target.modify(QpAttributes.to(QpState.ERR));

        Completion failed = scene.does(scene.first, Send.of(1, scene.region.slice(0, 8)));

        assertEquals(WcStatus.RETRY_EXC_ERR, failed.status());
        assertTrue(scene.first.events().contains(AsyncEventType.QP_LAST_WQE_REACHED));
    }

    @Test
    void shouldWorkAgainAfterReset() {
        scene.does(scene.first, RdmaWrite.of(1, scene.second.remote(0, 64), scene.region.slice(0, 64)));
        scene.target.modify(QpAttributes.to(QpState.RESET));
        scene.initiator.reset();
        scene.target.connect(scene.initiator.endpoint());
        scene.initiator.connect(scene.target.endpoint());

        scene.first.receive(3);
        scene.does(scene.first, Send.of(2, scene.region.slice(0, 8))).orThrow();
        assertEquals(8, scene.first.received(3).orThrow().byteLength());
    }

    @Test
    void shouldReachTypeOneWindowsOfThePdOfTheSrq() {
        var qp = scene.first.pd.createQp(QpSpec.rc(scene.first.cq, scene.first.cq));
        var peer = scene.pd.createQp(QpSpec.rc(scene.cq, scene.cq));
        scene.bench.connectPair(peer, qp);
        MemoryWindow window = scene.first.pd.allocMw(MwType.TYPE_1);
        qp.bindMw(1, window, scene.first.region.slice(0, 128), AccessFlag.REMOTE_WRITE);
        scene.first.cq.await(1, Patience.LIMIT).orThrow();

        RemoteBuffer through = new RemoteBuffer(scene.first.region.address(), 64, window.rkey());
        scene.does(scene.first, RdmaWrite.of(2, through, scene.region.slice(0, 64)))
                .orThrow();

        assertArrayEquals(scene.memory.get(0, 64), scene.first.memory.get(0, 64));
    }

    @Test
    void shouldBindAndInvalidateWindowsThroughAnInitiator() {
        MemoryWindow window = scene.pd.allocMw(MwType.TYPE_2);
        int key = window.nextKey();

        scene.initiator.post(BindMw.of(1, window, key, scene.region.slice(0, 128), AccessFlag.REMOTE_WRITE));
        assertEquals(WcStatus.SUCCESS, scene.cq.await(1, Patience.LIMIT).status());
        scene.initiator.post(LocalInvalidate.of(2, key));
        assertEquals(WcStatus.SUCCESS, scene.cq.await(2, Patience.LIMIT).status());
        assertFalse(window.query().isBound());
    }

    @Test
    void shouldTellOfBothEndsWhomTheyTalkTo() {
        assertEquals(QpState.RTS, scene.target.query().state());
        assertEquals(scene.initiator.number(), scene.target.query().destinationQpn());
        assertEquals(scene.target.number(), scene.initiator.query().destinationQpn());
    }

    @Test
    void shouldDrainAnInitiator() {
        scene.first.receive(1);
        scene.initiator.modify(QpAttributes.to(QpState.SQD));
        scene.initiator.post(XrcRequest.of(scene.first.srq.number(), Send.of(1, scene.region.slice(0, 8))));
        assertEquals(0, scene.cq.poll(new Completions(1)));

        scene.initiator.modify(QpAttributes.to(QpState.RTS));

        scene.cq.await(1, Patience.LIMIT).orThrow();
    }

    @Test
    void shouldAnnounceXrc() {
        assertTrue(scene.alice.deviceAttributes().can(DeviceCapability.XRC));
    }
}
