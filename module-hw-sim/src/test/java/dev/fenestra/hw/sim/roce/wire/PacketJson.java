package dev.fenestra.hw.sim.roce.wire;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A parsed frame in the words of the captures' JSON files. */
final class PacketJson {
    /** All members that {@link #of} can make. */
    static final Set<String> MEMBERS = Set.of(
            "ipv",
            "src",
            "dst",
            "tos",
            "ip_id",
            "ip_frag",
            "tclass_flow",
            "ttl",
            "sport",
            "udp_checksum",
            "icrc",
            "icrc_ok",
            "opcode",
            "name",
            "se",
            "mig",
            "pad",
            "tver",
            "pkey",
            "dqpn",
            "fecn_becn_resv",
            "ackreq",
            "psn",
            "qkey",
            "sqpn",
            "va",
            "rkey",
            "dmalen",
            "swap_add",
            "compare",
            "syndrome",
            "aeth",
            "msn",
            "orig",
            "imm",
            "ieth_rkey",
            "payload_len");

    private final RoceFrame frame;
    private final byte[] h;
    private final Map<String, Object> members = new LinkedHashMap<>();

    private PacketJson(RoceFrame frame) {
        this.frame = frame;
        this.h = frame.headers();
    }

    /** All members but {@code n} and {@code dt}. */
    static Map<String, Object> of(RoceFrame frame) {
        PacketJson json = new PacketJson(frame);
        json.network();
        json.bth();
        json.extensions(Bth.opcode(json.h, 0));
        json.put("payload_len", frame.payload().length);
        return json.members;
    }

    private void network() {
        boolean ipv4 = frame.isOverIpv4();
        IpFields ip = frame.ip();
        put("ipv", ipv4 ? 4 : 6);
        members.put("src", address(frame.source(), ipv4));
        members.put("dst", address(frame.destination(), ipv4));
        if (ipv4) {
            put("tos", ip.trafficClass());
            put("ip_id", ip.identification());
            hex("ip_frag", 4, ip.fragment());
        } else {
            hex("tclass_flow", 7, (long) ip.trafficClass() << 20 | ip.flowLabel());
        }
        put("ttl", ip.hopLimit());
        put("sport", frame.sourcePort());
        hex("udp_checksum", 4, frame.udpChecksum());
        byte[] icrc = new byte[Icrc.BYTES];
        Icrc.write(icrc, 0, frame.icrc());
        members.put("icrc", HexFormat.of().formatHex(icrc));
        members.put("icrc_ok", frame.icrcValid());
    }

    private void bth() {
        hex("opcode", 2, Bth.opcode(h, 0));
        WireOpcode known = WireOpcode.of(Bth.opcode(h, 0));
        if (known != null) {
            members.put("name", shortName(known));
        }
        put("se", Bth.solicited(h, 0) ? 1 : 0);
        put("mig", Bth.migReq(h, 0) ? 1 : 0);
        put("pad", Bth.padCount(h, 0));
        put("tver", Bth.transportVersion(h, 0));
        hex("pkey", 4, Bth.pkey(h, 0));
        hex("dqpn", 6, Bth.destinationQpn(h, 0));
        put("fecn_becn_resv", Bth.congestion(h, 0));
        put("ackreq", Bth.ackRequest(h, 0) ? 1 : 0);
        hex("psn", 6, Bth.psn(h, 0));
    }

    private void extensions(int opcode) {
        int mask = WireOpcode.maskOf(opcode);
        if ((mask & OpcodeMask.DETH) != 0) {
            int at = WireOpcode.offsetOf(opcode, OpcodeMask.DETH);
            hex("qkey", 8, Deth.qkey(h, at));
            hex("sqpn", 6, Deth.sourceQpn(h, at));
        }
        if ((mask & OpcodeMask.RETH) != 0) {
            int at = WireOpcode.offsetOf(opcode, OpcodeMask.RETH);
            hex("va", 1, Reth.address(h, at));
            hex("rkey", 8, Reth.rkey(h, at));
            put("dmalen", Integer.toUnsignedLong(Reth.length(h, at)));
        }
        if ((mask & OpcodeMask.ATOMIC_ETH) != 0) {
            int at = WireOpcode.offsetOf(opcode, OpcodeMask.ATOMIC_ETH);
            hex("va", 1, AtomicEth.address(h, at));
            hex("rkey", 8, AtomicEth.rkey(h, at));
            hex("swap_add", 16, AtomicEth.swapOrAdd(h, at));
            hex("compare", 16, AtomicEth.compare(h, at));
        }
        if ((mask & OpcodeMask.AETH) != 0) {
            aeth(WireOpcode.offsetOf(opcode, OpcodeMask.AETH));
        }
        if ((mask & OpcodeMask.ATOMIC_ACK_ETH) != 0) {
            hex("orig", 16, AtomicAckEth.original(h, WireOpcode.offsetOf(opcode, OpcodeMask.ATOMIC_ACK_ETH)));
        }
        if ((mask & OpcodeMask.IMM_DT) != 0) {
            hex("imm", 8, ImmDt.immediate(h, WireOpcode.offsetOf(opcode, OpcodeMask.IMM_DT)));
        }
        if ((mask & OpcodeMask.IETH) != 0) {
            hex("ieth_rkey", 8, Ieth.rkey(h, WireOpcode.offsetOf(opcode, OpcodeMask.IETH)));
        }
    }

    private void aeth(int at) {
        int syndrome = Aeth.syndrome(h, at);
        String kind = Aeth.isAck(syndrome) ? "ACK credits=" : Aeth.isRnrNak(syndrome) ? "RNR timer=" : "NAK code=";
        hex("syndrome", 2, syndrome);
        members.put("aeth", kind + Aeth.value(syndrome));
        put("msn", Aeth.msn(h, at));
    }

    private static String shortName(WireOpcode opcode) {
        return opcode.name()
                .replace("RDMA_", "")
                .replace("READ_RESPONSE", "READ_RESP")
                .replace("COMPARE_SWAP", "CMP_SWAP");
    }

    private static String address(PortGid gid, boolean ipv4) {
        long low = gid.low();
        return ipv4
                ? (low >> 24 & 0xff) + "." + (low >> 16 & 0xff) + "." + (low >> 8 & 0xff) + "." + (low & 0xff)
                : String.format(Locale.ROOT, "%016x%016x", gid.high(), low);
    }

    private void put(String member, long value) {
        members.put(member, value);
    }

    private void hex(String member, int digits, int value) {
        hex(member, digits, Integer.toUnsignedLong(value));
    }

    private void hex(String member, int digits, long value) {
        members.put(member, "0x" + String.format(Locale.ROOT, "%0" + digits + "x", value));
    }
}
