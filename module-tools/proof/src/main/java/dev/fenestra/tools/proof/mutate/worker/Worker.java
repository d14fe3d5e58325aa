package dev.fenestra.tools.proof.mutate.worker;

import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.proof.mutate.operator.Defects;
import dev.fenestra.tools.proof.mutate.operator.Point;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The program of a worker. It ends when the other side closes the connection. */
public final class Worker {
    private static final int FEW_BYTES = 1 << 16;

    private final Trials trials;
    private final ModuleClasses classes;
    private final Redefiner redefiner;
    private final Defects defects;
    private final DataInputStream in;
    private final DataOutputStream out;

    private Worker(Trials trials, ModuleClasses classes, SocketChannel socket) {
        this.trials = trials;
        this.classes = classes;
        redefiner = new Redefiner(classes);
        defects = new Defects(classes.module().getClassLoader());
        in = new DataInputStream(Channels.newInputStream(socket));
        out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(socket), FEW_BYTES));
    }

    /**
     * Serves one campaign.
     *
     * @param arguments the socket, name of the provider, places of its modules or nothing, name of the module whose
     *     classes are changed or nothing, seed, verbs of the oracle, a rule or
     *     nothing
     */
    public static void main(String[] arguments) throws IOException {
        ProviderUnderTest provider = provider(arguments[1], arguments[2]);
        Optional<String> target = Optional.of(arguments[3]).filter(name -> !name.isEmpty());
        ModuleClasses classes = ModuleClasses.of(provider, target).orElseThrow();
        ConformanceOptions options = ConformanceOptions.DEFAULT
                .withSeed(Long.parseLong(arguments[4]))
                .withOracleVerbs(Long.parseLong(arguments[5]));
        Trials trials = new Trials(provider, arguments[6].isEmpty() ? options : options.withRule(arguments[6]));
        try (SocketChannel socket = SocketChannel.open(UnixDomainSocketAddress.of(arguments[0]))) {
            new Worker(trials, classes, socket).serve();
        } catch (EOFException done) {
            Runtime.getRuntime().halt(0); // ends threads that a defect left running
        }
    }

    private static ProviderUnderTest provider(String name, String places) {
        List<ProviderUnderTest> found = places.isEmpty()
                ? ProviderUnderTest.onPath()
                : ProviderUnderTest.in(Stream.of(places.split(File.pathSeparator, 0))
                        .map(Path::of)
                        .toList());
        return found.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }

    private void serve() throws IOException {
        while (true) {
            switch (in.readByte()) {
                case WorkerMessages.SCOUT -> scout();
                case WorkerMessages.TRY -> attempt();
                default -> throw new IOException("an unknown request");
            }
            out.flush();
        }
    }

    private void scout() throws IOException {
        Lines lines = Lines.of(classes.bytes());
        redefiner.watch(lines);
        for (String id : trials.ids()) {
            Hits.lines = new boolean[lines.count()];
            long start = System.nanoTime();
            Reached.Result result = trials.result(id);
            tell(new Reached(id, result, System.nanoTime() - start, hits()));
        }
        redefiner.restoreAll();
        out.writeByte(WorkerMessages.END);
    }

    private void tell(Reached reached) throws IOException {
        out.writeByte(WorkerMessages.BEGIN);
        WorkerMessages.write(out, reached);
        out.flush();
    }

    private static BitSet hits() {
        boolean[] reached = Hits.lines;
        BitSet lines = new BitSet(reached.length);
        for (int i = 0; i < reached.length; i++) {
            lines.set(i, reached[i]);
        }
        return lines;
    }

    /** Answers with the case that failed and its message; the message is empty when the JVM does not take the class. */
    private void attempt() throws IOException {
        Point point = WorkerMessages.readPoint(in);
        List<String> ids = WorkerMessages.readIds(in);
        try {
            redefiner.redefine(point.className(), defects.change(classes.bytes(point.className()), point));
        } catch (LinkageError | IllegalArgumentException refused) {
            end(false, "", refused.toString());
            return;
        }
        for (String id : ids) {
            out.writeByte(WorkerMessages.BEGIN);
            out.writeUTF(id);
            out.flush();
            Optional<String> complaint = trials.complaint(id);
            if (complaint.isPresent()) {
                redefiner.restore(point.className());
                end(true, id, complaint.get());
                return;
            }
        }
        redefiner.restore(point.className());
        end(true, "", "");
    }

    private void end(boolean isTaken, String id, String text) throws IOException {
        out.writeByte(WorkerMessages.END);
        out.writeBoolean(isTaken);
        out.writeUTF(id);
        WorkerMessages.writeText(out, text);
    }
}
