package dev.fenestra.tools.proof.oracle;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.Target;
import dev.fenestra.tools.proof.oracle.program.VerbsProgram;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.ArrayList;
import java.util.List;

/** Simpler forms of a step, the simplest first; none when it is simple. */
final class Simpler {
    private static final int SHORT = 8;
    private static final int ALL_REMOTE =
            AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);
    private static final int ALL = ALL_REMOTE | AccessFlag.mask(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);

    private Simpler() {}

    static List<Step> than(Step step) {
        List<Step> simpler = new ArrayList<>();
        switch (step) {
            case Step.Post post -> posts(post, simpler);
            case Step.RegMr reg -> regions(reg, simpler);
            case Step.Connect connect ->
                simpler.add(new Step.Connect(connect.qp(), Mtu.MTU_4096, ALL_REMOTE, ALL_REMOTE));
            case Step.Receive receive ->
                pieces(receive.piece())
                        .forEach(piece -> simpler.add(new Step.Receive(receive.side(), receive.qp(), piece)));
            case Step.BindOne bind -> binds(bind, simpler);
            default -> {}
        }
        simpler.removeIf(step::equals);
        return simpler;
    }

    private static void regions(Step.RegMr reg, List<Step> simpler) {
        simpler.add(new Step.RegMr(reg.side(), reg.mr(), reg.pd(), 0, VerbsProgram.MEMORY_BYTES, 0, ALL));
        simpler.add(new Step.RegMr(reg.side(), reg.mr(), reg.pd(), 0, VerbsProgram.MEMORY_BYTES, 0, reg.access()));
        simpler.add(new Step.RegMr(reg.side(), reg.mr(), reg.pd(), 0, reg.length(), 0, reg.access()));
        simpler.add(new Step.RegMr(reg.side(), reg.mr(), reg.pd(), reg.offset(), reg.length(), 0, ALL));
    }

    private static void binds(Step.BindOne bind, List<Step> simpler) {
        int[] rights = {ALL_REMOTE, bind.access()};
        long[] lengths = {SHORT, bind.length()};
        long[] offsets = {0, bind.offset()};
        for (int access : rights) {
            for (long length : lengths) {
                for (long offset : offsets) {
                    simpler.add(new Step.BindOne(
                            bind.side(), bind.qp(), bind.mw(), bind.mr(), offset, length, access, true));
                }
            }
        }
    }

    private static void posts(Step.Post post, List<Step> simpler) {
        for (int i = 0; post.works().size() > 1 && i < post.works().size(); i++) {
            List<Work> fewer = new ArrayList<>(post.works());
            fewer.remove(i);
            simpler.add(new Step.Post(post.side(), post.qp(), List.copyOf(fewer), false, post.isSolicited()));
        }
        for (int i = 0; i < post.works().size(); i++) {
            for (Work work : works(post.works().get(i))) {
                List<Work> other = new ArrayList<>(post.works());
                other.set(i, work);
                simpler.add(
                        new Step.Post(post.side(), post.qp(), List.copyOf(other), post.isQuiet(), post.isSolicited()));
            }
        }
        simpler.add(new Step.Post(post.side(), post.qp(), post.works(), false, post.isSolicited()));
        simpler.add(new Step.Post(post.side(), post.qp(), post.works(), post.isQuiet(), false));
    }

    private static List<Work> works(Work work) {
        List<Work> simpler = new ArrayList<>();
        switch (work) {
            case Work.BindTwo bind -> {
                simpler.add(new Work.BindTwo(bind.window(), bind.tagStep(), 0, bind.region(), 0, SHORT, ALL_REMOTE));
                simpler.add(new Work.BindTwo(
                        bind.window(), bind.tagStep(), 0, bind.region(), bind.offset(), bind.length(), ALL_REMOTE));
                simpler.add(new Work.BindTwo(
                        bind.window(), bind.tagStep(), bind.indexStep(), bind.region(), 0, SHORT, bind.access()));
            }
            case Work.Write write -> {
                lists(write.pieces()).forEach(pieces -> simpler.add(new Work.Write(write.target(), pieces)));
                simpler.add(new Work.Write(atStart(write.target()), write.pieces()));
            }
            case Work.WriteImmediate write -> {
                lists(write.pieces())
                        .forEach(pieces -> simpler.add(new Work.WriteImmediate(write.target(), 1, pieces)));
                simpler.add(new Work.WriteImmediate(atStart(write.target()), 1, write.pieces()));
            }
            case Work.Read read -> {
                lists(read.pieces()).forEach(pieces -> simpler.add(new Work.Read(read.target(), pieces)));
                simpler.add(new Work.Read(atStart(read.target()), read.pieces()));
            }
            case Work.Send send -> lists(send.pieces()).forEach(pieces -> simpler.add(new Work.Send(pieces)));
            case Work.SendInvalidate send ->
                lists(send.pieces()).forEach(pieces -> simpler.add(new Work.SendInvalidate(send.key(), pieces)));
            case Work.FetchAdd atomic -> simpler.add(new Work.FetchAdd(atStart(atomic.target()), 1, atomic.result()));
            case Work.CompareSwap atomic ->
                simpler.add(new Work.CompareSwap(atStart(atomic.target()), 0, 1, atomic.result()));
            case Work.LocalInvalidate _ -> {}
        }
        simpler.removeIf(work::equals);
        return simpler;
    }

    private static List<List<Piece>> lists(List<Piece> pieces) {
        List<List<Piece>> simpler = new ArrayList<>();
        if (pieces.size() > 1) {
            pieces.forEach(piece -> simpler.add(List.of(piece)));
        } else if (!pieces.isEmpty()) {
            pieces(pieces.getFirst()).forEach(piece -> simpler.add(List.of(piece)));
        }
        return simpler;
    }

    private static List<Piece> pieces(Piece piece) {
        List<Piece> simpler = new ArrayList<>();
        simpler.add(new Piece(piece.key(), 0, SHORT));
        simpler.add(new Piece(piece.key(), 0, piece.length()));
        simpler.add(new Piece(piece.key(), piece.offset(), SHORT));
        simpler.removeIf(piece::equals);
        return simpler;
    }

    private static Target atStart(Target target) {
        return new Target(target.key(), 0, target.isAbsolute());
    }
}
