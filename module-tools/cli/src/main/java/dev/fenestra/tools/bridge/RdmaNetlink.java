package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * RDMA netlink of a host: the questions of libibverbs, and those of {@code rdma} of iproute2 that change nothing
 * (drivers/infiniband/core/nldev.c).
 */
final class RdmaNetlink {
    private static final int CLIENT = 5;
    private static final int CLIENT_SHIFT = 10;
    private static final int COMMAND = (1 << CLIENT_SHIFT) - 1;

    private static final int GET = 1;
    private static final int PORT_GET = 5;
    private static final int SYS_GET = 6;
    private static final int RES_GET = 9;
    private static final int GET_CHARDEV = 15;
    private static final int STAT_GET = 17;

    private static final int EINVAL = Errno.EINVAL.code();
    private static final int EOPNOTSUPP = Errno.EOPNOTSUPP.code();
    /** Adaptive moderation is not there. */
    private static final int NO_MODERATION = 0;

    private final Host host;
    private final NetlinkRequest request;
    private final NetlinkAnswer answer;

    private RdmaNetlink(Host host, NetlinkRequest request, NetlinkAnswer answer) {
        this.host = host;
        this.request = request;
        this.answer = answer;
    }

    /**
     * Answers a message.
     *
     * @param port of the program's socket
     * @return datagrams, and before each its length
     * @throws IOException when the bytes are no message
     */
    static ByteBuffer answer(Host host, ByteBuffer datagram, int port) throws IOException {
        NetlinkRequest request = NetlinkRequest.read(datagram);
        NetlinkAnswer answer = new NetlinkAnswer(request, port);
        int refused = request.type() >>> CLIENT_SHIFT == CLIENT
                ? new RdmaNetlink(host, request, answer).answer(request.type() & COMMAND)
                : EINVAL;
        if (refused != 0 || request.wantsAcknowledgement() && !request.isDump()) {
            answer.error(refused);
        } else if (request.isDump()) {
            answer.done();
        }
        return answer.bytes();
    }

    /** Returns an errno, or 0. */
    private int answer(int command) throws IOException {
        return switch (command) {
            case GET -> each(this::device);
            case PORT_GET -> ports();
            case SYS_GET -> system();
            case RES_GET -> each(new NetlinkResources(host, answer)::summary);
            case GET_CHARDEV -> characterDevice();
            case STAT_GET -> statistics();
            default -> objects(command);
        };
    }

    private List<RdmaDevice> devices() {
        return new ArrayList<>(host.devices().values());
    }

    /** The index that a request names; empty when it names none, or no device has it. */
    private OptionalInt asked() {
        OptionalInt index = request.number(NetlinkAttribute.DEV_INDEX);
        boolean isThere = index.isPresent()
                && index.getAsInt() >= 0
                && index.getAsInt() < devices().size();
        return isThere ? index : OptionalInt.empty();
    }

    private interface Described {
        void describe(int index, RdmaDevice device);
    }

    private NetlinkAnswer begin(int index, RdmaDevice device) {
        return answer.begin().u32(NetlinkAttribute.DEV_INDEX, index).text(NetlinkAttribute.DEV_NAME, device.name());
    }

    /** A message for each device that is asked for: all of them in a dump without an index. */
    private int each(Described described) {
        OptionalInt asked = asked();
        boolean isForAll =
                request.isDump() && request.number(NetlinkAttribute.DEV_INDEX).isEmpty();
        if (asked.isEmpty() && !isForAll) {
            return EINVAL;
        }
        List<RdmaDevice> all = devices();
        for (int i = 0; i < all.size(); i++) {
            if (isForAll || asked.getAsInt() == i) {
                begin(i, all.get(i));
                described.describe(i, all.get(i));
                answer.end();
            }
        }
        return 0;
    }

    private void device(int index, RdmaDevice device) {
        DeviceIdentity identity = device.identity();
        answer.u32(NetlinkAttribute.PORT_INDEX, device.attributes().physPortCnt())
                .u64(NetlinkAttribute.CAP_FLAGS, device.attributes().deviceCapFlagsEx())
                .text(NetlinkAttribute.FW_VERSION, identity.firmware())
                .u64(NetlinkAttribute.NODE_GUID, identity.nodeGuid())
                .u64(NetlinkAttribute.SYS_IMAGE_GUID, identity.systemImageGuid())
                .u8(NetlinkAttribute.DEV_NODE_TYPE, device.nodeType().code())
                .u8(NetlinkAttribute.DEV_DIM, NO_MODERATION)
                .text(NetlinkAttribute.DEV_PROTOCOL, "roce");
    }

