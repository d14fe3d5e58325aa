package dev.fenestra.tools.proof.mutants;

import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;

import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.uverbs.Descriptors;
import dev.fenestra.ib.core.uverbs.EventFile;
import dev.fenestra.ib.core.uverbs.EventPort;
import dev.fenestra.ib.core.uverbs.UverbsFile;
import dev.fenestra.ib.core.uverbs.WriteCall;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.tools.bench.BenchHost;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.observe.waits.Waiting;
import dev.fenestra.uverbs.handles.Context;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A process that gives commands as bytes, as a program of rdma-core does, and gets events through files. */
final class AbiProgram implements Descriptors, EventPort {
    private static final int GET_CONTEXT = 0;
    private static final int CREATE_CQ = 18;
    private static final int CQES = 31;
    private static final int CQE_BYTES = 64;
    private static final int NO_CHANNEL = -1;

    private final BenchHost host;
    private final Executor later;
    private final Process process;
    private final UverbsFile file;
    /** Another program on the device, which drives it. */
    private final Context other;

    private final Arena arena = Arena.ofAuto();
    private final List<EventFile> files = new CopyOnWriteArrayList<>();
    private final List<byte[]> records = new CopyOnWriteArrayList<>();

    private AbiProgram(BenchHost host, Executor later) {
        this.host = host;
        this.later = later;
        process = host.kernel().createProcess("client");
        file = new UverbsFile(process, "mlx5_0", this);
        other = host.open();
    }

    /** Opens the device of alice, and creates a CQ. */
    static AbiProgram on(TestBench bench) {
        AbiProgram program = new AbiProgram(bench.host("alice"), bench.fabric()::defer);
        program.open();
        program.createCq();
        return program;
    }

    private void open() {
        MemorySegment asked = bytes(32);
        asked.set(ValueLayout.JAVA_INT, 0, 16);
        asked.set(ValueLayout.JAVA_INT, 4, 4);
        asked.set(ValueLayout.JAVA_BYTE, 16, (byte) 1);
        write(GET_CONTEXT, bytes(8), new Udata(asked, bytes(72)));
    }

    private void createCq() {
        MemorySegment cq = bytes(32);
        cq.set(ValueLayout.JAVA_INT, 16, CQES);
        cq.set(ValueLayout.JAVA_INT, 24, NO_CHANNEL);
        long ring = process.memory().allocate(2 * PAGE_BYTES);
        MemorySegment udata = bytes(32);
        udata.set(ValueLayout.JAVA_LONG, 0, ring);
        udata.set(ValueLayout.JAVA_LONG, 8, ring + PAGE_BYTES);
        udata.set(ValueLayout.JAVA_INT, 16, CQE_BYTES);
        write(CREATE_CQ, cq, new Udata(udata, bytes(8)));
    }

    private MemorySegment bytes(long count) {
        return arena.allocate(count, Long.BYTES);
    }

    private void write(int command, MemorySegment request, Udata udata) {
        Errno errno = file.write(command, new WriteCall(request, bytes(8), udata));
        if (errno != Errno.OK) {
            throw new IllegalStateException("command " + command + ": " + errno);
        }
    }

    /** Lets the port of the device go down, and waits for the event. */
    void readEvents() {
        host.port(1).down();
        Patience.until(() -> {
            other.pollAsyncEvent();
            return !records.isEmpty();
        });
    }

    /** Does the same, and closes the device meanwhile. */
    void closeWhileAnEventComes() {
        Thread closing = Thread.ofPlatform().daemon().name("closing").start(() -> {
            Patience.until(() -> !records.isEmpty() || isReadAtOnce());
            file.close();
        });
        host.port(1).down();
        Patience.until(() -> {
            other.pollAsyncEvent();
            return !closing.isAlive();
        });
    }

    /** Whether a thread reads an event where it should not. */
    private static boolean isReadAtOnce() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Stream::of)
                .anyMatch(frame -> frame.getMethodName().equals("atOnce"));
    }

    /** Files to which events should have gone. */
    Stream<Waiting> waiting() {
        return files.stream().filter(EventFile::isHere).map(one -> Waiting.of("client", one, one));
    }

    @Override
    public int install(EventFile opened) {
        files.add(opened);
        opened.connect(this);
        return files.size() - 1;
    }

    @Override
    public @Nullable EventFile find(int descriptor) {
        return descriptor >= 0 && descriptor < files.size() ? files.get(descriptor) : null;
    }

    @Override
    public void later(Runnable work) {
        later.execute(work);
    }

    @Override
    public boolean send(byte[] record) {
        return records.add(record);
    }

    @Override
    public byte[] recall() {
        return new byte[0];
    }
}
