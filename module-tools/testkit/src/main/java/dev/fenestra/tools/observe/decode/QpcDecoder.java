package dev.fenestra.tools.observe.decode;

import static dev.fenestra.hw.sim.mlx5.prm.Qpc.*;
import static java.util.Map.entry;

import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import java.util.Map;

/** Decodes a QP context. */
final class QpcDecoder {
    private static final int SMALLEST_MTU_HALF = 128;
    private static final int STRIDE_UNIT = 16;

    private static final Map<Field, Meaning> MEANINGS = Map.ofEntries(
            entry(
                    STATE,
                    new ValueNames()
                            .name(STATE_RST, "RST")
                            .name(STATE_INIT, "INIT")
                            .name(STATE_RTR, "RTR")
                            .name(STATE_RTS, "RTS")
                            .name(STATE_SQER, "SQER")
                            .name(STATE_SQD, "SQD")
                            .name(STATE_ERR, "ERR")),
            entry(
                    SERVICE,
                    new ValueNames()
                            .name(SERVICE_RC, "RC")
                            .name(SERVICE_UC, "UC")
                            .name(SERVICE_UD, "UD")
                            .name(SERVICE_XRC, "XRC")),
            entry(MTU, value -> value == 0 ? "" : (SMALLEST_MTU_HALF << value) + " bytes"),
            entry(LOG_MESSAGE_MAX, Meaning.log2("bytes")),
            entry(LOG_RQ_SIZE, Meaning.log2("WQEs")),
            entry(LOG_RQ_STRIDE, value -> (STRIDE_UNIT << value) + " bytes"),
            entry(LOG_SQ_SIZE, Meaning.log2("basic blocks")),
            entry(Qpc.REMOTE_QPN, Meaning.DECIMAL),
            entry(HOP_LIMIT, Meaning.DECIMAL),
            entry(TRAFFIC_CLASS, Meaning.DECIMAL),
            entry(RATE, value -> value == 0 ? "as fast as the port" : ""),
            entry(DSCP, Meaning.DECIMAL),
            entry(PRIORITY, Meaning.DECIMAL),
            entry(Qpc.PORT, Meaning.DECIMAL),
            entry(UDP_SOURCE_PORT, Meaning.DECIMAL),
            entry(LOG_REQUESTER_DEPTH, Meaning.log2("READs and atomics")),
            entry(NO_REQUESTER_DEPTH, Meaning.FLAG),
            entry(RETRY_COUNT, Meaning.DECIMAL),
            entry(RNR_RETRY, value -> value == 7 ? "without end" : Long.toString(value)),
            entry(NEXT_SEND_PSN, Meaning.DECIMAL),
            entry(LOG_RESPONDER_DEPTH, Meaning.log2("READs and atomics")),
            entry(NO_RESPONDER_DEPTH, Meaning.FLAG),
            entry(REMOTE_READ, Meaning.FLAG),
            entry(REMOTE_WRITE, Meaning.FLAG),
            entry(REMOTE_ATOMIC, Meaning.FLAG),
            entry(NEXT_RECEIVE_PSN, Meaning.DECIMAL),
            entry(LEDGER, value -> value == 0 ? "none" : ""));

    private QpcDecoder() {}

    static Decoded decode(Bytes bytes, long base) throws DecodeException {
        return bytes.segment("QP context", LAYOUT, base, MEANINGS);
    }
}
