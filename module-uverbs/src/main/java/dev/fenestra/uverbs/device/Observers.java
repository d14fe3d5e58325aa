package dev.fenestra.uverbs.device;

import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Two observers and more, as one. */
final class Observers implements VerbsObserver {
    private final List<VerbsObserver> all;

    private Observers(List<VerbsObserver> all) {
        this.all = List.copyOf(all);
    }

    /** {@return the observers, and one more} */
    static VerbsObserver with(@Nullable VerbsObserver before, VerbsObserver added) {
        List<VerbsObserver> more = list(before);
        more.add(added);
        return more.size() == 1 ? added : new Observers(more);
    }

    /** {@return the observers without one of them; null when none is left} */
    static @Nullable VerbsObserver without(@Nullable VerbsObserver before, VerbsObserver removed) {
        List<VerbsObserver> left = list(before);
        left.remove(removed);
        if (left.isEmpty()) {
            return null;
        }
        return left.size() == 1 ? left.getFirst() : new Observers(left);
    }

    private static List<VerbsObserver> list(@Nullable VerbsObserver observer) {
        if (observer == null) {
            return new ArrayList<>();
        }
        return new ArrayList<>(observer instanceof Observers several ? several.all : List.of(observer));
    }

    @Override
    public void call(String verb) {
        for (VerbsObserver one : all) {
            one.call(verb);
        }
    }

    @Override
    public void call(String verb, Supplier<CallArguments> arguments) {
        for (VerbsObserver one : all) {
            one.call(verb, arguments);
        }
    }

    @Override
    public void posted(int qpNumber, long wrId, int opcode) {
        for (VerbsObserver one : all) {
            one.posted(qpNumber, wrId, opcode);
        }
    }

    @Override
    public void posted(int qpNumber, SendList.Entry request) {
        for (VerbsObserver one : all) {
            one.posted(qpNumber, request);
        }
    }

    @Override
    public void receivePosted(VerbsObject queue, long wrId, SgeList pieces) {
        for (VerbsObserver one : all) {
            one.receivePosted(queue, wrId, pieces);
        }
    }

    @Override
    public void polled(int cq, long wrId, int status) {
        for (VerbsObserver one : all) {
            one.polled(cq, wrId, status);
        }
    }

    @Override
    public void polled(int cq, int qpNumber, long wrId, int status, int opcode, int byteLength) {
        for (VerbsObserver one : all) {
            one.polled(cq, qpNumber, wrId, status, opcode, byteLength);
        }
    }

    @Override
    public void polledEmpty(int cq) {
        for (VerbsObserver one : all) {
            one.polledEmpty(cq);
        }
    }

    @Override
    public void created(VerbsObject object) {
        for (VerbsObserver one : all) {
            one.created(object);
        }
    }

    @Override
    public void changed(VerbsObject object) {
        for (VerbsObserver one : all) {
            one.changed(object);
        }
    }

    @Override
    public void deregistered(VerbsObject region) {
        for (VerbsObserver one : all) {
            one.deregistered(region);
        }
    }

    @Override
    public void destroyed(VerbsObject object) {
        for (VerbsObserver one : all) {
            one.destroyed(object);
        }
    }

    @Override
    public void modified(VerbsObject qp, QpAttributes attributes) {
        for (VerbsObserver one : all) {
            one.modified(qp, attributes);
        }
    }

    @Override
    public void armed(int cq) {
        for (VerbsObserver one : all) {
            one.armed(cq);
        }
    }

    @Override
    public void eventTaken(int cq) {
        for (VerbsObserver one : all) {
            one.eventTaken(cq);
        }
    }

    @Override
    public void eventsAcknowledged(int cq, int count) {
        for (VerbsObserver one : all) {
            one.eventsAcknowledged(cq, count);
        }
    }
}
