package dev.fenestra.tools.layering;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.THROW_GENERIC_EXCEPTIONS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.fenestra.ib.core.abi.HostItem;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.mad.MadItem;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The layering rules of ARCHITECTURE.md, as ArchUnit rules. Our own tests apply all of them; the author of another
 * provider runs those that take a package name over their own packages:
 *
 * {@snippet lang = java :
 * JavaClasses mine = new ClassFileImporter().importPackages("com.example.nic");
 * LayeringRules.vendorNeverKnowsUverbs("com.example.nic").check(mine); // @highlight substring="com.example.nic"
 * LayeringRules.noPackageCycles("com.example.nic").check(mine);
 * LayeringRules.everythingIsNullMarked("com.example.nic").check(mine);
 * }
 *
 * <p>A rule passes when no imported class falls under it. So assert as well that your classes were imported.
 */
@SuppressWarnings("exports") // ArchRule: callers of this class require ArchUnit anyway
public final class LayeringRules {

    private static final String UVERBS = "dev.fenestra.uverbs..";
    private static final String IB_CORE = "dev.fenestra.ib.core..";
    private static final String HW_SIM = "dev.fenestra.hw.sim..";
    private static final String TOOLS = "dev.fenestra.tools..";
    private static final String OUR_VENDOR = "dev.fenestra.vendor..";
    private static final String COMMON = "dev.fenestra.vendor.common..";
    private static final String ENGINE = "dev.fenestra.hw.sim.hca.engine";
    private static final String GENERIC = "dev.fenestra.hw.sim.hca..";
    private static final String MLX5 = "dev.fenestra.hw.sim.mlx5.queue..";

    /** The layouts of queue entries, of doorbell records, and of the words that are written to doorbell registers. */
    private static final String QUEUE_LAYOUTS = "dev\\.fenestra\\.hw\\.sim\\.mlx5\\.prm\\."
            + "((Control|Data|RemoteAddress|Atomic|Datagram|Xrc|UmrControl|SrqNext)Segment"
            + "|(Cqe|Eqe)(Ownership)?|DoorbellRecord|(Cq|Eq)Doorbell)";

    /**
     * The packages that every layer may use besides its neighbours. None of them can carry one layer's types into
     * another.
     */
    private static final String[] NEUTRAL = {"java..", "javax..", "jdk..", "org.jspecify..", "com.google.common.."};

    private LayeringRules() {}

    /**
     * L1: uverbs uses ib-core and nothing else.
     *
     * @return the rule, for classes below {@code dev.fenestra.uverbs}
     */
    public static ArchRule uverbsKnowsNoVendorAndNoHardware() {
        return onlyDependsOn(UVERBS, IB_CORE)
                .because("L1: module-uverbs may depend on module-ib-core only;"
                        + " it never knows a vendor, the hardware or the tools");
    }

    /**
     * L2: ib-core uses no other layer.
     *
     * @return the rule, for classes below {@code dev.fenestra.ib.core}
     */
    public static ArchRule ibCoreKnowsNeitherUverbsNorVendorNorHardware() {
        return onlyDependsOn(IB_CORE)
                .because("L2: module-ib-core depends on no other layer;"
                        + " it never knows the user API, a vendor, the hardware or the tools");
    }

    /**
     * L3: a vendor's driver never uses the user API or the tools. For any provider, whatever hardware or library it
     * sits on.
     *
     * @param vendorPackage root package of the provider, such as {@code com.example.nic}
     * @return the rule, for classes in that package and below
     */
    public static ArchRule vendorNeverKnowsUverbs(String vendorPackage) {
        return noClasses()
                .that()
                .resideInAPackage(below(vendorPackage))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(UVERBS, TOOLS)
                .allowEmptyShould(true)
                .because("L3: a vendor's driver knows the SPI and its hardware; it never knows the user API or the"
                        + " tools");
    }

