package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.memory.ForeignPages;
import dev.fenestra.ib.core.uverbs.Attributes;
import dev.fenestra.ib.core.uverbs.Descriptors;
import dev.fenestra.ib.core.uverbs.EventFile;
import dev.fenestra.ib.core.uverbs.UverbsFile;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.bench.TestBench;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What real programs of rdma-core 44 and 65 asked, byte for byte as their libmlx5 wrote it, and what they were
 * answered. A line {@code ioctl OBJECT METHOD ID:LENGTH:DATA:BYTES...} or {@code map OFFSET} is a call, in hexadecimal
 * but for the lengths; bytes that are all zero are left out. The line after it has the errno and the answers,
 * {@code ID:INLINE:BYTES}. {@code fd N} says which descriptor the program gave to the next call. What the program did
 * without a call, by its queues, is not played.
 */
class GoldenVectorsTest {
    private static final Path VECTORS =
            Path.of("stack-tests", "src", "test", "resources", "dev", "fenestra", "tools", "bridge");
    private static final Path MADE = Path.of("target", "vectors");
    private static final int HEX = 16;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v44/devinfo",
                "v44/rc-pingpong",
                "v44/rc-pingpong-odp",
                "v44/uc-pingpong",
                "v44/ud-pingpong",
                "v44/srq-pingpong",
                "v44/xsrq-pingpong",
                "v44/c-window",
                "v65/devinfo",
                "v65/rc-pingpong",
                "v65/rc-pingpong-odp",
                "v65/uc-pingpong",
                "v65/ud-pingpong",
                "v65/srq-pingpong",
                "v65/xsrq-pingpong",
                "v65/c-window"
            })
    void shouldAnswerARealProgramAsItWasAnswered(String name) throws IOException {
        List<String> recorded = Files.readAllLines(VECTORS.resolve(name + ".txt"));
        List<String> played = new ArrayList<>();
        try (TestBench bench = TestBench.twoHosts()) {
            Process process = bench.host("bob").kernel().createForeignProcess("recorded", new AnyPages());
            try (var program = new Recorded(process)) {
                for (String line : recorded) {
                    program.play(line, played);
                }
            }
            process.close();
            assertTrue(bench.host("bob").kernel().resources().isEmpty());
        }
        Path made = MADE.resolve(name + ".txt");
        Files.createDirectories(made.getParent());
        Files.write(made, played);
        assertEquals(
                String.join("\n", recorded),
                String.join("\n", played),
                "what is meant to be answered otherwise is to be copied from module-tools/" + made);
        assertTrue(recorded.size() > 20, "too little was recorded");
    }

    /** A program that has memory wherever it says. */
    private static final class AnyPages implements ForeignPages {
        private final Map<Long, MemorySegment> windows = new HashMap<>();

        @Override
        public void adopt(long address, long length, boolean writable) {
            // All of it is there.
        }

        @Override
        public MemorySegment window(long address) {
            return windows.computeIfAbsent(address, _ -> Arena.ofAuto().allocate(WINDOW_BYTES, 4096));
        }
    }

    /** A device that a program has opened, and the descriptors that it gave. */
    private static final class Recorded implements Descriptors, AutoCloseable {
        private final UverbsFile file;
        private final Deque<Integer> given = new ArrayDeque<>();
        private final Map<Integer, EventFile> events = new HashMap<>();

        Recorded(Process process) {
            file = new UverbsFile(process, "mlx5_0", this);
        }

        @Override
        public void later(Runnable work) {
            work.run();
        }

        @Override
        public int install(EventFile opened) {
            int descriptor = given.remove();
            events.put(descriptor, opened);
            return descriptor;
        }

        @Override
        public @Nullable EventFile find(int descriptor) {
            return events.get(descriptor);
        }

        /** Makes the call of a line, if it is one, and notes line and answer. */
        void play(String line, List<String> played) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "fd" -> given.add(Integer.parseInt(words[1]));
                case "map" -> {
                    played.add(line);
                    played.add("= " + map(Long.parseLong(words[1], HEX)).code());
                    return;
                }
                case "ioctl" -> {
                    played.add(line);
                    played.add(ioctl(words));
                    return;
                }
                default -> {
                    // The answer that was recorded.
                    return;
                }
            }
            played.add(line);
        }

        private Errno map(long offset) {
            try {
                file.map(offset, 0);
                return Errno.OK;
            } catch (VerbsException refused) {
                return refused.errno();
            }
        }

        private String ioctl(String[] words) {
            List<Attributes.Attribute> all = new ArrayList<>();
            for (int i = 3; i < words.length; i++) {
                all.add(attribute(words[i].split(":", -1)));
            }
            Attributes asked = new Attributes(all);
            Errno errno = file.ioctl(Integer.parseInt(words[1], HEX), Integer.parseInt(words[2], HEX), asked);
            StringBuilder answer = new StringBuilder("= ").append(errno.code());
            if (errno == Errno.OK) {
                for (Attributes.Answer one : asked.answers()) {
                    byte[] bytes = one.bytes().toArray(ValueLayout.JAVA_BYTE);
                    answer.append(' ')
                            .append(Integer.toHexString(one.attribute().id()))
                            .append(one.isInline() ? ":1:" : ":0:")
                            .append(HexFormat.of().formatHex(bytes));
                }
            }
            return answer.toString();
        }

        private static Attributes.Attribute attribute(String[] parts) {
            int length = Integer.parseInt(parts[1]);
            byte[] bytes = new byte[length > Attributes.INLINE_BYTES ? length : 0];
            byte[] said = HexFormat.of().parseHex(parts[3]);
            System.arraycopy(said, 0, bytes, 0, said.length);
            return new Attributes.Attribute(
                    Integer.parseInt(parts[0], HEX),
                    length,
                    Long.parseUnsignedLong(parts[2], HEX),
                    MemorySegment.ofArray(bytes));
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
