package dev.fenestra.ib.core.kernel.inspection;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * A {@link Resource} with what {@code rdma resource show} and {@code rdma statistic show} print of it.
 *
 * @param resource what it is and who has it
 * @param pid number of the process on its host, from 1 on
 * @param users how many uses keep it from being destroyed; for a region also the windows bound to it
 * @param attributes name and value, in the order and the words of {@code rdma}; what the device did not answer is left
 *     out
 * @param statistics counters of this one object, in the order of the provider
 */
public record ResourceDetail(
        Resource resource,
        int pid,
        long users,
        SequencedMap<String, String> attributes,
        SequencedMap<String, Long> statistics) {

    /** Keeps a copy of the counters. */
    public ResourceDetail {
        attributes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(attributes));
        statistics = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(statistics));
    }
}
