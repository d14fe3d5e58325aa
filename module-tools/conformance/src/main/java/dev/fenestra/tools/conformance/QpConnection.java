package dev.fenestra.tools.conformance;

/**
 * Two connected QPs.
 *
 * @param alice the end from which the case reaches for bob's memory
 * @param bob the end at which bob's windows are bound
 */
public record QpConnection(End alice, End bob) {

    /** Takes both QPs through RESET to RTS again; a QP that holds a 2A window cannot. */
    public void reconnect() {
        alice.qp().reset();
        bob.qp().reset();
        connect();
    }

    void connect() {
        alice.qp().connect(bob.qp().endpoint());
        bob.qp().connect(alice.qp().endpoint());
    }
}
