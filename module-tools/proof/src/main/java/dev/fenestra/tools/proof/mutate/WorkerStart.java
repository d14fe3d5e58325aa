package dev.fenestra.tools.proof.mutate;

import dev.fenestra.tools.program.SourceProgram;
import dev.fenestra.tools.proof.mutate.worker.Agent;
import dev.fenestra.tools.proof.mutate.worker.Worker;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Starts workers. Several threads may use it. */
final class WorkerStart {
    /**
     * Workers run much code for a short time. So they start quickly with a small heap, and end when memory runs out.
     */
    private static final List<String> JVM = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx768m",
            "-XX:MaxDirectMemorySize=4g",
            "-XX:+ExitOnOutOfMemoryError");

    private final MutateOptions options;
    private final Path folder;
    private final Path agent;
    private final AtomicInteger started = new AtomicInteger();

    /**
     * @param folder takes sockets, logs and the agent
     */
    WorkerStart(MutateOptions options, Path folder) throws IOException {
        this.options = options;
        this.folder = folder;
        agent = agent(folder.resolve("agent.jar"));
    }

    /** A path that no worker has yet. */
    Path nextSocket() {
        return folder.resolve("w" + started.getAndIncrement());
    }

    Process process(Path socket, Path log) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        command.add("-javaagent:" + agent);
        command.addAll(SourceProgram.modules());
        command.addAll(List.of("-m", Worker.class.getModule().getName() + "/" + Worker.class.getName()));
        command.addAll(List.of(
                socket.toString(),
                options.provider(),
                String.join(File.pathSeparator, options.places()),
                options.target().orElse(""),
                Long.toString(options.seed()),
                Long.toString(options.rule().isPresent() ? 0 : options.verbs()),
                options.rule().orElse("")));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** A jar that names the agent. The class itself is on the path already. */
    private static Path agent(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Premain-Class", Agent.class.getName());
        main.putValue("Can-Redefine-Classes", "true");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.finish();
        }
        return jar;
    }
}
