package dev.fenestra.tools.proof.explorer;

/** How small the scope is. */
final class ExplorerScope {
    static final int PDS = 2;
    static final int QPS = 2;
    static final int REGIONS = 2;
    static final int WINDOWS = 2;

    static final int REGION_BYTES = 128;
    static final int WINDOW_OFFSET = 64;
    static final int WINDOW_BYTES = 16;
    static final int ACCESS_BYTES = 8;

    private ExplorerScope() {}
}