    /**
     * L4: the hardware uses no other layer.
     *
     * @return the rule, for classes below {@code dev.fenestra.hw.sim}
     */
    public static ArchRule hardwareKnowsNothingAboveIt() {
        return onlyDependsOn(HW_SIM)
                .because(
                        "L4: module-hw-sim depends on no other layer; it sees bus addresses, bytes and registers only");
    }

    /**
     * L5: the tools never name a class of our vendor's driver.
     *
     * @return the rule, for classes below {@code dev.fenestra.tools}
     */
    public static ArchRule toolsReachProvidersOnlyThroughServiceLoader() {
        return noClasses()
                .that()
                .resideInAPackage(TOOLS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(OUR_VENDOR)
                .allowEmptyShould(true)
                .because("L5: the tools reach providers only through ServiceLoader");
    }

    /**
     * L5: of the drivers of this project, another provider uses what they have in common, and nothing else.
     *
     * @param vendorPackage root package of the provider, such as {@code com.example.nic}
     * @return the rule, for classes in that package and below
     */
    public static ArchRule providerKnowsOnlyWhatVendorsShare(String vendorPackage) {
        return noClasses()
                .that()
                .resideInAPackage(below(vendorPackage))
                .should()
                .dependOnClassesThat(resideInAPackage(OUR_VENDOR).and(not(resideInAPackage(COMMON))))
                .allowEmptyShould(true)
                .because("L5: a provider stands on vendor.common; it never knows the driver of a card");
    }

    /**
     * L6: packages do not depend on each other in a circle.
     *
     * @param rootPackage where to look: this package and those below
     * @return the rule, each package being one slice
     */
    public static ArchRule noPackageCycles(String rootPackage) {
        return slices().assignedFrom(new Packages(rootPackage))
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .because("L6: packages that need each other are one package");
    }

    /**
     * L7: every class is {@code @NullMarked}, by itself, its package or its module.
     *
     * @param rootPackage where to look: this package and those below
     * @return the rule
     */
    public static ArchRule everythingIsNullMarked(String rootPackage) {
        return classes()
                .that()
                .resideInAPackage(below(rootPackage))
                .and()
                .areTopLevelClasses()
                .should(new NullMarkedCondition())
                .allowEmptyShould(true)
                .because("L7: null is never a surprise");
    }

    /**
     * L8: internal packages stay internal, even without a module descriptor.
     *
     * @param ownerPackage the package whose classes, here and below, may use the internal ones
     * @param internalPackages the internal packages, each meant with all below
     * @return the rule
     */
    public static ArchRule internalPackagesStayInside(String ownerPackage, String... internalPackages) {
        String[] internals =
                Stream.of(internalPackages).map(LayeringRules::below).toArray(String[]::new);
        return noClasses()
                .that()
                .resideOutsideOfPackage(below(ownerPackage))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(internals)
                .allowEmptyShould(true)
                .because("L8: internal packages are not named from outside " + ownerPackage);
    }

    /**
     * L9: only the command line writes to the standard streams.
     *
     * @param allowedPackages the packages that may, each meant with all below
     * @return the rule
     */
    public static ArchRule noStandardStreamsOutside(String... allowedPackages) {
        String[] allowed = Stream.of(allowedPackages).map(LayeringRules::below).toArray(String[]::new);
        return noClasses()
                .that()
                .resideOutsideOfPackages(allowed)
                .should(ACCESS_STANDARD_STREAMS)
                .allowEmptyShould(true)
                .because("L9: a library reports through its results, counters and taps");
    }

    /**
     * L10: no class throws {@code Throwable}, {@code Error}, {@code Exception} or {@code RuntimeException} itself.
     *
     * @return the rule, for all imported classes
     */
    public static ArchRule noGenericExceptionsThrown() {
        return noClasses()
                .should(THROW_GENERIC_EXCEPTIONS)
                .allowEmptyShould(true)
                .because("L10: an error explains itself, beginning with its type");
    }

    /**
     * L11: inside the hardware and the tools, the bytes of WQEs, CQEs, EQEs and doorbell records are read and written
     * in {@code hw.sim.mlx5.queue} only, and by the decoders of the tools. {@code DoorbellPage} takes the same words as
     * registers. Constants of these layouts are not bytes: the compiler copies them, and the rule does not see them.
     *
     * @return the rule, for classes below {@code dev.fenestra.hw.sim} and {@code dev.fenestra.tools}
     */
    public static ArchRule queueBytesStayInTheirFormat() {
        return noClasses()
                .that()
                .resideInAnyPackage(HW_SIM, TOOLS)
                .and()
                .resideOutsideOfPackages(MLX5, "dev.fenestra.hw.sim.mlx5.prm", "dev.fenestra.tools.observe.decode")
                .and()
                .doNotHaveFullyQualifiedName("dev.fenestra.hw.sim.mlx5.card.DoorbellPage")
                .should()
                .accessTargetWhere(target(owner(nameMatching(QUEUE_LAYOUTS))))
                .allowEmptyShould(true)
                .because("L11: what a queue looks like is known where its format is, and nowhere else");
    }

    /**
     * L12: the generic HCA uses queues through the interfaces of {@code hw.sim.hca.queue} only, whichever format they
     * have. It knows neither the queues of mlx5 nor its card, and has words of its own for what mlx5 has numbers for.
     * There are two exceptions. An entry of the key table is an mkey context of mlx5: {@code hw.sim.hca.table} and
     * {@code hw.sim.hca.protection} read it. {@code hw.sim.hca.core} executes commands. Constants are not seen: the
     * compiler copies them.
     *
     * @return the rule, for classes below {@code dev.fenestra.hw.sim.hca}
     */
    public static ArchRule engineKnowsNoQueueFormat() {
        return CompositeArchRule.of(neverUses(GENERIC, MLX5))
                .and(neverUses(GENERIC, "dev.fenestra.hw.sim.mlx5.card.."))
                .and(noClasses()
                        .that()
                        .resideInAPackage(GENERIC)
                        .and()
                        .resideOutsideOfPackages(
                                "dev.fenestra.hw.sim.hca.table..",
                                "dev.fenestra.hw.sim.hca.protection..",
                                "dev.fenestra.hw.sim.hca.core..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("dev.fenestra.hw.sim.mlx5..")
                        .allowEmptyShould(true))
                .because("L12: another vendor's card is as good to the engine as that of mlx5");
    }

    /**
     * L13: rooms have floors. Below a root, a package uses only itself and packages on lower floors: never back, never
     * sideways. A package below the root that is on no floor breaks the rule.
     *
     * @param rootPackage where to look: this package and those below
     * @param floors names of packages, from the lowest floor up; packages on one floor do not know each other
     * @return the rule
     */
    public static ArchRule roomsHaveFloors(String rootPackage, List<Set<String>> floors) {
        return classes()
                .that()
                .resideInAPackage(below(rootPackage))
                .should(new FloorCondition(rootPackage, floors))
                .allowEmptyShould(true)
                .because("L13: a room uses only those below it, never back and never sideways");
    }

    /**
     * L14: the kernel half and the user half of a driver do not know each other. They exchange udata bytes and nothing
     * else.
     *
     * @param vendorPackage root package of the provider, whose halves are its packages {@code kernel} and {@code user}
     * @return the rule
     */
    public static ArchRule halvesOfADriverStayApart(String vendorPackage) {
        return CompositeArchRule.of(neverUses(vendorPackage + ".kernel..", vendorPackage + ".user.."))
                .and(neverUses(vendorPackage + ".user..", vendorPackage + ".kernel.."))
                .because("L14: the two halves of a driver exchange udata bytes and nothing else");
    }

    private static ArchRule neverUses(String one, String other) {
        return noClasses()
                .that()
                .resideInAPackage(one)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(other)
                .allowEmptyShould(true);
    }

    /**
     * L15: vendors do not know each other. The package {@code common} is no vendor: it has what all of them may use,
     * and uses none of them.
     *
     * @param parentPackage the package whose direct subpackages are one vendor each
     * @return the rule
     */
    public static ArchRule vendorsStayApart(String parentPackage) {
        return slices().matching(parentPackage + ".(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(alwaysTrue(), resideInAPackage(parentPackage + ".common.."))
                .allowEmptyShould(true)
                .because("L15: a driver can be read, changed and removed without any other vendor's driver");
    }

    /**
     * L16: nobody reaches through the engine. Outside of the engine, no class uses a field of {@code Engine}, and no
     * class keeps {@code EngineUnits}: who builds a device hands each unit to those who use it.
     *
     * @return the rule, for all imported classes
     */
    public static ArchRule engineIsNoHub() {
        return CompositeArchRule.of(noClasses()
                        .that()
                        .resideOutsideOfPackage(ENGINE + "..")
                        .should()
                        .accessFieldWhere(target(owner(name(ENGINE + ".Engine"))))
                        .allowEmptyShould(true))
                .and(noFields().should().haveRawType(ENGINE + ".EngineUnits").allowEmptyShould(true))
                .because("L16: a part that reaches through the engine depends on all of it");
    }

    /**
     * L17: an offset is a number in a table of a layout and nowhere else. Code that reads or writes a structure takes
     * the names from there.
     *
     * @return the rule: structures of host memory have their tables in packages named {@code abi}, management datagrams
     *     in {@code ib.core.mad}
     */
    public static ArchRule offsetsHaveNames() {
        return noClasses()
                .that()
                .resideOutsideOfPackages("..abi..", "dev.fenestra.ib.core.mad")
                .should()
                .callCodeUnitWhere(target(owner(assignableTo(HostItem.class).or(assignableTo(MadItem.class))))
                        .and(target(name(JavaConstructor.CONSTRUCTOR_NAME))))
                .orShould()
                .callCodeUnitWhere(target(owner(assignableTo(HostLayout.class)))
                        .and(target(describe(
                                "places something in a table",
                                called -> called instanceof AccessTarget.CodeUnitAccessTarget unit
                                        && !unit.getRawParameterTypes().isEmpty()))))
                .allowEmptyShould(true)
                .because("L17: each offset is named once, in a table that is compared with its source");
    }

    /**
     * L18: no class is half of another. An abstract class with exactly one direct heir is a part of that heir; one
     * without an heir is dead, unless users extend it.
     *
     * @param rootPackage where to look: this package and those below
     * @param forUsers full names of the abstract classes that users extend
     * @return the rule
     */
    public static ArchRule noClassIsHalfOfAnother(String rootPackage, Set<String> forUsers) {
        return classes()
                .that()
                .resideInAPackage(below(rootPackage))
                .should(new HeirsCondition(forUsers))
                .allowEmptyShould(true)
                .because("L18: a class is cut where its meaning is, and not to make a file shorter");
    }

    private static ArchRule onlyDependsOn(String layer, String... neighbours) {
        return classes()
                .that()
                .resideInAPackage(layer)
                .should()
                .onlyDependOnClassesThat(resideInAPackage(layer)
                        .or(resideInAnyPackage(neighbours))
                        .or(resideInAnyPackage(NEUTRAL)))
                .allowEmptyShould(true);
    }

    private static String below(String rootPackage) {
        return rootPackage.endsWith("..") ? rootPackage : rootPackage + "..";
    }

    /** One slice per package below a root. */
    private record Packages(String root) implements SliceAssignment {

        @Override
        public String getDescription() {
            return "packages below " + root;
        }

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            String name = javaClass.getPackageName();
            return name.equals(root) || name.startsWith(root + ".")
                    ? SliceIdentifier.of(name)
                    : SliceIdentifier.ignore();
        }
    }
}
