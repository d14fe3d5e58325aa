package dev.fenestra.tools.transport;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Datagram;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

/** A UD QP of alice and one of bob, and a path from her to him. */
abstract class DatagramScene {
    static final int QKEY = 0x11111111;
    static final int GRH = 40;
    static final int MTU = 4096;

    @AutoClose
    TestBench bench;

    End alice;
    End bob;
    AddressHandle toBob;

    @BeforeEach
    void begin() {
        begin(UnaryOperator.identity());
    }

    void begin(UnaryOperator<HcaConfig> config) {
        bench = TestBench.builder().hcaConfig(config).build();
        alice = new End(bench.host("alice"), QpType.UD);
        bob = new End(bench.host("bob"), QpType.UD);
        alice.qp.bringUp(QKEY);
        bob.qp.bringUp(QKEY);
        toBob = alice.pd.createAh(bob.context.gid(0));
        alice.memory.fill((byte) 0xa5);
    }

    Datagram datagram(long wrId, int length) {
        return Datagram.of(wrId, toBob, bob.qp.number(), QKEY, alice.slice(0, length));
    }
}
