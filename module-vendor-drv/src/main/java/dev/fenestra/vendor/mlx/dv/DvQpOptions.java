package dev.fenestra.vendor.mlx.dv;

import dev.fenestra.ib.core.spi.QpExtension;
import dev.fenestra.ib.core.vocabulary.SortedSets;
import java.util.EnumSet;
import java.util.Set;

/**
 * This vendor's attributes of a QP to be created ({@code mlx5dv_qp_init_attr}).
 *
 * @param sendOps operations of {@link DvQp} that the QP will post; EOPNOTSUPP on a UD QP
 * @param flags how it receives small data
 */
public record DvQpOptions(Set<DvSendOp> sendOps, Set<DvQpFlag> flags) implements QpExtension {
    /** Makes options without anything beyond verbs. */
    public static final DvQpOptions NONE = new DvQpOptions(Set.of(), Set.of());

    /** Keeps copies of the sets. */
    public DvQpOptions {
        sendOps = SortedSets.copyOf(sendOps);
        flags = SortedSets.copyOf(flags);
    }

    /**
     * Makes options for a QP that configures mkeys in every way.
     *
     * @return options for mkeys
     */
    public static DvQpOptions mkeys() {
        return NONE.sendOps(EnumSet.allOf(DvSendOp.class));
    }

    /**
     * {@return such options with these operations}
     *
     * @param operations that the send queue must offer
     */
    public DvQpOptions sendOps(Set<DvSendOp> operations) {
        return new DvQpOptions(operations, flags);
    }

    /**
     * {@return such options with these flags}
     *
     * @param qpFlags flags of the QP
     */
    public DvQpOptions flags(DvQpFlag... qpFlags) {
        return new DvQpOptions(sendOps, Set.of(qpFlags));
    }
}
