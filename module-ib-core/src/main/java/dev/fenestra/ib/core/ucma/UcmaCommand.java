package dev.fenestra.ib.core.ucma;

import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.Accept;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.Connect;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.Disconnect;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.EventResp;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.GetEvent;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.Listen;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.Notify;
import dev.fenestra.ib.core.abi.ucma.ConnectionLayouts.Reject;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.Bind;
import dev.fenestra.ib.core.abi.ucma.IdLayouts.BindIp;
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
import dev.fenestra.ib.core.abi.ucma.QueryLayouts.QpAttr;
import dev.fenestra.ib.core.abi.ucma.QueryLayouts.Query;
import dev.fenestra.ib.core.abi.ucma.QueryLayouts.QueryRouteResp;
import java.util.Optional;

/** The commands. The ordinal is the number of {@code RDMA_USER_CM_CMD_*} in rdma_user_cm.h. */
enum UcmaCommand {
    CREATE_ID(CreateId.SIZE, CreateIdResp.SIZE),
    DESTROY_ID(DestroyId.SIZE, DestroyIdResp.SIZE),
    BIND_IP(BindIp.SIZE),
    RESOLVE_IP(ResolveIp.SIZE),
    RESOLVE_ROUTE(ResolveRoute.SIZE),
    QUERY_ROUTE(Query.SIZE, QueryRouteResp.IBDEV_INDEX.offset()),
    CONNECT(Connect.ECE.offset()),
    LISTEN(Listen.SIZE),
    ACCEPT(Accept.ECE.offset()),
    REJECT(Reject.SIZE),
    DISCONNECT(Disconnect.SIZE),
    INIT_QP_ATTR(InitQpAttr.SIZE, QpAttr.SIZE),
    GET_EVENT(GetEvent.SIZE, EventResp.RESERVED.offset()),
    /** Linux does not implement it either. */
    GET_OPTION(0),
    SET_OPTION(SetOption.SIZE),
    NOTIFY(Notify.SIZE),
    JOIN_IP_MCAST(JoinIpMcast.SIZE, CreateIdResp.SIZE),
    LEAVE_MCAST(DestroyId.SIZE, DestroyIdResp.SIZE),
    MIGRATE_ID(MigrateId.SIZE, MigrateResp.SIZE),
    QUERY(Query.SIZE),
    BIND(Bind.SIZE),
    RESOLVE_ADDR(ResolveAddr.SIZE),
    JOIN_MCAST(JoinMcast.SIZE, CreateIdResp.SIZE);

    private final int bytes;
    private final int answer;

    UcmaCommand(int bytes) {
        this(bytes, 0);
    }

    UcmaCommand(int bytes, int answer) {
        this.bytes = bytes;
        this.answer = answer;
    }

    /** {@return bytes that its structure has at least} */
    int bytes() {
        return bytes;
    }

    /** {@return bytes that the program must have room for; answers of newer kernels are longer} */
    int answer() {
        return answer;
    }

    static Optional<UcmaCommand> of(long number) {
        return number >= 0 && number < values().length ? Optional.of(values()[(int) number]) : Optional.empty();
    }
}
