package dev.fenestra.ib.core.abi.uverbs;

import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCompChannel;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCompChannelResp;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCqResp;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.DestroyCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.DestroyCqResp;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ExCreateCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ExCreateCqResp;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ExModifyCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ReqNotifyCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ResizeCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ResizeCqResp;
import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.ExQueryDevice;
import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.ExQueryDeviceResp;
import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.GetContext;
import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.GetContextResp;
import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.QueryDevice;
import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.QueryDeviceResp;
import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.QueryPort;
import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.QueryPortResp;
import dev.fenestra.ib.core.abi.uverbs.PathLayouts.AttachMcast;
import dev.fenestra.ib.core.abi.uverbs.PathLayouts.CreateAh;
import dev.fenestra.ib.core.abi.uverbs.PathLayouts.CreateAhResp;
import dev.fenestra.ib.core.abi.uverbs.PathLayouts.DestroyAh;
import dev.fenestra.ib.core.abi.uverbs.PathLayouts.DetachMcast;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.CreateQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.CreateQpResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.DestroyQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.DestroyQpResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.ExCreateQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.ExCreateQpResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.ExModifyQpResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.ModifyQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.OpenQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.PostSend;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.PostSendResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.QueryQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.QueryQpResp;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.AllocMw;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.AllocMwResp;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.AllocPd;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.AllocPdResp;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.CloseXrcd;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.DeallocMw;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.DeallocPd;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.DeregMr;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.OpenXrcd;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.OpenXrcdResp;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.RegMr;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.RegMrResp;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.ReregMr;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.ReregMrResp;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.CreateSrq;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.CreateSrqResp;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.CreateXsrq;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.DestroySrq;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.DestroySrqResp;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.ModifySrq;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.QuerySrq;
import dev.fenestra.ib.core.abi.uverbs.SrqLayouts.QuerySrqResp;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The commands of the write interface ({@code ib_user_verbs.h}), with the sizes of their structures. They arrive by
 * {@code write}. Since version 19, rdma-core sends them inside the ioctl INVOKE_WRITE.
 */
