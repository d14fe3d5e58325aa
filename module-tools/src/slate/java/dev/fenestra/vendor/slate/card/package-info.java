/**
 * The hardware: a card around the simulator's engine, and the bytes by which software and card understand each other.
 */
package dev.fenestra.vendor.slate.card;
