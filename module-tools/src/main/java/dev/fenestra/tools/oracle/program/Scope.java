package dev.fenestra.tools.oracle.program;

/**
 * What programs may ask of a device, beyond what every device has.
 *
 * @param windows memory windows
 * @param atomics FETCH_AND_ADD and COMPARE_AND_SWAP
 * @param rereg changes of regions
 * @param mlxBinds binds of length 0 with tag 0, which to mlx5 are invalidates because their bytes are the same
 */
public record Scope(boolean windows, boolean atomics, boolean rereg, boolean mlxBinds) {
    public static final Scope ALL = new Scope(true, true, true, true);

    /** Whether a step asks for nothing else. */
    public boolean holds(Step step) {
        return switch (step) {
            case Step.AllocMw _ -> windows;
            case Step.ReregMr _ -> rereg;
            case Step.Post post -> post.works().stream().allMatch(this::holds);
            default -> true;
        };
    }

    private boolean holds(Work work) {
        return switch (work) {
            case Work.FetchAdd _, Work.CompareSwap _ -> atomics;
            case Work.BindTwo bind -> mlxBinds || bind.length() != 0 || bind.tag() != 0;
            default -> true;
        };
    }
}
