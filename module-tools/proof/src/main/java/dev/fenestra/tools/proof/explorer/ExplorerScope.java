package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Step;
import java.util.List;

/** How small the scope is, and what all paths begin with. */
final class ExplorerScope {
    static final int PDS = 2;
    static final int QPS = 2;
    static final int REGIONS = 2;
    static final int WINDOWS = 2;
    static final int PAGE = 4096;
    static final int REGION_BYTES = 128;
    static final int WINDOW_OFFSET = 64;
    static final int WINDOW_BYTES = 16;
    static final int ACCESS_BYTES = 8;

    /** The memory of alice that a request reads or writes. */
    static final Piece LOCAL = new Piece(KeyName.region(0), 0, ACCESS_BYTES);

    /** What stays from path to path: all objects of alice, and PDs and CQs of bob. */
    static final List<Step> OBJECTS = List.of(
            new Step.AllocPd(Side.ALICE, 0),
            new Step.RegMr(Side.ALICE, 0, 0, 0, REGION_BYTES, 0, AccessFlag.mask(AccessFlag.LOCAL_WRITE)),
            new Step.CreateCq(Side.ALICE, 0),
            new Step.CreateCq(Side.ALICE, 1),
            new Step.CreateQp(Side.ALICE, 0, 0),
            new Step.CreateQp(Side.ALICE, 1, 0),
            new Step.AllocPd(Side.BOB, 0),
            new Step.AllocPd(Side.BOB, 1),
            new Step.CreateCq(Side.BOB, 0),
            new Step.CreateCq(Side.BOB, 1));

    /** Memory that differs wherever a wrong byte could come from. */
    static final List<Step> FILLS =
            List.of(new Step.Fill(Side.ALICE, 0, REGION_BYTES, 1), new Step.Fill(Side.BOB, 0, PAGE + REGION_BYTES, 2));

    /** A connected QP and a region that allows windows, in one PD. */
    static final List<Action> SETTING = List.of(createQp(0, 0), registration(0, 0, RegionRights.ALL));

    private ExplorerScope() {}

    static Action createQp(int qp, int pd) {
        return Action.of(new Step.CreateQp(Side.BOB, qp, pd), connection(qp));
    }

    static Step connection(int qp) {
        int access = AccessFlag.mask(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ);
        return new Step.Connect(qp, Mtu.MTU_1024, access, access);
    }

    static Action registration(int region, int pd, RegionRights rights) {
        return Action.of(new Step.RegMr(Side.BOB, region, pd, (long) region * PAGE, REGION_BYTES, 0, rights.mask()));
    }
}
