package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import java.lang.foreign.MemorySegment;

/**
 * Attributes of a connected QP.
 *
 * @param mtu 1 for 256 bytes up to 5 for 4096
 * @param timeout of ACKs; 0 = none
 * @param retries resends before giving up
 * @param rnrRetries waits for the receiver before giving up
 * @param rnrTimer code of the time the peer is told to wait
 * @param psn first PSN of both directions
 * @param depth READs and atomics at a time, both directions; 0 = none
 * @param access remote rights: {@link #READ}, {@link #WRITE}, {@link #ATOMIC}
 * @param sends whether it goes on to RTS; one in RTR only answers
 */
public record QpSetup(
        int mtu,
        int timeout,
        int retries,
        int rnrRetries,
        int rnrTimer,
        int psn,
        int depth,
        int access,
        boolean sends) {
    public static final int READ = 1;
    public static final int WRITE = 2;
    public static final int ATOMIC = 4;

    public static QpSetup usual() {
        return new QpSetup(3, 10, 3, 3, 5, 0x1000, 4, READ | WRITE | ATOMIC, true);
    }

    public QpSetup mtu(int code) {
        return new QpSetup(code, timeout, retries, rnrRetries, rnrTimer, psn, depth, access, sends);
    }

    public QpSetup timeout(int code) {
        return new QpSetup(mtu, code, retries, rnrRetries, rnrTimer, psn, depth, access, sends);
    }

    public QpSetup retries(int count, int rnrCount) {
        return new QpSetup(mtu, timeout, count, rnrCount, rnrTimer, psn, depth, access, sends);
    }

    public QpSetup psn(int first) {
        return new QpSetup(mtu, timeout, retries, rnrRetries, rnrTimer, first, depth, access, sends);
    }

    public QpSetup depth(int count) {
        return new QpSetup(mtu, timeout, retries, rnrRetries, rnrTimer, psn, count, access, sends);
    }

    public QpSetup access(int rights) {
        return new QpSetup(mtu, timeout, retries, rnrRetries, rnrTimer, psn, depth, rights, sends);
    }

    public QpSetup answersOnly() {
        return new QpSetup(mtu, timeout, retries, rnrRetries, rnrTimer, psn, depth, access, false);
    }

    public int mtuBytes() {
        return 128 << mtu;
    }

    /** Input of a command that modifies a QP, with all that this says. */
    public MemorySegment input(CommandOpcode opcode, int qpn, int peer, HcaConfig to) {
        MemorySegment in = RawCommands.input(opcode, qpn, CreateQp.BYTES);
        int qpc = CreateQp.QPC_OFFSET;
        Qpc.MTU.set(in, qpc, mtu);
        Qpc.REMOTE_QPN.set(in, qpc, peer);
        Qpc.REMOTE_GID_HIGH.setLong(in, qpc, to.gidHigh());
        Qpc.REMOTE_GID_LOW.setLong(in, qpc, to.gidLow());
        Qpc.ACK_TIMEOUT.set(in, qpc, timeout);
        Qpc.RETRY_COUNT.set(in, qpc, retries);
        Qpc.RNR_RETRY.set(in, qpc, rnrRetries);
        Qpc.MIN_RNR_TIMER.set(in, qpc, rnrTimer);
        Qpc.NEXT_SEND_PSN.set(in, qpc, psn);
        Qpc.NEXT_RECEIVE_PSN.set(in, qpc, psn);
        Qpc.NO_REQUESTER_DEPTH.set(in, qpc, depth == 0);
        Qpc.NO_RESPONDER_DEPTH.set(in, qpc, depth == 0);
        int log = 31 - Integer.numberOfLeadingZeros(Math.max(1, depth));
        Qpc.LOG_REQUESTER_DEPTH.set(in, qpc, log);
        Qpc.LOG_RESPONDER_DEPTH.set(in, qpc, log);
        Qpc.REMOTE_READ.set(in, qpc, (access & READ) != 0);
        Qpc.REMOTE_WRITE.set(in, qpc, (access & WRITE) != 0);
        Qpc.REMOTE_ATOMIC.set(in, qpc, (access & ATOMIC) != 0);
        return in;
    }
}
