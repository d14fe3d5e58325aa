package dev.fenestra.tools.proof.soak;

import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.tools.proof.soak.SoakStep.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Programs by chance: mostly a few short requests; some have more fetches than may be outstanding, and a few are long
 * messages.
 */
final class RandomProgram {
    private static final int FEW = 8;
    /** One program in this many is of long messages, which take as long as a hundred others. */
    private static final int LONG_ONES = 200;

    private static final int MAX_LONG_STEPS = 3;
    private static final int MAX_DEPTH = 16;
    private static final int SMALL_DEPTH = 3;
    /** Shorter than most delays, so that what is late meets what is new. */
    private static final long BATCH_NANOS = 4_000;

    private static final List<SoakService> SERVICES = List.of(
            SoakService.RC,
            SoakService.RC,
            SoakService.RC,
            SoakService.RC,
            SoakService.XRC,
            SoakService.XRC,
            SoakService.UC,
            SoakService.UD);

    private final SplittableRandom random;
    private final SoakService service;
    private final SoakPath path;

    private RandomProgram(SplittableRandom random, SoakService service) {
        this.random = random;
        this.service = service;
        path = path();
    }

    static SoakProgram of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new RandomProgram(random, SERVICES.get(random.nextInt(SERVICES.size()))).make();
    }

    static SoakProgram of(SoakService service, long seed) {
        return new RandomProgram(new SplittableRandom(seed), service).make();
    }

    private SoakPath path() {
        int depth = 1 + random.nextInt(random.nextBoolean() ? SMALL_DEPTH : MAX_DEPTH);
        Mtu mtu = random.nextInt(4) == 0 ? Mtu.values()[random.nextInt(Mtu.values().length)] : Mtu.MTU_256;
        return new SoakPath(depth, mtu, random.nextInt(4) == 0);
    }

    private SoakProgram make() {
        if (!service.isReliable()) {
            return program(service.kinds(), 1 + random.nextInt(FEW / 2), longestDatagram());
        }
        if (random.nextInt(LONG_ONES) == 0) {
            List<Kind> kinds = service.kinds().stream()
                    .filter(kind -> !kind.hasEightBytes())
                    .toList();
            return program(kinds, 1 + random.nextInt(MAX_LONG_STEPS), longMessage());
        }
        if (random.nextInt(3) == 0) {
            List<Kind> fetches = service.kinds().stream().filter(Kind::fetches).toList();
            return program(fetches, FEW + random.nextInt(SoakProgram.MAX_STEPS - FEW + 1), SoakProgram.SHORT);
        }
        return program(service.kinds(), 1 + random.nextInt(FEW), SoakProgram.SHORT);
    }

    /** Up to 4 MiB; each size of packets as likely as any other. */
    private int longMessage() {
        int bits = Integer.numberOfTrailingZeros(SoakMemory.LARGEST_AREA)
                - Integer.numberOfTrailingZeros(SoakProgram.SHORT);
        return SoakProgram.SHORT << 1 + random.nextInt(bits);
    }

    private int longestDatagram() {
        return service == SoakService.UD
                ? Math.min(path.mtu().bytes(), SoakProgram.SHORT - DatagramLink.GRH)
                : SoakProgram.SHORT;
    }

    private SoakProgram program(List<Kind> kinds, int count, int longest) {
        // A long message in batches is thousands of copies, and shows nothing new.
        boolean isInBatches = service.isReliable() && longest == SoakProgram.SHORT && random.nextInt(4) == 0;
        List<SoakStep> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(step(kinds.get(random.nextInt(kinds.size())), longest));
        }
        int receives =
                (int) steps.stream().filter(step -> step.kind().takesReceive()).count();
        int late = service.isReliable() && random.nextInt(4) == 0 ? random.nextInt(receives + 1) : 0;
        SoakPath arriving = isInBatches ? path.inBatches(BATCH_NANOS) : path;
        boolean isByCm = service == SoakService.RC && longest == SoakProgram.SHORT && random.nextInt(4) == 0;
        return new SoakProgram(service, isByCm ? arriving.byCm() : arriving, longest, steps, late);
    }

    private SoakStep step(Kind kind, int longest) {
        SoakMemory memory = SoakMemory.forMessages(longest);
        int length = kind.hasEightBytes() ? Long.BYTES : random.nextInt(longest + 1);
        int room = (memory.area() - length) / Long.BYTES + 1;
        int local = kind.local(memory) + random.nextInt(room) * Long.BYTES;
        int remote = kind.remote(memory) + random.nextInt(room) * Long.BYTES;
        return new SoakStep(kind, length, local, remote, random.nextInt(1000));
    }
}
