package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.kernel.inspection.Awaited;
import dev.fenestra.ib.core.memory.DmaBuf;
import dev.fenestra.ib.core.uverbs.AbiRule;
import dev.fenestra.ib.core.uverbs.Descriptors;
import dev.fenestra.ib.core.uverbs.EventFile;
import dev.fenestra.ib.core.uverbs.UverbsFile;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.observe.waits.Waiting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A running program that has the library loaded: a process of a simulated host. */
final class Program implements Descriptors, AutoCloseable {
    private final int pid;
    private final ServiceLine service;
    private final PagesFile pages;
    private final SharedObjects objects;
    private final Process process;
    private final Executor later;
    private final EventWatch watch;
    private final AtomicInteger tokens = new AtomicInteger();
    private final Map<Integer, Arrival> arriving = new ConcurrentHashMap<>();
    private final List<EventConnection> events = new CopyOnWriteArrayList<>();

    /**
     * A connection for events.
     *
     * @param file its number
     */
    private record Arrival(SocketChannel channel, long file) {}

    private Program(
            int pid,
            ServiceLine service,
            PagesFile pages,
            SharedObjects objects,
            Executor later,
            EventWatch watch,
            Process process) {
        this.pid = pid;
        this.service = service;
        this.pages = pages;
        this.objects = objects;
        this.later = later;
        this.watch = watch;
        this.process = process;
    }

    /**
     * Takes a program in.
     *
     * @param hello its greeting
     * @param shared memory of cards that it may have mapped
     * @param later runs work on a thread without locks
     * @param watch notices when it closes descriptors for events
     * @throws IOException when its file of pages cannot be opened
     */
    static Program of(
            Introduction hello, SocketChannel service, Host host, SharedFile shared, Executor later, EventWatch watch)
            throws IOException {
        Path file = Path.of("/proc", Integer.toString(hello.pid()), "fd", Long.toString(hello.number()));
        String name = name(hello.pid());
        ServiceLine line = new ServiceLine(service, hello.pid(), name);
        SharedObjects objects = new SharedObjects(new ObjectFinder(hello.pid()), shared::isOf);
        PagesFile pages = PagesFile.open(file, line, objects, name);
        boolean isRoot = Files.getAttribute(Path.of("/proc", Integer.toString(hello.pid())), "unix:uid")
                .equals(0);
        Process process = host.createForeignProcess(name, pages);
        process.capNetRaw(isRoot);
        return new Program(hello.pid(), line, pages, objects, later, watch, process);
    }

    private static String name(int pid) throws IOException {
        return Files.readString(Path.of("/proc", Integer.toString(pid), "comm")).strip() + "-" + pid;
    }

    /** Reads answers until the program ends; see {@link ServiceLine#listen}. */
    void listen() throws IOException {
        service.listen();
    }

    int pid() {
        return pid;
    }

    String name() {
        return process.name();
    }

    /**
     * {@return the memory for the calls of one of its lines}
     *
     * @param place in its file of pages, as it says
     * @throws IOException when this is no place in the file
     */
    CallBox box(long place) throws IOException {
        return new CallBox(pages.map(place, CallBox.BYTES));
    }

    /** {@return a channel of the host's connection manager} */
    CmChannelCalls openConnections() {
        return process.openConnections();
    }

    /** Whether a device uses memory of it on demand, and must know what becomes of it. */
    boolean isFollowed() {
        return process.memory().isWatched();
    }

    /** Takes notice that the program has unmapped, replaced or protected memory. */
    void changed(long address, long length) {
        process.memory().changed(address, length);
    }

    /** {@return bytes of its memory} EFAULT where there are none. */
    byte[] read(long address, int length) {
        Message answer = service.askCaller(Message.ASK_READ, address, length);
        if (answer.kind() != 0 || answer.bytes().remaining() != length) {
            throw new VerbsException(AbiRule.CM_POINTER, String.format("address=0x%x", address));
        }
        byte[] bytes = new byte[length];
        answer.bytes().get(bytes);
        return bytes;
    }

    /** {@return whether bytes can be stored into its memory} */
    boolean isStorable(long address, int length) {
        Message answer = service.askCaller(Message.ASK_STORABLE, address, length);
        return answer.bytes().remaining() == 1 && answer.bytes().get(0) != 0;
    }

