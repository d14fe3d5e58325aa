package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A case needs more than the device announces. Nothing is wrong with the device: the case is skipped. */
final class LimitException extends CaseSkippedException {
    private static final long serialVersionUID = 1;

    LimitException(Limit limit, long announced, long needed) {
        super(String.format(
                "the device announces %s=%d, and the case needs %d %s",
                limit.announcedAs(), announced, needed, limit.what()));
    }

    /** The limit on living objects that a host has reached, if any: its device need not create one more of the kind. */
    static Optional<LimitException> exhausted(DeviceAttributes device, Host kernel) {
        Map<String, Long> alive = kernel.inspect().stream()
                .collect(Collectors.groupingBy(one -> one.resource().kind(), Collectors.counting()));
        for (Limit limit : Limit.values()) {
            long announced = limit.of(device);
            if (limit.countsObjects() && announced > 0 && alive.getOrDefault(limit.what(), 0L) >= announced) {
                return Optional.of(new LimitException(limit, announced, announced + 1));
            }
        }
        return Optional.empty();
    }
}
