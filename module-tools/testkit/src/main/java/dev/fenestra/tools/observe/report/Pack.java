package dev.fenestra.tools.observe.report;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.Deflater;

/**
 * Lines of text in blocks of {@value #LINES_PER_BLOCK}. The page has one line for each block: its size in bytes, a
 * colon, and its raw deflate data (RFC 1951) in Base64. The viewer opens the blocks that it shows.
 */
final class Pack {
    static final int LINES_PER_BLOCK = 256;

    private static final int BUFFER = 8192;

    private final StringBuilder page;
    private final StringBuilder block = new StringBuilder();
    private int lines;

    /** Packs to the end of a page. */
    Pack(StringBuilder page) {
        this.page = page;
    }

    void add(String line) {
        block.append(line).append('\n');
        lines++;
        if (lines == LINES_PER_BLOCK) {
            flush();
        }
    }

    /** Ends the last block. */
    void flush() {
        if (lines > 0) {
            byte[] bytes = block.toString().getBytes(StandardCharsets.UTF_8);
            page.append(bytes.length)
                    .append(':')
                    .append(Base64.getEncoder().encodeToString(deflated(bytes)))
                    .append('\n');
            block.setLength(0);
            lines = 0;
        }
    }

    private static byte[] deflated(byte[] bytes) {
        try (Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)) {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            byte[] buffer = new byte[BUFFER];
            while (!deflater.finished()) {
                packed.write(buffer, 0, deflater.deflate(buffer));
            }
            return packed.toByteArray();
        }
    }
}
