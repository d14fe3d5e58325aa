package dev.fenestra.tools.measure.perf;

import dev.fenestra.tools.input.Json;
import dev.fenestra.uverbs.handles.ConnectOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measurements in the format of perftest, followed by the limit, or as JSON. */
public final class PerfText {
    private static final String RULE = "-".repeat(118);
    private static final double NANOS_PER_MICRO = 1_000;
    private static final String LATENCY_COLUMNS = String.format(
            " %-7s %-13s %-14s %-12s %-17s %-12s %-14s %-22s %-25s %s",
            "#bytes",
            "#iterations",
            "t_min[usec]",
            "t_max[usec]",
            "t_typical[usec]",
            "t_avg[usec]",
            "t_stdev[usec]",
            "99% percentile[usec]",
            "99.9% percentile[usec]",
            "limit[usec]");

    private PerfText() {}

    /**
     * The head: the test, its options, and the names of the columns. Lines and columns are those of perftest, with the
     * link and the limit behind them.
     */
    public static String head(PerfOptions options, PerfUnit unit) {
        PerfTest test = options.test();
        List<String> lines = new ArrayList<>(List.of(RULE, "                    " + test.title()));
        if (options.shape().byEvents()) {
            lines.add(" Test with events. Using mlx5_0_comp0");
        }
        lines.addAll(List.of(
                " Dual-port       : OFF\t\tDevice         : mlx5_0",
                " Number of qps   : " + options.qps() + "\t\tTransport type : IB",
                " Connection type : " + options.shape().service() + "\t\tUsing SRQ      : OFF",
                " PCIe relax order: OFF",
                " ibv_wr* API     : ON",
                " TX depth        : " + (test.isLatency() ? 1 : options.depth())));
        if (!test.isLatency()) {
            lines.add(" CQ Moderation   : " + options.shape().batch());
        }
        lines.addAll(List.of(
                " Mtu             : " + options.mtu().bytes() + "[B]",
                " Link type       : Ethernet",
                " GID index       : 0",
                test.isAnswered()
                        ? " Outstand reads  : " + ConnectOptions.DEFAULT.rdAtomic()
                        : " Max inline data : " + options.inline() + "[B]",
                " rdma_cm QPs\t : " + (options.shape().byCm() ? "ON" : "OFF"),
                " Data ex. method : " + exchange(options),
                " Limit           : " + limit(options),
                RULE,
                test.isLatency() ? LATENCY_COLUMNS : columns(unit)));
        return String.join("\n", lines) + "\n";
    }

    /** How the ends find each other, and what lies between them. */
    private static String exchange(PerfOptions options) {
        String how = options.link() == PerfLink.REMOTE ? "TCP" : options.shape().byCm() ? "rdma_cm" : "in this process";
        return how + ", link " + lower(options.link()) + ", " + lower(options.mode())
                + (options.shape().bothWays() ? ", both ways" : "")
                + (options.shape().byEvents() ? ", by events" : "");
    }

    private static String columns(PerfUnit unit) {
        return String.format(
                " %-10s %-14s %-18s %-20s %-15s %-16s %s",
                "#bytes",
                "#iterations",
                "BW peak[" + unit + "]",
                "BW average[" + unit + "]",
                "MsgRate[Mpps]",
                "limit[" + unit + "]",
                "of limit");
    }

    /** The line of one measurement, with its end. */
    public static String line(PerfResult result, PerfUnit unit) {
        return result.latency()
                .map(latency -> String.format(
                        Locale.ROOT,
                        " %-7d %-13d %-14.2f %-12.2f %-17.2f %-12.2f %-14.2f %-22.2f %-25.2f %.4f%n",
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
                        unit.of(result.bestBandwidth()),
                        unit.of(result.bandwidth()),
                        result.messageRate(),
                        unit.of(result.limitBandwidth()),
                        result.ofLimit()));
    }

    /**
     * The time of each message, as perftest prints it with {@code -U}, or with {@code -H} in the order of the times.
     */
    public static String samples(PerfResult result, boolean sorted) {
        StringBuilder text = new StringBuilder("#, usec\n");
        List<Long> nanos = sorted ? result.samples().stream().sorted().toList() : result.samples();
        for (int i = 0; i < nanos.size(); i++) {
            text.append(String.format(Locale.ROOT, "%d, %.3f%n", i + 1, nanos.get(i) / NANOS_PER_MICRO));
        }
        return text.toString();
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
        root.put("connection", options.shape().service().toString());
        root.put("post_list", options.shape().batch());
        root.put("bidirectional", options.shape().bothWays());
        root.put("events", options.shape().byEvents());
        root.put("rdma_cm", options.shape().byCm());
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
            case BIND_BW -> "a bare copy of 256 bytes, as many as the two work requests have; bandwidth: of window";
            case REG_BW -> "a bare copy of the list of pages, 8 bytes for each; bandwidth: of region";
            default -> "a bare copy of the same bytes through the same list of pages, in this run";
        };
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
