package dev.fenestra.tools.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code .ci/subjects}, which {@code .ci/run} and the commit hook ask. */
class SubjectsTest {
    private static final Path CHECK = Path.of("..", ".ci", "subjects");
    private static final int MOST = 72;

    @TempDir
    private Path folder;

    private record Answer(int exitCode, String text) {}

    private Answer ask(String message) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("message"), message);
        Process process = new ProcessBuilder("sh", CHECK.toString(), "-m", file.toString())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes());
        return new Answer(process.waitFor(), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hw-sim: a window is bound once\n",
                "hw-sim, ib-core: a key comes back later\n\nWhy it does.\n",
                "CHANGELOG: the new option\n",
                "# a comment of git\n\ndocs: one page less\n",
                "Merge branch 'topic'\n"
            })
    void shouldTakeAnAreaAndWhatChanges(String message) throws Exception {
        assertEquals(new Answer(0, ""), ask(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a window is bound once\n", "hw-sim:\n", "hw-sim:no space\n", "hw-sim: with a stop.\n"})
    void shouldRefuseAnyOtherForm(String message) throws Exception {
        assertEquals(new Answer(1, "not \"area: what changes\": " + message), ask(message));
    }

    @Test
    void shouldRefuseASubjectThatNoListShowsWhole() throws Exception {
        String longest = "docs: " + "x".repeat(MOST - "docs: ".length());

        assertEquals(0, ask(longest).exitCode());
        assertEquals(
                new Answer(1, "longer than 72 characters (73): " + longest + "x\n"), ask(longest + "x\n\nA body.\n"));
    }

    @Test
    void shouldBeAskedByCiAndByTheHook() throws IOException {
        assertTrue(Files.readAllLines(Path.of("..", ".ci", "run")).contains(".ci/subjects"));
        assertTrue(Files.readString(Path.of("..", ".ci", "hooks", "commit-msg")).contains("/.ci/subjects\" -m"));
        assertTrue(Files.isExecutable(Path.of("..", ".ci", "hooks", "commit-msg")));
    }
}
