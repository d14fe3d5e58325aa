/**
 * Memory and who may use it: memory of the program, of exporters and of the card, the regions and windows over it, and
 * the parts that requests name, here and at the peer.
 */
package dev.fenestra.uverbs.memory;
