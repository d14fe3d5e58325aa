package dev.fenestra.tools.conformance.kit;

import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Runs random programs of verbs on a device and on a model of the specification, and compares them. The kit finds it by
 * ServiceLoader.
 */
public interface OracleCheck {

    /**
     * Runs programs until device and model differ or the verbs are used up. A program ends where it shows a declared
     * deviation, because nothing is promised after it; the run goes on with the next program.
     *
     * @param task what to run
     * @return what was found; a hang or an exception of the device is a difference too
     */
    OracleResult run(OracleTask task);

    /**
     * Runs programs until device and model differ, and no further: the program is not made shorter.
     *
     * @param task what to run
     * @return topic, what was expected and what was seen; empty when they agree, or differ as declared
     */
    Optional<String> difference(OracleTask task);

    /**
     * The oracle on the path of this program.
     *
     * @return the first that ServiceLoader finds
     * @throws MissingOracleException when there is none
     */
    static OracleCheck onPath() {
        return ServiceLoader.load(OracleCheck.class, OracleCheck.class.getClassLoader())
                .findFirst()
                .orElseThrow(MissingOracleException::new);
    }
}
