package dev.fenestra.ib.core.kernel.calls;

import dev.fenestra.ib.core.kernel.EventCounts;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.inspection.SystemCallGate;
import dev.fenestra.ib.core.kernel.objects.HandleTable;
import dev.fenestra.ib.core.kernel.objects.HandleTable.Hold;
import dev.fenestra.ib.core.kernel.objects.KernelObject;
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
        this.process = gate.caller().process();
        this.gate = gate;
        this.handles = handles;
        this.destroyer = destroyer;
    }

    /** A call of one step, without arguments that an observer would want to see. */
    public <T extends @Nullable Object> T call(SystemCall call, Supplier<T> body) {
        return call(call, NO_ARGUMENTS, body);
    }

    /** A call of one step, with what an observer sees of its arguments. */
    public <T extends @Nullable Object> T call(SystemCall call, Supplier<CallArguments> arguments, Supplier<T> body) {
        Call entered = enter(call, arguments);
        try (entered) {
            return entered.returns(body.get());
        } catch (VerbsException refused) {
            throw entered.refused(refused);
        }
    }

    /** A call of one step without answer. */
    public void run(SystemCall call, Runnable body) {
        Call entered = enter(call, NO_ARGUMENTS);
        try (entered) {
            body.run();
            entered.returns();
        } catch (VerbsException refused) {
            throw entered.refused(refused);
        }
    }

    /**
     * A call in progress. The device is not closed before the call ends. A call says how it ends: it returns, or it is
     * refused after its close.
     */
    final class Call implements AutoCloseable {
        private final SystemCall name;
        private final Supplier<CallArguments> arguments;
        private boolean hasReturned;

        private Call(SystemCall name, Supplier<CallArguments> arguments) {
            this.name = name;
            this.arguments = arguments;
        }

        /** The call succeeds. */
        void returns() {
            hasReturned = true;
        }

        /** The call succeeds with an answer. */
        <T extends @Nullable Object> T returns(T answer) {
            hasReturned = true;
            return answer;
        }

        /** Logs why the call was refused. Returns the refusal, to be thrown. */
        VerbsException refused(VerbsException refusal) {
            return gate.refused(name, arguments, refusal);
        }

        @Override
        public void close() {
            life.readLock().unlock();
            if (hasReturned) {
                gate.returned(name, arguments);
            }
        }
    }

    /** Begins a call while the device is open; else the call is refused. */
    Call enter(SystemCall name, Supplier<CallArguments> arguments) {
        gate.entered(name);
        life.readLock().lock();
        try {
            checkOpen();
        } catch (VerbsException closed) {
            life.readLock().unlock();
            throw gate.refused(name, arguments, closed);
        }
        return new Call(name, arguments);
    }

    /** A call that changes an object. No other call uses the object meanwhile. */
    public <T extends KernelObject> void changing(
            SystemCall name, int handle, Supplier<CallArguments> arguments, Class<T> type, Consumer<T> change) {
        Call call = enter(name, arguments);
        try (call;
                Hold<T> object = handles.exclude(handle, type)) {
            change.accept(object.object());
            call.returns();
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
    }

    /** A call that uses an object. No other call changes or destroys the object meanwhile. */
    <T extends KernelObject, R extends @Nullable Object> R using(
            SystemCall name, int handle, Supplier<CallArguments> arguments, Class<T> type, Function<T, R> question) {
        Call call = enter(name, arguments);
        try (call;
                Hold<T> object = handles.share(handle, type)) {
            return call.returns(question.apply(object.object()));
        } catch (VerbsException refused) {
            throw call.refused(refused);
        }
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
