package dev.fenestra.hw.sim.roce.udp;

import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Finds the 16 bits of an IPv4 identification from their effect on a CRC. A CRC is linear: the CRC of a packet with
 * identification {@code id}, XOR that of the same packet with 0, depends only on {@code id} and on how many bytes
 * follow it. Not thread-safe.
 */
final class IdentificationSolver {
    private static final int BITS = 16;

    /** By the number of bytes behind the field. */
    private final Map<Integer, Basis> bases = new HashMap<>();

    private final CRC32 crc = new CRC32();

    /** Differences in echelon form, by their highest bit, and the identification that makes each. */
    private record Basis(int[] difference, int[] identification) {}

    /**
     * The identification that explains a difference of CRCs.
     *
     * @param difference the CRC received, XOR that computed with identification 0
     * @param bytesBehind bytes of the packet behind the identification, without the ICRC
     * @return 0 to 0xffff, or -1 when none does
     */
    int solve(int difference, int bytesBehind) {
        Basis basis = bases.computeIfAbsent(bytesBehind, this::basis);
        int left = difference;
        int identification = 0;
        while (left != 0) {
            int bit = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(left);
            if (basis.difference[bit] == 0) {
                return -1;
            }
            left ^= basis.difference[bit];
            identification ^= basis.identification[bit];
        }
        return identification;
    }

    private Basis basis(int bytesBehind) {
        byte[] message = new byte[2 + bytesBehind];
        int zero = crcOf(message);
        Basis basis = new Basis(new int[Integer.SIZE], new int[Integer.SIZE]);
        for (int i = 0; i < BITS; i++) {
            int identification = 1 << i;
            message[0] = (byte) (identification >>> Byte.SIZE);
            message[1] = (byte) identification;
            add(basis, crcOf(message) ^ zero, identification);
        }
        return basis;
    }

    private static void add(Basis basis, int difference, int identification) {
        int left = difference;
        int from = identification;
        while (left != 0) {
            int bit = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(left);
            if (basis.difference[bit] == 0) {
                basis.difference[bit] = left;
                basis.identification[bit] = from;
                return;
            }
            left ^= basis.difference[bit];
            from ^= basis.identification[bit];
        }
    }

    private int crcOf(byte[] message) {
        crc.reset();
        crc.update(message);
        return (int) crc.getValue();
    }
}
