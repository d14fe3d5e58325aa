package dev.fenestra.tools.proof.oracle;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.model.Prediction;
import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Room;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.Work;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.CqSpec;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.request.SendBuilder;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The stack under test: runs steps through the public API. Addresses and keys are worked out by the model. */
public final class Stack implements AutoCloseable {
    private static final long PSN_STRIDE = 40_503;
    private static final long PSN_MASK = 0xffffff;

    /** Gives up soon: after 16 us, three times over; after one wait for a peer that is not ready. */
    private static final ConnectOptions IMPATIENT =
            ConnectOptions.DEFAULT.withTimeout(2).withRetries(3, 1);

    private final TestBench bench;
    private final Rig alice;
    private final Rig bob;
    private final Room room;

    public Stack(TestBench bench) {
        this.bench = bench;
        alice = new Rig(bench.host(Side.ALICE.host()));
        bob = new Rig(bench.host(Side.BOB.host()));
        room = Room.within(bob.context().deviceAttributes());
    }

    /** From now on {@link #refusedBy} reports refusals. */
    void markRefusals() {
        alice.markRefusals();
        bob.markRefusals();
    }

    /** Ids of the rules that refused something at either host since the mark. */
    Set<String> refusedBy() {
        Set<String> rules = new TreeSet<>(alice.refusedBy());
        rules.addAll(bob.refusedBy());
        return rules;
    }

    /** What programs may ask of the hosts. */
    Room room() {
        return room;
    }

    Rig rig(Side side) {
        return side == Side.ALICE ? alice : bob;
    }

    /**
     * Runs a step that the model has predicted already.
     *
     * @return errno, 0 for success
     */
    int run(long number, Step step, Model model) {
        try {
            return switch (step) {
                case Step.Receive receive -> receive(number, receive, model);
                case Step.BindOne bind -> bind(number, bind, model);
                case Step.Post post -> post(number, post, model);
                default -> {
                    control(number, step);
                    yield 0;
                }
            };
        } catch (VerbsException refused) {
            return refused.usualErrno().code();
        } catch (IllegalStateException refused) {
            return Prediction.ILLEGAL_STATE;
        }
    }

    /** After a bind of type 1 failed: the program writes the key back that the device still knows. */
    void restore(Step.BindOne bind, Model model) {
        rig(bind.side()).windows().at(bind.mw()).rkey(model.notedKey(bind.side(), bind.mw()));
    }

    /** After binds of type 2 the program notes the keys that hold now, as it should. */
    void note(Step step, Model model) {
        if (step instanceof Step.Post post) {
            for (Work work : post.works()) {
                if (work instanceof Work.BindTwo bind) {
                    rig(post.side()).windows().at(bind.window()).rkey(model.notedKey(post.side(), bind.window()));
                }
            }
        }
    }

    /** First PSN of the connection that a step makes. */
    static int psn(long number) {
        return (int) (number * PSN_STRIDE & PSN_MASK);
    }

    /** A contradiction in the state of the cards. */
    Optional<String> contradiction() {
        return bench.contradiction();
    }

    @Override
    public void close() {
        bench.close();
    }

    private void control(long number, Step step) {
        switch (step) {
            case Step.AllocPd(Side side, int pd) ->
                rig(side).pds().put(pd, rig(side).context().allocPd());
            case Step.DeallocPd(Side side, int pd) -> rig(side).pds().at(pd).close();
            case Step.RegMr reg -> register(rig(reg.side()), reg);
            case Step.ReregMr rereg -> reregister(rig(rereg.side()), rereg);
            case Step.DeregMr(Side side, int mr) -> rig(side).regions().at(mr).close();
            case Step.AllocMw alloc -> {
                Rig rig = rig(alloc.side());
                rig.windows().put(alloc.mw(), rig.pds().at(alloc.pd()).allocMw(alloc.type()));
            }
            case Step.QueryMw _ -> {} // Run asks, and compares the answer.
            case Step.DeallocMw(Side side, int mw) -> rig(side).windows().at(mw).close();
            case Step.CreateCq(Side side, int cq) ->
                rig(side).cqs().put(cq, createCq(rig(side).context()));
            case Step.ArmCq(Side side, int cq, boolean isSolicited) ->
                rig(side).cqs().at(cq).requestNotify(isSolicited);
            case Step.DestroyCq(Side side, int cq) -> {
                rig(side).cqs().at(cq).close();
                rig(side).cqs().at(cq).channel().ifPresent(CompletionChannel::close);
            }
            case Step.CreateQp create -> create(rig(create.side()), create);
            case Step.DestroyQp(Side side, int qp) -> rig(side).qps().at(qp).close();
            case Step.Connect connect -> connect(number, connect);
            case Step.ResetQp(Side side, int qp) -> rig(side).qps().at(qp).reset();
            case Step.InitQp(Side side, int qp) -> rig(side).qps().at(qp).modify(QpMoves.toInit());
            case Step.FailQp(Side side, int qp) -> rig(side).qps().at(qp).modify(QpMoves.toError());
            case Step.Fill fill -> rig(fill.side()).memory().put(fill.offset(), Model.bytes(fill));
            case Step.Reopen(Side side) -> rig(side).reopen();
            case Step.Receive _, Step.BindOne _, Step.Post _ -> throw new IllegalArgumentException(step.verb());
        }
    }

    /** With a channel of its own, where the device has events. */
    private CompletionQueue createCq(Context context) {
        return context.completionVectors() > 0
                ? context.createCq(CqSpec.of(room.completions()).channel(context.createCompletionChannel()))
                : context.createCq(room.completions());
    }

