package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Piece;
import dev.fenestra.tools.proof.oracle.program.Slots;
import dev.fenestra.tools.proof.oracle.program.Target;

/** The present objects of a host, for the generator of programs. It counts and changes nothing. */
public final class View {
    private final Machine machine;
    private final Machine peer;
    private final AccessRules quiet = new AccessRules(RuleBook.complete());

    View(Machine machine, Machine peer) {
        this.machine = machine;
        this.peer = peer;
    }

    public boolean hasPd(int slot) {
        return machine.hasPd(slot);
    }

    public boolean hasRegion(int slot) {
        return machine.hasRegion(slot);
    }

    public boolean hasWindow(int slot) {
        return machine.hasWindow(slot);
    }

    public boolean hasCq(int slot) {
        return machine.hasCq(slot);
    }

    public boolean hasQueue(int slot) {
        return machine.hasQueue(slot);
    }

    public boolean isReady(int qp) {
        return machine.hasQueue(qp) && machine.queue(qp).state() == QpState.RTS;
    }

    public boolean hasReceive(int qp) {
        return machine.hasQueue(qp) && !machine.queue(qp).receives().isEmpty();
    }

    /** Whether a key of a slot was ever given. */
    public boolean knows(KeyName name) {
        return machine.knows(name);
    }

    /** Whether a key of a slot of the peer was ever given. */
    public boolean knowsPeer(KeyName name) {
        return peer.knows(name);
    }

    public boolean isType1(int window) {
        return machine.window(window).isType1();
    }

    public boolean isBound(int window) {
        return machine.window(window).isBound();
    }

    /** Whether a window is bound and tied to the QP of a slot. */
    public boolean isTied(int window, int qp) {
        return machine.hasQueue(qp) && machine.window(window).queue() == machine.queue(qp);
    }

    /** The slot of a QP's PD. */
    public int pdOfQueue(int qp) {
        return machine.slotOf(machine.queue(qp).pd());
    }

    /** The slot of a window's PD. */
    public int pdOfWindow(int window) {
        return machine.slotOf(machine.window(window).pd());
    }

    /** The slot of a region's PD. */
    public int pdOfRegion(int region) {
        return machine.slotOf(machine.region(region).pd());
    }

    /** Access flags of a region. */
    public int access(int region) {
        return machine.region(region).access();
    }

    /** The key that the window's device knows. */
    public int key(int window) {
        return machine.window(window).key();
    }

    /** Bytes that the key of a slot opens. */
    public long length(KeyName name) {
        return switch (machine.holder(name)) {
            case Region region -> region.length();
            case Window window -> window.length();
        };
    }

    /** Whether a piece may be used by a QP of this host. */
    public boolean allows(int qp, Piece piece, boolean isLanding) {
        return machine.knows(piece.key())
                && !quiet.refusesLocal(
                        machine,
                        machine.queue(qp),
                        machine.key(piece.key()),
                        ProgramAddresses.of(machine, piece),
                        piece.length(),
                        isLanding);
    }

    /** Whether the peer's QP lets a request through to its memory. */
    public boolean peerAllows(int qp, Target target, int length, AccessFlag right) {
        return peer.hasQueue(qp)
                && peer.knows(target.key())
                && !quiet.refusesRemote(
                        peer, peer.queue(qp), right, peer.key(target.key()), ProgramAddresses.of(peer, target), length);
    }

    /** Whether a window and a region could be bound together. */
    public boolean fits(int window, int region) {
        return machine.hasRegion(region)
                && machine.window(window).pd() == machine.region(region).pd()
                && machine.region(region).has(AccessFlag.MW_BIND)
                && !machine.region(region).has(AccessFlag.ZERO_BASED);
    }

    /** Whether the QP and the window are of one PD. */
    public boolean isOfPd(int qp, int window) {
        return machine.hasQueue(qp)
                && machine.hasWindow(window)
                && machine.queue(qp).pd() == machine.window(window).pd();
    }

    /** Whether the host has anything left besides its memory. */
    public boolean hasObjects() {
        return machine.hasObjects();
    }

    /** How many windows are bound now. */
    public int boundWindows() {
        int bound = 0;
        for (int slot = 0; slot < Slots.WINDOWS; slot++) {
            bound += machine.hasWindow(slot) && machine.window(slot).isBound() ? 1 : 0;
        }
        return bound;
    }
}
