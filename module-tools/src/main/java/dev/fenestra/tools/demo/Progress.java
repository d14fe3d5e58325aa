package dev.fenestra.tools.demo;

/** Is told how far a demo is. */
@FunctionalInterface
public interface Progress {

    void moved(long bytes, long ofBytes);
}
