package dev.fenestra.tools.observe.rules;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A text file that lies beside the rule table. */
final class RuleResource {
    private RuleResource() {}

    static List<String> lines(String name) {
        try (InputStream in = Objects.requireNonNull(RuleResource.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
