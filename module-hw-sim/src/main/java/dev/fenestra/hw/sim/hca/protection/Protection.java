package dev.fenestra.hw.sim.hca.protection;

import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.PageFault;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.table.CardMemory;
import dev.fenestra.hw.sim.hca.table.DemandTable;
import dev.fenestra.hw.sim.hca.table.DeviceTables;
import dev.fenestra.hw.sim.hca.table.MptTable;
import dev.fenestra.hw.sim.hca.table.MttTable;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Memory protection of one device. Every access of the engine to memory by key passes here, and so does every change of
 * a key by a request. An access is granted when its key grants it ({@link KeyChecks}) and its pages are present
 * ({@link PageFaults}).
 */
public final class Protection {
    /** Binds and invalidates windows. */
    public final WindowUnit windows;
    /** Registers and invalidates fast-register regions. */
    public final FastRegionUnit fastRegions;
    /** Configures and invalidates indirect mkeys. */
    public final MkeyUnit mkeys;
    /** Moves bytes of granted memory. */
    public final Dma dma;
    /** Describes refusals. */
    public final Explain explain;
    /** Translations of regions that are paged on demand. */
    public final DemandTable demand;
    /** Memory of the card that programs may allocate. */
    public final CardMemory deviceMemory;

    /**
     * Checks keys.
     */
    public final KeyChecks keys;

    private final PageFaults pages;

    /**
     * Makes the rules of a device.
     *
     * @param config its windows, limits and paging
     * @param bus the host's memory
     * @param tables key table and translation table
     * @param qps finds the QP through which a window was bound
     * @param counters count binds, registrations and faults
     * @param observer observes changed keys
     * @param host gets page faults
     */
    public Protection(
            HcaConfig config,
            DmaBus bus,
            DeviceTables tables,
            QpLookup qps,
            HcaCounters counters,
            KeyObserver observer,
            Consumer<PageFault> host) {
        MptTable mpt = tables.keys();
        MttTable mtt = tables.translations();
        demand = new DemandTable(mtt);
        deviceMemory = new CardMemory(
                config.memory().deviceMemoryBytes(), config.memory().bar());
        dma = new Dma(bus, mtt, demand, deviceMemory);
        explain = new Explain(mpt);
        LayoutWalk layouts = new LayoutWalk(mpt, mtt, config.limits().mkeys());
        keys = new KeyChecks(mpt, config.windows(), layouts);
        pages = new PageFaults(demand, dma, mpt, config.odp(), counters, host);
        BindingLedger ledger = new BindingLedger(bus, config.windows());
        windows = new WindowUnit(mpt, ledger, qps, counters, observer);
        fastRegions = new FastRegionUnit(mpt, mtt, ledger, counters, observer);
        mkeys = new MkeyUnit(mpt, mtt, config.limits().mkeys(), counters, observer);
    }

    /**
     * Asks for local memory that a request names, with its pages.
     *
     * @param qp the QP of the request
     * @param pd of the QP, or of the SRQ that the receive came from
     * @param piece key, address and length of the memory
     * @param offset in the piece
     * @param length bytes to move now
     * @param operation bit of {@link dev.fenestra.hw.sim.hca.limits.OdpSupport}; 0 for accesses of the device for
     *     itself
     * @param grant gets the answer
     * @return whether it is granted, refused, or waits for a page
     */
    public Outcome local(QpView qp, int pd, DataPiece piece, long offset, int length, int operation, Grant grant) {
        Outcome outcome = localKey(pd, piece, offset, length, grant);
        return outcome == Outcome.GRANTED ? pages.check(qp, operation, piece.length - offset, grant) : outcome;
    }

    /**
     * Asks for local memory, whether its pages are present or not.
     *
     * @param pd of the QP, or of the SRQ that the receive came from
     * @param piece key, address and length of the memory
     * @param offset in the piece
     * @param length bytes to move now
     * @param grant gets the answer
     * @return granted or refused
     */
    public Outcome localKey(int pd, DataPiece piece, long offset, int length, Grant grant) {
        long address = piece.address + offset;
        grant.ask(piece.lkey, address, length);
        return outcome(keys.local(pd, piece.lkey, address, length, grant), grant);
    }

    /**
     * Asks for local memory whose pages must be present. It never raises a page fault.
     *
     * @param pd of the QP, or of the SRQ that the receive came from
     * @param piece key, address and length of the memory
     * @param offset in the piece
     * @param length bytes to move now
     * @param grant gets the answer
     * @return whether it is granted; if not, nothing has happened
     */
    public boolean localAtOnce(int pd, DataPiece piece, long offset, int length, Grant grant) {
        return localKey(pd, piece, offset, length, grant) == Outcome.GRANTED && dma.isThere(grant);
    }

    /**
     * {@return whether software may place data in a piece of memory instead of the device: it sees the memory at the
     * same addresses}
     *
     * @param pd of the QP, or of the SRQ that the receive came from
     * @param piece key, address and length of the memory
     * @param length bytes to place
     * @param grant gets the answer
     */
    public boolean softwareMayPlace(int pd, DataPiece piece, int length, Grant grant) {
        return localKey(pd, piece, 0, length, grant) == Outcome.GRANTED
                && keys.isVirtual(piece.lkey)
                && dma.reaches(grant);
    }

