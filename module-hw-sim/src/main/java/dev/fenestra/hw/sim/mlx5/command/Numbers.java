package dev.fenestra.hw.sim.mlx5.command;

import dev.fenestra.hw.sim.hca.event.EventQueues;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hca.number.NumberPool;
import java.util.BitSet;

/** The numbers of the objects that commands create. It knows which of them are alive. */
final class Numbers {
    private static final int FIRST_EQ = 1;
    private static final int UARS = 1 << 12;
    private static final int XRC_DOMAINS = 1 << 12;

    /** The QP of the general service interface (IBA 3.9.3). */
    private static final int GSI_QPN = 1;

    /**
     * Freed QP numbers that rest. A peer that still knows an old QP takes a new one with the same number for it: its
     * datagrams come from the same address, and RDMA CM calls its request stale.
     */
    private static final int RESTING_QPNS = 256;

    final Kind eqs;
    final Kind pds;
    final Kind uars;
    final Kind cqs;
    final Kind qps;
    final Kind srqs;
    final Kind xrcDomains;
    private boolean hasGsi;

    Numbers(HcaConfig config) {
        eqs = new Kind(FIRST_EQ, EventQueues.LIMIT);
        pds = new Kind(HcaLimits.FIRST_PD, 1 << config.limits().logMaxPd());
        uars = new Kind(1, UARS);
        cqs = new Kind(HcaLimits.FIRST_CQ, 1 << config.limits().logMaxCq());
        qps = new Kind(config.firstQpn(), 1 << config.limits().logMaxQp(), RESTING_QPNS);
        srqs = new Kind(HcaLimits.FIRST_SRQ, 1 << config.limits().logMaxSrq());
        xrcDomains = new Kind(1, XRC_DOMAINS);
    }

    /** {@return 1, or {@link NumberPool#NONE} when there is a QP 1 already} */
    int takeGsi() {
        if (hasGsi) {
            return NumberPool.NONE;
        }
        hasGsi = true;
        return GSI_QPN;
    }

    void freeQp(int number) {
        if (number == GSI_QPN) {
            hasGsi = false;
        } else {
            qps.free(number);
        }
    }

    /** The numbers of one kind of object. */
    static final class Kind {
        private final NumberPool pool;
        private final BitSet alive = new BitSet();

        private Kind(int first, int limit) {
            this(first, limit, 0);
        }

        private Kind(int first, int limit, int rest) {
            pool = new NumberPool(first, limit, rest);
        }

        /** {@return a number that was not in use, or {@link NumberPool#NONE}} */
        int take() {
            int number = pool.take();
            if (number != NumberPool.NONE) {
                alive.set(number);
            }
            return number;
        }

        boolean isAlive(int number) {
            return alive.get(number);
        }

        void free(int number) {
            alive.clear(number);
            pool.free(number);
        }
    }
}