public enum WriteCommand {
    /** GET_CONTEXT. */
    GET_CONTEXT(0, GetContext.SIZE, GetContextResp.SIZE),
    /** QUERY_DEVICE. */
    QUERY_DEVICE(1, QueryDevice.SIZE, QueryDeviceResp.SIZE),
    /** QUERY_PORT. */
    QUERY_PORT(2, QueryPort.SIZE, QueryPortResp.SIZE),
    /** ALLOC_PD. */
    ALLOC_PD(3, AllocPd.SIZE, AllocPdResp.SIZE),
    /** DEALLOC_PD. */
    DEALLOC_PD(4, DeallocPd.SIZE, 0),
    /** CREATE_AH. */
    CREATE_AH(5, CreateAh.SIZE, CreateAhResp.SIZE),
    /** DESTROY_AH. */
    DESTROY_AH(8, DestroyAh.SIZE, 0),
    /** REG_MR. */
    REG_MR(9, RegMr.SIZE, RegMrResp.SIZE),
    /** REREG_MR. */
    REREG_MR(11, ReregMr.SIZE, ReregMrResp.SIZE),
    /** DEREG_MR. */
    DEREG_MR(13, DeregMr.SIZE, 0),
    /** ALLOC_MW. */
    ALLOC_MW(14, AllocMw.SIZE, AllocMwResp.SIZE),
    /** DEALLOC_MW. */
    DEALLOC_MW(16, DeallocMw.SIZE, 0),
    /** CREATE_COMP_CHANNEL. */
    CREATE_COMP_CHANNEL(17, CreateCompChannel.SIZE, CreateCompChannelResp.SIZE),
    /** CREATE_CQ. */
    CREATE_CQ(18, CreateCq.SIZE, CreateCqResp.SIZE),
    /** RESIZE_CQ. */
    RESIZE_CQ(19, ResizeCq.SIZE, ResizeCqResp.SIZE),
    /** REQ_NOTIFY_CQ. */
    REQ_NOTIFY_CQ(23, ReqNotifyCq.SIZE, 0),
    /** DESTROY_CQ. */
    DESTROY_CQ(20, DestroyCq.SIZE, DestroyCqResp.SIZE),
    /** CREATE_QP. */
    CREATE_QP(24, CreateQp.SIZE, CreateQpResp.SIZE),
    /** QUERY_QP. */
    QUERY_QP(25, QueryQp.SIZE, QueryQpResp.SIZE),
    /** MODIFY_QP. */
    MODIFY_QP(26, ModifyQp.SIZE, 0),
    /** DESTROY_QP. */
    DESTROY_QP(27, DestroyQp.SIZE, DestroyQpResp.SIZE),
    /** POST_SEND. */
    POST_SEND(28, PostSend.SIZE, PostSendResp.SIZE),
    /** ATTACH_MCAST. */
    ATTACH_MCAST(30, AttachMcast.SIZE, 0),
    /** DETACH_MCAST. */
    DETACH_MCAST(31, DetachMcast.SIZE, 0),
    /** CREATE_SRQ. */
    CREATE_SRQ(32, CreateSrq.SIZE, CreateSrqResp.SIZE),
    /** MODIFY_SRQ. */
    MODIFY_SRQ(33, ModifySrq.SIZE, 0),
    /** QUERY_SRQ. */
    QUERY_SRQ(34, QuerySrq.SIZE, QuerySrqResp.SIZE),
    /** DESTROY_SRQ. */
    DESTROY_SRQ(35, DestroySrq.SIZE, DestroySrqResp.SIZE),
    /** OPEN_XRCD. */
    OPEN_XRCD(37, OpenXrcd.SIZE, OpenXrcdResp.SIZE),
    /** CLOSE_XRCD. */
    CLOSE_XRCD(38, CloseXrcd.SIZE, 0),
    /** CREATE_XSRQ. */
    CREATE_XSRQ(39, CreateXsrq.SIZE, CreateSrqResp.SIZE),
    /** OPEN_QP. */
    OPEN_QP(40, OpenQp.SIZE, CreateQpResp.SIZE),
    /** EX_QUERY_DEVICE. */
    EX_QUERY_DEVICE(1 | WriteCommand.EXTENDED, ExQueryDevice.SIZE, ExQueryDeviceResp.RESPONSE_LENGTH.end()),
    /** EX_CREATE_CQ. */
    EX_CREATE_CQ(18 | WriteCommand.EXTENDED, ExCreateCq.SIZE, ExCreateCqResp.SIZE),
    /** EX_CREATE_QP. */
    EX_CREATE_QP(24 | WriteCommand.EXTENDED, ExCreateQp.COMP_MASK.end(), ExCreateQpResp.SIZE),
    /** EX_MODIFY_QP. */
    EX_MODIFY_QP(26 | WriteCommand.EXTENDED, ModifyQp.SIZE, ExModifyQpResp.SIZE),
    /** EX_MODIFY_CQ. */
    EX_MODIFY_CQ(57 | WriteCommand.EXTENDED, ExModifyCq.SIZE, 0);

    /** Bit of the number of an extended command. */
    public static final int EXTENDED = 1 << 31;

    private static final Map<Integer, WriteCommand> BY_NUMBER = new HashMap<>();

    static {
        Arrays.stream(values()).forEach(command -> BY_NUMBER.put(command.number, command));
    }

    private final int number;
    private final int requestBytes;
    private final int responseBytes;

    WriteCommand(int number, int requestBytes, int responseBytes) {
        this.number = number;
        this.requestBytes = requestBytes;
        this.responseBytes = responseBytes;
    }

    /** {@return the number, with bit {@link #EXTENDED} for an extended command} */
    public int number() {
        return number;
    }

    /**
     * {@return the least bytes of the request} Unless the command is extended, the request begins with an unused
     * pointer.
     */
    public int requestBytes() {
        return requestBytes;
    }

    /** {@return the least bytes of the room for the response} */
    public int responseBytes() {
        return responseBytes;
    }

    /**
     * {@return the command with a number, if there is one}
     *
     * @param number with bit {@link #EXTENDED} for an extended command
     */
    public static Optional<WriteCommand> of(int number) {
        return Optional.ofNullable(BY_NUMBER.get(number));
    }
}
