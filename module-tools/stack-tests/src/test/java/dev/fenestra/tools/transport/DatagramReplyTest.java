package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.handles.Grh;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Datagram;
import dev.fenestra.uverbs.request.Send;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A server that knows no client: it answers along the way that a datagram came. */
class DatagramReplyTest {
    private static final int QKEY = 0x11111111;

    private static void answer(UnaryOperator<HcaConfig> config, int version) {
        try (TestBench bench = TestBench.builder().hcaConfig(config).build()) {
            End client = new End(bench.host("alice"), QpType.UD);
            End server = new End(bench.host("bob"), QpType.UD);
            client.qp.bringUp(QKEY);
            server.qp.bringUp(QKEY);
            client.memory.put(0, "ping".getBytes());
            client.qp.postRecv(1, client.slice(4096, 200));
            server.qp.postRecv(2, server.slice(0, 200));
            AddressHandle toServer = client.pd.createAh(server.context.gid(0));
            client.qp.post(Datagram.of(3, toServer, server.qp.number(), QKEY, client.slice(0, 4)));

            Completion.Done asked = server.awaitReceived(2).orThrow();
            byte[] header = server.memory.get(0, Grh.BYTES);
            AddressHandle back = server.pd.createAhFromWc(asked, header, 1);
            int sender = asked.sourceQpNumber().orElseThrow();
            server.qp.post(Datagram.of(4, back, sender, QKEY, server.slice(Grh.BYTES, 4)));

            Completion.Done answered = client.awaitReceived(1).orThrow();
            assertEquals(Grh.BYTES + 4, answered.byteLength());
            assertArrayEquals("ping".getBytes(), client.memory.get(4096 + Grh.BYTES, 4));
            Grh grh = Grh.parse(client.memory.get(4096, Grh.BYTES));
            assertEquals(new Grh(version, server.context.gid(0), client.context.gid(0), 0, 0, grh.hopLimit()), grh);
            assertEquals(
                    new AhAttributes(
                            client.context.gid(0), 1, 0, 0, Grh.parse(header).hopLimit(), 0, 0, 0),
                    back.attributes());
        }
    }

    @Test
    void shouldAnswerAnUnknownSenderOverIpv4() {
        answer(UnaryOperator.identity(), 4);
    }

    @Test
    void shouldAnswerAnUnknownSenderOverIpv6() {
        answer(config -> config.withGid(0xfd09000000000000L, config.gidLow() & 0xf), 6);
    }

    @Test
    void shouldRefuseToAnswerAMessageOfAConnection() {
        try (TestBench bench = TestBench.twoHosts()) {
            End alice = new End(bench.host("alice"), QpType.RC);
            End bob = new End(bench.host("bob"), QpType.RC);
            bench.connectPair(alice.qp, bob.qp);
            bob.qp.postRecv(1, bob.slice(0, 64));
            alice.qp.post(Send.of(2, alice.slice(0, 64)));
            Completion.Done received = bob.awaitReceived(1).orThrow();

            VerbsException refused = assertThrows(
                    VerbsException.class, () -> bob.pd.createAhFromWc(received, bob.memory.get(0, Grh.BYTES), 1));

            assertEquals(VerbsRule.ANSWERED_GRH, refused.rule());
        }
    }
}
