package dev.fenestra.tools.proof.mutate;

import dev.fenestra.tools.proof.mutate.operator.Point;
import dev.fenestra.tools.proof.mutate.worker.Reached;
import dev.fenestra.tools.proof.mutate.worker.WorkerMessages;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** This JVM's side of a worker. One thread uses it. */
final class WorkerJvm implements AutoCloseable {
    /** Longer than any case without a defect takes, on any machine. */
    private static final Duration LONG = Duration.ofMinutes(5);

    private final Process process;
    private final SocketChannel socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final ScheduledExecutorService clock;

    private WorkerJvm(Process process, SocketChannel socket, ScheduledExecutorService clock) {
        this.process = process;
        this.socket = socket;
        this.clock = clock;
        in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(socket)));
        out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(socket)));
    }

    /**
     * Starts a JVM and waits until it has found its provider.
     *
     * @param start how
     * @param clock ends workers that take too long
     * @throws IOException when it ends before
     */
    static WorkerJvm start(WorkerStart start, ScheduledExecutorService clock) throws IOException {
        Path socket = start.nextSocket();
        Path log = Path.of(socket + ".log");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            Process process = start.process(socket, log);
            process.onExit().thenRun(() -> close(server));
            try {
                return new WorkerJvm(process, server.accept(), clock);
            } catch (IOException ended) {
                process.destroyForcibly();
                throw new IOException("a worker ended before it began: " + Files.readString(log), ended);
            }
        }
    }

    private static void close(ServerSocketChannel server) {
        try {
            server.close();
        } catch (IOException gone) {
            throw new IllegalStateException(gone);
        }
    }

    /** The lines that all cases reach. Each case is reported as it ends. */
    List<Reached> scout(Consumer<Reached> listener) throws LostException {
        List<Reached> all = new ArrayList<>();
        String last = "the first case";
        try {
            out.writeByte(WorkerMessages.SCOUT);
            out.flush();
            while (read(LONG) == WorkerMessages.BEGIN) {
                Reached reached = WorkerMessages.readReached(in);
                listener.accept(reached);
                all.add(reached);
                last = "the case after " + reached.id();
            }
            return all;
        } catch (IOException lost) {
            throw new LostException(last, false, all.size());
        }
    }

    /**
     * Runs cases with a defect until one fails.
     *
     * @param limit how long each may take, in ns
     */
    DefectVerdict attempt(Point point, List<Reached> cases, ToLongFunction<Reached> limit) throws LostException {
        int begun = 0;
        Deadline deadline = new Deadline();
        try {
            WorkerMessages.write(out, point, cases.stream().map(Reached::id).toList());
            deadline.set(LONG.toNanos());
            while (in.readByte() == WorkerMessages.BEGIN) {
                in.readUTF();
                deadline.set(limit.applyAsLong(cases.get(begun)));
                begun++;
            }
            return verdict(point, begun);
        } catch (IOException lost) {
            String during = begun == 0 ? "" : cases.get(begun - 1).id();
            throw new LostException(during, deadline.isOver, begun);
        } finally {
            deadline.cancel();
        }
    }

    private DefectVerdict verdict(Point point, int tries) throws IOException {
        boolean isTaken = in.readBoolean();
        String by = in.readUTF();
        String seen = in.readUTF();
        if (!isTaken) {
            return new DefectVerdict(point, DefectOutcome.INVALID, by, seen, tries);
        }
        DefectOutcome noticed = by.equals(Reached.ORACLE) ? DefectOutcome.ORACLE : DefectOutcome.CASE;
        return new DefectVerdict(point, by.isEmpty() ? DefectOutcome.SURVIVED : noticed, by, seen, tries);
    }

    private byte read(Duration patience) throws IOException {
        Deadline deadline = new Deadline();
        deadline.set(patience.toNanos());
        try {
            return in.readByte();
        } finally {
            deadline.cancel();
        }
    }

    /** Ends the JVM, even while it runs a case. */
    @Override
    public void close() throws IOException {
        socket.close();
        process.destroyForcibly();
    }

    /** Ends the JVM unless it is set again in time. */
    private final class Deadline {
        private volatile boolean isOver;
        private ScheduledFuture<?> end = clock.schedule(() -> {}, 0, TimeUnit.NANOSECONDS);

        void set(long nanos) {
            cancel();
            end = clock.schedule(this::expire, nanos, TimeUnit.NANOSECONDS);
        }

        void cancel() {
            end.cancel(false);
        }

        private void expire() {
            isOver = true;
            process.destroyForcibly();
        }
    }
}
