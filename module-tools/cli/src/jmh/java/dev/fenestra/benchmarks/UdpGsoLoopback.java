package dev.fenestra.benchmarks;

/** The same, where the system gets several packets as one; the bare datagrams still go one by one. */
public class UdpGsoLoopback extends UdpLoopback {
    @Override
    boolean gso() {
        return true;
    }
}
