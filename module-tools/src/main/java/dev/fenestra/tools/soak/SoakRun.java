package dev.fenestra.tools.soak;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.PlacementType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.AtomicCompareAndSwap;
import dev.fenestra.uverbs.AtomicFetchAndAdd;
import dev.fenestra.uverbs.AtomicWrite;
import dev.fenestra.uverbs.Completion;
import dev.fenestra.uverbs.CompletionQueue;
import dev.fenestra.uverbs.ConnectOptions;
import dev.fenestra.uverbs.Flush;
import dev.fenestra.uverbs.MemorySlice;
import dev.fenestra.uverbs.MemoryWindow;
import dev.fenestra.uverbs.RdmaRead;
import dev.fenestra.uverbs.RdmaWrite;
import dev.fenestra.uverbs.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.RemoteBuffer;
import dev.fenestra.uverbs.Send;
import dev.fenestra.uverbs.SendWithImmediate;
import dev.fenestra.uverbs.SendWithInvalidate;
import dev.fenestra.uverbs.WorkRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One run of a program: a connection of its own, windows of its own, memory filled anew. */
final class SoakRun implements AutoCloseable {
    private static final int HALF = SoakProgram.MEMORY / 2;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LATE = Duration.ofNanos(50_000);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final int PSN = 0xfffff0;

    /** Small packets, a timeout of 1 ms, 7 retries, RNR without end and a short RNR timer. */
    private static final ConnectOptions OPTIONS = ConnectOptions.DEFAULT
            .withMtu(Mtu.MTU_256)
            .withTimeout(8)
            .withRetries(7, 7)
            .withMinRnrTimer(1)
            .withPsn(PSN);

    private final SoakSide requester;
    private final SoakSide responder;
    private final SoakProgram program;
    private final SoakLink link;
    /** Those that take a receive. */
    private final List<SoakStep> receiving;

    /** The window of each step that has one, by the step's number. */
    private final Map<Integer, MemoryWindow> windows = new HashMap<>();

    private final List<String> sends = new ArrayList<>();
    private int receivesPosted;

    SoakRun(SoakSide requester, SoakSide responder, SoakProgram program) {
        this.requester = requester;
        this.responder = responder;
        this.program = program;
        fill(requester, 1);
        fill(responder, 2);
        receiving = program.steps().stream()
                .filter(step -> step.kind().takesReceive())
                .toList();
        ConnectOptions options = OPTIONS.withAccess(responder.remoteRights().toArray(AccessFlag[]::new));
        link = program.service() == SoakService.XRC
                ? new XrcLink(requester, responder, options)
                : new ReliableLink(requester, responder, options);
        bindWindows();
    }

    private void bindWindows() {
        for (int i = 0; i < program.steps().size(); i++) {
            if (program.steps().get(i).kind().usesWindow()) {
                windows.put(i, link.bind());
            }
        }
    }

    private static void fill(SoakSide side, int factor) {
        byte[] bytes = new byte[SoakProgram.MEMORY];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (factor * i + (i >>> Byte.SIZE));
        }
        side.memory().put(0, bytes);
    }

    /** Posts everything and waits for everything. */
    void execute() {
        int receives = receiving.size();
        postReceives(receives - Math.min(receives, program.lateReceives()));
        List<WorkRequest> work = new ArrayList<>();
        for (SoakStep step : program.steps()) {
            work.add(link.request(step, request(work.size(), step)));
        }
        link.asks().post(work.toArray(WorkRequest[]::new));
        if (receivesPosted < receives) {
            drain(requester.sends(), sends, LATE);
            postReceives(receives - receivesPosted);
        }
        while (sends.size() < work.size()) {
            sends.add(text(requester.sends().await(PATIENCE)));
        }
    }

    private void postReceives(int count) {
        for (int i = 0; i < count; i++) {
            long offset = HALF + (long) receivesPosted * SoakProgram.RECEIVE;
            MemorySlice into = responder.region().slice(offset, SoakProgram.RECEIVE);
            link.receive(receivesPosted, receiving.get(receivesPosted), into);
            receivesPosted++;
        }
    }

    private WorkRequest request(int wrId, SoakStep step) {
        MemorySlice data = requester.region().slice(step.local(), step.length());
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

    /** Takes what comes until the time is over. */
    private static void drain(CompletionQueue cq, List<String> into, Duration time) {
        try {
            while (true) {
                into.add(text(cq.await(time)));
            }
        } catch (VerbsException e) {
            // Nothing more within that time.
        }
    }

    private static String text(Completion completion) {
        return completion.toString();
    }

    SoakOutcome outcome(PacketTrace trace) {
        List<String> receives = new ArrayList<>();
        drain(responder.receives(), receives, MOMENT);
        return new SoakOutcome(
                normal(sends), normal(receives), requester.bytes(), responder.bytes(), trace.packets(), trace.hash());
    }

    /** QP numbers and keys differ from run to run. */
    private List<String> normal(List<String> completions) {
        List<String> same = new ArrayList<>();
        for (String completion : completions) {
            same.add(completion
                    .replaceAll("qpNumber=\\d+", "")
                    .replaceAll("invalidatedKey=OptionalInt\\[-?\\d+]", "inv"));
        }
        return same;
    }

    @Override
    public void close() {
        windows.values().forEach(MemoryWindow::close);
        link.close();
        Completions rest = new Completions(SoakProgram.MAX_STEPS);
        while (requester.sends().poll(rest) > 0 || responder.receives().poll(rest) > 0) {
            rest.clear();
        }
    }
}
