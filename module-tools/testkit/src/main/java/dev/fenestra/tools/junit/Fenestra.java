package dev.fenestra.tools.junit;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives tests RDMA hosts: the parameters of a test, of its constructor and of its life-cycle methods may be a
 * {@link dev.fenestra.tools.bench.TestBench}, and by number (see {@link At}) a
 * {@link dev.fenestra.tools.bench.BenchHost}, a {@link dev.fenestra.uverbs.handles.Context}, a
 * {@link dev.fenestra.tools.bench.QpPair}, a {@link dev.fenestra.tools.bench.Peer}, or a
 * {@link dev.fenestra.uverbs.handles.ProtectionDomain}, {@link dev.fenestra.uverbs.handles.CompletionQueue} or
 * {@link dev.fenestra.uverbs.handles.QueuePair} of a peer.
 *
 * {@snippet lang = java :
 * @Fenestra
 * class GreetingTest {
 *     @Test
 *     void shouldWriteThroughAWindow(Peer alice, Peer bob) {
 *         alice.memory().put(0, "hello".getBytes());
 *         RemoteBuffer window = bob.window(0, 5, REMOTE_WRITE);
 *         alice.perform(RdmaWrite.of(1, window, alice.region().slice(0, 5)));
 *         assertArrayEquals("hello".getBytes(), bob.memory().get(0, 5));
 *     }
 * }
 * }
 *
 * <p>The bench lives as long as what asked for it: when a test did, as long as this test; when {@code @BeforeAll} or
 * the constructor of a per-class instance did, as long as the class, and all its tests share it, one at a time. The
 * annotation holds for nested classes too; on a method or a nested class it makes a bench of its own there.
 *
 * <p>A test must close what it created on the bench. Objects that are still alive after it fail it with a
 * {@link LeakedObjectsError}, unless it has failed already; what was handed to it is closed for it. Objects created in
 * {@code @BeforeAll} must be gone after {@code @AfterAll}.
 *
 * <p>A failure tells, as suppressed exceptions, what the hosts refused during the test and the seed. The events of the
 * bench and its packets are then in {@code target/fenestra}, in a folder named after the test, or the class that shares
 * a bench; the page beside it, of the same name with {@code .html} behind it, shows them step by step. JUnit's
 * configuration parameter (or system property) {@code fenestra.artefacts} names another folder; with {@code off} the
 * bench is not watched, and runs faster.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(FenestraExtension.class)
@SuppressWarnings("exports") // JUnit's types: users of the annotation have JUnit anyway
public @interface Fenestra {
    /** Stands for the seed of the run, see {@link #seed}. */
    long SEED_OF_THE_RUN = Long.MIN_VALUE;

    /**
     * Hosts on the bench, 1 to 254: alice, bob, carol and so on.
     *
     * @return how many
     */
    int hosts() default 2;

    /**
     * The seed of everything random. The default is the seed of the run: JUnit's configuration parameter (or system
     * property) {@code fenestra.seed}. It is a number, or {@code random} for a new one each time; without it the seed
     * is 0.
     *
     * @return the seed
     */
    long seed() default SEED_OF_THE_RUN;

    /**
     * The memory windows that the HCAs offer. Hardware that a driver brings has its own: any but the default must be
     * what it announces.
     *
     * @return the windows
     */
    WindowSupport windows() default WindowSupport.TYPES_1_AND_2B;

    /**
     * Whether RDMA CM connects the pairs of QPs, over QP 1. Each peer has its id then, and the channel of its events.
     *
     * @return true for connections by RDMA CM
     */
    boolean connectByCm() default false;

    /**
     * Which broken duties of programs fail a test, with a {@link BrokenDutiesError}. {@code ./fenestra duties} lists
     * the duties. The default checks nothing.
     *
     * @return the check
     */
    Check check() default Check.OFF;

    /**
     * Classes that change the bench further, in this order. Each needs a constructor without parameters.
     *
     * @return the classes
     */
    Class<? extends BenchSetup>[] setup() default {};
}
