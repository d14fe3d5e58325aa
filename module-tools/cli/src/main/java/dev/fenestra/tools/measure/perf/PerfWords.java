package dev.fenestra.tools.measure.perf;

import com.google.common.collect.ImmutableList;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.uverbs.handles.QpEndpoint;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What two processes tell each other: {@code name=value} pairs on a line. */
final class PerfWords {
    static final String READY = "ready";
    static final String DONE = "done";

    private static final String HELLO = "fenestra-perf-1";
    private static final String END = "end";
    private static final int HEX = 16;

    private PerfWords() {}

    /** The options that both sides need. */
    static String hello(PerfOptions options) {
        PerfShape shape = options.shape();
        return String.format(
                Locale.ROOT,
                "%s test=%s sizes=%s qps=%d depth=%d mtu=%d inline=%d service=%s batch=%d events=%b",
                HELLO,
                options.test(),
                options.sizes().stream().map(String::valueOf).collect(Collectors.joining(",")),
                options.qps(),
                options.depth(),
                options.mtu().bytes(),
                options.inline(),
                shape.service(),
                shape.batch(),
                shape.byEvents());
    }

    /**
     * The options of a server, from what its client says.
     *
     * @throws PerfException when this is not our protocol, or no options
     */
    static PerfOptions options(String line) {
        Map<String, String> said = said(HELLO, line);
        try {
            int mtu = number(said, "mtu");
            return new PerfOptions(
                    PerfTest.valueOf(text(said, "test").toUpperCase(Locale.ROOT)),
                    Arrays.stream(text(said, "sizes").split(","))
                            .map(Integer::valueOf)
                            .toList(),
                    1,
                    number(said, "qps"),
                    number(said, "depth"),
                    Arrays.stream(Mtu.values())
                            .filter(one -> one.bytes() == mtu)
                            .findFirst()
                            .orElseThrow(() -> new PerfException("the client asks for an MTU of " + mtu)),
                    number(said, "inline"),
                    Optional.empty(),
                    PerfLink.REMOTE,
                    PerfMode.AGENT,
                    Duration.ZERO,
                    new PerfShape(
                            QpType.valueOf(text(said, "service")),
                            number(said, "batch"),
                            false,
                            Boolean.parseBoolean(text(said, "events")),
                            false));
        } catch (IllegalArgumentException e) {
            throw new PerfException("the client says what cannot be: " + shown(line), e);
        }
    }

    /** An end, for the other one to connect to. */
    static String end(PerfPeer end) {
        Gid gid = end.qps().getFirst().gid();
        return String.format(
                Locale.ROOT,
                "%s gid=%016x%016x rkey=%08x address=%x piece=%x qps=%s",
                END,
                gid.high(),
                gid.low(),
                end.rkey(),
                end.address(),
                end.pieceBytes(),
                end.qps().stream()
                        .map(qp -> String.format(Locale.ROOT, "%x:%x", qp.qpNumber(), qp.psn()))
                        .collect(Collectors.joining(",")));
    }

    /**
     * The other end, from its line.
     *
     * @param qps how many it must have
     * @throws PerfException when it is no end, or one with another number of QPs
     */
    static PerfPeer peer(String line, int qps) {
        Map<String, String> said = said(END, line);
        try {
            String gid = text(said, "gid");
            Gid named = new Gid(
                    Long.parseUnsignedLong(gid.substring(0, HEX), HEX),
                    Long.parseUnsignedLong(gid.substring(HEX), HEX));
            List<QpEndpoint> ends = Arrays.stream(text(said, "qps").split(","))
                    .map(one -> one.split(":", 2))
                    .map(one -> new QpEndpoint(Integer.parseInt(one[0], HEX), named, Integer.parseInt(one[1], HEX)))
                    .toList();
            if (ends.size() != qps) {
                throw new PerfException("the peer has " + ends.size() + " QPs in place of " + qps);
            }
            return new PerfPeer(
                    ImmutableList.copyOf(ends),
                    Integer.parseUnsignedInt(text(said, "rkey"), HEX),
                    Long.parseUnsignedLong(text(said, "address"), HEX),
                    Long.parseUnsignedLong(text(said, "piece"), HEX));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new PerfException("the peer says what cannot be: " + shown(line), e);
        }
    }

    private static Map<String, String> said(String word, String line) {
        String[] parts = line.strip().split(" ");
        if (!parts[0].equals(word)) {
            throw new PerfException("the peer is no fenestra perf of this version: it says " + shown(line));
        }
        Map<String, String> said = new HashMap<>();
        for (String part : List.of(parts).subList(1, parts.length)) {
            int at = part.indexOf('=');
            if (at > 0) {
                said.put(part.substring(0, at), part.substring(at + 1));
            }
        }
        return said;
    }

    private static String text(Map<String, String> said, String name) {
        @Nullable String value = said.get(name);
        if (value == null) {
            throw new PerfException("the peer does not say its " + name);
        }
        return value;
    }

    private static int number(Map<String, String> said, String name) {
        return Integer.parseInt(text(said, name));
    }

    /** The beginning of a line, in printable characters. */
    private static String shown(String line) {
        String plain = line.replaceAll("[^ -~]", "?");
        return plain.length() <= 60 ? plain : plain.substring(0, 60) + "...";
    }
}
