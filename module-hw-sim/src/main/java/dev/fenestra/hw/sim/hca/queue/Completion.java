package dev.fenestra.hw.sim.hca.queue;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import org.jspecify.annotations.Nullable;

/** The outcome of a request that is done or has failed. One object is filled anew for each completion. */
public final class Completion {
    /** The QP. */
    public int qpn;

    /** The number that software gave the QP. */
    public int userIndex;
    /** The request, as {@link WorkQueues} counts. */
    public int index;
    /** What it is about. */
    public CompletionKind kind = CompletionKind.REQUEST;
    /** Of a send request: its operation. */
    public int opcode;
    /** Of a receive: a datagram, which has a GRH and a source QP. */
    public boolean isDatagram;

    /** Of a received datagram: the QP that sent it. */
    public int sourceQpn;
    /** Of a received datagram: whether it came over IPv4. */
    public boolean isOverIpv4;

    /** Bytes that arrived. */
    public int byteCount;
    /** Immediate data or the invalidated key. */
    public int immediate;
    /** How the request has ended. */
    public CompletionStatus status = CompletionStatus.SUCCESS;
    /** Of a failure: code of the {@link dev.fenestra.hw.sim.hca.rules.HcaRule}, 0 when this device enforced none. */
    public int rule;

    /** When it is written, in ticks of {@link dev.fenestra.hw.sim.hca.host.HcaClock}. */
    public long timestamp;

    /** Of a receive: the sender asked for an event. */
    public boolean solicited;

    /** Data for software to place, or null when the device has placed it; at most as much as the ring has room for. */
    public @Nullable Packet inline;

    /** Makes an empty completion. */
    public Completion() {}
}
