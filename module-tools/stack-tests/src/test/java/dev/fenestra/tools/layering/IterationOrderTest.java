package dev.fenestra.tools.layering;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.fenestra.ib.core.vocabulary.SortedSets;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.Flush;
import dev.fenestra.uverbs.request.RegisterMr;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * No visible result depends on an order that differs from JVM to JVM: that of identity hashes, and that of the JDK's
 * unmodifiable sets and maps.
 */
class IterationOrderTest {
    private static final JavaClasses CLASSES = ProductClasses.ALL;

    /**
     * An {@code OrderedTable} keeps the order in which elements were added, for any numbers ({@code OrderedTableTest}).
     */
    private static final String NUMBERS_ONLY = "dev\\.fenestra\\.ib\\.core\\.kernel\\.objects\\.KernelObject";

    /** They look up and never iterate. */
    private static final String LOOKS_UP = "dev\\.fenestra\\.ib\\.core\\.kernel\\.device\\.(DmaSpace|EventRouter)"
            + "|dev\\.fenestra\\.ib\\.core\\.kernel\\.verbs\\.SharedPins"
            + "|dev\\.fenestra\\.ib\\.core\\.memory\\.Pins";

    @Test
    void shouldAskForNoIdentityHashes() {
        noClasses()
                .that()
                .haveNameNotMatching(NUMBERS_ONLY)
                .should()
                .callMethod(System.class, "identityHashCode", Object.class)
                .check(CLASSES);
    }

    @Test
    void shouldIterateOverNoIdentityHashMap() {
        noClasses()
                .that()
                .haveNameNotMatching(LOOKS_UP)
                .should()
                .accessTargetWhere(to(IdentityHashMap.class, "<init>"))
                .check(CLASSES);
    }

    /** Requests are made on the data path, and their sets become masks. */
    @Test
    void shouldCopySetsInAnOrderOfTheirOwn() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(BindMw.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(Flush.class.getName())
                .and()
                .doNotHaveFullyQualifiedName(RegisterMr.class.getName())
                .should()
                .accessTargetWhere(to(Set.class, "copyOf").or(to(Collectors.class, "to(Unmodifiable)?Set")))
                .as("no set is copied but by " + SortedSets.class.getSimpleName())
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaAccess<?>> to(Class<?> type, String name) {
        return target(owner(equivalentTo(type))).and(target(nameMatching(name)));
    }
}
