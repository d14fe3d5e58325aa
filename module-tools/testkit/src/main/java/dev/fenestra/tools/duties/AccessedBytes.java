package dev.fenestra.tools.duties;

import org.jspecify.annotations.Nullable;

/**
 * The bytes of a peer that a request names.
 *
 * @param target whose memory it is
 * @param range the bytes
 * @param region named by the key, or below the window that the key names; null when it is gone
 */
record AccessedBytes(
        CheckedProgram target, AddressRange range, @Nullable CheckedRegion region) {}
