package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.kernel.verbs.QpChecks;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

public class QpRangeTest {

    @Test
    @Provokes("QPA-1")
    void shouldRefuseAPortThatIsNotOne() {
        assertRange(QueueRule.PORT, QpAttributes::port, 1, 1);
    }

    @Test
    @Provokes("QPA-2")
    void shouldRefuseAPartitionKeyIndexThatIsNotZero() {
        assertRange(QueueRule.PKEY_INDEX, QpAttributes::pkeyIndex, 0, 0);
    }

    @Test
    @Provokes("QPA-3")
    void shouldRefuseATimeoutBeyond31() {
        assertRange(QueueRule.TIMEOUT, QpAttributes::timeout, 0, 31);
    }

    @Test
    @Provokes("QPA-4")
    void shouldRefuseMoreThanSevenRetries() {
        assertRange(QueueRule.RETRY_COUNT, QpAttributes::retryCount, 0, 7);
    }

    @Test
    @Provokes("QPA-5")
    void shouldRefuseMoreThanSevenRnrRetries() {
        assertRange(QueueRule.RNR_RETRY, QpAttributes::rnrRetry, 0, 7);
    }

    @Test
    @Provokes("QPA-6")
    void shouldRefuseAnRnrTimerCodeBeyond31() {
        assertRange(QueueRule.MIN_RNR_TIMER, QpAttributes::minRnrTimer, 0, 31);
    }

    @Test
    @Provokes("QPA-7")
    void shouldRefuseMoreOutstandingReadsThanTheDeviceAllows() {
        assertRange(QueueRule.RD_ATOMIC, QpAttributes::maxRdAtomic, 0, 16);
    }

    @Test
    @Provokes("QPA-8")
    void shouldRefuseMoreServedReadsThanTheDeviceAllows() {
        assertRange(QueueRule.DEST_RD_ATOMIC, QpAttributes::maxDestRdAtomic, 0, 16);
    }

    @Test
    @Provokes("QPA-9")
    void shouldRefuseADestinationBeyond24Bits() {
        assertRange(QueueRule.DEST_QPN, QpAttributes::destinationQpn, 0, 0xffffff);
    }

    @Test
    void shouldNotLookAtValuesThatAreNotGiven() {
        assertDoesNotThrow(() -> QpChecks.ranges(FakeAttributes.USUAL, QpAttributes.unchangedState()));
    }

    private static void assertRange(
            QueueRule rule, BiFunction<QpAttributes, Integer, QpAttributes> set, int least, int most) {
        for (int outside : new int[] {least - 1, most + 1}) {
            assertRefused(
                    rule,
                    () -> QpChecks.ranges(FakeAttributes.USUAL, set.apply(QpAttributes.unchangedState(), outside)));
        }
        for (int inside : new int[] {least, most}) {
            assertDoesNotThrow(
                    () -> QpChecks.ranges(FakeAttributes.USUAL, set.apply(QpAttributes.unchangedState(), inside)));
        }
    }
}
