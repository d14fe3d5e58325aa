/**
 * JUnit for programs that a test starts, in any language:
 * {@link dev.fenestra.tools.serve.junit.FenestraServer} gives a test class a server, on whose simulated hosts programs
 * of rdma-core find devices.
 *
 * {@snippet lang = java :
 * @FenestraServer
 * class WriteTest {
 *     @Test
 *     void shouldWrite(ServedHosts hosts) throws Exception {
 *         assertEquals(0, hosts.program("alice", "./my_verbs_test").inheritIO().start().waitFor());
 *     }
 * }
 * }
 */
package dev.fenestra.tools.serve.junit;
