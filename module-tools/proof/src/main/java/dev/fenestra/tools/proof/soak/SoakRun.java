package dev.fenestra.tools.proof.soak;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.PlacementType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicCompareAndSwap;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.AtomicWrite;
import dev.fenestra.uverbs.request.Flush;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendWithImmediate;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import dev.fenestra.uverbs.request.WorkRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/** One run of a program: a connection of its own, windows of its own, memory filled anew. */
final class SoakRun implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LATE = Duration.ofNanos(50_000);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final int PSN = 0xfffff0;

    /** A timeout of 1 ms, 7 retries, RNR without end and a short RNR timer. */
    private static final ConnectOptions OPTIONS = ConnectOptions.DEFAULT
            .withTimeout(8)
            .withRetries(7, 7)
            .withMinRnrTimer(1)
            .withPsn(PSN);

    private final SoakSide requester;
    private final SoakSide responder;
    private final SoakProgram program;
    private final SoakMemory memory;
    private final SoakLink link;
    /** Those that take a receive. */
    private final List<SoakStep> receiving;

    /** The window of each step that has one, by the step's number. */
    private final Map<Integer, MemoryWindow> windows = new HashMap<>();

    private final List<Completion> sends = new ArrayList<>();
    private int receivesPosted;

    SoakRun(TestBench bench, SoakSide requester, SoakSide responder, SoakProgram program) {
        this.requester = requester;
        this.responder = responder;
        this.program = program;
        memory = program.memory();
        requester.begin(memory);
        responder.begin(memory);
        receiving = program.steps().stream()
                .filter(step -> step.kind().takesReceive())
                .toList();
        link = link(bench);
        bindWindows();
    }

    private SoakLink link(TestBench bench) {
        ConnectOptions options = OPTIONS.withMtu(program.path().mtu())
                .withRdAtomic(program.path().depth())
                .withAccess(responder.remoteRights().toArray(AccessFlag[]::new));
        if (program.path().isByCm() && requester.hasCm() && responder.hasCm()) {
            return ConnectedLink.byCm(bench, requester, responder);
        }
        return switch (program.service()) {
            case RC, PLACEMENT, UC -> new ConnectedLink(program.service(), requester, responder, options);
            case XRC -> new XrcLink(requester, responder, options);
            case UD -> new DatagramLink(requester, responder);
        };
    }

    private void bindWindows() {
        for (int i = 0; i < program.steps().size(); i++) {
            if (program.steps().get(i).kind().usesWindow()) {
                windows.put(i, link.bind());
            }
        }
    }

    /** Posts everything and waits for everything; what does not come in time is missing in the outcome. */
    void execute() {
        int receives = program.service().isReliable() ? receiving.size() : memory.receives();
        postReceives(receives - Math.min(receives, program.lateReceives()));
        List<WorkRequest> work = new ArrayList<>();
        for (SoakStep step : program.steps()) {
            MemorySlice data = requester.region().slice(step.local(), step.length());
            work.add(link.request(step, request(work.size(), step, data), data));
        }
        link.asks().post(work.toArray(WorkRequest[]::new));
        if (receivesPosted < receives) {
            drain(requester.sends(), sends, LATE);
            postReceives(receives - receivesPosted);
        }
        int before = -1;
        while (sends.size() < work.size() && sends.size() > before) {
            before = sends.size();
            takeOne(requester.sends(), sends, PATIENCE);
        }
    }

    private void postReceives(int count) {
        for (int i = 0; i < count; i++) {
            MemorySlice into = responder.region().slice(memory.receive(receivesPosted), memory.receiveBytes());
            int operand = receivesPosted < receiving.size()
                    ? receiving.get(receivesPosted).operand()
                    : 0;
            link.receive(receivesPosted, operand, into);
            receivesPosted++;
        }
    }

    private WorkRequest request(int wrId, SoakStep step, MemorySlice data) {
        RemoteBuffer target = responder.region().remote().slice(step.remote(), step.length());
        return switch (step.kind()) {
            case SEND -> Send.of(wrId, data);
            case SEND_WITH_IMMEDIATE -> SendWithImmediate.of(wrId, step.operand(), data);
            case SEND_WITH_INVALIDATE -> SendWithInvalidate.of(wrId, key(wrId), data);
            case WRITE -> RdmaWrite.of(wrId, target, data);
            case WRITE_THROUGH_WINDOW ->
                RdmaWrite.of(wrId, new RemoteBuffer(target.address(), target.length(), key(wrId)), data);
            case WRITE_WITH_IMMEDIATE -> RdmaWriteWithImmediate.of(wrId, target, step.operand(), data);
            case READ -> RdmaRead.of(wrId, target, data);
            case FETCH_AND_ADD -> AtomicFetchAndAdd.of(wrId, target, step.operand(), data);
            case COMPARE_AND_SWAP -> AtomicCompareAndSwap.of(wrId, target, step.operand(), step.operand() + 1L, data);
            case FLUSH -> Flush.of(wrId, target, PlacementType.GLOBAL);
            case ATOMIC_WRITE -> AtomicWrite.of(wrId, target, step.operand());
        };
    }

    private int key(int step) {
        return Objects.requireNonNull(windows.get(step), "no window").rkey();
    }

    /** Takes completions until the time is over. */
    private static void drain(CompletionQueue cq, List<Completion> into, Duration time) {
        int before = -1;
        while (into.size() > before) {
            before = into.size();
            takeOne(cq, into, time);
        }
    }

    private static void takeOne(CompletionQueue cq, List<Completion> into, Duration time) {
        try {
            into.add(normal(cq.await(time)));
        } catch (VerbsException e) {
            // Nothing within that time.
        }
    }

    SoakOutcome outcome(PacketTrace trace) {
        List<Completion> receives = new ArrayList<>();
        drain(responder.receives(), receives, MOMENT);
        trace.look();
        return new SoakOutcome(
                sends,
                receives,
                requester.bytes(memory),
                responder.bytes(memory),
                trace.packets(),
                trace.hash(),
                trace.contradiction());
    }

    /** QP numbers and keys differ from run to run. */
    private static Completion normal(Completion completion) {
        return switch (completion) {
            case Completion.Done done ->
                new Completion.Done(
                        done.wrId(),
                        done.opcode(),
                        done.byteLength(),
                        0,
                        done.immediate(),
                        done.invalidatedKey().isPresent() ? OptionalInt.of(0) : OptionalInt.empty(),
                        OptionalInt.empty());
            case Completion.Failed failed ->
                new Completion.Failed(failed.wrId(), failed.status(), failed.vendorError(), 0);
        };
    }

    @Override
    public void close() {
        windows.values().forEach(MemoryWindow::close);
        link.close();
        Completions rest = new Completions(SoakSide.ENTRIES);
        while (requester.sends().poll(rest) > 0 || responder.receives().poll(rest) > 0) {
            rest.clear();
        }
    }
}
