/**
 * Decodes WQEs, CQEs, mkeys, commands and packets field by field, through the layouts that driver and device share.
 */
package dev.fenestra.tools.observe.decode;
