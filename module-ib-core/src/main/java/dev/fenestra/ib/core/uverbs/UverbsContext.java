package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.uverbs.EventLayouts.AsyncEvent;
import dev.fenestra.ib.core.abi.uverbs.EventLayouts.CompEvent;
import dev.fenestra.ib.core.kernel.AsyncEventResponse;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * An opened device of a process that gives commands as bytes. It has the kernel's calls. It also keeps what the kernel
 * only gives back, such as the process's own names for its objects.
 */
final class UverbsContext {
    /** A QP that another process has created. */
    private static final CreatedQp OPENED = new CreatedQp(new QpCapacity(0, 0, 0, 0, 0), false);

    /** What a QP was created with, as far as only QUERY_QP asks for it. */
    record CreatedQp(QpCapacity capacity, boolean signalAll) {}

    private final KernelContext calls;
    private final Descriptors descriptors;
    private final Map<Integer, Long> names = new ConcurrentHashMap<>();
    private final Map<Integer, CreatedQp> created = new ConcurrentHashMap<>();
    /** That of the context, and those of its imports. */
    private final List<EventFile> asyncFiles = new CopyOnWriteArrayList<>();

    private final Map<Integer, EventFile> asyncOf = new ConcurrentHashMap<>();
    private boolean isInstalled;

    UverbsContext(KernelContext calls, Descriptors descriptors) {
        this.calls = calls;
        this.descriptors = descriptors;
        asyncFiles.add(
                new EventFile(AsyncEvent.SIZE, 0, () -> null, calls.events().unreadAsync(), _ -> {}));
        calls.events().onAsync(() -> later(this::distribute));
    }

    KernelContext calls() {
        return calls;
    }

    /** Runs work on a thread without locks, while the context is open. */
    void later(Runnable work) {
        descriptors.later(() -> calls.events().whileOpen(work));
    }

    /** Remembers the name under which the process gets events of an object. */
    void name(int handle, long name) {
        names.put(handle, name);
    }

    private long nameOf(int handle) {
        return names.getOrDefault(handle, 0L);
    }

    /** Remembers what a QP was created with. */
    void created(int qp, QpCapacity capacity, boolean signalAll) {
        created.put(qp, new CreatedQp(capacity, signalAll));
    }

    CreatedQp createdAs(int qp) {
        return created.getOrDefault(qp, OPENED);
    }

    /** A new descriptor for asynchronous events. The first one serves all objects that name no other. */
    synchronized int installAsync() {
        EventFile file = isInstalled
                ? new EventFile(AsyncEvent.SIZE, 0, () -> null, () -> false, asyncFiles::remove)
                : asyncFiles.getFirst();
        int descriptor = descriptors.install(file);
        if (isInstalled) {
            asyncFiles.add(file);
        }
        isInstalled = true;
        return descriptor;
    }

    /** The file of asynchronous events that a descriptor names; EBADF when there is none of this context. */
    EventFile asyncFile(int descriptor) {
        EventFile found = descriptors.find(descriptor);
        if (found == null || !asyncFiles.contains(found)) {
            throw new VerbsException(AbiRule.DESCRIPTOR, "fd=" + descriptor);
        }
        return found;
    }

    /** Sets the file to which the asynchronous events of an object go. */
    void sendEventsTo(EventFile file, int handle) {
        asyncOf.put(handle, file);
    }

    private EventFile asyncOf(int handle) {
        return asyncOf.getOrDefault(handle, asyncFiles.getFirst());
    }

    /** A new completion channel; the result is its descriptor. */
    int createChannel() {
        int handle = calls.events().createChannel();
        EventFile file = new EventFile(
                CompEvent.SIZE,
                handle,
                () -> readCompletion(handle),
                calls.events().unread(handle),
                this::destroyChannel);
        calls.events().onCompletion(handle, () -> later(file::pump));
        try {
            return descriptors.install(file);
        } catch (VerbsException refused) {
            calls.events().destroyChannel(handle);
            throw refused;
        }
    }

    private void destroyChannel(EventFile file) {
        later(() -> calls.events().destroyChannel(file.channel()));
    }

    /** The channel that a descriptor of the process names; EBADF when there is none. */
    EventFile channel(int descriptor) {
        EventFile found = descriptors.find(descriptor);
        if (found == null || found.channel() == 0) {
            throw new VerbsException(AbiRule.DESCRIPTOR, "fd=" + descriptor);
        }
        return found;
    }

    private byte @Nullable [] readCompletion(int channel) {
        OptionalInt cq = calls.events().readCompletion(channel);
        if (cq.isEmpty()) {
            return null;
        }
        byte[] record = new byte[CompEvent.SIZE];
        CompEvent.CQ_HANDLE.set(MemorySegment.ofArray(record), nameOf(cq.getAsInt()));
        return record;
    }

    /** Takes all events from the kernel to the files that they belong to. */
    private void distribute() {
        synchronized (asyncOf) {
            AsyncEventResponse event = calls.events().readAsync().orElse(null);
            while (event != null) {
                if (event.type().code() <= AsyncEventType.WQ_FATAL.code()) {
                    asyncOf(event.handle()).add(record(event));
                }
                event = calls.events().readAsync().orElse(null);
            }
        }
        asyncFiles.forEach(EventFile::pump);
    }

    private byte[] record(AsyncEventResponse event) {
        byte[] record = new byte[AsyncEvent.SIZE];
        MemorySegment bytes = MemorySegment.ofArray(record);
        AsyncEvent.ELEMENT.set(bytes, event.handle() == 0 ? event.port() : nameOf(event.handle()));
        AsyncEvent.EVENT_TYPE.set(bytes, event.type().code());
        return record;
    }

    /**
     * Forgets an object that is gone.
     *
     * @param asyncRead asynchronous events of it that were read from the kernel
     * @return how many of them the process has read
     */
    int forget(int handle, int asyncRead) {
        created.remove(handle);
        Long name;
        EventFile file;
        // An event that is being distributed has its record, with the object's name, before the name goes.
        synchronized (asyncOf) {
            name = names.remove(handle);
            file = asyncOf(handle);
            asyncOf.remove(handle);
        }
        return asyncRead == 0 || name == null ? asyncRead : file.forget(name, asyncRead);
    }

    /** The same of the completion events of a CQ; to be called before {@link #forget}. */
    int forgetCompletions(int cq, int read, @Nullable EventFile channel) {
        return read == 0 || channel == null ? read : channel.forget(nameOf(cq), read);
    }
}
