package dev.fenestra.tools.demo;

import dev.fenestra.tools.input.OutputException;
import dev.fenestra.tools.input.OutputFile;
import dev.fenestra.tools.input.Reason;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that takes what a demo leaves behind: the received file, {@value #CAPTURE} and {@value #JOURNAL}. */
public final class DemoOutput {
    public static final String CAPTURE = "demo.pcapng";
    public static final String JOURNAL = "journal.txt";

    private static final int BUFFER = 1 << 20;

    private final Path folder;

    private DemoOutput(Path folder) {
        this.folder = folder;
    }

    /**
     * Takes a folder, which is made when it is not there.
     *
     * @throws FileException when it cannot be made or written to
     */
    public static DemoOutput of(Path folder) throws FileException {
        try {
            OutputFile.createFolder(folder);
        } catch (OutputException e) {
            throw FileException.ofOutput(e.getMessage() + ".");
        }
        return new DemoOutput(folder);
    }

    /** Refuses a file that would be written over, itself or what was received of it. */
    public void checkRoomFor(Path file) throws FileException {
        Path target = folder.resolve(file.toAbsolutePath().normalize().getFileName());
        if (target.endsWith(CAPTURE) || target.endsWith(JOURNAL)) {
            throw new FileException("--out holds " + CAPTURE + " and " + JOURNAL + ": rename " + file + " first.");
        }
        try {
            if (Files.exists(target) && Files.isSameFile(target, file)) {
                throw new FileException("the received file would be written over " + file + ": choose another --out.");
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    Writer journal() throws FileException {
        try {
            return Files.newBufferedWriter(folder.resolve(JOURNAL), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    OutputStream capture() throws FileException {
        return stream(CAPTURE);
    }

    OutputStream received(String name) throws FileException {
        return stream(name);
    }

    FileException unwritable(IOException reason) {
        return FileException.ofOutput("the directory " + folder + " cannot be written to: " + Reason.of(reason) + ".");
    }

    @Override
    public String toString() {
        return folder.toString();
    }

    private OutputStream stream(String name) throws FileException {
        try {
            return new BufferedOutputStream(Files.newOutputStream(folder.resolve(name)), BUFFER);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }
}
