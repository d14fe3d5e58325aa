package dev.fenestra.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Makes the OCI image, which downloads packages of Debian, and runs it as a container without rights of its own. */
class OciIT {
    private static final List<String> PROGRAMS = List.of("mmdebstrap", "umoci", "runc");
    private static final Path BUILT = Path.of(System.getProperty("image.folder"));
    private static final long PATIENCE_MINUTES = 15;

    /** Not one of JUnit's, which warns of each link of a Debian when it is deleted. */
    private final Path folder = BUILT.resolveSibling("oci-test");

    @BeforeEach
    void create() throws IOException {
        Files.createDirectories(folder);
    }

    @AfterEach
    void delete() throws IOException, InterruptedException {
        assertEquals(
                0, new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor());
    }

    @Test
    void shouldRunProgramsOfRdmaCoreInAContainer() throws Exception {
        assumeTrue(Boolean.getBoolean("image.oci"), "the OCI image is made with -Dimage.oci=true only");
        for (String program : PROGRAMS) {
            assumeTrue(isInstalled(program), program + " is missing: on Debian install the package " + program);
        }
        Path archive = BUILT.resolveSibling(BUILT.getFileName() + "-oci.tar");
        run(List.of("src/image/oci.sh", BUILT.toString(), archive.toString()));
        run(List.of("tar", "-xf", archive.toString(), "-C", layout().toString()));
        run(List.of("umoci", "unpack", "--rootless", "--image", layout() + ":fenestra", bundle()));

        assertContains("Usage: fenestra", runContainer("help", "fenestra", "--help"));
        assertContains("Every step went as the rules say.", runContainer("demo", "fenestra", "demo"));
        assertContains("mlx5_0", runContainer("devinfo", "fenestra", "exec", "--", "ibv_devinfo"));
        String twoPrograms = "ibv_rc_pingpong -g 0 -n 100 & for try in 1 2 3 4 5 6 7 8 9; do ibv_rc_pingpong -g 0 -n"
                + " 100 127.0.0.1 && break; sleep 1; done; wait";
        assertContains("100 iters in", runContainer("pingpong", "fenestra", "exec", "--", "sh", "-c", twoPrograms));
    }

    private String runContainer(String name, String... command) throws IOException, InterruptedException {
        Path config = Path.of(bundle(), "config.json");
        String arguments = Stream.of(command).map(it -> '"' + it + '"').collect(Collectors.joining(","));
        String changed = Files.readString(config)
                .replaceFirst("\"terminal\": *true", "\"terminal\": false")
                .replaceFirst("\"args\": *\\[[^]]*\\]", "\"args\": [" + arguments + "]");
        Files.writeString(config, changed);
        String id = "fenestra-" + name + "-" + ProcessHandle.current().pid();
        return run(List.of(
                "runc",
                "--root",
                folder.resolve("state").toString(),
                "--rootless",
                "true",
                "run",
                "--bundle",
                bundle(),
                id));
    }

    private Path layout() throws IOException {
        return Files.createDirectories(folder.resolve("layout"));
    }

    private String bundle() {
        return folder.resolve("bundle").toString();
    }

    private static void assertContains(String part, String text) {
        assertTrue(text.contains(part), () -> "\"" + part + "\" is not in:\n" + text);
    }

    private static boolean isInstalled(String program) {
        return Stream.of((System.getenv("PATH") + ":/usr/sbin").split(":"))
                .anyMatch(it -> Files.isExecutable(Path.of(it, program)));
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        Path said = Files.createTempFile(folder, "said", "");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(said.toFile())
                .start();
        try {
            assertTrue(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES), () -> command + " does not end");
        } finally {
            process.destroyForcibly();
        }
        assertEquals(0, process.exitValue(), () -> command + ":\n" + text(said));
        return text(said);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
