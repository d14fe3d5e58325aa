package dev.fenestra.tools.measure.perf;

/** The unit of a bandwidth. perftest 6 writes MB/sec where it means MiB. */
public enum PerfUnit {
    /** 2^20 bytes per second. */
    MEBIBYTES("MiB/sec", 1),
    /** 10^9 bits per second: {@code --report_gbits}. */
    GIGABITS("Gb/sec", (1 << 20) * 8 / 1e9);

    private final String text;
    private final double perMebibyte;

    PerfUnit(String text, double perMebibyte) {
        this.text = text;
        this.perMebibyte = perMebibyte;
    }

    double of(double mebibytes) {
        return mebibytes * perMebibyte;
    }

    @Override
    public String toString() {
        return text;
    }
}
