package dev.fenestra.tools.proof.oracle.program;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;

/**
 * The optional features that programs may use on a device.
 *
 * @param connections RC QPs, without which there are no requests
 * @param windows memory windows
 * @param typeTwo memory windows of type 2
 * @param zeroBased windows whose addresses count from 0
 * @param atomics FETCH_AND_ADD and COMPARE_AND_SWAP, and windows for them
 * @param rereg changes of regions
 * @param events of completions
 * @param pinnedOnly requests for memory that is paged on demand, which the device must refuse
 * @param immediates WRITE_WITH_IMM, which the device refuses after it took the receive
 */
public record Scope(
        boolean connections,
        boolean windows,
        boolean typeTwo,
        boolean zeroBased,
        boolean atomics,
        boolean rereg,
        boolean events,
        boolean pinnedOnly,
        boolean immediates) {
    public static final Scope ALL = new Scope(true, true, true, true, true, true, true, true, true);

    /** The same on a device that pages on demand. */
    public static final Scope PAGING = new Scope(true, true, true, true, true, true, true, false, true);

    private static final int UNPINNED = AccessFlag.mask(AccessFlag.ON_DEMAND, AccessFlag.HUGETLB);

    /** The same on a device without events. */
    public Scope withoutEvents() {
        return new Scope(connections, windows, typeTwo, zeroBased, atomics, rereg, false, pinnedOnly, immediates);
    }

    /** Whether a step uses no other optional feature. */
    public boolean holds(Step step) {
        return switch (step) {
            case Step.CreateQp _ -> connections;
            case Step.AllocMw alloc -> windows && (typeTwo || alloc.type() == MwType.TYPE_1);
            case Step.RegMr reg -> pinnedOnly || (reg.access() & UNPINNED) == 0;
            case Step.ReregMr changed -> rereg && (pinnedOnly || (changed.access() & UNPINNED) == 0);
            case Step.ArmCq _ -> events;
            case Step.BindOne bind -> atomics || !AccessFlag.REMOTE_ATOMIC.in(bind.access());
            case Step.Post post -> post.works().stream().allMatch(this::holds);
            default -> true;
        };
    }

    private boolean binds(int access) {
        return (atomics || !AccessFlag.REMOTE_ATOMIC.in(access)) && (zeroBased || !AccessFlag.ZERO_BASED.in(access));
    }

    private boolean holds(Work work) {
        return switch (work) {
            case Work.FetchAdd _, Work.CompareSwap _ -> atomics;
            case Work.WriteImmediate _ -> immediates;
            case Work.BindTwo bind -> binds(bind.access());
            default -> true;
        };
    }
}
