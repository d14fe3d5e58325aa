package dev.fenestra.tools.proof.soak;

import dev.fenestra.tools.proof.soak.SoakStep.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The transport of a program's requests, and the kinds of requests that it has. */
public enum SoakService {
    /** A reliable connection. */
    RC(EnumSet.complementOf(EnumSet.of(Kind.FLUSH, Kind.ATOMIC_WRITE))),
    /**
     * An XRC initiator and a target, and two SRQs. Type-2 windows are bound through the QP that they are used through,
     * which a target cannot.
     */
    XRC(EnumSet.complementOf(
            EnumSet.of(Kind.FLUSH, Kind.ATOMIC_WRITE, Kind.SEND_WITH_INVALIDATE, Kind.WRITE_THROUGH_WINDOW))),
    /** A reliable connection of a device that has FLUSH and atomic writes. */
    PLACEMENT(EnumSet.allOf(Kind.class)),
    /** An unreliable connection: what arrives is whole. */
    UC(EnumSet.of(Kind.SEND, Kind.SEND_WITH_IMMEDIATE, Kind.WRITE, Kind.WRITE_WITH_IMMEDIATE)),
    /** Datagrams: what arrives is whole. */
    UD(EnumSet.of(Kind.SEND, Kind.SEND_WITH_IMMEDIATE));

    private final List<Kind> kinds;

    SoakService(Set<Kind> kinds) {
        this.kinds = List.copyOf(kinds);
    }

    /** The requests that programs may use. */
    public List<Kind> kinds() {
        return kinds;
    }

    /** Whether faults change nothing; else they may cost messages. */
    public boolean isReliable() {
        return this != UC && this != UD;
    }
}
