package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.Target;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Predicts the behaviour of two hosts, step by step. It takes from the stack only what the tables leave open: addresses
 * of memory, new keys, and the room of receive queues.
 */
public final class Model {
    /** Bits of a work request's number that count the requests of its step. */
    private static final int POSITION_BITS = 4;

    private final Map<Side, Machine> machines = new EnumMap<>(Side.class);
    private final Prediction prediction = new Prediction();
    private final RuleBook book;
    private final ControlVerbs control;
    private final Posts posts;
    private final Decisions decisions = new Decisions(this);

    public Model(WindowForm form, RuleBook book) {
        this.book = book;
        control = new ControlVerbs(book, form);
        posts = new Posts(this, book, prediction);
        for (Side side : Side.values()) {
            machines.put(side, new Machine(side));
        }
    }

    /** Number of the work request at a position of a step. */
    public static long wrId(long step, int position) {
        return step << POSITION_BITS | position;
    }

    /** Which request of its step a work request is. */
    public static int position(long wrId) {
        return (int) (wrId & (1 << POSITION_BITS) - 1);
    }

    /** The random bytes that a step writes. */
    public static byte[] bytes(Step.Fill fill) {
        byte[] bytes = new byte[fill.length()];
        new SplittableRandom(fill.seed()).nextBytes(bytes);
        return bytes;
    }

    /** Whether the objects that a step needs exist, and the tables define its result. */
    public boolean decides(Step step) {
        return decisions.decides(step);
    }

    /**
     * Predicts a step, and takes it as done.
     *
     * @param number of the step, from which its work requests are numbered
     */
    public Prediction predict(long number, Step step) {
        prediction.clear();
        book.begin();
        switch (step) {
            case Step.Connect connect -> connect(connect);
            case Step.Receive receive -> posts.receive(number, receive);
            case Step.BindOne bind -> posts.bind(number, bind);
            case Step.Post post -> posts.post(number, post);
            case Step.Fill fill ->
                System.arraycopy(bytes(fill), 0, machine(fill.side()).memory(), fill.offset(), fill.length());
            case Step.Reopen(Side side) ->
                prediction.errno(
                        book.refuses(OracleRule.OPEN_OBJECTS, machine(side).hasObjects())
                                ? Prediction.ILLEGAL_STATE
                                : 0);
            default -> prediction.errno(control(step).code());
        }
        for (Expected completion : prediction.completions()) {
            if (machine(completion.side()).notice(completion.qp()).fires(completion)) {
                prediction.tells(completion);
            }
        }
        prediction.because(book.last());
        return prediction;
    }

    /**
     * The key that the last step's new region or window got.
     *
     * @return what is wrong with it, if anything
     */
    public Optional<String> learnKey(Side side, int key) {
        Machine machine = machine(side);
        Optional<String> complaint = machine.find(key) != null
                ? Optional.of("the index belongs to another key")
                : machine.keys().judge(key);
        machine.keys().given();
        switch (Objects.requireNonNull(control.takeNewborn())) {
            case Region region -> region.key(key);
            case Window window -> window.key(key);
        }
        return complaint;
    }

    /**
     * The key of a region after a rereg.
     *
     * @return what is wrong with it, if anything
     */
    public Optional<String> learnKeyAgain(Side side, int mr, int key) {
        Machine machine = machine(side);
        Region region = machine.region(mr);
        if (key == region.key()) {
            return Optional.empty();
        }
        machine.keys().freed(region.key());
        Optional<String> complaint = machine.keys().judge(key);
        machine.keys().given();
        region.key(key);
        return complaint;
    }

    /** The expected answer of query_mw. */
    public WindowFacts facts(Side side, int mw) {
        return WindowFacts.of(machine(side), machine(side).window(mw));
    }

    /** Where a host's memory begins. */
    public void learnAddress(Side side, long address) {
        machine(side).memoryAddress(address);
    }

    /** How many receives a new QP takes. */
    public void learnRoom(Side side, int qp, int receives) {
        machine(side).queue(qp).room(receives);
    }

    public int key(Side side, KeyName name) {
        return machine(side).key(name);
    }

