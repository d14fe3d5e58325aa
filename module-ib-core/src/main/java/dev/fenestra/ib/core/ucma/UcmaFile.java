package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.cm.CmAddress;
import dev.fenestra.ib.core.cm.CmChannelCalls;
import dev.fenestra.ib.core.cm.CmEvent;
import dev.fenestra.ib.core.cm.CmIdInfo;
import dev.fenestra.ib.core.cm.CmOption;
import dev.fenestra.ib.core.cm.CmRule;
import dev.fenestra.ib.core.cm.PortSpace;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntSupplier;

/** An open {@code /dev/infiniband/rdma_cm}: it carries out what a program writes. */
public final class UcmaFile implements AutoCloseable {
    private static final int HEADER_BYTES = 8;
    private static final UcmaField COMMAND = UcmaField.u32(0);
    private static final UcmaField IN = UcmaField.u16(4);
    private static final UcmaField ROOM = UcmaField.u16(6);

    /** A field that is not there. */
    private static final UcmaField NONE = new UcmaField(0, 0);

    /** A join that only sends ({@code RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER}); the card makes no difference. */
    private static final int SEND_ONLY = 1;

    /** {@code IB_EVENT_COMM_EST}. */
    private static final int COMM_EST = 4;

    /** The first field of most structures: where the answer goes, or the id. */
    private static final UcmaField RESPONSE = UcmaField.u64(0);

    private static final UcmaField ID = UcmaField.u32(0);
    private static final UcmaField ID_BEHIND_RESPONSE = UcmaField.u32(8);
    private static final UcmaField SECOND = UcmaField.u32(4);
    private static final UcmaField FOURTH = UcmaField.u32(12);

    private final CmChannelCalls calls;

    /**
     * Makes a file over an open channel.
     *
     * @param calls of the channel; closed with this file
     */
    public UcmaFile(CmChannelCalls calls) {
        this.calls = calls;
    }

    /** {@return the channel of this file} */
    public CmChannelCalls calls() {
        return calls;
    }

    /**
     * Carries out a command. A GET_EVENT that would wait is EAGAIN.
     *
     * @param written header and structure
     * @param caller who writes it
     * @return OK, or the errno of the refusal
     */
    public Errno write(ByteBuffer written, UcmaCaller caller) {
        if (written.remaining() < HEADER_BYTES) {
            return Errno.EINVAL;
        }
        ByteBuffer all = written.slice().order(ByteOrder.LITTLE_ENDIAN);
        Optional<UcmaCommand> command = UcmaCommand.of(COMMAND.get(all));
        if (command.isEmpty()
                || all.remaining()
                        < HEADER_BYTES + Math.max(IN.number(all), command.get().bytes())) {
            return Errno.EINVAL;
        }
        int room = ROOM.number(all);
        if (room < command.get().answer()) {
            return Errno.ENOSPC;
        }
        try {
            return run(command.get(), all.slice(HEADER_BYTES, all.remaining() - HEADER_BYTES), room, caller);
        } catch (VerbsException refused) {
            return refused.errno();
        }
    }

