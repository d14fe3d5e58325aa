package dev.fenestra.tools.observe.capture;

/**
 * A frame of a capture, converted to Ethernet from any link.
 *
 * @param number counts from 1, as Wireshark does
 * @param nanos since 1970, or since another epoch of the capture
 * @param bytes from the MAC addresses on; empty for a link that is not known
 * @param isWhole whether all bytes of the frame were captured
 */
public record CapturedFrame(int number, long nanos, byte[] bytes, boolean isWhole) {}
