package dev.fenestra.tools.proof.oracle;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.bench.BenchFactory;
import dev.fenestra.tools.conformance.guard.Guard;
import dev.fenestra.tools.proof.oracle.model.Landing;
import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.model.OracleRule;
import dev.fenestra.tools.proof.oracle.model.Prediction;
import dev.fenestra.tools.proof.oracle.model.RuleBook;
import dev.fenestra.tools.proof.oracle.model.WindowFacts;
import dev.fenestra.tools.proof.oracle.program.Room;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.VerbsProgram;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import dev.fenestra.uverbs.memory.MwState;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** One program on stack and model in lockstep, step by step. */
public final class Run implements AutoCloseable {
    /** Steps from one complete check to the next. */
    private static final int CHECKPOINT = 64;

    private final Stack stack;
    private final Model model;
    private final CompletionCheck completions;
    private final EventCheck events;
    private final Tally tally;
    private final StepRecorder recorder;
    private final byte[] seen = new byte[VerbsProgram.MEMORY_BYTES];
    private int number;
    private boolean isEnded;
    /** Ids of the rule that the model says the last step breaks; empty when it breaks none. */
    private Set<String> broken = Set.of();

    Run(VerbsProgram program, BenchFactory benches, RuleBook rules, Tally tally, StepRecorder recorder) {
        this(new Stack(benches.build(program.seed())), new Model(program.windows(), rules), tally, recorder);
    }

    /**
     * A program on hosts that have run others.
     *
     * @param stack with no object but those that the program adopts
     */
    public Run(Stack stack, WindowForm windows) {
        this(stack, new Model(windows, RuleBook.complete()), new Tally(), StepRecorder.NONE);
    }

    private Run(Stack stack, Model model, Tally tally, StepRecorder recorder) {
        this.stack = stack;
        this.model = model;
        this.tally = tally;
        this.recorder = recorder;
        completions = new CompletionCheck(stack);
        events = new EventCheck(stack, model);
        for (Side side : Side.values()) {
            model.learnAddress(side, stack.rig(side).memory().address());
        }
    }

    /** What is predicted of the present state. */
    public Model model() {
        return model;
    }

    /** The number of a QP, which the model does not know. */
    public int qpNumber(Side side, int qp) {
        return stack.rig(side).qps().at(qp).number();
    }

    /** Takes over what another program on these hosts has done by this step. */
    public void adopt(Step step) {
        model.predict(number++, step);
        learned(step);
    }

    /** The capabilities that the program may use. */
    Room room() {
        return stack.room();
    }

    /** Runs the next step, unless the model does not decide it; it is numbered all the same. */
    public Optional<Difference> next(Step step) {
        int thisOne = number++;
        if (!model.decides(step)) {
            return Optional.empty();
        }
        broken = Set.of();
        stack.markRefusals();
        return guarded(() -> run(thisOne, step)).map(wrong -> Difference.of(thisOne, step, wrong, atFault()));
    }

    /** The rules that should have refused the step, or else those by which something of it was refused. */
    private Set<String> atFault() {
        return broken.isEmpty() ? stack.refusedBy() : broken;
    }

    /** The checks that run now and then, and at the end: all memory, all QP states, no completions left over. */
    Optional<Mismatch> checkAll() {
        return guarded(() -> completions
                .nothingLeft()
                .or(events::nothingLeft)
                .or(this::memories)
                .or(this::states)
                .or(this::cards));
    }

    /** The last check: all hosts end. */
    Optional<Mismatch> end() {
        isEnded = true;
        return guarded(() -> {
            stack.close();
            return Optional.empty();
        });
    }

    /** What a stack throws is a difference too: the model has no such answer. */
    private static Optional<Mismatch> guarded(Supplier<Optional<Mismatch>> check) {
        return Guard.run(check, thrown -> Optional.of(new Mismatch("exception", "none", thrown.toString())));
    }

    private Optional<Mismatch> cards() {
        return stack.contradiction().map(found -> new Mismatch("a card's own state", "no contradiction", found));
    }

    /** Ends the hosts, unless {@link #end} has. After a difference it does not matter how they end. */
    @Override
    public void close() {
        if (!isEnded) {
            Guard.end(stack::close);
        }
    }

