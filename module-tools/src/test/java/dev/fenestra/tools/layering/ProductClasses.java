package dev.fenestra.tools.layering;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** All classes of the five modules, without their tests. They are read once for all tests of a JVM. */
final class ProductClasses {
    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.fenestra");

    private ProductClasses() {}

    /**
     * Reads which packages of a module are exported to nobody, and have no exported package below them.
     *
     * @param root of the module's packages
     */
    static List<String> hiddenPackages(String root) throws IOException {
        JavaClass first = ALL.stream()
                .filter(it -> it.getName().startsWith(root + "."))
                .findFirst()
                .orElseThrow();
        String file = first.getSource().orElseThrow().getUri().toString();
        String path = first.getName().replace('.', '/') + ".class";
        String classes = file.substring(0, file.length() - path.length());
        try (InputStream in = URI.create(classes + "module-info.class").toURL().openStream()) {
            Set<String> exported = ModuleDescriptor.read(in).exports().stream()
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());
            return ALL.stream()
                    .map(JavaClass::getPackageName)
                    .filter(isBelow(root))
                    .distinct()
                    .filter(it -> exported.stream().noneMatch(isBelow(it)))
                    .sorted()
                    .toList();
        }
    }

    private static Predicate<String> isBelow(String packageName) {
        return it -> it.equals(packageName) || it.startsWith(packageName + ".");
    }
}
