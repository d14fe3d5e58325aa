package dev.fenestra.hw.sim.engine.protection;

import dev.fenestra.hw.sim.device.DmaBus;
import dev.fenestra.hw.sim.device.HcaConfig;
import dev.fenestra.hw.sim.device.HcaCounters;
import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.hw.sim.queue.DataPiece;
import dev.fenestra.hw.sim.queue.PageFault;
import dev.fenestra.hw.sim.table.DemandTable;
import dev.fenestra.hw.sim.table.DeviceMemory;
import dev.fenestra.hw.sim.table.MptTable;
import dev.fenestra.hw.sim.table.MttTable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Memory protection of one device: every access of the engine to memory by key is asked for here, and every change of a
 * key by a request is made here. An access is granted when its key grants it ({@link KeyChecks}) and its pages are
 * there ({@link PageFaults}).
 */
public final class Protection {
    public final WindowUnit windows;
    public final FastRegionUnit fastRegions;
    public final MkeyUnit mkeys;
    public final Dma dma;
    public final Explain explain;
    public final DemandTable demand;
    public final DeviceMemory deviceMemory;
    final KeyChecks keys;
    private final PageFaults pages;

    /**
     * @param qps finds the QP through which a window was bound
     * @param observer is told of changed keys
     * @param host is told of missing pages
     */
    public Protection(
            HcaConfig config,
            DmaBus bus,
            MptTable mpt,
            MttTable mtt,
            QpLookup qps,
            HcaCounters counters,
            KeyObserver observer,
            Consumer<PageFault> host) {
        demand = new DemandTable(mtt);
        deviceMemory = new DeviceMemory(
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
     * @param pd of the QP, or of the SRQ that the receive came from
     * @param offset in the piece
     * @param length bytes that are moved now
     * @param operation bit of {@link dev.fenestra.hw.sim.device.OdpSupport}, 0 for what the device does for itself
     */
    public Outcome local(QpView qp, int pd, DataPiece piece, long offset, int length, int operation, Grant grant) {
        Outcome outcome = localKey(pd, piece, offset, length, grant);
        return outcome == Outcome.GRANTED ? pages.check(qp, operation, piece.length - offset, grant) : outcome;
    }

    /** Asks for local memory, whether its pages are there or not. The result is never {@link Outcome#WAITS}. */
    public Outcome localKey(int pd, DataPiece piece, long offset, int length, Grant grant) {
        long address = piece.address + offset;
        grant.ask(piece.lkey, address, length);
        return outcome(keys.local(pd, piece.lkey, address, length, grant), grant);
    }

    /**
     * Asks for local memory that must be there at once. When the result is false nothing has happened, and nobody
     * waits.
     */
    public boolean localAtOnce(int pd, DataPiece piece, long offset, int length, Grant grant) {
        return localKey(pd, piece, offset, length, grant) == Outcome.GRANTED && dma.isThere(grant);
    }

    /**
     * Whether software could place data in a piece of memory as well as the device could: it sees the memory at the
     * same addresses.
     */
    public boolean softwareMayPlace(int pd, DataPiece piece, int length, Grant grant) {
        return localKey(pd, piece, 0, length, grant) == Outcome.GRANTED
                && keys.isVirtual(piece.lkey)
                && dma.reaches(grant);
    }

    /**
     * Asks for memory that a peer's request names, with its pages.
     *
     * @param length of the message from here on: all of it must lie inside of what the key covers
     * @param part bytes that are moved now: what they lead to is looked at
     */
    public Outcome remote(QpView qp, RemoteAccess access, int rkey, long address, long length, int part, Grant grant) {
        Outcome outcome = remoteKey(qp, access, rkey, address, length, part, grant);
        return outcome == Outcome.GRANTED ? pages.check(qp, access.operation, length, grant) : outcome;
    }

    /** Asks for a peer's access, whether its pages are there or not. The result is never {@link Outcome#WAITS}. */
    public Outcome remoteKey(
            QpView qp, RemoteAccess access, int rkey, long address, long length, int part, Grant grant) {
        grant.ask(rkey, address, length);
        return outcome(keys.remote(qp, rkey, address, length, access.right, part, grant), grant);
    }

    /**
     * Asks for a peer's access to memory that must be there at once. When the result is false nothing has happened, and
     * nobody waits.
     */
    public boolean remoteAtOnce(
            QpView qp, RemoteAccess access, int rkey, long address, long length, int part, Grant grant) {
        return remoteKey(qp, access, rkey, address, length, part, grant) == Outcome.GRANTED && dma.isThere(grant);
    }

    /**
     * Asks for the next part of a READ that is being answered. A region that has changed since the READ began refuses
     * it by R7.
     *
     * @param part bytes that are moved now
     * @param rest bytes from here to the end of the READ
     * @param version the region's {@link #version} when the READ began
     */
    public Outcome answer(QpView qp, int rkey, long address, int part, long rest, int version, Grant grant) {
        Outcome outcome = answerKey(qp, rkey, address, part, version, grant);
        return outcome == Outcome.GRANTED ? pages.check(qp, RemoteAccess.READ.operation, rest, grant) : outcome;
    }

    /**
     * Asks for the next part of a READ that must be there at once. When the result is false nothing has happened, and
     * nobody waits.
     */
    public boolean answerAtOnce(QpView qp, int rkey, long address, int part, int version, Grant grant) {
        return answerKey(qp, rkey, address, part, version, grant) == Outcome.GRANTED && dma.isThere(grant);
    }

    private Outcome answerKey(QpView qp, int rkey, long address, int part, int version, Grant grant) {
        Outcome outcome = remoteKey(qp, RemoteAccess.READ, rkey, address, part, part, grant);
        return outcome == Outcome.GRANTED && version(rkey) != version ? grant.refuse(HcaRule.R7) : outcome;
    }

    /**
     * Asks for a FLUSH. What is to be persistent must be in memory; what is to be visible has gone to where the process
     * sees it when its page went.
     *
     * @param isWhole all that the key covers is flushed; then the range means nothing
     * @param right FLUSH rights, one for each placement that is asked for
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
     * How often the region or the indirect mkey of a key has changed; 0 for a window, and when there is no such key.
     */
    public int version(int key) {
        return keys.version(key);
    }

    /**
     * Invalidates a key of any kind.
     *
     * @param remotely a peer asks for it
     * @return null when done; else the rule that refused, and nothing has changed
     */
    public @Nullable HcaRule invalidate(QpView qp, int key, boolean remotely) {
        if (mkeys.isIndirect(key)) {
            return mkeys.invalidate(qp, key, remotely);
        }
        return fastRegions.isFast(key) ? fastRegions.invalidate(qp, key, remotely) : windows.invalidate(qp, key);
    }
}
