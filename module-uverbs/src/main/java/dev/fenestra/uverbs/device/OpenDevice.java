package dev.fenestra.uverbs.device;

import dev.fenestra.ib.core.kernel.OrderedTable;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.spi.InFlight;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.vocabulary.CallArguments;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.ObjectOwner;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsObserver;
import dev.fenestra.uverbs.VerbsRule;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A device that a process has opened, as its objects see it: the kernel, the provider, the observer of calls, and the
 * list of objects that are open.
 */
public final class OpenDevice implements ObjectOwner {
    /** Empty polls between two questions whether anything has moved. */
    private static final int POLLS_PER_QUESTION = 1 << 17;

    private final KernelContext kernel;
    private final DeviceAttributes attributes;
    private final UserContext user;
    private final Process process;
    private final ForkGuard guard;
    /** The objects that are open, by handle, in order of creation. Guarded by itself. */
    private final OrderedTable<VerbsObject> objects = new OrderedTable<>(VerbsObject::handle);

    /** Never changed: another one takes its place. */
    private volatile VerbsObserver[] observers = {};

    private volatile boolean open = true;
    /** Empty polls until the next question. Threads may lose a count: then they ask later. */
    private int pollsLeft = POLLS_PER_QUESTION;
    /** The moves of the device at the last question. */
    private long movesBefore = -1;
    /** Guarded by the objects. */
    private int lastOwnHandle;

    /**
     * A device without objects.
     *
     * @param kernel takes its system calls
     * @param user the provider
     * @param process that has opened it
     */
    public OpenDevice(KernelContext kernel, UserContext user, Process process) {
        this.kernel = kernel;
        attributes = kernel.queryDevice();
        this.user = user;
        this.process = process;
        guard = ForkGuard.of(process);
    }

    /** {@return what takes its system calls} */
    public KernelContext kernel() {
        return kernel;
    }

    /** {@return the provider} */
    public UserContext user() {
        return user;
    }

    /** {@return limits and capabilities of the device, queried once} */
    public DeviceAttributes attributes() {
        return attributes;
    }

    /** {@return the process that has opened it} */
    public Process process() {
        return process;
    }

    /** {@return what keeps pages of regions away from children of the process} */
    public ForkGuard guard() {
        return guard;
    }

    /** {@return the observers of its calls, oldest first; not to be changed} */
    public VerbsObserver[] observers() {
        return observers;
    }

    /**
     * Adds an observer.
     *
     * @param added gets each call and post from now on, after the observers before it
     */
    public synchronized void addObserver(VerbsObserver added) {
        VerbsObserver[] more = Arrays.copyOf(observers, observers.length + 1);
        more[observers.length] = added;
        observers = more;
    }

    /**
     * Removes an observer.
     *
     * @param removed gets no more calls; one that was not added is ignored
     */
    public synchronized void removeObserver(VerbsObserver removed) {
        observers = Arrays.stream(observers).filter(one -> one != removed).toArray(VerbsObserver[]::new);
    }

    /**
     * Begins a control verb.
     *
     * @param verb the name of the verb, such as {@code ibv_reg_mr}
     */
    public void calling(String verb) {
        calling(verb, () -> CallArguments.NONE);
    }

    /**
     * Begins a control verb on an object alone, such as one that destroys it.
     *
     * @param verb the name of the verb
     * @param object the object
     */
    public void calling(String verb, VerbsObject object) {
        calling(verb, () -> CallArguments.of("handle", object.handle()));
    }

    /**
     * Begins a control verb.
     *
     * @param verb the name of the verb
     * @param arguments makes what it was given; called only when somebody watches
     */
    public void calling(String verb, Supplier<CallArguments> arguments) {
        checkOpen();
        for (VerbsObserver watching : observers) {
            watching.call(verb, arguments);
        }
    }

    /**
     * Notes in the host's log a refusal that the kernel has not seen.
     *
     * @param <T> type of the refusal
     * @param layer that refuses
     * @param refused the refusal
     * @return the refusal, to be thrown
     */
    public <T extends VerbsException> T logged(String layer, T refused) {
        kernel.refused(refusal(layer, refused));
        return refused;
    }

    /**
     * Notes in the host's log the refusal of a request that the kernel has not seen.
     *
     * @param <T> type of the refusal
     * @param layer that refuses
     * @param refused the refusal
     * @param wrId of the request
     * @return the refusal, to be thrown
     */
    public <T extends VerbsException> T logged(String layer, T refused, long wrId) {
        kernel.refused(refusal(layer, refused), wrId);
        return refused;
    }

