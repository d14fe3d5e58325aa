package acme.rdma;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.fenestra.tools.layering.LayeringRules;
import org.junit.jupiter.api.Test;

/** The provider keeps to its layer: it knows the SPI, never the user API or the tools. */
class AcmeLayeringTest {
    private static final String MINE = "acme.rdma";

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(MINE);

    @Test
    void shouldFindTheProvider() {
        assertTrue(classes.contain(AcmeDriver.class));
    }

    @Test
    void shouldNotKnowTheUserApi() {
        LayeringRules.vendorNeverKnowsUverbs(MINE).check(classes);
    }

    @Test
    void shouldKnowNoDriverOfAnotherCard() {
        LayeringRules.providerKnowsOnlyWhatVendorsShare(MINE).check(classes);
    }

    @Test
    void shouldHaveNoPackageCycles() {
        LayeringRules.noPackageCycles(MINE).check(classes);
    }

    @Test
    void shouldKeepInternalPackagesInside() {
        LayeringRules.internalPackagesStayInside(MINE, MINE + "..internal").check(classes);
    }

    @Test
    void shouldSayWhatMayBeNull() {
        LayeringRules.everythingIsNullMarked(MINE).check(classes);
    }

    @Test
    void shouldNotWriteToStandardStreams() {
        LayeringRules.noStandardStreamsOutside("none").check(classes);
    }

    @Test
    void shouldThrowNoGenericExceptions() {
        LayeringRules.noGenericExceptionsThrown().check(classes);
    }
}
