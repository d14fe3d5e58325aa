package dev.fenestra.tools.layering;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** All classes of the five modules, without their tests. They are read once for all tests of a JVM. */
final class ProductClasses {
    /** The tests are in modules, too. */
    private static final ImportOption WITHOUT_TESTS = place -> !place.contains("/stack-tests/target/");

    static final JavaClasses ALL =
            new ClassFileImporter().withImportOption(WITHOUT_TESTS).importPackages("dev.fenestra");

    private ProductClasses() {}

    /**
     * Reads which packages are exported to nobody, and have no exported package below them.
     *
     * @param root of the packages of a module, or of several
     */
    static List<String> hiddenPackages(String root) throws IOException {
        Set<String> places = ALL.stream()
                .filter(it -> it.getName().startsWith(root + "."))
                .map(ProductClasses::place)
                .collect(Collectors.toSet());
        Set<String> exported = new HashSet<>();
        for (String place : places) {
            try (InputStream in =
                    URI.create(place + "module-info.class").toURL().openStream()) {
                ModuleDescriptor.read(in).exports().forEach(it -> exported.add(it.source()));
            }
        }
        return ALL.stream()
                .map(JavaClass::getPackageName)
                .filter(isBelow(root))
                .distinct()
                .filter(it -> exported.stream().noneMatch(isBelow(it)))
                .sorted()
                .toList();
    }

    /** Where the module of a class lies. */
    private static String place(JavaClass type) {
        String file = type.getSource().orElseThrow().getUri().toString();
        String path = type.getName().replace('.', '/') + ".class";
        return file.substring(0, file.length() - path.length());
    }

    private static Predicate<String> isBelow(String packageName) {
        return it -> it.equals(packageName) || it.startsWith(packageName + ".");
    }
}
