package dev.fenestra.ib.core.kernel;

/**
 * What REG_MR answers.
 *
 * @param handle of the region
 * @param lkey local key
 * @param rkey remote key
 */
public record MrResponse(int handle, int lkey, int rkey) {

    static MrResponse of(MrObject region) {
        return new MrResponse(
                region.handle(), region.driver().lkey(), region.driver().rkey());
    }
}
