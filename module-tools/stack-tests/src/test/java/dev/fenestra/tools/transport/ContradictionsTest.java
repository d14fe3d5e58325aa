package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.tools.testing.Settles;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The contradictions of the sources that concern the wire, each with the tests that hold our answer; docs/wire.md says
 * what it is.
 */
class ContradictionsTest {
    private static final Map<Integer, List<String>> ANSWERS = Map.of(
            9, List.of("QpLifeTest.shouldSendNoInvalidateOnUc"),
            10,
                    List.of(
                            "QpLifeTest.shouldPutAnRcQpInErrorAfterASendError",
                            "QpLifeTest.shouldStopTheSendQueueOnlyAfterASendErrorOnUcAndUd"),
            13, List.of("ReliabilityTest.shouldSendARequestAgainAsOftenAsTheRetryCountSays"),
            14, List.of("ReliabilityTest.shouldWaitForAReceiverAsLongAndAsOftenAsItTakes"),
            16,
                    List.of(
                            "DatagramTest.shouldFlagTheGrhOfADatagram",
                            "QpLifeTest.shouldNotFlagAGrhOnReceivesOfConnectedServices"),
            34, List.of("ReliabilityTest.shouldAnswerARepeatedReadThroughAZeroBasedWindowWithTheSameBytes"),
            36,
                    List.of(
                            "AsyncEventTest.shouldTellOfAnInvalidRequestThatNoReceiveTells",
                            "AsyncEventTest.shouldTellThatCommunicationIsEstablishedOnce",
                            "AsyncEventTest.shouldTellTheResponderWhyAnAccessWasRefused"),
            37,
                    List.of(
                            "DatagramTest.shouldDropADatagramLongerThanTheReceiveAndKeepTheReceive",
                            "DatagramTest.shouldFailADatagramLongerThanTheMtuAndStopTheSendQueueOnly"));

    private static final List<String> TESTS = List.of(
            "transport.QpLifeTest", "transport.ReliabilityTest", "transport.DatagramTest", "events.AsyncEventTest");

    private static Stream<Method> tests(String name) {
        try {
            return Arrays.stream(Class.forName("dev.fenestra.tools." + name).getDeclaredMethods());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldSettleEachContradictionOfTheWireByATest() {
        Map<Integer, TreeSet<String>> found = new TreeMap<>();
        TESTS.stream().flatMap(ContradictionsTest::tests).forEach(test -> {
            Settles settles = test.getAnnotation(Settles.class);
            for (int number : settles == null ? new int[0] : settles.value()) {
                String name = test.getDeclaringClass().getSimpleName() + "." + test.getName();
                found.computeIfAbsent(number, _ -> new TreeSet<>()).add(name);
            }
        });
        Map<Integer, TreeSet<String>> expected = new TreeMap<>();
        ANSWERS.forEach((number, names) -> expected.put(number, new TreeSet<>(names)));
        assertEquals(expected, found);
    }
}
