package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Service;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks a capture: each packet by itself, then each connection in both directions. */
public final class CaptureCheck {
    private static final int LEAST_MTU = 256;
    private static final int LARGEST_MTU = 4096;

    private final Findings findings = new Findings();
    /** Those that compare packets: they hold only when none is missing. */
    private final Findings comparing = new Findings();

    private final Map<Flow, List<RocePacket>> flows = new LinkedHashMap<>();
    private final Map<Flow, List<SeenRequest>> requests = new LinkedHashMap<>();
    private int packets;

    private CaptureCheck() {}

    /**
     * Checks the frames of a capture.
     *
     * @param frames in order
     * @return its requests, and the packets that broke a rule
     */
    public static CaptureFindings check(List<CapturedFrame> frames) {
        return new CaptureCheck().run(frames);
    }

    private CaptureFindings run(List<CapturedFrame> frames) {
        PacketChecks checks = new PacketChecks(findings);
        frames.forEach(frame -> checks.check(frame).ifPresent(this::sort));
        Map<Flow, Flow> pairs = Pairing.of(flows);
        for (Flow flow : flows.keySet()) {
            checkFlow(flow, pairs.get(flow));
        }
        KeyUse.check(requests, comparing);
        if (checks.unreadable() == 0) {
            findings.addAll(comparing);
        }
        List<Request> summaries = new ArrayList<>();
        requests.forEach((flow, all) -> all.forEach(one -> summaries.add(one.summary(flow))));
        return new CaptureFindings(
                frames.size(),
                packets + checks.notified(),
                checks.notified(),
                checks.cut(),
                checks.unreadable(),
                summaries,
                findings.inOrder());
    }

    private void sort(RocePacket packet) {
        packets++;
        List<RocePacket> flow = flows.computeIfAbsent(packet.flow(), key -> new ArrayList<>());
        if (!flow.isEmpty() && flow.getFirst().service() != packet.service()) {
            comparing.add(
                    CaptureRule.SERVICE,
                    packet,
                    "%s to a QP that got %s in packet %d",
                    packet.name(),
                    flow.getFirst().name(),
                    flow.getFirst().number());
            return;
        }
        flow.add(packet);
    }

    private void checkFlow(Flow flow, @Nullable Flow opposite) {
        List<RocePacket> there = flows.getOrDefault(flow, List.of());
        List<RocePacket> back = opposite == null ? List.of() : flows.getOrDefault(opposite, List.of());
        if (there.getFirst().service() == Service.UD) {
            requests.put(flow, datagrams(there));
            return;
        }
        int mtu = mtu(there, back);
        for (QpConversation connection : QpConversation.split(there, back, () -> new RequestTrack(comparing, mtu))) {
            check(flow, connection);
        }
    }

    private void check(Flow flow, QpConversation connection) {
        connection.track().finish();
        List<SeenRequest> messages = Reassembly.of(connection.track(), comparing);
        requests.computeIfAbsent(flow, key -> new ArrayList<>()).addAll(messages);
        if (messages.getFirst().first().service() == Service.UC) {
            messages.forEach(SeenRequest::unreliable);
        } else {
            AnswerTrack answers = new AnswerTrack(comparing, connection.track(), messages);
            connection.answers().forEach(answers::add);
        }
    }

    private static List<SeenRequest> datagrams(List<RocePacket> packets) {
        List<SeenRequest> all = new ArrayList<>();
        for (RocePacket packet : packets) {
            SeenRequest request = new SeenRequest();
            request.packets.add(new RequestPacket(packet, packet.psn(), LARGEST_MTU));
            request.unreliable();
            all.add(request);
        }
        return all;
    }

    /**
     * The payload of a packet that is not the last of its message. Without such a packet, the least MTU that all
     * packets fit.
     */
    private static int mtu(List<RocePacket> there, List<RocePacket> back) {
        int mtu = LEAST_MTU;
        for (List<RocePacket> packets : List.of(there, back)) {
            for (RocePacket packet : packets) {
                boolean isFull = packet.has(OpcodeMask.PAYLOAD) && !packet.has(OpcodeMask.END);
                if (isFull && isMtu(packet.payload())) {
                    return packet.payload();
                }
                while (mtu < packet.payload() && mtu < LARGEST_MTU) {
                    mtu *= 2;
                }
            }
        }
        return mtu;
    }

    private static boolean isMtu(int bytes) {
        return bytes >= LEAST_MTU && bytes <= LARGEST_MTU && Integer.bitCount(bytes) == 1;
    }
}
