package dev.fenestra.ib.core.spi;

/** Watches what drivers do, in primitives. */
public interface DriverObserver {

    /** The kernel half issued a command and got this status back. */
    void command(String device, int opcode, int status);

    /**
     * The user half wrote a send WQE, for the request of this wr_id. One that it takes back is written again before it
     * is rung for.
     */
    void wqeWritten(int qpNumber, int index, long wrId, int opcode, int octowords);

    /** The user half rang a doorbell. */
    void doorbell(int qpNumber, int counter);

    /** The user half read a CQE. */
    void cqeRead(int qpNumber, int opcode, int syndrome);
}
