package dev.fenestra.tools.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Requests that one side posts in order.
 *
 * @param service that carries them
 * @param lateReceives receives that the responder posts only after a while, so that it is not ready at first
 */
public record SoakProgram(SoakService service, List<SoakStep> steps, int lateReceives) {
    /** Bytes of memory on each side. The upper half of the responder's takes what is received. */
    static final int MEMORY = 1 << 14;

    /** Bytes that receives have, each its own. */
    static final int RECEIVE = 1 << 10;

    static final int MAX_STEPS = 8;
    private static final int ATOMIC = Long.BYTES;

    /**
     * A quarter of the lower half for each purpose. Without fences, data that is both read and changed by requests on their way may be
     * seen before or after, faults or not; so nothing that is sent or fetched is also landed in or written.
     */
    private static final int AREA = MEMORY / 8;

    private static final int SOURCES = 0;
    private static final int LANDINGS = AREA;
    private static final int WRITTEN = 0;
    private static final int FETCHED = AREA;
    private static final int COUNTERS = 2 * AREA;

    public SoakProgram {
        steps = List.copyOf(steps);
    }

    /** One request. */
    public static SoakProgram single(SoakService service, SoakStep.Kind kind, int length) {
        int bytes = kind.hasEightBytes() ? ATOMIC : length;
        return new SoakProgram(service, List.of(new SoakStep(kind, bytes, local(kind) + 64, remote(kind) + 128, 5)), 0);
    }

    /** A few requests of all kinds, one program in four over XRC. */
    public static SoakProgram random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return random(random.nextInt(4) == 0 ? SoakService.XRC : SoakService.RC, random);
    }

    /** A few requests of all kinds that a service has. */
    public static SoakProgram random(SoakService service, long seed) {
        return random(service, new SplittableRandom(seed));
    }

    private static SoakProgram random(SoakService service, SplittableRandom random) {
        int count = 1 + random.nextInt(MAX_STEPS);
        List<SoakStep> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(step(service, random));
        }
        int receives =
                (int) steps.stream().filter(step -> step.kind().takesReceive()).count();
        return new SoakProgram(service, steps, random.nextInt(4) == 0 ? random.nextInt(receives + 1) : 0);
    }

    private static SoakStep step(SoakService service, SplittableRandom random) {
        SoakStep.Kind kind = service.kinds().get(random.nextInt(service.kinds().size()));
        int length = kind.hasEightBytes() ? ATOMIC : random.nextInt(RECEIVE + 1);
        int local = local(kind) + random.nextInt((AREA - length) / ATOMIC) * ATOMIC;
        int remote = remote(kind) + random.nextInt((AREA - length) / ATOMIC) * ATOMIC;
        return new SoakStep(kind, length, local, remote, random.nextInt(1000));
    }

    private static int local(SoakStep.Kind kind) {
        return kind.isAtomic() || kind == SoakStep.Kind.READ ? LANDINGS : SOURCES;
    }

    private static int remote(SoakStep.Kind kind) {
        return kind.isAtomic() ? COUNTERS : kind == SoakStep.Kind.READ ? FETCHED : WRITTEN;
    }

    /** The program without one of its steps. */
    SoakProgram without(int step) {
        List<SoakStep> fewer = new ArrayList<>(steps);
        fewer.remove(step);
        return new SoakProgram(service, fewer, lateReceives);
    }
}
