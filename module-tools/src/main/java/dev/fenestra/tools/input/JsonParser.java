package dev.fenestra.tools.input;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads JSON as RFC 8259 has it, and nothing more: no comments, no second member of a name, no nesting without end. */
final class JsonParser {
    private static final int MAX_DEPTH = 64;
    private static final int HEX = 16;
    private static final int HEX_DIGITS = 4;
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*+)(\\.[0-9]++)?([eE][+-]?[0-9]++)?");
    private static final Pattern WORD = Pattern.compile("[A-Za-z]++");

    private final String text;
    private int at;
    private int line = 1;
    private int lineBegin;
    private int depth;

    JsonParser(String text) {
        this.text = text;
    }

    JsonNode parse() throws InputException {
        skipSpace();
        JsonNode root = value("");
        skipSpace();
        if (at < text.length()) {
            throw expected("the end of the text");
        }
        return root;
    }

    private JsonNode value(String path) throws InputException {
        int startLine = line;
        int column = column();
        Object content = content(path);
        return new JsonNode(path, startLine, column, content);
    }

    private Object content(String path) throws InputException {
        return switch (peek()) {
            case '{' -> object(path);
            case '[' -> array(path);
            case '"' -> string();
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            case 't', 'f', 'n' -> word();
            default -> throw expected("a value");
        };
    }

    private SequencedMap<String, JsonNode> object(String path) throws InputException {
        enter();
        SequencedMap<String, JsonNode> members = new LinkedHashMap<>();
        while (peek() != '}') {
            if (!members.isEmpty()) {
                take(',', "\",\" or \"}\"");
            }
            if (peek() != '"') {
                throw expected(members.isEmpty() ? "a name in quotes or \"}\"" : "a name in quotes");
            }
            int nameLine = line;
            int nameColumn = column();
            String name = string();
            skipSpace();
            take(':', "\":\"");
            JsonNode member = value(path.isEmpty() ? name : path + "." + name);
            if (members.put(name, member) != null) {
                throw InputException.at(nameLine, nameColumn, "a second member " + Shown.text(name));
            }
            skipSpace();
        }
        leave();
        return members;
    }

    private List<JsonNode> array(String path) throws InputException {
        enter();
        List<JsonNode> elements = new ArrayList<>();
        while (peek() != ']') {
            if (!elements.isEmpty()) {
                take(',', "\",\" or \"]\"");
            }
            elements.add(value(path + "[" + elements.size() + "]"));
            skipSpace();
        }
        leave();
        return elements;
    }

    private void enter() throws InputException {
        if (depth == MAX_DEPTH) {
            throw InputException.at(line, column(), "expected at most " + MAX_DEPTH + " brackets inside each other");
        }
        depth++;
        at++;
        skipSpace();
    }

    private void leave() {
        depth--;
        at++;
    }

    private String string() throws InputException {
        StringBuilder content = new StringBuilder();
        at++;
        while (peek() != '"') {
            char c = text.charAt(at);
            if (c < ' ') {
                throw expected("a character of a text or its closing quote");
            }
            if (c == '\\') {
                at++;
                content.append(escaped());
            } else {
                content.append(c);
                at++;
            }
        }
        at++;
        return content.toString();
    }

    private char escaped() throws InputException {
        char c = peek();
        char meant = switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw expected("one of \"\\/bfnrtu after a backslash");
        };
        at++;
        return meant;
    }

    /** Leaves the last of the four digits to the caller. */
    private char unicode() throws InputException {
        int value = 0;
        for (int i = 0; i < HEX_DIGITS; i++) {
            at++;
            char c = peek();
            int digit = c < 0x80 ? Character.digit(c, HEX) : -1;
            if (digit < 0) {
                throw expected("four hexadecimal digits after \\u");
            }
            value = value << 4 | digit;
        }
        return (char) value;
    }

    private JsonNode.Numeral number() throws InputException {
        Matcher found = NUMBER.matcher(text).region(at, text.length());
        if (!found.lookingAt()) {
            at++;
            throw expected("a digit");
        }
        at = found.end();
        return new JsonNode.Numeral(found.group());
    }

    private Object word() throws InputException {
        Matcher found = WORD.matcher(text).region(at, text.length());
        String word = found.lookingAt() ? found.group() : "";
        Object meant = switch (word) {
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            case "null" -> JsonNode.NOTHING;
            default -> throw expected("a value");
        };
        at += word.length();
        return meant;
    }

    private void take(char wanted, String words) throws InputException {
        if (at == text.length() || text.charAt(at) != wanted) {
            throw expected(words);
        }
        at++;
        skipSpace();
    }

    private char peek() throws InputException {
        if (at == text.length()) {
            throw expected(depth == 0 ? "a value" : "more, as brackets are open");
        }
        return text.charAt(at);
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            if (text.charAt(at) == '\n') {
                line++;
                lineBegin = at + 1;
            }
            at++;
        }
    }

    private int column() {
        return at - lineBegin + 1;
    }

    private InputException expected(String what) {
        String found = at == text.length() ? "the end of the text" : Shown.character(text.charAt(at));
        return InputException.at(line, column(), "expected " + what + ", not " + found);
    }
}
