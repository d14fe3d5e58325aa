package dev.fenestra.ib.core.kernel.verbs;

import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.kernel.device.KernelDevice;
import dev.fenestra.ib.core.kernel.objects.MrObject;
import dev.fenestra.ib.core.kernel.objects.PdObject;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.vocabulary.AdvisedRange;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.ArrayList;
import java.util.List;

/**
 * Advice about memory ({@code advise_mr}): all checks first, in the order of mlx5/odp.c, then the driver prefetches.
 */
public final class MemoryAdvice {
    private final KernelDevice device;
    private final AddressSpace memory;

    /**
     * Makes the advice of a process about regions of a device.
     *
     * @param device the device
     * @param memory of the process
     */
    public MemoryAdvice(KernelDevice device, AddressSpace memory) {
        this.device = device;
        this.memory = memory;
    }

    /** The work for one range. */
    private record Prefetch(MrObject region, MrAdvice advice, AdvisedRange range) {}

    /**
     * Takes advice. With FLUSH the work is done at return. Without it, the keys are checked now, the work is done soon,
     * and its failures are lost.
     *
     * @param pd PD of the keys
     * @param advice the advice
     * @param flags bit of FLUSH
     * @param ranges ranges of regions
     */
    public void take(PdObject pd, MrAdvice advice, int flags, List<AdvisedRange> ranges) {
        boolean waits = (flags & MrAdvice.FLUSH) != 0;
        List<Prefetch> work = new ArrayList<>();
        for (AdvisedRange range : ranges) {
            MrObject region = region(pd, advice, range);
            if (waits) {
                checkRange(region, range);
            }
            work.add(new Prefetch(region, advice, range));
        }
        if (waits) {
            work.forEach(this::execute);
        } else {
            device.deferred().add(() -> memory.runPaging(() -> work.forEach(this::attempt)));
        }
    }

    private MrObject region(PdObject pd, MrAdvice advice, AdvisedRange range) {
        String key = "lkey=" + MemoryKey.text(range.lkey());
        if (device.windowOf(range.lkey()).isPresent()) {
            throw new VerbsException(RegionRule.ADVICE_REGION, key);
        }
        MrObject region = device.regionOf(range.lkey())
                .filter(MrObject::isOnDemand)
                .orElseThrow(() -> new VerbsException(RegionRule.ADVICE_KEY, key));
        if (region.pd() != pd) {
            throw new VerbsException(RegionRule.ADVICE_PD, key + " of " + region.pd() + ", not " + pd);
        }
        if (advice == MrAdvice.PREFETCH_WRITE && !MrAccess.isWritable(region.access())) {
            throw new VerbsException(RegionRule.ADVICE_WRITE, key);
        }
        return region;
    }

    private static void checkRange(MrObject region, AdvisedRange range) {
        long offset = range.address() - region.iova();
        long extent = region.pages().length();
        boolean fits =
                Long.compareUnsigned(offset, extent) <= 0 && Long.compareUnsigned(range.length(), extent - offset) <= 0;
        if (!fits) {
            throw new VerbsException(
                    RegionRule.ADVICE_RANGE,
                    String.format("address=0x%x, length=0x%x in %s", range.address(), range.length(), region));
        }
    }

    private void execute(Prefetch work) {
        if (work.range.length() != 0) {
            device.entering("advise_mr")
                    .onDemand()
                    .adviseMr(work.region.driver(), work.advice, work.range.address(), work.range.length());
        }
    }

    private void attempt(Prefetch work) {
        try {
            checkRange(work.region, work.range);
            execute(work);
        } catch (VerbsException lost) {
            device.trace().refused(lost);
        }
    }
}
