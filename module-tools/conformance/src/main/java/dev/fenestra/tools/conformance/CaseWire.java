package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.spi.WireFaults;
import dev.fenestra.ib.core.spi.WireFaults.Fate;
import dev.fenestra.ib.core.spi.WireFaults.Message;
import dev.fenestra.tools.bench.TestBench;
import org.jspecify.annotations.Nullable;

/** The wire of a case. A case that asks for what the wire cannot do is skipped. */
public final class CaseWire {
    private final TestBench hosts;
    private @Nullable WireFaults faults;
    private boolean isAsked;

    CaseWire(TestBench hosts) {
        this.hosts = hosts;
    }

    /**
     * Spoils messages from now on.
     *
     * @param message which ones
     * @param fate what happens to them
     * @param first number of the first one, counted from 1 now
     * @param times how many in a row
     */
    public void spoil(Message message, Fate fate, int first, int times) {
        isAsked = true;
        if (!faults().spoil(message, fate, first, times)) {
            throw new CaseSkippedException("the wire cannot do this: " + message + " " + fate);
        }
    }

    /**
     * Spoils the first of some messages that comes.
     *
     * @param message which ones
     * @param fate what happens to it
     */
    public void spoil(Message message, Fate fate) {
        spoil(message, fate, 1, 1);
    }

    /** {@return the clock of the wire, nanoseconds} */
    public long now() {
        return faults().now().orElseThrow(() -> new CaseSkippedException("the wire has no clock"));
    }

    /**
     * Lets time pass while no program asks for anything.
     *
     * @param nanos nanoseconds
     */
    public void letPass(long nanos) {
        faults().letPass(nanos);
    }

    /** Whether none of the messages came that were to be spoiled, so that the case has shown nothing. */
    boolean hasMissed() {
        return isAsked && faults().spoiled() == 0;
    }

    private WireFaults faults() {
        WireFaults known = faults == null
                ? hosts.wireFaults().orElseThrow(() -> new CaseSkippedException("the wire cannot be told to fail"))
                : faults;
        faults = known;
        return known;
    }
}
