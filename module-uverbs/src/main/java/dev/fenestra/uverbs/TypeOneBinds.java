package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.PostChecks;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import org.jspecify.annotations.Nullable;

/** Posts binds of type-1 windows on one QP. */
final class TypeOneBinds {
    private final QueuePair qp;
    private final SendQueue queue;

    TypeOneBinds(QueuePair qp, SendQueue queue) {
        this.qp = qp;
        this.queue = queue;
    }

    void bind(long wrId, MemoryWindow window, @Nullable UserMr region, long address, long length, int access) {
        qp.checkOpen();
        SpiRule broken = PostChecks.bindMw(window.user(), region, address, length);
        if (broken != null) {
            throw qp.context().logged("ib-core", new VerbsException(broken, text(window)));
        }
        int errno = post(wrId, SendFlag.SIGNALED, window, region, address, length, access);
        if (errno != 0) {
            Rule named = queue.refusedBy();
            throw PostException.by(
                    qp, errno, named, 0, text(window) + String.format(", address=0x%x, length=%d", address, length));
        }
    }

    int post(
            long wrId, int flags, MemoryWindow window, @Nullable UserMr region, long address, long length, int access) {
        VerbsObserver observer = qp.context().observer();
        if (observer == null) {
            return queue.bindType1(wrId, flags, window.user(), region, address, length, access);
        }
        Runnable posted = () -> observer.posted(qp.number(), wrId, WrOpcode.BIND_MW.code());
        return queue.bindType1(wrId, flags, window.user(), region, address, length, access, posted);
    }

    private static String text(MemoryWindow window) {
        return window + " type=" + window.type() + ", key=" + MemoryKey.text(window.rkey());
    }
}
