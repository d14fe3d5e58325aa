package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** The kinds of object that an R_Key can name. A case that runs for each kind has the kind's name after a slash. */
enum KeyKind {
    REGION("R4"),
    TYPE_1("A5"),
    TYPE_2("A5");

    /** Where the memory that the key opens begins. */
    static final int OFFSET = 4096;
    /** The length of that memory in bytes. */
    static final int LENGTH = 4096;

    private final String rightRule;

    KeyKind(String rightRule) {
        this.rightRule = rightRule;
    }

    /** The rule that refuses an operation which the key does not grant. */
    String rightRule() {
        return rightRule;
    }

    /** Opens part of bob's memory with these remote rights. */
    RemoteBuffer open(CaseBench b, AccessFlag... rights) {
        return switch (this) {
            case REGION -> region(b, rights).remote();
            case TYPE_1 -> b.boundWindow(MwType.TYPE_1, OFFSET, LENGTH, rights).remote();
            case TYPE_2 -> b.boundWindow(MwType.TYPE_2, OFFSET, LENGTH, rights).remote();
        };
    }

    private static MemoryRegion region(CaseBench b, AccessFlag... rights) {
        AccessFlag[] access = Arrays.copyOf(rights, rights.length + 1);
        access[rights.length] = AccessFlag.LOCAL_WRITE;
        return b.bob().pd().regMr(b.bob().memory(), OFFSET, LENGTH, access);
    }

    /** One case for every kind. */
    static Stream<ConformanceCase> each(
            String id, String title, BiConsumer<CaseBench, KeyKind> body, Function<KeyKind, List<String>> rules) {
        return Arrays.stream(values())
                .map(kind -> kind.caseOf(id, title, b -> body.accept(b, kind), rules.apply(kind)));
    }

    /** One case for each type of window. */
    static Stream<ConformanceCase> eachWindow(
            String id, String title, BiConsumer<CaseBench, KeyKind> body, String... rules) {
        return Stream.of(TYPE_1, TYPE_2).map(kind -> kind.caseOf(id, title, b -> body.accept(b, kind), List.of(rules)));
    }

    MwType type() {
        return this == TYPE_1 ? MwType.TYPE_1 : MwType.TYPE_2;
    }

    private ConformanceCase caseOf(String id, String title, CaseBody body, List<String> rules) {
        ConformanceCase one = ConformanceCase.of(id + "/" + this, title, body).breaking(rules.toArray(String[]::new));
        return this == REGION ? one : one.needing(Requirement.WINDOWS);
    }
}
