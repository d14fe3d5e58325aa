package dev.fenestra.ib.core.spi;

/** What a program asks of one vendor when it creates a QP, beyond what verbs can say. Each vendor brings its own. */
public interface QpExtension {}
