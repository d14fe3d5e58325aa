package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.Target;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of receives whose completions are not polled yet. A device may place them when the message arrives, when
 * the completion is polled, or in between (data inside the completion), so until then they are undefined. The tables do
 * not define a request that reads or writes them, or another receive that has them, too.
 */
final class Unpolled {
    private final Machine there;
    private final Iterator<Queue.Receive> receives;
    private final List<Range> undefined = new ArrayList<>();

    /** Bytes of a host's memory; any numbers, as a wrong address may give them. */
    private record Range(long start, long length) {
        boolean meets(Range other) {
            return start < other.start + other.length && other.start < start + length;
        }
    }

    private Unpolled(Machine there, Queue peer) {
        this.there = there;
        receives = peer.receives().iterator();
    }

    /** Whether a request uses bytes of a receive that one before it, posted together with it, takes. */
    static boolean areUsed(Machine there, Step.Post post) {
        if (post.works().size() == 1 || !there.hasQueue(post.qp())) {
            return false;
        }
        Unpolled unpolled = new Unpolled(there, there.queue(post.qp()));
        return post.works().stream().anyMatch(unpolled::areUsed);
    }

    private boolean areUsed(Work work) {
        return switch (work) {
            case Work.Write write -> areUsed(write.target(), work.size());
            case Work.WriteImmediate write -> {
                // Its receive gives no bytes.
                nextReceive();
                yield areUsed(write.target(), work.size());
            }
            case Work.Read read -> areUsed(read.target(), work.size());
            case Work.FetchAdd atomic -> areUsed(atomic.target(), work.size());
            case Work.CompareSwap atomic -> areUsed(atomic.target(), work.size());
            case Work.Send _, Work.SendInvalidate _ -> takesUsed();
            case Work.BindTwo _, Work.LocalInvalidate _ -> false;
        };
    }

    private boolean areUsed(Target target, int length) {
        return areUsed(there.key(target.key()), ProgramAddresses.of(there, target), length);
    }

    private boolean takesUsed() {
        Queue.Receive receive = nextReceive();
        if (receive == null) {
            return false;
        }
        boolean areUsed = areUsed(receive.key(), receive.address(), receive.length());
        range(receive.key(), receive.address(), receive.length()).ifPresent(undefined::add);
        return areUsed;
    }

    private Queue.@Nullable Receive nextReceive() {
        return receives.hasNext() ? receives.next() : null;
    }

    private boolean areUsed(int key, long address, int length) {
        return range(key, address, length)
                .filter(range -> undefined.stream().anyMatch(range::meets))
                .isPresent();
    }

    private Optional<Range> range(int key, long address, int length) {
        OptionalInt place = AccessRules.place(there, key, address);
        return place.isPresent() ? Optional.of(new Range(place.getAsInt(), length)) : Optional.empty();
    }
}
