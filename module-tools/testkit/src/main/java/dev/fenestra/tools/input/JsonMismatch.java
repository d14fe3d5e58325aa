package dev.fenestra.tools.input;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says which value of a JSON text is not of its format, and what was expected in its place. */
final class JsonMismatch {
    private JsonMismatch() {}

    /** The complaint about a text that is JSON. */
    static InputException of(JsonMappingException found, String text) {
        JsonPlace place = JsonPlace.of(text, found.getPath());
        List<Reference> path = found.getPath();
        if (!place.isThere()) {
            return place.wrong("expected a member \"" + path.getLast().getFieldName() + "\"");
        }
        return switch (found) {
            case UnrecognizedPropertyException unknown ->
                place.wrong("there is no member " + Shown.text(unknown.getPropertyName()) + "; there are "
                        + unknown.getKnownPropertyIds().stream()
                                .map(String::valueOf)
                                .sorted()
                                .collect(Collectors.joining(", ")));
            case UnexpectedValueException value -> place.expected(value.getOriginalMessage());
            case ValueInstantiationException refused
            when refused.getCause() instanceof IllegalArgumentException e ->
                place.wrong(String.valueOf(e.getMessage()));
            case MismatchedInputException mismatched -> place.expected(kind(mismatched.getTargetType()));
            default -> place.wrong("expected another value");
        };
    }

    /** The complaint about a text that is {@code null}. */
    static InputException ofNull(String text, Class<?> format) {
        return JsonPlace.of(text, List.of()).expected(kind(format));
    }

    private static String kind(@Nullable Class<?> type) {
        if (type == null) {
            return "another value";
        }
        if (type.isAnnotationPresent(JsonClassDescription.class)) {
            return type.getAnnotation(JsonClassDescription.class).value();
        }
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "));
        }
        if (type == String.class) {
            return "a text";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
            return "a number";
        }
        return Collection.class.isAssignableFrom(type) ? "an array" : "an object";
    }
}
