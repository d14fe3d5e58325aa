package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.HostNumber;
import dev.fenestra.ib.core.abi.uverbs.InvokeWrite;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserStores;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The attributes of an ioctl, and the answers to them. */
public final class Attributes {
    /**
     * An input of up to so many bytes lies in the attribute itself. The attribute points to a longer one, and to each
     * output.
     */
    public static final int INLINE_BYTES = 8;

    private final List<Attribute> all;
    private final UserStores stores;
    private final List<Answer> answers = new ArrayList<>();

    /**
     * An attribute as the process gave it.
     *
     * @param id of the method, or of the driver
     * @param length bytes of what it points to
     * @param data the input itself, a handle, a descriptor, or a pointer
     * @param bytes the input when it is longer than {@link #INLINE_BYTES}; else empty
     * @param wild what the process cannot do: {@link #NO_LOAD} and so on; 0 when no pointer is wild
     */
    public record Attribute(int id, int length, long data, MemorySegment bytes, int wild) {
        /** It cannot read what the attribute points to. */
        public static final int NO_LOAD = 1;

        /** It cannot store there. */
        public static final int NO_STORE = 2;

        /** It cannot store into the attribute itself. */
        public static final int NO_STORE_INSIDE = 4;

        /**
         * An attribute without a wild pointer.
         *
         * @param id of the method, or of the driver
         * @param length bytes of what it points to
         * @param data the input itself, a handle, a descriptor, or a pointer
         * @param bytes the input when it is longer than {@link #INLINE_BYTES}; else empty
         */
        public Attribute(int id, int length, long data, MemorySegment bytes) {
            this(id, length, data, bytes, 0);
        }

        private void check(int needed) {
            if ((wild & needed) != 0) {
                String values = String.format("attribute 0x%x, pointer=0x%x, length=%d", id, data, length);
                throw new VerbsException(AbiRule.POINTER, values);
            }
        }
    }

    /**
     * An answer.
     *
     * @param attribute to which it belongs
     * @param isInline whether it goes into the attribute itself; else to where that points
     * @param bytes of the answer
     */
    public record Answer(Attribute attribute, boolean isInline, MemorySegment bytes) {}

    /**
     * The attributes of one ioctl.
     *
     * @param all in the order in which the process gave them
     */
    public Attributes(List<Attribute> all) {
        this(all, UserStores.NONE);
    }

    /**
     * The attributes of one ioctl of a process to which the driver can store.
     *
     * @param all in the order in which the process gave them
     * @param stores to addresses that bytes for the driver have
     */
    public Attributes(List<Attribute> all, UserStores stores) {
        this.all = List.copyOf(all);
        this.stores = stores;
    }

    /** {@return the answers, in the order in which they were given} */
    public List<Answer> answers() {
        return answers;
    }

    private Optional<Attribute> find(int id) {
        return all.stream().filter(attribute -> attribute.id == id).findFirst();
    }

    boolean has(int id) {
        return find(id).isPresent();
    }

    private Attribute get(int id) {
        return find(id).orElseThrow(() -> new VerbsException(AbiRule.MANDATORY, String.format("attribute 0x%x", id)));
    }

    /** What an attribute holds: a handle, a descriptor or a small number. EINVAL without the attribute. */
    long value(int id) {
        return get(id).data;
    }

    long value(int id, long otherwise) {
        return find(id).map(Attribute::data).orElse(otherwise);
    }

    /** How long an attribute is, bytes. EINVAL without the attribute. */
    int length(int id) {
        return get(id).length;
    }

    /** The bytes of an input; empty when it is absent. */
    MemorySegment in(int id) {
        return find(id).map(Attributes::input).orElse(MemorySegment.NULL);
    }

    private static MemorySegment input(Attribute attribute) {
        if (attribute.length > INLINE_BYTES) {
            attribute.check(Attribute.NO_LOAD);
            return attribute.bytes;
        }
        MemorySegment word = MemorySegment.ofArray(new byte[INLINE_BYTES]);
        HostNumber.U64.set(word, attribute.data);
        return word.asSlice(0, attribute.length);
    }

    /** Checks that outputs which come after a change can be stored. EFAULT when one cannot. */
    void checkOut(int... ids) {
        for (int id : ids) {
            find(id).filter(attribute -> attribute.length > 0)
                    .ifPresent(attribute -> attribute.check(Attribute.NO_STORE | Attribute.NO_STORE_INSIDE));
        }
    }

    /** The same for one that goes into the attribute itself. EINVAL without the attribute. */
    void checkInline(int id) {
        get(id).check(Attribute.NO_STORE_INSIDE);
    }

    /** Zeroed room for an output; empty when it is absent. EFAULT when it cannot be stored. */
    MemorySegment out(int id) {
        Optional<Attribute> found = find(id);
        if (found.isEmpty() || found.get().length == 0) {
            return MemorySegment.NULL;
        }
        checkOut(id);
        MemorySegment room = Arena.ofAuto().allocate(found.get().length, INLINE_BYTES);
        answers.add(new Answer(found.get(), false, room));
        return room;
    }

    /** Aligned for any field. */
    static MemorySegment zeroed(int bytes) {
        return Arena.ofAuto().allocate(bytes, INLINE_BYTES);
    }

    /** Answers a number of 32 bits, if the process wants it. */
    void answer(int id, int value) {
        HostNumber.U32.set(out(id), value);
    }

    /** Answers a number of 64 bits, if the process wants it. */
    void answerLong(int id, long value) {
        HostNumber.U64.set(out(id), value);
    }

    /** Answers a handle or a descriptor. EINVAL without the attribute. */
    void answerInline(int id, long value) {
        checkInline(id);
        MemorySegment word = MemorySegment.ofArray(new byte[INLINE_BYTES]);
        HostNumber.U64.set(word, value);
        answers.add(new Answer(get(id), true, word));
    }

    Udata udata() {
        return new Udata(native8(in(InvokeWrite.UHW_IN)), out(InvokeWrite.UHW_OUT), stores);
    }

    /** Drivers may read words of udata, which an array does not align. */
    static MemorySegment native8(MemorySegment bytes) {
        return bytes.byteSize() == 0
                ? MemorySegment.NULL
                : Arena.ofAuto().allocate(bytes.byteSize(), INLINE_BYTES).copyFrom(bytes);
    }
}
