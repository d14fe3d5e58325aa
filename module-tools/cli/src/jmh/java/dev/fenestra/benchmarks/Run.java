package dev.fenestra.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How benchmarks run unless they say otherwise: one JVM each, long enough for the optimizing compiler to end, then
 * seven rounds.
 */
@State(Scope.Thread)
@Fork(
        value = 1,
        jvmArgs = {"-Xmx3g", "-XX:MaxDirectMemorySize=8g", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 7, time = 1)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public abstract class Run {}
