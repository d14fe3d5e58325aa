package dev.fenestra.tools.input;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a record says about itself as a format: its members, and other values that stand for it. */
final class RecordShape {
    private static final ClassValue<RecordShape> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return new RecordShape(type);
        }
    };

    private final Constructor<?> constructor;
    private final Map<String, FormatMember> members = new LinkedHashMap<>();
    private final @Nullable FormatMember others;
    private final Set<String> ignored;
    private final boolean ignoresUnknown;
    private final List<Method> factories;
    private final boolean isObject;
    private final @Nullable Method value;

    private RecordShape(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        constructor = canonical(type, components);
        @Nullable FormatMember taker = null;
        for (int i = 0; i < components.length; i++) {
            open(components[i].getAccessor());
            FormatMember member = FormatMember.of(components[i], i);
            if (components[i].getAccessor().isAnnotationPresent(JsonAnySetter.class)) {
                taker = member;
            } else {
                members.put(member.name(), member);
            }
        }
        others = taker;
        JsonIgnoreProperties ignores = type.getAnnotation(JsonIgnoreProperties.class);
        ignored = ignores == null ? Set.of() : Set.of(ignores.value());
        ignoresUnknown = ignores != null && ignores.ignoreUnknown();
        factories = methods(
                type, one -> Modifier.isStatic(one.getModifiers()) && one.isAnnotationPresent(JsonCreator.class));
        isObject = factories.isEmpty() || constructor.isAnnotationPresent(JsonCreator.class);
        List<Method> values = methods(type, one -> one.isAnnotationPresent(JsonValue.class));
        value = values.isEmpty() ? null : values.getFirst();
    }

    static RecordShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    /** {@return the members of its objects by name, in the order of the components} */
    Map<String, FormatMember> members() {
        return members;
    }

    /** {@return the component that takes all members that are no other component; null for none} */
    @Nullable
    FormatMember others() {
        return others;
    }

    /** {@return whether a member that is no component is passed over} */
    boolean ignores(String name) {
        return ignoresUnknown || ignored.contains(name);
    }

    /** {@return whether an object is read as this record} */
    boolean isObject() {
        return isObject;
    }

    /** {@return the factory that makes this record of a value of one of some types} */
    Optional<Method> factory(Set<Class<?>> types) {
        return factories.stream()
                .filter(one -> types.contains(one.getParameterTypes()[0]))
                .findFirst();
    }

    /** {@return the record of its components} */
    Object make(@Nullable Object[] components) {
        return Invocation.make(constructor, components);
    }

    /** {@return the value that is written in place of a record; null when it is written as an object} */
    @Nullable
    Method value() {
        return value;
    }

    private static Constructor<?> canonical(Class<?> type, RecordComponent[] components) {
        try {
            return open(type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new)));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every record has a canonical constructor", e);
        }
    }

    private static List<Method> methods(Class<?> type, Predicate<Method> wanted) {
        List<Method> found = new ArrayList<>();
        for (Method one : type.getDeclaredMethods()) {
            if (wanted.test(one)) {
                found.add(open(one));
            }
        }
        return found;
    }

    private static <T extends AccessibleObject> T open(T member) {
        member.setAccessible(true);
        return member;
    }
}
