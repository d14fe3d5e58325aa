package dev.fenestra.tools.proof.mutants;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.uverbs.Descriptors;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/** What defective methods call in place of the right ones. */
public final class Wrong {
    /** How long a thread has no processor when that does harm. */
    private static final long UNLUCKY_NANOS = 100_000_000;

    private Wrong() {}

    /**
     * Arguments and result of one of the methods below, as in a class file.
     *
     * @throws PatchException when there is none of this name
     */
    static String descriptor(String method) {
        return Arrays.stream(Wrong.class.getMethods())
                .filter(one -> one.getName().equals(method))
                .map(one -> MethodType.methodType(one.getReturnType(), one.getParameterTypes())
                        .descriptorString())
                .findFirst()
                .orElseThrow(() -> new PatchException("there is no wrong " + method));
    }

    /** Whether a range lies inside an extent, by a sum that wraps. */
    public static boolean wrappingFits(long offset, long length, long extent) {
        return Long.compareUnsigned(offset + length, extent) <= 0;
    }

    /** Whether a range lies inside an extent or ends one byte after it. */
    public static boolean fitsOneMore(long offset, long length, long extent) {
        return Long.compareUnsigned(offset, extent) <= 0 && Long.compareUnsigned(length, extent - offset + 1) <= 0;
    }

    /** Stores bytes of the program, and spoils the byte after them. */
    public static long storeOneMore(UserMemory memory, long address, MemorySegment source, long from, long length) {
        long stored = memory.store(address, source, from, length);
        MemorySegment next = MemorySegment.ofArray(new byte[1]);
        memory.load(address + stored, next, 0, 1);
        next.set(ValueLayout.JAVA_BYTE, 0, (byte) ~next.get(ValueLayout.JAVA_BYTE, 0));
        memory.store(address + stored, next, 0, 1);
        return stored;
    }

    /** PlaceCount the next bytes of a payload, and spoils the byte after them. */
    public static void takeOneMore(Packet packet, MemorySegment target, long offset, int length) {
        packet.takePayload(target, offset, length);
        byte spoiled = (byte) ~target.get(ValueLayout.JAVA_BYTE, offset + length);
        target.set(ValueLayout.JAVA_BYTE, offset + length, spoiled);
    }

    /** Accepts a packet that breaks a rule. */
    public static Verdict acceptedIn(HcaRule broken) {
        return Verdict.Plain.ACCEPTED;
    }

    /** Says another first value. */
    public static String lieFirst(String format, Object[] values) {
        return lie(format, values, 0);
    }

    /** Says another second value. */
    public static String lieSecond(String format, Object[] values) {
        return lie(format, values, 1);
    }

    /** Says another third value. */
    public static String lieThird(String format, Object[] values) {
        return lie(format, values, 2);
    }

    /** Says another fourth value. */
    public static String lieFourth(String format, Object[] values) {
        return lie(format, values, 3);
    }

    private static String lie(String format, Object[] values, int which) {
        Object[] told = values.clone();
        if (which < told.length) {
            told[which] = switch (told[which]) {
                case Long number -> number + 1;
                case Integer number -> number + 1;
                default -> "0x00dead:be";
            };
        }
        return String.format(format, told);
    }

    /** The thread gets no processor for a while, as if others needed it. */
    public static void loseProcessor() {
        sleepOn(Wrong.class, UNLUCKY_NANOS);
    }

    /** Sleeps for the whole time, whoever wants to end it. */
    public static void sleepOn(Object unused, long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(unused, left);
        }
    }

    /** Does at once, with all locks of the caller, what should be done later. The thread loses its processor before. */
    public static void atOnce(Descriptors unused, Runnable work) {
        loseProcessor();
        work.run();
    }

    /** Whether a bind brings the very key that the window has. */
    public static boolean isSameKey(UserMw window, int newKey) {
        return window.rkey() == newKey;
    }
}
