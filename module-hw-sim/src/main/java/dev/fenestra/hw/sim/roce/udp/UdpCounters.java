package dev.fenestra.hw.sim.roce.udp;

/** The counters of a UDP link. The thread that drives the fabric writes them. */
public final class UdpCounters {
    /** Datagrams sent. */
    public long sent;
    /**
     * Datagrams that the socket refused: its buffer was full, or the network refused the address. They are lost, as on
     * any wire.
     */
    public long notSent;
    /**
     * Packets for an address that the socket cannot name: of the other family, none at all, or without a port. Lost
     * before the socket.
     */
    public long unreachable;
    /** Datagrams among those sent that the system got together with others, as one. */
    public long joined;
    /** Joined datagrams that the system refused to cut up. Their parts were sent one by one, and later ones are. */
    public long refusedJoins;
    /** Datagrams received and handed on. */
    public long received;
    /** Datagrams too short for their opcode and pad count, or with an opcode that does not exist. */
    public long malformed;
    /** Datagrams whose ICRC is wrong. */
    public long wrongIcrcs;
    /** Datagrams whose ICRC was right for an identification other than 0. */
    public long solvedIdentifications;

    UdpCounters() {}
}
