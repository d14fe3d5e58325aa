package dev.fenestra.tools.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class PagesTest {
    static final List<String> NAMES = List.copyOf(HostilePages.all().keySet());

    private static final Pattern STYLE = Pattern.compile("<style>(.*?)</style>", Pattern.DOTALL);
    private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);
    private static final Pattern POLICY = Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"");

    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldEscapeEveryText(String name) {
        String html = HostilePages.all().get(name);

        assertFalse(html.contains("<img"), html);
        assertTrue(html.contains("&lt;img src=x onerror=&quot;window.hit = 1&quot;&gt;"), html);
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldAllowOnlyItsOwnStyleAndScript(String name) {
        String html = HostilePages.all().get(name);
        List<String> styles =
                STYLE.matcher(html).results().map(one -> one.group(1)).toList();
        List<String> scripts =
                SCRIPT.matcher(html).results().map(one -> one.group(1)).toList();

        var policy = POLICY.matcher(html);
        assertTrue(policy.find(), html);
        assertEquals(1, styles.size());
        assertEquals(
                Policy.of(styles.getFirst(), scripts.isEmpty() ? "" : scripts.getFirst()),
                policy.group(1).replace("&#39;", "'"));
        assertFalse(html.contains(" style="), "the policy takes no style attributes");
    }

    @Test
    void shouldNameAllThatMayHaveAnEffect() {
        assertEquals(
                "default-src 'none'; script-src 'none'; style-src"
                        + " 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; img-src data:; base-uri 'none';"
                        + " form-action 'none'",
                Policy.of("", ""));
    }

    @Test
    void shouldEscapeMarkupAndWhatXmlCannotHold() {
        assertEquals("&lt;a b=&quot;&#39;&amp;&quot;&gt;?", Escape.text("<a b=\"'&\">\u0000"));
        assertEquals("\\u003c/script>", Escape.data("</script>"));
    }
}
