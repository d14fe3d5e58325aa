package dev.fenestra.tools.layering;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** All classes of the five modules, without their tests. They are read once for all tests of a JVM. */
final class ProductClasses {
    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.fenestra");

    private ProductClasses() {}
}
