package dev.fenestra.tools.demo;

/** How much of an act is told. An act that went wrong is always told in full. */
enum Telling {
    FULL,
    /** Without what happened in the layers. */
    BRIEF,
    NOTHING
}
