package dev.fenestra.tools.soak;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.AtomicCompareAndSwap;
import dev.fenestra.uverbs.AtomicFetchAndAdd;
import dev.fenestra.uverbs.BindMw;
import dev.fenestra.uverbs.Completion;
import dev.fenestra.uverbs.CompletionQueue;
import dev.fenestra.uverbs.ConnectOptions;
import dev.fenestra.uverbs.MemorySlice;
import dev.fenestra.uverbs.MemoryWindow;
import dev.fenestra.uverbs.QueuePair;
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
import java.util.List;

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
    private final QueuePair asks;
    private final QueuePair answers;
    private final MemoryWindow lasting;
    private final List<MemoryWindow> windows = new ArrayList<>();
    private final List<String> sends = new ArrayList<>();
    private int receivesPosted;

    SoakRun(SoakSide requester, SoakSide responder, SoakProgram program) {
        this.requester = requester;
        this.responder = responder;
        this.program = program;
        fill(requester, 1);
        fill(responder, 2);
        asks = requester.newQp();
        answers = responder.newQp();
        asks.connect(answers.endpoint(OPTIONS), OPTIONS);
        answers.connect(asks.endpoint(OPTIONS), OPTIONS);
        lasting = bind();
        for (SoakStep step : program.steps()) {
            if (step.kind() == SoakStep.Kind.SEND_WITH_INVALIDATE) {
                windows.add(bind());
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

    private MemoryWindow bind() {
        MemoryWindow window = responder.pd().allocMw(MwType.TYPE_2);
        int key = window.nextKey();
        answers.post(
                BindMw.of(0, window, key, responder.region().all(), AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ));
        responder.sends().await(PATIENCE).orThrow();
        window.rkey(key);
        return window;
    }

    /** Posts everything and waits for everything. */
    void execute() {
        int receives = (int) program.steps().stream()
                .filter(step -> step.kind().takesReceive())
                .count();
        postReceives(receives - Math.min(receives, program.lateReceives()));
        List<WorkRequest> work = new ArrayList<>();
        int invalidated = 0;
        for (SoakStep step : program.steps()) {
            boolean invalidates = step.kind() == SoakStep.Kind.SEND_WITH_INVALIDATE;
            work.add(request(work.size(), step, invalidates ? windows.get(invalidated++) : lasting));
        }
        asks.post(work.toArray(WorkRequest[]::new));
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
            answers.postRecv(receivesPosted, responder.region().slice(offset, SoakProgram.RECEIVE));
            receivesPosted++;
        }
    }

    private WorkRequest request(int wrId, SoakStep step, MemoryWindow window) {
        MemorySlice data = requester.region().slice(step.local(), step.length());
        RemoteBuffer target = responder.region().remote().slice(step.remote(), step.length());
        return switch (step.kind()) {
            case SEND -> Send.of(wrId, data);
            case SEND_WITH_IMMEDIATE -> SendWithImmediate.of(wrId, step.operand(), data);
            case SEND_WITH_INVALIDATE -> SendWithInvalidate.of(wrId, window.rkey(), data);
            case WRITE -> RdmaWrite.of(wrId, target, data);
            case WRITE_THROUGH_WINDOW ->
                RdmaWrite.of(wrId, new RemoteBuffer(target.address(), target.length(), window.rkey()), data);
            case WRITE_WITH_IMMEDIATE -> RdmaWriteWithImmediate.of(wrId, target, step.operand(), data);
            case READ -> RdmaRead.of(wrId, target, data);
            case FETCH_AND_ADD -> AtomicFetchAndAdd.of(wrId, target, step.operand(), data);
            case COMPARE_AND_SWAP -> AtomicCompareAndSwap.of(wrId, target, step.operand(), step.operand() + 1L, data);
        };
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
        asks.close();
        answers.close();
        lasting.close();
        windows.forEach(MemoryWindow::close);
        Completions rest = new Completions(SoakProgram.MAX_STEPS);
        while (requester.sends().poll(rest) > 0 || responder.receives().poll(rest) > 0) {
            rest.clear();
        }
    }
}
