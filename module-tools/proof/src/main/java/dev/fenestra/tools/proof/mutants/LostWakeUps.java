package dev.fenestra.tools.proof.mutants;

import java.util.List;
import java.util.stream.Stream;

/**
 * Defects that lose a wake-up. Threads that sleep look again after a while, so most of them cost only that while. The
 * patches take this net away, too, and then nothing but a wake-up ends a sleep.
 */
public final class LostWakeUps {
    private static final String REASON = "when a thread sleeps is no rule";

    /** The agent looks again after 10 ms, and here after 2 s. */
    private static final Patch SOUND_SLEEP =
            new Patch.Constant(site("RealPacer", "agentTurn"), 10_000_000, 0, 2_000_000_000);

    /** A close looks again after 10 ms, and here after 17 minutes. */
    private static final Patch PATIENT_CLOSE = new Patch.Constant(site("UnackedEvents", "await"), 10, 0, 1_000_000);

    private static final String SLEEPS = "fenestra-fabric waits for work of the devices (fabric)";
    private static final String DEFERRED = "deferred work waits for a thread that runs it";
    private static final String CLOSES = "waits to be destroyed, until its events are acknowledged (CQ ";

    /** What a stack without a defect has, too: no net. */
    static final List<Patch> NO_NET = List.of(SOUND_SLEEP, PATIENT_CLOSE);

    private static final List<LostWakeUp> ALL = List.of(
            lost(
                    "late-store",
                    "a doorbell asks whether a thread sleeps before it notes its QP",
                    WaitProgram.DOORBELL,
                    SLEEPS,
                    new Patch.Postpone(site("Engine", "doorbell"), "add")),
            lost(
                    "early-wake",
                    "deferred work wakes a thread before it is there",
                    WaitProgram.DEFER,
                    DEFERRED,
                    new Patch.Postpone(site("Fabric", "defer"), "add")),
            lost(
                    "last-look",
                    "a thread does not look once more after it has said that it sleeps",
                    WaitProgram.LATE_DOORBELL,
                    SLEEPS,
                    new Patch.Skip(site("RealPacer", "lastLook"), "workOrFault"),
                    new Patch.Skip(site("RealPacer", "lastLook"), "hasNews"),
                    new Patch.Skip(site("RealPacer", "lastLook"), "isAny")),
            lost(
                    "deaf-nap",
                    "a nap goes on although a doorbell rings",
                    WaitProgram.DOORBELL,
                    SLEEPS,
                    new Patch.Redirect(site("Sleeper$Parking", "await"), "parkNanos", "sleepOn")),
            lost(
                    "no-unpark",
                    "a thread that sleeps is not unparked",
                    WaitProgram.DOORBELL,
                    SLEEPS,
                    new Patch.Skip(site("Sleeper$Parking", "wake"), "unpark")),
            lost(
                    "no-wakeup",
                    "a selector is not woken",
                    WaitProgram.DATAGRAM,
                    DEFERRED,
                    new Patch.Skip(site("SocketWait", "wake"), "wakeup")),
            lost(
                    "kept-turn",
                    "a caller that has driven does not give the turn back",
                    WaitProgram.DRIVE,
                    "whoever needs the devices waits for the turn (fabric); program, which does not drive, owes it",
                    new Patch.Skip(site("RealPacer", "drain"), "giveBack")),
            lost(
                    "kept-flag",
                    "the flag that says that callers drive is not cleared",
                    WaitProgram.POLLED,
                    "fenestra-fabric waits until no caller drives any more",
                    new Patch.Lose(site("AgentState", "takeCall"), "called")),
            lost(
                    "left-work",
                    "the agent does not run deferred work",
                    WaitProgram.DEFER,
                    DEFERRED,
                    new Patch.Skip(site("FabricAgent", "serve"), "runDeferred")),
            lost(
                    "lost-event",
                    "an event is counted and not delivered",
                    WaitProgram.DESTROY,
                    CLOSES,
                    new Patch.Skip(site("CompletionChannel", "read"), "find")),
            lost(
                    "no-notify",
                    "an acknowledgement does not wake the thread that waits for it",
                    WaitProgram.ACKNOWLEDGE,
                    CLOSES,
                    new Patch.Skip(site("UnackedEvents", "acknowledge"), "notifyAll")),
            lost(
                    "untold",
                    "a reader of events is not told that one has come",
                    WaitProgram.EVENTS,
                    "waits for an event that the kernel has",
                    new Patch.Skip(site("EventQueue", "add"), "run")),
            lost(
                    "wrong-order",
                    "events are read with the lock of an event queue held, which a close of the device asks for",
                    WaitProgram.CLOSE,
                    "closing waits for a lock",
                    new Patch.Redirect(site("UverbsContext", "later"), "later", "atOnce")));

    private LostWakeUps() {}

    /** {@return all of them} */
    public static List<LostWakeUp> all() {
        return ALL;
    }

    private static LostWakeUp lost(String id, String text, WaitProgram program, String named, Patch... defect) {
        return new LostWakeUp(
                id,
                text,
                program,
                named,
                Stream.concat(NO_NET.stream(), Stream.of(defect)).toList());
    }

    private static Site site(String type, String method) {
        return Site.named(type, method, REASON);
    }
}
