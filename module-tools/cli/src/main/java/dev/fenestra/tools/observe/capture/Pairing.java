package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the two flows of each connection. Packets name only the receiving QP. So two flows are opposite directions when
 * the answers of one name PSNs that the other sent before. The best match is taken first.
 */
final class Pairing {
    private final Map<Flow, List<RocePacket>> flows;
    private final Map<Flow, Map<Integer, Integer>> sent = new HashMap<>();

    private Pairing(Map<Flow, List<RocePacket>> flows) {
        this.flows = flows;
    }

    private record Match(Flow one, Flow other, int score, int distance) {}

    /** The other direction of each flow that has one. */
    static Map<Flow, Flow> of(Map<Flow, List<RocePacket>> flows) {
        return new Pairing(flows).pair();
    }

    private Map<Flow, Flow> pair() {
        flows.forEach((flow, packets) -> sent.put(flow, firstSent(packets)));
        List<Flow> order = List.copyOf(flows.keySet());
        List<Match> matches = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            // A QP may be connected to itself: then a flow is its own opposite.
            for (int k = i; k < order.size(); k++) {
                if (order.get(i).isOpposite(order.get(k))) {
                    int score = score(order.get(i), order.get(k)) + (i == k ? 0 : score(order.get(k), order.get(i)));
                    matches.add(new Match(order.get(i), order.get(k), score, k - i));
                }
            }
        }
        matches.sort(Comparator.comparingInt(Match::score).reversed().thenComparingInt(Match::distance));
        Map<Flow, Flow> pairs = new HashMap<>();
        Set<Flow> taken = new HashSet<>();
        for (Match match : matches) {
            boolean isOnly = order.size() == 2 && match.distance == 1;
            if ((match.score > 0 || isOnly) && !taken.contains(match.one) && !taken.contains(match.other)) {
                taken.add(match.one);
                taken.add(match.other);
                pairs.put(match.one, match.other);
                pairs.put(match.other, match.one);
            }
        }
        return pairs;
    }

    private static Map<Integer, Integer> firstSent(List<RocePacket> packets) {
        Map<Integer, Integer> first = new HashMap<>();
        packets.stream()
                .filter(packet -> packet.has(OpcodeMask.REQUEST))
                .forEach(packet -> first.putIfAbsent(packet.psn(), packet.number()));
        return first;
    }

    /** The number of answers of one flow that fit the requests of the other, minus those that do not. */
    private int score(Flow answers, Flow requests) {
        Map<Integer, Integer> asked = sent.getOrDefault(requests, Map.of());
        int score = 0;
        for (RocePacket packet : flows.getOrDefault(answers, List.of())) {
            boolean counts = packet.has(OpcodeMask.RESPONSE)
                    && (!packet.has(OpcodeMask.READ_RESPONSE) || packet.has(OpcodeMask.START));
            if (counts) {
                score += asked.getOrDefault(packet.psn(), Integer.MAX_VALUE) < packet.number() ? 1 : -1;
            }
        }
        return score;
    }
}
