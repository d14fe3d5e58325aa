package dev.fenestra.tools.receives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import dev.fenestra.uverbs.request.XrcRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** XRC requests that the driver or the target refuses. */
class XrcRefusalTest {
    @AutoClose
    private final XrcScene scene = new XrcScene();

    @Test
    void shouldRefuseRequestOfTheBuilderThatNamesNoSrq() {
        int errno = scene.initiator
                .builder()
                .start()
                .request(5, SendFlag.SIGNALED)
                .send()
                .sge(scene.region, scene.region.address(), 64)
                .complete();

        assertEquals(Errno.EINVAL.code(), errno);
    }

    @Test
    void shouldCheckKeysAgainstThePdOfTheNamedSrq() {
        RemoteBuffer ofSecond = scene.second.remote(0, 64);

        Completion refused = scene.does(scene.first, RdmaWrite.of(1, ofSecond, scene.region.slice(0, 64)));

        assertEquals(WcStatus.REM_ACCESS_ERR, refused.status());
        assertEquals("R3", scene.bench.host("bob").refusals().getLast().ruleId());
        assertArrayEquals(new byte[64], scene.second.memory.get(0, 64));
        assertTrue(scene.first.events().contains(AsyncEventType.QP_ACCESS_ERR));
    }

    @Test
    void shouldRefuseNumberOfNoXrcSrq() {
        scene.initiator.post(XrcRequest.of(0x9999, Send.of(1, scene.region.slice(0, 8))));

        scene.assertRefused("X1", scene.cq.await(1, Patience.LIMIT));
        assertTrue(scene.first.events().contains(AsyncEventType.QP_REQ_ERR));
    }

    @Test
    void shouldRefuseOrdinarySrq() {
        SharedReceiveQueue ordinary = scene.first.pd.createSrq(SrqSpec.of(4));
        scene.initiator.post(XrcRequest.of(ordinary.number(), Send.of(1, scene.region.slice(0, 8))));

        scene.assertRefused("X1", scene.cq.await(1, Patience.LIMIT));
    }

    @Test
    void shouldRefuseRequestWithoutSrqFromTheList() {
        scene.initiator.post(Send.of(1, scene.region.slice(0, 8)));

        scene.assertRefused("X1", scene.cq.await(1, Patience.LIMIT));
    }

    @Test
    void shouldRefuseSrqOfAnotherDomain() {
        var elsewhere = scene.first.context.openXrcDomain();
        SharedReceiveQueue foreign = scene.first.pd.createXrcSrq(elsewhere, scene.first.cq, SrqSpec.of(4));
        foreign.post(9, scene.first.region.slice(0, 64));
        scene.initiator.post(XrcRequest.of(foreign.number(), Send.of(1, scene.region.slice(0, 8))));

        scene.assertRefused("X2", scene.cq.await(1, Patience.LIMIT));
    }

    @Test
    void shouldTakeCompletionsAwayWithTheirSrq() {
        scene.second.receive(1);
        scene.does(scene.second, Send.of(1, scene.region.slice(0, 8))).orThrow();

        scene.second.srq.close();

        assertEquals(0, scene.second.cq.poll(new Completions(1)));
        Completion refused = scene.does(scene.second, Send.of(2, scene.region.slice(0, 8)));
        scene.assertRefused("X1", refused);
        scene.second.cq.close();
    }

    @Test
    void shouldRefuseInvalidateOfAWindowThatWasBoundThroughAnotherQp() {
        var qp = scene.first.pd.createQp(QpSpec.rc(scene.first.cq, scene.first.cq));
        var peer = scene.pd.createQp(QpSpec.rc(scene.cq, scene.cq));
        scene.bench.connectPair(peer, qp);
        MemoryWindow window = scene.first.pd.allocMw(MwType.TYPE_2);
        int key = window.nextKey();
        qp.post(BindMw.of(1, window, key, scene.first.region.slice(0, 128), AccessFlag.REMOTE_WRITE));
        scene.first.cq.await(1, Patience.LIMIT).orThrow();
        scene.first.receive(2);

        Completion unanswered = scene.does(scene.first, SendWithInvalidate.of(1, key, scene.region.slice(0, 8)));

        assertEquals(WcStatus.RETRY_EXC_ERR, unanswered.status());
        assertEquals(WcStatus.REM_INV_REQ_ERR, scene.first.received(2).status());
        assertEquals("I3", scene.bench.host("bob").refusals().getLast().ruleId());
    }

    @Test
    void shouldRefuseReceivesOnAnInitiator() {
        assertThrows(PostException.class, () -> scene.initiator.postRecv(1, scene.region.slice(0, 8)));
    }
}