    public long address(Side side, Target target) {
        return ProgramAddresses.of(machine(side), target);
    }

    public long address(Side side, Piece piece) {
        return ProgramAddresses.of(machine(side), piece);
    }

    /** The new key that a bind of type 2 asks for. */
    public int bindKey(Side side, Work.BindTwo bind) {
        return Posts.newKey(machine(side), bind);
    }

    /** First address of a region, that of a region that is gone too. */
    public long regionAddress(Side side, int mr) {
        return machine(side).region(mr).address();
    }

    /** The key that the program has noted for a window. */
    public int notedKey(Side side, int mw) {
        return machine(side).window(mw).noted();
    }

    /**
     * The driver chooses the tag of a type-1 window: any but the one before. Takes over what it chose, if it may.
     *
     * @param key that the program has for the window since its last bind was posted
     */
    public void learnTag(Side side, int mw, int key) {
        machine(side).window(mw).retag(key);
    }

    /** All bytes of a host's memory; not a copy. */
    public byte[] memory(Side side) {
        return machine(side).memory();
    }

    /** State of a QP, if there is one. */
    public @Nullable QpState state(Side side, int qp) {
        return machine(side).hasQueue(qp) ? machine(side).queue(qp).state() : null;
    }

    /** Whether a program waits for an event of a CQ. */
    public boolean isAsked(Side side, int cq) {
        return machine(side).notice(cq).isAsked();
    }

    /** The present objects, for the generator of programs. */
    public View view(Side side) {
        return new View(machine(side), machine(side.peer()));
    }

    Machine machine(Side side) {
        return Objects.requireNonNull(machines.get(side));
    }

    private Errno control(Step step) {
        return switch (step) {
            case Step.AllocPd alloc -> {
                machine(alloc.side()).put(alloc.pd(), new Domain());
                yield Errno.OK;
            }
            case Step.DeallocPd(Side side, int pd) -> control.deallocPd(machine(side), pd);
            case Step.RegMr reg -> control.regMr(machine(reg.side()), reg);
            case Step.ReregMr rereg -> control.reregMr(machine(rereg.side()), rereg);
            case Step.QueryMw _ -> Errno.OK;
            case Step.DeregMr(Side side, int mr) -> control.deregMr(machine(side), mr);
            case Step.AllocMw alloc -> control.allocMw(machine(alloc.side()), alloc);
            case Step.DeallocMw(Side side, int mw) -> control.deallocMw(machine(side), mw);
            case Step.CreateCq(Side side, int cq) -> {
                machine(side).putCq(cq, true);
                yield Errno.OK;
            }
            case Step.ArmCq(Side side, int cq, boolean isSolicited) -> {
                machine(side).notice(cq).ask(book, isSolicited);
                yield Errno.OK;
            }
            case Step.DestroyCq(Side side, int cq) -> control.destroyCq(machine(side), cq);
            case Step.CreateQp create -> control.createQp(machine(create.side()), create);
            case Step.DestroyQp(Side side, int qp) -> control.destroyQp(machine(side), qp);
            case Step.ResetQp(Side side, int qp) ->
                changed(control.reset(machine(side).queue(qp)));
            case Step.InitQp(Side side, int qp) ->
                changed(control.init(machine(side).queue(qp)));
            case Step.FailQp(Side side, int qp) ->
                changed(control.fail(machine(side).queue(qp), prediction));
            case Step.Connect _, Step.Receive _, Step.BindOne _, Step.Post _, Step.Fill _, Step.Reopen _ ->
                throw new IllegalArgumentException(step.verb());
        };
    }

    private Errno changed(Errno errno) {
        prediction.statesChange();
        return errno;
    }

    /** First both are reset; only if both may be, they are connected. */
    private void connect(Step.Connect connect) {
        prediction.statesChange();
        for (Side side : Side.values()) {
            Errno errno = control.reset(machine(side).queue(connect.qp()));
            if (errno != Errno.OK) {
                prediction.errno(errno.code());
                return;
            }
        }
        for (Side side : Side.values()) {
            machine(side).queue(connect.qp()).connect(connect.mtu().bytes(), connect.access(side));
        }
    }
}
