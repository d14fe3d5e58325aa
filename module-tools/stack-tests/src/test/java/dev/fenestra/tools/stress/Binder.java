package dev.fenestra.tools.stress;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import java.util.random.RandomGenerator;

/** Binds any window to any region through a QP of its own, and invalidates some of them again. */
final class Binder implements Step {
    private final Race race;
    private final CompletionQueue cq;
    private final QueuePair peer;
    private QueuePair qp;
    private long wrId;
    private long bound;

    Binder(Race race) {
        this.race = race;
        cq = race.bob().createCq(64);
        Context alice = race.bench().host("alice").open();
        CompletionQueue far = alice.createCq(8);
        peer = alice.allocPd().createQp(QpSpec.rc(far, far));
        qp = connected();
    }

    private QueuePair connected() {
        QueuePair fresh = race.pd().createQp(QpSpec.rc(cq, cq));
        peer.reset();
        race.bench().connectPair(fresh, peer);
        return fresh;
    }

    @Override
    public void take(RandomGenerator random) {
        MemoryWindow window = race.windows().get(random.nextInt(race.windows().size()));
        MemorySlice range =
                race.regions().get(random.nextInt(race.regions().size())).all();
        int key = window.nextKey();
        boolean type2 = window.type() == MwType.TYPE_2;
        if (type2) {
            qp.post(BindMw.of(++wrId, window, key, range, AccessFlag.REMOTE_READ));
        } else {
            qp.bindMw(++wrId, window, range, AccessFlag.REMOTE_READ);
        }
        if (!succeeded()) {
            replaceQp();
            return;
        }
        bound++;
        if (type2 && random.nextBoolean()) {
            qp.post(LocalInvalidate.of(++wrId, key));
            if (!succeeded()) {
                replaceQp();
            }
        }
    }

    private boolean succeeded() {
        return cq.await(wrId, Patience.LIMIT) instanceof Completion.Done;
    }

    /** A refused bind has put the QP in error. A QP that windows hold stays; another one takes its place. */
    private void replaceQp() {
        try {
            qp.close();
        } catch (VerbsException held) {
            race.leftBehind(qp);
        }
        qp = connected();
    }

    long bound() {
        return bound;
    }
}
