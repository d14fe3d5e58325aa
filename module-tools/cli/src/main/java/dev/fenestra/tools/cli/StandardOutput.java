package dev.fenestra.tools.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/** Standard output, which knows whether its reader has had enough, as {@code head} has after some lines. */
final class StandardOutput extends PrintWriter {
    private static final String BROKEN_PIPE = "Broken pipe";

    private final Pipe pipe;

    private StandardOutput(Pipe pipe, Charset charset) {
        super(new BufferedOutputStream(pipe), false, charset);
        this.pipe = pipe;
    }

    /** {@return the output of this process} */
    static StandardOutput ofProcess() {
        return to(new FileOutputStream(FileDescriptor.out), System.out.charset());
    }

    static StandardOutput to(OutputStream stream, Charset charset) {
        return new StandardOutput(new Pipe(stream), charset);
    }

    /** {@return whether nobody reads any more} Then it is no error that something is not written. */
    boolean isReaderGone() {
        return pipe.isReaderGone;
    }

    /** Remembers why it could not write. */
    private static final class Pipe extends FilterOutputStream {
        private boolean isReaderGone;

        Pipe(OutputStream stream) {
            super(stream);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            try {
                out.write(bytes, from, count);
            } catch (IOException refused) {
                isReaderGone = BROKEN_PIPE.equals(refused.getMessage());
                throw refused;
            }
        }
    }
}
