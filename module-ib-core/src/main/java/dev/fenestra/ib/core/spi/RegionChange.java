package dev.fenestra.ib.core.spi;

/**
 * A region after its change, complete, so that a driver may also register it anew, and a mask of the parts that differ.
 *
 * @param changes bits of {@link dev.fenestra.ib.core.vocabulary.ReregFlag}, at least one
 * @param pd PD it will belong to
 * @param pages its memory, pinned; new pages with CHANGE_TRANSLATION
 * @param iova address by which work requests will name the first byte
 * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}, checked
 * @param bound the region's ledger cell, the same before and after
 */
public record RegionChange(int changes, DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {}
