/**
 * RDMA CM: connections by IP address, as rdma_cm and ib_cm of Linux make them. This package is what crosses its
 * borders.
 *
 * <pre>
 *   Java API, /dev/infiniband/rdma_cm          one CmChannelCalls for each open channel
 *        | calls            ^ CmEvent
 *   cm.ids                                     rdma_cm: ids, addresses, ports, backlogs, events
 *        | calls            ^ CmNotice
 *   cm.protocol                                ib_cm: the state table, retries, time-wait
 *        | CmNetwork.send   ^ ConnectionManager.receive, alarm
 *   QP 1 of each port                          256 octets a datagram; layouts in ib.core.mad
 * </pre>
 *
 * <p>Nothing here has a thread, a socket or a clock. {@code CmNetwork} tells the time, sends datagrams and calls
 * {@code ConnectionManager.alarm} when a deadline has come.
 *
 * <p>One lock for each {@code ConnectionManager} guards all ids, channels and connections. No datagram is sent, no
 * alarm is set and no listener for events runs under it: they are put off until the lock is free. So whoever implements
 * {@code CmNetwork} may call back at once, from any thread, with locks of its own.
 */
package dev.fenestra.ib.core.cm;
