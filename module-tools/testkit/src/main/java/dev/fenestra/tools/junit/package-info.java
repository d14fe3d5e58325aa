/**
 * JUnit (5.12 or newer) for programs that speak verbs: {@link dev.fenestra.tools.junit.Fenestra} hands a test hosts,
 * open devices and connected QPs as parameters, and fails it when it leaves something open.
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
 * <p>Needs JUnit's API, which this module requires at compile time only: a project with such tests has it.
 */
package dev.fenestra.tools.junit;
