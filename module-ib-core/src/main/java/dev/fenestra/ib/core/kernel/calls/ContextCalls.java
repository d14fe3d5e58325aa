package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.inspection.SystemCallGate;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.KernelObject;
import dev.fenestra.ib.core.kernel.objects.ObjectKind;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.kernel.verbs.ObjectDestroyer;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The common steps of all calls on one opened device. A call enters while the device is open and delays its closing. It
 * finds objects by handle, reserves room for new ones, and destroys them.
 */
final class ContextCalls {
    private static final Supplier<CallArguments> NO_ARGUMENTS = () -> CallArguments.NONE;

    private final KernelDevice device;
    private final String process;
    private final SystemCallGate gate;
    private final HandleTable handles;
    private final ObjectDestroyer destroyer;
    private final ReadWriteLock life = new ReentrantReadWriteLock();
    private volatile boolean closed;
    /** The device was taken away: its objects are destroyed, the process has not closed it yet. */
    private volatile boolean gone;

    ContextCalls(KernelDevice device, SystemCallGate gate, HandleTable handles, ObjectDestroyer destroyer) {
        this.device = device;
        this.process = gate.process();
        this.gate = gate;
        this.handles = handles;
        this.destroyer = destroyer;
    }

    /** A call without arguments that an observer would want to see. */
    public <T extends @Nullable Object> T call(SystemCall call, Supplier<T> body) {
        return call(call, NO_ARGUMENTS, body);
    }

    /** A call with what an observer sees of its arguments. */
    public <T extends @Nullable Object> T call(SystemCall call, Supplier<CallArguments> arguments, Supplier<T> body) {
        return gate.call(call, arguments, () -> {
            life.readLock().lock();
            try {
                checkOpen();
                return body.get();
            } finally {
                life.readLock().unlock();
            }
        });
    }

    public void run(SystemCall call, Runnable body) {
        call(call, () -> {
            body.run();
            return null;
        });
    }

    /** A call that changes an object. No other call uses the object meanwhile. */
    public <T extends KernelObject> void changing(
            SystemCall call, int handle, Supplier<CallArguments> arguments, Class<T> type, Consumer<T> change) {
        call(
                call,
                arguments,
                () -> handles.changing(handle, type, object -> {
                    change.accept(object);
                    return null;
                }));
    }

    /** A call that creates an object of a PD, if the device has room for one more of its kind. */
    <R> R creating(SystemCall call, int pd, ObjectKind kind, Function<PdObject, R> creation) {
        return call(call, () -> CallArguments.of("pd", pd), () -> usingPd(pd, kind, creation));
    }

    /** The same within a call. */
    <R> R usingPd(int pd, ObjectKind kind, Function<PdObject, R> creation) {
        return handles.using(pd, PdObject.class, owner -> device.reserving(kind, () -> creation.apply(owner)));
    }

    /**
     * A call that destroys an object.
     *
     * @return how many of the object's events the process had read
     */
    public EventCounts destroy(SystemCall call, int handle, Class<? extends KernelObject> type) {
        Supplier<CallArguments> arguments = () -> CallArguments.of("handle", handle);
        return gone
                ? gate.call(call, arguments, () -> EventCounts.NONE)
                : call(call, arguments, () -> destroyer.destroy(handle, type));
    }

    /** A call that reads what is there. When the device was taken away, it is refused once nothing is left. */
    public <T> Optional<T> reading(SystemCall call, Supplier<Optional<T>> body) {
        return gate.call(call, NO_ARGUMENTS, () -> {
            life.readLock().lock();
            try {
                Optional<T> left = gone ? body.get() : Optional.empty();
                if (left.isPresent()) {
                    return left;
                }
                checkOpen();
                return body.get();
            } finally {
                life.readLock().unlock();
            }
        });
    }

    /** Waits for the calls in progress, then closes. Later calls are refused. A second close does nothing. */
    public void close(Runnable closing) {
        if (closed) {
            return;
        }
        gate.call(SystemCall.CLOSE, NO_ARGUMENTS, () -> {
            end(closing);
            return null;
        });
    }

    /** The same when the device is taken away. It is no call of the process. */
    void takenAway(Runnable closing) {
        end(() -> {
            gone = true;
            closing.run();
        });
    }

    private void end(Runnable closing) {
        life.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                closing.run();
            }
        } finally {
            life.writeLock().unlock();
        }
    }

    /** Whether it was neither closed nor taken away. */
    boolean isOpen() {
        return !closed;
    }

    boolean isEnded() {
        return closed && !gone;
    }

    /** Runs the kernel's own work while the device stays open; does nothing, and refuses nothing, once it is closed. */
    void whileOpen(Runnable work) {
        life.readLock().lock();
        try {
            if (!closed) {
                work.run();
            }
        } finally {
            life.readLock().unlock();
        }
    }

    private void checkOpen() {
        if (gone) {
            throw new VerbsException(KernelRule.DEVICE_THERE, device.driver().name() + " of " + process);
        }
        if (closed) {
            throw new VerbsException(KernelRule.CONTEXT_OPEN, device.driver().name() + " of " + process);
        }
    }
}
