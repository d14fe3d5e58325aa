package dev.fenestra.hw.sim.hca.core;

import dev.fenestra.hw.sim.mlx5.command.CommandProcessor;
import dev.fenestra.hw.sim.mlx5.prm.BoundWindows;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateMkey;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.ModifyMkey;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.hw.sim.mlx5.prm.PageFaultResume;
import dev.fenestra.hw.sim.mlx5.prm.QueryMkey;
import dev.fenestra.hw.sim.mlx5.prm.UpdateTranslations;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** PDs, regions and windows of a device. The firmware behind it is that of the HCA, so the rules are the same. */
public final class KeyControl {
    private static final int MKEY = CreateMkey.MKEY_OFFSET;
    private static final int PAGE_SHIFT = 12;
    private static final int WINDOWS_REPORTED = 64;

    private final CommandProcessor firmware;

    KeyControl(CommandProcessor firmware) {
        this.firmware = firmware;
    }

    /**
     * Allocates a PD.
     *
     * @return its number, or refused when all numbers are in use
     */
    public Reply allocPd() {
        firmware.prepare(CommandInput.BYTES, CommandOutput.BYTES);
        return reply(firmware.execute(CommandOpcode.ALLOC_PD));
    }

    /**
     * Deallocates a PD. Refused while it has QPs, SRQs or keys.
     *
     * @param pd its number
     * @return whether it was refused, and why
     */
    public Reply deallocPd(int pd) {
        return about(CommandOpcode.DEALLOC_PD, pd);
    }

    /**
     * Makes a region.
     *
     * @param region its range, its rights and its pages
     * @return its key, which is both L_Key and R_Key; or the refusal
     */
    public Reply register(RegionSpec region) {
        describe(region);
        return key(firmware.execute(CommandOpcode.CREATE_MKEY));
    }

    /**
     * Makes a region that is paged on demand. It lists no pages; {@link #writePages} brings them.
     *
     * @param region its range and its rights, without pages
     * @return its key, or the refusal
     */
    public Reply registerOnDemand(RegionSpec region) {
        CreateMkey.PAGE_ACCESS.set(describe(region), 0, true);
        return key(firmware.execute(CommandOpcode.CREATE_MKEY));
    }

    /**
     * Makes pages of an on-demand region known to the device.
     *
     * @param key of the region
     * @param first counted from the region's first page
     * @param pages bus addresses with the permissions of {@link MttEntry}; 0 for a page that is left as it is
     * @return whether it was refused, and why
     */
    public Reply writePages(int key, long first, long[] pages) {
        long bytes = UpdateTranslations.LIST_OFFSET + (long) pages.length * MttEntry.BYTES;
        MemorySegment in = update(key, first, pages.length, (int) bytes);
        for (int i = 0; i < pages.length; i++) {
            MttEntry.VALUE.setLong(in, UpdateTranslations.LIST_OFFSET + (long) i * MttEntry.BYTES, pages[i]);
        }
        return reply(firmware.execute(CommandOpcode.UPDATE_TRANSLATIONS));
    }

    /**
     * Takes pages of an on-demand region away from the device. After the reply it uses none of them.
     *
     * @param key of the region
     * @param first counted from the region's first page
     * @param count pages
     * @return whether it was refused, and why
     */
    public Reply zapPages(int key, long first, long count) {
        MemorySegment in = update(key, first, count, UpdateTranslations.BYTES);
        UpdateTranslations.ZAP.set(in, 0, true);
        return reply(firmware.execute(CommandOpcode.UPDATE_TRANSLATIONS));
    }

    private MemorySegment update(int key, long first, long count, int bytes) {
        MemorySegment in = firmware.prepare(bytes, UpdateTranslations.OUTPUT_BYTES);
        CommandInput.OBJECT.set(in, 0, key >>> 8);
        UpdateTranslations.FIRST.setLong(in, 0, first);
        UpdateTranslations.COUNT.setLong(in, 0, count);
        return in;
    }

    /**
     * Resumes a QP that waits for pages. A token without a waiting QP is ignored.
     *
     * @param token as in {@link dev.fenestra.hw.sim.hca.host.MissingPages}
     * @param failed whether the pages cannot be had
     * @return whether it was refused, and why
     */
    public Reply resume(long token, boolean failed) {
        MemorySegment in = firmware.prepare(CommandInput.BYTES, CommandOutput.BYTES);
        PageFaultResume.ERROR.set(in, 0, failed);
        PageFaultResume.TOKEN_HIGH.set(in, 0, (int) (token >>> Integer.SIZE));
        PageFaultResume.TOKEN_LOW.set(in, 0, (int) token);
        return reply(firmware.execute(CommandOpcode.PAGE_FAULT_RESUME));
    }

    /**
     * Changes a region, completely or not at all.
     *
     * @param key of the region
     * @param changes bits of {@link ModifyMkey}
     * @param region the new properties; those without a bit in {@code changes} are ignored
     * @return the key that it has then, or the refusal
     */
    public Reply change(int key, int changes, RegionSpec region) {
        MemorySegment in = describe(region);
        CommandInput.OBJECT.set(in, 0, key >>> 8);
        ModifyMkey.CHANGES.set(in, 0, changes);
        return key(firmware.execute(CommandOpcode.MODIFY_MKEY));
    }

