package dev.fenestra.hw.sim.fabric.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.clock.AgentState.State;
import dev.fenestra.hw.sim.fabric.waits.FabricException;
import org.junit.jupiter.api.Test;

/** Each event in each state of an agent. */
class AgentStateTest {
    private final AgentState agent = new AgentState(new Sleeper());
    private final State.Dead dead = new State.Dead(new IllegalStateException("spent"));

    @Test
    void shouldDriveLeaveComeBackAndEnd() {
        assertSame(State.Plain.NONE, agent.now());
        assertFalse(agent.isAlive());

        agent.start();
        assertSame(State.Plain.DRIVING, agent.now());
        assertTrue(agent.isAlive());

        agent.leave();
        assertInstanceOf(State.Away.class, agent.now());
        assertTrue(agent.isAlive());

        agent.comeBack();
        assertSame(State.Plain.DRIVING, agent.now());

        agent.close();
        assertSame(State.Plain.NONE, agent.now());
    }

    @Test
    void shouldKeepTheTimeWhenItLeft() {
        agent.start();
        agent.leave();
        State first = agent.now();
        agent.leave();
        assertSame(first, agent.now());
    }

    @Test
    void shouldNeitherLeaveNorComeBackWhereNoneWasStarted() {
        agent.leave();
        assertSame(State.Plain.NONE, agent.now());
        agent.comeBack();
        assertSame(State.Plain.NONE, agent.now());
    }

    @Test
    void shouldStayDeadUntilItIsClosed() {
        agent.start();
        agent.die(dead.cause());
        agent.leave();
        agent.comeBack();
        agent.start();
        assertEquals(dead, agent.now());
        assertFalse(agent.isAlive());
        assertSame(
                dead.cause(), assertThrows(FabricException.class, agent::call).getCause());
        assertFalse(agent.isCalled());

        agent.close();
        agent.call();
        assertTrue(agent.isCalled());
    }

    @Test
    void shouldTakeACallOnce() {
        assertFalse(agent.takeCall());
        agent.call();
        agent.call();
        assertTrue(agent.takeCall());
        assertFalse(agent.takeCall());
        assertFalse(agent.isCalled());
    }
}
