package dev.fenestra.tools.measure.figures;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The performance targets: on one core, with both ends in the process, all checks on and no observer. */
enum Target {
    WRITE_8("8-byte RDMA WRITE, batches of 16, 1 of 16 signaled", "SmallMessages.write8", Kind.MILLIONS, 6),
    WRITE_8_ALLOCATED("the same: bytes allocated per operation", "SmallMessages.write8", Kind.ALLOCATED, 0),
    WRITE_8_ONE("8-byte RDMA WRITE, post 1 / poll 1", "SmallMessages.write8OneByOne", Kind.MILLIONS, 3.5),
    WRITE_8_LATENCY("the same: median from post to polled", "SmallMessages.write8Latency", Kind.MEDIAN, 400),
    SEND_64("64-byte SEND and its receive, batches of 16", "SmallMessages.send64", Kind.MILLIONS, 3),
    SEND_64_ALLOCATED("the same: bytes allocated per operation", "SmallMessages.send64", Kind.ALLOCATED, 0),
    FETCH_ADD("fetch-and-add, batches of 16", "SmallMessages.fetchAndAdd", Kind.MILLIONS, 4),
    FETCH_ADD_ALLOCATED("the same: bytes allocated per operation", "SmallMessages.fetchAndAdd", Kind.ALLOCATED, 0),
    WRITE_HOT("1 MiB RDMA WRITE, share of a bare copy, cache-hot", "Bulk.write", hot(), Kind.SHARE, 0.65),
    WRITE_COLD("1 MiB RDMA WRITE, the same, working set 256 MiB", "Bulk.write", cold(), Kind.SHARE, 0.85),
    READ_HOT("1 MiB RDMA READ, share of a bare copy, cache-hot", "Bulk.read", hot(), Kind.SHARE, 0.6),
    READ_COLD("1 MiB RDMA READ, the same, working set 256 MiB", "Bulk.read", cold(), Kind.SHARE, 0.8),
    WIRE("1 MiB RDMA WRITE, packets with ICRC made and checked, cache-hot", "Bulk.write", wire(), Kind.GIGABYTES, 5),
    BIND("type-2 bind and invalidate, pairs, 1 of 16 signaled", "Windows.bindInvalidate", Kind.MILLIONS, 4),
    BIND_SIZE("the same: region of 1 GiB against 4 KiB", "Windows.bindInvalidate", Kind.SHARE, 0.9),
    BIND_REGISTER("bind against dereg + reg of a resident 1 GiB", "Windows.bindOrRegister", Kind.TIMES, 1_000),
    BIND_REREG("bind against rereg of the translation, 1 GiB", "Windows.bindOrReregPages", Kind.TIMES, 1_000),
    BIND_ACCESS("bind against rereg of access", "Windows.bindOrReregAccess", Kind.TIMES, 1),
    REGISTER("register a resident 1 GiB", "Regions.register", Map.of("pages", "262144"), Kind.MILLISECONDS, 15),
    QPS_SOME("10,000 QPs, 100 used, against 1 QP", "ManyQps.hundredUsed", qps(), Kind.SHARE, 0.8),
    QPS_ALL("10,000 QPs, all used at random, against 1 QP", "ManyQps.allUsedAtRandom", qps(), Kind.SHARE, 0.25),
    WINDOWS_ONE("1,000,000 windows, 1 used, against 1 window", "ManyWindows.oneUsed", windows(), Kind.SHARE, 0.9),
    WINDOWS_ALL("the same, all used at random", "ManyWindows.allUsedAtRandom", windows(), Kind.SHARE, 0.4),
    WINDOWS_BYTES("bytes per window, all layers", "ManyWindows.oneUsed", windows(), Kind.ROOM, 256),
    UDP("UDP loopback, two processes, 64 KiB RDMA WRITE", "UdpLoopback.write", Kind.GIGABYTES_OF_2M, 1);

    /** The quantity that a target limits, and its format. */
    enum Kind {
        MILLIONS("M/s", true, figure -> OptionalDouble.of(perSecond(figure) / 1e6)),
        ALLOCATED("B", false, figure -> round(figure.other("bytesPerOp"))),
        MEDIAN("ns", false, figure -> figure.other("p50.0")),
        SHARE("of it", true, Figure::share),
        TIMES("times", true, Figure::share),
        GIGABYTES("GB/s", true, figure -> rate(figure, 1 << 20)),
        GIGABYTES_OF_2M("GB/s", true, figure -> rate(figure, 1 << 21)),
        MILLISECONDS("ms", false, figure -> scaled(figure.nanosPerTurn(), 1e-6)),
        ROOM("B", false, figure -> figure.other("bytesPerWindow"));

        final String unit;
        final boolean isMoreBetter;
        private final Function<Figure, OptionalDouble> value;

        Kind(String unit, boolean isMoreBetter, Function<Figure, OptionalDouble> value) {
            this.unit = unit;
            this.isMoreBetter = isMoreBetter;
            this.value = value;
        }

        private static double perSecond(Figure figure) {
            return switch (figure.unit()) {
                case "ops/us" -> figure.score() * 1e6;
                case "ops/ms" -> figure.score() * 1e3;
                default -> figure.score();
            };
        }

        /** The JVM itself allocates now and then: less than half a byte per operation. */
        private static OptionalDouble round(OptionalDouble bytes) {
            return bytes.isPresent() ? OptionalDouble.of(Math.rint(bytes.getAsDouble())) : bytes;
        }

        private static OptionalDouble rate(Figure figure, double bytes) {
            OptionalDouble nanos = figure.nanosPerTurn();
            return nanos.isPresent() ? OptionalDouble.of(bytes / nanos.getAsDouble()) : nanos;
        }

        private static OptionalDouble scaled(OptionalDouble value, double by) {
            return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * by) : value;
        }
    }

    final String text;
    final Kind kind;
    final double goal;
    private final String benchmark;
    private final Map<String, String> parameters;

    Target(String text, String benchmark, Kind kind, double goal) {
        this(text, benchmark, Map.of(), kind, goal);
    }

    Target(String text, String benchmark, Map<String, String> parameters, Kind kind, double goal) {
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
