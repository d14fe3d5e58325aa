package dev.fenestra.tools.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.kernel.QueueRule;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.cm.CmChannel;
import dev.fenestra.uverbs.cm.CmId;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpEndpoint;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.request.AddressHandle;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A path leads to somebody who answers: for connected QPs, for address handles, and for addresses of RDMA CM. */
class NeighbourTest {
    private static final Gid NOBODY = Gid.ofIpv4(0x0a00_0058);
    private static final Gid NOBODY_NEAR = new Gid(0xfe80_0000_0000_0000L, 0x58);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private Context alice;
    private Context bob;
    private ProtectionDomain pd;
    private CompletionQueue cq;

    @BeforeEach
    void open() {
        alice = bench.host("alice").open();
        bob = bench.host("bob").open();
        pd = alice.allocPd();
        cq = alice.createCq(16);
    }

    /** Kinds of connected QPs that the kernel modifies in the same way. */
    private enum Kind {
        RC,
        UC
    }

    private QueuePair qp(Kind kind) {
        return pd.createQp(kind == Kind.RC ? QpSpec.rc(cq, cq) : QpSpec.uc(cq, cq));
    }

    private static void refuse(Runnable call) {
        VerbsException refused = assertThrows(VerbsException.class, call::run);
        assertEquals(QueueRule.PATH_NEIGHBOUR, refused.rule());
        assertEquals(Errno.ETIMEDOUT, refused.errno());
    }

    private static QpEndpoint at(QueuePair like, Gid gid) {
        QpEndpoint own = like.endpoint();
        return new QpEndpoint(own.qpNumber(), gid, own.psn());
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldRefuseToConnectAQpToAGidThatNobodyHas(Kind kind) {
        QueuePair qp = qp(kind);

        refuse(() -> qp.connect(at(qp, NOBODY), ConnectOptions.DEFAULT));

        assertEquals(QpState.INIT, qp.state());
        qp.modify(QpAttributes.to(QpState.RESET));
        qp.connect(at(qp, bob.gid(0)), ConnectOptions.DEFAULT);
        assertEquals(QpState.RTS, qp.state());
    }

    @Test
    void shouldConnectAQpToItsOwnHostWhileTheCableIsOut() {
        bench.host("alice").port(1).down();
        QueuePair qp = qp(Kind.RC);

        qp.connect(at(qp, alice.gid(0)), ConnectOptions.DEFAULT);

        assertEquals(QpState.RTS, qp.state());
    }

    @ParameterizedTest
    @EnumSource(names = {"ALICE", "BOB"})
    void shouldRefuseAPathWhileACableOfItIsOut(Host host) {
        bench.host(host.name).port(1).down();
        QueuePair qp = qp(Kind.RC);
        refuse(() -> qp.connect(at(qp, bob.gid(0)), ConnectOptions.DEFAULT));
        refuse(() -> pd.createAh(bob.gid(0)));

        bench.host(host.name).port(1).up();
        qp.modify(QpAttributes.to(QpState.RESET));
        qp.connect(at(qp, bob.gid(0)), ConnectOptions.DEFAULT);
        assertEquals(QpState.RTS, qp.state());
    }

    private enum Host {
        ALICE("alice"),
        BOB("bob");

        private final String name;

        Host(String name) {
            this.name = name;
        }
    }

    @Test
    void shouldRefuseAnAddressHandleForAGidThatNobodyHas() {
        refuse(() -> pd.createAh(NOBODY));

        bench.host("bob").port(1).addGid(NOBODY);
        try (AddressHandle ah = pd.createAh(NOBODY)) {
            assertEquals(NOBODY, ah.attributes().destination());
        }
        bench.host("bob").port(1).deleteGid(NOBODY);
        refuse(() -> pd.createAh(NOBODY));
    }

    @Test
    void shouldFindAGroupWithoutAnAnswer() {
        Gid group = Gid.ofIpv4(0xef01_0101);
        try (AddressHandle ah = pd.createAh(group)) {
            assertEquals(group, ah.attributes().destination());
        }
    }

    private CmEvent resolve(CmAddress to) {
        CmChannel channel = CmChannel.open(alice);
        CmId id = channel.createId(PortSpace.TCP, QpType.RC);
        id.resolveAddress(to, TIMEOUT);
        return channel.awaitEvent(TIMEOUT.plusMillis(1));
    }

    @Test
    void shouldReportAnAddressThatNobodyHasWithinTheTimeOut() {
        CmEvent event = resolve(new CmAddress(NOBODY, 7471));

        assertEquals(CmEventType.ADDR_ERROR, event.type());
        assertEquals(-Errno.ETIMEDOUT.code(), event.status());
        assertEquals(
                CmEventType.ADDR_ERROR,
                resolve(new CmAddress(NOBODY_NEAR, 7471)).type());
        assertEquals(
                CmEventType.ADDR_RESOLVED,
                resolve(new CmAddress(bob.gid(0), 7471)).type());
        assertEquals(
                CmEventType.ADDR_RESOLVED,
                resolve(new CmAddress(bob.gid(1), 7471)).type());
        assertEquals(
                CmEventType.ADDR_RESOLVED,
                resolve(new CmAddress(alice.gid(0), 7471)).type());
        assertEquals(
                CmEventType.ADDR_RESOLVED,
                resolve(CmAddress.ofIpv4(0x7f00_0001, 7471)).type());
    }

    @Test
    void shouldFindAnAddressThatAHostGetsBeforeTheTimeIsOver() {
        CmChannel channel = CmChannel.open(alice);
        CmId id = channel.createId(PortSpace.TCP, QpType.RC);
        id.resolveAddress(new CmAddress(NOBODY, 7471), TIMEOUT);
        bench.run(Duration.ofMillis(500));
        bench.host("bob").port(1).addGid(NOBODY);

        assertEquals(
                CmEventType.ADDR_RESOLVED,
                channel.awaitEvent(Duration.ofMillis(501)).type());
    }
}