    private static void register(Rig rig, Step.RegMr reg) {
        long iova = rig.memory().address() + reg.offset() + reg.iovaStep();
        AccessFlag[] access = AccessFlag.of(reg.access()).toArray(AccessFlag[]::new);
        rig.regions()
                .put(
                        reg.mr(),
                        rig.pds().at(reg.pd()).regMrIova(rig.memory(), reg.offset(), reg.length(), iova, access));
    }

    private static void reregister(Rig rig, Step.ReregMr rereg) {
        rig.regions()
                .at(rereg.mr())
                .rereg(
                        rereg.flags(),
                        rereg.changes(ReregFlag.CHANGE_PD) ? rig.pds().at(rereg.pd()) : null,
                        rereg.changes(ReregFlag.CHANGE_TRANSLATION) ? rig.memory() : null,
                        rereg.offset(),
                        rereg.length(),
                        rereg.access());
    }

    private void create(Rig rig, Step.CreateQp create) {
        var cq = rig.cqs().at(create.qp());
        QpSpec spec = QpSpec.rc(cq, cq)
                .maxSend(room.sends())
                .maxRecv(room.receives())
                .maxSge(room.pieces())
                .maxInline(0)
                .singleThreaded();
        rig.qps().put(create.qp(), rig.pds().at(create.pd()).createQp(spec));
    }

    /**
     * Each connection begins at a PSN of its own: so a QP that missed the end of an old one does not disturb the new
     * one.
     */
    private void connect(long number, Step.Connect connect) {
        QueuePair one = alice.qps().at(connect.qp());
        QueuePair other = bob.qps().at(connect.qp());
        one.reset();
        other.reset();
        ConnectOptions options = IMPATIENT.withMtu(connect.mtu()).withPsn(psn(number));
        one.connect(other.endpoint(options), QpMoves.withAccess(options, connect.aliceAccess()));
        other.connect(one.endpoint(options), QpMoves.withAccess(options, connect.bobAccess()));
    }

    private int receive(long number, Step.Receive receive, Model model) {
        Piece piece = receive.piece();
        return rig(receive.side())
                .qps()
                .at(receive.qp())
                .postRecv(
                        Model.wrId(number, 0),
                        model.key(receive.side(), piece.key()),
                        model.address(receive.side(), piece),
                        piece.length());
    }

    private int bind(long number, Step.BindOne bind, Model model) {
        Rig rig = rig(bind.side());
        boolean hasRegion = bind.mr() != Step.BindOne.NO_REGION;
        MemoryRegion region = hasRegion ? rig.regions().at(bind.mr()) : null;
        long first = hasRegion ? model.regionAddress(bind.side(), bind.mr()) : 0;
        return rig.qps()
                .at(bind.qp())
                .bindMw(
                        Model.wrId(number, 0),
                        SendFlag.SIGNALED,
                        rig.windows().at(bind.mw()),
                        region,
                        first + bind.offset(),
                        bind.length(),
                        bind.access());
    }

    private int post(long number, Step.Post post, Model model) {
        SendBuilder builder = rig(post.side()).qps().at(post.qp()).builder().start();
        int last = post.works().size() - 1;
        for (int i = 0; i <= last; i++) {
            int solicited = post.isSolicited() ? SendFlag.SOLICITED : 0;
            builder.request(
                    Model.wrId(number, i), post.isQuiet() && i < last ? solicited : solicited | SendFlag.SIGNALED);
            add(builder, post.side(), post.works().get(i), model);
        }
        return builder.complete();
    }

    private void add(SendBuilder builder, Side side, Work work, Model model) {
        Side peer = side.peer();
        switch (work) {
            case Work.Write write ->
                builder.rdmaWrite(model.key(peer, write.target().key()), model.address(peer, write.target()));
            case Work.WriteImmediate write -> {
                KeyName key = write.target().key();
                builder.rdmaWriteWithImmediate(
                        model.key(peer, key), model.address(peer, write.target()), write.immediate());
            }
            case Work.Read read ->
                builder.rdmaRead(model.key(peer, read.target().key()), model.address(peer, read.target()));
            case Work.FetchAdd atomic ->
                builder.atomicFetchAndAdd(
                        model.key(peer, atomic.target().key()), model.address(peer, atomic.target()), atomic.add());
            case Work.CompareSwap atomic ->
                builder.atomicCompareAndSwap(
                        model.key(peer, atomic.target().key()),
                        model.address(peer, atomic.target()),
                        atomic.compare(),
                        atomic.swap());
            case Work.Send _ -> builder.send();
            case Work.SendInvalidate send -> builder.sendWithInvalidate(model.key(peer, send.key()));
            case Work.LocalInvalidate invalidate -> builder.localInvalidate(model.key(side, invalidate.key()));
            case Work.BindTwo bind -> bind(builder, side, bind, model);
        }
        for (Piece piece : work.pieces()) {
            builder.sge(model.key(side, piece.key()), model.address(side, piece), piece.length());
        }
    }

    private void bind(SendBuilder builder, Side side, Work.BindTwo bind, Model model) {
        MemoryWindow window = rig(side).windows().at(bind.window());
        builder.bindMw(
                window,
                model.bindKey(side, bind),
                rig(side).regions().at(bind.region()),
                model.regionAddress(side, bind.region()) + bind.offset(),
                bind.length(),
                bind.access());
    }
}
