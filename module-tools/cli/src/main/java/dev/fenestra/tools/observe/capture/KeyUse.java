package dev.fenestra.tools.observe.capture;

import dev.fenestra.hw.sim.roce.wire.PortGid;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows keys that a SEND with invalidate has ended. Packets do not show binds, so a key that is bound again under the
 * same number looks like one that is still served.
 */
final class KeyUse {
    private KeyUse() {}

    private record Key(PortGid owner, int key) {}

    static void check(Map<Flow, List<SeenRequest>> requests, Findings findings) {
        Map<Key, Integer> ended = new HashMap<>();
        requests.forEach((flow, all) -> all.stream()
                .filter(SeenRequest::isAcknowledged)
                .forEach(one -> one.invalidated()
                        .ifPresent(key -> ended.merge(new Key(flow.destination(), key), one.answeredBy(), Math::min))));
        requests.forEach((flow, all) -> all.stream()
                .filter(one -> one.isAcknowledged() && one.first().hasKey() && one.length() > 0)
                .forEach(one -> {
                    int since = ended.getOrDefault(
                            new Key(flow.destination(), one.first().key()), Integer.MAX_VALUE);
                    if (one.first().number() > since) {
                        findings.add(
                                CaptureRule.KEY,
                                one.first(),
                                "%s by key 0x%08x is acknowledged, and packet %d acknowledged its invalidation",
                                RequestTrack.verb(one.first()),
                                one.first().key(),
                                since);
                    }
                }));
    }
}
