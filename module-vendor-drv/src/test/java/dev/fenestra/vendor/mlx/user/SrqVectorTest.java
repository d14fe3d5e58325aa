package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.vendor.mlx.testing.Vector;
import dev.fenestra.vendor.mlx.testing.VectorFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SrqVectorTest {
    static Stream<Vector> vectors() {
        return VectorFile.read("srq-vectors.json").stream();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("vectors")
    void shouldDoStepByStepWhatTheVectorSays(Vector vector) {
        new SrqVectorCheck(vector, VectorFile.otherFolder() == null).check();
    }

    @Test
    void shouldRunAsManyVectorsAsPromised() {
        assumeTrue(VectorFile.otherFolder() == null, "other folders have other counts");

        assertEquals(7, vectors().count());
    }
}
