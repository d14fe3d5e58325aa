package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/**
 * A new size for an SRQ whose user half lays nothing out. The kernel half decides whether it is possible.
 *
 * @param layout what is asked for
 */
record SameSrq(SrqCapacity layout) implements PendingSrqResize {
    @Override
    public Udata udata() {
        return Udata.none();
    }

    @Override
    public SrqCapacity complete(int number) {
        return layout;
    }

    @Override
    public void discard() {
        // Nothing was laid out.
    }
}