    private Errno run(UcmaCommand command, ByteBuffer in, int room, UcmaCaller caller) {
        switch (command) {
            case CREATE_ID -> answer(UcmaField.u64(8).get(in), caller, () -> create(in));
            case DESTROY_ID -> answer(RESPONSE.get(in), caller, () -> calls.destroyId(ID_BEHIND_RESPONSE.number(in)));
            case BIND_IP, BIND -> bind(command == UcmaCommand.BIND, in);
            case RESOLVE_IP, RESOLVE_ADDR -> resolve(command == UcmaCommand.RESOLVE_ADDR, in);
            case RESOLVE_ROUTE -> calls.resolveRoute(ID.number(in), SECOND.number(in));
            case QUERY_ROUTE -> store(in, room, caller, UcmaQueries.route(info(in)));
            case CONNECT -> connect(in);
            case LISTEN -> calls.listen(ID.number(in), SECOND.number(in));
            case ACCEPT -> accept(in);
            case REJECT -> reject(in);
            case DISCONNECT -> calls.disconnect(ID.number(in));
            case INIT_QP_ATTR -> store(in, room, caller, attributes(in));
            case GET_EVENT -> {
                return event(in, room, caller);
            }
            case SET_OPTION -> {
                return option(in, caller);
            }
            case NOTIFY -> {
                return established(in);
            }
            case JOIN_IP_MCAST, JOIN_MCAST ->
                answer(RESPONSE.get(in), caller, () -> join(command == UcmaCommand.JOIN_MCAST, in));
            case LEAVE_MCAST ->
                answer(RESPONSE.get(in), caller, () -> calls.leaveMulticast(ID_BEHIND_RESPONSE.number(in)));
            case MIGRATE_ID -> answer(RESPONSE.get(in), caller, () -> migrate(in, caller));
            case QUERY -> {
                return query(in, room, caller);
            }
            case GET_OPTION -> {
                return Errno.ENOSYS;
            }
        }
        return Errno.OK;
    }

    private int migrate(ByteBuffer in, UcmaCaller caller) {
        return calls.migrateId(ID_BEHIND_RESPONSE.number(in), caller.channel(FOURTH.number(in)));
    }

    private ByteBuffer attributes(ByteBuffer in) {
        return UcmaQueries.qp(calls.initQpAttr(ID_BEHIND_RESPONSE.number(in), state(FOURTH.get(in))));
    }

    private CmIdInfo info(ByteBuffer in) {
        return calls.query(ID_BEHIND_RESPONSE.number(in));
    }

    /** Stores as much as the program has room for: an older library knows a shorter structure. */
    private static void store(ByteBuffer in, int room, UcmaCaller caller, ByteBuffer answer) {
        int length = Math.min(room, answer.capacity());
        caller.checkStorable(RESPONSE.get(in), length);
        caller.store(RESPONSE.get(in), Arrays.copyOf(answer.array(), length));
    }

    /** Answers with a number, which a change gives. */
    private static void answer(long address, UcmaCaller caller, IntSupplier change) {
        caller.checkStorable(address, Integer.BYTES);
        caller.store(address, number(change.getAsInt()));
    }