    /**
     * Makes a free window.
     *
     * @param pd its PD
     * @param type2 whether it is of type 2
     * @return its key, or the refusal
     */
    public Reply allocWindow(int pd, boolean type2) {
        MemorySegment in = firmware.prepare(CreateMkey.BYTES, CommandOutput.BYTES);
        MkeyContext.OBJECT_CLASS.set(in, MKEY, type2 ? MkeyContext.CLASS_MW_TYPE_2 : MkeyContext.CLASS_MW_TYPE_1);
        MkeyContext.FREE.set(in, MKEY, true);
        owner(in, pd);
        return key(firmware.execute(CommandOpcode.CREATE_MKEY));
    }

    /**
     * Destroys a region or a window. Refused while windows are bound to the region.
     *
     * @param key of the region or window
     * @return whether it was refused, and why
     */
    public Reply destroy(int key) {
        return about(CommandOpcode.DESTROY_MKEY, key >>> 8);
    }

    /**
     * {@return the state of a window, and what it is bound to}
     *
     * @param key of the window, with any tag
     */
    public WindowView window(int key) {
        MemorySegment in = firmware.prepare(CommandInput.BYTES, QueryMkey.BYTES);
        CommandInput.OBJECT.set(in, 0, key >>> 8);
        firmware.execute(CommandOpcode.QUERY_MKEY);
        MemorySegment out = firmware.output();
        int mkey = QueryMkey.MKEY_OFFSET;
        return new WindowView(
                key & ~0xff | MkeyContext.TAG.get(out, mkey),
                !MkeyContext.FREE.isSet(out, mkey),
                QueryMkey.BOUND_LKEY.get(out, 0),
                MkeyContext.QPN.get(out, mkey),
                MkeyContext.START_ADDRESS.getLong(out, mkey),
                QueryMkey.BOUND_ADDRESS.getLong(out, 0),
                MkeyContext.LENGTH.getLong(out, mkey),
                MkeyContext.FREE.word(out, mkey));
    }

    /**
     * {@return the windows bound to a region, the first {@value #WINDOWS_REPORTED} of them}
     *
     * @param key of the region, with any tag
     */
    public List<WindowView> windowsOf(int key) {
        int bytes = BoundWindows.LIST_OFFSET + WINDOWS_REPORTED * BoundWindows.ENTRY_BYTES;
        MemorySegment in = firmware.prepare(CommandInput.BYTES, bytes);
        CommandInput.OBJECT.set(in, 0, key >>> 8);
        firmware.execute(CommandOpcode.QUERY_BOUND_WINDOWS);
        List<Integer> keys = new ArrayList<>();
        for (int i = 0; i < BoundWindows.COUNT.get(firmware.output(), 0); i++) {
            long at = BoundWindows.LIST_OFFSET + (long) i * BoundWindows.ENTRY_BYTES;
            keys.add(BoundWindows.RKEY.get(firmware.output(), at));
        }
        return keys.stream().map(this::window).toList();
    }

    private MemorySegment describe(RegionSpec region) {
        long[] pages = region.pages();
        int octowords = (pages.length + 1) / 2;
        int bytes = CreateMkey.LIST_OFFSET + 2 * octowords * MttEntry.BYTES;
        MemorySegment in = firmware.prepare(bytes, CommandOutput.BYTES);
        MkeyContext.FREE.word(in, MKEY, region.rights());
        MkeyContext.OBJECT_CLASS.set(in, MKEY, MkeyContext.CLASS_MR);
        MkeyContext.MW_BIND.set(in, MKEY, region.mayBind());
        MkeyContext.ZERO_BASED.set(in, MKEY, region.zeroBased());
        owner(in, region.pd());
        MkeyContext.START_ADDRESS.setLong(in, MKEY, region.start());
        MkeyContext.LENGTH.setLong(in, MKEY, region.length());
        MkeyContext.LOG_PAGE_SIZE.set(in, MKEY, PAGE_SHIFT);
        CreateMkey.TRANSLATION_OCTOWORDS.set(in, 0, octowords);
        CreateMkey.LEDGER.setLong(in, 0, region.ledger());
        for (int i = 0; i < pages.length; i++) {
            long at = CreateMkey.LIST_OFFSET + (long) i * MttEntry.BYTES;
            MttEntry.VALUE.setLong(in, at, pages[i] | MttEntry.READ | MttEntry.WRITE);
        }
        return in;
    }

    private static void owner(MemorySegment in, int pd) {
        MkeyContext.QPN.set(in, MKEY, MkeyContext.ANY_QPN);
        MkeyContext.PD.set(in, MKEY, pd);
        MkeyContext.CHOOSE_TAG.set(in, MKEY, true);
    }

    private Reply about(CommandOpcode opcode, int object) {
        MemorySegment in = firmware.prepare(CommandInput.BYTES, CommandOutput.BYTES);
        CommandInput.OBJECT.set(in, 0, object);
        return reply(firmware.execute(opcode));
    }

    private Reply reply(CommandSyndrome syndrome) {
        return new Reply(syndrome, CommandOutput.OBJECT.get(firmware.output(), 0));
    }

    private Reply key(CommandSyndrome syndrome) {
        MemorySegment out = firmware.output();
        return new Reply(syndrome, CommandOutput.OBJECT.get(out, 0) << 8 | CommandOutput.TAG.get(out, 0));
    }
}
