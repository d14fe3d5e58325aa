package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.PostChecks;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.vendor.mlx.testing.Vector;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Posts the work requests of a vector, through the entry point it names. */
final class SendRequests {
    private static final Map<String, Integer> FLAGS = Map.of(
            "FENCE", SendFlag.FENCE,
            "SIGNALED", SendFlag.SIGNALED,
            "SOLICITED", SendFlag.SOLICITED,
            "INLINE", SendFlag.INLINE);

    private static final int UNKNOWN_RIGHT = 1 << 30;
    /** Stands for the region that a bind of length 0 needs none of. */
    private static final UserMr NO_REGION = new UserMr(0, 0, 1, 0, -1, 0, MrType.MR);

    private final QueueBench bench;
    private final MlxSendQueue queue;
    final List<UserMw> windows = new ArrayList<>();
    int badIndex = -1;

    SendRequests(QueueBench bench) {
        this.bench = bench;
        queue = bench.qp.sends();
    }

    /** Whether the SPI, or direct verbs, have a word for the operation of a request. */
    static boolean isExpressible(Vector wr) {
        if (wr.has("mlx5dv_op")) {
            return true;
        }
        for (WrOpcode opcode : WrOpcode.values()) {
            if (opcode.name().equals(wr.text("opcode"))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the errno. */
    int post(String api, List<Vector> wrs) {
        return switch (api) {
            case "post_send" -> postList(wrs);
            case "wr_builder" -> build(wrs);
            case "bind_mw" -> bindType1(wrs.getFirst(), false);
            case "ibv_bind_mw" -> bindType1(wrs.getFirst(), true);
            case "mlx5dv_umr" -> new MkeyRequests(queue).post(wrs);
            default -> throw new IllegalArgumentException(api);
        };
    }

    private int postList(List<Vector> wrs) {
        SendList list = new SendList();
        for (Vector wr : wrs) {
            fill(list.add(wr.hex("wr_id"), WrOpcode.valueOf(wr.text("opcode")), flags(wr)), wr);
        }
        int errno = queue.post(list);
        badIndex = list.badIndex();
        return errno;
    }

    private void fill(SendList.Entry entry, Vector wr) {
        entry.immediateOrKey = immediateOrKey(wr);
        if (wr.has("rdma")) {
            entry.remoteAddress = wr.object("rdma").hex("remote_addr");
            entry.rkey = wr.object("rdma").hexInt("rkey");
        }
        if (wr.has("atomic")) {
            Vector atomic = wr.object("atomic");
            entry.remoteAddress = atomic.hex("remote_addr");
            entry.rkey = atomic.hexInt("rkey");
            entry.compareAdd = atomic.hex("compare_add");
            entry.swap = atomic.hex("swap");
        }
        if (wr.has("bind_mw")) {
            Vector bind = wr.object("bind_mw");
            entry.mw = window(bind);
            entry.mr = bind.has("mr") ? region(bind) : null;
            entry.newKey = bind.hexInt(bind.has("new_rkey") ? "new_rkey" : "mw_rkey");
            entry.bindAddress = bind.hex("addr");
            entry.bindLength = bind.hex("length");
            entry.bindAccess = access(bind, "mw_access_flags");
        }
        if (wr.has("xrc")) {
            entry.remoteSrqNumber = wr.object("xrc").hexInt("remote_srqn");
        }
        if (wr.has("ud")) {
            entry.ah = path(wr.object("ud").object("ah"));
            entry.remoteQpNumber = wr.object("ud").hexInt("remote_qpn");
            entry.remoteQkey = wr.object("ud").hexInt("remote_qkey");
        }
        for (Vector sge : wr.objects("sg_list")) {
            entry.data.add(sge.hexInt("lkey"), sge.hex("addr"), sge.number("length"));
        }
        for (String hex : wr.texts("inline_data")) {
            entry.data.add(0, place(hex), hex.length() / 2);
        }
    }

    private int build(List<Vector> wrs) {
        queue.start();
        for (Vector wr : wrs) {
            queue.request(wr.hex("wr_id"), flags(wr));
            operation(wr);
            if (wr.has("xrc")) {
                queue.remoteSrq(wr.object("xrc").hexInt("remote_srqn"));
            }
            if (wr.has("ud")) {
                Vector ud = wr.object("ud");
                queue.destination(path(ud.object("ah")), ud.hexInt("remote_qpn"), ud.hexInt("remote_qkey"));
            }
            for (Vector sge : wr.objects("sg_list")) {
                queue.sge(sge.hexInt("lkey"), sge.hex("addr"), sge.number("length"));
            }
            for (String hex : wr.texts("inline_data")) {
                queue.inline(place(hex), hex.length() / 2);
            }
        }
        return queue.complete();
    }

    private void operation(Vector wr) {
        Vector remote = wr.has("rdma") ? wr.object("rdma") : wr.has("atomic") ? wr.object("atomic") : wr;
        int rkey = remote.has("rkey") ? remote.hexInt("rkey") : 0;
        long address = remote.has("remote_addr") ? remote.hex("remote_addr") : 0;
        switch (WrOpcode.valueOf(wr.text("opcode"))) {
            case SEND -> queue.send();
            case SEND_WITH_IMM -> queue.sendWithImmediate(immediateOrKey(wr));
            case SEND_WITH_INV -> queue.sendWithInvalidate(immediateOrKey(wr));
            case RDMA_WRITE -> queue.rdmaWrite(rkey, address);
            case RDMA_WRITE_WITH_IMM -> queue.rdmaWriteWithImmediate(rkey, address, immediateOrKey(wr));
            case RDMA_READ -> queue.rdmaRead(rkey, address);
            case ATOMIC_CMP_AND_SWP ->
                queue.atomicCompareAndSwap(rkey, address, remote.hex("compare_add"), remote.hex("swap"));
            case ATOMIC_FETCH_AND_ADD -> queue.atomicFetchAndAdd(rkey, address, remote.hex("compare_add"));
            case LOCAL_INV -> queue.localInvalidate(immediateOrKey(wr));
            case BIND_MW -> {
                Vector bind = wr.object("bind_mw");
                queue.bindMw(
                        window(bind),
                        bind.hexInt("new_rkey"),
                        bind.has("mr") ? region(bind) : NO_REGION,
                        bind.hex("addr"),
                        bind.hex("length"),
                        access(bind, "mw_access_flags"));
            }
            default -> throw new IllegalArgumentException(wr.text("opcode"));
        }
    }

    private int bindType1(Vector wr, boolean checked) {
        Vector bind = wr.object("bind_mw");
        UserMw mw = window(bind);
        UserMr mr = bind.has("mr") ? region(bind) : null;
        if (checked) {
            SpiRule broken = PostChecks.bindMw(mw, mr, bind.hex("addr"), bind.hex("length"));
            if (broken != null) {
                badIndex = 0;
                return broken.errno().code();
            }
        }
        return queue.bindType1(
                wr.hex("wr_id"),
                flags(wr),
                mw,
                mr,
                bind.hex("addr"),
                bind.hex("length"),
                access(bind, "mw_access_flags"));
    }

    private UserMw window(Vector bind) {
        MwType type = bind.number("mw_type") == 1 ? MwType.TYPE_1 : MwType.TYPE_2;
        UserMw mw = new UserMw(type, bind.flag("mw_pd_differs") ? 2 : 1, bind.hexInt("mw_rkey"));
        windows.add(mw);
        return mw;
    }

    private static UserMr region(Vector bind) {
        Vector mr = bind.object("mr");
        MrType type = mr.number("mr_type_num", 0) == 0 ? MrType.MR : MrType.NULL_MR;
        return new UserMr(mr.hexInt("lkey"), mr.hexInt("lkey"), 1, 0, -1, access(mr, "access_flags"), type);
    }

    static int access(Vector part, String name) {
        return part.texts(name).stream().mapToInt(SendRequests::bit).reduce(0, (all, bit) -> all | bit);
    }

    /** Rights that we have no name for are none that a window may have. */
    private static int bit(String flag) {
        return Stream.of(AccessFlag.values())
                .filter(known -> known.name().equals(flag))
                .findFirst()
                .map(AccessFlag::bit)
                .orElse(UNKNOWN_RIGHT);
    }

    /** Flags that mean nothing to the types of QP there are, as that for IP checksums, change nothing. */
    static int flags(Vector wr) {
        return wr.texts("send_flags").stream()
                .mapToInt(flag -> FLAGS.getOrDefault(flag, 0))
                .reduce(0, (all, bit) -> all | bit);
    }

    private static int immediateOrKey(Vector wr) {
        if (wr.has("imm_data_be")) {
            return wr.word("imm_data_be");
        }
        return wr.has("invalidate_rkey") ? wr.hexInt("invalidate_rkey") : 0;
    }

    private long place(String hex) {
        long address = bench.memory.allocate(Math.max(1, hex.length() / 2));
        bench.memory.write(address, HexFormat.of().parseHex(hex));
        return address;
    }

    /** The address handle that a vector describes. */
    static AddressVector path(Vector ah) {
        int lid = ah.hexInt("dlid");
        int level = ah.number("sl");
        int bits = ah.number("src_path_bits");
        int rate = ah.number("static_rate");
        return ah.has("grh")
                ? AddressVector.ofLid(lid, level, bits, rate, route(ah.object("grh")))
                : AddressVector.ofLid(lid, level, bits, rate);
    }

    private static AddressVector.Route route(Vector grh) {
        BigInteger gid = new BigInteger(grh.text("dgid"), 16);
        return new AddressVector.Route(
                new Gid(gid.shiftRight(64).longValue(), gid.longValue()),
                grh.number("sgid_index"),
                grh.hexInt("flow_label"),
                grh.number("hop_limit"),
                grh.number("traffic_class"));
    }
}
