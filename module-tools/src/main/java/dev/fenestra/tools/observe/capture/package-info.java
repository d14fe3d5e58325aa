/** RoCEv2 captures of whatever origin: their packets checked by rules, their requests put together again. */
package dev.fenestra.tools.observe.capture;
