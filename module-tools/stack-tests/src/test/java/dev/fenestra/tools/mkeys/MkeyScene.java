package dev.fenestra.tools.mkeys;

import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.vendor.mlx.dv.DvMkey;
import dev.fenestra.vendor.mlx.dv.DvMkeyFlag;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;

/** Two connected hosts with mkeys that are laid out over regions. */
abstract class MkeyScene {
    final Random random = new Random(22);

    @AutoClose
    final TestBench bench = TestBench.twoHosts();

    final MkeySide alice = new MkeySide(bench.host("alice"), random);
    final MkeySide bob = new MkeySide(bench.host("bob"), random);

    MkeyScene() {
        bench.connectPair(alice.qp, bob.qp);
    }

    static SgeList list(int lkey, long address, int length) {
        SgeList list = new SgeList();
        list.add(lkey, address, length);
        return list;
    }

    static DvMkey over(MkeySide side, int lkey, long address, int length, DvMkeyFlag... flags) {
        DvMkey mkey = side.mkey(4, flags);
        side.configure(direct -> direct.mrList(mkey, MkeySide.ALL, list(lkey, address, length)))
                .orThrow();
        return mkey;
    }

    static DvMkey over(MkeySide side, DvMkeyFlag... flags) {
        return over(side, side.region.lkey(), side.region.address(), 1000, flags);
    }

    Completion write(DvMkey to, long address, int length) {
        return alice.perform(
                0,
                builder ->
                        builder.rdmaWrite(to.rkey(), address).sge(alice.region.lkey(), alice.region.address(), length));
    }

    String lastRule(MkeySide side) {
        return side.host.kernel().refusals().refusals().getLast().ruleId();
    }
}
