package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceIdentity;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.LinkLayer;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.PortAttributes;
import dev.fenestra.ib.core.vocabulary.PortState;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.BenchHost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes the files below {@code /sys} and {@code /dev} by which user libraries find devices and their providers. */
final class SysfsTree {
    private static final int MAJOR = 231;
    private static final int FIRST_MINOR = 192;
    private static final int CM_MAJOR = 10;
    private static final int CM_MINOR = 58;
    private static final int GID_BYTES = 16;

    /** The version of the connection manager's interface. */
    static final int CM_ABI = 4;

    private static final PortAttributes UNKNOWN =
            new PortAttributes(PortState.ACTIVE, Mtu.MTU_1024, Mtu.MTU_1024, 1, LinkLayer.ETHERNET);

    private SysfsTree() {}

    /**
     * Writes the files of all devices of a host. Those of an earlier server go.
     *
     * @param number of the host on its server, from 0 on
     */
    static void write(Host host, int number, Path tree) throws IOException {
        Folders.delete(tree);
        Path classes = tree.resolve("sys/class");
        file(classes.resolve("infiniband_verbs/abi_version"), "6");
        file(classes.resolve("misc/rdma_cm/abi_version"), Integer.toString(CM_ABI));
        file(classes.resolve("misc/rdma_cm/dev"), CM_MAJOR + ":" + CM_MINOR);
        file(tree.resolve("dev/infiniband/rdma_cm"), "");
        int minor = 0;
        for (RdmaDevice device : host.devices().values()) {
            file(tree.resolve("dev/infiniband/uverbs" + minor), "");
            Optional<PciFunction> function = PciFunction.of(device.modalias(), number, minor);
            Path parent = tree.resolve("sys/devices/virtual");
            if (function.isPresent()) {
                function.get().write(tree);
                parent = function.get().folder(tree);
            }
            Path opened = node(classes, parent, "infiniband_verbs", "uverbs" + minor, function.isPresent());
            file(opened.resolve("ibdev"), device.name());
            file(opened.resolve("abi_version"), Integer.toString(device.abiVersion()));
            file(opened.resolve("dev"), MAJOR + ":" + (FIRST_MINOR + minor));
            Path card = node(classes, parent, "infiniband", device.name(), function.isPresent());
            describe(device, card, device.attributes());
            Optional<String> type = function.flatMap(PciFunction::type);
            if (type.isPresent()) {
                file(card.resolve("hca_type"), type.get());
            }
            minor++;
        }
    }

    /**
     * Makes the folder of a class below that of its device, a link back to the device, and a link from the class.
     *
     * @param parent folder of the device on its bus, or of devices without a bus
     */
    private static Path node(Path classes, Path parent, String kind, String name, boolean hasBus) throws IOException {
        Path folder = Files.createDirectories(parent.resolve(kind).resolve(name));
        if (hasBus) {
            // The last part of the link is the name of the function, and programs take it from there.
            Files.createSymbolicLink(
                    folder.resolve("device"), Path.of("../../..", String.valueOf(parent.getFileName())));
        }
        link(folder.resolve("subsystem"), classes.resolve(kind));
        Files.createDirectories(classes.resolve(kind));
        link(classes.resolve(kind).resolve(name), folder);
        return folder;
    }

    /** A link is relative, as all of sysfs are. */
    private static void link(Path link, Path to) throws IOException {
        Path folder = Objects.requireNonNull(link.getParent(), "a link lies in a folder");
        Files.createSymbolicLink(link, folder.relativize(to));
    }

