package dev.fenestra.ib.core.uverbs;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The methods that create CQs and QPs. They are the commands with attributes in place of fields. One attribute is new:
 * the descriptor to which asynchronous events of the object go. An imported context cannot create objects in another
 * way, because its descriptor is not the one with which the context was opened.
 */
final class TypedCreation {
    private static final int HANDLE = 0;
    private static final int CHANNEL = 3;
    private static final int SRQ = 3;
    private static final int CQ_EVENTS = 7;
    private static final int QP_EVENTS = 12;
    private static final int CAPACITY = 8;
    private static final int FLAGS = 10;
    private static final int XRCD = 1;
    private static final int SIGNAL_ALL = 1 << 12;
    private static final int CAPACITY_BYTES = 20;
    private static final AbiField CQ_CHANNEL = AbiField.u32(16);

    /** Attribute and field of EX_CREATE_CQ. */
    private static final List<Place> CQ = List.of(
            place(2, AbiField.u64(0)),
            place(1, AbiField.u32(8)),
            place(4, AbiField.u32(12)),
            place(5, AbiField.u32(24)));

    /** Attribute and field of EX_CREATE_QP; an XRC target has its domain where others have their PD. */
    private static final List<Place> QP = List.of(
            place(7, AbiField.u64(0)),
            place(2, AbiField.u32(8)),
            place(XRCD, AbiField.u32(8)),
            place(4, AbiField.u32(12)),
            place(5, AbiField.u32(16)),
            place(SRQ, AbiField.u32(20)),
            place(9, AbiField.u8(45)));

    private static final AbiField QP_CAPACITY = AbiField.u32(24);
    private static final AbiField QP_SIGNAL_ALL = AbiField.u8(44);
    private static final AbiField QP_IS_SHARED = AbiField.u8(46);
    private static final AbiField QP_FLAGS = AbiField.u32(52);

    private final UverbsContext context;
    private final Map<WriteCommand, Consumer<WriteCall>> commands;

    /**
     * The field of a command that holds the value of an attribute.
     *
     * @param attribute id
     * @param field of the request
     */
    private record Place(int attribute, AbiField field) {}

    private static Place place(int attribute, AbiField field) {
        return new Place(attribute, field);
    }

    /**
     * @param commands do the work
     */
    TypedCreation(UverbsContext context, Map<WriteCommand, Consumer<WriteCall>> commands) {
        this.context = context;
        this.commands = commands;
    }

    void register(Map<TypedMethod, Consumer<Attributes>> methods) {
        methods.put(new TypedMethod(3, 0), this::createCq);
        methods.put(new TypedMethod(4, 0), this::createQp);
    }

    private static MemorySegment request(WriteCommand command, List<Place> places, Attributes asked) {
        MemorySegment request = Attributes.zeroed(command.requestBytes() + Long.BYTES);
        for (Place place : places) {
            if (asked.has(place.attribute)) {
                place.field.set(request, asked.value(place.attribute));
            }
        }
        return request;
    }

    private void createCq(Attributes asked) {
        asked.checkOut(6);
        MemorySegment request = request(WriteCommand.EX_CREATE_CQ, CQ, asked);
        CQ_CHANNEL.set(request, asked.value(CHANNEL, -1));
        MemorySegment response = create(WriteCommand.EX_CREATE_CQ, request, asked, CQ_EVENTS);
        asked.answer(6, Integer.BYTES, AbiField.u32(4).get(response));
    }

    private void createQp(Attributes asked) {
        asked.checkOut(13, 14);
        MemorySegment request = request(WriteCommand.EX_CREATE_QP, QP, asked);
        int flags = (int) asked.value(FLAGS, 0);
        MemorySegment capacity = asked.in(CAPACITY);
        MemorySegment.copy(capacity, 0, request, QP_CAPACITY.offset(), Math.min(capacity.byteSize(), CAPACITY_BYTES));
        QP_SIGNAL_ALL.set(request, flags / SIGNAL_ALL & 1);
        QP_IS_SHARED.set(request, asked.has(SRQ) ? 1 : 0);
        QP_FLAGS.set(request, flags & ~SIGNAL_ALL);
        MemorySegment response = create(WriteCommand.EX_CREATE_QP, request, asked, QP_EVENTS);
        MemorySegment told = asked.out(13);
        MemorySegment.copy(response, 8, told, 0, Math.min(told.byteSize(), CAPACITY_BYTES));
        asked.answer(14, Integer.BYTES, AbiField.u32(4).get(response));
    }

    /** The descriptor is checked first, so that a wrong one creates nothing. */
    private MemorySegment create(WriteCommand command, MemorySegment request, Attributes asked, int events) {
        asked.checkInline(HANDLE);
        EventFile file = asked.has(events) ? context.asyncFile((int) asked.value(events)) : null;
        MemorySegment response = Attributes.zeroed(command.responseBytes());
        Objects.requireNonNull(commands.get(command)).accept(new WriteCall(request, response, asked.udata()));
        int handle = AbiField.u32(0).getInt(response);
        if (file != null) {
            context.sendEventsTo(file, handle);
        }
        asked.answerInline(HANDLE, handle);
        return response;
    }
}
