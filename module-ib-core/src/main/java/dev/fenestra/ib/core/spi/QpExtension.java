package dev.fenestra.ib.core.spi;

/** A wish of a program for a new QP that verbs cannot express. Each vendor brings its own. */
public interface QpExtension {}
