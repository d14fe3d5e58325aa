package dev.fenestra.tools.input;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A component of a record as a member of a JSON object.
 *
 * @param name of the member: that of the component, unless a {@code JsonProperty} gives another one
 * @param index of the component
 * @param isMandatory whether an object without the member is refused: the type of the component is not
 *     {@code @Nullable}
 * @param pattern a {@code JsonFormat} of the component, by which its number is written as a text; null for none
 * @param component the component
 */
record FormatMember(
        String name,
        int index,
        boolean isMandatory,
        @Nullable String pattern,
        RecordComponent component) {
    static FormatMember of(RecordComponent component, int index) {
        JsonProperty property = component.getAccessor().getAnnotation(JsonProperty.class);
        JsonFormat format = component.getAccessor().getAnnotation(JsonFormat.class);
        return new FormatMember(
                property == null ? component.getName() : property.value(),
                index,
                !component.getAnnotatedType().isAnnotationPresent(Nullable.class),
                format == null ? null : format.pattern(),
                component);
    }

    /** {@return the type of its value} */
    Type type() {
        return component.getGenericType();
    }

    /** {@return its value in a record, as it is written} */
    @Nullable
    Object in(Object whole) {
        @Nullable Object value = Invocation.call(component.getAccessor(), whole);
        return value == null || pattern == null ? value : String.format(Locale.ROOT, pattern, value);
    }
}