    private int ports() throws IOException {
        OptionalInt asked = asked();
        OptionalInt port = request.number(NetlinkAttribute.PORT_INDEX);
        if (asked.isEmpty()) {
            return EINVAL;
        }
        RdmaDevice device = devices().get(asked.getAsInt());
        int count = device.attributes().physPortCnt();
        if (!request.isDump() && (port.isEmpty() || port.getAsInt() < 1 || port.getAsInt() > count)) {
            return EINVAL;
        }
        for (int number = 1; number <= count; number++) {
            if (request.isDump() || port.getAsInt() == number) {
                port(asked.getAsInt(), device, number);
            }
        }
        return 0;
    }

    private void port(int index, RdmaDevice device, int number) throws IOException {
        PortAttributes port = SysfsTree.port(device, number);
        begin(index, device)
                .u32(NetlinkAttribute.PORT_INDEX, number)
                .u64(NetlinkAttribute.CAP_FLAGS, port.capFlags())
                .u8(NetlinkAttribute.PORT_STATE, port.state().code())
                .u8(NetlinkAttribute.PORT_PHYS_STATE, port.physicalState());
        NetworkInterface network = SysfsTree.networkOf(device.ports().gid(0));
        if (network != null) {
            answer.u32(NetlinkAttribute.NDEV_INDEX, network.getIndex())
                    .text(NetlinkAttribute.NDEV_NAME, network.getName());
        }
        answer.end();
    }

    /** A child of a program gets copies of the memory that devices use. */
    private int system() {
        answer.begin()
                .u8(NetlinkAttribute.SYS_NETNS_MODE, 1)
                .u8(NetlinkAttribute.SYS_COPY_ON_FORK, 1)
                .end();
        return 0;
    }

    private int characterDevice() {
        String type = request.text(NetlinkAttribute.CHARDEV_TYPE);
        OptionalInt index = asked();
        if (type.equals("rdma_cm") && request.number(NetlinkAttribute.DEV_INDEX).isEmpty()) {
            answer.begin()
                    .u64(NetlinkAttribute.CHARDEV, SysfsTree.cmDevice())
                    .u64(NetlinkAttribute.CHARDEV_ABI, SysfsTree.CM_ABI)
                    .text(NetlinkAttribute.CHARDEV_NAME, type)
                    .end();
            return 0;
        }
        if (!type.equals("uverbs") || index.isEmpty()) {
            return EINVAL;
        }
        RdmaDevice device = devices().get(index.getAsInt());
        answer.begin()
                .u64(NetlinkAttribute.CHARDEV, SysfsTree.verbsDevice(index.getAsInt()))
                .u64(NetlinkAttribute.CHARDEV_ABI, device.abiVersion())
                .text(NetlinkAttribute.CHARDEV_NAME, type + index.getAsInt());
        if (device.driverId() != 0) {
            answer.u32(NetlinkAttribute.UVERBS_DRIVER_ID, device.driverId());
        }
        answer.end();
        return 0;
    }

    /** Counters of devices; those of single objects are not here. */
    private int statistics() {
        return request.number(NetlinkAttribute.STAT_RES).isPresent() ? EOPNOTSUPP : each(this::counters);
    }

    private void counters(int index, RdmaDevice device) {
        answer.u32(NetlinkAttribute.PORT_INDEX, 1);
        answer.nest(
                NetlinkAttribute.STAT_HWCOUNTERS,
                () -> device.statistics()
                        .forEach((name, value) -> answer.nest(
                                NetlinkAttribute.STAT_HWCOUNTER_ENTRY,
                                () -> answer.text(NetlinkAttribute.STAT_HWCOUNTER_ENTRY_NAME, name)
                                        .u64(NetlinkAttribute.STAT_HWCOUNTER_ENTRY_VALUE, value))));
    }

    /** Only dumps: a message for each object of a device. */
    private int objects(int command) {
        OptionalInt asked = asked();
        boolean isKnown = NetlinkResources.isKnown(command);
        if (!isKnown || !request.isDump()) {
            return isKnown ? EINVAL : EOPNOTSUPP;
        }
        if (asked.isEmpty()) {
            return EINVAL;
        }
        RdmaDevice device = devices().get(asked.getAsInt());
        new NetlinkResources(host, answer)
                .objects(command, device.name(), () -> begin(asked.getAsInt(), device), answer::end);
        return 0;
    }
}
