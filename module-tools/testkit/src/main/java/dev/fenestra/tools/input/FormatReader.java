package dev.fenestra.tools.input;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the value of a format from a text that is JSON. Each method begins at the parser's token. */
final class FormatReader {
    private static final Set<Class<?>> TEXTS = Set.of(String.class);
    private static final Set<Class<?>> WHOLES = Set.of(int.class, long.class, double.class);
    private static final Set<Class<?>> REALS = Set.of(double.class);

    private final JsonParser parser;

    FormatReader(JsonParser parser) {
        this.parser = parser;
    }

    /** {@return the value of a format} */
    <T> T read(Class<T> format) throws InputException, IOException {
        return format.cast(value(format, "", null));
    }

    /**
     * Reads a value, and leaves the parser at its last token.
     *
     * @param member that has the value, for the bounds of a number; null for an element of something
     */
    private Object value(Type type, String path, @Nullable FormatMember member) throws InputException, IOException {
        Class<?> raw = raw(type);
        if (raw.isRecord()) {
            return ofRecord(raw, path);
        }
        if (raw.isArray()) {
            return array(raw.componentType(), path);
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return List.copyOf(list(raw, argument(type, 0), path));
        }
        if (Map.class.isAssignableFrom(raw)) {
            return map(raw, argument(type, 1), path);
        }
        return simple(raw, path, member);
    }

    private Object simple(Class<?> type, String path, @Nullable FormatMember member)
            throws InputException, IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            throw expected(kind(type), path);
        }
        if (type == String.class) {
            return token == JsonToken.VALUE_STRING ? parser.getText() : refuse(type, path);
        }
        if (type == boolean.class || type == Boolean.class) {
            return token.isBoolean() ? (Object) parser.getBooleanValue() : refuse(type, path);
        }
        if (type.isEnum()) {
            return constant(type, path);
        }
        if (type == double.class || type == Double.class) {
            return real(path, member != null && member.component().isAnnotationPresent(Amount.class));
        }
        Whole bounds = member == null ? null : member.component().getAnnotation(Whole.class);
        if (type == int.class || type == Integer.class) {
            return Math.toIntExact(whole(WholeRange.ofInts(bounds), path));
        }
        if (type == long.class || type == Long.class) {
            return whole(WholeRange.ofLongs(bounds), path);
        }
        throw new IllegalStateException("no format has values of " + type);
    }

    private long whole(WholeRange range, String path) throws InputException, IOException {
        OptionalLong read = range.read(parser);
        if (read.isEmpty()) {
            throw expected(range.toString(), path);
        }
        return read.getAsLong();
    }

    private double real(String path, boolean isAmount) throws InputException, IOException {
        double value = parser.currentToken().isNumeric() ? parser.getDoubleValue() : Double.NaN;
        if (!Double.isFinite(value) || isAmount && value < 0) {
            throw expected(isAmount ? "a number from 0 on" : "a number", path);
        }
        return value;
    }

    private Object constant(Class<?> type, String path) throws InputException, IOException {
        for (Object constant : type.getEnumConstants()) {
            if (parser.currentToken() == JsonToken.VALUE_STRING
                    && nameOf(constant).equals(parser.getText())) {
                return constant;
            }
        }
        return refuse(type, path);
    }

    private List<Object> list(Class<?> type, Type elements, String path) throws InputException, IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw expected(kind(type), path);
        }
        List<Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(elements, path + "[" + values.size() + "]", null));
        }
        return values;
    }

    private Object array(Class<?> elements, String path) throws InputException, IOException {
        List<Object> values = list(List.class, elements, path);
        Object array = Array.newInstance(elements, values.size());
        for (int i = 0; i < values.size(); i++) {
            Array.set(array, i, values.get(i));
        }
        return array;
    }

    private Map<String, Object> map(Class<?> type, Type values, String path) throws InputException, IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw expected(kind(type), path);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            map.put(name, value(values, inside(path, name), null));
        }
        return map;
    }

    private Object ofRecord(Class<?> type, String path) throws InputException, IOException {
        RecordShape shape = RecordShape.of(type);
        if (parser.currentToken() == JsonToken.START_OBJECT && shape.isObject()) {
            return object(shape, path);
        }
        Set<Class<?>> types = switch (parser.currentToken()) {
            case VALUE_STRING -> TEXTS;
            case VALUE_NUMBER_INT -> WHOLES;
            case VALUE_NUMBER_FLOAT -> REALS;
            default -> Set.of();
        };
        @Nullable Method factory = shape.factory(types).orElse(null);
        if (factory == null) {
            return refuse(type, path);
        }
        JsonPlace place = JsonPlace.of(parser, path);
        Object value = simple(factory.getParameterTypes()[0], path, null);
        return made(place, () -> Invocation.call(factory, null, value));
    }

    private Object object(RecordShape shape, String path) throws InputException, IOException {
        JsonPlace place = JsonPlace.of(parser, path);
        @Nullable FormatMember rest = shape.others();
        int count = shape.members().size() + (rest == null ? 0 : 1);
        @Nullable Object[] components = new @Nullable Object[count];
        Map<String, Object> others = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            String inside = inside(path, name);
            @Nullable FormatMember member = shape.members().get(name);
            JsonToken token = parser.nextToken();
            if (member != null) {
                boolean isAbsent = token == JsonToken.VALUE_NULL && !member.isMandatory();
                components[member.index()] = isAbsent ? null : value(member.type(), inside, member);
            } else if (shape.ignores(name)) {
                parser.skipChildren();
            } else if (rest != null) {
                others.put(name, value(argument(rest.type(), 1), inside, null));
            } else {
                throw unknown(shape, name, inside);
            }
        }
        for (FormatMember member : shape.members().values()) {
            if (member.isMandatory() && components[member.index()] == null) {
                throw place.wrong("expected a member \"" + member.name() + "\"");
            }
        }
        if (rest != null) {
            components[rest.index()] = others;
        }
        return made(place, () -> shape.make(components));
    }

    private InputException unknown(RecordShape shape, String name, String path) throws IOException {
        String known = shape.members().keySet().stream().sorted().collect(Collectors.joining(", "));
        return JsonPlace.of(parser, path).wrong("there is no member " + Shown.text(name) + "; there are " + known);
    }

    private static Object made(JsonPlace place, Supplier<@Nullable Object> make) throws InputException {
        try {
            return Objects.requireNonNull(make.get());
        } catch (IllegalArgumentException e) {
            throw place.wrong(String.valueOf(e.getMessage()));
        }
    }

    private Object refuse(Class<?> type, String path) throws InputException, IOException {
        throw expected(kind(type), path);
    }

    private InputException expected(String what, String path) throws IOException {
        return JsonPlace.of(parser, path).expected(what);
    }

    private static String inside(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static Class<?> raw(Type type) {
        return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
    }

    private static Type argument(Type type, int index) {
        return ((ParameterizedType) type).getActualTypeArguments()[index];
    }

    /** {@return how a constant of an enum is written} */
    static String nameOf(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
    }

    private static String kind(Class<?> type) {
        JsonClassDescription description = type.getAnnotation(JsonClassDescription.class);
        if (description != null) {
            return description.value();
        }
        if (type.isEnum()) {
            Stream<String> names = Arrays.stream(type.getEnumConstants()).map(FormatReader::nameOf);
            return "one of " + names.collect(Collectors.joining(", "));
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
