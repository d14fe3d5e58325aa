package dev.fenestra.tools.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.linux.Side.Link;
import dev.fenestra.tools.linux.Side.Piece;
import dev.fenestra.tools.observe.capture.CaptureRule;
import dev.fenestra.uverbs.handles.ConnectOptions;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/** A requester and a responder, one of them Linux. QP 0 of both is connected, RC, when a case begins. */
final class Meeting {
    static final int QP = 0;
    static final int QKEY = 0x11223344;
    /** 268 ms, since an emulated guest may not run for a while; seven retries; RNR without end. PSNs come later. */
    static final ConnectOptions USUAL = ConnectOptions.DEFAULT
            .withMtu(Mtu.MTU_1024)
            .withTimeout(16)
            .withRetries(7, 7)
            .withMinRnrTimer(12)
            .withRdAtomic(4)
            .withPsn(0);

    static final AccessFlag[] ALL_REMOTE = {AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC};
    private static final int PSNS = 1 << 24;

    final End from;
    final End to;
    final Random random;
    private final Set<SoftRoce> deviations = EnumSet.noneOf(SoftRoce.class);
    private final Set<CaptureRule> provoked = EnumSet.noneOf(CaptureRule.class);
    private long wr = 100;

    Meeting(Side from, Side to, long seed) throws IOException {
        this.from = new End(from);
        this.to = new End(to);
        random = new Random(seed);
        make(QP, QpType.RC);
        connect(QP, USUAL);
    }

    Set<SoftRoce> deviations() {
        return deviations;
    }

    long nextWr() {
        return ++wr;
    }

    void make(int qp, QpType type) throws IOException {
        from.qp(qp, type, 0);
        to.qp(qp, type, 0);
    }

    void connect(int qp, ConnectOptions options) throws IOException {
        connect(qp, options, options);
    }

    void connect(int qp, ConnectOptions ours, ConnectOptions theirs, int psn, int theirPsn) throws IOException {
        from.side.connect(qp, new Link(to.qpn(qp), to.side.gid(), theirPsn, ours.withPsn(psn), QKEY));
        to.side.connect(qp, new Link(from.qpn(qp), from.side.gid(), psn, theirs.withPsn(theirPsn), QKEY));
    }

    void connect(int qp, ConnectOptions ours, ConnectOptions theirs) throws IOException {
        connect(qp, ours, theirs, random.nextInt(PSNS), random.nextInt(PSNS));
    }

    /** After an error: both QPs begin again. */
    void reconnect() throws IOException {
        connect(QP, USUAL);
        from.forget();
        to.forget();
    }

    WcStatus perform(Work work) throws IOException {
        from.post(QP, work);
        return from.await(work.wr()).status();
    }

    void good(Work work) throws IOException {
        good(QP, work);
    }

    void good(int qp, Work work) throws IOException {
        from.post(qp, work);
        assertEquals(WcStatus.SUCCESS, from.await(work.wr()).status(), work.toString());
    }

    /** A bind by an end, which must succeed; returns the key. */
    int bind(End end, Side.Bind bind) throws IOException {
        int key = end.side.bind(QP, bind);
        assertEquals(WcStatus.SUCCESS, end.await(bind.wr()).status(), "bind");
        return key;
    }

    /** What arrives at the responder: bytes of the requester. */
    void expectMoved(Piece source, int target) {
        to.expected.copy(from.expected, source.offset(), target, source.length());
    }

    void expectFetched(Piece target, int source) {
        from.expected.copy(to.expected, source, target.offset(), target.length());
    }

    /** A status that soft-RoCE may have wrong, when that end is Linux. */
    void expect(WcStatus right, WcStatus actual, End end, SoftRoce deviation, WcStatus wrong) {
        if (end.side.isLinux() && actual == wrong) {
            deviations.add(deviation);
        } else {
            assertEquals(right, actual);
        }
    }

    void deviates(SoftRoce deviation) {
        deviations.add(deviation);
    }

    /** Rules of {@code capture check} that the case breaks on purpose. */
    Set<CaptureRule> provoked() {
        return provoked;
    }

    void provokes(CaptureRule rule) {
        provoked.add(rule);
    }

    void shouldHoldWhatIsExpected() throws IOException {
        from.shouldHoldWhatIsExpected();
        to.shouldHoldWhatIsExpected();
    }
}
