/** QPs of every service through the public API: datagrams, QP life, what is lost and sent again. */
package dev.fenestra.tools.transport;
