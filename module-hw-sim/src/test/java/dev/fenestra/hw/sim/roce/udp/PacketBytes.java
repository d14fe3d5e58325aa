package dev.fenestra.hw.sim.roce.udp;

import dev.fenestra.hw.sim.roce.udp.ExposedPort.Target;
import dev.fenestra.hw.sim.roce.wire.AtomicEth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Deth;
import dev.fenestra.hw.sim.roce.wire.Ieth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.roce.wire.XrcEth;
import java.util.Arrays;

/** Writes packets into datagrams, as far as their length permits. The ICRC follows. */
final class PacketBytes {
    /** No header is longer. */
    private static final int HEADERS = 64;

    private PacketBytes() {}

    /** A packet with which nothing is wrong but perhaps its length: it names the open region and asks for an answer. */
    static void write(byte[] datagram, ExposedPort port, int opcode, Target target, int bytes, int pad, int psn) {
        Arrays.fill(datagram, 0, Math.max(HEADERS, bytes), (byte) 0x5a);
        Arrays.fill(datagram, 0, HEADERS, (byte) 0);
        Bth.write(datagram, 0, opcode, false, pad, 0xffff, port.qpn(target), true, psn);
        int mask = WireOpcode.maskOf(opcode);
        if ((mask & OpcodeMask.XRC_ETH) != 0) {
            XrcEth.write(datagram, at(opcode, OpcodeMask.XRC_ETH), port.srqn());
        }
        if ((mask & OpcodeMask.DETH) != 0) {
            Deth.write(datagram, at(opcode, OpcodeMask.DETH), ExposedPort.QKEY, 0x777);
        }
        if ((mask & OpcodeMask.RETH) != 0) {
            Reth.write(datagram, at(opcode, OpcodeMask.RETH), port.open.address(), port.open.key(), 64);
        }
        if ((mask & OpcodeMask.ATOMIC_ETH) != 0) {
            AtomicEth.write(datagram, at(opcode, OpcodeMask.ATOMIC_ETH), port.open.address(), port.open.key(), 1, 2);
        }
        if ((mask & OpcodeMask.IETH) != 0) {
            Ieth.write(datagram, at(opcode, OpcodeMask.IETH), port.open.key());
        }
    }

    private static int at(int opcode, int header) {
        return WireOpcode.offsetOf(opcode, header);
    }

    static void qpn(byte[] datagram, int qpn) {
        datagram[5] = (byte) (qpn >>> 16);
        datagram[6] = (byte) (qpn >>> 8);
        datagram[7] = (byte) qpn;
    }

    static void psn(byte[] datagram, int psn) {
        datagram[9] = (byte) (psn >>> 16);
        datagram[10] = (byte) (psn >>> 8);
        datagram[11] = (byte) psn;
    }

    /** Changes the R_Key, when the packet has one. */
    static void key(byte[] datagram, int opcode, int key) {
        change(datagram, opcode, Reth.address(datagram, reth(opcode)), key, Reth.length(datagram, reth(opcode)));
    }

    /** Changes the remote address, when the packet has one. */
    static void address(byte[] datagram, int opcode, long address) {
        change(datagram, opcode, address, Reth.rkey(datagram, reth(opcode)), Reth.length(datagram, reth(opcode)));
    }

    /** Changes the DMA length, when the packet has one. */
    static void length(byte[] datagram, int opcode, int length) {
        if ((WireOpcode.maskOf(opcode) & OpcodeMask.RETH) != 0) {
            int at = reth(opcode);
            Reth.write(datagram, at, Reth.address(datagram, at), Reth.rkey(datagram, at), length);
        }
    }

    /** An AtomicETH begins as a RETH does: address and key. */
    private static int reth(int opcode) {
        boolean atomic = (WireOpcode.maskOf(opcode) & OpcodeMask.ATOMIC_ETH) != 0;
        return at(opcode, atomic ? OpcodeMask.ATOMIC_ETH : OpcodeMask.RETH);
    }

    private static void change(byte[] datagram, int opcode, long address, int key, int behind) {
        if ((WireOpcode.maskOf(opcode) & (OpcodeMask.RETH | OpcodeMask.ATOMIC_ETH)) != 0) {
            Reth.write(datagram, reth(opcode), address, key, behind);
        }
    }
}
