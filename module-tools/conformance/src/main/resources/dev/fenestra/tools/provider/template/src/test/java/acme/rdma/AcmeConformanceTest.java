package acme.rdma;

import dev.fenestra.tools.conformance.junit.ConformanceTests;

/** The conformance kit: a test for each case, and one for the model. */
class AcmeConformanceTest extends ConformanceTests {
    AcmeConformanceTest() {
        super(new AcmeDriver());
    }
}
