package dev.fenestra.tools.bridge;

import dev.fenestra.hw.sim.hca.host.BarMemory;
import dev.fenestra.ib.core.vocabulary.MappableMemory;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.waits.Waiting;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Listens for programs and connects them with the hosts of a bench. */
public final class Bridge implements Closeable {
    /** Pause before the next try when no program could be let in, for example because descriptors ran out. */
    private static final long PAUSE_NANOS = 100_000_000;

    private final BridgePlace place;
    private final SharedFile shared;
    private final ServerSocketChannel listener;
    private final Consumer<String> log;
    private volatile @Nullable Connections connections;

    private Bridge(BridgePlace place, SharedFile shared, ServerSocketChannel listener, Consumer<String> log) {
        this.place = place;
        this.shared = shared;
        this.listener = listener;
        this.log = log;
    }

    /**
     * Takes a place, and lets no program in yet.
     *
     * @param log gets a line when a program is turned away or its connection is cut
     * @throws IOException when another server is there, or the place cannot be used
     */
    public static Bridge at(BridgePlace place, Consumer<String> log) throws IOException {
        place.prepare();
        if (isTaken(place.socket())) {
            throw new IOException("another server listens at " + place.socket());
        }
        Files.deleteIfExists(place.socket());
        SharedFile shared = SharedFile.create(place.files().resolve("bar"));
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(place.socket()));
        Files.setPosixFilePermissions(place.socket(), PosixFilePermissions.fromString("rw-------"));
        return new Bridge(place, shared, listener, log);
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

    /** Whether a server has ended without removing its socket: nobody listens there. */
    public static boolean isLeftBehind(Path socket) {
        return !isTaken(socket) && isSocket(socket);
    }

    private static boolean isSocket(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).isOther();
        } catch (IOException nothing) {
            return false;
        }
    }

    /**
     * {@return what is equal as long as the same server listens at a place; something else without a server}
     */
    public static Object identity(Path socket) {
        try {
            Object file = Files.getAttribute(socket, "unix:ino");
            return isTaken(socket) ? file : new Object();
        } catch (IOException nobody) {
            return new Object();
        }
    }

    /** The file in which cards must have the memory that programs map. */
    public BarMemory bar() {
        return shared;
    }

    /** The same for kernels. */
    public MappableMemory mappable() {
        return shared;
    }

    /** Lets programs in to the hosts of a bench. Nobody checks what they owe. */
    public void open(TestBench hosts) throws IOException {
        open(hosts, Optional.empty());
    }

    /**
     * Lets programs in to the hosts of a bench.
     *
     * @param check of what they owe; empty when nobody checks it
     */
    public void open(TestBench hosts, Optional<ProgramCheck> check) throws IOException {
        Optional<ProgramChecks> checks = check.map(asked -> new ProgramChecks(asked, hosts.seed(), log));
        if (check.isPresent()) {
            Files.writeString(place.checkMark(), "");
        } else {
            Files.deleteIfExists(place.checkMark());
        }
        Map<String, CounterFiles> counters = new HashMap<>();
        int number = 0;
        for (BenchHost host : hosts.hosts()) {
            SysfsTree.write(host.kernel(), number++, place.tree(host.name()));
            counters.put(host.name(), CounterFiles.of(host.kernel(), place.tree(host.name())));
        }
        Files.write(
                place.hostList(), hosts.hosts().stream().map(BenchHost::name).toList());
        Connections opened = new Connections(hosts, shared, counters, EventWatch.start(), log, checks);
        connections = opened;
        hosts.fabric().onMemoryFault(_ -> opened.giveUpCutPrograms());
        Thread.ofPlatform().daemon().name("fenestra-bridge").start(() -> accept(opened));
    }

    /** {@return what programs wait for that no thread of the server notes} */
    Stream<Waiting> waiting() {
        Connections opened = connections;
        return opened == null ? Stream.of() : opened.waiting();
    }

    private void accept(Connections opened) {
        while (listener.isOpen()) {
            try {
                SocketChannel channel = listener.accept();
                Thread.ofPlatform().daemon().name("fenestra-file").start(() -> opened.serve(channel));
            } catch (ClosedChannelException closed) {
                // The loop ends.
            } catch (IOException tooMany) {
                log.accept("a connection was not accepted: " + tooMany.getMessage());
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Lets no further program in and cuts all connections. The hosts stay. */
    @Override
    public void close() throws IOException {
        listener.close();
        Files.deleteIfExists(place.socket());
        Connections opened = connections;
        if (opened != null) {
            opened.close();
        }
        shared.close();
    }
}
