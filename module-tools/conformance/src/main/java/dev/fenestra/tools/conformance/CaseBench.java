package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The two hosts of a case: bob owns windows, and alice accesses his memory. Each step states its expectation. The first
 * unmet expectation ends the case. Alice's memory is full of 0xaa, bob's of 0xbb.
 */
public final class CaseBench {
    private static final int ALICE_FILL = 0xaa;
    private static final int BOB_FILL = 0xbb;
    private static final long FIRST_WR_ID = 0x5a5a_0000_8000_0000L;

    private final CaseWire wire;
    private final CaseHost alice;
    private final CaseHost bob;
    private final Expectations expectations;
    private @Nullable QpConnection connection;
    private @Nullable QpConnection secondConnection;
    private @Nullable QpConnection foreignConnection;
    /** More than 32 bits, so that a device which keeps half of them is found out. */
    private long nextWrId = FIRST_WR_ID;

    CaseBench(TestBench hosts, CaseMemory kind) {
        wire = new CaseWire(hosts);
        alice = new CaseHost(hosts.host("alice"), ALICE_FILL, kind);
        bob = new CaseHost(hosts.host("bob"), BOB_FILL, kind);
        expectations = new Expectations(alice, bob);
    }

    /** {@return the host that asks} */
    public CaseHost alice() {
        return alice;
    }

    /** {@return the host that serves the requests} */
    public CaseHost bob() {
        return bob;
    }

    /** {@return what the case demands of its steps} */
    public Expectations expect() {
        return expectations;
    }

    /** {@return the wire between the hosts, to make it fail} */
    public CaseWire wire() {
        return wire;
    }

    /** {@return how long a step may wait on the device's clock} It is longer than all retries. */
    public Duration patience() {
        return CaseHost.PATIENCE;
    }

    /** {@return a number for a work request} No number comes twice. */
    public long wrId() {
        return ++nextWrId;
    }

    /** {@return the first connection} It joins the PDs that the other objects of the case belong to. */
    public QpConnection connection() {
        QpConnection made = connection == null
                ? newConnection(bob.pd(), ConnectOptions.DEFAULT, ConnectOptions.DEFAULT)
                : connection;
        connection = made;
        return made;
    }

    /** {@return alice's end of the first connection} */
    public End atAlice() {
        return connection().alice();
    }

    /** {@return bob's end of the first connection} */
    public End atBob() {
        return connection().bob();
    }

    /** {@return a second pair of QPs of the same PDs} */
    public QpConnection secondConnection() {
        QpConnection made = secondConnection == null
                ? newConnection(bob.pd(), ConnectOptions.DEFAULT, ConnectOptions.DEFAULT)
                : secondConnection;
        secondConnection = made;
        return made;
    }

    /** {@return a connection whose QP at bob belongs to his second PD} */
    public QpConnection foreignConnection() {
        QpConnection made = foreignConnection == null
                ? newConnection(bob.otherPd(), ConnectOptions.DEFAULT, ConnectOptions.DEFAULT)
                : foreignConnection;
        foreignConnection = made;
        return made;
    }

    /**
     * Makes a new connection of the first PDs.
     *
     * @return the connection
     */
    public QpConnection newConnection() {
        return newConnection(ConnectOptions.DEFAULT, ConnectOptions.DEFAULT);
    }

    /**
     * Makes a new connection of the first PDs, with options for each end.
     *
     * @param aliceOptions how alice connects
     * @param bobOptions how bob connects
     * @return the connection
     */
    public QpConnection newConnection(ConnectOptions aliceOptions, ConnectOptions bobOptions) {
        return newConnection(bob.pd(), aliceOptions, bobOptions);
    }

    /** {@return a connection of unreliable connections} */
    public QpConnection unreliableConnection() {
        QueuePair from = alice.createQp(alice.pd(), QpSpec.uc(alice.cq(), alice.cq()));
        QueuePair to = bob.createQp(bob.pd(), QpSpec.uc(bob.cq(), bob.cq()));
        return connectionOf(from, to);
    }

    /**
     * Makes a connection to a QP of bob's that is still in RESET.
     *
     * @param bobQp the QP
     * @return the connection
     */
    public QpConnection connectionTo(QueuePair bobQp) {
        return newConnection(bobQp, ConnectOptions.DEFAULT, ConnectOptions.DEFAULT);
    }

    /**
     * Makes a connection to a QP of bob's that is still in RESET, with bob's end connected in its own way.
     *
     * @param bobQp the QP
     * @param bobOptions of bob's end
     * @return the connection
     */
    public QpConnection connectionTo(QueuePair bobQp, ConnectOptions bobOptions) {
        return newConnection(bobQp, ConnectOptions.DEFAULT, bobOptions);
    }

    /**
     * Makes a connection of two QPs that are still in RESET.
     *
     * @param aliceQp the QP of alice
     * @param bobQp the QP of bob
     * @return the connection
     */
    public QpConnection connectionOf(QueuePair aliceQp, QueuePair bobQp) {
        QpConnection made = new QpConnection(new End(this, alice, aliceQp), new End(this, bob, bobQp));
        made.connect();
        return made;
    }

    /**
     * Makes a connection from a QP of alice's that is still in RESET.
     *
     * @param aliceQp the QP
     * @return the connection
     */
    public QpConnection connectionFrom(QueuePair aliceQp) {
        return connectionOf(aliceQp, bob.createQp(bob.pd()));
    }

    /**
     * Allocates a window of bob's first PD.
     *
     * @param type its type
     * @return the window
     */
    public CaseWindow window(MwType type) {
        return window(bob.pd(), type);
    }

    /**
     * Allocates a window of a PD. The case is skipped where it is of type 2 and the device has type 1 alone.
     *
     * @param pd the PD
     * @param type its type
     * @return the window
     */
    public CaseWindow window(ProtectionDomain pd, MwType type) {
        if (type == MwType.TYPE_2 && bob.context().deviceAttributes().memoryWindows() == MemoryWindows.TYPE_1) {
            throw new CaseSkippedException("the device lacks: windows of type 2");
        }
        return new CaseWindow(this, pd.allocMw(type));
    }

    /**
     * Allocates a window of bob's first PD and binds it through the first connection.
     *
     * @param type its type
     * @param offset first byte of his region that it shows
     * @param length bytes that it shows
     * @param access what a peer may do
     * @return the window
     */
    public CaseWindow boundWindow(MwType type, long offset, long length, AccessFlag... access) {
        CaseWindow window = window(type);
        expectations.succeeds("bind", window.bind(connection().bob(), bob.slice(offset, length), access));
        return window;
    }

    private QpConnection newConnection(ProtectionDomain bobPd, ConnectOptions aliceOptions, ConnectOptions bobOptions) {
        return newConnection(bob.createQp(bobPd), aliceOptions, bobOptions);
    }

    private QpConnection newConnection(QueuePair bobQp, ConnectOptions aliceOptions, ConnectOptions bobOptions) {
        End from = new End(this, alice, alice.createQp(alice.pd()));
        End to = new End(this, bob, bobQp);
        from.qp().connect(to.qp().endpoint(bobOptions), aliceOptions);
        to.qp().connect(from.qp().endpoint(aliceOptions), bobOptions);
        return new QpConnection(from, to);
    }
}
