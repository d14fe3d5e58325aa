package acme.rdma;

import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.vendor.common.kernel.Backing;
import dev.fenestra.vendor.common.kernel.CardContext;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;

/** The registers of a card, 8 bytes each: the number of a queue above, a count below. */
final class AcmeRegisters {
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new long[512]);

    /** The registers, in their order. */
    enum Register {
        /** Send requests posted, modulo 65536. */
        SEND,
        /** Receives posted, modulo 65536. */
        RECEIVE,
        /** Entries of a CQ taken, modulo 2^32. */
        COMPLETION,
        /** Receives posted to an SRQ, modulo 65536. */
        SHARED_RECEIVE,
        /** Asks for an event of a CQ; 1 for a solicited one. */
        ARM;

        /** Rings it for a queue. */
        void write(MappedPage page, int number, int count) {
            page.write64(ordinal() * Long.BYTES, (long) number << Integer.SIZE | count & 0xffffffffL);
        }
    }

    /** What a register does for a queue. */
    @FunctionalInterface
    interface Bell {
        void ring(int number, int count);
    }

    private record Queue(CardContext owner, Bell bell) {}

    private final List<Map<Integer, Queue>> queues = new ArrayList<>();

    AcmeRegisters() {
        for (int i = 0; i < Register.values().length; i++) {
            queues.add(new ConcurrentHashMap<>());
        }
    }

    /** A queue, which gets its number when the card knows it. */
    Numbered queue(CardContext owner, Backing memory, Map<Register, Bell> bells) {
        return new Numbered(owner, memory, bells);
    }

    /** A queue with a number: its registers work until it is released. */
    final class Numbered implements IntConsumer, Backing {
        private final CardContext owner;
        private final Backing memory;
        private final Map<Register, Bell> bells;
        private volatile int number;

        private Numbered(CardContext owner, Backing memory, Map<Register, Bell> bells) {
            this.owner = owner;
            this.memory = memory;
            this.bells = bells;
        }

        @Override
        public void accept(int given) {
            number = given;
            bells.forEach((register, bell) -> queues.get(register.ordinal()).put(given, new Queue(owner, bell)));
        }

        /** Another queue may have its number: an SRQ of another size. */
        @Override
        public void release() {
            bells.forEach((register, bell) -> queues.get(register.ordinal()).remove(number, new Queue(owner, bell)));
            memory.release();
        }
    }

    /** The registers as a process sees them. They reach its own queues only; what no queue belongs to is ignored. */
    MappedPage page(CardContext by) {
        return new MappedPage() {
            @Override
            public MemorySegment memory() {
                return NOTHING;
            }

            @Override
            public void write64(int offset, long value) {
                ring(by, offset, value);
            }
        };
    }

    private void ring(CardContext by, int offset, long value) {
        int number = (int) (value >>> Integer.SIZE);
        if (offset >= 0 && offset % Long.BYTES == 0 && offset / Long.BYTES < queues.size()) {
            Queue found = queues.get(offset / Long.BYTES).get(number);
            if (found != null && found.owner == by) {
                found.bell.ring(number, (int) value);
            }
        }
    }
}
