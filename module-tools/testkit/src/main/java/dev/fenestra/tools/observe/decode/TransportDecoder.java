package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.AtomicAckEth;
import dev.fenestra.hw.sim.roce.wire.AtomicEth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Cnp;
import dev.fenestra.hw.sim.roce.wire.Deth;
import dev.fenestra.hw.sim.roce.wire.Feth;
import dev.fenestra.hw.sim.roce.wire.Ieth;
import dev.fenestra.hw.sim.roce.wire.ImmDt;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.roce.wire.XrcEth;
import org.jspecify.annotations.Nullable;

/** Decodes the BTH and the headers that its opcode demands. */
final class TransportDecoder {
    private final Bytes bytes;
    private final int bthAt;
    private final int opcode;
    private final Section into;

    private TransportDecoder(Section into, Bytes bytes, int bthAt) {
        this.into = into;
        this.bytes = bytes;
        this.bthAt = bthAt;
        opcode = Bth.opcode(bytes.array(), bthAt);
    }

    /** Adds the headers, and returns the offset after them. */
    static int decode(Section into, Bytes bytes, int bthAt) throws DecodeException {
        bytes.need("the BTH", bthAt, Bth.BYTES);
        TransportDecoder decoder = new TransportDecoder(into, bytes, bthAt);
        decoder.base();
        decoder.requests();
        decoder.responses();
        return bthAt + Math.max(Bth.BYTES, WireOpcode.headerBytesOf(decoder.opcode));
    }

    static String name(int opcode) {
        @Nullable WireOpcode row = WireOpcode.of(opcode);
        return row != null ? row.name() : Cnp.is(opcode) ? "CNP" : "unknown opcode";
    }

    private void base() throws DecodeException {
        into.part(header("BTH", bthAt, Bth.BYTES)
                .field("opcode", Bth::opcode, value -> name((int) value))
                .field("se", (h, at) -> bit(Bth.solicited(h, at)), value -> value == 0 ? "" : "solicited event")
                .field("mig_req", (h, at) -> bit(Bth.migReq(h, at)))
                .field("pad_count", Bth::padCount, Meaning.units("bytes of padding"))
                .field("tver", Bth::transportVersion)
                .field("pkey", Bth::pkey)
                .field("fecn_becn", Bth::congestion)
                .field("dest_qp", Bth::destinationQpn, Meaning.DECIMAL)
                .field("ack_req", (h, at) -> bit(Bth.ackRequest(h, at)), value -> value == 0 ? "" : "asks for an ACK")
                .field("psn", Bth::psn, Meaning.DECIMAL)
                .build());
        if (WireOpcode.of(opcode) == null && !Cnp.is(opcode)) {
            into.note("The opcode is not known; what follows the BTH is not decoded.");
        }
    }

    private void requests() throws DecodeException {
        if (has(OpcodeMask.XRC_ETH)) {
            into.part(header("XRCETH", at(OpcodeMask.XRC_ETH), XrcEth.BYTES)
                    .field("srqn", XrcEth::srqn, Meaning.DECIMAL)
                    .build());
        }
        if (has(OpcodeMask.DETH)) {
            into.part(header("DETH", at(OpcodeMask.DETH), Deth.BYTES)
                    .field("qkey", Deth::qkey)
                    .field("src_qp", Deth::sourceQpn, Meaning.DECIMAL)
                    .build());
        }
        if (has(OpcodeMask.FETH)) {
            into.part(header("FETH", at(OpcodeMask.FETH), Feth.BYTES)
                    .field("selectivity", Feth::selectivity)
                    .field("placement_type", Feth::placementType)
                    .build());
        }
        if (has(OpcodeMask.RETH)) {
            into.part(header("RETH", at(OpcodeMask.RETH), Reth.BYTES)
                    .field("va", Reth::address)
                    .field("rkey", Reth::rkey, Meaning.KEY)
                    .field("dma_len", Reth::length, Meaning.units("bytes"))
                    .build());
        }
        if (has(OpcodeMask.ATOMIC_ETH)) {
            into.part(header("AtomicETH", at(OpcodeMask.ATOMIC_ETH), AtomicEth.BYTES)
                    .field("va", AtomicEth::address)
                    .field("rkey", AtomicEth::rkey, Meaning.KEY)
                    .field("swap_add", AtomicEth::swapOrAdd)
                    .field("compare", AtomicEth::compare)
                    .build());
        }
    }

    private void responses() throws DecodeException {
        if (has(OpcodeMask.AETH)) {
            into.part(header("AETH", at(OpcodeMask.AETH), Aeth.BYTES)
                    .field("syndrome", Aeth::syndrome, value -> Aeth.describe((int) value))
                    .field("msn", Aeth::msn, Meaning.DECIMAL)
                    .build());
        }
        if (has(OpcodeMask.ATOMIC_ACK_ETH)) {
            into.part(header("AtomicAckETH", at(OpcodeMask.ATOMIC_ACK_ETH), AtomicAckEth.BYTES)
                    .field("original", AtomicAckEth::original)
                    .build());
        }
        if (has(OpcodeMask.IMM_DT)) {
            into.part(header("ImmDt", at(OpcodeMask.IMM_DT), ImmDt.BYTES)
                    .field("imm", ImmDt::immediate, Meaning.always("immediate data"))
                    .build());
        }
        if (has(OpcodeMask.IETH)) {
            into.part(header("IETH", at(OpcodeMask.IETH), Ieth.BYTES)
                    .field("rkey", Ieth::rkey, Meaning.KEY)
                    .build());
        }
    }

    private HeaderDecoder header(String title, int at, int size) throws DecodeException {
        return new HeaderDecoder(title, bytes, at, size);
    }

    private boolean has(int header) {
        return (WireOpcode.maskOf(opcode) & header) != 0;
    }

    private int at(int header) {
        return bthAt + WireOpcode.offsetOf(opcode, header);
    }

    private static long bit(boolean value) {
        return value ? 1 : 0;
    }
}