    /**
     * {@return the number of the file behind a descriptor, as its connection's own name has it; 0 for another
     * descriptor}
     */
    long fileOf(int descriptor) {
        ByteBuffer answer =
                service.askCaller(Message.ASK_FILE, descriptor, Long.BYTES).bytes();
        return answer.remaining() == Long.BYTES ? answer.getLong() : 0;
    }

    UverbsFile open(String device) {
        return new UverbsFile(process, device, this);
    }

    @Override
    public void later(Runnable work) {
        later.execute(work);
    }

    @Override
    public int install(EventFile file) {
        int token = tokens.incrementAndGet();
        Message reply = service.ask(Message.ASK_EVENTS, token, 0, 0);
        int descriptor = (int) reply.a();
        Arrival arrived = arriving.remove(token);
        if (reply.kind() != 0 || arrived == null) {
            throw new VerbsException(AbiRule.DESCRIPTORS_LEFT, "errno=" + reply.kind());
        }
        SocketChannel channel = arrived.channel();
        EventConnection connection = new EventConnection(service, file, channel, descriptor, arrived.file());
        events.add(connection);
        file.connect(connection);
        try {
            watch.watch(channel, () -> released(connection));
        } catch (IOException closed) {
            released(connection);
        }
        return descriptor;
    }

    private void released(EventConnection connection) {
        events.remove(connection);
        connection.file().release();
    }

    /** Takes a connection for events that the program was asked for. */
    void arrived(Introduction hello, SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        arriving.put((int) hello.number(), new Arrival(channel, hello.file()));
        Message.answer(Errno.OK).write(channel);
    }

    @Override
    public @Nullable EventFile find(int descriptor) {
        long number = fileOf(descriptor);
        return events.stream()
                .filter(connection -> connection.number() == number)
                .map(EventConnection::file)
                .findFirst()
                .orElse(null);
    }

    @Override
    public String fileKey(int descriptor) {
        Path file = Path.of("/proc", Integer.toString(pid), "fd", Integer.toString(descriptor));
        try {
            return Files.getAttribute(file, "unix:dev") + ":" + Files.getAttribute(file, "unix:ino");
        } catch (IOException closed) {
            throw new VerbsException(KernelRule.FILE_OPEN, "descriptor=" + descriptor);
        }
    }

    /** A memfd stands for the exporter of a buffer. */
    @Override
    public DmaBuf buffer(int descriptor) {
        try {
            return process.exportSegment(objects.export(descriptor));
        } catch (NoSuchFileException closed) {
            throw new VerbsException(KernelRule.FILE_OPEN, "fd=" + descriptor);
        } catch (IOException other) {
            throw new VerbsException(RegionRule.DMA_BUF_FILE, "fd=" + descriptor + " is no memfd");
        }
    }

    /** {@return its events that nobody sends, and those that it must acknowledge and never got} */
    Stream<Waiting> waiting() {
        return events.stream()
                .map(EventConnection::file)
                .flatMap(file ->
                        Stream.concat(Stream.<Awaited>of(file).filter(Awaited::isHere), file.missing().stream()))
                .map(one -> Waiting.of(name(), one, one));
    }

    boolean isOpen() {
        return pages.isOpen();
    }

    /** {@return why the program was given up} It is when the file of its pages, or an object that it uses, was cut. */
    Optional<String> giveUpIfCut() {
        boolean isCut = pages.restore();
        boolean isObjectCut = objects.replaceCut();
        if (!isCut && !isObjectCut) {
            return Optional.empty();
        }
        service.close();
        return Optional.of(
                name() + (isCut ? " has cut the file of its pages" : " has registered memory of a file that was cut"));
    }

    /** Whether devices use memory of an object that others may cut. */
    boolean sharesMemory() {
        return objects.isUsed();
    }

    /** The program has ended, so its process ends too. */
    @Override
    public void close() {
        service.close();
        process.close();
        pages.close();
        events.forEach(EventConnection::close);
        arriving.values().forEach(arrival -> Sockets.close(arrival.channel()));
    }
}
