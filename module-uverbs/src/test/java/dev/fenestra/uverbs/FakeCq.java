package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** A completion queue that a test fills. */
final class FakeCq implements UserCq {
    static final int QPN = 0x11;

    private final FakeUserHalf provider;
    private final int capacity;
    private final Deque<Consumer<Completions>> entries = new ArrayDeque<>();
    boolean broken;

    FakeCq(FakeUserHalf provider, int capacity) {
        this.provider = provider;
        this.capacity = capacity;
    }

    void done(long wrId) {
        entries.add(block -> block.succeeded(wrId, WcOpcode.RDMA_WRITE.code(), 8, QPN, 0, 0));
    }

    void received(long wrId, int immediate) {
        entries.add(block -> block.succeeded(wrId, WcOpcode.RECV.code(), 100, QPN, immediate, WcFlag.WITH_IMM));
    }

    void invalidated(long wrId, int rkey) {
        entries.add(block -> block.succeeded(wrId, WcOpcode.RECV.code(), 0, QPN, rkey, WcFlag.WITH_INV));
    }

    void failed(long wrId, WcStatus status) {
        entries.add(block -> block.failed(wrId, status.code(), QPN, 0x88));
    }

    int left() {
        return entries.size();
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public int poll(Completions into) {
        while (!into.isFull() && !entries.isEmpty()) {
            entries.removeFirst().accept(into);
        }
        return broken ? -1 : 0;
    }

    @Override
    public int arm(boolean solicitedOnly) {
        provider.asked.add("arm solicitedOnly=" + solicitedOnly);
        return 0;
    }

    @Override
    public void eventTaken() {
        provider.asked.add("event taken");
    }

    @Override
    public Pending<UserCq> prepareResize(int cqe) {
        return provider.pending("resize to " + cqe, this);
    }

    @Override
    public void destroyed() {
        provider.asked.add("user CQ destroyed");
    }
}
