package dev.fenestra.hw.sim.format;

/**
 * A piece of memory in a request.
 *
 * @param bytes size
 * @param address of the first byte
 * @param lkey L_Key of the memory
 * @param length bytes
 */
public record PieceFormat(int bytes, Word address, Word lkey, Word length) {}
