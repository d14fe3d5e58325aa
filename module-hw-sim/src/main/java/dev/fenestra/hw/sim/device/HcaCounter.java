package dev.fenestra.hw.sim.device;

import java.util.function.ToLongFunction;

/** The counters of {@link HcaCounters} by name, as {@code rdma statistic show link} lists those of a device. */
public enum HcaCounter {
    TX_PACKETS("tx_packets", counters -> counters.packetsSent),
    TX_PAYLOAD_BYTES("tx_payload_bytes", counters -> counters.payloadBytesSent),
    RX_PACKETS("rx_packets", counters -> counters.packetsReceived),
    RX_DROPPED("rx_dropped", counters -> counters.packetsDropped),
    DUPLICATE_REQUEST("duplicate_request", counters -> counters.duplicateRequests),
    OUT_OF_SEQUENCE("out_of_sequence", counters -> counters.outOfSequence),
    RETRANSMISSIONS("retransmissions", counters -> counters.retransmissions),
    RNR_NAKS_SENT("rnr_naks_sent", counters -> counters.rnrNaksSent),
    OUT_OF_BUFFER("out_of_buffer", counters -> counters.datagramsWithoutRoom),
    QKEY_VIOLATIONS("qkey_violations", counters -> counters.qkeyViolations),
    REFUSALS("refusals", counters -> counters.refusals),
    PAGE_FAULTS("page_fault_events", counters -> counters.pageFaults),
    MW_BINDS("mw_binds", counters -> counters.binds),
    MW_INVALIDATES("mw_invalidates", counters -> counters.invalidates),
    MTT_ENTRIES_WRITTEN("mtt_entries_written", counters -> counters.mttWritten),
    FAST_REGISTRATIONS("fast_registrations", counters -> counters.registrations),
    MPT_CACHE_HITS("mpt_cache_hits", counters -> counters.keyCacheHits),
    MPT_CACHE_MISSES("mpt_cache_misses", counters -> counters.keyCacheMisses),
    MPT_CACHE_EVICTIONS("mpt_cache_evictions", counters -> counters.keyCacheEvictions),
    MTT_CACHE_HITS("mtt_cache_hits", counters -> counters.translationCacheHits),
    MTT_CACHE_MISSES("mtt_cache_misses", counters -> counters.translationCacheMisses),
    MTT_CACHE_EVICTIONS("mtt_cache_evictions", counters -> counters.translationCacheEvictions),
    MTT_READS("mtt_reads", counters -> counters.translationReads);

    private final String text;
    private final ToLongFunction<HcaCounters> value;

    HcaCounter(String text, ToLongFunction<HcaCounters> value) {
        this.text = text;
        this.value = value;
    }

    /** Its name in a listing. */
    public String text() {
        return text;
    }

    public long of(HcaCounters counters) {
        return value.applyAsLong(counters);
    }
}