    /**
     * Asks for memory that a peer's request names, with its pages.
     *
     * @param qp the QP on which the request arrived
     * @param access the peer's operation
     * @param rkey the key that it names
     * @param address the address that it names
     * @param length of the message from here on; all of it must lie inside the extent of the key
     * @param part bytes to move now; only their pages are checked
     * @param grant gets the answer
     * @return whether it is granted, refused, or waits for a page
     */
    public Outcome remote(QpView qp, RemoteAccess access, int rkey, long address, long length, int part, Grant grant) {
        Outcome outcome = remoteKey(qp, access, rkey, address, length, part, grant);
        return outcome == Outcome.GRANTED ? pages.check(qp, access.operation, length, grant) : outcome;
    }

    /**
     * Asks for a peer's access, whether its pages are present or not.
     *
     * @param qp the QP on which the request arrived
     * @param access the peer's operation
     * @param rkey the key that it names
     * @param address the address that it names
     * @param length of the message from here on
     * @param part bytes to move now
     * @param grant gets the answer
     * @return granted or refused
     */
    public Outcome remoteKey(
            QpView qp, RemoteAccess access, int rkey, long address, long length, int part, Grant grant) {
        grant.ask(rkey, address, length);
        return outcome(keys.remote(qp, rkey, address, length, access.right, part, grant), grant);
    }

    /**
     * Asks for a peer's access to memory whose pages must be present. It never raises a page fault.
     *
     * @param qp the QP on which the request arrived
     * @param access the peer's operation
     * @param rkey the key that it names
     * @param address the address that it names
     * @param length of the message from here on
     * @param part bytes to move now
     * @param grant gets the answer
     * @return whether it is granted; if not, nothing has happened
     */
    public boolean remoteAtOnce(
            QpView qp, RemoteAccess access, int rkey, long address, long length, int part, Grant grant) {
        return remoteKey(qp, access, rkey, address, length, part, grant) == Outcome.GRANTED && dma.isThere(grant);
    }

    /**
     * Asks for the next part of a READ that is being answered. R7 refuses when the region has changed since the READ
     * began.
     *
     * @param qp the QP on which the READ arrived
     * @param rkey the key that it names
     * @param address of the part
     * @param part bytes to move now
     * @param rest bytes from here to the end of the READ
     * @param version the region's {@link #version} when the READ began
     * @param grant gets the answer
     * @return whether it is granted, refused, or waits for a page
     */
    public Outcome answer(QpView qp, int rkey, long address, int part, long rest, int version, Grant grant) {
        Outcome outcome = answerKey(qp, rkey, address, part, version, grant);
        return outcome == Outcome.GRANTED ? pages.check(qp, RemoteAccess.READ.operation, rest, grant) : outcome;
    }

    /**
     * Asks for the next part of a READ whose pages must be present. It never raises a page fault.
     *
     * @param qp the QP on which the READ arrived
     * @param rkey the key that it names
     * @param address of the part
     * @param part bytes to move now
     * @param version the region's {@link #version} when the READ began
     * @param grant gets the answer
     * @return whether it is granted; if not, nothing has happened
     */
    public boolean answerAtOnce(QpView qp, int rkey, long address, int part, int version, Grant grant) {
        return answerKey(qp, rkey, address, part, version, grant) == Outcome.GRANTED && dma.isThere(grant);
    }

    private Outcome answerKey(QpView qp, int rkey, long address, int part, int version, Grant grant) {
        Outcome outcome = remoteKey(qp, RemoteAccess.READ, rkey, address, part, part, grant);
        return outcome == Outcome.GRANTED && version(rkey) != version ? grant.refuse(HcaRule.R7) : outcome;
    }

    /**
     * Asks for a FLUSH. Bytes to be persistent must be in memory. Bytes to be visible need no page: a page
     * that was taken from the device took them to where the process sees them.
     *
     * @param qp the QP on which the FLUSH arrived
     * @param rkey the key that it names
     * @param address first byte
     * @param length bytes
     * @param isWhole whether all that the key covers is flushed; then the range is ignored
     * @param right FLUSH rights, one for each effect
     * @param grant gets the answer
     * @return whether it is granted, refused, or waits for a page
     */
    public Outcome flush(QpView qp, int rkey, long address, long length, boolean isWhole, int right, Grant grant) {
        grant.ask(rkey, address, length);
        HcaRule refusal = isWhole
                ? keys.remote(qp, rkey, keys.start(rkey), 0, right, 0, grant)
                : keys.remote(qp, rkey, address, length, right, 0, grant);
        if (refusal != null) {
            return grant.refuse(refusal);
        }
        boolean needsPages = (right & Rights.FLUSH_PERSISTENT) != 0;
        long flushed = isWhole ? keys.length(rkey) : length;
        return pages.checkFlush(qp, needsPages ? flushed : 0, grant);
    }

    private static Outcome outcome(@Nullable HcaRule refusal, Grant grant) {
        return refusal == null ? Outcome.GRANTED : grant.refuse(refusal);
    }

    /**
     * {@return how often the region or the indirect mkey of a key has changed; 0 for a window or an unknown key}
     *
     * @param key any key
     */
    public int version(int key) {
        return keys.version(key);
    }

    /**
     * Invalidates a key of any kind.
     *
     * @param qp the QP of the request
     * @param key to invalidate
     * @param remotely whether a peer asks for it
     * @return null when done; else the rule that refused, and nothing has changed
     */
    public @Nullable HcaRule invalidate(QpView qp, int key, boolean remotely) {
        if (mkeys.isIndirect(key)) {
            return mkeys.invalidate(qp, key, remotely);
        }
        return fastRegions.isFast(key) ? fastRegions.invalidate(qp, key, remotely) : windows.invalidate(qp, key);
    }
}
