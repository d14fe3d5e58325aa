package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import java.util.ArrayList;
import java.util.List;

/** Reassembles requests from the packets of one direction. */
final class Reassembly {
    private Reassembly() {}

    static List<SeenRequest> of(RequestTrack track, Findings findings) {
        List<SeenRequest> requests = new ArrayList<>();
        SeenRequest open = new SeenRequest();
        for (RequestPacket packet : track.sent().values()) {
            boolean goesOn =
                    !open.packets.isEmpty() && open.packets.getLast().end() == packet.psn && !packet.startsMessage();
            if (!goesOn && !open.packets.isEmpty()) {
                requests.add(open);
                open = new SeenRequest();
            }
            open.packets.add(packet);
        }
        if (!open.packets.isEmpty()) {
            requests.add(open);
        }
        requests.forEach(request -> checkLength(request, findings));
        return requests;
    }

    private static void checkLength(SeenRequest request, Findings findings) {
        RocePacket first = request.first();
        if (first.has(OpcodeMask.WRITE) && request.isComplete() && first.range() != request.carried()) {
            findings.add(
                    CaptureRule.DMA_LENGTH,
                    request.last(),
                    "the RETH of packet %d says %d bytes, its packets carry %d",
                    first.number(),
                    first.range(),
                    request.carried());
        }
    }
}
