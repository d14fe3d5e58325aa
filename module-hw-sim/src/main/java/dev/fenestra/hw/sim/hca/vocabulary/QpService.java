package dev.fenestra.hw.sim.hca.vocabulary;

/** The transport services of QPs. */
public enum QpService {
    /** Reliable connection. */
    RC(0),
    /** Unreliable connection. */
    UC(1),
    /** Unreliable datagrams. */
    UD(3),
    /** XRC: an initiator, or a target when it has no send queue. */
    XRC(5),
    /** Reliable datagrams, with READ. Its number is left to manufacturers (IBA 9.2.1). */
    SRD(6);

    private final int wire;

    QpService(int wire) {
        this.wire = wire;
    }

    /** {@return whether each request names its peer: UD and SRD} */
    public boolean isDatagram() {
        return this == UD || this == SRD;
    }

    /** {@return its number in the upper three bits of a BTH opcode (IBA 9.2.1)} */
    public int wire() {
        return wire;
    }
}
