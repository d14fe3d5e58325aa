package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.tools.testing.NoHang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes of one host that register the same object. The program checks each of its steps itself. */
@ExtendWith(NoHang.class)
class SharedMemoryTest {
    private static final String SOURCE = "shared.c";

    @TempDir
    private Path folder;

    private ServedPrograms programs;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(Files.exists(Path.of("/usr/include/infiniband/verbs.h")), "verbs.h is missing: libibverbs-dev");
        programs = ServedPrograms.in(folder);
    }

    @AfterEach
    void stop() throws IOException {
        if (programs != null) {
            programs.close();
        }
    }

    /** The mapping by itself leads nobody but root to its object. */
    @Test
    void shouldReachSharedMemoryOfAnOrdinaryUser() throws IOException, InterruptedException {
        Path program = CPrograms.build(SOURCE, folder);
        Path objects = Files.createDirectory(folder.resolve("objects"));
        Files.setPosixFilePermissions(objects, PosixFilePermissions.fromString("rwxrwxrwx"));
        String posix = "/fenestra-nobody-" + ProcessHandle.current().pid();
        String runs = Stream.of(
                        "anonymous",
                        "memfd-removed",
                        "posix-removed " + posix,
                        "sysv-removed",
                        "file " + objects.resolve("object"))
                .map(arguments -> program + " " + arguments)
                .collect(Collectors.joining(" && "));
        OrdinaryUser.run(folder, runs + "; result=$?; rm -f /dev/shm" + posix + "; exit $result");
    }

    @Test
    void shouldImportAMemfdAsTheBufferOfAnExporter() throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        String program = CPrograms.build(SOURCE, folder).toString();
        ServedPrograms.assertSuccess(programs.run("bob", output, List.of(program, "exported")), output);
    }

    /** Its memory is gone, and others go on. */
    @ParameterizedTest
    @ValueSource(strings = {"cut", "cut buffer"})
    void shouldGiveUpAProgramWhoseSharedMemoryIsCut(String kind) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        String program = CPrograms.build(SOURCE, folder).toString();
        ServedPrograms.assertSuccess(programs.run("bob", output, List.of(program, kind)), output);
        ServedPrograms.assertSuccess(programs.run("bob", output, List.of(program, "memfd")), output);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "anonymous",
                "anonymous by a system call",
                "memfd",
                "memfd-removed",
                "posix",
                "posix-removed",
                "sysv",
                "sysv-removed",
                "file",
                "file-removed"
            })
    void shouldShowDevicesAndProcessesTheSameBytes(String kind) throws IOException, InterruptedException {
        Path program = CPrograms.build(SOURCE, folder);
        Path output = folder.resolve("output");
        String place = kind.startsWith("posix")
                ? "/fenestra-" + ProcessHandle.current().pid()
                : folder.resolve("object").toString();
        try {
            Process process = programs.run("bob", output, List.of(program.toString(), kind, place));
            ServedPrograms.assertSuccess(process, output);
        } finally {
            Files.deleteIfExists(Path.of("/dev/shm" + place));
        }
    }
}
