package dev.fenestra.tools.layering;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.NullMarked;

/**
 * A class is null-marked by itself, by its package or by its module. The module's descriptor is read from beside the
 * class, so the answer is the same on the class path and on the module path.
 */
final class NullMarkedCondition extends ArchCondition<JavaClass> {

    private static final String NULL_MARKED = NullMarked.class.descriptorString();

    private final Map<URI, Boolean> modules = new ConcurrentHashMap<>();

    NullMarkedCondition() {
        super("be @NullMarked, by their package or by their module");
    }

    @Override
    public void check(JavaClass javaClass, ConditionEvents events) {
        boolean marked = javaClass.isAnnotatedWith(NullMarked.class)
                || javaClass.getPackage().isAnnotatedWith(NullMarked.class)
                || isModuleMarked(javaClass);
        String message = javaClass.getDescription() + (marked ? " is @NullMarked" : " is not @NullMarked");
        events.add(new SimpleConditionEvent(javaClass, marked, message));
    }

    private boolean isModuleMarked(JavaClass javaClass) {
        return javaClass
                .getSource()
                .map(source -> moduleInfo(source.getUri(), javaClass.getName()))
                .map(uri -> modules.computeIfAbsent(uri, NullMarkedCondition::isMarked))
                .orElse(false);
    }

    private static URI moduleInfo(URI classFile, String className) {
        String uri = classFile.toString();
        String path = className.replace('.', '/') + ".class";
        return URI.create(uri.substring(0, uri.length() - path.length()) + "module-info.class");
    }

    private static boolean isMarked(URI moduleInfo) {
        try (InputStream in = moduleInfo.toURL().openStream()) {
            return ClassFile.of()
                    .parse(in.readAllBytes())
                    .findAttribute(Attributes.runtimeVisibleAnnotations())
                    .map(attribute -> isMarked(attribute.annotations()))
                    .orElse(false);
        } catch (IOException e) {
            return false; // no module descriptor there
        }
    }

    private static boolean isMarked(List<Annotation> annotations) {
        return annotations.stream().anyMatch(it -> it.className().equalsString(NULL_MARKED));
    }
}
