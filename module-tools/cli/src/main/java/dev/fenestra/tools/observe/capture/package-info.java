/** RoCEv2 captures of any origin: rules check their packets, and their requests are reassembled. */
package dev.fenestra.tools.observe.capture;
