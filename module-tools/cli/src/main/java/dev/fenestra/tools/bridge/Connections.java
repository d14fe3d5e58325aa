package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.ucma.UcmaFile;
import dev.fenestra.ib.core.uverbs.UverbsFile;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.waits.Waiting;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdk.net.ExtendedSocketOptions;

/** The connections of a bridge: programs, the files that they open, their calls and their events. */
final class Connections implements AutoCloseable {
    /** Of netlink, bytes. */
    private static final int LONGEST_QUESTION = 1 << 16;

    private final TestBench hosts;
    private final SharedFile shared;
    private final Map<String, CounterFiles> counters;
    private final EventWatch watch;
    private final Consumer<String> log;
    private final Optional<ProgramChecks> checks;
    private final SpinGate gate = new SpinGate(SpinGate.USUAL_NANOS);
    private final Map<Key, Program> programs = new ConcurrentHashMap<>();
    private final Map<Long, OpenFile> files = new ConcurrentHashMap<>();

    /** A program on a host. */
    private record Key(int pid, String host) {}

    Connections(
            TestBench hosts,
            SharedFile shared,
            Map<String, CounterFiles> counters,
            EventWatch watch,
            Consumer<String> log,
            Optional<ProgramChecks> checks) {
        this.hosts = hosts;
        this.shared = shared;
        this.counters = counters;
        this.watch = watch;
        this.log = log;
        this.checks = checks;
    }

    /** Serves a connection until it ends. */
    void serve(SocketChannel channel) {
        try {
            Introduction introduction = Introduction.read(channel);
            checkOwner(channel, introduction.pid());
            switch (introduction.kind()) {
                case Message.HELLO_SERVICE -> takeIn(introduction, channel);
                case Message.HELLO_FILE -> serveFile(introduction, channel);
                case Message.HELLO_CONNECTIONS -> serveConnections(introduction, channel);
                case Message.HELLO_CALLS -> serveCalls(introduction, channel);
                case Message.HELLO_COUNTERS -> count(introduction, channel);
                case Message.HELLO_NETLINK -> netlink(introduction, channel);
                case Message.HELLO_CHECK -> check(introduction, channel);
                case Message.HELLO_FINDINGS -> findings(introduction, channel);
                case Message.HELLO_EVENTS -> {
                    program(introduction).arrived(introduction, channel);
                    return;
                }
                default -> throw new IOException("a greeting of kind " + introduction.kind());
            }
        } catch (EOFException | ClosedChannelException ended) {
            // As it should.
        } catch (IOException | RuntimeException cut) {
            log.accept("a connection was cut: " + (cut.getMessage() == null ? cut : cut.getMessage()));
        } catch (InternalError fault) {
            // The JVM throws this error when the file behind mapped memory has become shorter. The file stays as it is:
            // devices find it so too, and only then is the program given up.
            log.accept("a connection was cut: its program has cut the file of its pages");
        }
        Sockets.close(channel);
    }

    /** The user of the connection must be the user of the process that the greeting names. */
    private static void checkOwner(SocketChannel channel, int pid) throws IOException {
        String user =
                channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
        String owner = Files.getOwner(Path.of("/proc", Integer.toString(pid))).getName();
        if (!user.equals(owner)) {
            Message.answer(Errno.EPERM).write(channel);
            throw new IOException("process " + pid + " of " + owner + " is not one of " + user);
        }
    }

    private void check(Introduction introduction, SocketChannel channel) throws IOException {
        if (checks.isEmpty()) {
            Message.answer(Errno.EOPNOTSUPP).write(channel);
        } else {
            checks.get().serve(introduction, channel, benchHost(introduction));
        }
    }

    private void findings(Introduction introduction, SocketChannel channel) throws IOException {
        Message answer = checks.isEmpty()
                ? Message.answer(Errno.EOPNOTSUPP)
                : checks.get().findings(introduction.number());
        answer.write(channel);
    }

    private BenchHost benchHost(Introduction introduction) {
        return introduction.host().isEmpty() ? hosts.hosts().iterator().next() : hosts.host(introduction.host());
    }

    private Host host(Introduction introduction) {
        return benchHost(introduction).kernel();
    }

    /** A program is about to read counters. */
    private void count(Introduction introduction, SocketChannel channel) throws IOException {
        CounterFiles files = counters.get(host(introduction).name());
        if (files != null) {
            files.refresh();
        }
        Message.answer(Errno.OK).write(channel);
    }

    /** A program asks RDMA netlink. */
    private void netlink(Introduction introduction, SocketChannel channel) throws IOException {
        Message.answer(Errno.OK).write(channel);
        Message asked = Message.read(channel, LONGEST_QUESTION);
        ByteBuffer answer = RdmaNetlink.answer(host(introduction), asked.bytes(), (int) asked.a());
        new Message(0, 0, 0, 0, answer).write(channel);
    }

