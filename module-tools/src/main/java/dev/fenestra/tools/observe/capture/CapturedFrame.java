package dev.fenestra.tools.observe.capture;

/**
 * A frame of a capture, as Ethernet whatever the link was.
 *
 * @param number counts from 1, as Wireshark does
 * @param nanos since 1970, or whatever the capture counts from
 * @param bytes from the MAC addresses on; empty for a link that is not known
 * @param isWhole whether all bytes of the frame were captured
 */
public record CapturedFrame(int number, long nanos, byte[] bytes, boolean isWhole) {}
