package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverDm;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverMw;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.DriverXrcd;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import org.jspecify.annotations.Nullable;

/** What a {@link FakeDevice} makes. */
final class FakeObjects {
    private FakeObjects() {}

    record Dm(long length) implements DriverDm {}

    record Xrcd() implements DriverXrcd {}

    record Context(AddressSpace memory) implements DriverContext {}

    record Pd() implements DriverPd {}

    record Cq(int cqe) implements DriverCq {}

    static final class Srq implements DriverSrq {
        SrqAttributes attributes;

        Srq(SrqAttributes attributes) {
            this.attributes = attributes;
        }

        @Override
        public int number() {
            return 7;
        }
    }

    record Mw(int rkey) implements DriverMw {}

    record Mr(
            int key,
            DriverPd pd,
            PinnedPages pages,
            long iova,
            int access,
            @Nullable LedgerCell bound) implements DriverMr {
        @Override
        public int lkey() {
            return key;
        }

        @Override
        public int rkey() {
            return key;
        }
    }

    static final class Qp implements DriverQp {
        private final int number;
        final @Nullable LedgerCell bound;
        QpState state = QpState.RESET;

        Qp(int number, @Nullable LedgerCell bound) {
            this.number = number;
            this.bound = bound;
        }

        @Override
        public int number() {
            return number;
        }
    }
}
