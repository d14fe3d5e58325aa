package dev.fenestra.tools.door;

import dev.fenestra.hw.sim.device.BarMemory;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/** Listens for programs and connects them with the hosts of a bench. */
public final class Door implements Closeable {
    private final DoorPlace place;
    private final SharedFile shared;
    private final ServerSocketChannel listener;
    private final Map<Key, Program> programs = new ConcurrentHashMap<>();
    private final Consumer<String> log;
    private volatile @Nullable TestBench bench;

    /** A program on a host. */
    private record Key(int pid, String host) {}

    private Door(DoorPlace place, SharedFile shared, ServerSocketChannel listener, Consumer<String> log) {
        this.place = place;
        this.shared = shared;
        this.listener = listener;
        this.log = log;
    }

    /**
     * Takes a place; nobody is let in yet.
     *
     * @param log gets a line when a program is turned away or its connection is cut
     * @throws IOException when another server is there, or the place cannot be used
     */
    public static Door at(DoorPlace place, Consumer<String> log) throws IOException {
        place.prepare();
        if (isTaken(place.socket())) {
            throw new IOException("another server listens at " + place.socket());
        }
        Files.deleteIfExists(place.socket());
        SharedFile shared = SharedFile.create(place.files().resolve("bar"));
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(place.socket()));
        Files.setPosixFilePermissions(place.socket(), PosixFilePermissions.fromString("rw-------"));
        return new Door(place, shared, listener, log);
    }

    /** Whether a server listens at a place. */
    public static boolean isTaken(Path socket) {
        if (!Files.exists(socket)) {
            return false;
        }
        try (SocketChannel other = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return other.isConnected();
        } catch (IOException nobody) {
            return false;
        }
    }

    /** Where cards must have the memory that programs map. */
    public BarMemory bar() {
        return shared;
    }

    /** Lets programs in to the hosts of a bench. */
    public void open(TestBench hosts) throws IOException {
        for (BenchHost host : hosts.hosts()) {
            SysfsTree.write(host.kernel(), place.tree(host.name()));
        }
        Files.write(
                place.hostList(), hosts.hosts().stream().map(BenchHost::name).toList());
        bench = hosts;
        Thread.ofPlatform().daemon().name("fenestra-door").start(this::accept);
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                SocketChannel channel = listener.accept();
                Thread.ofPlatform().daemon().name("fenestra-file").start(() -> serve(channel));
            } catch (IOException closed) {
                // The loop ends when the door is closed.
            }
        }
    }

    private void serve(SocketChannel channel) {
        try {
            Hello hello = Hello.read(channel);
            checkOwner(channel, hello.pid());
            switch (hello.kind()) {
                case Message.HELLO_SERVICE -> takeIn(hello, channel);
                case Message.HELLO_FILE -> serveFile(hello, channel);
                case Message.HELLO_EVENTS -> {
                    program(hello).arrived(hello.number(), channel);
                    channel.configureBlocking(true);
                    Message.answer(channel, 0);
                    channel.configureBlocking(false);
                }
                default -> throw new IOException("a greeting of kind " + hello.kind());
            }
        } catch (EOFException ended) {
            close(channel);
        } catch (IOException | RuntimeException cut) {
            log.accept("a connection was cut: " + cut.getMessage());
            close(channel);
        }
    }

    /** The user of the connection must be that of the process that it says to be. */
    private static void checkOwner(SocketChannel channel, int pid) throws IOException {
        String user =
                channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
        String owner = Files.getOwner(Path.of("/proc", Integer.toString(pid))).getName();
        if (!user.equals(owner)) {
            Message.answer(channel, Errno.EPERM.code());
            throw new IOException("process " + pid + " of " + owner + " is not one of " + user);
        }
    }

    private TestBench bench() throws IOException {
        TestBench hosts = bench;
        if (hosts == null) {
            throw new IOException("no hosts yet");
        }
        return hosts;
    }

    private Host host(Hello hello) throws IOException {
        TestBench hosts = bench();
        return hello.host().isEmpty()
                ? hosts.hosts().iterator().next().kernel()
                : hosts.host(hello.host()).kernel();
    }

    private void takeIn(Hello hello, SocketChannel channel) throws IOException {
        Key key = new Key(hello.pid(), hello.host());
        try (Program program = Program.of(hello, channel, host(hello), bench().fabric()::defer)) {
            Program before = programs.put(key, program);
            if (before != null) {
                before.close();
            }
            Message.answer(channel, 0);
            program.listen();
        } finally {
            programs.computeIfPresent(key, (_, now) -> now.isOpen() ? now : null);
        }
    }

    private Program program(Hello hello) throws IOException {
        Program known = programs.get(new Key(hello.pid(), hello.host()));
        if (known == null) {
            throw new IOException("process " + hello.pid() + " has no service");
        }
        return known;
    }

    private void serveFile(Hello hello, SocketChannel channel) throws IOException {
        Program program = program(hello);
        List<String> devices = new ArrayList<>(host(hello).devices().keySet());
        if (hello.number() < 0 || hello.number() >= devices.size()) {
            Message.answer(channel, Errno.ENXIO.code());
            close(channel);
            return;
        }
        try (var file = program.open(devices.get(hello.number()))) {
            Message.answer(channel, 0);
            new FileConnection(channel, file, shared).serve();
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException unused) {
            // It is of no more use either way.
        }
    }

    /** Lets nobody in any more and cuts all connections; the hosts stay. */
    @Override
    public void close() throws IOException {
        listener.close();
        Files.deleteIfExists(place.socket());
        programs.values().forEach(Program::close);
        programs.clear();
        shared.close();
    }
}