    private void takeIn(Introduction introduction, SocketChannel channel) throws IOException {
        Key key = new Key(introduction.pid(), introduction.host());
        try (Program program =
                Program.of(introduction, channel, host(introduction), shared, hosts.fabric()::defer, watch)) {
            Program before = programs.put(key, program);
            if (before != null) {
                before.close();
            }
            Message.answer(Errno.OK).write(channel);
            try {
                program.listen();
            } finally {
                files.values().stream().filter(file -> file.isOf(program)).forEach(OpenFile::cut);
            }
        } finally {
            programs.computeIfPresent(key, (_, now) -> now.isOpen() ? now : null);
        }
    }

    /**
     * Gives up the programs of which memory was cut. Their objects go soon, on other threads.
     *
     * @return whether a file may have been cut; one that is shared may have its length again
     */
    boolean giveUpCutPrograms() {
        List<String> cut = programs.values().stream()
                .flatMap(program -> program.giveUpIfCut().stream())
                .toList();
        cut.forEach(why -> log.accept(why + ", and is given up"));
        return !cut.isEmpty() || programs.values().stream().anyMatch(Program::sharesMemory);
    }

    /** {@return events of programs that nobody sends to them} */
    Stream<Waiting> waiting() {
        return programs.values().stream().flatMap(Program::waiting);
    }

    private Program program(Introduction introduction) throws IOException {
        Program known = programs.get(new Key(introduction.pid(), introduction.host()));
        if (known == null) {
            throw new IOException("process " + introduction.pid() + " has no service");
        }
        return known;
    }

    private void serveFile(Introduction introduction, SocketChannel channel) throws IOException {
        Program program = program(introduction);
        List<String> devices = new ArrayList<>(host(introduction).devices().keySet());
        if (introduction.number() < 0 || introduction.number() >= devices.size()) {
            Message.answer(Errno.ENXIO).write(channel);
            return;
        }
        UverbsFile file = program.open(devices.get((int) introduction.number()));
        serveFile(introduction, channel, new UverbsCalls(file, shared, program::isStorable), program);
    }

    private void serveConnections(Introduction introduction, SocketChannel channel) throws IOException {
        Program program = program(introduction);
        UcmaFile file = new UcmaFile(program.openConnections());
        serveFile(introduction, channel, new CmCalls(file, program, channel, fd -> channelOf(program, fd)), program);
    }

    private CmCalls channelOf(Program program, int descriptor) {
        OpenFile file = files.get(program.fileOf(descriptor));
        if (file != null && file.isHeldBy(program.pid()) && file.calls() instanceof CmCalls connections) {
            return connections;
        }
        throw CmRule.ID.refused("descriptor=" + descriptor);
    }

    private void serveFile(Introduction introduction, SocketChannel channel, FileCalls calls, Program program)
            throws IOException {
        try (OpenFile file = new OpenFile(channel, calls, program)) {
            if (files.putIfAbsent(introduction.file(), file) != null) {
                throw new IOException("process " + introduction.pid() + " opens a file of which one is open");
            }
            try {
                Message.answer(Errno.OK).write(channel);
                file.watch();
            } finally {
                files.remove(introduction.file());
            }
        }
    }

    private void serveCalls(Introduction introduction, SocketChannel channel) throws IOException {
        Program program = program(introduction);
        CallBox box = program.box(introduction.number());
        try (CallLine line = new CallLine(introduction.pid(), program.name(), channel, box, gate)) {
            line.serve(call -> answer(program, call).withFollowed(program.isFollowed()));
        }
    }

    private Message answer(Program program, Message call) throws IOException {
        if (call.kind() == Message.CALL_CHANGED) {
            return hosts.fabric().driving(() -> {
                program.changed(call.a(), call.b());
                return Message.answer(Errno.OK);
            });
        }
        return answer(program.pid(), call);
    }

    private Message answer(int pid, Message call) throws IOException {
        OpenFile file = files.get(call.c());
        if (file == null) {
            return Message.answer(Errno.EBADF);
        }
        boolean isAnswered = false;
        try {
            Message answer = hosts.fabric().driving(() -> file.answer(pid, call));
            isAnswered = true;
            return answer;
        } finally {
            if (!isAnswered) {
                file.cut();
            }
        }
    }

    @Override
    public void close() throws IOException {
        programs.values().forEach(Program::close);
        programs.clear();
        files.values().forEach(OpenFile::cut);
        checks.ifPresent(ProgramChecks::close);
        watch.close();
    }
}
