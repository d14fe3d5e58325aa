/**
 * ib_cm: connections by messages on QP 1 (IBA chapter 12). {@code CmTable} is the state table, {@code CmProtocol}
 * applies it, {@code CmReceiver} finds the connection of a message. Everything here runs under the lock of one
 * {@code CmLock}.
 */
package dev.fenestra.ib.core.cm.protocol;
