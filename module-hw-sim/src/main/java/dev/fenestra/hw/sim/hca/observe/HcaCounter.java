package dev.fenestra.hw.sim.hca.observe;

import java.util.function.ToLongFunction;

/** The counters of {@link HcaCounters} by name, as {@code rdma statistic show link} lists those of a device. */
public enum HcaCounter {
    /** {@link HcaCounters#packetsSent}. */
    TX_PACKETS("tx_packets", counters -> counters.packetsSent),
    /** {@link HcaCounters#payloadBytesSent}. */
    TX_PAYLOAD_BYTES("tx_payload_bytes", counters -> counters.payloadBytesSent),
    /** {@link HcaCounters#packetsReceived}. */
    RX_PACKETS("rx_packets", counters -> counters.packetsReceived),
    /** {@link HcaCounters#payloadBytesReceived}. */
    RX_PAYLOAD_BYTES("rx_payload_bytes", counters -> counters.payloadBytesReceived),
    /** {@link HcaCounters#packetsDropped}. */
    RX_DROPPED("rx_dropped", counters -> counters.packetsDropped),
    /** {@link HcaCounters#duplicateRequests}. */
    DUPLICATE_REQUEST("duplicate_request", counters -> counters.duplicateRequests),
    /** {@link HcaCounters#outOfSequence}. */
    OUT_OF_SEQUENCE("out_of_sequence", counters -> counters.outOfSequence),
    /** {@link HcaCounters#retransmissions}. */
    RETRANSMISSIONS("retransmissions", counters -> counters.retransmissions),
    /** {@link HcaCounters#rnrNaksSent}. */
    RNR_NAKS_SENT("rnr_naks_sent", counters -> counters.rnrNaksSent),
    /** {@link HcaCounters#datagramsWithoutRoom}. */
    OUT_OF_BUFFER("out_of_buffer", counters -> counters.datagramsWithoutRoom),
    /** {@link HcaCounters#qkeyViolations}. */
    QKEY_VIOLATIONS("qkey_violations", counters -> counters.qkeyViolations),
    /** {@link HcaCounters#refusals}. */
    REFUSALS("refusals", counters -> counters.refusals),
    /** {@link HcaCounters#pageFaults}. */
    PAGE_FAULTS("page_fault_events", counters -> counters.pageFaults),
    /** {@link HcaCounters#binds}. */
    MW_BINDS("mw_binds", counters -> counters.binds),
    /** {@link HcaCounters#invalidates}. */
    MW_INVALIDATES("mw_invalidates", counters -> counters.invalidates),
    /** {@link HcaCounters#mttWritten}. */
    MTT_ENTRIES_WRITTEN("mtt_entries_written", counters -> counters.mttWritten),
    /** {@link HcaCounters#registrations}. */
    FAST_REGISTRATIONS("fast_registrations", counters -> counters.registrations),
    /** {@link HcaCounters#keyCacheHits}. */
    MPT_CACHE_HITS("mpt_cache_hits", counters -> counters.keyCacheHits),
    /** {@link HcaCounters#keyCacheMisses}. */
    MPT_CACHE_MISSES("mpt_cache_misses", counters -> counters.keyCacheMisses),
    /** {@link HcaCounters#keyCacheEvictions}. */
    MPT_CACHE_EVICTIONS("mpt_cache_evictions", counters -> counters.keyCacheEvictions),
    /** {@link HcaCounters#translationCacheHits}. */
    MTT_CACHE_HITS("mtt_cache_hits", counters -> counters.translationCacheHits),
    /** {@link HcaCounters#translationCacheMisses}. */
    MTT_CACHE_MISSES("mtt_cache_misses", counters -> counters.translationCacheMisses),
    /** {@link HcaCounters#translationCacheEvictions}. */
    MTT_CACHE_EVICTIONS("mtt_cache_evictions", counters -> counters.translationCacheEvictions),
    /** {@link HcaCounters#translationReads}. */
    MTT_READS("mtt_reads", counters -> counters.translationReads);

    private final String text;
    private final ToLongFunction<HcaCounters> value;

    HcaCounter(String text, ToLongFunction<HcaCounters> value) {
        this.text = text;
        this.value = value;
    }

    /** {@return the name in a listing: lower case, words joined by underscores} */
    public String text() {
        return text;
    }

    /**
     * {@return the present value, 0 and up}
     *
     * @param counters those of a device
     */
    public long of(HcaCounters counters) {
        return value.applyAsLong(counters);
    }
}
