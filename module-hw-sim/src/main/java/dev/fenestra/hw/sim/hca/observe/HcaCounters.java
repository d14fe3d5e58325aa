package dev.fenestra.hw.sim.hca.observe;

/** What a device counted since it was built. Written by the device only; a reader sees them once the device is idle. */
public final class HcaCounters {
    /** Entries of the translation table written. */
    public long mttWritten;
    /** Fast-register regions given memory. */
    public long registrations;
    /** Windows bound. */
    public long binds;
    /** Windows invalidated or unbound, mkeys and fast-register regions invalidated. */
    public long invalidates;
    /**
     * Keys looked up that were in the cache of the key table. Without a cache, this and the other cache counters stay
     * 0.
     */
    public long keyCacheHits;
    /** Keys looked up that were not there. */
    public long keyCacheMisses;
    /** Keys that another key evicted from the cache. */
    public long keyCacheEvictions;
    /** Translations looked up that were in the cache of the translation table. */
    public long translationCacheHits;
    /** Translations looked up that were not there. */
    public long translationCacheMisses;
    /** Lines of eight translations that another line evicted from the cache. */
    public long translationCacheEvictions;
    /** Reads of a translation table that does not lie on the chip. */
    public long translationReads;
    /** Packets handed to the link. */
    public long packetsSent;
    /** Payload bytes handed to the link. */
    public long payloadBytesSent;
    /** Packets taken from the link. */
    public long packetsReceived;
    /** Payload bytes taken from the link. */
    public long payloadBytesReceived;
    /** Packets that were dropped on arrival. */
    public long packetsDropped;
    /** Datagrams with another Q_Key than that of their QP. */
    public long qkeyViolations;
    /** Datagrams for which there was no receive, or none long enough. */
    public long datagramsWithoutRoom;
    /** Requests that arrived a second time. */
    public long duplicateRequests;
    /** Packets that came before one that is missing. */
    public long outOfSequence;
    /** Receiver-not-ready NAKs sent. */
    public long rnrNaksSent;
    /** Times a requester went back and sent again. */
    public long retransmissions;
    /** Accesses that had to wait for a page. */
    public long pageFaults;
    /** Requests refused by a rule of memory protection or of the transport. */
    public long refusals;

    /** Makes counters that are all 0. */
    public HcaCounters() {}
}
