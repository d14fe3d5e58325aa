package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Runs a server and its programs as a user without rights, in a new Java program. Only root can do that. */
final class OrdinaryUser {
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    private static final String MAIN = "dev.fenestra.tools.cli.Main";

    private OrdinaryUser() {}

    /**
     * Runs commands below {@code exec}; fails when they do, and leaves the test out where it cannot be run.
     *
     * @param folder becomes readable for all
     * @param commands of a shell
     * @return what they print
     */
    static String run(Path folder, String commands) throws IOException, InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can become another user");
        assumeTrue(Files.exists(Path.of("/usr/bin/setpriv")), "setpriv is missing: util-linux");
        Path output = folder.resolve("output");
        List<String> looks = new ArrayList<>(AS_NOBODY);
        looks.addAll(List.of("test", "-r", Path.of("pom.xml").toAbsolutePath().toString()));
        assumeTrue(new ProcessBuilder(looks).start().waitFor() == 0, "another user cannot read the classes");
        Path cache = Files.createDirectory(folder.resolve("cache"));
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> command = new ArrayList<>(AS_NOBODY);
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(program(folder));
        command.addAll(List.of("exec", "--", "sh", "-c", commands));
        ProcessBuilder program =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        program.environment().put("XDG_CACHE_HOME", cache.toString());
        ServedPrograms.assertSuccess(program.start(), output);
        return Files.readString(output);
    }

    private static List<String> program(Path folder) throws IOException {
        String modules = System.getProperty("jdk.module.path");
        return modules == null
                ? List.of("-cp", readable(System.getProperty("java.class.path"), folder), MAIN)
                : List.of("-p", readable(modules, folder), "-m", "dev.fenestra.tools.cli/" + MAIN);
    }

    /** Archives, which may be root's alone, are copied. */
    private static String readable(String path, Path folder) throws IOException {
        Path copies = Files.createDirectory(folder.resolve("archives"));
        List<String> entries = new ArrayList<>();
        for (String entry : new LinkedHashSet<>(List.of(path.split(":")))) {
            Path file = Path.of(entry).toAbsolutePath();
            entries.add((Files.isRegularFile(file) ? Files.copy(file, copies.resolve(file.getFileName())) : file)
                    .toString());
        }
        return String.join(":", entries);
    }
}
