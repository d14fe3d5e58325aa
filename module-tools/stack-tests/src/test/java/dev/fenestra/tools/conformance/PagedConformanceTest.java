package dev.fenestra.tools.conformance;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.testing.Repeats;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * The cases of the kit over regions that are paged on demand, on hosts that take every page out whenever a program
 * waits. A build runs some of each rule, and all that must end otherwise.
 */
class PagedConformanceTest {
    private static final String ANEW = "a rereg makes an on-demand region anew: its keys change, and windows hold it";
    private static final String UC = "no operation of UC is allowed on memory that is paged";
    private static final String UD = "no receive of UD lands in memory that is paged, but one of an SRQ";
    /** Groups that ask the same once more, in the words of others. */
    private static final Pattern SAME_AGAIN = Pattern.compile("^(Published kit|Attacks|Cases run on)");
    /** Cases that must end otherwise, and why. */
    private static final Map<String, String> DIFFERENT = Map.ofEntries(
            Map.entry("REG-D2", "nothing is pinned"),
            Map.entry("SHP-9-mtt", "the bind writes none, but the pages that went are asked for again"),
            Map.entry("ADV-pinned", "the region is not pinned"),
            Map.entry("RRG-access", ANEW),
            Map.entry("RRG-pd", ANEW),
            Map.entry("RRG-receive", ANEW),
            Map.entry("RRG-bound-more", ANEW),
            Map.entry("RRG-read", "the READ waits for its pages, and has ended when the region changes"),
            Map.entry("UC-write-t1", UC),
            Map.entry("UC-write-t2", UC),
            Map.entry("UC-outside", UC),
            Map.entry("UC-right", UC),
            Map.entry("UC-region", UC),
            Map.entry("TRN-sqe", UC),
            Map.entry("UD-reply", UD),
            Map.entry("MCG-attached", UD),
            Map.entry("MCG-detached", UD),
            Map.entry("MCG-sender", UD));

    @TestFactory
    Stream<DynamicNode> shouldAnswerAsOverPinnedMemory() {
        ConformanceSuite suite = new ConformanceSuite(TestBench::twoHosts).paged();
        Predicate<ConformanceCase> repeated = Repeats.cases();
        return ConformanceCases.groups().stream()
                .filter(group -> !SAME_AGAIN.matcher(group.title()).find())
                .map(group -> dynamicContainer(
                        group.title(),
                        group.cases().stream()
                                .filter(one -> repeated.test(one) || DIFFERENT.containsKey(one.id()))
                                .map(one -> dynamicTest(one.toString(), () -> check(one, suite.run(one))))));
    }

    private static void check(ConformanceCase one, CaseResult result) {
        String reason = DIFFERENT.get(one.id());
        if (reason != null) {
            assertInstanceOf(CaseResult.Failed.class, result, reason);
        } else if (result instanceof CaseResult.Failed failed) {
            fail("expected " + failed.expected() + ", seen " + failed.seen());
        }
    }
}
