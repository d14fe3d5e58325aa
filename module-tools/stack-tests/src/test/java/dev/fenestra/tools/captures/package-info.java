/** Replays captures of soft-RoCE through the whole stack, from posted requests to the bytes on the wire. */
package dev.fenestra.tools.captures;
