package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.mlx5.prm.AtomicSegment;
import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.RemoteAddressSegment;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.hw.sim.mlx5.prm.XrcSegment;
import java.util.Map;

/** Decodes a send WQE: the control segment, then the segments that its opcode and transport demand. */
public final class WqeDecoder {
    static final int UNIT_BYTES = 16;

    private static final Map<Field, Meaning> REMOTE = Map.of(RemoteAddressSegment.RKEY, Meaning.KEY);
    private static final Map<Field, Meaning> XRC = Map.of(XrcSegment.SRQN, Meaning.DECIMAL);

    private final Bytes bytes;
    private final WqeTransport transport;
    private final int opcode;
    private final long end;
    private final Section wqe;
    private long at = ControlSegment.BYTES;

    private WqeDecoder(Bytes bytes, WqeTransport transport) throws DecodeException {
        this.bytes = bytes;
        this.transport = transport;
        bytes.need("the " + ControlDecoder.TITLE, 0, ControlSegment.BYTES);
        opcode = bytes.getInt(ControlSegment.OPCODE, 0);
        int units = bytes.getInt(ControlSegment.DS, 0);
        if (units == 0) {
            throw new DecodeException("the size of the WQE, ds at offset "
                    + Bytes.at(Place.of(ControlSegment.DS, 0).offset())
                    + ", is 0, but the control segment alone counts 1");
        }
        end = (long) units * UNIT_BYTES;
        bytes.need("a WQE of " + units + " units (ds)", 0, end);
        wqe = new Section("send WQE, " + WqeOpcode.name(opcode) + ", " + transport, 0, end);
    }

    /** A send WQE in one piece, as if it had not wrapped around the end of its ring. */
    public static Decoded decode(byte[] input, WqeTransport transport) throws DecodeException {
        return new WqeDecoder(new Bytes(input), transport).decode();
    }

    private Decoded decode() throws DecodeException {
        if (opcode == WqeOpcode.UMR) {
            UmrDecoder.decode(wqe, bytes, end);
        } else {
            wqe.part(ControlDecoder.decode(bytes, end, ControlDecoder.immediate(opcode)));
            segments();
        }
        if (bytes.size() > end) {
            wqe.part(bytes.raw("not of this WQE", end, bytes.size() - end));
            wqe.note("The WQE ends at offset " + Bytes.at(end) + ", as its ds says; the input is longer.");
        }
        return wqe.build();
    }

    private void segments() throws DecodeException {
        if (!isPost()) {
            wqe.note(
                    opcode == WqeOpcode.NOP
                            ? "A NOP keeps the segments of the WQE it was; they are not decoded."
                            : "What follows the control segment of this opcode is not known.");
            if (at < end) {
                wqe.part(bytes.raw("not decoded", at, end - at));
            }
            return;
        }
        if (transport == WqeTransport.XRC && fits(XrcSegment.BYTES, "XRC segment")) {
            wqe.part(bytes.segment("XRC segment", XrcSegment.LAYOUT, at, XRC));
            at += XrcSegment.BYTES;
        } else if (transport == WqeTransport.UD && fits(DatagramDecoder.BYTES, "datagram segment")) {
            wqe.part(DatagramDecoder.decode(bytes, at));
            at += DatagramDecoder.BYTES;
        }
        if (transport.hasRemoteAddress(opcode) && fits(RemoteAddressSegment.BYTES, "remote address segment")) {
            wqe.part(bytes.segment("remote address segment", RemoteAddressSegment.LAYOUT, at, REMOTE));
            at += RemoteAddressSegment.BYTES;
        }
        if (transport.hasAtomic(opcode) && fits(AtomicSegment.BYTES, "atomic segment")) {
            wqe.part(bytes.segment("atomic segment", AtomicSegment.LAYOUT, at, operands()));
            at += AtomicSegment.BYTES;
        }
        DataDecoder.send(wqe, bytes, at, end);
    }

    private Map<Field, Meaning> operands() {
        return opcode == WqeOpcode.ATOMIC_CS
                ? Map.of(
                        AtomicSegment.SWAP_OR_ADD, Meaning.always("new value"),
                        AtomicSegment.COMPARE, Meaning.always("expected value"))
                : Map.of(
                        AtomicSegment.SWAP_OR_ADD, Meaning.always("what is added"),
                        AtomicSegment.COMPARE, Meaning.always("not used"));
    }

    /** Whether the opcode moves data, so that its segments are known. */
    private boolean isPost() {
        return switch (opcode) {
            case WqeOpcode.SEND,
                    WqeOpcode.SEND_IMM,
                    WqeOpcode.SEND_INVAL,
                    WqeOpcode.RDMA_WRITE,
                    WqeOpcode.RDMA_WRITE_IMM,
                    WqeOpcode.RDMA_READ,
                    WqeOpcode.ATOMIC_CS,
                    WqeOpcode.ATOMIC_FA -> true;
            default -> false;
        };
    }

    private boolean fits(int segmentBytes, String segment) throws DecodeException {
        if (at + segmentBytes > end) {
            throw new DecodeException("the " + segment + " at offset " + Bytes.at(at) + " takes " + segmentBytes
                    + " bytes, but by its ds the WQE ends at " + Bytes.at(end));
        }
        return true;
    }
}
