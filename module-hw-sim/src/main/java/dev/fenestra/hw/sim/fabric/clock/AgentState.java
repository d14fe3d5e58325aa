package dev.fenestra.hw.sim.fabric.clock;

import dev.fenestra.hw.sim.fabric.waits.FabricException;
import dev.fenestra.hw.sim.fabric.waits.FabricWait;
import org.jspecify.annotations.Nullable;

/**
 * What the agent of a fabric does, as a state machine, and whether callers ask for the turn:
 *
 * <pre>
 * NONE, DRIVING, AWAY   start       DRIVING
 * DRIVING               leave       AWAY      callers drive
 * AWAY                  comeBack    DRIVING   no caller drives any more
 * any                   die         DEAD      an exception has ended it
 * any                   close       NONE
 * </pre>
 *
 * An event that is not in the table changes nothing: who is dead stays so until it is closed. The thread that starts
 * and closes the agent moves the state before and after its life, the agent's own thread meanwhile. Any thread may ask.
 */
public final class AgentState {
    private final Sleeper sleeper;
    private volatile State state = State.Plain.NONE;

    /** A caller has asked for a turn since the agent looked last. */
    private volatile boolean called;

    /** Who waits until the agent has ended. */
    private volatile @Nullable FabricWait end;

    /** Where an agent is. */
    sealed interface State {

        /** States without data. */
        enum Plain implements State {
            /** None was started, or it was closed: the fabric belongs to callers. */
            NONE,
            /** It takes turns. */
            DRIVING
        }

        /**
         * It leaves the work to callers.
         *
         * @param since as {@link System#nanoTime} has it
         */
        record Away(long since) implements State {}

        /**
         * It was ended by an exception. Callers that ask for a turn get it.
         *
         * @param cause the exception
         */
        record Dead(Throwable cause) implements State {}
    }

    /**
     * Makes the state of a fabric without an agent.
     *
     * @param sleeper wakes when the agent has ended
     */
    public AgentState(Sleeper sleeper) {
        this.sleeper = sleeper;
    }

    /** Notes that an agent drives from now on, and looks once more before each sleep. */
    public void start() {
        if (!(state instanceof State.Dead)) {
            state = State.Plain.DRIVING;
        }
    }

    /** Notes that the agent leaves the work to callers. */
    public void leave() {
        if (state == State.Plain.DRIVING) {
            state = new State.Away(System.nanoTime());
        }
    }

    /** Notes that the agent drives again. */
    public void comeBack() {
        if (state instanceof State.Away) {
            state = State.Plain.DRIVING;
        }
    }

    /**
     * Notes that an exception has ended the agent. Threads that ask for a turn get it; a sleeping one wakes at once.
     *
     * @param cause the exception
     */
    public void die(Throwable cause) {
        state = new State.Dead(cause);
        sleeper.wake();
    }

    /** Notes that the agent is closed. A sleeping thread wakes, since now it has to drive. */
    public void close() {
        state = State.Plain.NONE;
        sleeper.wake();
    }

    /** {@return where the agent is} */
    State now() {
        return state;
    }

    /** {@return whether an agent drives, now or when callers do not any more} */
    boolean isAlive() {
        State now = state;
        return now == State.Plain.DRIVING || now instanceof State.Away;
    }

    /**
     * Tells the agent that a caller asks for a turn. The flag is written once, not with every poll.
     *
     * @throws FabricException when the agent is dead
     */
    void call() {
        if (state instanceof State.Dead dead) {
            throw new FabricException(dead.cause());
        }
        if (!called) {
            called = true;
        }
    }

    /** {@return whether a caller has asked for a turn since the agent looked last} */
    boolean isCalled() {
        return called;
    }

    /**
     * Asks whether a caller has driven, or wanted to, since this was asked last. The agent then leaves the work to
     * callers.
     *
     * @return whether one has
     */
    public boolean takeCall() {
        boolean found = called;
        if (found) {
            called = false;
        }
        return found;
    }

    /**
     * Notes that a thread waits until the agent has ended.
     *
     * @param wait the wait; null when the agent has ended
     */
    public void awaitsEnd(@Nullable FabricWait wait) {
        end = wait;
    }

    /** {@return the wait of the thread that waits until the agent has ended; null for none} */
    @Nullable
    FabricWait end() {
        return end;
    }
}
