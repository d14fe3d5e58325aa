/** Attacks by guessing and predicting keys, and what they cost a legitimate peer. */
package dev.fenestra.tools.attacks;
