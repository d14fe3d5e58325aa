package dev.fenestra.tools.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The content security policy of a page: it loads nothing, and only its own script and style have an effect. */
public final class Policy {
    private Policy() {}

    /**
     * The policy of a page.
     *
     * @param style the text of its style element
     * @param script the text of its script element; empty for a page without one
     */
    public static String of(String style, String script) {
        return "default-src 'none'; script-src " + (script.isEmpty() ? "'none'" : hash(script)) + "; style-src "
                + hash(style) + "; img-src data:; base-uri 'none'; form-action 'none'";
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