    private Optional<Mismatch> run(int thisOne, Step step) {
        if (step instanceof Step.ArmCq arm) {
            events.beforeAsking(arm);
        }
        recorder.calls(thisOne, step, model, stack);
        // Before the model goes on: a key means what it meant when it was posted.
        int errno = stack.run(thisOne, step, model);
        Prediction prediction = model.predict(thisOne, step);
        broken = prediction.why() == null ? Set.of() : prediction.why().ids();
        if (!isAsPredicted(errno, prediction)) {
            return Optional.of(new Mismatch("errno", errno(prediction.errno()) + because(prediction), errno(errno)));
        }
        recorder.called(prediction);
        tally.count(step, prediction);
        return errno == 0 ? succeeded(thisOne, step, prediction) : periodically(thisOne, step, prediction);
    }

    /** For a post before RTS real providers return either of two errnos; what counts is that nothing is posted. */
    private static boolean isAsPredicted(int errno, Prediction prediction) {
        boolean isTooEarly = prediction.why() == OracleRule.P10;
        return errno == prediction.errno()
                || isTooEarly && (errno == Errno.EINVAL.code() || errno == Errno.ENOMEM.code());
    }

    private Optional<Mismatch> succeeded(int thisOne, Step step, Prediction prediction) {
        return learned(step)
                .or(() -> completions.check(prediction))
                .or(() -> events.check(prediction))
                .or(() -> settled(step, prediction))
                .or(() -> periodically(thisOne, step, prediction));
    }

    /** The checks after a step: memory whenever the HCA worked, states when they may have changed. */
    private Optional<Mismatch> settled(Step step, Prediction prediction) {
        prediction.landings().forEach(this::adopt);
        stack.note(step, model);
        recorder.noted(step, model);
        return (step instanceof Step.Post ? memories() : Optional.<Mismatch>empty())
                .or(() -> step instanceof Step.BindOne bind ? noted(bind, prediction) : Optional.empty());
    }

    private Optional<Mismatch> periodically(int thisOne, Step step, Prediction prediction) {
        if (thisOne % CHECKPOINT == CHECKPOINT - 1) {
            return checkAll();
        }
        if (!prediction.changesStates()) {
            return Optional.empty();
        }
        int qp = qpOf(step);
        return (qp < 0 ? states() : states(qp)).or(this::cards);
    }

    /** The QP, and the one of the other side joined to it, whose states a step may change; -1 for all. */
    private static int qpOf(Step step) {
        return switch (step) {
            case Step.Connect connect -> connect.qp();
            case Step.ResetQp reset -> reset.qp();
            case Step.InitQp init -> init.qp();
            case Step.FailQp fail -> fail.qp();
            case Step.Receive receive -> receive.qp();
            case Step.BindOne bind -> bind.qp();
            case Step.Post post -> post.qp();
            default -> -1;
        };
    }

    private Optional<Mismatch> learned(Step step) {
        return switch (step) {
            case Step.RegMr(Side side, int mr, int _, long _, long length, long _, int _) -> {
                var region = stack.rig(side).regions().at(mr);
                Optional<Mismatch> wrong = key(side, region.rkey(), JavaNames.region(side, mr));
                long address = model.regionAddress(side, mr);
                boolean isRight =
                        region.lkey() == region.rkey() && region.address() == address && region.length() == length;
                yield isRight
                        ? wrong
                        : Optional.of(new Mismatch(
                                "region",
                                "one key, address " + address,
                                region.all().toString(),
                                allOf(side, mr)));
            }
            case Step.ReregMr(Side side, int mr, int _, int _, long _, long _, int _) -> registered(side, mr);
            case Step.QueryMw(Side side, int mw) -> queried(side, mw);
            case Step.AllocMw alloc ->
                key(
                        alloc.side(),
                        stack.rig(alloc.side()).windows().at(alloc.mw()).rkey(),
                        JavaNames.window(alloc.side(), alloc.mw()));
            case Step.CreateQp create -> {
                var qp = stack.rig(create.side()).qps().at(create.qp());
                model.learnRoom(create.side(), create.qp(), qp.capacity().maxRecvWr());
                yield Optional.empty();
            }
            default -> Optional.empty();
        };
    }

    private Optional<Mismatch> registered(Side side, int mr) {
        var region = stack.rig(side).regions().at(mr);
        boolean isRight = region.lkey() == region.rkey() && region.address() == model.regionAddress(side, mr);
        Optional<Mismatch> wrong = model.learnKeyAgain(side, mr, region.rkey())
                .map(complaint -> new Mismatch(
                        "key", complaint, Hex.key(region.rkey()), JavaNames.keyText(JavaNames.region(side, mr))));
        return isRight
                ? wrong
                : Optional.of(new Mismatch(
                        "region", "one key, one address", region.all().toString(), allOf(side, mr)));
    }

