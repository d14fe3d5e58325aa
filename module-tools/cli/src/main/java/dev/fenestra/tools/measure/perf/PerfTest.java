package dev.fenestra.tools.measure.perf;

import java.util.Locale;

/** What is measured, with the defaults of perftest. */
public enum PerfTest {
    WRITE_BW("RDMA_Write BW Test", 1 << 16, 5_000),
    WRITE_LAT("RDMA_Write Latency Test: post to polled completion", 2, 1_000),
    READ_BW("RDMA_Read BW Test", 1 << 16, 5_000),
    READ_LAT("RDMA_Read Latency Test: post to polled completion", 2, 1_000),
    SEND_BW("Send BW Test", 1 << 16, 5_000),
    SEND_LAT("Send Latency Test: half of there and back", 2, 1_000),
    ATOMIC_BW("Atomic FETCH_AND_ADD BW Test", 8, 5_000),
    BIND_BW("Type-2 bind and LOCAL_INV, pairs", 1 << 16, 5_000),
    REG_BW("ibv_reg_mr and ibv_dereg_mr, pairs", 1 << 16, 1_000);

    private final String title;
    private final int size;
    private final int iterations;

    PerfTest(String title, int size, int iterations) {
        this.title = title;
        this.size = size;
        this.iterations = iterations;
    }

    public String title() {
        return title;
    }

    /** The default of bytes in a message. */
    public int defaultSize() {
        return size;
    }

    /** The default number of messages. */
    public int defaultIterations() {
        return iterations;
    }

    public boolean isLatency() {
        return name().endsWith("_LAT");
    }

    /** Whether messages of all sizes make sense: an atomic has 8 bytes. */
    public boolean hasSizes() {
        return this != ATOMIC_BW;
    }

    /** Whether the peer answers with data. */
    boolean isAnswered() {
        return this == READ_BW || this == READ_LAT || this == ATOMIC_BW;
    }

    boolean isSend() {
        return this == SEND_BW || this == SEND_LAT;
    }

    /** As on the command line: {@code write_bw}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
