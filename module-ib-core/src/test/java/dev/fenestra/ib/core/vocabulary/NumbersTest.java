package dev.fenestra.ib.core.vocabulary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.cm.CmEventType;
import dev.fenestra.ib.core.cm.CmOption;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Numbers of verbs.h and rdma_cma.h, which programs are compiled with, against a list of them. */
class NumbersTest {
    private static <E extends Enum<E>> Stream<String> lines(E[] all, ToIntFunction<E> number) {
        return Arrays.stream(all)
                .map(one -> one.getDeclaringClass().getSimpleName() + " " + one.name() + " " + number.applyAsInt(one));
    }

    @Test
    void shouldBeThoseOfTheList() throws IOException {
        List<String> numbers = Stream.of(
                        lines(AsyncEventType.values(), AsyncEventType::code),
                        lines(CmEventType.values(), CmEventType::code),
                        lines(CmOption.values(), CmOption::code),
                        lines(LinkLayer.values(), LinkLayer::code),
                        lines(MrAdvice.values(), MrAdvice::code),
                        lines(Mtu.values(), Mtu::code),
                        lines(OdpOperation.values(), OdpOperation::bit),
                        lines(PortState.values(), PortState::code),
                        lines(QpState.values(), QpState::code),
                        lines(WcStatus.values(), WcStatus::code))
                .flatMap(one -> one)
                .toList();
        assertEquals(recorded(), numbers);
    }

    @Test
    void shouldNameAnErrnoByItsNumberAndShowANumberThatVerbsDoNotReturn() {
        assertEquals("EINVAL", Errno.nameOf(22));
        assertEquals("errno 200", Errno.nameOf(200));
    }

    private static List<String> recorded() throws IOException {
        try (InputStream in = Objects.requireNonNull(NumbersTest.class.getResourceAsStream("numbers.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }
}
