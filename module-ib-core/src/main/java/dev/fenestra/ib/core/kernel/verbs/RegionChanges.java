package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.MrObject;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RegionChange;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;

/**
 * Changes regions ({@code rereg_mr}): all checks, then new pages, then one command; the old pages are unpinned last.
 */
public final class RegionChanges {
    private static final int KEPT_WHILE_BOUND = AccessFlag.mask(AccessFlag.MW_BIND, AccessFlag.LOCAL_WRITE);

    private final KernelDevice device;
    private final MemoryRegions regions;
    private final WindowNames names;
    private final MrAccess rights;

    /**
     * Makes the changes of an opened device.
     *
     * @param device the device
     * @param regions its regions
     * @param names names windows in refusals
     * @param rights checks access flags
     */
    public RegionChanges(KernelDevice device, MemoryRegions regions, WindowNames names, MrAccess rights) {
        this.device = device;
        this.regions = regions;
        this.names = names;
        this.rights = rights;
    }

    /**
     * Checks the flags.
     *
     * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.ReregFlag}
     */
    public static void checkFlags(int flags) {
        if (flags == 0) {
            throw new VerbsException(RegionRule.REREG_CHANGES, "flags=0");
        }
        if ((flags & ~ReregFlag.ALL) != 0) {
            throw new VerbsException(RegionRule.REREG_KNOWN, String.format("flags=0x%x", flags));
        }
    }

    /**
     * Checks that a region's memory belongs to the program, since only such a region can be registered again.
     *
     * @param region the region
     */
    public static void checkType(MrObject region) {
        if (region.type() != MrType.MR) {
            throw new VerbsException(RegionRule.REREG_TYPE, region + " is of type " + region.type());
        }
    }

    /**
     * {@return the rights that a region will have} It checks the page offset before the access flags, as in
     * {@code reg_mr}.
     *
     * @param region the region
     * @param asked the change
     */
    public int checkAccess(MrObject region, ReregRequest asked) {
        boolean newAccess = asked.changes(ReregFlag.CHANGE_ACCESS);
        int access = newAccess ? asked.access() : region.access();
        boolean moves = asked.changes(ReregFlag.CHANGE_TRANSLATION);
        if (moves) {
            MemoryRegions.checkIova(asked.address(), asked.iova(), access);
        }
        int granted = newAccess ? rights.check(access) : access;
        if (!moves && AccessFlag.ZERO_BASED.in(granted ^ region.access())) {
            throw new VerbsException(
                    RegionRule.REREG_ZERO_BASED,
                    "access " + AccessFlag.of(region.access()) + " to " + AccessFlag.of(granted));
        }
        return granted;
    }

    /**
     * Changes a region. The ledger is checked for bound windows first, without a command; the device checks last.
     *
     * @param region the region
     * @param pd its new PD
     * @param asked the change
     * @param access its new rights, checked
     */
    public void change(MrObject region, PdObject pd, ReregRequest asked, int access) {
        device.driver().regions().checkRereg();
        checkUnbound(region, asked, access);
        if (isMadeAnew(region, access)) {
            makeAnew(region, pd, asked, access);
            return;
        }
        PinnedPages old = region.pages();
        RegionChange change = pinned(region, pd, asked, access);
        boolean repinned = change.pages() != old;
        try {
            command(region, pd, change);
        } catch (VerbsException refused) {
            if (repinned) {
                regions.unpin(change.pages());
            }
            throw refused;
        }
        if (repinned) {
            regions.unpin(old);
        }
    }

    private static boolean isMadeAnew(MrObject region, int access) {
        return region.isOnDemand() || AccessFlag.ON_DEMAND.in(access);
    }

    /**
     * A region does not change to or from on-demand pages. Another region replaces it, complete before the old one ends
     * (mlx5/mr.c).
     */
    private void makeAnew(MrObject region, PdObject pd, ReregRequest asked, int access) {
        boolean moves = asked.changes(ReregFlag.CHANGE_TRANSLATION);
        PinnedPages old = region.pages();
        long address = moves ? asked.address() : old.address();
        long length = moves ? asked.length() : old.length();
        long iova = moves ? MemoryRegions.checkIova(address, asked.iova(), access) : region.iova();
        MemoryRegions.Made made = regions.make(pd, address, length, iova, access, region.bound(), Udata.none());
        try {
            device.entering("rereg_user_mr").regions().deregMr(region.driver());
        } catch (VerbsException refused) {
            regions.unmake(made);
            throw refused;
        }
        boolean wasOnDemand = region.isOnDemand();
        device.remove(region);
        RegionChange change = new RegionChange(asked.flags(), pd.driver(), made.pages(), iova, access, region.bound());
        region.changed(pd, made.driver(), change);
        device.add(region);
        if (!wasOnDemand) {
            regions.unpin(old);
        }
    }

    private RegionChange pinned(MrObject region, PdObject pd, ReregRequest asked, int access) {
        if (asked.changes(ReregFlag.CHANGE_TRANSLATION)) {
            long iova = MemoryRegions.checkIova(asked.address(), asked.iova(), access);
            checkNoPeer(region, asked);
            PinnedPages pages = regions.pin(asked.address(), asked.length(), access);
            return new RegionChange(asked.flags(), pd.driver(), pages, iova, access, region.bound());
        }
        PinnedPages old = region.pages();
        // Pages that were pinned for reading are pinned again for writing. If other pages lie there now, the region
        // moves.
        boolean becomesWritable = MrAccess.isWritable(access) && !MrAccess.isWritable(region.access());
        PinnedPages pages = becomesWritable ? regions.pinAgain(old, access) : old;
        int moved = pages == old ? 0 : ReregFlag.CHANGE_TRANSLATION;
        return new RegionChange(asked.flags() | moved, pd.driver(), pages, region.iova(), access, region.bound());
    }

    private void checkNoPeer(MrObject region, ReregRequest asked) {
        if (regions.isPeer(asked.address(), asked.length())) {
            String range = String.format("0x%x+0x%x", asked.address(), asked.length());
            throw new VerbsException(RegionRule.REREG_TYPE, region + " to memory of another device, " + range);
        }
    }

    private void command(MrObject region, PdObject pd, RegionChange change) {
        DriverMr changed = device.entering("rereg_user_mr").regions().reregMr(region.driver(), change);
        device.remove(region);
        region.changed(pd, changed, change);
        device.add(region);
    }

    private void checkUnbound(MrObject region, ReregRequest asked, int access) {
        boolean disturbs = isMadeAnew(region, access)
                || asked.changes(ReregFlag.CHANGE_TRANSLATION | ReregFlag.CHANGE_PD)
                || (region.access() & ~access & KEPT_WHILE_BOUND) != 0;
        long bound = device.dma().ledger().held(region.bound());
        if (disturbs && bound != 0) {
            throw new VerbsException(RegionRule.REREG_UNBOUND, region + " is held by " + names.boundTo(region, bound));
        }
    }
}
