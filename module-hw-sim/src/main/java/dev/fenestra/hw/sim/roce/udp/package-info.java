/** RoCEv2 in UDP datagrams: the link to other processes and machines. */
package dev.fenestra.hw.sim.roce.udp;
