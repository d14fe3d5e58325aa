package dev.fenestra.tools.observe.report;

import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.tools.observe.journal.BrokenDuty;
import dev.fenestra.tools.observe.journal.JournalEvent;
import dev.fenestra.tools.observe.journal.Layer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which event led to which: request, doorbell, WQE, packet and completion form one chain. A device does one thing after
 * the other, so everything it does until its next input has its last input as the cause.
 */
final class Causes {
    private static final Set<KeyChange> BY_UMR = Set.of(
            KeyChange.CONFIGURED, KeyChange.REGISTERED, KeyChange.BOUND, KeyChange.UNBOUND, KeyChange.INVALIDATED);

    private final Map<String, Long> last = new HashMap<>();
    private final Map<String, Queue<Long>> completions = new HashMap<>();
    private final Map<String, Queue<Long>> umrs = new HashMap<>();
    private final Map<String, Long> requests = new HashMap<>();

    /** The cause of an event, or null for the first of a chain. Notes the event for later ones. */
    @Nullable
    Long of(JournalEvent event) {
        String host = event.stamp().host();
        return event instanceof JournalEvent.Crossing crossing ? ofCrossing(crossing, host) : ofWork(event, host);
    }

    /** On the control path, from layer to layer. */
    private @Nullable Long ofCrossing(JournalEvent.Crossing event, String host) {
        return switch (event) {
            case JournalEvent.VerbCalled _ -> begins(event, "verb");
            case JournalEvent.SystemCalled _ -> last.get(host + "verb");
            case JournalEvent.ProviderCalled _ -> {
                begins(event, "device");
                yield last.get(host + "verb");
            }
            case JournalEvent.CommandEnded ended
            when ended.stamp().layer() == Layer.DRIVER -> last.get(host + "executed");
            case JournalEvent.CommandEnded _ -> {
                begins(event, "executed");
                yield last.get(host + "device");
            }
        };
    }

    /** A UMR that is fetched changes a key later. */
    private @Nullable Long ofFetch(JournalEvent.WqeFetched fetched, String host) {
        if (fetched.opcode() == SendOpcode.CHANGE_KEY) {
            umrs(host).add(fetched.stamp().sequence());
        }
        begins(fetched, "device");
        begins(fetched, "fetched" + fetched.qpNumber() + "/" + fetched.index());
        return last.get(host + "seen" + fetched.qpNumber());
    }

    private @Nullable Long ofWork(JournalEvent event, String host) {
        return switch (event) {
            case JournalEvent.Pinned _, JournalEvent.Unpinned _ -> last.get(host + "verb");
            case JournalEvent.WqeWritten wqe -> {
                requests.put(host + wqe.qpNumber() + "/" + wqe.index(), wqe.wrId());
                begins(event, "wqe" + wqe.qpNumber());
                yield begins(event, "wqe" + wqe.qpNumber() + "/" + wqe.wrId());
            }
            case JournalEvent.Posted posted -> last.get(host + "wqe" + posted.qpNumber() + "/" + posted.wrId());
            // A device may see a doorbell before the driver has reported it.
            case JournalEvent.DoorbellRung rung -> last.get(host + "wqe" + rung.qpNumber());
            case JournalEvent.DoorbellSeen seen -> {
                begins(event, "seen" + seen.qpNumber());
                yield last.get(host + "wqe" + seen.qpNumber());
            }
            case JournalEvent.WqeFetched fetched -> ofFetch(fetched, host);
            case JournalEvent.CqeWritten written -> {
                completions
                        .computeIfAbsent(host + written.qpNumber() + "/" + written.kindName(), _ -> new ArrayDeque<>())
                        .add(event.stamp().sequence());
                yield last.get(host + "device");
            }
            case JournalEvent.CqeRead read -> {
                begins(event, "read");
                Queue<Long> written = completions.get(host + read.qpNumber() + "/" + read.kindName());
                yield written == null ? null : written.poll();
            }
            case JournalEvent.Polled _ -> last.get(host + "read");
            case JournalEvent.KeyChanged changed -> ofKey(changed, host);
            case JournalEvent.DutyBroken found -> ofRequest(found.broken(), host);
            case JournalEvent.Refused refused
            when !refused.refusal().layer().equals(Layer.HW_SIM.toString()) -> last.get(host + "verb");
            case JournalEvent.Refused _ -> {
                // UMRs that were fetched behind it are not executed.
                umrs(host).clear();
                yield last.get(host + "device");
            }
            default -> last.get(host + "device");
        };
    }

    private @Nullable Long ofRequest(BrokenDuty broken, String host) {
        return last.get(host + "wqe" + broken.qpNumber() + "/" + broken.wrId());
    }

    /**
     * A device fetches requests ahead, so the last one that it fetched need not be the UMR that changes a key. A peer
     * may invalidate a key, too: then a packet has just arrived.
     */
    private @Nullable Long ofKey(JournalEvent.KeyChanged event, String host) {
        @Nullable Long input = last.get(host + "device");
        boolean isByPeer = event.change() == KeyChange.INVALIDATED && Objects.equals(input, last.get(host + "arrived"));
        @Nullable
        Long umr = !isByPeer && BY_UMR.contains(event.change()) ? umrs(host).poll() : null;
        return umr == null ? input : umr;
    }

    /** The UMRs that a device has fetched, and that have changed no key yet. */
    private Queue<Long> umrs(String host) {
        return umrs.computeIfAbsent(host, _ -> new ArrayDeque<>());
    }

    /** The fetched WQE of a packet; null when it is not known. */
    @Nullable
    Long fetched(String host, int qpNumber, int wqeIndex) {
        return last.get(host + "fetched" + qpNumber + "/" + wqeIndex);
    }

    /** The number of the request that a WQE serves. */
    @Nullable
    Long request(String host, int qpNumber, int wqeIndex) {
        return requests.get(host + qpNumber + "/" + wqeIndex);
    }

    /** A packet has arrived. It is the cause of what the device does from now on. */
    void arrived(String host, long sequence) {
        last.put(host + "device", sequence);
        last.put(host + "arrived", sequence);
    }

    private @Nullable Long begins(JournalEvent event, String what) {
        last.put(event.stamp().host() + what, event.stamp().sequence());
        return null;
    }
}
