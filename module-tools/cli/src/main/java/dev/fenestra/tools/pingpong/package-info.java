/** The pingpong programs of libibverbs, on Fenestra, over UDP: each can be client or server of the other. */
package dev.fenestra.tools.pingpong;
