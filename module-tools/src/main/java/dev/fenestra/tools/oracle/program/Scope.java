package dev.fenestra.tools.oracle.program;

/**
 * What programs may ask of a device, beyond what every device has.
 *
 * @param windows memory windows
 * @param atomics FETCH_AND_ADD and COMPARE_AND_SWAP
 * @param rereg changes of regions
 */
public record Scope(boolean windows, boolean atomics, boolean rereg) {
    public static final Scope ALL = new Scope(true, true, true);

    /** Whether a step asks for nothing else. */
    public boolean holds(Step step) {
        return switch (step) {
            case Step.AllocMw _ -> windows;
            case Step.ReregMr _ -> rereg;
            case Step.Post post -> atomics || post.works().stream().noneMatch(Scope::isAtomic);
            default -> true;
        };
    }

    private static boolean isAtomic(Work work) {
        return work instanceof Work.FetchAdd || work instanceof Work.CompareSwap;
    }
}
