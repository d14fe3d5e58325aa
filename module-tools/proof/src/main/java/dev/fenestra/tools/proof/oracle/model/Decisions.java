package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.Target;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.List;

/** Which steps have an outcome that the tables decide; the others are left out of a program. */
final class Decisions {
    private static final long LARGEST_WINDOW = 1L << 31;

    private final Model model;
    private final AccessRules quiet = new AccessRules(RuleBook.complete());

    Decisions(Model model) {
        this.model = model;
    }

    boolean decides(Step step) {
        return switch (step) {
            case Step.AllocPd(Side side, int pd) -> !model.machine(side).hasPd(pd);
            case Step.DeallocPd(Side side, int pd) -> model.machine(side).hasPd(pd);
            case Step.RegMr reg ->
                model.machine(reg.side()).hasPd(reg.pd())
                        && !model.machine(reg.side()).hasRegion(reg.mr());
            case Step.ReregMr rereg ->
                model.machine(rereg.side()).hasRegion(rereg.mr())
                        && model.machine(rereg.side()).hasPd(rereg.pd());
            case Step.QueryMw(Side side, int mw) -> model.machine(side).hasWindow(mw);
            case Step.DeregMr(Side side, int mr) -> model.machine(side).hasRegion(mr);
            case Step.AllocMw alloc ->
                model.machine(alloc.side()).hasPd(alloc.pd())
                        && !model.machine(alloc.side()).hasWindow(alloc.mw());
            case Step.DeallocMw(Side side, int mw) -> model.machine(side).hasWindow(mw);
            case Step.CreateCq(Side side, int cq) -> !model.machine(side).hasCq(cq);
            case Step.ArmCq(Side side, int cq, boolean _) -> model.machine(side).hasCq(cq);
            case Step.DestroyCq(Side side, int cq) -> model.machine(side).hasCq(cq);
            case Step.CreateQp create -> canCreate(model.machine(create.side()), create);
            case Step.DestroyQp(Side side, int qp) -> model.machine(side).hasQueue(qp);
            case Step.Connect connect -> hasQueues(connect.qp());
            case Step.ResetQp(Side side, int qp) -> model.machine(side).hasQueue(qp);
            case Step.InitQp(Side side, int qp) -> model.machine(side).hasQueue(qp);
            case Step.FailQp(Side side, int qp) -> model.machine(side).hasQueue(qp);
            case Step.Receive receive -> canReceive(model.machine(receive.side()), receive);
            case Step.BindOne bind -> canBind(model.machine(bind.side()), bind);
            case Step.Post post -> canPost(model.machine(post.side()), post);
            case Step.Fill _, Step.Reopen _ -> true;
        };
    }

    private static boolean canCreate(Machine machine, Step.CreateQp create) {
        return machine.hasPd(create.pd()) && machine.hasCq(create.qp()) && !machine.hasQueue(create.qp());
    }

    private boolean hasQueues(int slot) {
        return model.machine(Side.ALICE).hasQueue(slot)
                && model.machine(Side.BOB).hasQueue(slot);
    }

    private static boolean canReceive(Machine machine, Step.Receive receive) {
        return machine.hasQueue(receive.qp()) && machine.knows(receive.piece().key());
    }

    private static boolean canBind(Machine machine, Step.BindOne bind) {
        return machine.hasQueue(bind.qp())
                && machine.hasWindow(bind.mw())
                && !isTwiceWrong(
                        bind.length(), bind.access(), machine.queue(bind.qp()).state() == QpState.RTS)
                && (bind.mr() == Step.BindOne.NO_REGION || isNameable(machine, bind.mr()))
                && (BindRules.areKnown(bind.access()) || isOneFault(machine.queue(bind.qp()), bind));
    }

    /** Whether only unknown flags are wrong. The tables do not say which of several errnos comes first. */
    private static boolean isOneFault(Queue queue, Step.BindOne bind) {
        return queue.state() == QpState.RTS && Long.compareUnsigned(bind.length(), LARGEST_WINDOW) <= 0;
    }

    /** A region that is gone still says its PD, by a handle; once the PD is gone too, another may have that handle. */
    private static boolean isNameable(Machine machine, int mr) {
        return machine.knowsRegion(mr) && machine.region(mr).pd().isLive();
    }

    private boolean canPost(Machine here, Step.Post post) {
        if (!here.hasQueue(post.qp()) || !isOrdered(post.works())) {
            return false;
        }
        Machine there = model.machine(post.side().peer());
        boolean isReady = here.queue(post.qp()).state() == QpState.RTS;
        for (Work work : post.works()) {
            if (!knows(here, there, post, work)
                    || work instanceof Work.BindTwo bind && isTwiceWrong(bind.length(), bind.access(), isReady)
                    || isSentInPart(here, here.queue(post.qp()), work)) {
                return false;
            }
        }
        return !Unpolled.areUsed(there, post);
    }

    /**
     * A local request after one that the peer refuses may or may not be executed. So may any request after one that can
     * still fail when its answer comes.
     */
    private static boolean isOrdered(List<Work> works) {
        boolean mayFollowLocal = true;
        for (Work work : works.subList(0, works.size() - 1)) {
            mayFollowLocal &= work.isLocal();
            if (work.hasAnswer()) {
                return false;
            }
        }
        return mayFollowLocal || works.stream().dropWhile(Work::isLocal).noneMatch(Work::isLocal);
    }

    /** How many packets leave before a fault in local memory is found, the tables do not say. */
    private boolean isSentInPart(Machine here, Queue from, Work work) {
        return !work.isLocal()
                && !work.hasAnswer()
                && work.size() > from.mtu()
                && work.pieces().stream().anyMatch(piece -> isFaulty(here, from, piece));
    }

    /** Of a missing right of the QP and a crooked address of an atomic the tables do not say which comes first. */
    private static boolean isOneFault(Machine there, Step.Post post, Target target) {
        boolean mayAtomic = !there.hasQueue(post.qp())
                || AccessFlag.REMOTE_ATOMIC.in(there.queue(post.qp()).access());
        return mayAtomic || ProgramAddresses.of(there, target) % Long.BYTES == 0;
    }

    private boolean isFaulty(Machine here, Queue from, Piece piece) {
        int key = here.key(piece.key());
        return piece.length() > 0
                && quiet.refusesLocal(here, from, key, ProgramAddresses.of(here, piece), piece.length(), false);
    }

    /** Of two errnos the tables do not say which comes first. */
    private static boolean isTwiceWrong(long length, int access, boolean isReady) {
        return Long.compareUnsigned(length, LARGEST_WINDOW) > 0 && (!isReady || !BindRules.areKnown(access));
    }

    private boolean knows(Machine here, Machine there, Step.Post post, Work work) {
        return here.knowsAll(work.pieces().stream().map(Piece::key))
                && switch (work) {
                    case Work.Write(Target target, List<Piece> _) -> there.knows(target.key());
                    case Work.WriteImmediate write -> there.knows(write.target().key());
                    case Work.Read(Target target, List<Piece> _) -> there.knows(target.key());
                    case Work.FetchAdd atomic ->
                        there.knows(atomic.target().key()) && isOneFault(there, post, atomic.target());
                    case Work.CompareSwap atomic ->
                        there.knows(atomic.target().key()) && isOneFault(there, post, atomic.target());
                    case Work.Send _ -> true;
                    case Work.SendInvalidate send -> there.knows(send.key());
                    case Work.BindTwo bind -> here.hasWindow(bind.window()) && here.knowsRegion(bind.region());
                    case Work.LocalInvalidate(var key) -> here.knows(key);
                };
    }
}
