package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCqResp;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ExCreateCq;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.CreateQpResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.ExCreateQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.QpCap;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
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

    /** Attribute and field of EX_CREATE_CQ. */
    private static final List<Place> CQ = List.of(
            place(2, ExCreateCq.USER_HANDLE),
            place(1, ExCreateCq.CQE),
            place(4, ExCreateCq.COMP_VECTOR),
            place(5, ExCreateCq.FLAGS));

    /** Attribute and field of EX_CREATE_QP; an XRC target has its domain where others have their PD. */
    private static final List<Place> QP = List.of(
            place(7, ExCreateQp.USER_HANDLE),
            place(2, ExCreateQp.PD_HANDLE),
            place(XRCD, ExCreateQp.PD_HANDLE),
            place(4, ExCreateQp.SEND_CQ_HANDLE),
            place(5, ExCreateQp.RECV_CQ_HANDLE),
            place(SRQ, ExCreateQp.SRQ_HANDLE),
            place(9, ExCreateQp.QP_TYPE));

    private final UverbsContext context;
    private final Map<WriteCommand, Consumer<WriteCall>> commands;

    /**
     * The field of a command that holds the value of an attribute.
     *
     * @param attribute id
     * @param field of the request
     */
    private record Place(int attribute, HostField field) {}

    private static Place place(int attribute, HostField field) {
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
        ExCreateCq.COMP_CHANNEL.set(request, asked.value(CHANNEL, -1));
        MemorySegment response = create(WriteCommand.EX_CREATE_CQ, request, asked, CQ_EVENTS, CreateCqResp.CQ_HANDLE);
        asked.answer(6, CreateCqResp.CQE.getInt(response));
    }

    private void createQp(Attributes asked) {
        asked.checkOut(13, 14);
        MemorySegment request = request(WriteCommand.EX_CREATE_QP, QP, asked);
        int flags = (int) asked.value(FLAGS, 0);
        MemorySegment capacity = asked.in(CAPACITY);
        copyCapacity(capacity, 0, request, ExCreateQp.MAX_SEND_WR.offset());
        ExCreateQp.SQ_SIG_ALL.set(request, flags / SIGNAL_ALL & 1);
        ExCreateQp.IS_SRQ.set(request, asked.has(SRQ) ? 1 : 0);
        ExCreateQp.CREATE_FLAGS.set(request, flags & ~SIGNAL_ALL);
        MemorySegment response = create(WriteCommand.EX_CREATE_QP, request, asked, QP_EVENTS, CreateQpResp.QP_HANDLE);
        MemorySegment told = asked.out(13);
        copyCapacity(response, CreateQpResp.MAX_SEND_WR.offset(), told, 0);
        asked.answer(14, CreateQpResp.QPN.getInt(response));
    }

    /** Copies as much of a capacity as the attribute holds. Its five numbers follow each other in all structures. */
    private static void copyCapacity(MemorySegment from, int start, MemorySegment to, int place) {
        long bytes = Math.min(QpCap.SIZE, Math.min(from.byteSize() - start, to.byteSize() - place));
        MemorySegment.copy(from, start, to, place, bytes);
    }

    /**
     * The descriptor is checked first, so that a wrong one creates nothing.
     *
     * @param events attribute with the descriptor
     * @param made field of the response that has the handle
     */
    private MemorySegment create(
            WriteCommand command, MemorySegment request, Attributes asked, int events, HostField made) {
        asked.checkInline(HANDLE);
        EventFile file = asked.has(events) ? context.asyncFile((int) asked.value(events)) : null;
        MemorySegment response = Attributes.zeroed(command.responseBytes());
        Objects.requireNonNull(commands.get(command)).accept(new WriteCall(request, response, asked.udata()));
        int handle = made.getInt(response);
        if (file != null) {
            context.sendEventsTo(file, handle);
        }
        asked.answerInline(HANDLE, handle);
        return response;
    }
}
