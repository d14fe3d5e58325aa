/**
 * The packet engine, sans-I/O: requester, responder and completer over QP and CQ contexts, key checks and windows. It
 * owns no thread, no clock and no socket. Classes are cut as a reader of a RoCE driver expects: one concern each.
 */
package dev.fenestra.hw.sim.engine;
