/** Captures in the pcapng format (draft-ietf-opsawg-pcapng), as tshark and tcpdump read them. */
package dev.fenestra.hw.sim.roce.pcap;
