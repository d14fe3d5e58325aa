package dev.fenestra.tools.observe.capture;

import java.util.Arrays;

/**
 * A frame of a capture, converted to Ethernet from any link.
 *
 * @param number counts from 1, as Wireshark does
 * @param nanos since 1970, or since another epoch of the capture
 * @param bytes from the MAC addresses on; empty for a link that is not known
 * @param missing how many bytes of its end the capture cut off
 */
public record CapturedFrame(int number, long nanos, byte[] bytes, int missing) {
    /** Longer than any IP packet in an Ethernet frame. */
    private static final int LONGEST = 1 << 17;

    /** Whether all bytes of the frame were captured. */
    boolean isWhole() {
        return missing == 0;
    }

    /** The frame in its full length, with zeros where it was cut. */
    byte[] completed() {
        return isWhole() ? bytes : Arrays.copyOf(bytes, (int) Math.min(LONGEST, (long) bytes.length + missing));
    }
}
