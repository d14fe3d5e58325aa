package dev.fenestra.tools.testing;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.List;

/** The classes of the tests of all five modules, and of what helps them; nothing outside of them is read. */
final class TestClasses {
    private static final List<String> MODULES = List.of(
            "module-ib-core", "module-hw-sim", "module-uverbs", "module-vendor-drv", "module-tools/stack-tests");

    static final JavaClasses ALL = ArchConfiguration.withThreadLocalScope(configuration -> {
        configuration.setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .importPaths(MODULES.stream().map(TestClasses::folder).toList());
    });

    private TestClasses() {}

    /** The modules below this one are compiled before it. */
    private static Path folder(String module) {
        return Path.of("..", module, "target", "test-classes", "dev");
    }
}
