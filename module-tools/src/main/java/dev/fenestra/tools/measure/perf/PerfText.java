package dev.fenestra.tools.measure.perf;

import dev.fenestra.tools.input.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measurements in the format of perftest, followed by the limit, or as JSON. */
public final class PerfText {
    private static final String RULE = "-".repeat(118);
    private static final double NANOS_PER_MICRO = 1_000;

    private PerfText() {}

    /** The head: the test, its options, and the names of the columns. */
    public static String head(PerfOptions options) {
        PerfTest test = options.test();
        String columns = test.isLatency()
                ? String.format(
                        " %-10s %-12s %-11s %-11s %-15s %-12s %-14s %-9s %-9s %s",
                        "#bytes",
                        "#iterations",
                        "t_min[usec]",
                        "t_max[usec]",
                        "t_typical[usec]",
                        "t_avg[usec]",
                        "t_stdev[usec]",
                        "99%[usec]",
                        "99.9%",
                        "limit[usec]")
                : String.format(
                        " %-10s %-14s %-18s %-20s %-15s %-16s %s",
                        "#bytes",
                        "#iterations",
                        "BW peak[MB/sec]",
                        "BW average[MB/sec]",
                        "MsgRate[Mpps]",
                        "limit[MB/sec]",
                        "of limit");
        return String.join(
                        "\n",
                        RULE,
                        "                    " + test.title(),
                        " Number of qps   : " + options.qps() + "\t\tTransport type : RC, both ends in this process",
                        " TX depth        : " + options.depth() + "\t\tMtu            : "
                                + options.mtu().bytes() + "[B]",
                        " Max inline data : " + options.inline() + "[B]\t\tLink           : " + lower(options.link())
                                + ", " + lower(options.mode()),
                        " Limit           : " + limit(options),
                        RULE,
                        columns)
                + "\n";
    }

    /** The line of one measurement, with its end. */
    public static String line(PerfResult result) {
        return result.latency()
                .map(latency -> String.format(
                        Locale.ROOT,
                        " %-10d %-12d %-11.2f %-11.2f %-15.2f %-12.2f %-14.2f %-9.2f %-9.2f %.4f%n",
                        result.bytes(),
                        result.iterations(),
                        latency.least(),
                        latency.most(),
                        latency.typical(),
                        latency.average(),
                        latency.deviation(),
                        latency.p99(),
                        latency.p999(),
                        result.limitNanosPerMessage() / NANOS_PER_MICRO))
                .orElseGet(() -> String.format(
                        Locale.ROOT,
                        " %-10d %-14d %-18.2f %-20.2f %-15.6f %-16.2f %.3f%n",
                        result.bytes(),
                        result.iterations(),
                        result.bestBandwidth(),
                        result.bandwidth(),
                        result.messageRate(),
                        result.limitBandwidth(),
                        result.ofLimit()));
    }

    /** All measurements with the options. */
    public static String json(PerfOptions options, List<PerfResult> results) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("test", options.test().toString());
        root.put("link", lower(options.link()));
        root.put("mode", lower(options.mode()));
        root.put("qps", options.qps());
        root.put("tx_depth", options.depth());
        root.put("mtu", options.mtu().bytes());
        root.put("inline", options.inline());
        root.put("limit", limit(options));
        root.put("results", results.stream().map(PerfText::members).toList());
        return Json.write(root) + "\n";
    }

    private static Map<String, Object> members(PerfResult result) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("bytes", result.bytes());
        members.put("iterations", result.iterations());
        members.put("bw_peak_mib_per_s", result.bestBandwidth());
        members.put("bw_average_mib_per_s", result.bandwidth());
        members.put("msg_rate_mpps", result.messageRate());
        members.put("limit_mib_per_s", result.limitBandwidth());
        members.put("limit_us", result.limitNanosPerMessage() / NANOS_PER_MICRO);
        members.put("of_limit", result.ofLimit());
        result.latency().ifPresent(latency -> {
            members.put("t_min_us", latency.least());
            members.put("t_max_us", latency.most());
            members.put("t_typical_us", latency.typical());
            members.put("t_avg_us", latency.average());
            members.put("t_stdev_us", latency.deviation());
            members.put("t_99_us", latency.p99());
            members.put("t_99_9_us", latency.p999());
        });
        return members;
    }

    private static String limit(PerfOptions options) {
        if (options.hasDatagramLimit()) {
            return options.test().isLatency()
                    ? "a bare datagram from one socket of the loopback interface to another and an answer, in this run"
                    : "as many bare datagrams from one socket of the loopback interface to another, in this run";
        }
        return switch (options.test()) {
            case BIND_BW -> "a bare copy of 256 bytes, as many as the two work requests have; MB/sec: of window";
            case REG_BW -> "a bare copy of the list of pages, 8 bytes for each; MB/sec: of region";
            default -> "a bare copy of the same bytes through the same list of pages, in this run";
        };
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
