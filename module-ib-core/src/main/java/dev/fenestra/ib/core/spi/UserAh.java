package dev.fenestra.ib.core.spi;

/** The user half of an address handle: the path to a UD peer, in the provider's own form. */
public interface UserAh {

    /**
     * {@return the same path for a QP of another PD, whose requests along it must fail with LOC_QP_OP_ERR (IBA C10-10)}
     * The default is the path itself, for a device that does not compare PDs.
     */
    default UserAh forOtherPd() {
        return this;
    }
}