    private static Refusal refusal(String layer, VerbsException refused) {
        return new Refusal(
                layer,
                refused.rule().id(),
                refused.rule().violation(),
                refused.errno().name(),
                refused.values());
    }

    /**
     * Checks an argument of a call: it must be open, and belong to this device.
     *
     * @param object whose call it is
     * @param argument the argument
     * @throws VerbsException ENOENT for an object of another context
     * @throws IllegalStateException when it is closed
     */
    public void checkUsable(VerbsObject object, VerbsObject argument) {
        argument.checkOpen();
        checkOwn(argument.handle(), argument, " is not of the context of " + object);
    }

    /**
     * Checks that an object belongs to this device.
     *
     * @param handle of the object
     * @param object that is open
     * @param otherwise what the refusal says about it
     * @throws VerbsException ENOENT for an object of another context
     */
    public void checkOwn(int handle, Object object, String otherwise) {
        if (find(handle, it -> it == object) == null) {
            throw logged("uverbs", new VerbsException(VerbsRule.ONE_CONTEXT, text(object) + otherwise));
        }
    }

    /**
     * Adds an object to the list.
     *
     * @param <T> type of the object
     * @param object the object, new
     * @return the object
     */
    public <T extends VerbsObject> T opened(T object) {
        synchronized (objects) {
            objects.add(object);
        }
        for (VerbsObserver watching : observers) {
            watching.created(object);
        }
        return object;
    }

    /** {@return a new handle for an object that the kernel does not know: below 0, and never the same again} */
    public int handleOfOurs() {
        synchronized (objects) {
            return --lastOwnHandle;
        }
    }

    @Override
    public void closed(VerbsObject object) {
        synchronized (objects) {
            objects.remove(object);
        }
        for (VerbsObserver watching : observers) {
            watching.destroyed(object);
        }
    }

    /**
     * {@return the open object of a handle; null when there is none of this type}
     *
     * @param <T> type of the object
     * @param handle the object's handle
     * @param type of the object
     */
    public <T extends VerbsObject> @Nullable T find(int handle, Class<T> type) {
        VerbsObject object = find(handle, type::isInstance);
        return object == null ? null : type.cast(object);
    }

    /**
     * {@return the first open object of a handle that fits; null when there is none} Objects of one PD have one handle,
     * and a program may import a PD by any handle.
     *
     * @param handle the object's handle
     * @param fits whether it is wanted
     */
    public @Nullable VerbsObject find(int handle, Predicate<? super VerbsObject> fits) {
        synchronized (objects) {
            return objects.find(handle, fits);
        }
    }

    /** {@return the objects that are open, oldest first} */
    public List<VerbsObject> objects() {
        synchronized (objects) {
            return List.copyOf(objects.list());
        }
    }

    @Override
    public String holder() {
        return process.name();
    }

    @Override
    public boolean isEnded() {
        return kernel.isEnded();
    }

    /**
     * Gives the device a turn after an empty poll. A thread that polls again and again ends here when it is
     * interrupted, or when nothing can ever come.
     *
     * @param what was polled, and what is in flight; asked for only when the poll is refused
     * @throws VerbsException EINTR when the thread is interrupted, which it stays; EAGAIN when nothing can come
     */
    public void emptyPoll(Supplier<String> what) {
        kernel.progress();
        if (Thread.currentThread().isInterrupted()) {
            throw new VerbsException(VerbsRule.NOT_INTERRUPTED, what.get());
        }
        if (--pollsLeft <= 0) {
            pollsLeft = POLLS_PER_QUESTION;
            checkMoves(what);
        }
    }

    private void checkMoves(Supplier<String> what) {
        InFlight now = kernel.inFlight();
        if (!now.canMove() && now.moves() == movesBefore) {
            throw new VerbsException(VerbsRule.POLL_CAN_RETURN, what.get());
        }
        movesBefore = now.moves();
    }

    /** {@return whether it is open} */
    public boolean isOpen() {
        return open;
    }

    /** Closes it. Later calls are refused. */
    public void close() {
        user.close();
        open = false;
    }

    /**
     * Checks that it is open.
     *
     * @throws IllegalStateException when it is closed
     */
    public void checkOpen() {
        if (!open) {
            throw new IllegalStateException("context of " + kernel.device() + " is closed");
        }
    }

    private static String text(Object object) {
        return object instanceof VerbsObject ours ? ours.name() : object.toString();
    }
}
