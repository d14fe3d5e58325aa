package dev.fenestra.tools.input;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The format that a record declares: its mandatory members, and the names of enum constants. */
final class RecordFormat extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    /** A component of a record must be given, unless its type is {@code @Nullable}. */
    @Override
    public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
        if (isComponent(member)) {
            return !mayBeAbsent(member);
        }
        return super.hasRequiredMarker(member);
    }

    /** A {@code null} is the same as absent. */
    @Override
    public JsonSetter.Value findSetterInfo(Annotated found) {
        boolean mayBeNull = found instanceof AnnotatedMember member && isComponent(member) && mayBeAbsent(member);
        return JsonSetter.Value.construct(mayBeNull ? Nulls.DEFAULT : Nulls.FAIL, Nulls.FAIL);
    }

    private static boolean isComponent(AnnotatedMember member) {
        return member instanceof AnnotatedParameter parameter
                && member.getDeclaringClass().isRecord()
                && parameter.getOwner().getParameterCount() == components(member).length;
    }

    private static boolean mayBeAbsent(AnnotatedMember member) {
        return components(member)[((AnnotatedParameter) member).getIndex()]
                .getAnnotatedType()
                .isAnnotationPresent(Nullable.class);
    }

    private static RecordComponent[] components(AnnotatedMember member) {
        return member.getDeclaringClass().getRecordComponents();
    }

    @Override
    public String[] findEnumValues(
            MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, @Nullable String[] names) {
        String[] lower = new String[constants.length];
        for (int i = 0; i < constants.length; i++) {
            lower[i] = constants[i].name().toLowerCase(Locale.ROOT);
        }
        return lower;
    }
}
