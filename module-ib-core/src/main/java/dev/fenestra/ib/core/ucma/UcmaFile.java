package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostNumber;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.Accept;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.Connect;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.Disconnect;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.EventResp;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.GetEvent;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.Listen;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.Notify;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.Reject;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.UcmConnParam;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.Bind;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.BindIp;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.CmdHdr;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.CreateId;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.CreateIdResp;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.DestroyId;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.DestroyIdResp;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.JoinIpMcast;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.JoinMcast;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.MigrateId;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.MigrateResp;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.ResolveAddr;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.ResolveIp;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.ResolveRoute;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.SetOption;
import dev.fenestra.ib.core.abi.ucma.QueryLayouts.InitQpAttr;
import dev.fenestra.ib.core.abi.ucma.QueryLayouts.Query;
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
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntSupplier;

/** An open {@code /dev/infiniband/rdma_cm}: it carries out what a program writes. */
public final class UcmaFile implements AutoCloseable {
    private static final HostField EVENTS = DestroyIdResp.EVENTS_REPORTED;

    /** {@code IB_EVENT_COMM_EST}. */
    private static final int COMM_EST = 4;

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
        MemorySegment all = MemorySegment.ofBuffer(written);
        if (all.byteSize() < CmdHdr.SIZE) {
            return Errno.EINVAL;
        }
        Optional<UcmaCommand> command = UcmaCommand.of(CmdHdr.CMD.get(all));
        if (command.isEmpty()
                || all.byteSize()
                        < CmdHdr.SIZE
                                + Math.max(CmdHdr.IN.get(all), command.get().bytes())) {
            return Errno.EINVAL;
        }
        int room = CmdHdr.OUT.getInt(all);
        if (room < command.get().answer()) {
            return Errno.ENOSPC;
        }
        try {
            return run(command.get(), all.asSlice(CmdHdr.SIZE), room, caller);
        } catch (VerbsException refused) {
            return refused.errno();
        }
    }

    private Errno run(UcmaCommand command, MemorySegment in, int room, UcmaCaller caller) {
        switch (command) {
            case CREATE_ID -> answer(CreateId.RESPONSE.get(in), CreateIdResp.ID, caller, () -> create(in));
            case DESTROY_ID -> answer(DestroyId.RESPONSE.get(in), EVENTS, caller, () -> destroy(in));
            case BIND_IP -> calls.bindAddr(BindIp.ID.getInt(in), UcmaAddress.read(BindIp.ADDR.of(in)));
            case BIND -> bind(in);
            case RESOLVE_IP -> resolveIp(in);
            case RESOLVE_ADDR -> resolve(in);
            case RESOLVE_ROUTE -> calls.resolveRoute(ResolveRoute.ID.getInt(in), ResolveRoute.TIMEOUT_MS.getInt(in));
            case QUERY_ROUTE -> store(Query.RESPONSE.get(in), room, caller, UcmaQueries.route(info(in)));
            case CONNECT -> connect(in);
            case LISTEN -> calls.listen(Listen.ID.getInt(in), Listen.BACKLOG.getInt(in));
            case ACCEPT -> accept(in);
            case REJECT -> reject(in);
            case DISCONNECT -> calls.disconnect(Disconnect.ID.getInt(in));
            case INIT_QP_ATTR -> store(InitQpAttr.RESPONSE.get(in), room, caller, attributes(in));
            case GET_EVENT -> {
                return event(GetEvent.RESPONSE.get(in), room, caller);
            }
            case SET_OPTION -> {
                return option(in, caller);
            }
            case NOTIFY -> {
                return established(in);
            }
            case JOIN_IP_MCAST -> answer(JoinIpMcast.RESPONSE.get(in), CreateIdResp.ID, caller, () -> joinIp(in));
            case JOIN_MCAST -> answer(JoinMcast.RESPONSE.get(in), CreateIdResp.ID, caller, () -> join(in));
            case LEAVE_MCAST -> answer(DestroyId.RESPONSE.get(in), EVENTS, caller, () -> leave(in));
            case MIGRATE_ID ->
                answer(MigrateId.RESPONSE.get(in), MigrateResp.EVENTS_REPORTED, caller, () -> migrate(in, caller));
            case QUERY -> {
                return query(in, room, caller);
            }
            case GET_OPTION -> {
                return Errno.ENOSYS;
            }
        }
        return Errno.OK;
    }

    private int destroy(MemorySegment in) {
        return calls.destroyId(DestroyId.ID.getInt(in));
    }

    private int leave(MemorySegment in) {
        return calls.leaveMulticast(DestroyId.ID.getInt(in));
    }

    private int migrate(MemorySegment in, UcmaCaller caller) {
        return calls.migrateId(MigrateId.ID.getInt(in), caller.channel(MigrateId.FD.getInt(in)));
    }

    private MemorySegment attributes(MemorySegment in) {
        return UcmaQueries.qp(calls.initQpAttr(InitQpAttr.ID.getInt(in), state(InitQpAttr.QP_STATE.get(in))));
    }

    private CmIdInfo info(MemorySegment in) {
        return calls.query(Query.ID.getInt(in));
    }

    /** Stores as much as the program has room for: an older library knows a shorter structure. */
    private static void store(long address, int room, UcmaCaller caller, MemorySegment answer) {
        int length = (int) Math.min(room, answer.byteSize());
        caller.checkStorable(address, length);
        caller.store(address, answer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
    }

    /** Answers with a structure of one number, which a change gives. */
    private static void answer(long address, HostField number, UcmaCaller caller, IntSupplier change) {
        caller.checkStorable(address, number.bytes());
        byte[] out = new byte[number.bytes()];
        number.set(MemorySegment.ofArray(out), change.getAsInt());
        caller.store(address, out);
    }

    /** Only port space IB leaves the type of QP to the program (core/ucma.c ucma_get_qp_type). */
    private int create(MemorySegment in) {
        int number = CreateId.PS.getInt(in);
        PortSpace space = PortSpace.of(number).orElseThrow(() -> invalid("port space " + number));
        QpType qp = switch (space) {
            case TCP -> QpType.RC;
            case UDP, IPOIB -> QpType.UD;
            case IB -> type(CreateId.QP_TYPE.getInt(in));
        };
        return calls.createId(space, qp, CreateId.UID.get(in));
    }

    private static QpType type(int code) {
        return Arrays.stream(QpType.values())
                .filter(one -> one.code() == code)
                .findFirst()
                .orElseThrow(() -> invalid("QP type " + code));
    }

    private void bind(MemorySegment in) {
        MemorySegment address = Bind.ADDR.of(in);
        UcmaAddress.check(address, Bind.ADDR_SIZE.get(in), Bind.RESERVED.get(in));
        calls.bindAddr(Bind.ID.getInt(in), UcmaAddress.read(address));
    }

    private void resolveIp(MemorySegment in) {
        CmAddress source = UcmaAddress.optional(ResolveIp.SRC_ADDR.of(in));
        CmAddress destination = UcmaAddress.read(ResolveIp.DST_ADDR.of(in));
        calls.resolveAddr(ResolveIp.ID.getInt(in), source, destination, ResolveIp.TIMEOUT_MS.getInt(in));
    }

    private void resolve(MemorySegment in) {
        MemorySegment source = ResolveAddr.SRC_ADDR.of(in);
        MemorySegment destination = ResolveAddr.DST_ADDR.of(in);
        long reserved = ResolveAddr.RESERVED.get(in);
        if (ResolveAddr.SRC_SIZE.isSet(in)) {
            UcmaAddress.check(source, ResolveAddr.SRC_SIZE.get(in), reserved);
        }
        UcmaAddress.check(destination, ResolveAddr.DST_SIZE.get(in), reserved);
        calls.resolveAddr(
                ResolveAddr.ID.getInt(in),
                UcmaAddress.optional(source),
                UcmaAddress.read(destination),
                ResolveAddr.TIMEOUT_MS.getInt(in));
    }

    private int joinIp(MemorySegment in) {
        CmAddress group = UcmaAddress.read(JoinIpMcast.ADDR.of(in));
        return calls.joinMulticast(JoinIpMcast.ID.getInt(in), group, JoinIpMcast.UID.get(in));
    }

    /** For a join that only sends, the card makes no difference. */
    private int join(MemorySegment in) {
        long flags = JoinMcast.JOIN_FLAGS.get(in);
        if (flags > JoinMcast.SEND_ONLY) {
            throw CmRule.GROUP.refused("join flags=" + flags);
        }
        MemorySegment group = JoinMcast.ADDR.of(in);
        UcmaAddress.check(group, JoinMcast.ADDR_SIZE.get(in), 0);
        return calls.joinMulticast(JoinMcast.ID.getInt(in), UcmaAddress.read(group), JoinMcast.UID.get(in));
    }

    private void connect(MemorySegment in) {
        MemorySegment param = Connect.CONN_PARAM.of(in);
        if (!UcmConnParam.VALID.isSet(param)) {
            throw CmRule.STATE.refused("no parameters");
        }
        calls.connect(Connect.ID.getInt(in), UcmaParameters.conn(param), UcmaParameters.ece(Connect.ECE, in));
    }

    private void accept(MemorySegment in) {
        MemorySegment param = Accept.CONN_PARAM.of(in);
        calls.accept(
                Accept.ID.getInt(in),
                UcmConnParam.VALID.isSet(param) ? UcmaParameters.conn(param) : null,
                Accept.UID.get(in),
                UcmaParameters.ece(Accept.ECE, in));
    }

    private void reject(MemorySegment in) {
        byte[] data = UcmaParameters.data(Reject.PRIVATE_DATA, Reject.PRIVATE_DATA_LEN, in);
        calls.reject(Reject.ID.getInt(in), Reject.REASON.getInt(in), data);
    }

    /** The only event that a program can tell of: paths do not migrate. */
    private Errno established(MemorySegment in) {
        if (Notify.EVENT.get(in) != COMM_EST) {
            return Errno.EINVAL;
        }
        calls.notifyEstablished(Notify.ID.getInt(in));
        return Errno.OK;
    }

    private Errno query(MemorySegment in, int room, UcmaCaller caller) {
        Optional<UcmaQuery> query = UcmaQuery.of(Query.OPTION.get(in));
        if (query.isEmpty()) {
            return Errno.ENOSYS;
        }
        CmIdInfo info = info(in);
        if (room < query.get().answer()) {
            return Errno.ENOSPC;
        }
        store(Query.RESPONSE.get(in), room, caller, query.get().of(info));
        return Errno.OK;
    }

    private Errno option(MemorySegment in, UcmaCaller caller) {
        int name = SetOption.OPTNAME.getInt(in);
        int length = SetOption.OPTLEN.getInt(in);
        Optional<CmOption> named = CmOption.of(name);
        if (SetOption.LEVEL.isSet(in) || named.isEmpty()) {
            return Errno.ENOSYS;
        }
        CmOption option = named.get();
        if (length != option.octets()) {
            return Errno.EINVAL;
        }
        byte[] value = Arrays.copyOf(caller.load(SetOption.OPTVAL.get(in), length), HostNumber.U32.bytes());
        calls.setOption(SetOption.ID.getInt(in), option, HostNumber.U32.getInt(MemorySegment.ofArray(value)));
        return Errno.OK;
    }

    private Errno event(long address, int room, UcmaCaller caller) {
        caller.checkStorable(address, Math.min(room, EventResp.SIZE));
        CmEvent event = calls.getEvent();
        if (event == null) {
            return Errno.EAGAIN;
        }
        store(address, room, caller, UcmaEvent.of(event));
        return Errno.OK;
    }

    private static QpState state(long code) {
        return Arrays.stream(QpState.values())
                .filter(state -> state.code() == code)
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
