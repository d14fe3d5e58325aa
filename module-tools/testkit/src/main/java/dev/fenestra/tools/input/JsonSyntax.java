package dev.fenestra.tools.input;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Checks whether a text is one JSON value by RFC 8259; otherwise it gives a sentence with the position of the error.
 */
final class JsonSyntax {
    /** Most brackets inside each other. */
    private static final int MAX_DEPTH = 64;

    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /**
     * The expected input at the place where a text is not JSON.
     *
     * @param words of Jackson's message
     */
    private record Syntax(String words, String expected) {}

    /** The first that is found counts. */
    private static final List<Syntax> SYNTAX = List.of(
            new Syntax("end-of-input", "more, as brackets are open"),
            new Syntax("double-quote to start", "a name in quotes"),
            new Syntax("was expecting a colon", "\":\""),
            new Syntax("comma to separate Object", "\",\" or \"}\""),
            new Syntax("comma to separate Array", "\",\" or \"]\""),
            new Syntax("expected ']'", "\"]\""),
            new Syntax("expected '}'", "\"}\""),
            new Syntax("hex-digit", "four hexadecimal digits after \\u"),
            new Syntax("character escape", "one of \"\\/bfnrtu after a backslash"),
            new Syntax("unquoted character", "a character of a text or its closing quote"),
            new Syntax("Leading zeroes", "no digit after a 0 that begins a number"),
            new Syntax("in numeric value", "a digit"),
            new Syntax("numeric value", "a digit"),
            new Syntax("Non-standard token", "a number in digits before this"),
            new Syntax("root-level", "the end of the text"));

    private JsonSyntax() {}

    /** Reads a text to its end. */
    static void check(String text) throws InputException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            try {
                if (parser.nextToken() == null) {
                    throw expected("a value", text, TextPosition.after(text), text.length());
                }
                parser.skipChildren();
                parser.nextToken();
                if (parser.currentToken() != null) {
                    JsonLocation next = parser.currentTokenLocation();
                    throw expected("the end of the text", text, TextPosition.of(next), next.getCharOffset());
                }
            } catch (JacksonException e) {
                throw complaint(e, text, parser);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputException complaint(JacksonException found, String text, JsonParser parser) {
        String message = String.valueOf(found.getOriginalMessage());
        if (found instanceof StreamConstraintsException) {
            return TextPosition.of(parser.currentLocation())
                    .back(1)
                    .wrong(
                            message.contains("depth")
                                    ? "expected at most " + MAX_DEPTH + " brackets inside each other"
                                    : "expected a shorter number, name or text");
        }
        TextPosition position = TextPosition.of(found.getLocation());
        int offset = (int) found.getLocation().getCharOffset();
        if (message.startsWith("Duplicate field")) {
            int behind = offset - nameBefore(text, offset);
            return position.back(behind).wrong("a second member " + Shown.text(quoted(message)));
        }
        if (message.contains("not followed by a digit")) {
            return expected("a digit", text, position.back(-1), offset + 1);
        }
        boolean isOver = parser.getParsingContext().inRoot()
                && parser.getParsingContext().getEntryCount() > 1;
        return expected(isOver ? "the end of the text" : taken(message), text, position, offset);
    }

    /** Where the name begins that ends before an offset. */
    private static int nameBefore(String text, int offset) {
        int quote = text.lastIndexOf('"', offset - 2);
        while (quote > 0 && text.charAt(quote - 1) == '\\') {
            quote = text.lastIndexOf('"', quote - 1);
        }
        return quote;
    }

    private static String taken(String message) {
        return SYNTAX.stream()
                .filter(syntax -> message.contains(syntax.words))
                .map(Syntax::expected)
                .findFirst()
                .orElse("a value");
    }

    private static String quoted(String message) {
        return message.substring(message.indexOf('\'') + 1, message.lastIndexOf('\''));
    }

    private static InputException expected(String what, String text, TextPosition position, long offset) {
        String found = offset >= text.length() ? "the end of the text" : Shown.character(text.charAt((int) offset));
        return position.wrong("expected " + what + ", not " + found);
    }
}