    private static byte[] number(int value) {
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES);
        ID.set(out, value);
        return out.array();
    }

    /** Only port space IB leaves the type of QP to the program (core/ucma.c ucma_get_qp_type). */
    private int create(ByteBuffer in) {
        int number = UcmaField.u16(16).number(in);
        PortSpace space = PortSpace.of(number).orElseThrow(() -> invalid("port space " + number));
        QpType qp = switch (space) {
            case TCP -> QpType.RC;
            case UDP, IPOIB -> QpType.UD;
            case IB -> type(UcmaField.u8(18).number(in));
        };
        return calls.createId(space, qp, UcmaField.u64(0).get(in));
    }

    private static QpType type(int code) {
        return Arrays.stream(QpType.values())
                .filter(one -> one.code() == code)
                .findFirst()
                .orElseThrow(() -> invalid("QP type " + code));
    }

    private void bind(boolean isAny, ByteBuffer in) {
        int id = isAny ? ID.number(in) : UcmaField.u32(36).number(in);
        if (isAny) {
            UcmaAddress.checkBytes(in, 8, UcmaField.u16(4), UcmaField.u16(6));
        }
        calls.bindAddr(id, UcmaAddress.read(in, 8));
    }

    private void resolve(boolean isAny, ByteBuffer in) {
        int id = isAny ? ID.number(in) : UcmaField.u32(56).number(in);
        int timeout = isAny ? SECOND.number(in) : UcmaField.u32(60).number(in);
        if (isAny && UcmaField.u16(8).get(in) != 0) {
            UcmaAddress.checkBytes(in, 16, UcmaField.u16(8), UcmaField.u32(12));
        }
        if (isAny) {
            UcmaAddress.checkBytes(in, 144, UcmaField.u16(10), UcmaField.u32(12));
        }
        CmAddress source = UcmaAddress.optional(in, isAny ? 16 : 0);
        calls.resolveAddr(id, source, UcmaAddress.read(in, isAny ? 144 : UcmaAddress.BYTES), timeout);
    }

    private int join(boolean isAny, ByteBuffer in) {
        int id = isAny ? UcmaField.u32(16).number(in) : UcmaField.u32(44).number(in);
        if (isAny && UcmaField.u16(22).get(in) > SEND_ONLY) {
            throw CmRule.GROUP.refused("join flags=" + UcmaField.u16(22).get(in));
        }
        if (isAny) {
            UcmaAddress.checkBytes(in, 24, UcmaField.u16(20), NONE);
        }
        CmAddress group = UcmaAddress.read(in, isAny ? 24 : 16);
        return calls.joinMulticast(id, group, UcmaField.u64(8).get(in));
    }

    private void connect(ByteBuffer in) {
        if (!UcmaLayout.isValid(in, 0)) {
            throw CmRule.STATE.refused("no parameters");
        }
        int id = UcmaField.u32(UcmaLayout.CONN_PARAM_BYTES).number(in);
        calls.connect(id, UcmaLayout.conn(in, 0), UcmaLayout.ece(in, 280));
    }

    private void accept(ByteBuffer in) {
        int id = UcmaField.u32(280).number(in);
        boolean isAnswer = UcmaLayout.isValid(in, 8);
        calls.accept(
                id, isAnswer ? UcmaLayout.conn(in, 8) : null, UcmaField.u64(0).get(in), UcmaLayout.ece(in, 288));
    }

    private void reject(ByteBuffer in) {
        byte[] data = new byte[UcmaField.u8(4).number(in)];
        in.duplicate().position(HEADER_BYTES).get(data);
        calls.reject(ID.number(in), UcmaField.u8(5).number(in), data);
    }

    /** The only event that a program can tell of: paths do not migrate. */
    private Errno established(ByteBuffer in) {
        if (SECOND.get(in) != COMM_EST) {
            return Errno.EINVAL;
        }
        calls.notifyEstablished(ID.number(in));
        return Errno.OK;
    }

    private Errno query(ByteBuffer in, int room, UcmaCaller caller) {
        Optional<UcmaQuery> query = UcmaQuery.of(FOURTH.get(in));
        if (query.isEmpty()) {
            return Errno.ENOSYS;
        }
        CmIdInfo info = info(in);
        if (room < query.get().answer()) {
            return Errno.ENOSPC;
        }
        store(in, room, caller, query.get().of(info));
        return Errno.OK;
    }

    private Errno option(ByteBuffer in, UcmaCaller caller) {
        int level = FOURTH.number(in);
        int name = UcmaField.u32(16).number(in);
        int length = UcmaField.u32(20).number(in);
        if (level != 0 || name < 0 || name >= CmOption.values().length) {
            return Errno.ENOSYS;
        }
        CmOption option = CmOption.values()[name];
        if (length != option.octets()) {
            return Errno.EINVAL;
        }
        byte[] value = Arrays.copyOf(caller.load(UcmaField.u64(0).get(in), length), Integer.BYTES);
        calls.setOption(ID_BEHIND_RESPONSE.number(in), option, ID.number(ByteBuffer.wrap(value)));
        return Errno.OK;
    }

    private Errno event(ByteBuffer in, int room, UcmaCaller caller) {
        caller.checkStorable(RESPONSE.get(in), Math.min(room, UcmaEvent.BYTES));
        CmEvent event = calls.getEvent();
        if (event == null) {
            return Errno.EAGAIN;
        }
        store(in, room, caller, UcmaEvent.of(event));
        return Errno.OK;
    }

    private static QpState state(long code) {
        return Arrays.stream(QpState.values())
                .filter(state -> state.ordinal() == code)
                .findFirst()
                .orElseThrow(() -> CmRule.QP_STATE.refused("state=" + code));
    }

    private static VerbsException invalid(String values) {
        return CmRule.PORT_SPACE.refused(values);
    }

    @Override
    public void close() {
        calls.close();
    }
}
