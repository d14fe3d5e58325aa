package dev.fenestra.tools.proof.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Requests that one side posts in order.
 *
 * @param service that carries them
 * @param path of the connection
 * @param longest bytes that one message may have
 * @param lateReceives receives that the responder posts only after a while, so that it is not ready at first
 */
public record SoakProgram(SoakService service, SoakPath path, int longest, List<SoakStep> steps, int lateReceives) {
    static final int MAX_STEPS = 24;
    /** The longest request of most programs. */
    static final int SHORT = 1 << 10;

    public SoakProgram {
        steps = List.copyOf(steps);
    }

    /** Short requests on the usual path. */
    public static SoakProgram of(SoakService service, SoakStep... steps) {
        return new SoakProgram(service, SoakPath.USUAL, SHORT, List.of(steps), 0);
    }

    /** One request. */
    public static SoakProgram single(SoakService service, SoakStep.Kind kind, int length) {
        SoakMemory memory = SoakMemory.forMessages(SHORT);
        int bytes = kind.hasEightBytes() ? Long.BYTES : length;
        return of(service, new SoakStep(kind, bytes, kind.local(memory) + 64, kind.remote(memory) + 128, 5));
    }

    /** Requests of all kinds, over a service and a path that the seed decides. */
    public static SoakProgram random(long seed) {
        return RandomProgram.of(seed);
    }

    /** Requests of all kinds that a service has. */
    public static SoakProgram random(SoakService service, long seed) {
        return RandomProgram.of(service, seed);
    }

    /** The same requests on another path. */
    public SoakProgram over(SoakPath other) {
        return new SoakProgram(service, other, longest, steps, lateReceives);
    }

    /** The program of a device that offers some kinds of steps only. */
    SoakProgram within(Predicate<SoakStep.Kind> offered) {
        List<SoakStep> possible = steps.stream()
                .map(step -> offered.test(step.kind()) ? step : step.plainest(memory()))
                .toList();
        return new SoakProgram(service, path, longest, possible, lateReceives);
    }

    SoakMemory memory() {
        return SoakMemory.forMessages(longest);
    }

    /** The program without one of its steps. */
    SoakProgram without(int step) {
        List<SoakStep> fewer = new ArrayList<>(steps);
        fewer.remove(step);
        return new SoakProgram(service, path, longest, fewer, lateReceives);
    }
}
