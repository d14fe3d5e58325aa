package dev.fenestra.tools.demo;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has. */
final class Sha256 {
    private Sha256() {}

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends a digest; 64 hexadecimal digits. */
    static String text(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }
}
