package dev.fenestra.uverbs.device;

import dev.fenestra.ib.core.spi.InFlight;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.uverbs.VerbsObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Says in a line what is in flight on QPs of a device: for a wait that gives up. */
public final class Unfinished {
    private Unfinished() {}

    /**
     * {@return what is in flight on the QPs that report to a CQ or a channel}
     *
     * @param device of the QPs
     * @param queue the CQ or the channel
     */
    public static String of(OpenDevice device, VerbsObject queue) {
        return of(device, qp -> qp.reportsTo(queue));
    }

    /**
     * {@return what is in flight on all QPs of a device}
     *
     * @param device of the QPs
     */
    public static String of(OpenDevice device) {
        return of(device, (Reporting _) -> true);
    }

    private static String of(OpenDevice device, Predicate<Reporting> isAsked) {
        List<Reporting> qps = device.objects().stream()
                .flatMap(object -> object instanceof Reporting qp ? Stream.of(qp) : Stream.empty())
                .filter(isAsked)
                .toList();
        List<String> sentences = new ArrayList<>();
        qps.stream().flatMap(qp -> sentences(device, qp)).forEach(sentences::add);
        if (sentences.isEmpty()) {
            InFlight known = device.kernel().inFlight();
            sentences.add(known.canMove() ? "nothing is in flight" : "nothing is in flight, and nothing can come");
            qps.stream().flatMap(Unfinished::unsignaled).forEach(sentences::add);
        }
        return String.join("; ", sentences);
    }

    /** With what has put a QP into ERR. */
    private static Stream<String> sentences(OpenDevice device, Reporting qp) {
        return device.kernel().inFlight(qp.number()).waiting().stream()
                .map(it -> it.isInError() ? it.sentence() + reason(device, qp) : it.sentence());
    }

    private static String reason(OpenDevice device, Reporting qp) {
        return device.kernel()
                .lastRefusal(it -> it.isOf(qp.number()))
                .map(Refusal::reason)
                .map(it -> ": " + it)
                .orElse("");
    }

    /** Requests are done of which no completion tells. */
    private static Stream<String> unsignaled(Reporting qp) {
        int done = qp.unfinished();
        return done == 0
                ? Stream.of()
                : Stream.of(String.format(
                        "QP 0x%x: %d request%s done without a completion, posted unsignaled",
                        qp.number(), done, done == 1 ? " is" : "s are"));
    }
}
