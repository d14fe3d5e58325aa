package dev.fenestra.tools.observe.report;

import dev.fenestra.tools.observe.report.EventRow.AccessRow;
import dev.fenestra.tools.observe.report.EventRow.KeyRow;
import dev.fenestra.tools.observe.report.EventRow.PacketRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The programs that repeat the remote accesses of a journal. It is asked about each event, in order. */
final class Repetitions {
    private static final int HEX = 16;

    /** By host and index. */
    private final Map<String, Map<Integer, KeyRow>> keys = new HashMap<>();

    private final Map<Long, String> refusals = new HashMap<>();

    /** For the events of one journal. */
    Repetitions(List<EventRow> events) {
        for (EventRow event : events) {
            if (event.refusal() != null && event.cause() != null) {
                refusals.put(event.cause(), event.refusal().rule());
            }
        }
    }

    /** The program that repeats what an event tells of; empty when it tells of no access, or of one that cannot be. */
    Optional<String> of(EventRow event) {
        try {
            note(event);
            if (event.refusal() != null && Repetition.isOfBoundRegion(event.refusal())) {
                return Optional.of(Repetition.ofBoundRegion(event.n()));
            }
            if (event.refusal() != null && event.refusal().access() != null) {
                boolean isKnown = !event.refusal().checks().isEmpty();
                return isKnown
                        ? of(
                                event.n(),
                                event.host(),
                                event.refusal().access(),
                                event.refusal().rule())
                        : Optional.empty();
            }
            return event.packet() == null ? Optional.empty() : ofPacket(event, event.packet());
        } catch (IllegalArgumentException _) {
            // A journal of another program may hold anything.
            return Optional.empty();
        }
    }

    private Optional<String> ofPacket(EventRow event, PacketRow packet) {
        if (packet.key() == null || packet.address() == null || packet.length() == null || packet.to() == null) {
            return Optional.empty();
        }
        String right = packet.name().contains("READ") ? "remote-read" : "remote-write";
        AccessRow access = new AccessRow(packet.key(), packet.address(), packet.length(), right, packet.toQp(), 0);
        return of(event.n(), packet.to(), access, refusals.getOrDefault(event.n(), ""));
    }

    private Optional<String> of(long n, String host, AccessRow access, String rule) {
        Map<Integer, KeyRow> known = of(host);
        KeyRow key = known.get(index(access.key()));
        KeyRow region = key == null || key.region() == null ? null : known.get(index(key.region()));
        return Repetition.of(n, access, key, region, rule);
    }

    private void note(EventRow event) {
        @Nullable KeyRow entry = event.after() == null ? event.before() : event.after();
        if (entry == null) {
            return;
        }
        if (event.after() == null) {
            of(event.host()).remove(index(entry.key()));
        } else {
            of(event.host()).put(index(entry.key()), entry);
        }
    }

    private Map<Integer, KeyRow> of(String host) {
        return keys.computeIfAbsent(host, _ -> new HashMap<>());
    }

    private static int index(String key) {
        int colon = key.indexOf(':');
        if (!key.startsWith("0x") || colon < 0) {
            throw new IllegalArgumentException(key);
        }
        return Integer.parseInt(key.substring(2, colon), HEX);
    }
}
