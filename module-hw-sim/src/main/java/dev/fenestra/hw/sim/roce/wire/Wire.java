package dev.fenestra.hw.sim.roce.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Words of a packet header: big-endian, at any alignment. */
final class Wire {
    private static final VarHandle U16 = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle U32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle U64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** The low 24 bits of a word: QPN, PSN or MSN. */
    static final int U24_MASK = 0x00ff_ffff;

    private Wire() {}

    static int u8(byte[] h, int at) {
        return h[at] & 0xff;
    }

    static int u16(byte[] h, int at) {
        return (short) U16.get(h, at) & 0xffff;
    }

    static int u24(byte[] h, int wordAt) {
        return u32(h, wordAt) & U24_MASK;
    }

    static int u32(byte[] h, int at) {
        return (int) U32.get(h, at);
    }

    static long u64(byte[] h, int at) {
        return (long) U64.get(h, at);
    }

    static void u16(byte[] h, int at, int value) {
        U16.set(h, at, (short) value);
    }

    static void u32(byte[] h, int at, int value) {
        U32.set(h, at, value);
    }

    static void u64(byte[] h, int at, long value) {
        U64.set(h, at, value);
    }
}
