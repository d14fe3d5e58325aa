package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one life of a QP, and the answers to them. A reset, or a new connection, begins another life.
 *
 * @param track its requests
 * @param answers in the order of the capture
 */
record QpConversation(RequestTrack track, List<RocePacket> answers) {

    /**
     * Splits two flows at the jumps of PSNs, and where a QP begins again at its first PSN after the last answer. Each
     * answer goes to the last connection before it that sent its PSN.
     */
    static List<QpConversation> split(List<RocePacket> there, List<RocePacket> back, Supplier<RequestTrack> tracks) {
        List<QpConversation> all = new ArrayList<>();
        for (RocePacket request : there) {
            if (request.has(OpcodeMask.REQUEST)) {
                if (all.isEmpty() || isNew(request, all.getLast().track, back)) {
                    all.add(new QpConversation(tracks.get(), new ArrayList<>()));
                }
                all.getLast().track.add(request);
            }
        }
        for (RocePacket answer : back) {
            @Nullable QpConversation asked = answer.has(OpcodeMask.RESPONSE) ? of(answer, all) : null;
            if (asked != null) {
                asked.answers.add(answer);
            }
        }
        return all;
    }

    private static boolean isNew(RocePacket request, RequestTrack track, List<RocePacket> back) {
        return !track.isNear(request)
                || track.isFirstAgain(request)
                        && back.stream()
                                .anyMatch(answer -> track.since() < answer.number()
                                        && answer.number() < request.number()
                                        && track.endsAll(answer));
    }

    /**
     * The connection that sent the PSN. When none did, the last connection that began before the answer. Null before
     * the first request.
     */
    private static @Nullable QpConversation of(RocePacket answer, List<QpConversation> all) {
        List<QpConversation> begun = all.stream()
                .filter(one -> one.track.since() < answer.number())
                .toList()
                .reversed();
        return begun.stream()
                .filter(one -> one.track.at(one.track.psnOf(answer)) != null)
                .findFirst()
                .orElse(begun.isEmpty() ? null : begun.getFirst());
    }
}