    private Optional<Mismatch> queried(Side side, int mw) {
        MwState seen = stack.rig(side).windows().at(mw).query();
        WindowFacts facts = model.facts(side, mw);
        boolean isBound = facts.region() != WindowFacts.NONE;
        int qpNumber = facts.qp() == WindowFacts.NONE
                ? WindowFacts.NONE
                : stack.rig(side).qps().at(facts.qp()).number();
        boolean isSame = seen.rkey() == facts.key()
                && seen.isBound() == isBound
                && seen.region() == (isBound ? stack.rig(side).regions().at(facts.region()) : null)
                && (facts.qp() == WindowFacts.NONE || seen.qpNumber().orElse(WindowFacts.NONE) == qpNumber)
                && seen.address() == facts.address()
                && seen.length() == facts.length()
                && seen.access().equals(AccessFlag.of(facts.access() & ~AccessFlag.LOCAL_WRITE.bit()));
        return isSame
                ? Optional.empty()
                : Optional.of(new Mismatch(
                        "query", facts.toString(), seen.toString(), JavaNames.window(side, mw) + ".query()"));
    }

    private Optional<Mismatch> key(Side side, int key, String object) {
        return model.learnKey(side, key)
                .map(complaint -> new Mismatch("key", complaint, Hex.key(key), JavaNames.keyText(object)));
    }

    private static String allOf(Side side, int mr) {
        return JavaNames.region(side, mr) + ".all()";
    }

    private Optional<Mismatch> noted(Step.BindOne bind, Prediction prediction) {
        boolean isFailed = !prediction.completions().getFirst().isSuccess();
        if (isFailed && bind.isRestored()) {
            stack.restore(bind, model);
            recorder.noted(bind, model);
        }
        int key = stack.rig(bind.side()).windows().at(bind.mw()).rkey();
        model.learnTag(bind.side(), bind.mw(), key);
        int expected = model.notedKey(bind.side(), bind.mw());
        String look = JavaNames.keyText(JavaNames.window(bind.side(), bind.mw()));
        return key == expected
                ? Optional.empty()
                : Optional.of(new Mismatch("key", Hex.key(expected), Hex.key(key), look));
    }

    private void adopt(Landing landing) {
        stack.rig(landing.side()).memory().get(0, seen, 0, seen.length);
        landing.adopt(seen, model.memory(landing.side()));
    }

    private Optional<Mismatch> memories() {
        return memory(Side.ALICE).or(() -> memory(Side.BOB));
    }

    private Optional<Mismatch> memory(Side side) {
        stack.rig(side).memory().get(0, seen, 0, seen.length);
        byte[] expected = model.memory(side);
        int at = Arrays.mismatch(expected, seen);
        return at < 0
                ? Optional.empty()
                : Optional.of(new Mismatch(
                        "memory",
                        String.format("%s, byte %d is 0x%02x", side.host(), at, expected[at]),
                        String.format("0x%02x", seen[at]),
                        String.format("String.format(\"0x%%02x\", %s.get(%d, 1)[0])", JavaNames.memory(side), at)));
    }

    private Optional<Mismatch> states() {
        for (int qp = 0; qp < Slots.QPS; qp++) {
            Optional<Mismatch> wrong = states(qp);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private Optional<Mismatch> states(int qp) {
        for (Side side : Side.values()) {
            QpState expected = model.state(side, qp);
            if (expected != null) {
                QpState state = stack.rig(side).qps().at(qp).state();
                if (state != expected) {
                    String what = side.host() + "'s QP " + qp + " in " + expected;
                    return Optional.of(new Mismatch("state", what, state.name(), JavaNames.qp(side, qp) + ".state()"));
                }
            }
        }
        return Optional.empty();
    }

    private static String errno(int code) {
        return switch (code) {
            case Prediction.ILLEGAL_STATE -> "IllegalStateException";
            default -> Errno.of(code).name();
        };
    }

    private static String because(Prediction prediction) {
        return prediction.why() == null
                ? ""
                : " (" + prediction.why() + ": " + prediction.why().text() + ")";
    }
}
