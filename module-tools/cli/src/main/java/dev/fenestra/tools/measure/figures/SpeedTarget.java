package dev.fenestra.tools.measure.figures;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The performance targets: on one core, with both ends in the process, all checks on and no observer. Speed is a ratio
 * to a limit that is measured in the same run.
 */
enum SpeedTarget {
    WRITE_8("8-byte RDMA WRITE, batches of 16, 1 of 16 signaled, beside a bare ring", "SmallMessages.write8", 0.3),
    WRITE_8_ALLOCATED("the same: bytes allocated per operation", "SmallMessages.write8", Kind.ALLOCATED, 0),
    WRITE_8_ONE("8-byte RDMA WRITE, post 1 / poll 1, beside the same", "SmallMessages.write8OneByOne", 0.16),
    SEND_64("64-byte SEND and its receive, batches of 16, beside the same", "SmallMessages.send64", 0.2),
    SEND_64_ALLOCATED("the same: bytes allocated per operation", "SmallMessages.send64", Kind.ALLOCATED, 0),
    FETCH_ADD("fetch-and-add, batches of 16, beside the same", "SmallMessages.fetchAndAdd", 0.19),
    FETCH_ADD_ALLOCATED("the same: bytes allocated per operation", "SmallMessages.fetchAndAdd", Kind.ALLOCATED, 0),
    WRITE_HOT("1 MiB RDMA WRITE, share of a bare copy, cache-hot", "Bulk.write", hot(), Kind.SHARE, 0.88),
    WRITE_COLD("1 MiB RDMA WRITE, the same, working set 256 MiB", "Bulk.write", cold(), Kind.SHARE, 0.92),
    READ_HOT("1 MiB RDMA READ, share of a bare copy, cache-hot", "Bulk.read", hot(), Kind.SHARE, 0.88),
    READ_COLD("1 MiB RDMA READ, the same, working set 256 MiB", "Bulk.read", cold(), Kind.SHARE, 0.92),
    WIRE("1 MiB RDMA WRITE as bytes with ICRC, of two copies and two CRCs", "Bulk.write", wire(), Kind.SHARE, 0.85),
    BIND("type-2 bind and invalidate, 1 of 16 signaled, beside a bare ring", "Windows.bindAndInvalidate", 0.41),
    BIND_SIZE("the same: region of 1 GiB against 4 KiB", "Windows.bindInvalidate", Kind.SHARE, 0.9),
    BIND_REGISTER("bind against dereg + reg of a resident 1 GiB", "Windows.bindOrRegister", Kind.TIMES, 1_000),
    BIND_REREG("bind against rereg of the translation, 1 GiB", "Windows.bindOrReregPages", Kind.TIMES, 1_000),
    BIND_ACCESS("bind against rereg of access", "Windows.bindOrReregAccess", Kind.TIMES, 1),
    REGISTER(
            "register a resident 1 GiB, against dereg",
            "Regions.register",
            Map.of("pages", "262144"),
            Kind.SHARE,
            0.05),
    QPS_SOME("10,000 QPs, 100 used, against 1 QP", "ManyQps.hundredUsed", qps(), Kind.SHARE, 0.6),
    QPS_ALL("10,000 QPs, all used at random, against 1 QP", "ManyQps.allUsedAtRandom", qps(), Kind.SHARE, 0.18),
    WINDOWS_ONE("1,000,000 windows, 1 used, against 1 window", "ManyWindows.oneUsed", windows(), Kind.SHARE, 0.9),
    WINDOWS_ALL("the same, all used at random", "ManyWindows.allUsedAtRandom", windows(), Kind.SHARE, 0.4),
    WINDOWS_BYTES("bytes per window, all layers", "ManyWindows.oneUsed", windows(), Kind.ROOM, 256),
    UDP("UDP loopback, two processes, 64 KiB RDMA WRITE, of bare datagrams", "UdpLoopback.write", 0.95),
    UDP_GSO("the same with GSO, of bare datagrams", "UdpGsoLoopback.write", 1.5);

    /** The quantity that a target limits, and its format. */
    enum Kind {
        ALLOCATED("B", false, figure -> round(figure.other("bytesPerOp"))),
        SHARE("of it", true, Figure::share),
        TIMES("times", true, Figure::share),
        ROOM("B", false, figure -> figure.other("bytesPerWindow"));

        final String unit;
        final boolean isMoreBetter;
        private final Function<Figure, OptionalDouble> value;

        Kind(String unit, boolean isMoreBetter, Function<Figure, OptionalDouble> value) {
            this.unit = unit;
            this.isMoreBetter = isMoreBetter;
            this.value = value;
        }

        /** The JVM itself allocates now and then: less than half a byte per operation. */
        private static OptionalDouble round(OptionalDouble bytes) {
            return bytes.isPresent() ? OptionalDouble.of(Math.rint(bytes.getAsDouble())) : bytes;
        }
    }

    final String text;
    final Kind kind;
    final double goal;
    private final String benchmark;
    private final Map<String, String> parameters;

    SpeedTarget(String text, String benchmark, double goal) {
        this(text, benchmark, Map.of(), Kind.SHARE, goal);
    }

    SpeedTarget(String text, String benchmark, Kind kind, double goal) {
        this(text, benchmark, Map.of(), kind, goal);
    }

    SpeedTarget(String text, String benchmark, Map<String, String> parameters, Kind kind, double goal) {
        this.text = text;
        this.benchmark = benchmark;
        this.parameters = parameters;
        this.kind = kind;
        this.goal = goal;
    }

    private static Map<String, String> hot() {
        return Map.of("bytes", "1048576", "workingSet", "2", "link", "DIRECT");
    }

    private static Map<String, String> cold() {
        return Map.of("bytes", "1048576", "workingSet", "256", "link", "DIRECT");
    }

    private static Map<String, String> wire() {
        return Map.of("bytes", "1048576", "workingSet", "2", "link", "WIRE");
    }

    private static Map<String, String> qps() {
        return Map.of("qps", "10000");
    }

    private static Map<String, String> windows() {
        return Map.of("windows", "1000000");
    }

    /** The measured value, if any. */
    OptionalDouble reached(List<Figure> figures) {
        return figures.stream()
                .filter(figure -> figure.is(benchmark, parameters))
                .findFirst()
                .map(kind.value)
                .orElse(OptionalDouble.empty());
    }

    boolean isMetBy(double value) {
        return kind.isMoreBetter ? value >= goal : value <= goal;
    }
}
