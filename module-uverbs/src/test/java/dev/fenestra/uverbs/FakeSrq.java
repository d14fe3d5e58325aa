package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserSrq;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;

/**
 * Both halves of a shared receive queue. Some WQEs of its ring always rest: the kernel half counts them as room, the
 * user half does not.
 */
final class FakeSrq implements UserSrq {
    /** WQEs that rest. */
    static final int RESTING = 3;

    private static final int NUMBER = 0x5;

    private final FakeUserHalf provider;
    private final SrqCapacity room;

    /**
     * @param room receives that can be posted
     */
    FakeSrq(FakeUserHalf provider, SrqCapacity room) {
        this.provider = provider;
        this.room = room;
    }

    /** The kernel half: takes every limit that it is told. */
    static final class Driver implements DriverSrq {
        SrqAttributes attributes;

        Driver(SrqRequest request) {
            attributes = new SrqAttributes(request.capacity(), request.limit());
        }

        @Override
        public int number() {
            return NUMBER;
        }
    }

    /** The user half on its way through the system call. */
    PendingSrq pending() {
        provider.asked.add("prepare SRQ");
        return new PendingSrq() {
            @Override
            public SrqCapacity layout() {
                return new SrqCapacity(room.maxWr() + RESTING, room.maxSge());
            }

            @Override
            public SrqCapacity capacity() {
                return room;
            }

            @Override
            public Udata udata() {
                return Udata.none();
            }

            @Override
            public UserSrq complete(int number) {
                return FakeSrq.this;
            }

            @Override
            public void discard() {
                provider.asked.add("discard SRQ");
            }
        };
    }

    @Override
    public SrqCapacity capacity() {
        return room;
    }

    @Override
    public int post(long wrId, int lkey, long address, int length) {
        return 0;
    }

    @Override
    public int post(long wrId, SgeList pieces) {
        return 0;
    }

    @Override
    public void destroyed() {
        provider.asked.add("user SRQ destroyed");
    }
}
