package dev.fenestra.tools.proof.oracle.program;

/**
 * A piece of local memory in a work request (SGE).
 *
 * @param key used as L_Key, of any kind
 * @param offset from the first address of the key's object
 */
public record Piece(KeyName key, long offset, int length) {}