    private static void describe(RdmaDevice device, Path folder, DeviceAttributes attributes) throws IOException {
        DeviceIdentity identity = device.identity();
        file(folder.resolve("node_type"), device.nodeType().code() + ": " + device.nodeType());
        file(folder.resolve("node_guid"), guid(identity.nodeGuid()));
        file(folder.resolve("sys_image_guid"), guid(identity.systemImageGuid()));
        file(folder.resolve("fw_ver"), identity.firmware());
        file(folder.resolve("hw_rev"), "0x" + Integer.toHexString(identity.hardwareVersion()));
        file(folder.resolve("board_id"), BenchHost.boardId());
        for (int port = 1; port <= attributes.physPortCnt(); port++) {
            describePort(device, port, folder);
        }
    }

    /** {@return what a port is; the default for a driver without port attributes is one port with one GID} */
    static PortAttributes port(RdmaDevice device, int number) {
        try {
            return device.ports().port(number);
        } catch (VerbsException refused) {
            if (refused.errno() != Errno.EOPNOTSUPP) {
                throw refused;
            }
            return UNKNOWN;
        }
    }

    /** {@return the device number of an opened device, in the kernel's own encoding} */
    static long verbsDevice(int index) {
        return encoded(MAJOR, FIRST_MINOR + index);
    }

    /** {@return that of the connection manager} */
    static long cmDevice() {
        return encoded(CM_MAJOR, CM_MINOR);
    }

    /** The low 8 bits of the minor number stand before the major number, the others behind it. */
    private static long encoded(int major, int minor) {
        return (long) (minor & ~0xff) << 12 | major << 8 | minor & 0xff;
    }

    private static void describePort(RdmaDevice device, int number, Path card) throws IOException {
        Path folder = card.resolve("ports").resolve(Integer.toString(number));
        PortAttributes port = port(device, number);
        file(folder.resolve("link_layer"), port.linkLayer().toString());
        file(folder.resolve("state"), port.state().code() + ": " + port.state());
        file(folder.resolve("phys_state"), port.physicalStateText());
        file(folder.resolve("rate"), port.rate());
        file(folder.resolve("cap_mask"), String.format("0x%08x", port.capFlags()));
        subnet(folder);
        file(folder.resolve("pkeys/0"), "0xffff");
        for (int i = 0; i < port.gidTableLength(); i++) {
            String index = Integer.toString(i);
            Gid gid = device.ports().gid(i);
            file(folder.resolve("gids").resolve(index), text(gid));
            file(folder.resolve("gid_attrs/types").resolve(index), "RoCE v2");
            NetworkInterface network = networkOf(gid);
            if (network != null) {
                file(folder.resolve("gid_attrs/ndevs").resolve(index), network.getName());
                if (Files.exists(card.resolve("device"))) {
                    Path net = card.resolve("device/net").resolve(network.getName());
                    file(net.resolve("mtu"), "" + network.getMTU());
                }
            }
        }
    }

    /** What a port of InfiniBand has from its subnet manager. An Ethernet has none, and sysfs says 0. */
    private static void subnet(Path port) throws IOException {
        file(port.resolve("lid"), "0x0");
        file(port.resolve("lid_mask_count"), "0");
        file(port.resolve("sm_lid"), "0x0");
        file(port.resolve("sm_sl"), "0");
    }

    /**
     * The network interface of this machine that has the address of a GID, or null. Programs that look for the
     * addresses of a device at the interfaces find it then.
     */
    static @Nullable NetworkInterface networkOf(Gid gid) throws IOException {
        byte[] address = ByteBuffer.allocate(GID_BYTES)
                .putLong(gid.high())
                .putLong(gid.low())
                .array();
        return gid.isUnspecified() ? null : NetworkInterface.getByInetAddress(InetAddress.getByAddress(address));
    }

    private static String guid(long value) {
        return groups(value);
    }

    private static String text(Gid gid) {
        return groups(gid.high()) + ":" + groups(gid.low());
    }

    private static String groups(long value) {
        return String.format(
                "%04x:%04x:%04x:%04x", value >>> 48, value >>> 32 & 0xffff, value >>> 16 & 0xffff, value & 0xffff);
    }

    private static void file(Path path, String text) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }
}
