package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.tools.bench.Peer;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.RdmaWrite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The template contains the code that docs/provider-guide.md shows. */
class ProviderGuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "provider-guide.md");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final int LEAST_SNIPPETS = 18;

    @Test
    void shouldShowOnlyWhatStandsInTheTemplate() throws IOException {
        List<String> snippets = SNIPPET.matcher(Files.readString(GUIDE))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        Collection<String> sources = ProviderTemplate.CARD.files().sequencedValues().stream()
                .map(ProviderGuideTest::stripped)
                .toList();
        assertTrue(snippets.size() >= LEAST_SNIPPETS, snippets.size() + " snippets");
        for (String snippet : snippets) {
            String wanted = stripped(snippet);
            assertTrue(
                    sources.stream().anyMatch(source -> source.contains(wanted)), "not in the template:\n" + snippet);
        }
    }

    /** The same call with the driver of this module shows that it compiles. */
    @Test
    void shouldShowHowATestUsesADriverOfItsOwn() throws IOException {
        assertTrue(Files.readString(GUIDE)
                .contains("`TestBench.builder().drivers(() -> List.of(new AcmeDriver())).provider(\"acme\").build()`"));
        RdmaDriver own = ProviderUnderTest.onPath().getFirst().driver();
        try (TestBench bench = TestBench.builder()
                .drivers(() -> List.of(own))
                .provider(own.name())
                .build()) {
            assertEquals(2, bench.hosts().size());
        }
    }

    /** A QP of another PD breaks both rules for a window of type 2A. Its PD does not count, so A3 answers. */
    @Test
    void shouldSayInTheRecipeOfType2aThatA3ComesBeforeA2() throws IOException {
        assertTrue(
                Files.readString(Path.of("..", "docs", "provider-recipes.md")).contains("A3 comes before A2"));
        try (TestBench bench = TestBench.builder()
                        .windows(WindowSupport.TYPES_1_AND_2A)
                        .build();
                QpPair pair =
                        bench.pair(bench.host("alice").open(), bench.host("bob").open());
                QpPair other = bench.pair(pair.one().context(), pair.other().context())) {
            Peer bob = pair.other();
            try (MemoryWindow window = bob.pd().allocMw(MwType.TYPE_2)) {
                int key = window.nextKey();
                bob.perform(BindMw.of(1, window, key, bob.region().slice(0, 64), AccessFlag.REMOTE_WRITE));
                RemoteBuffer remote = new RemoteBuffer(bob.region().address(), 64, key);
                Peer alice = other.one();
                alice.attempt(RdmaWrite.of(2, remote, alice.region().slice(0, 64)));
                assertEquals("A3", bench.host("bob").refusals().getLast().ruleId());
            }
        }
    }

    /** Without indentation. */
    private static String stripped(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
