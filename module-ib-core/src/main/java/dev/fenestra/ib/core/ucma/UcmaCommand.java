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
import java.util.Arrays;
import java.util.Optional;

/** The commands. Numbers as {@code RDMA_USER_CM_CMD_*} in rdma_user_cm.h. */
enum UcmaCommand {
    CREATE_ID(0, CreateId.SIZE, CreateIdResp.SIZE),
    DESTROY_ID(1, DestroyId.SIZE, DestroyIdResp.SIZE),
    BIND_IP(2, BindIp.SIZE),
    RESOLVE_IP(3, ResolveIp.SIZE),
    RESOLVE_ROUTE(4, ResolveRoute.SIZE),
    QUERY_ROUTE(5, Query.SIZE, QueryRouteResp.IBDEV_INDEX.offset()),
    CONNECT(6, Connect.ECE.offset()),
    LISTEN(7, Listen.SIZE),
    ACCEPT(8, Accept.ECE.offset()),
    REJECT(9, Reject.SIZE),
    DISCONNECT(10, Disconnect.SIZE),
    INIT_QP_ATTR(11, InitQpAttr.SIZE, QpAttr.SIZE),
    GET_EVENT(12, GetEvent.SIZE, EventResp.RESERVED.offset()),
    /** Linux does not implement it either. */
    GET_OPTION(13, 0),
    SET_OPTION(14, SetOption.SIZE),
    NOTIFY(15, Notify.SIZE),
    JOIN_IP_MCAST(16, JoinIpMcast.SIZE, CreateIdResp.SIZE),
    LEAVE_MCAST(17, DestroyId.SIZE, DestroyIdResp.SIZE),
    MIGRATE_ID(18, MigrateId.SIZE, MigrateResp.SIZE),
    QUERY(19, Query.SIZE),
    BIND(20, Bind.SIZE),
    RESOLVE_ADDR(21, ResolveAddr.SIZE),
    JOIN_MCAST(22, JoinMcast.SIZE, CreateIdResp.SIZE);

    private final int code;
    private final int bytes;
    private final int answer;

    UcmaCommand(int code, int bytes) {
        this(code, bytes, 0);
    }

    UcmaCommand(int code, int bytes, int answer) {
        this.code = code;
        this.bytes = bytes;
        this.answer = answer;
    }

    /** {@return its number in rdma_user_cm.h} */
    int code() {
        return code;
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
        return Arrays.stream(values()).filter(command -> command.code == number).findFirst();
    }
}
