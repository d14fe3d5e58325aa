package dev.fenestra.tools.linux;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Commands of this machine, and its own command line in the network of the guest. */
final class Shell {
    private static final String MAIN = "dev.fenestra.tools.cli.Main";

    private Shell() {}

    /** What a command printed, and how it ended. */
    record Ended(int exitCode, String output) {
        boolean isGood() {
            return exitCode == 0;
        }
    }

    /** A command that runs, with its output in a file. */
    record Running(Process process, Path output) {
        Ended await(Duration patience) throws IOException, InterruptedException {
            if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
                stop();
                return new Ended(-1, Files.readString(output) + "\nno end within " + patience);
            }
            return new Ended(process.exitValue(), Files.readString(output));
        }

        void stop() {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    static Running start(List<String> command) throws IOException {
        Path output = Files.createTempFile("fenestra-peer", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new Running(process, output);
    }

    /** Runs commands, one after the other; the first that fails ends it. */
    static Ended run(String script) throws IOException, InterruptedException {
        return start(List.of("bash", "-ec", script)).await(Duration.ofMinutes(10));
    }

    static boolean has(String program) throws IOException, InterruptedException {
        return run("command -v " + program).isGood();
    }

    /** This build's command line, in the network of the guest. */
    static List<String> fenestra(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", PeerNetwork.NAME));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+UseSerialGC");
        String modules = Arrays.stream(System.getProperty("jdk.module.path", "").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty() && !entry.contains("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
        if (modules.isEmpty()) {
            command.addAll(
                    List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), MAIN));
        } else {
            command.addAll(List.of(
                    "--enable-native-access=dev.fenestra.hw.sim",
                    "-p",
                    modules,
                    "-m",
                    "dev.fenestra.tools.cli/" + MAIN));
        }
        return Stream.concat(command.stream(), arguments.stream()).toList();
    }
}
