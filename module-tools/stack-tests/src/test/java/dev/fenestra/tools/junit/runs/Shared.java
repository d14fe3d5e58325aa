package dev.fenestra.tools.junit.runs;

import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.junit.Fenestra;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** One bench for all tests; a PD of the class is forgotten. */
@Fenestra
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public class Shared {
    public static final List<TestBench> SEEN = new ArrayList<>();

    private ProtectionDomain pd;

    @BeforeAll
    void create(Context alice) {
        pd = alice.allocPd();
    }

    @Test
    @Order(1)
    void usesWhatIsShared(TestBench bench, Context alice) {
        SEEN.add(bench);
        alice.createCq(1).close();
    }

    @Test
    @Order(2)
    void leavesSomething(TestBench bench, Context alice) {
        SEEN.add(bench);
        alice.createCq(1);
    }

    @Test
    @Order(3)
    void isNotBlamedForOthers(TestBench bench) {
        SEEN.add(bench);
    }
}
