package dev.fenestra.tools.observe.capture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects findings; gives them in the order of packets. */
final class Findings {
    private final List<PacketFinding> all = new ArrayList<>();

    void add(CaptureRule rule, RocePacket packet, String format, Object... values) {
        all.add(new PacketFinding(rule, packet.number(), packet.nanos(), String.format(format, values)));
    }

    void add(CaptureRule rule, CapturedFrame frame, String text) {
        all.add(new PacketFinding(rule, frame.number(), frame.nanos(), text));
    }

    void addAll(Findings others) {
        all.addAll(others.all);
    }

    List<PacketFinding> inOrder() {
        return all.stream()
                .sorted(Comparator.comparingInt(PacketFinding::packet).thenComparing(PacketFinding::rule))
                .toList();
    }
}
