package dev.fenestra.tools.observe.capture;

import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.input.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads pcap and pcapng files of either byte order. */
public final class CaptureReader {
    private static final int PCAPNG = 0x0a0d0d0a;
    private static final int MAGIC_BYTES = 4;
    /** The most bytes of a file that an array has room for. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 16;

    private CaptureReader() {}

    /**
     * Reads a file.
     *
     * @param file pcap or pcapng
     * @return its frames, in order
     * @throws InputException when the file cannot be read, is no capture, is too long, or ends within a frame
     */
    public static List<CapturedFrame> read(Path file) throws InputException {
        InputFile.check(file);
        // What is no regular file, such as a pipe, tells no size and may have no end.
        int most = Files.isRegularFile(file) ? MOST_BYTES : InputFile.MAX_BYTES;
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            boolean isLong = Files.size(file) > most;
            bytes = isLong ? new byte[0] : in.readNBytes(most + 1);
            if (isLong || bytes.length > most) {
                throw new InputException(file + " has more than " + (most >> 20) + " MiB: record less, or cut it up");
            }
        } catch (IOException e) {
            throw new InputException(file + " cannot be read: " + Reason.of(e));
        }
        try {
            return frames(bytes);
        } catch (InputException e) {
            throw new InputException(file + ": " + e.getMessage());
        }
    }

    /**
     * Reads the bytes of a file.
     *
     * @throws InputException when they are no capture, or end within a frame
     */
    public static List<CapturedFrame> frames(byte[] file) throws InputException {
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        if (file.length >= MAGIC_BYTES && in.getInt(0) == PCAPNG) {
            return new PcapngReader(in).read();
        }
        return new PcapReader(in).read();
    }
}
